#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# installation in full, tasks on tensors, Stable-Baselines3, PPO that learns
tools/setup.sh python || exit
cmake --preset release >/dev/null && cmake --build build -j "$JOBS" || exit
exec python3 tests/python/heavy.py

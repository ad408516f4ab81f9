#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# tasks on tensors, Stable-Baselines3, and PPO that learns (installs some gigabytes)
set -e
make -s all
exec python3 tests/python/heavy.py

#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# wheels for x86-64 and aarch64 in fresh environments, under every Python here, and emulated; pip install -e .
tools/install.sh qemu-aarch64:qemu-user /usr/aarch64-linux-gnu/lib/libc.so.6:libc6-arm64-cross || exit
set -e
make -s wheel
cmake --preset release >/dev/null
cmake --build build -j "$JOBS" --target ingot_program
exec python3 tests/wheel/run.py

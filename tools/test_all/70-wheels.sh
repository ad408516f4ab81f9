#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# wheels of x86-64 and aarch64, in fresh environments and emulated
tools/install.sh dpkg-source:dpkg-dev qemu-aarch64:qemu-user /usr/aarch64-linux-gnu/lib/libc.so.6:libc6-arm64-cross || exit
cmake --preset release >/dev/null && cmake --build build -j "$JOBS" --target ingot_program || exit
tools/wheel/build.sh || exit
exec python3 tests/wheel/run.py

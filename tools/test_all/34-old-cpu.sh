#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# a processor without AVX, emulated: what the loader and the library then choose gives the same bits
tools/install.sh qemu-x86_64:qemu-user || exit
[ "$(uname -m)" = x86_64 ] || { echo "written for x86"; exit 77; }
cmake --preset release >/dev/null && cmake --build build -j "$JOBS" --target hash_models || exit
exec python3 tools/hashes.py --program "qemu-x86_64 -cpu Nehalem build/hash_models"

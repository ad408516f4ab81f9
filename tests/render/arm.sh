#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The renderer's tests, cross-compiled for 64-bit ARM and emulated: the hashes of views.inc and everything else must hold.
#   tests/render/arm.sh [BUILD FOLDER]
# Needs what tools/test_all/40-arm.sh installs. Exit 77: it is not there.
cd "$(dirname "$0")/../.." || exit 1
build=${1:-build/arm-render}
for tool in aarch64-linux-gnu-gcc qemu-aarch64; do
  command -v $tool >/dev/null || { echo "needed: $tool"; exit 77; }
done
set -e
viewer/wasm/fetch.sh build/sources
cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_TOOLCHAIN_FILE=cmake/aarch64.cmake >/dev/null
cmake --build "$build" -j "${JOBS:-$(nproc)}" --target test_render
qemu-aarch64 -L /usr/aarch64-linux-gnu "$build/test_render"

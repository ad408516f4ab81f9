#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# aarch64, cross-compiled and emulated: qhull and libccd with contraction off give the same bits
tools/install.sh aarch64-linux-gnu-gcc:gcc-aarch64-linux-gnu /usr/aarch64-linux-gnu/include/stdio.h:libc6-dev-arm64-cross qemu-aarch64:qemu-user dpkg-source:dpkg-dev || exit
viewer/wasm/fetch.sh build/sources || exit
export OBJDUMP=aarch64-linux-gnu-objdump RUNNER="qemu-aarch64 -L /usr/aarch64-linux-gnu"
set -e
tools/build_hashes.sh arm -DCMAKE_TOOLCHAIN_FILE=cmake/aarch64.cmake
# with the complex-number instructions of ARMv8.3, which GCC would fuse with
tools/build_hashes.sh arm-complex -DCMAKE_TOOLCHAIN_FILE=cmake/aarch64.cmake -DCMAKE_C_FLAGS=-march=armv8.3-a -DINGOT_SIMD=OFF

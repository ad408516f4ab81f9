#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# GCC's flags: -O0, -O2 with link-time optimisation, -Os without SIMD, the instruction sets of this machine; the same bits in each
set -e
tools/build_hashes.sh gcc-O0 -DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS=-O0
tools/build_hashes.sh gcc-lto -DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS=-O2 -DCMAKE_INTERPROCEDURAL_OPTIMIZATION=ON
HASHES=--levels tools/build_hashes.sh gcc-native -DCMAKE_C_FLAGS=-march=native
tools/build_hashes.sh nosimd -DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS=-Os -DINGOT_SIMD=OFF

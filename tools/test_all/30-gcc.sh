#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# GCC's flags: -O0, -O2, -Os, link-time optimisation, no SIMD, instruction sets of this machine and beyond; the same bits in each
set -e
tools/build_hashes.sh gcc-O0 -DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS=-O0
tools/build_hashes.sh gcc-O2 -DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS=-O2
tools/build_hashes.sh gcc-Os -DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS=-Os
tools/build_hashes.sh gcc-lto -DCMAKE_INTERPROCEDURAL_OPTIMIZATION=ON
HASHES=--levels tools/build_hashes.sh gcc-native -DCMAKE_C_FLAGS=-march=native
tools/build_hashes.sh nosimd -DINGOT_SIMD=OFF

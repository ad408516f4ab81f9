#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# clang at -O3, at -O0, and with link-time optimisation for the instruction sets of this machine: the same bits as GCC
tools/install.sh clang:clang llvm-ar:llvm ld.lld:lld || exit
set -e
HASHES=--levels tools/build_hashes.sh clang -DCMAKE_C_COMPILER=clang
tools/build_hashes.sh clang-O0 -DCMAKE_C_COMPILER=clang -DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS=-O0
tools/build_hashes.sh clang-lto -DCMAKE_C_COMPILER=clang -DCMAKE_C_FLAGS=-march=native -DCMAKE_INTERPROCEDURAL_OPTIMIZATION=ON \
  -DCMAKE_EXE_LINKER_FLAGS=-fuse-ld=lld -DCMAKE_SHARED_LINKER_FLAGS=-fuse-ld=lld

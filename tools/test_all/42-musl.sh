#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# musl in place of glibc: builds whole, and the same bits
[ "$(uname -m)" = x86_64 ] || { echo "written for x86"; exit 77; }
tools/install.sh musl-gcc:musl-tools dpkg-source:dpkg-dev || exit
viewer/wasm/fetch.sh build/sources || exit
set -e
HASHES=--levels tools/build_hashes.sh musl -DCMAKE_C_COMPILER=musl-gcc -DINGOT_BUNDLED=$PWD/build/sources
cmake --build build/musl -j "$JOBS"
build/musl/ingot run models/gripper.xml --seconds 1

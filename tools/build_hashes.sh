#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# One build of the engine with the given CMake options, in build/<name>: no fused instruction in it, and the golden hashes of
# models, runs and pictures.
#   tools/build_hashes.sh NAME [CMAKE OPTION...]
# HASHES: more options for tools/hashes.py; RUNNER: what runs its programs (qemu-aarch64 ...); OBJDUMP: the disassembler
set -e
cd "$(dirname "$0")/.."
name=$1
shift
cmake -S . -B "build/$name" -G Ninja -DINGOT_TESTS=OFF -DINGOT_HASHES=ON -DINGOT_GPU=OFF "$@" >/dev/null
cmake --build "build/$name" -j "${JOBS:-$(nproc)}" --target hash_models hash_views ingot
# bitcode of link-time optimisation and builds without optimisation are looked at in the linked program
python3 tools/unfused.py --objdump "${OBJDUMP:-objdump}" "build/$name/hash_models"
python3 tools/hashes.py --program "${RUNNER:+$RUNNER }build/$name/hash_models" $HASHES
$RUNNER "build/$name/hash_views"

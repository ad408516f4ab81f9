#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# the checked build without sanitizers: assertions, numbers poisoned that a stage does not name; all tests and the same bits
set -e
cmake --preset debug >/dev/null
cmake --build build/debug -j "$JOBS"
ctest --test-dir build/debug --output-on-failure -j "$JOBS"
python3 tools/hashes.py --program build/debug/hash_models

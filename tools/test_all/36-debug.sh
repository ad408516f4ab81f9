#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# the checked build without sanitizers: assertions, and numbers poisoned that a stage does not name; all tests
set -e
cmake --preset debug >/dev/null
cmake --build build/debug -j "$JOBS"
exec ctest --test-dir build/debug --output-on-failure -j "$JOBS"

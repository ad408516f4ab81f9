#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The usual test run: unit tests in a release and in a sanitizer build, then the checks against the reference.
set -e
cd "$(dirname "$0")/.."
jobs=${JOBS:-$(nproc)}

ctest --test-dir build --output-on-failure -j "$jobs"
python3 tools/requirements.py

cmake --preset asan >/dev/null
cmake --build build/asan -j "$jobs"
ASAN_OPTIONS=detect_leaks=1 UBSAN_OPTIONS=print_stacktrace=1 ctest --test-dir build/asan --output-on-failure -j "$jobs"

if build/venv/bin/python -c "import mujoco" 2>/dev/null; then
  build/venv/bin/python tests/reference/run.py
fi
if build/venv/bin/python -c "import mujoco" 2>/dev/null; then
  python3 tests/python/run.py
fi

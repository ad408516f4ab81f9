#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# what cmake --install lays out, and the project as a part of other builds: add_subdirectory, FetchContent
tools/install.sh g++:g++ || exit
set -e
cmake --preset release >/dev/null
cmake --build build -j "$JOBS"
exec python3 tests/install/run.py build --full

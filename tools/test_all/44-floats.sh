#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# the elementary functions of single precision at every float there is
cmake --preset release >/dev/null && cmake --build build -j "$JOBS" --target test_lane || exit
IG_FLOAT_STRIDE=1 exec build/test_lane single_functions

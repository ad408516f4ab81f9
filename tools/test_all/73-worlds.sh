#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# 20,000 random programs over worlds, each world beside one that mj_step steps alone; others from another first seed on
first=${INGOT_FIRST_SEED:-1001}
cmake --preset release >/dev/null && cmake --build build -j "$JOBS" --target check_worlds || exit
exec build/check_worlds --seeds "$first:$((first + 20000))"

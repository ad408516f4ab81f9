#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# the thread sanitizer over many worlds, loading from four threads, contacts, rows, islands and tasks on a pool
set -e
cmake --preset tsan >/dev/null
cmake --build build/tsan -j "$JOBS" --target test_base test_hostile test_collide test_constrain test_solve test_step test_world test_render
export TSAN_OPTIONS="halt_on_error=1 second_deadlock_stack=1"
# the sanitizer of this age cannot place its shadow where addresses are random in more bits than it knows
run() { setarch -R "$@"; }
run build/tsan/test_base
run build/tsan/test_hostile models_load_in_four_threads
run build/tsan/test_hostile worlds_step_on_four_threads
run build/tsan/test_collide threads_find
run build/tsan/test_constrain threads_write
run build/tsan/test_step threads_run
run build/tsan/test_solve threads_change_no_bit
run build/tsan/test_solve a_team_factors_to_the_same_bits
run build/tsan/test_world
run build/tsan/test_render

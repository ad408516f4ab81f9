#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# worlds against mj_step and dense rows against sparse ones, bit by bit, on the public models of INGOT_MODELS, at widths 8 and 4
cmake --preset release >/dev/null && cmake --build build -j "$JOBS" --target bench_bits bench_storage || exit
[ -n "$INGOT_MODELS" ] || { echo "INGOT_MODELS names no folder; the models of this tree are part of make test"; exit 77; }
failed=0
# one process for each model: one that is slow or does not load keeps nobody else from it
for model in $(find "$INGOT_MODELS" -name '*.xml' | sort); do
  grep -q '<mujoco' "$model" || continue
  for level in avx512 avx2; do
    INGOT_CPU=$level timeout 120 build/bench_bits --hard -n 100 "$model" | grep -v 'models,'
  done
  timeout 120 build/bench_storage -n 100 "$model" | grep -v 'models,'
done > build/test-all/bits.txt
cut -d' ' -f1 build/test-all/bits.txt | sort | uniq -c
grep '^WRONG' build/test-all/bits.txt && failed=1
grep -q '^ok' build/test-all/bits.txt || failed=1
exit $failed

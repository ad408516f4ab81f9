#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# 10,000 mutated models, and clang's fuzzer with address and undefined-behaviour sanitizers on every input path
tools/install.sh clang:clang || exit
set -e
make -s fuzz-models ${FUZZ_SEED:+FUZZ_SEED="$FUZZ_SEED"}
make -s fuzz FUZZ_SECONDS=20

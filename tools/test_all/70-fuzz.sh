#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# 10,000 mutated models, the Python package called wrongly, and clang's fuzzer with address and undefined-behaviour sanitizers on
# every input path
tools/install.sh clang:clang || exit
# the libraries of the sanitizers come by themselves or with clang, by the release
runtime=$(clang -print-runtime-dir 2>/dev/null || true)
version=$(clang -dumpversion | cut -d. -f1)
tools/install.sh "$runtime/libclang_rt.fuzzer-$(uname -m).a:libclang-rt-$version-dev" || exit
set -e
make -s fuzz-models ${FUZZ_SEED:+FUZZ_SEED="$FUZZ_SEED"}
tools/setup.sh python
PYTHONPATH=python build/venv/bin/python fuzz/package.py --count 200 --seed "${FUZZ_SEED:-1}"
make -s fuzz FUZZ_SECONDS=20

#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# WebAssembly: the module gives the hashes of the native program
command -v node >/dev/null || { echo "needed: node"; exit 77; }
if [ ! -e build/wasm/ingot.wasm ] || [ ! -e build/viewer/engine/dist/index.js ]; then
  echo "no module: see viewer/engine/README.md"
  exit 77
fi
cmake --preset release >/dev/null && cmake --build build -j "$JOBS" --target ingot_program || exit
exec node viewer/test/hash.mjs build/ingot models/*.xml fuzz/corpus/load/*.xml

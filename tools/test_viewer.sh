#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The viewer: built, its bits compared with the native program's, and the page used in a real browser.
set -e
cd "$(dirname "$0")/.."
make -s viewer
tools/setup.sh browser
cmake --build build/wasm -j "${JOBS:-$(nproc)}" --target hash_models
python3 tools/hashes.py --program "node build/wasm/hash_models.js"
node viewer/test/hash.mjs build/ingot models/*.xml fuzz/corpus/load/*.xml
node viewer/test/engine.mjs
node viewer/test/browser.mjs "$PWD/build/ingot"

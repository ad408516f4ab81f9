#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# the viewer from a clean tree: WebAssembly with the bits of the native program, the page in a browser
rm -rf build/wasm build/viewer viewer/node_modules
exec tools/test_viewer.sh

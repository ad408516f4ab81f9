#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# pictures of 8192 x 8192 pixels, meshes and height fields of a million triangles, films by ffmpeg
tools/install.sh ffmpeg:ffmpeg || exit
cmake --preset release >/dev/null && cmake --build build -j "$JOBS" --target ingot_program libingot.so || exit
python3 tests/cli/run.py build/ingot build/libingot.so -k film || exit
exec python3 tests/render/large.py build/ingot

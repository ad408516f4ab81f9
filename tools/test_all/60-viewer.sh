#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# the viewer: built from nothing, its bits, and the page in a real browser
tools/install.sh emcc:emscripten node:nodejs npm:npm dpkg-source:dpkg-dev /usr/include/microhttpd.h:libmicrohttpd-dev \
  /usr/share/nodejs/acorn:node-acorn chromium:chromium curl:curl || exit
exec tools/test_viewer.sh

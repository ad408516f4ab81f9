#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Cross compilers for other systems, in the folder given as the argument: zig's clang with the headers and import libraries of Windows
# and macOS (from PyPI, pinned by hash). Prints nothing when they are there.
#   tools/zig.sh build/zig x86_64-windows-gnu aarch64-macos ...
set -e
mkdir -p "$1"
folder=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
shift
if ! cmp -s tools/requirements-zig.txt "$folder/requirements.txt"; then
  rm -rf "$folder/venv"
  python3 -m venv "$folder/venv"
  "$folder/venv/bin/pip" install -q --disable-pip-version-check --require-hashes -r tools/requirements-zig.txt
  cp tools/requirements-zig.txt "$folder/requirements.txt"
fi
zig=$(echo "$folder"/venv/lib/python3*/site-packages/ziglang/zig)
for tool in ar ranlib; do
  printf '#!/bin/sh\nexec "%s" %s "$@"\n' "$zig" $tool >"$folder/$tool"
done
for target in "$@"; do
  # zig's own checks of undefined behaviour would end programs
  printf '#!/bin/sh\nexec "%s" cc -target %s -fno-sanitize=undefined "$@"\n' "$zig" "$target" >"$folder/cc-$target"
  printf '#!/bin/sh\nexec "%s" c++ -target %s -fno-sanitize=undefined "$@"\n' "$zig" "$target" >"$folder/c++-$target"
done
chmod +x "$folder"/ar "$folder"/ranlib "$folder"/cc-* "$folder"/c++-*

#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Write the hashes that the tests found into views.inc and qualities.inc, after the pictures were looked at:  tests/render/record.sh build/test_render
set -e
folder=$(dirname "$0")
"$1" 2>&1 | sed -n 's/.*: \(.*\) on 1 threads: \(0x[0-9a-f]*\),.*/\1|\2/p' | while IFS='|' read -r name hash; do
  sed -i "s/^\({\"$name\",.*, \)\(0\|0x[0-9a-f]*\)},\$/\1$hash},/" "$folder/views.inc" "$folder/qualities.inc"
done

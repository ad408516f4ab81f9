#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The compile commands as clang-tidy needs them: each file of src/ and cli/ once (kernels at width 1), without GCC's own options.

    tools/lint_commands.py build/compile_commands.json build/lint/compile_commands.json      prints the files
"""
import json
import os
import re
import sys

GCC_ONLY = re.compile(r" (-mmem\w+-strategy=\S+|-fno-tree-\S+|-mno-fma4)")
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

once = {}
for entry in json.load(open(sys.argv[1])):
    path = os.path.relpath(entry["file"], ROOT)
    level = re.search(r"-DIG_WIDTH=(\d+)", entry["command"])
    if not re.match(r"(src|cli)/", path) or path in once or (level and level[1] != "1") or "kernels_" in entry["command"]:
        continue
    once[path] = entry | {"command": GCC_ONLY.sub("", entry["command"])}
os.makedirs(os.path.dirname(sys.argv[2]), exist_ok=True)
json.dump(list(once.values()), open(sys.argv[2], "w"), indent=0)
print("\n".join(sorted(once)))

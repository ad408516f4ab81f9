#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Check that every source file names its licence in one of its first three lines; --write adds the line.

    tools/licence.py [--write]
"""
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LINE = "SPDX-License-Identifier: Apache-2.0"
MARKS = {".def": "//", ".c": "//", ".h": "//", ".cpp": "//", ".ts": "//", ".mjs": "//", ".py": "#", ".pyi": "#", ".sh": "#", ".cmake": "#"}


def sources():
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, check=True, capture_output=True, text=True)
    return [ROOT / name for name in sorted(set(listed.stdout.splitlines())) if pathlib.Path(name).suffix in MARKS and (ROOT / name).is_file()]


def names_licence(path):
    return any(LINE in line for line in path.read_text().splitlines()[:3])


def add(path):
    lines = path.read_text().splitlines(keepends=True)
    lines.insert(1 if lines and lines[0].startswith("#!") else 0, f"{MARKS[path.suffix]} {LINE}\n")
    path.write_text("".join(lines))


if __name__ == "__main__":
    without = [path for path in sources() if not names_licence(path)]
    if "--write" in sys.argv:
        for path in without:
            add(path)
        without = []
    for path in without:
        print(f"{path.relative_to(ROOT)}: no line {LINE} (tools/licence.py --write)")
    sys.exit(1 if without else 0)

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""List the public symbols of include/mujoco/mujoco.h that a library does not define, one a line.

    tools/missing.py build/libingot_static.a > cmake/missing.txt
    tools/missing.py --check build/libingot_static.a

With --check: cmake/missing.txt must be that list, and hold nothing but rendering (mjr_) and its widgets (mjui_).
"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def public_symbols():
    text = (ROOT / "include/mujoco/mujoco.h").read_text()
    text = re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.S)
    functions = re.findall(r"MJAPI[^;]*?\b(mj\w+)\s*\(", text)
    arrays = re.findall(r"MJAPI extern [^;(]*?\b(\w+)(?:\[[^;]*)?;", text)
    pointers = re.findall(r"MJAPI extern [^;]*?\(\*(\w+)\)", text)
    return sorted(set(functions) | set(arrays) | set(pointers))


def defined_symbols(library):
    dynamic = [] if library.endswith(".a") else ["-D"]
    lines = subprocess.run(["nm", *dynamic, "--defined-only", library], check=True, capture_output=True, text=True).stdout
    return {line.split()[-1] for line in lines.splitlines() if line.strip()}


def check(missing):
    listed = (ROOT / "cmake/missing.txt").read_text().split()
    faults = [f"{name} is built, or not public" for name in listed if name not in missing]
    faults += [f"{name} is not built, and not listed" for name in missing if name not in listed]
    faults += [f"{name} is no function of rendering" for name in listed if not name.startswith(("mjr_", "mjui_"))]
    print("\n".join([*faults, f"{len(listed)} listed, {len(faults)} faults"]))
    return 1 if faults else 0


if __name__ == "__main__":
    have = defined_symbols(sys.argv[-1])
    missing = [name for name in public_symbols() if name not in have]
    if "--check" in sys.argv[1:]:
        sys.exit(check(missing))
    print("\n".join(missing))

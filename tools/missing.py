#!/usr/bin/env python3
"""List the public symbols of include/mujoco/mujoco.h that a library does not define, one a line.

    tools/missing.py build/libingot_static.a > cmake/missing.txt
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


if __name__ == "__main__":
    have = defined_symbols(sys.argv[1])
    print("\n".join(name for name in public_symbols() if name not in have))

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The table of docs/guide/performance.md: our models, this engine against another, turn by turn in one run each.

    tools/performance.py build/ingot path/to/libmujoco.so.3.5.0 [seconds per engine and model]
"""
import json
import os
import pathlib
import platform
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def processor():
    for line in open("/proc/cpuinfo"):
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.machine()


def measure(program, library, model, seconds):
    key = ["--key", "0"] if "<key " in (ROOT / f"models/{model}.xml").read_text() else []
    words = [program, "bench", model, "--against", library, "--seconds", seconds, "--json", *key]
    return json.loads(subprocess.run(words, check=True, capture_output=True, text=True).stdout)


if __name__ == "__main__":
    program, library = sys.argv[1:3]
    seconds = sys.argv[3] if len(sys.argv) > 3 else "5"
    print(f"{processor()}, {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}\n")
    print("| model | ingot, steps/s | other, steps/s | ratio |\n|---|---:|---:|---:|")
    for path in sorted((ROOT / "models").glob("*.xml")):
        found = measure(program, library, path.stem, seconds)
        own, other = (engine["steps_per_second_median"] for engine in found["engines"])
        print(f"| {path.stem} | {own:.0f} | {other:.0f} | {found['ratio']:.2f} |")

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The n-th allocation, read or write fails: in the library's main calls (shim/driver.c), and in the program.

    tests/fault/run.py SHIM.so DRIVER PROGRAM [times per call]
"""
import os
import pathlib
import subprocess
import sys
import tempfile

SHIM, DRIVER, PROGRAM = map(os.path.abspath, sys.argv[1:4])
MOST = sys.argv[4] if len(sys.argv) > 4 else "300"
ALLOC, READ, WRITE = range(3)
CODES = {0, 1, 2, 3, 4, 5}


def run_program(folder, words, kind, n):
    environment = {**os.environ, "LD_PRELOAD": SHIM, "FAULT_KIND": str(kind), "FAULT_N": str(n)}
    return subprocess.run([PROGRAM, *words], cwd=folder, env=environment, capture_output=True, text=True, errors="replace", timeout=120)


def check_program():
    """a run that writes two files, of which one is there already, and a conversion"""
    faults = tried = 0
    calls = [(["run", "double_pendulum", "--seconds", "0.01", "--csv", "x.csv", "--save-state", "x.state"], ["x.csv", "x.state"]),
             (["convert", "double_pendulum", "y.xml"], ["y.xml"])]
    for words, names in calls:
        whole = {}
        for kind in (ALLOC, READ, WRITE):
            # allocations are many: a few from the whole range
            places = range(1, 40) if kind != ALLOC else [1, 2, 5, 10, 20, 50, 100, 200, 300, 400, 500, 700, 1000, 1500, 2000, 3000, 5000]
            for n in [0, *places]:
                with tempfile.TemporaryDirectory() as name:
                    folder = pathlib.Path(name)
                    old = "old" if words[0] == "run" else None
                    if old:
                        (folder / "x.csv").write_text(old)
                    done = run_program(folder, words, kind, n)
                    files = {path.name: path.read_text() for path in folder.iterdir()}
                if n == 0:
                    whole = files
                trouble = None
                if done.returncode not in CODES:
                    trouble = f"ended with {done.returncode}"
                elif done.returncode and not done.stderr.strip():
                    trouble = "failed without a message"
                elif done.returncode == 0 and n and kind == WRITE and files != whole:
                    trouble = "did not fail, and the files are not whole"
                elif set(files) - set(names):
                    trouble = f"left {sorted(set(files) - set(names))}"
                elif any(text not in (old, whole[name]) for name, text in files.items()):
                    trouble = "left a file that is neither the old nor the new one"
                tried += 1
                if trouble:
                    faults += 1
                    print(f"ingot {' '.join(words)}, kind {kind}, number {n}: {trouble}\n{done.stderr[-300:]}")
    print(f"program: {tried} runs, {faults} faults")
    return faults


def main():
    with tempfile.TemporaryDirectory() as folder:
        code = subprocess.run([DRIVER, folder, MOST], env={**os.environ, "LD_PRELOAD": SHIM}, timeout=1200).returncode
    if code < 0:
        print(f"the driver was ended by signal {-code}")
    return 1 if code or check_program() else 0


if __name__ == "__main__":
    sys.exit(main())

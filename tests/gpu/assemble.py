#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every module of kernels through NVIDIA's assembler, as the driver does it on first use: it must be taken, and no kernel may
spill more registers or need more stack than was recorded, nor a module have more lines, which is what the first use takes its
time for.

    tests/gpu/assemble.py FOLDER_OF_PTX [--record]        --record: the bounds of tests/gpu/assembled.txt anew, with some room

The assembler is that of `tools/setup.sh python` (build/venv-gpu), or the `ptxas` of a CUDA toolkit. Without one the exit status is
77, and a sentence says so.
"""
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
BOUNDS = HERE / "assembled.txt"
ARCH = "sm_90"


def assembler():
    found = sorted((HERE.parents[1] / "build" / "venv-gpu").glob("lib/*/site-packages/nvidia/*/bin/ptxas"))
    return str(found[0]) if found else shutil.which("ptxas")


def assemble(tool, path):
    """(lines, bytes of stack, bytes of spills) of a module, the largest of its kernels"""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([tool, "-v", f"-arch={ARCH}", str(path), "-o", folder + "/out"], capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{path}: {done.stderr}")
    found = re.findall(r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads", done.stderr)
    if not found:
        raise SystemExit(f"{path}: the assembler did not say what the kernels need\n{done.stderr}")
    return (len(path.read_text().splitlines()), max(int(one[0]) for one in found), max(int(a) + int(b) for _, a, b in found))


def recorded():
    rows = (line.split() for line in BOUNDS.read_text().splitlines() if line and not line.startswith("#"))
    return {name: tuple(map(int, numbers)) for name, *numbers in rows}


def record(measured):
    with BOUNDS.open("w") as file:
        file.write(f"# Bounds of tests/gpu/assemble.py for {ARCH}: module, lines of PTX, bytes of stack and of spills of a kernel\n")
        for name, (lines, stack, spills) in sorted(measured.items()):
            file.write(f"{name} {-(-lines * 11 // 1000) * 100} {-(-stack * 11 // 10 // 256) * 256} {-(-spills // 128) * 128}\n")


def main():
    tool = assembler()
    if not tool:
        print("skipped: there is no ptxas (tools/setup.sh python installs it where PyPI is reached)")
        raise SystemExit(77)
    files = sorted(pathlib.Path(sys.argv[1]).glob("*.ptx"))
    if not files:
        raise SystemExit(f"there are no modules in {sys.argv[1]}")
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda path: assemble(tool, path), files))
    measured = {path.stem.removeprefix("ingot_"): result for path, result in zip(files, results)}
    if "--record" in sys.argv:
        return record(measured)
    bounds, wrong = recorded(), []
    for name, numbers in measured.items():
        print(f"{name:16} {numbers[0]:6} lines {numbers[1]:6} bytes of stack {numbers[2]:4} of spills")
        if name not in bounds:
            wrong.append(f"{name} has no bounds")
            continue
        for what, found, bound in zip(("lines", "bytes of stack", "bytes of spills"), numbers, bounds[name]):
            if found > bound:
                wrong.append(f"{name}: {found} {what}, more than {bound}")
    wrong += [f"{name} has bounds, but there is no such module" for name in bounds.keys() - measured.keys()]
    if wrong:
        raise SystemExit("\n".join(wrong) + f"\n(where that is meant: {pathlib.Path(__file__).name} --record)")


if __name__ == "__main__":
    main()

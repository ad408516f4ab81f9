#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Pictures against MuJoCo's own renderer with OSMesa, in one run: processor time of mujoco.Renderer.render().

    bench/render.py [--size 64x64,640x480] [--camera N] MODEL ...

Run with the Python of build/venv (mujoco==3.5.0, PyOpenGL) where Debian's libosmesa6 is installed. For each model and size both
engines draw in turn, each in a process of its own; ratios above 1 say that Ingot is faster. Geometric means over models.
"""
import argparse
import math
import os
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parent.parent
SHOOT = ROOT / "tests/render/shoot.py"


def times(engine, model, size, camera, folder):
    environment = {key: value for key, value in os.environ.items() if key not in ("LD_PRELOAD", "MUJOCO_GL", "DISPLAY")}
    environment.update({"MUJOCO_GL": "osmesa"} if engine == "mujoco" else {"LD_PRELOAD": str(ROOT / "build/libingot.so")})
    out = pathlib.Path(folder) / engine
    words = ["--engine", engine, "--time", "--size", size, "--camera", str(camera), "--out", out, model]
    subprocess.run([sys.executable, SHOOT, *map(str, words)], env=environment, check=True, stdout=subprocess.DEVNULL)
    found = np.load(out / f"000_{pathlib.Path(model).stem}.npz")
    return next(float(found[key]) for key in found.files if key.startswith("time_"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", nargs="+")
    parser.add_argument("--size", default="64x64,84x84,640x480", help="several with commas between them")
    parser.add_argument("--camera", type=int, default=-1)
    options = parser.parse_args()
    for size in options.size.split(","):
        ratios = []
        for model in options.models:
            with tempfile.TemporaryDirectory() as folder:
                theirs, ours = (times(engine, model, size, options.camera, folder) for engine in ("mujoco", "ingot"))
            ratios.append(theirs / ours)
            print(f"{size:>9s}  {'/'.join(pathlib.Path(model).parts[-2:]):44s} {1e3 * theirs:8.2f} ms {1e3 * ours:8.3f} ms {ratios[-1]:7.1f} x", flush=True)
        mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
        print(f"{size:>9s}  geometric mean of {len(ratios)}: {mean:.1f}, from {min(ratios):.1f} to {max(ratios):.1f}", flush=True)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Steps per second of many worlds on a GPU, in double precision, with the bits checked against the CPU in the same run.

    python bench/gpu.py [--worlds 8192,32768,131072] [--device cuda] humanoid.xml cheetah.xml

Controls are random within 0.1 of zero and stay; starts differ by noise of 0.01 in the positions; the solver is set as the file
has it. 100 steps come first, then the median of 5 times 100 steps counts. Checked: all fields of some worlds after 100
steps, against as many worlds on the CPU.
"""
import argparse
import pathlib
import time

import numpy as np

import ingot
from ingot.worlds import FIELDS

WARM, STEPS, TURNS, CHECKED = 100, 100, 5, 96


def started(model, count, device, of=None):
    """The first `count` of `of` worlds, at their starts."""
    worlds = ingot.Worlds(model, count, device=device)
    random, nq, nu = np.random.default_rng(0), worlds.model().nq, worlds.model().nu
    noise, controls = 0.01 * random.standard_normal((of or count, nq)), random.uniform(-0.1, 0.1, (of or count, nu))
    worlds.qpos = np.asarray(worlds.qpos) + noise[:count]
    worlds.ctrl = controls[:count]
    return worlds


def differing(a, b):
    """Names of fields that are not the same bits in the worlds of b and the first of a."""
    return [name for name in FIELDS if np.asarray(getattr(a, name))[: len(b)].tobytes() != np.asarray(getattr(b, name)).tobytes()]


def measure(model, count, device):
    worlds = started(model, count, device)
    worlds.step(WARM)
    worlds.wait()
    few = started(model, min(CHECKED, count), "cpu", count)
    few.step(WARM)
    wrong = differing(worlds, few)
    turns = []
    for _ in range(TURNS):
        begin = time.perf_counter()
        worlds.step(STEPS)
        worlds.wait()
        turns.append(time.perf_counter() - begin)
    few.step(STEPS)
    rows = np.mean([few[world].data.nefc for world in range(len(few))])
    finite = np.isfinite(np.asarray(worlds.qpos)).all(axis=1).mean()
    return count * STEPS / np.median(turns), wrong, rows, finite


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("models", nargs="+")
    parser.add_argument("--worlds", default="8192,32768,131072")
    parser.add_argument("--device", default="cuda")
    options = parser.parse_args()
    print(f"{'model':24} {'worlds':>8} {'M steps/s':>10} {'rows':>6}  bits")
    failed = False
    for path in options.models:
        for count in map(int, options.worlds.split(",")):
            try:
                speed, wrong, rows, finite = measure(path, count, options.device)
            except ingot.Error as error:
                print(f"{pathlib.Path(path).stem:24} {count:8}  {error}", flush=True)
                failed = True
                continue
            failed = failed or bool(wrong)
            said = "differ: " + ", ".join(wrong) if wrong else "same" + ("" if finite == 1 else f", {100 * finite:.1f} % finite")
            print(f"{pathlib.Path(path).stem:24} {count:8} {speed / 1e6:10.2f} {rows:6.1f}  {said}", flush=True)
    raise SystemExit(failed)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Models on a device against the CPU: the same bits in every field after many steps, and in what the last one computed, or a refusal that names its reason.

    tests/gpu/models.py [--device cuda] [--worlds 64] [--steps 1000] [--seconds 20] MODEL_OR_FOLDER...

Worlds start from different states (noise in the velocities) and have random controls over their whole range. A model that takes
longer than `seconds` is stopped there, and compared as far as it got. The exit status says whether any bit differs.
"""
import argparse
import collections
import pathlib
import time

import numpy as np

import ingot
from ingot.worlds import FIELDS

OUTPUTS = ("qacc", "xpos", "xmat", "geom_xpos", "cvel", "cfrc_ext", "cacc", "subtree_linvel", "qfrc_constraint", "actuator_force")


def files(paths):
    for path in map(pathlib.Path, paths):
        yield from sorted(found for found in path.rglob("*") if found.suffix in (".xml", ".mjb")) if path.is_dir() else [path]


def started(model, count, device):
    worlds, random, m = ingot.Worlds(model, count, device=device), np.random.default_rng(7), model
    worlds.qvel = 0.1 * random.standard_normal((count, m.nv))
    low, high = np.where(m.actuator_ctrllimited.astype(bool)[:, None], m.actuator_ctrlrange, [-1, 1]).T
    worlds.ctrl = low + (high - low) * random.random((count, m.nu))
    return worlds


def differing(a, b):
    return [name for name in FIELDS if np.asarray(getattr(a, name)).tobytes() != np.asarray(getattr(b, name)).tobytes()]


def differing_outputs(a, b):
    """What the last step computed, gathered from the device."""
    return [name for name in OUTPUTS if a.gather(name).tobytes() != b.gather(name).tobytes()]


def compare(model, options):
    """(steps made, names of fields that differ)"""
    there, here = (started(model, options.worlds, device) for device in (options.device, "cpu"))
    begin, steps = time.monotonic(), 0
    while steps < options.steps and (not steps or time.monotonic() - begin < options.seconds):
        n = min(1 if not steps else 10 if steps < 51 else 100, options.steps - steps)
        there.step(n)
        here.step(n)
        steps += n
        wrong = differing(there, here)
        if wrong:
            return steps, wrong
    wrong = differing_outputs(there, here)
    return steps, wrong + ([] if np.array_equal(there.status, here.status) else ["status"])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("models", nargs="+")
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--worlds", type=int, default=64)
    parser.add_argument("--steps", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=20)
    options = parser.parse_args()
    count, reasons = collections.Counter(), collections.Counter()
    for path in files(options.models):
        try:
            model = ingot.load(path)
        except ingot.Error:
            continue  # not a model by itself
        count["models"] += 1
        try:
            steps, wrong = compare(model, options)
        except ingot.Error as error:
            count["refused"] += 1
            reasons[str(error).splitlines()[0]] += 1
            print(f"{path}: {error}", flush=True)
            if error.status == ingot.Status.DEVICE_LOST:
                raise SystemExit(1) from None
            continue
        count["differ" if wrong else "same"] += 1
        print(f"{path}: {steps} steps, {'differ in ' + ', '.join(wrong) if wrong else 'same'}", flush=True)
    for reason, number in reasons.most_common():
        print(f"{number:5} {reason}")
    print(f"{count['models']} models: {count['same']} with the same bits, {count['differ']} that differ, {count['refused']} refused")
    raise SystemExit(bool(count["differ"]))


if __name__ == "__main__":
    main()

# SPDX-License-Identifier: Apache-2.0
"""Gymnasium's v5 MuJoCo environments and the tasks of the dm_control suite, on Ingot and on the reference.

    python tests/python/gym_dm.py [--full] [--match TEXT] [--steps N]

Each environment takes N random actions on Ingot (50, or 1,000 with --full); the same program runs without Ingot, and
the observations of the first 20 steps must agree to 1e-6. By default a part of the environments runs.
"""
import argparse
import os
import pickle
import subprocess
import sys
import tempfile
import time
import warnings

import numpy as np

COMPARED, TOLERANCE = 20, 1e-6
GYM = [
    "Ant", "HalfCheetah", "Hopper", "Walker2d", "Swimmer", "Humanoid", "HumanoidStandup",
    "InvertedPendulum", "InvertedDoublePendulum", "Reacher", "Pusher",
]  # fmt: skip
SHORT = ["gym/", "humanoid/stand", "quadruped/walk", "manipulator/bring_ball", "fish/swim", "finger/spin", "dog/stand", "stacker/stack_2"]


def run_gym(name, steps):
    import gymnasium

    env = gymnasium.make(name)
    env.action_space.seed(3)
    seen = [env.reset(seed=3)[0]]
    for _ in range(steps):
        observed, _, terminated, truncated, _ = env.step(env.action_space.sample())
        seen.append(observed)
        if terminated or truncated:
            seen.append(env.reset()[0])
    return seen


def run_dm(domain, task, steps):
    from dm_control import suite

    env = suite.load(domain, task, task_kwargs={"random": 3})
    # one task uploads its terrain for rendering whenever it can, and fails where nothing can be rendered
    type(env.physics).contexts = None
    random, spec = np.random.RandomState(3), env.action_spec()
    flat = lambda moment: np.concatenate([np.ravel(value) for value in moment.observation.values()])
    seen = [flat(env.reset())]
    for _ in range(steps):
        # some actuators have no limits
        low, high = np.maximum(spec.minimum, -1), np.minimum(spec.maximum, 1)
        seen.append(flat(env.step(random.uniform(low, high, spec.shape))))
    return seen


def names():
    from dm_control import suite

    return [f"gym/{name}-v5" for name in GYM] + [f"{domain}/{task}" for domain, task in suite.ALL_TASKS]


def run_all(chosen, steps, path):
    """In a process of its own: run every environment and store what was seen."""
    warnings.simplefilter("ignore")
    import mujoco

    import ingot

    results = {"active": ingot.active()}
    for name in chosen:
        first, second = name.split("/")
        start = time.time()
        try:
            seen = run_gym(second, steps) if first == "gym" else run_dm(first, second, steps)
            results[name] = {"seen": seen[: COMPARED + 1], "finite": all(np.isfinite(s).all() for s in seen), "time": time.time() - start}
        except Exception as error:
            results[name] = {"error": f"{type(error).__name__}: {error}"}
    with open(path, "wb") as file:
        pickle.dump(results, file)


def worker(prefix, chosen, steps, path):
    program = [sys.executable, *prefix, os.path.abspath(__file__), "--worker", path, "--steps", str(steps), *chosen]
    # no window system is needed, and none may be there
    environment = {**os.environ, "MUJOCO_GL": "disable"}
    done = subprocess.run(program, capture_output=True, text=True, env=environment)
    if done.returncode:
        sys.exit(f"{' '.join(prefix) or 'the reference'} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    with open(path, "rb") as file:
        return pickle.load(file)


def difference(ours, theirs):
    """The largest difference, relative above 1."""
    if len(ours) != len(theirs):
        return np.inf
    pairs = [(np.asarray(a, float), np.asarray(b, float)) for a, b in zip(ours, theirs)]
    if any(a.shape != b.shape for a, b in pairs):
        return np.inf
    return max(float(np.max(np.abs(a - b) / np.maximum(1, np.abs(b)), initial=0)) for a, b in pairs)


def compare(chosen, steps, verbose):
    with tempfile.TemporaryDirectory() as folder:
        ours = worker(["-m", "ingot"], chosen, steps, os.path.join(folder, "ours"))
        theirs = worker([], chosen, min(steps, COMPARED), os.path.join(folder, "theirs"))
    if not ours["active"] or theirs["active"]:
        sys.exit("python -m ingot did not put Ingot in the reference's place")
    failures, worst = [], 0.0
    for name in chosen:
        if "error" in theirs[name]:
            failures.append(f"{name}: the reference fails: {theirs[name]['error']}")
        elif "error" in ours[name]:
            failures.append(f"{name}: {ours[name]['error']}")
        else:
            off = difference(ours[name]["seen"], theirs[name]["seen"])
            worst = max(worst, off)
            if verbose:
                print(f"{name:40s} off by {off:.1e}  {ours[name]['time']:6.1f} s{'' if ours[name]['finite'] else '  not finite'}")
            if not off <= TOLERANCE or not ours[name]["finite"]:
                failures.append(f"{name}: off by {off:.3g} in the first {COMPARED} steps{'' if ours[name]['finite'] else ', not finite'}")
    return failures, worst


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--full", action="store_true", help="all environments, 1,000 steps")
    parser.add_argument("--match", help="only environments whose name contains this")
    parser.add_argument("--steps", type=int)
    parser.add_argument("-v", "--verbose", action="store_true", help="a line for each environment")
    parser.add_argument("--worker", help=argparse.SUPPRESS)
    parser.add_argument("names", nargs="*", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.worker:
        run_all(options.names, options.steps, options.worker)
        return
    os.environ["MUJOCO_GL"] = "disable"
    chosen = names()
    if options.match:
        chosen = [name for name in chosen if options.match in name]
    elif not options.full:
        chosen = [name for name in chosen if any(name.startswith(short) for short in SHORT)]
    steps = options.steps or (1000 if options.full else 50)
    failures, worst = compare(chosen, steps, options.verbose)
    print("\n".join(failures) or "ok", end=": ")
    print(f"{len(chosen) - len(failures)} of {len(chosen)} environments, {steps} steps each, largest difference {worst:.1e}")
    sys.exit(bool(failures))


if __name__ == "__main__":
    main()

# SPDX-License-Identifier: Apache-2.0
"""What the Python package costs for many humanoids: making worlds, a step, parameters, outputs, attributes.

    python bench/python_worlds.py [worlds] [threads]

Uses the model of the installed gymnasium package. Times are processor time of all threads, the least of a few;
memory is the most that was in use.
"""
import importlib.util
import pathlib
import resource
import sys
import time
import timeit

import numpy as np

start = time.process_time()
import ingot

imported = time.process_time() - start
MODEL = pathlib.Path(importlib.util.find_spec("gymnasium").origin).parent / "envs/mujoco/assets/humanoid.xml"


def least(function, repeats=3):
    times = []
    for _ in range(repeats):
        begin = time.process_time()
        function()
        times.append(time.process_time() - begin)
    return min(times)


def memory():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 4096
    threads = int(sys.argv[2]) if len(sys.argv) > 2 else 2
    model, made = ingot.load(MODEL), []
    print(f"import                      {1e3 * imported:10.1f} ms (numpy not counted)")
    print(f"creation of {count:6d} worlds   {1e3 * least(lambda: made.append(ingot.Worlds(model, count, threads=threads)), 1):10.1f} ms")
    worlds = made[0]
    worlds.ctrl[:] = np.random.default_rng(0).uniform(-0.4, 0.4, worlds.ctrl.shape)
    print(f"one step of all             {1e3 * least(worlds.step):10.1f} ms, {memory():.0f} MB in use")
    mass = model.body_mass * np.random.default_rng(0).uniform(0.8, 1.2, (count, 1))
    change = lambda: worlds.set_parameter("body_mass", mass)
    print(f"body_mass of all, first     {1e3 * least(change, 1):10.1f} ms")
    print(f"body_mass of all, again     {1e3 * least(change):10.1f} ms, {memory():.0f} MB in use")
    print(f"set_const                   {1e3 * least(worlds.set_const, 1):10.1f} ms, {memory():.0f} MB in use")
    print(f"one step of all, after that {1e3 * least(worlds.step):9.1f} ms")
    print(f"status                      {1e3 * least(lambda: worlds.status):10.3f} ms")
    print(f"gather xpos                 {1e3 * least(lambda: worlds.gather('xpos')):10.3f} ms")
    names = {"worlds": worlds, "model": model, "data": worlds.data(0)}
    for what in ("worlds.qpos", "model.body_mass", "model.nv", "data.xpos", "model.opt.timestep"):
        print(f"{what:28s}{1e6 * min(timeit.repeat(what, globals=names, number=1000, repeat=20)):10.1f} ns")


if __name__ == "__main__":
    main()

# SPDX-License-Identifier: Apache-2.0
"""Steps per second of ingot.Worlds and of mujoco.rollout, model by model, turn by turn in one run.

    python bench/worlds.py [--worlds 256] [--threads 1] [--steps 50] [--warm-up 200] [--repeats 5] [--every-step] MODEL.xml ...

Both start from the same states and take the same controls, over their whole range and a new one each step: states that
differ by a little at the start and by `warm-up` steps of such controls. The controls are known beforehand (follow against
one rollout), or with --every-step given step by step, as a policy would. The best of the repeats counts; where other
programs run as well, the processor time says more. Rows and iterations are means over the worlds at the end. With
--check the states are compared with single steps, for 1, 2 and 3 threads.
Without models: Gymnasium's, as far as that package is installed.
"""
import argparse
import importlib.util
import pathlib
import sys
import time

import mujoco
import mujoco.rollout
import numpy as np

import ingot

FULL = mujoco.mjtState.mjSTATE_FULLPHYSICS
GYMNASIUM = ("half_cheetah", "hopper", "walker2d", "ant", "humanoid")


def default_models():
    package = importlib.util.find_spec("gymnasium")
    if not package:
        sys.exit("gymnasium is not installed; name models")
    return [str(pathlib.Path(package.origin).parent / f"envs/mujoco/assets/{name}.xml") for name in GYMNASIUM]


class Watch:
    """Seconds on the clock and of the processors."""

    def __enter__(self):
        self.seconds, self.processor = -time.perf_counter(), -time.process_time()
        return self

    def __exit__(self, *_):
        self.seconds += time.perf_counter()
        self.processor += time.process_time()


def control_ranges(model):
    limited = model.actuator_ctrllimited.astype(bool)
    return np.where(limited, model.actuator_ctrlrange[:, 0], -1), np.where(limited, model.actuator_ctrlrange[:, 1], 1)


class Case:
    """Starts and controls, the same for both sides."""

    def __init__(self, path, options):
        self.path, self.worlds, self.threads, self.steps = path, options.worlds, options.threads, options.steps
        self.model = mujoco.MjModel.from_xml_path(path)
        random = np.random.default_rng(0)
        data = mujoco.MjData(self.model)
        starts = np.zeros((self.worlds, mujoco.mj_stateSize(self.model, FULL)))
        for row in starts:
            mujoco.mj_resetData(self.model, data)
            data.qvel[:] = 0.01 * random.standard_normal(self.model.nv)
            mujoco.mj_getState(self.model, data, row, FULL)
        low, high = control_ranges(self.model)
        warm_up = random.uniform(low, high, (self.worlds, options.warm_up, self.model.nu))
        self.controls = random.uniform(low, high, (self.worlds, self.steps, self.model.nu))
        worlds = self.make_worlds(self.threads)
        worlds.set_state(starts, FULL)
        worlds.follow(warm_up)
        self.starts = worlds.get_state(FULL)
        self.pool = mujoco.rollout.Rollout(nthread=self.threads)
        self.datas = [mujoco.MjData(self.model) for _ in range(self.threads)]

    def make_worlds(self, threads):
        return ingot.Worlds(self.path, self.worlds, threads=threads)

    def follow(self, worlds):
        worlds.set_state(self.starts, FULL)
        with Watch() as watch:
            worlds.follow(self.controls)
        return watch

    def step(self, worlds):
        worlds.set_state(self.starts, FULL)
        with Watch() as watch:
            for step in range(self.steps):
                worlds.step(1, self.controls[:, step])
        return watch

    def rollout(self):
        with Watch() as watch:
            self.last = self.pool.rollout(self.model, self.datas, self.starts, self.controls)[0][:, -1]
        return watch

    def rollout_steps(self):
        states = self.starts
        with Watch() as watch:
            for step in range(self.steps):
                states = self.pool.rollout(self.model, self.datas, states, self.controls[:, step : step + 1])[0][:, -1]
        return watch

    def run_alone(self):
        """One world after the other, step by step."""
        worlds = self.make_worlds(1)
        for world in range(self.worlds):
            mask = np.arange(self.worlds) == world
            worlds.set_state(self.starts, FULL, mask=mask)
            for step in range(self.steps):
                worlds.ctrl[world] = self.controls[world, step]
                worlds.step(1, mask=mask)
        return worlds.get_state()

    def check(self):
        expected = self.run_alone()
        for threads in (1, 2, 3):
            worlds = self.make_worlds(threads)
            self.follow(worlds)
            if not np.array_equal(worlds.get_state(), expected, equal_nan=True):
                sys.exit(f"{self.path}: the states of {threads} threads are not those of single steps")


def count(worlds):
    """Mean rows and solver iterations of some worlds."""
    some = range(0, len(worlds), max(1, len(worlds) // 32))
    datas = [worlds[world].data for world in some]
    return np.mean([data.nefc for data in datas]), np.mean([np.sum(data.solver_niter) for data in datas])


def run(path, options):
    case = Case(path, options)
    worlds = case.make_worlds(case.threads)
    ours, theirs = (case.step, case.rollout_steps) if options.every_step else (case.follow, case.rollout)
    times = [(ours(worlds), theirs()) for _ in range(options.repeats)]
    total = case.worlds * case.steps
    mine, other = (1e6 * min(watch.seconds for watch in side) / total for side in zip(*times))
    cpu = [1e6 * min(watch.processor for watch in side) / total for side in zip(*times)]
    rows, iterations = count(worlds)
    name = f"{pathlib.Path(path).parent.name}/{pathlib.Path(path).stem}"
    print(f"{name:40s} {worlds.width:5d} {rows:6.1f} {iterations:6.1f} {other:10.2f} {mine:10.2f} {other / mine:7.2f} {cpu[1] / cpu[0]:7.2f}", flush=True)
    if options.check:
        case.check()
    return other / mine


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", nargs="*")
    for name, value in (("worlds", 256), ("threads", 1), ("steps", 50), ("warm-up", 200), ("repeats", 5)):
        parser.add_argument(f"--{name}", type=int, default=value)
    parser.add_argument("--every-step", action="store_true")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    if ingot.active():
        sys.exit("run this without python -m ingot: mujoco.rollout has to be on the reference")
    print(f"{options.worlds} worlds, {options.threads} threads, {options.steps} steps, best of {options.repeats}; us per step and world")
    print(f"{'model':40s} width   rows  iter.    rollout     Worlds   ratio  processor time")
    ratios = [run(path, options) for path in options.models or default_models()]
    print(f"geometric mean {np.exp(np.mean(np.log(ratios))):.2f}, least {min(ratios):.2f}")


if __name__ == "__main__":
    main()

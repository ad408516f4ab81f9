"""Steps per second of ingot.Worlds and of mujoco.rollout, on Gymnasium's humanoid, turn by turn in one run.

    python bench/worlds.py [--worlds 64] [--threads 2] [--steps 100] [--repeats 10] [--model FILE.xml]

Both start from the same states and take the same controls, a new one each step. First they are known beforehand (follow
against one rollout), then they are given step by step, as a policy would (step against a rollout of one step each).
The best of the repeats counts. Processor time is that of all threads: where other programs run as well, it says more than
steps per second. The states are compared for 1, 2 and 3 threads and for single stepping as well.
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


def default_model():
    package = importlib.util.find_spec("gymnasium")
    if not package:
        sys.exit("gymnasium is not installed; name a model with --model")
    return str(pathlib.Path(package.origin).parent / "envs/mujoco/assets/humanoid.xml")


class Watch:
    """Seconds on the clock and of the processors."""

    def __enter__(self):
        self.seconds, self.processor = -time.perf_counter(), -time.process_time()
        return self

    def __exit__(self, *_):
        self.seconds += time.perf_counter()
        self.processor += time.process_time()


class Case:
    """Starts and controls, the same for both sides."""

    def __init__(self, options):
        self.path, self.worlds, self.threads, self.steps = options.model, options.worlds, options.threads, options.steps
        self.model = mujoco.MjModel.from_xml_path(options.model)
        random = np.random.default_rng(0)
        data = mujoco.MjData(self.model)
        self.starts = np.zeros((self.worlds, mujoco.mj_stateSize(self.model, FULL)))
        for row in self.starts:
            mujoco.mj_resetData(self.model, data)
            data.qvel[:] = 0.01 * random.standard_normal(self.model.nv)
            mujoco.mj_getState(self.model, data, row, FULL)
        self.controls = random.uniform(-0.4, 0.4, (self.worlds, self.steps, self.model.nu))
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

    def rollout(self, worlds):
        with Watch() as watch:
            self.last = self.pool.rollout(self.model, self.datas, self.starts, self.controls)[0][:, -1]
        return watch

    def rollout_steps(self, worlds):
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


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model")
    for name, value in (("worlds", 64), ("threads", 2), ("steps", 100), ("repeats", 10)):
        parser.add_argument(f"--{name}", type=int, default=value)
    options = parser.parse_args()
    options.model = options.model or default_model()
    if ingot.active():
        sys.exit("run this without python -m ingot: mujoco.rollout has to be on the reference")
    case = Case(options)
    worlds = case.make_worlds(case.threads)
    print(f"{pathlib.Path(case.path).name}, {case.worlds} worlds, {case.threads} threads, {case.steps} steps, best of {options.repeats}")
    for title, ours, theirs in (("controls known", case.follow, case.rollout), ("step by step", case.step, case.rollout_steps)):
        times = [(ours(worlds), theirs(worlds)) for _ in range(options.repeats)]
        total = case.worlds * case.steps
        mine, other = (min(watch.seconds for watch in side) / total for side in zip(*times))
        print(f"  {title:15s} ingot.Worlds {1 / mine:7.0f}, mujoco.rollout {1 / other:7.0f} steps/s, ratio {other / mine:.2f}")
        mine, other = (1e6 * min(watch.processor for watch in side) / total for side in zip(*times))
        print(f"  {'':15s} ingot.Worlds {mine:7.1f}, mujoco.rollout {other:7.1f} us of processor time per step, ratio {other / mine:.2f}")

    # the same bits, however the worlds are stepped
    reference, same = case.run_alone(), True
    for threads in (1, 2, 3):
        batch = case.make_worlds(threads)
        for run in (case.step, case.follow):
            run(batch)
            same &= np.array_equal(batch.get_state(), reference)
    print(f"  bits of 1, 2, 3 threads and single stepping: {'equal' if same else 'DIFFERENT'}")
    difference = np.max(np.abs(batch.get_state(FULL) - case.last))
    print(f"  largest difference from mujoco.rollout after {case.steps} steps: {difference:.1e}")
    sys.exit(not same)


if __name__ == "__main__":
    main()

"""Steps per second of ingot.Worlds and of mujoco.rollout, on Gymnasium's humanoid, turn by turn in one run.

    python bench/worlds.py [--worlds 64] [--threads 2] [--steps 100] [--repeats 5] [--model FILE.xml] [--every 1]

Both start from the same states and take the same controls, a new one each step; --every K holds them for K steps. The
best of the repeats counts. The states are compared for 1, 2 and 3 threads and for single stepping as well.
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


def default_model():
    package = importlib.util.find_spec("gymnasium")
    if not package:
        sys.exit("gymnasium is not installed; name a model with --model")
    return str(pathlib.Path(package.origin).parent / "envs/mujoco/assets/humanoid.xml")


class Case:
    """Starts and controls, the same for both sides."""

    def __init__(self, options):
        self.path, self.worlds, self.threads, self.every = options.model, options.worlds, options.threads, options.every
        self.steps = options.steps
        self.model = mujoco.MjModel.from_xml_path(options.model)
        random = np.random.default_rng(0)
        data = mujoco.MjData(self.model)
        size = mujoco.mj_stateSize(self.model, mujoco.mjtState.mjSTATE_FULLPHYSICS)
        self.starts = np.zeros((self.worlds, size))
        for row in self.starts:
            mujoco.mj_resetData(self.model, data)
            data.qvel[:] = 0.01 * random.standard_normal(self.model.nv)
            mujoco.mj_getState(self.model, data, row, mujoco.mjtState.mjSTATE_FULLPHYSICS)
        turns = random.uniform(-0.4, 0.4, (self.worlds, -(-self.steps // self.every), self.model.nu))
        self.controls = np.repeat(turns, self.every, axis=1)[:, : self.steps].copy()

    def make_worlds(self, threads):
        return ingot.Worlds(self.path, self.worlds, threads=threads)

    def run_worlds(self, worlds):
        worlds.set_state(self.starts, mujoco.mjtState.mjSTATE_FULLPHYSICS)
        start = time.perf_counter()
        for step in range(0, self.steps, self.every):
            worlds.step(min(self.every, self.steps - step), self.controls[:, step])
        return time.perf_counter() - start

    def make_rollout(self):
        return mujoco.rollout.Rollout(nthread=self.threads), [mujoco.MjData(self.model) for _ in range(self.threads)]

    def run_rollout(self, pool, datas):
        start = time.perf_counter()
        states, _ = pool.rollout(self.model, datas, self.starts, self.controls)
        return time.perf_counter() - start, states[:, -1]

    def run_alone(self):
        """One world after the other, step by step."""
        worlds, rows = self.make_worlds(1), []
        for world in range(self.worlds):
            mask = np.arange(self.worlds) == world
            worlds.set_state(self.starts, mujoco.mjtState.mjSTATE_FULLPHYSICS, mask=mask)
            for step in range(self.steps):
                worlds.ctrl[world] = self.controls[world, step]
                worlds.step(1, mask=mask)
        return worlds.get_state()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model")
    for name, value in (("worlds", 64), ("threads", 2), ("steps", 100), ("repeats", 5), ("every", 1)):
        parser.add_argument(f"--{name}", type=int, default=value)
    options = parser.parse_args()
    options.model = options.model or default_model()
    if ingot.active():
        sys.exit("run this without python -m ingot: mujoco.rollout has to be on the reference")
    case = Case(options)

    worlds, (pool, datas) = case.make_worlds(case.threads), case.make_rollout()
    ours, theirs, expected = [], [], None
    for _ in range(options.repeats):
        ours.append(case.run_worlds(worlds))
        seconds, expected = case.run_rollout(pool, datas)
        theirs.append(seconds)
    total = case.worlds * case.steps
    print(f"{pathlib.Path(case.path).name}, {case.worlds} worlds, {case.threads} threads, {case.steps} steps, best of {options.repeats}")
    print(f"  ingot.Worlds    {total / min(ours):10.0f} steps/s")
    print(f"  mujoco.rollout  {total / min(theirs):10.0f} steps/s")
    print(f"  ratio           {min(theirs) / min(ours):10.2f}")

    # the same bits, however the worlds are stepped
    reference, same = case.run_alone(), True
    for threads in (1, 2, 3):
        batch = case.make_worlds(threads)
        case.run_worlds(batch)
        same &= np.array_equal(batch.get_state(), reference)
    print(f"  bits of 1, 2, 3 threads and single stepping: {'equal' if same else 'DIFFERENT'}")
    state = worlds.get_state(mujoco.mjtState.mjSTATE_FULLPHYSICS)
    print(f"  largest difference from mujoco.rollout after {case.steps} steps: {np.max(np.abs(state - expected)):.1e}")
    sys.exit(not same)


if __name__ == "__main__":
    main()

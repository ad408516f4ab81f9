# SPDX-License-Identifier: Apache-2.0
"""What a task costs beside the engine: steps of environments a second, restarts included, over those of Worlds.step alone.

    python bench/train.py [--device cuda] [--envs 4096] [--steps 100] [--warm-up 20] [--repeats 5] [TASK ...]

Both take the same actions, turn by turn in one process; the median of the repeats counts, by the clock. On a device both wait
for it at the end of a repeat. Needs gymnasium; with --device torch.
"""
import argparse
import time

import numpy as np

import ingot.gym

TASKS = ("HalfCheetah-v5", "Humanoid-v5", "biped-walk")


class Side:
    def __init__(self, name, options):
        there = dict(device=options.device, array="torch") if options.device != "cpu" else {}
        self.envs = ingot.gym.make_vec(name, options.envs, threads=options.threads, **there)
        self.worlds, self.device = self.envs.worlds, options.device != "cpu"
        self.envs.reset(seed=0)

    def actions(self, number):
        low, high = (np.clip(bound, -1, 1) for bound in (self.envs.single_action_space.low, self.envs.single_action_space.high))
        drawn = np.random.default_rng(0).uniform(low, high, (number, *self.envs.action_space.shape)).astype(np.float32)
        return [self.envs.task.array(one) for one in drawn]

    def timed(self, function, actions):
        begin = time.perf_counter()
        for action in actions:
            function(action)
        if self.device:
            self.worlds.wait()
        return time.perf_counter() - begin


def compare(name, options):
    tasks, engine = Side(name, options), Side(name, options)
    controls = engine.worlds.model(0).nu
    drawn = tasks.actions(options.warm_up + options.steps)
    alone = lambda action: engine.worlds.step(engine.envs.frame_skip, action if action.shape[1] == controls else None)
    times = ([], [])
    for repeat in range(options.repeats + 1):
        part = drawn[: options.warm_up] if repeat == 0 else drawn[options.warm_up :]
        found = tasks.timed(tasks.envs.step, part), engine.timed(alone, part)
        if repeat:
            for kept, value in zip(times, found):
                kept.append(value)
    whole, steps = (options.envs * options.steps / np.median(kept) for kept in times)
    print(f"{name:18s} {whole:14,.0f} {steps:14,.0f} {whole / steps:7.2f}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tasks", nargs="*", default=TASKS)
    parser.add_argument("--device", default="cpu")
    for name, value in (("envs", 4096), ("threads", 1), ("steps", 100), ("warm-up", 20), ("repeats", 5)):
        parser.add_argument(f"--{name}", type=int, default=value)
    options = parser.parse_args()
    print(f"{options.envs} environments on {options.device}; a step is one action\n{'':18s} {'task/s':>14s} {'engine/s':>14s}   ratio")
    for name in options.tasks:
        compare(name, options)


if __name__ == "__main__":
    main()

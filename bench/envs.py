# SPDX-License-Identifier: Apache-2.0
"""Steps per second of vector environments: worlds side by side in lanes, and one by one, turn by turn in one process.

    python bench/envs.py [--envs 256] [--threads 1] [--steps 20] [--warm-up 50] [--repeats 5] [ID ...]

Actions are drawn from the whole action space, environments that end begin anew. Times are processor time of all threads, the
least of the repeats, observations and rewards included. One by one is what INGOT_CPU=base makes: everything but the lanes is
the same. Without ids: Humanoid-v5 and Ant-v5, which read cinert and cfrc_ext of all worlds. Needs gymnasium.
"""
import argparse
import os
import time

import numpy as np

import ingot.gym


def make(name, options, lanes):
    """The level of the processor is looked at when worlds are made."""
    if not lanes:
        os.environ["INGOT_CPU"] = "base"
    try:
        return ingot.gym.make_vec(name, num_envs=options.envs, threads=options.threads)
    finally:
        os.environ.pop("INGOT_CPU", None)


def run(envs, actions):
    begin = time.process_time()
    for action in actions:
        envs.step(action)
    return (time.process_time() - begin) / (len(actions) * len(actions[0]))


def compare(name, options):
    both = [make(name, options, lanes) for lanes in (True, False)]
    widths = [envs.unwrapped.worlds.width for envs in both]
    space = both[0].action_space
    space.seed(0)
    draw = [space.sample() for _ in range(options.warm_up + options.steps)]
    least = [float("inf")] * 2
    for _ in range(options.repeats):
        for k, envs in enumerate(both):
            envs.reset(seed=0)
            run(envs, draw[: options.warm_up])
            least[k] = min(least[k], run(envs, draw[options.warm_up :]))
    lanes, alone = (1e6 * seconds for seconds in least)
    print(f"{name:16s} {widths[0]:5d} {widths[1]:5d} {alone:10.2f} {lanes:10.2f} {alone / lanes:7.2f}", flush=True)
    return alone / lanes


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ids", nargs="*", default=["Humanoid-v5", "Ant-v5"])
    for name, value in (("envs", 256), ("threads", 1), ("steps", 20), ("warm-up", 50), ("repeats", 5)):
        parser.add_argument(f"--{name}", type=int, default=value)
    options = parser.parse_args()
    print(f"{options.envs} environments, {options.threads} threads; us of processor time per step and environment")
    print(f"{'':16s} widths        one by one      lanes   ratio")
    ratios = [compare(name, options) for name in options.ids]
    print(f"geometric mean {np.exp(np.mean(np.log(ratios))):.2f}")


if __name__ == "__main__":
    main()

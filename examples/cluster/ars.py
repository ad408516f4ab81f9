# SPDX-License-Identifier: Apache-2.0
"""Augmented random search on a cluster: an animal learns to run, and its learning curve becomes a picture.

    python examples/cluster/ars.py                                   this machine, some minutes
    RAY_ADDRESS=head:6379 python examples/cluster/ars.py             a cluster, unchanged
    python examples/cluster/ars.py --task HalfCheetah-v5             Gymnasium's, if it is installed

Version V2-t of Mania, Guy and Recht, "Simple random search provides a competitive approach to reinforcement learning",
2018: a linear policy on normalised observations; each of the worlds plays one episode with the policy moved along a random
direction, and the policy moves along the directions that paid best. Needs: pip install "ray" tqdm matplotlib
"""
import argparse
import time

import numpy as np
from tqdm import tqdm

import ingot
import ingot.cluster


def task_of(name):
    if name == "runner":
        return ingot.cluster.Runner
    from ingot import gym

    return type(gym.make_vec(name, num_envs=1).task)


def episodes(worlds, policies, seeds, task, mean, scale, steps):
    """One episode in each world, in the actors: returns, and sums for the normalisation of observations."""
    worlds.reset()
    play = task(worlds, worlds.model().opt.timestep * task.frame_skip, {})
    play.begin(np.ones(len(worlds), bool), lambda world: np.random.default_rng(seeds[world]))
    alive, returns = np.ones(len(worlds), bool), np.zeros(len(worlds))
    total, squares, count = 0.0, 0.0, np.zeros(len(worlds))
    for _ in range(steps):
        seen = play.observe()
        total, squares, count = total + seen * alive[:, None], squares + seen**2 * alive[:, None], count + alive
        action = np.clip((policies * ((seen - mean) / scale)[:, None, :]).sum(2), -1, 1)
        before = play.before()
        worlds.step(task.frame_skip, ctrl=action)
        for function in task.functions:
            worlds.call(function)
        rewards, ended, _ = play.score(before, action)
        returns += np.where(alive & np.isfinite(rewards), rewards, 0)
        alive &= ~ended
    return returns, total, squares, count


class Search:
    """The policy, the statistics of observations, and one iteration."""

    def __init__(self, worlds, task, options):
        self.worlds, self.task, self.options = worlds, task, options
        self.random = np.random.default_rng(options.seed)
        # what is observed is known by looking once
        probe = ingot.Worlds(task.model_source(), 1)
        size = task(probe, probe.model().opt.timestep * task.frame_skip, {}).observe().shape[1]
        self.policy = np.zeros((probe.model().nu, size))
        self.total, self.squares, self.count = np.zeros(size), np.zeros(size), 0.0

    def play(self, policies):
        """Returns of all worlds; the observations are counted."""
        mean = self.total / max(self.count, 1)
        scale = np.sqrt(np.maximum(self.squares / max(self.count, 1) - mean**2, 1e-6)) if self.count else np.ones_like(mean)
        seeds = self.random.integers(2**31, size=len(policies))
        steps = self.options.episode or self.task.episode_steps
        returns, total, squares, count = self.worlds.apply(
            episodes, policies, seeds, task=self.task, mean=mean, scale=np.maximum(scale, 1e-3), steps=steps
        )
        self.total, self.squares, self.count = self.total + total.sum(0), self.squares + squares.sum(0), self.count + count.sum()
        return returns

    def iterate(self):
        """The mean return of the policy as it was; then it moves."""
        directions, tests = self.options.directions, self.options.tests
        moves = self.random.normal(size=(directions, *self.policy.shape))
        tried = [self.policy + sign * self.options.noise * move for move in moves for sign in (1, -1)]
        returns = self.play(np.array(tried + [self.policy] * tests))
        pairs = returns[: 2 * directions].reshape(directions, 2)
        best = np.argsort(-pairs.max(1))[: self.options.top]
        spread = pairs[best].std() + 1e-8
        step = self.options.step / (len(best) * spread)
        self.policy = self.policy + step * np.einsum("k,kij->ij", pairs[best, 0] - pairs[best, 1], moves[best])
        return returns[2 * directions :].mean()


def draw(path, curve, goal, name):
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 4), dpi=120)
    axes.plot([steps / 1e6 for steps, _, _ in curve], [value for _, _, value in curve], label="mean return of the policy")
    axes.axhline(goal, color="0.5", linestyle="--", label=f"goal: {goal:g}")
    axes.set(xlabel="million steps of the engine", ylabel="return", title=f"augmented random search: {name}")
    axes.grid(alpha=0.3)
    axes.legend(loc="lower right")
    figure.tight_layout()
    figure.savefig(path)


def film(path, search):
    """Pictures of the learned gait, every third action, from the middle of an episode."""
    task, worlds = search.task, ingot.Worlds(search.task.model_source(), 1)
    play = task(worlds, worlds.model().opt.timestep * task.frame_skip, {})
    mean = search.total / search.count
    scale = np.maximum(np.sqrt(np.maximum(search.squares / search.count - mean**2, 1e-6)), 1e-3)
    pictures = []
    for step in range(130):
        worlds.step(task.frame_skip, ctrl=np.clip(search.policy @ ((play.observe()[0] - mean) / scale), -1, 1))
        if step >= 100 and step % 3 == 0:
            pictures.append(worlds.render(camera=0, size=(150, 240))[0])
    import matplotlib.image

    rows = [np.concatenate(pictures[first : first + 5], 1) for first in range(0, 10, 5)]
    matplotlib.image.imsave(path, np.concatenate(rows, 0))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--task", default="runner")
    parser.add_argument("--goal", type=float, default=1000.0, help="the return at which it is done")
    parser.add_argument("--iterations", type=int, default=300, help="at most")
    parser.add_argument("--directions", type=int, default=32)
    parser.add_argument("--top", type=int, default=16)
    parser.add_argument("--tests", type=int, default=16, help="worlds that play the policy itself")
    parser.add_argument("--step", type=float, default=0.03)
    parser.add_argument("--noise", type=float, default=0.04)
    parser.add_argument("--episode", type=int, help="actions of an episode; those of the task unless given")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--per-actor", type=int, help="worlds of one actor")
    parser.add_argument("--curve", default="ars.png", help="the picture of the learning curve")
    parser.add_argument("--film", help="a picture of the gait")
    options = parser.parse_args()

    task, curve, start = task_of(options.task), [], time.time()
    count = 2 * options.directions + options.tests
    reached = False
    with ingot.cluster.Worlds(task.model_source(), count, per_actor=options.per_actor) as worlds:
        search = Search(worlds, task, options)
        work = count * (options.episode or task.episode_steps) * task.frame_skip
        with tqdm(range(options.iterations), unit="iteration") as bar:
            for iteration in bar:
                value = search.iterate()
                curve.append((iteration * work, time.time() - start, value))
                bar.set_postfix_str(f"return {value:.0f}")
                if value >= options.goal:
                    reached = True
                    break
    draw(options.curve, curve, options.goal, options.task)
    if options.film:
        film(options.film, search)
    steps, seconds, value = curve[-1]
    print(f"return {value:.0f} after {steps / 1e6:.1f} million steps in {seconds:.0f} s, curve in {options.curve}")
    if not reached:
        raise SystemExit(f"the goal of {options.goal:g} was not reached")


if __name__ == "__main__":
    main()

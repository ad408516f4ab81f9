# SPDX-License-Identifier: Apache-2.0
"""A task to learn on a cluster that needs no other package: a planar animal is paid for running forward."""
import pathlib

from ingot.task import Task


class Runner(Task):
    """One point for each metre a second, less what the motors cost: 17 observations, 6 actions, as half cheetahs have."""

    model = pathlib.Path(__file__).with_name("runner.xml")
    frame_skip, episode_steps = 5, 400
    defaults = dict(ctrl_cost_weight=0.1, reset_noise_scale=0.05)

    def observe(self):
        return self.join(self.worlds.qpos[:, 1:], self.worlds.qvel)

    def before(self):
        return self.copy(self.worlds.qpos[:, 0])

    def reward(self, before, action):
        return (self.worlds.qpos[:, 0] - before) / self.dt - self.ctrl_cost_weight * self.square_sum(action)

# SPDX-License-Identifier: Apache-2.0
"""Arms and hands: reaching for a target, turning a cube."""
import numpy as np

from ingot.tasks.base import Task, model
from ingot.tasks.command import Timer


class Servoed(Task):
    """Actions move the targets of position servos: by up to `speed` radians a second."""

    frame_skip = 4
    speed = 2.0

    @classmethod
    def model_source(cls):
        return model(cls.model)

    def prepare(self, model):
        super().prepare(model)
        limits = model.actuator_ctrlrange.astype(self.number)
        self.low, self.high = self.array(limits[:, 0].copy()), self.array(limits[:, 1].copy())
        self.action_range = (-np.ones(model.nu), np.ones(model.nu))
        self.target = self.last = self.zeros()[:, None] + self.default
        self.action = self.zeros()[:, None] * self.default
        self.change = self.zeros()

    def control(self, action):
        self.change = self.square_sum(action - self.action)
        self.action = action
        self.target = self.xp.clip(self.target + self.speed * self.dt * action, self.low, self.high)
        return self.target

    def begin(self, mask, random):
        super().begin(mask, random)
        rows = self.array(mask)[:, None]
        self.target, self.action = self.xp.where(rows, self.default, self.target), self.xp.where(rows, 0, self.action)


class Target(Timer):
    """A place that a mocap body is put to, in a half shell above a point, in any direction alike."""

    def __init__(self, task, centre, near, far, seconds):
        super().__init__(task, seconds)
        self.centre, self.near, self.far = task.array(np.asarray(centre, task.number)), near, far
        self.value = task.zeros()[:, None] * self.centre

    def happen(self, mask, beginning):
        xp, task = self.xp, self.task
        direction = self.draw.normal(3, mask=mask)
        direction = direction / task.distance(direction)[:, None]
        direction[:, 2] = xp.abs(direction[:, 2])
        place = self.centre + self.draw.uniform(1, self.near, self.far, mask=mask) * direction
        self.value = xp.where(mask[:, None], place, self.value)
        task.put("mocap_pos", self.value[:, None, :], mask)


class Reach(Servoed):
    """The tip of an arm at a target that moves every few seconds."""

    model, episode_steps = "arm", 400
    weights = dict(near=1.0, there=2.0, action_rate=-0.02, slow=-0.05)

    def prepare(self, model):
        super().prepare(model)
        self.goal = Target(self, (0.0, 0.0, 0.3), 0.3, 0.65, (2.0, 4.0))
        self.tip, self.tip_velocity = self.sensor("tip"), self.sensor("tip_velocity")

    def away(self):
        return self.goal.value - self.worlds.sensordata[:, self.tip]

    def observe(self):
        return self.join(self.worlds.qpos, 0.1 * self.worlds.qvel, self.target, self.goal.value, self.away(), self.action)

    def terms(self, action):
        distance, speed = self.distance(self.away()), self.square_sum(self.worlds.sensordata[:, self.tip_velocity])
        there = self.xp.exp(-((distance / 0.03) ** 2))
        return {"near": self.xp.exp(-distance / 0.2), "there": there, "action_rate": self.change, "slow": there * speed}


class Turn(Servoed):
    """A cube in a hand, turned to an orientation that changes when it is reached."""

    model, episode_steps, speed = "hand", 500, 6.0
    weights = dict(turned=1.0, reached=20.0, hold=0.5, action_rate=-0.01, dropped=-20.0)
    defaults = dict(within=0.3)

    def prepare(self, model):
        super().prepare(model)
        self.cube = slice(16, 23)
        self.spin, self.tips = self.sensor("cube_turning"), [self.sensor(f"{name}_tip").start for name in ("index", "middle", "ring", "thumb")]
        self.palm = self.array(np.asarray(self.init_qpos[16:19], self.number))
        self.goal = self.zeros()[:, None] + self.array(np.array([1.0, 0, 0, 0], self.number))
        self.found, self.count_found = self.zeros() > 1, self.zeros()

    def _choose(self, mask):
        """A goal, any orientation alike: normal numbers have no direction that they prefer."""
        goal = self.draw.normal(4, mask=mask)
        goal = goal / self.distance(goal)[:, None]
        self.goal = self.xp.where(mask[:, None], goal, self.goal)
        self.put("mocap_quat", self.goal[:, None, :], mask)

    def begin(self, mask, random):
        super().begin(mask, random)
        mask = self.array(mask)
        self._choose(mask)
        self.count_found = self.xp.where(mask, 0, self.count_found)

    def advance(self, mask):
        self.found = mask & (self.apart() < self.within)
        self.count_found = self.count_found + self.found
        self._choose(self.found)
        super().advance(mask)

    def difference(self):
        """The rotation from the cube to its goal, as a quaternion with a positive first number."""
        p, q = self.worlds.qpos[:, self.cube][:, 3:], self.goal
        w = (p * q).sum(1)
        x = p[:, 0] * q[:, 1] - p[:, 1] * q[:, 0] - p[:, 2] * q[:, 3] + p[:, 3] * q[:, 2]
        y = p[:, 0] * q[:, 2] + p[:, 1] * q[:, 3] - p[:, 2] * q[:, 0] - p[:, 3] * q[:, 1]
        z = p[:, 0] * q[:, 3] - p[:, 1] * q[:, 2] + p[:, 2] * q[:, 1] - p[:, 3] * q[:, 0]
        return self.xp.stack((w, x, y, z), 1) * self.xp.where(w < 0, -1.0, 1.0)[:, None]

    def apart(self):
        """The angle between the cube and its goal."""
        turn = self.difference()
        return 2 * self.xp.arctan2(self.distance(turn[:, 1:]), turn[:, 0])

    def away(self):
        return self.worlds.qpos[:, self.cube][:, :3] - self.palm

    def observe(self):
        qpos, touch = self.worlds.qpos, self.xp.stack([self.worlds.sensordata[:, adr] for adr in self.tips], 1)
        spin = self.worlds.sensordata[:, self.spin]
        return self.join(qpos[:, :16], 0.1 * self.worlds.qvel[:, :16], self.target, self.away(), self.difference(), 0.2 * spin, 1.0 * (touch > 0), self.action)

    def terms(self, action):
        return {
            "turned": self.xp.exp(-self.apart()),
            "reached": self.found / self.dt,
            "hold": self.xp.exp(-self.square_sum(self.away()) / 0.03**2),
            "action_rate": self.change,
            "dropped": self.terminated() / self.dt,
        }

    def terminated(self):
        return (self.distance(self.away()) > 0.12) | (self.away()[:, 2] < -0.05)

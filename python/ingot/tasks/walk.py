# SPDX-License-Identifier: Apache-2.0
"""Robots with legs: following a commanded velocity on flat and rough ground, and getting up.

Velocities are told and measured in the frame of the trunk turned upright: forward, to the left, and about the vertical.
"""
import numpy as np

from ingot.tasks import terrain
from ingot.tasks.base import Task, model
from ingot.tasks.command import Command, Curriculum, Push
from ingot.tasks.observe import Group
from ingot.tasks.randomize import Randomize


class Legged(Task):
    """What a robot with a free trunk, an imu and feet with touch sensors has in common."""

    frame_skip, episode_steps = 4, 1000
    feet = ()
    action_scale = 0.25  # radians of the servos for an action of 1

    @classmethod
    def model_source(cls):
        return model(cls.model)

    def prepare(self, model):
        super().prepare(model)
        self.joint, self.dof = self.joints(), self.dofs()
        if len(self.joint) != model.nu:
            raise ValueError("each joint of this robot must have a servo")
        order = [int(np.flatnonzero(np.asarray(self.joint) == model.jnt_qposadr[model.actuator_trnid[k, 0]])[0]) for k in range(model.nu)]
        self.order = self.array(np.array(order))  # of the joints, for each servo
        self.joint, self.dof = self.joint[self.order], self.dof[self.order]
        self.stand = self.array(np.asarray(self.init_qpos, self.number))[self.joint]
        limits = model.actuator_ctrlrange.astype(self.number)
        self.low, self.high = self.array(limits[:, 0].copy()), self.array(limits[:, 1].copy())
        self.touch = [self.sensor(foot).start for foot in self.feet]
        self.gyro, self.orientation = self.sensor("gyro"), self.sensor("orientation")
        self.action_range = (-np.ones(model.nu), np.ones(model.nu))
        self.action = self.last_action = self.zeros()[:, None] * self.default
        self.in_air = self.zeros()[:, None] * self.array(np.zeros(len(self.feet), self.number))
        self.landed = self.in_air
        self.height = float(self.init_qpos[2])

    # ---------------------------------------------------------------------------------------------------- control

    def control(self, action):
        self.last_action, self.action = self.action, action
        return self.xp.clip(self.stand + self.action_scale * action, self.low, self.high)

    def begin(self, mask, random):
        super().begin(mask, random)
        chosen = self.array(mask)[:, None]
        self.action, self.last_action = (self.xp.where(chosen, 0, kept) for kept in (self.action, self.last_action))
        self.in_air, self.landed = (self.xp.where(chosen, 0, kept) for kept in (self.in_air, self.landed))

    def advance(self, mask):
        touching = self.contacts()
        self.landed = self.xp.where(touching, self.in_air, 0)
        self.in_air = self.xp.where(touching, 0, self.in_air + self.dt)
        super().advance(mask)

    def scatter(self, mask, tilt=0.1, bend=0.1, speed=0.2):
        """Starts around the standing one: turned about the vertical and tilted, joints bent, moving.

        No sine is asked for: states are the same bits whichever library draws them. tilt: about twice the sine of the half
        angle at most; infinite: any orientation.
        """
        mask, numbers = self.array(mask), len(self.stand)
        drawn = self.draw.uniform(2 + numbers + 6, -1.0, 1.0, mask=mask)
        normal = self.draw.normal(4, mask=mask)
        if np.isfinite(tilt):
            turn = normal[:, :2] / self.distance(normal[:, :2])[:, None]
            x, y = 0.5 * tilt * drawn[:, 0], 0.5 * tilt * drawn[:, 1]
            # the turn about the vertical after the tilt (1, x, y, 0)
            (c, s), one = (turn[:, 0], turn[:, 1]), 1 + 0 * x
            normal = self.xp.stack((c * one, c * x - s * y, c * y + s * x, s * one), 1)
        qpos, qvel = self.copy(self.worlds.qpos), self.copy(self.worlds.qvel)
        qpos[:, 3:7] = normal / self.distance(normal)[:, None]
        qpos[:, self.joint] = self.stand + bend * drawn[:, 2 : 2 + numbers]
        qvel[:, :6] = speed * drawn[:, -6:]
        self.put("qpos", qpos, mask)
        self.put("qvel", qvel, mask)

    # ------------------------------------------------------------------------------------------------------ state

    def up(self):
        """The direction of gravity's opposite in the frame of the trunk: (0, 0, 1) upright."""
        w, x, y, z = (self.worlds.qpos[:, 3 + k] for k in range(4))
        return self.xp.stack((2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)), 1)

    def velocity(self):
        """Forward, left, up, in the frame of the trunk turned upright."""
        w, x, y, z = (self.worlds.qpos[:, 3 + k] for k in range(4))
        c, s = 1 - 2 * (y * y + z * z), 2 * (x * y + w * z)
        length = self.xp.sqrt(self.xp.clip(c * c + s * s, 1e-6, None))
        c, s, v = c / length, s / length, self.worlds.qvel
        return self.xp.stack((c * v[:, 0] + s * v[:, 1], c * v[:, 1] - s * v[:, 0], v[:, 2]), 1)

    def turning(self):
        return self.worlds.sensordata[:, self.gyro]

    def contacts(self):
        """Whether each foot bears a load."""
        return self.xp.stack([self.worlds.sensordata[:, adr] for adr in self.touch], 1) > 1.0

    def bent(self):
        return self.worlds.qpos[:, self.joint] - self.stand

    def moving(self):
        return self.worlds.qvel[:, self.dof]

    def above_ground(self):
        """The height of the trunk."""
        return self.worlds.qpos[:, 2]

    def terminated(self):
        return (self.up()[:, 2] < 0.5) | (self.above_ground() < 0.5 * self.height)


class Walk(Legged):
    """Following commanded velocities. Observed: angular velocity, gravity, command, joints, the last action."""

    defaults = dict(
        forward=(-1.0, 1.0), sideways=(-0.5, 0.5), turn=(-1.0, 1.0), noise=1.0, push=0.5, friction=(0.5, 1.25), load=(0.9, 1.1), history=1
    )
    weights = dict(
        follow=2.0, turn=1.0, upright=1.0, rise=-1.0, roll=-0.05, action_rate=-0.02, effort=-2e-5, pose=-0.2, limits=-2.0, stride=0.5, still=-0.1,
        alive=0.2,
    )
    stiff = ()  # parts of names of joints that should stay where they are

    def prepare(self, model):
        super().prepare(model)
        low, high = zip(self.forward, self.sideways, self.turn)
        self.command = Command(self, low, high)
        if self.push:
            Push(self, speed=self.push)
        if self.friction:
            Randomize(self, "geom_friction", "uniform", *self.friction, column=0, together=True)
        if self.load:
            Randomize(self, "body_mass", "uniform", *self.load)
        names = [model.actuator(k).name for k in range(model.nu)]
        weight = [1.0 if any(word in name for word in self.stiff) else 0.1 for name in names]
        self.stay = self.array(np.array(weight, self.number))
        seen = {
            "turning": (self.turning, 0.2),
            "up": (self.up, 0.05),
            "command": lambda: self.command.value,
            "bent": (self.bent, 0.01),
            "moving": (lambda: 0.05 * self.moving(), 0.05),
            "action": lambda: self.action,
        }
        truth = {"velocity": self.velocity, "height": self.above_ground, "contacts": lambda: 1.0 * self.contacts()}
        self.policy = Group(self, seen, self.history, noisy=bool(self.noise))
        self.critic = Group(self, {**{name: term[0] if isinstance(term, tuple) else term for name, term in seen.items()}, **truth}, noisy=False)

    def begin(self, mask, random):
        super().begin(mask, random)
        self.scatter(mask)

    def observe(self):
        return {"policy": self.policy.observe(), "critic": self.critic.observe()}

    def terms(self, action):
        xp, velocity, up, wanted = self.xp, self.velocity(), self.up(), self.command.value
        turning, bent, touching = self.turning(), self.bent(), self.contacts()
        going = self.distance(wanted) > 0.1
        position = self.worlds.qpos[:, self.joint]
        beyond = xp.clip(self.low - position, 0, None) + xp.clip(position - self.high, 0, None)
        return {
            "follow": xp.exp(-self.square_sum(wanted[:, :2] - velocity[:, :2]) / 0.25),
            "turn": xp.exp(-((wanted[:, 2] - turning[:, 2]) ** 2) / 0.25),
            "upright": xp.exp(-self.square_sum(up[:, :2]) / 0.1),
            "rise": velocity[:, 2] ** 2,
            "roll": self.square_sum(turning[:, :2]),
            "action_rate": self.square_sum(self.action - self.last_action),
            "effort": self.square_sum(self.worlds.gather("actuator_force")) if self.weights["effort"] else self.zeros(),
            "pose": (self.stay * bent**2).sum(1),
            "limits": beyond.sum(1),
            "stride": xp.where(going, (xp.where(self.landed > 0, xp.clip(self.landed, None, 0.5) - 0.2, 0)).sum(1) / self.dt, 0),
            "still": self.zeros() + xp.where(going, 0, self.square_sum(0.1 * self.moving())),
            "alive": self.zeros() + 1,
        }


class Rough(Walk):
    """The same on tiles of rising difficulty: who walked far goes on to a harder one, who did not to an easier one."""

    tiles = terrain.tiles(levels=5, size=6.0)

    @classmethod
    def model_source(cls):
        return cls.tiles.put_into(model(cls.model))

    def prepare(self, model):
        super().prepare(model)
        self.ground, self.origins = self.array(self.tiles.heights.astype(self.number)), self.array(self.tiles.origins.astype(self.number))
        levels, self.kinds = self.tiles.origins.shape[:2]
        self.start_xy = self.zeros()[:, None] * self.array(np.zeros(2, self.number))
        self.asked = self.zeros()
        self.verdict = self.zeros()
        self.curriculum = Curriculum(self, levels, lambda: self.verdict)

    def judge(self):
        walked = self.distance(self.worlds.qpos[:, :2] - self.start_xy)
        return 1.0 * (walked > 2.5) - 1.0 * (walked < 0.4 * self.asked)

    def begin(self, mask, random):
        self.verdict = self.judge()  # before the worlds are put to their starts
        super().begin(mask, random)
        mask = self.array(mask)
        kind = self.draw.integers(1, 0, self.kinds, mask=mask)[:, 0]
        origin = self.origins[self.curriculum.level, kind]
        qpos = self.copy(self.worlds.qpos)
        qpos[:, :2] = origin[:, :2]
        qpos[:, 2] = origin[:, 2] + self.height
        self.put("qpos", qpos, mask)
        self.start_xy = self.xp.where(mask[:, None], qpos[:, :2], self.start_xy)
        self.asked = self.xp.where(mask, 0, self.asked)

    def advance(self, mask):
        super().advance(mask)
        self.asked = self.asked + self.dt * self.distance(self.command.value[:, :2])

    def above_ground(self):
        qpos = self.worlds.qpos
        return qpos[:, 2] - self.tiles.height(self.xp, qpos[:, 0], qpos[:, 1], self.ground)


class GetUp(Legged):
    """From anywhere on the ground to standing still."""

    episode_steps = 400
    action_scale = 0.6
    defaults = dict(drop=0.4)
    weights = dict(height=2.0, upright=1.0, stand=1.0, action_rate=-0.01, effort=-1e-5, still=-0.02)

    def prepare(self, model):
        super().prepare(model)
        self.group = Group(self, {"turning": self.turning, "up": self.up, "bent": self.bent, "moving": lambda: 0.05 * self.moving(),
                                  "action": lambda: self.action})

    def begin(self, mask, random):
        super().begin(mask, random)
        self.scatter(mask, tilt=np.inf, bend=0.5, speed=0.5)
        qpos = self.copy(self.worlds.qpos)
        qpos[:, 2] = self.height + self.drop
        self.put("qpos", qpos, self.array(mask))

    def observe(self):
        return self.group.observe()

    def terms(self, action):
        xp, upright = self.xp, (self.up()[:, 2] + 1) / 2
        height = xp.clip(self.worlds.qpos[:, 2] / self.height, 0, 1)
        standing = 1.0 * ((height > 0.85) & (self.up()[:, 2] > 0.9))
        return {
            "height": height,
            "upright": upright,
            "stand": standing * xp.exp(-self.square_sum(self.bent())),
            "action_rate": self.square_sum(self.action - self.last_action),
            "effort": self.square_sum(self.worlds.gather("actuator_force")),
            "still": standing * self.square_sum(self.moving()),
        }

    def terminated(self):
        return self.never()


BIPED = dict(model="biped", feet=("left_foot", "right_foot"), stiff=("waist", "shoulder", "elbow", "wrist", "roll", "hip_yaw"))
HOUND = dict(model="hound", feet=tuple(f"{place}_foot" for place in ("front_left", "front_right", "hind_left", "hind_right")), stiff=("abduction",))


def _of(robot, base, name, **more):
    return type(name, (base,), {**robot, **more, "__doc__": base.__doc__, "__module__": __name__})


BipedWalk, HoundWalk = _of(BIPED, Walk, "BipedWalk"), _of(HOUND, Walk, "HoundWalk")
BipedRough, HoundRough = _of(BIPED, Rough, "BipedRough"), _of(HOUND, Rough, "HoundRough")
BipedGetUp, HoundGetUp = _of(BIPED, GetUp, "BipedGetUp"), _of(HOUND, GetUp, "HoundGetUp")

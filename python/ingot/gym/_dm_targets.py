# SPDX-License-Identifier: Apache-2.0
"""Tasks of the dm_control suite in which something is to be reached: a place that each episode has of its own.

Places are numbers of the model (geom_pos, site_pos), one for each world: `own` names those that an episode sets.
"""
import importlib
import pathlib

import numpy as np

from ingot.gym._dm_control import Suite


def generated(domain, function, *arguments, **options):
    """The text of a model that the suite makes, with its includes found where it is installed."""
    module = importlib.import_module(f"dm_control.suite.{domain}")
    made = getattr(module, function)(*arguments, **options)
    text = made[0] if isinstance(made, tuple) else made
    text = text.decode() if isinstance(text, bytes) else text
    return text.replace("./common/", f"{pathlib.Path(module.__file__).parent}/common/")


class Target(Suite):
    """Episodes with a place of their own. place(random) gives it for one world."""

    own = ()

    def choose(self, random):
        """{parameter: {(row, column): value}} of one world."""
        raise NotImplementedError

    def randomize(self, mask, random):
        for name in self.own:
            self.numbers[name] = np.asarray(self.worlds.get_parameter(name)).copy()
        for world in np.flatnonzero(mask):
            for name, values in self.choose(random(world)).items():
                for place, value in values.items():
                    self.numbers[name][(world, *place)] = value
        for name in self.own:
            self.worlds.set_parameter(name, self.numbers[name], mask=mask)

    def prepare(self, model):
        self.numbers = {}


class Reacher(Target):
    model, own = "reacher.xml", ("geom_pos", "geom_size")
    start, target_size = Suite.anywhere, 0.05

    def prepare(self, model):
        super().prepare(model)
        self.target, self.finger = model.id("geom", "target"), model.id("geom", "finger")
        self.reach = self.target_size + float(model.geom_size[self.finger, 0])

    def choose(self, random):
        angle, radius = random.uniform(0, 2 * np.pi), random.uniform(0.05, 0.2)
        place = {(self.target, 0): radius * np.sin(angle), (self.target, 1): radius * np.cos(angle)}
        return {"geom_pos": place, "geom_size": {(self.target, 0): self.target_size}}

    def away(self):
        geoms = self.worlds.gather("geom_xpos")
        return (geoms[:, self.target] - geoms[:, self.finger])[:, :2]

    def observe(self):
        return self.join(self.worlds.qpos, self.away(), self.worlds.qvel)

    def reward(self, before, action):
        return self.tolerance(self.distance(self.away()), (0, self.reach))


class ReacherHard(Reacher):
    target_size = 0.015


class Finger(Target):
    """A body on a hinge that a finger turns: as fast as it can."""

    model, control_timestep, own = "finger.xml", 0.02, ("dof_damping",)
    start, begin = Suite.anywhere, Suite.begin_apart

    def prepare(self, model):
        super().prepare(model)
        names = "proximal distal tip spinner target proximal_velocity distal_velocity hinge_velocity touchtop touchbottom".split()
        self.at = {name: self.sensor_of(name) for name in names}
        self.hinge = int(model.joint("hinge").dofadr[0])

    def choose(self, random):
        return {"dof_damping": {(self.hinge,): 0.03}}

    def sensed(self, *names):
        return [self.worlds.sensordata[:, self.at[name]] for name in names]

    def from_spinner(self, name):
        there, spinner = self.sensed(name, "spinner")
        return (there - spinner)[:, [0, 2]]

    def observe(self):
        touch = self.xp.log1p(self.join(*self.sensed("touchtop", "touchbottom")))
        velocity = self.sensed("proximal_velocity", "distal_velocity", "hinge_velocity")
        return self.join(*self.sensed("proximal", "distal"), self.from_spinner("tip"), *velocity, touch)

    def reward(self, before, action):
        return self.xp.where(self.sensed("hinge_velocity")[0][:, 0] <= -15.0, 1.0, 0.0)


class FingerTurn(Finger):
    """The same body to an angle."""

    own, target_size = ("site_pos", "site_size"), 0.07

    def prepare(self, model):
        super().prepare(model)
        self.target = model.id("site", "target")
        joint = model.joint("hinge").id
        self.centre = model.body_pos[model.jnt_bodyid[joint]] + model.jnt_pos[joint]
        self.radius = float(model.geom("cap1").size.sum())

    def choose(self, random):
        angle = random.uniform(-np.pi, np.pi)
        place = {(self.target, 0): self.centre[0] + self.radius * np.sin(angle), (self.target, 2): self.centre[2] + self.radius * np.cos(angle)}
        return {"site_pos": place, "site_size": {(self.target, 0): self.target_size}}

    def apart(self):
        return self.distance(self.from_spinner("target") - self.from_spinner("tip")) - self.target_size

    def observe(self):
        return self.join(super().observe(), self.from_spinner("target"), self.apart())

    def reward(self, before, action):
        return self.xp.where(self.apart() <= 0, 1.0, 0.0)


class FingerTurnHard(FingerTurn):
    target_size = 0.03


FISH_JOINTS = ("tail1", "tail_twist", "tail2", "finright_roll", "finright_pitch", "finleft_roll", "finleft_pitch")


class FishUpright(Suite):
    model, seconds, control_timestep = "fish.xml", 40, 0.04

    def prepare(self, model):
        self.bends = [int(model.joint(name).qposadr[0]) for name in FISH_JOINTS]
        (self.torso,) = self.body_of("torso")

    def start(self, random):
        qpos, quat = self.init_qpos.copy(), random.standard_normal(4)
        qpos[3:7] = quat / np.linalg.norm(quat)
        qpos[self.bends] = random.uniform(-0.2, 0.2, len(self.bends))
        return qpos, self.init_qvel

    def upright(self):
        return self.frames()[:, self.torso, 2, 2]

    def observe(self):
        return self.join(self.worlds.qpos[:, self.bends], self.upright(), self.worlds.qvel)

    def reward(self, before, action):
        return self.tolerance(self.upright(), (1, 1), margin=1)


class FishSwim(Target, FishUpright):
    own = ("geom_pos",)

    def prepare(self, model):
        Target.prepare(self, model)
        FishUpright.prepare(self, model)
        self.target, self.mouth = model.id("geom", "target"), model.id("geom", "mouth")
        self.reach = float(model.geom_size[[self.target, self.mouth], 0].sum())

    def choose(self, random):
        place = (random.uniform(-0.4, 0.4), random.uniform(-0.4, 0.4), random.uniform(0.1, 0.3))
        return {"geom_pos": {(self.target, k): value for k, value in enumerate(place)}}

    def away(self):
        """From the mouth to the target, in the frame of the mouth."""
        geoms, frames = self.worlds.gather("geom_xpos"), self.worlds.gather("geom_xmat")
        mouth = frames[:, self.mouth].reshape(-1, 3, 3)
        return self.xp.einsum("wj,wjk->wk", geoms[:, self.target] - geoms[:, self.mouth], mouth)

    def observe(self):
        return self.join(self.worlds.qpos[:, self.bends], self.upright(), self.away(), self.worlds.qvel)

    def reward(self, before, action):
        there = self.tolerance(self.distance(self.away()), (0, self.reach), margin=2 * self.reach)
        return (7 * there + (self.upright() + 1) / 2) / 8


class Swimmer(Target):
    seconds, control_timestep, own, links = 30, 0.03, ("geom_pos", "light_pos"), 6
    start = Suite.anywhere

    @classmethod
    def model_source(cls):
        return generated("swimmer", "get_model_and_assets", cls.links)

    def prepare(self, model):
        super().prepare(model)
        self.target, self.nose, self.light = model.id("geom", "target"), model.id("geom", "nose"), model.id("light", "target_light")
        (self.head,) = self.body_of("head")
        self.size = float(model.geom_size[self.target, 0])

    def choose(self, random):
        box = 0.3 if random.random() < 0.2 else 2.0
        x, y = random.uniform(-box, box, 2)
        return {"geom_pos": {(self.target, 0): x, (self.target, 1): y}, "light_pos": {(self.light, 0): x, (self.light, 1): y}}

    def away(self):
        geoms = self.worlds.gather("geom_xpos")
        return self.xp.einsum("wj,wjk->wk", geoms[:, self.target] - geoms[:, self.nose], self.frames()[:, self.head])[:, :2]

    def observe(self):
        # of each segment but the head: velocity along x and y, turning about z
        sensed = self.worlds.sensordata[:, 12:].reshape(len(self.worlds), -1, 6)[:, :, [0, 1, 5]]
        return self.join(self.worlds.qpos[:, 3:], self.away(), sensed)

    def reward(self, before, action):
        return self.tolerance(self.distance(self.away()), (0, self.size), margin=5 * self.size, sigmoid="long_tail")


class LongSwimmer(Swimmer):
    links = 15


TASKS = {
    "reacher-easy": Reacher,
    "reacher-hard": ReacherHard,
    "finger-spin": Finger,
    "finger-turn_easy": FingerTurn,
    "finger-turn_hard": FingerTurnHard,
    "fish-upright": FishUpright,
    "fish-swim": FishSwim,
    "swimmer-swimmer6": Swimmer,
    "swimmer-swimmer15": LongSwimmer,
}

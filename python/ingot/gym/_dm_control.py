# SPDX-License-Identifier: Apache-2.0
"""Tasks of the dm_control suite over all worlds: observations (flattened, in the suite's order) and rewards as there.

The models are read from the installed dm_control package. Starts have the suite's distributions, from the environment's own
generators. What is observed is computed from the state after the step, as there: mj_step1 runs after the steps.
"""
import importlib.util
import pathlib

import numpy as np

from ingot.task import Task

SLIDE, HINGE, BALL, FREE = 2, 3, 1, 0


class Suite(Task):
    functions = ("mj_step1",)
    control_timestep = None  # None: one step of the engine
    seconds = 20

    @classmethod
    def model_source(cls):
        found = importlib.util.find_spec("dm_control")
        if found is None:
            raise ImportError("this task needs the models of the package dm_control: 'pip install dm_control'")
        return str(pathlib.Path(found.origin).parent / "suite" / cls.model)

    def body_of(self, *names):
        return [self.worlds.model(0).id("body", name) for name in names]

    def sensor_of(self, name):
        sensor = self.worlds.model(0).sensor(name)
        return slice(sensor.adr[0], sensor.adr[0] + sensor.dim[0])

    def frames(self):
        """Rotation matrices of all bodies: (worlds, bodies, 3, 3)."""
        xmat = self.worlds.gather("xmat")
        return xmat.reshape(*xmat.shape[:2], 3, 3)

    def small_control(self):
        """1 without control, 0.8 at the ends of its range."""
        return (4 + self.tolerance(self.worlds.ctrl, margin=1, value_at_margin=0, sigmoid="quadratic").mean(1)) / 5

    def anywhere(self, random):
        """Joints with limits uniformly within them, other hinges at any angle, free joints in a random orientation."""
        model, qpos = self.worlds.model(0), self.init_qpos.copy()
        for joint in range(model.njnt):
            kind, adr = model.jnt_type[joint], model.jnt_qposadr[joint]
            if kind in (HINGE, SLIDE) and model.jnt_limited[joint]:
                qpos[adr] = random.uniform(*model.jnt_range[joint])
            elif kind == HINGE:
                qpos[adr] = random.uniform(-np.pi, np.pi)
            elif kind == FREE:
                quat = random.random(4)
                qpos[adr + 3 : adr + 7] = quat / np.linalg.norm(quat)
        return qpos, self.init_qvel

    def begin_apart(self, mask, random):
        """Starts without contacts: those that have some are drawn again."""
        left = mask.copy()
        while left.any():
            Task.begin(self, left, random)
            self.worlds.forward(left)
            left = left & (np.asarray(self.worlds.gather("ncon")) > 0)


class Cartpole(Suite):
    model, seconds = "cartpole.xml", 10
    swing_up, sparse = False, False

    def start(self, random):
        if self.swing_up:
            qpos = np.array([0.01 * random.standard_normal(), np.pi + 0.01 * random.standard_normal()])
        else:
            qpos = np.array([random.uniform(-0.1, 0.1), random.uniform(-0.034, 0.034)])
        return qpos, 0.01 * random.standard_normal(self.nv)

    def observe(self):
        pole = self.frames()[:, 2]
        return self.join(self.worlds.qpos[:, :1], pole[:, 2, 2], pole[:, 0, 2], self.worlds.qvel)

    def reward(self, before, action):
        cart, upright = self.worlds.qpos[:, 0], self.frames()[:, 2, 2, 2]
        if self.sparse:
            return self.tolerance(cart, (-0.25, 0.25)) * self.tolerance(upright, (0.995, 1))
        centred = (1 + self.tolerance(cart, margin=2)) / 2
        slow = (1 + self.tolerance(self.worlds.qvel[:, 1], margin=5)) / 2
        return (upright + 1) / 2 * self.small_control() * slow * centred


class CartpoleSwingup(Cartpole):
    swing_up = True


class Pendulum(Suite):
    model = "pendulum.xml"

    def prepare(self, model):
        (self.pole,) = self.body_of("pole")

    def start(self, random):
        return np.array([random.uniform(-np.pi, np.pi)]), self.init_qvel

    def observe(self):
        pole = self.frames()[:, self.pole]
        return self.join(pole[:, 2, 2], pole[:, 0, 2], self.worlds.qvel)

    def reward(self, before, action):
        return self.tolerance(self.frames()[:, self.pole, 2, 2], (np.cos(np.deg2rad(8)), 1))


class Acrobot(Suite):
    model, seconds = "acrobot.xml", 10

    def prepare(self, model):
        self.arms = self.body_of("upper_arm", "lower_arm")
        self.target, self.tip = model.id("site", "target"), model.id("site", "tip")
        self.radius = float(model.site_size[self.target, 0])

    def start(self, random):
        return random.uniform(-np.pi, np.pi, 2), self.init_qvel

    def observe(self):
        arms = self.frames()[:, self.arms]
        return self.join(arms[:, :, 0, 2], arms[:, :, 2, 2], self.worlds.qvel)

    def reward(self, before, action):
        sites = self.worlds.gather("site_xpos")
        return self.tolerance(self.distance(sites[:, self.target] - sites[:, self.tip]), (0, self.radius), margin=1)


class Cheetah(Suite):
    model, seconds = "cheetah.xml", 10

    def prepare(self, model):
        self.speed = self.sensor_of("torso_subtreelinvel")

    def begin(self, mask, random):
        """Joints anywhere within their limits, then 200 steps to come to rest."""
        super().begin(mask, random)
        self.worlds.step(200, mask=mask)
        self.worlds.time[self.array(mask)] = 0

    def start(self, random):
        model, qpos = self.worlds.model(0), self.init_qpos.copy()
        limited = model.jnt_limited == 1
        qpos[limited] = random.uniform(*model.jnt_range[limited].T)
        return qpos, self.init_qvel

    def observe(self):
        return self.join(self.worlds.qpos[:, 1:], self.worlds.qvel)

    def reward(self, before, action):
        return self.tolerance(self.worlds.sensordata[:, self.speed][:, 0], (10, np.inf), margin=10, value_at_margin=0, sigmoid="linear")


class Walker(Suite):
    model, seconds, control_timestep = "walker.xml", 25, 0.025
    move_speed = 0
    start = Suite.anywhere

    def prepare(self, model):
        (self.torso,) = self.body_of("torso")
        self.speed = self.sensor_of("torso_subtreelinvel")

    def height(self):
        return self.worlds.gather("xpos")[:, self.torso, 2]

    def observe(self):
        return self.join(self.frames()[:, 1:, 0, ::2] if self.xp is np else self.frames()[:, 1:, 0][..., [0, 2]], self.height(), self.worlds.qvel)

    def reward(self, before, action):
        standing = self.tolerance(self.height(), (1.2, np.inf), margin=0.6)
        stand = (3 * standing + (1 + self.frames()[:, self.torso, 2, 2]) / 2) / 4
        if not self.move_speed:
            return stand
        speed = self.worlds.sensordata[:, self.speed][:, 0]
        move = self.tolerance(speed, (self.move_speed, np.inf), margin=self.move_speed / 2, value_at_margin=0.5, sigmoid="linear")
        return stand * (5 * move + 1) / 6


class WalkerWalk(Walker):
    move_speed = 1


class WalkerRun(Walker):
    move_speed = 8


class Hopper(Suite):
    model, control_timestep = "hopper.xml", 0.02
    hopping = False
    start = Suite.anywhere

    def prepare(self, model):
        self.torso, self.foot = self.body_of("torso", "foot")
        self.speed, self.toe, self.heel = map(self.sensor_of, ("torso_subtreelinvel", "touch_toe", "touch_heel"))

    def observe(self):
        sensors = self.worlds.sensordata
        touch = self.xp.log1p(self.join(sensors[:, self.toe], sensors[:, self.heel]))
        return self.join(self.worlds.qpos[:, 1:], self.worlds.qvel, touch)

    def reward(self, before, action):
        xipos = self.worlds.gather("xipos")
        standing = self.tolerance(xipos[:, self.torso, 2] - xipos[:, self.foot, 2], (0.6, 2))
        if not self.hopping:
            return standing * self.small_control()
        speed = self.worlds.sensordata[:, self.speed][:, 0]
        return standing * self.tolerance(speed, (2, np.inf), margin=1, value_at_margin=0.5, sigmoid="linear")


class HopperHop(Hopper):
    hopping = True


class Humanoid(Suite):
    model, seconds, control_timestep = "humanoid.xml", 25, 0.025
    move_speed = 0
    start, begin = Suite.anywhere, Suite.begin_apart

    def prepare(self, model):
        self.torso, self.head = self.body_of("torso", "head")
        self.limbs = self.body_of("left_hand", "left_foot", "right_hand", "right_foot")
        self.speed = self.sensor_of("torso_subtreelinvel")

    def upright(self):
        return self.frames()[:, self.torso, 2, 2]

    def observe(self):
        xpos, torso = self.worlds.gather("xpos"), self.frames()[:, self.torso]
        extremities = self.xp.einsum("wlj,wjk->wlk", xpos[:, self.limbs] - xpos[:, self.torso][:, None], torso)
        velocity = self.worlds.sensordata[:, self.speed]
        return self.join(self.worlds.qpos[:, 7:], xpos[:, self.head, 2], extremities, torso[:, 2], velocity, self.worlds.qvel)

    def reward(self, before, action):
        standing = self.tolerance(self.worlds.gather("xpos")[:, self.head, 2], (1.4, np.inf), margin=0.35)
        stand = standing * self.tolerance(self.upright(), (0.9, np.inf), margin=1.9, value_at_margin=0, sigmoid="linear")
        velocity = self.worlds.sensordata[:, self.speed][:, :2]
        if not self.move_speed:
            return self.small_control() * stand * self.tolerance(velocity, margin=2).mean(1)
        speed = self.distance(velocity)
        move = self.tolerance(speed, (self.move_speed, np.inf), margin=self.move_speed, value_at_margin=0, sigmoid="linear")
        return self.small_control() * stand * (5 * move + 1) / 6


class HumanoidWalk(Humanoid):
    move_speed = 1


class HumanoidRun(Humanoid):
    move_speed = 10


class PointMass(Suite):
    model = "point_mass.xml"
    start = Suite.anywhere

    def prepare(self, model):
        self.target, self.mass = model.id("geom", "target"), model.id("geom", "pointmass")
        self.size = float(model.geom_size[self.target, 0])

    def reward(self, before, action):
        geoms = self.worlds.gather("geom_xpos")
        return self.tolerance(self.distance(geoms[:, self.target] - geoms[:, self.mass]), (0, self.size), margin=self.size) * self.small_control()


class BallInCup(Suite):
    model, control_timestep = "ball_in_cup.xml", 0.02
    begin = Suite.begin_apart

    def prepare(self, model):
        (self.ball,) = self.body_of("ball")
        self.target = model.id("site", "target")
        self.free = self.array(model.site_size[self.target, ::2] - model.geom("ball").size[0])
        self.x, self.z = int(model.joint("ball_x").qposadr[0]), int(model.joint("ball_z").qposadr[0])

    def start(self, random):
        qpos = self.init_qpos.copy()
        qpos[self.x], qpos[self.z] = random.uniform(-0.2, 0.2), random.uniform(0.2, 0.5)
        return qpos, self.init_qvel

    def reward(self, before, action):
        apart = self.xp.abs(self.worlds.gather("site_xpos")[:, self.target] - self.worlds.gather("xpos")[:, self.ball])
        return self.xp.where((apart[:, 0] < self.free[0]) & (apart[:, 2] < self.free[1]), 1.0, 0.0)


TASKS = {
    "cartpole-balance": Cartpole,
    "cartpole-swingup": CartpoleSwingup,
    "pendulum-swingup": Pendulum,
    "acrobot-swingup": Acrobot,
    "cheetah-run": Cheetah,
    "walker-stand": Walker,
    "walker-walk": WalkerWalk,
    "walker-run": WalkerRun,
    "hopper-stand": Hopper,
    "hopper-hop": HopperHop,
    "humanoid-stand": Humanoid,
    "humanoid-walk": HumanoidWalk,
    "humanoid-run": HumanoidRun,
    "point_mass-easy": PointMass,
    "ball_in_cup-catch": BallInCup,
}

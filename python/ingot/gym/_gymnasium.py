# SPDX-License-Identifier: Apache-2.0
"""Gymnasium's MuJoCo tasks (v5): how each one starts, what it observes and what it pays, for all worlds at once.

`defaults` are the keyword arguments of Gymnasium's environments.
"""
import importlib.util
import pathlib

import numpy as np

from ingot.task import Task as Base


class Task(Base):
    """Models come from the installed gymnasium package."""

    @classmethod
    def model_source(cls):
        package = pathlib.Path(importlib.util.find_spec("gymnasium").origin).parent
        return str(package / "envs" / "mujoco" / "assets" / cls.model)

    def control_cost(self, action):
        return self.ctrl_cost_weight * self.square_sum(action)


class Planar(Task):
    """Runners in a plane: paid for the velocity of the first coordinate."""

    clip = np.inf
    healthy_pays = True

    def observe(self):
        skip = int(bool(self.exclude_current_positions_from_observation))
        qvel = self.worlds.qvel
        if np.isfinite(self.clip):
            qvel = self.xp.clip(qvel, -self.clip, self.clip)
        return self.join(self.worlds.qpos[:, skip:], qvel)

    def before(self):
        return self.copy(self.worlds.qpos[:, 0])

    def healthy(self):
        raise NotImplementedError

    def place(self):
        qpos = self.worlds.qpos
        return {"x_position": self.copy(qpos[:, 0]), "z_distance_from_origin": qpos[:, 1] - self.init_qpos[1]}

    def score(self, before, action):
        velocity = (self.worlds.qpos[:, 0] - before) / self.dt
        forward = self.forward_reward_weight * velocity
        cost = self.control_cost(action)
        infos = {**self.place(), "x_velocity": velocity, "reward_forward": forward, "reward_ctrl": -cost}
        if not self.healthy_pays:
            return forward - cost, self.never(), infos
        healthy = self.healthy()
        infos["reward_survive"] = healthy * self.healthy_reward
        return forward + infos["reward_survive"] - cost, ~healthy & bool(self.terminate_when_unhealthy), infos


class HalfCheetah(Planar):
    model = "half_cheetah.xml"
    healthy_pays = False
    defaults = dict(
        forward_reward_weight=1.0, ctrl_cost_weight=0.1, reset_noise_scale=0.1, exclude_current_positions_from_observation=True
    )
    start = Task.noise_normal

    def place(self):
        return {"x_position": self.copy(self.worlds.qpos[:, 0])}


class Hopper(Planar):
    model, frame_skip, clip = "hopper.xml", 4, 10
    defaults = dict(
        forward_reward_weight=1.0,
        ctrl_cost_weight=1e-3,
        healthy_reward=1.0,
        terminate_when_unhealthy=True,
        healthy_state_range=(-100.0, 100.0),
        healthy_z_range=(0.7, float("inf")),
        healthy_angle_range=(-0.2, 0.2),
        reset_noise_scale=5e-3,
        exclude_current_positions_from_observation=True,
    )

    def healthy(self):
        qpos, qvel = self.worlds.qpos, self.worlds.qvel
        state = self.join(qpos[:, 2:], qvel)
        low, high = self.healthy_state_range
        healthy = self.xp.all((low < state) & (state < high), axis=1)
        for values, (low, high) in ((qpos[:, 1], self.healthy_z_range), (qpos[:, 2], self.healthy_angle_range)):
            healthy &= (low < values) & (values < high)
        return healthy


class Walker2d(Planar):
    model, frame_skip, clip = "walker2d_v5.xml", 4, 10
    defaults = dict(
        forward_reward_weight=1.0,
        ctrl_cost_weight=1e-3,
        healthy_reward=1.0,
        terminate_when_unhealthy=True,
        healthy_z_range=(0.8, 2.0),
        healthy_angle_range=(-1.0, 1.0),
        reset_noise_scale=5e-3,
        exclude_current_positions_from_observation=True,
    )

    def healthy(self):
        z, angle = self.worlds.qpos[:, 1], self.worlds.qpos[:, 2]
        return (
            (self.healthy_z_range[0] < z)
            & (z < self.healthy_z_range[1])
            & (self.healthy_angle_range[0] < angle)
            & (angle < self.healthy_angle_range[1])
        )


class Roaming(Task):
    """Tasks that move freely: the first two coordinates are left out of the observation."""

    def external_forces(self):
        """cfrc_ext, which Gymnasium computes after steps only: a start has none."""
        started = self.array(~self.fresh)[:, None, None]
        return self.xp.where(started, self.worlds.gather("cfrc_ext"), 0.0)

    def position(self):
        qpos = self.worlds.qpos
        return qpos[:, 2:] if self.exclude_current_positions_from_observation else qpos

    def place(self):
        qpos = self.worlds.qpos
        return {
            "x_position": self.copy(qpos[:, 0]),
            "y_position": self.copy(qpos[:, 1]),
            "distance_from_origin": self.distance(qpos[:, :2]),
        }

    def velocities(self, before, after):
        velocity = (after - before) / self.dt
        return {"x_velocity": velocity[:, 0], "y_velocity": velocity[:, 1]}


class Swimmer(Roaming):
    model, frame_skip = "swimmer.xml", 4
    defaults = dict(
        forward_reward_weight=1.0, ctrl_cost_weight=1e-4, reset_noise_scale=0.1, exclude_current_positions_from_observation=True
    )

    def observe(self):
        return self.join(self.position(), self.worlds.qvel)

    def before(self):
        return self.copy(self.worlds.qpos[:, :2])

    def score(self, before, action):
        infos = {**self.place(), **self.velocities(before, self.worlds.qpos[:, :2])}
        forward, cost = self.forward_reward_weight * infos["x_velocity"], self.control_cost(action)
        infos.update(reward_forward=forward, reward_ctrl=-cost)
        return forward - cost, self.never(), infos


class Ant(Roaming):
    model, functions = "ant.xml", ("mj_rnePostConstraint",)
    defaults = dict(
        forward_reward_weight=1,
        ctrl_cost_weight=0.5,
        contact_cost_weight=5e-4,
        healthy_reward=1.0,
        main_body=1,
        terminate_when_unhealthy=True,
        healthy_z_range=(0.2, 1.0),
        contact_force_range=(-1.0, 1.0),
        reset_noise_scale=0.1,
        exclude_current_positions_from_observation=True,
        include_cfrc_ext_in_observation=True,
    )
    start = Task.noise_normal

    def prepare(self, model):
        self.body = self.main_body if isinstance(self.main_body, int) else model.id("body", self.main_body)

    def forces(self):
        return self.xp.clip(self.external_forces(), *self.contact_force_range)

    def observe(self):
        parts = [self.position(), self.worlds.qvel]
        if self.include_cfrc_ext_in_observation:
            parts.append(self.forces()[:, 1:].reshape(len(self.worlds), -1))
        return self.join(*parts)

    def before(self):
        return self.worlds.gather("xpos")[:, self.body, :2]

    def score(self, before, action):
        qpos, qvel = self.worlds.qpos, self.worlds.qvel
        low, high = self.healthy_z_range
        finite = self.xp.isfinite(qpos).all(axis=1) & self.xp.isfinite(qvel).all(axis=1)
        healthy = finite & (low <= qpos[:, 2]) & (qpos[:, 2] <= high)
        infos = {**self.place(), **self.velocities(before, self.before())}
        forward, survive = infos["x_velocity"] * self.forward_reward_weight, healthy * self.healthy_reward
        control, contact = self.control_cost(action), self.contact_cost_weight * self.square_sum(self.forces())
        infos.update(reward_forward=forward, reward_ctrl=-control, reward_contact=-contact, reward_survive=survive)
        return forward + survive - (control + contact), ~healthy & bool(self.terminate_when_unhealthy), infos


class Human(Roaming):
    """What the two humanoid tasks have in common."""

    functions = ("mj_rnePostConstraint",)
    parts = dict(cinert=(1, "cinert"), cvel=(1, "cvel"), qfrc_actuator=(6, "qfrc_actuator"), cfrc_ext=(1, "cfrc_ext"))
    shared = dict(
        reset_noise_scale=1e-2,
        exclude_current_positions_from_observation=True,
        include_cinert_in_observation=True,
        include_cvel_in_observation=True,
        include_qfrc_actuator_in_observation=True,
        include_cfrc_ext_in_observation=True,
    )

    def observe(self):
        parts = [self.position(), self.worlds.qvel]
        for name, (first, array) in self.parts.items():
            if getattr(self, f"include_{name}_in_observation"):
                rows = self.external_forces() if array == "cfrc_ext" else self.worlds.gather(array)
                parts.append(rows[:, first:].reshape(len(self.worlds), -1))
        return self.join(*parts)

    def tendons(self):
        return {"tendon_length": self.worlds.gather("ten_length"), "tendon_velocity": self.worlds.gather("ten_velocity")}


class Humanoid(Human):
    model = "humanoid.xml"
    defaults = dict(
        forward_reward_weight=1.25,
        ctrl_cost_weight=0.1,
        contact_cost_weight=5e-7,
        contact_cost_range=(-np.inf, 10.0),
        healthy_reward=5.0,
        terminate_when_unhealthy=True,
        healthy_z_range=(1.0, 2.0),
        **Human.shared,
    )

    def before(self):
        """The centre of mass in the plane."""
        mass = self.worlds.get_parameter("body_mass") if self.worlds.own_models else self.mass
        return (self.xp.einsum("wb,wbj->wj", mass, self.worlds.gather("xipos")) / mass.sum(axis=1)[:, None])[:, :2]

    def prepare(self, model):
        self.mass = self.array(np.tile(model.body_mass, (len(self.worlds), 1)))

    def place(self):
        return {**super().place(), **self.tendons()}

    def score(self, before, action):
        low, high = self.healthy_z_range
        z = self.worlds.qpos[:, 2]
        healthy = (low < z) & (z < high)
        infos = {**self.place(), **self.velocities(before, self.before())}
        forward, survive = self.forward_reward_weight * infos["x_velocity"], healthy * self.healthy_reward
        control = self.control_cost(self.worlds.ctrl)
        contact = self.xp.clip(self.contact_cost_weight * self.square_sum(self.external_forces()), *self.contact_cost_range)
        infos.update(reward_survive=survive, reward_forward=forward, reward_ctrl=-control, reward_contact=-contact)
        return forward + survive - (control + contact), ~healthy & bool(self.terminate_when_unhealthy), infos


class HumanoidStandup(Human):
    model = "humanoidstandup.xml"
    defaults = dict(
        uph_cost_weight=1, ctrl_cost_weight=0.1, impact_cost_weight=0.5e-6, impact_cost_range=(-np.inf, 10.0), **Human.shared
    )

    def place(self):
        qpos = self.worlds.qpos
        return {
            "x_position": self.copy(qpos[:, 0]),
            "y_position": self.copy(qpos[:, 1]),
            "z_distance_from_origin": qpos[:, 2] - self.init_qpos[2],
            **self.tendons(),
        }

    def score(self, before, action):
        up = self.worlds.qpos[:, 2] / self.timestep
        control = self.control_cost(self.worlds.ctrl)
        impact = self.xp.clip(self.impact_cost_weight * self.square_sum(self.external_forces()), *self.impact_cost_range)
        infos = {**self.place(), "reward_linup": up, "reward_quadctrl": -control, "reward_impact": -impact}
        return up - control - impact + 1, self.never(), infos


class InvertedPendulum(Task):
    model, frame_skip = "inverted_pendulum.xml", 2
    defaults = dict(reset_noise_scale=0.01)

    def score(self, before, action):
        observed = self.observe()
        terminated = ~self.xp.isfinite(observed).all(axis=1) | (self.xp.abs(observed[:, 1]) > 0.2)
        reward = self.xp.where(terminated, 0, 1)
        return reward, terminated, {"reward_survive": reward}


class InvertedDoublePendulum(Task):
    model = "inverted_double_pendulum.xml"
    defaults = dict(healthy_reward=10.0, reset_noise_scale=0.1)
    start = Task.noise_normal

    def observe(self):
        qpos, qvel = self.worlds.qpos, self.worlds.qvel
        force = self.xp.clip(self.worlds.gather("qfrc_constraint"), -10, 10)[:, :1]
        return self.join(qpos[:, :1], self.xp.sin(qpos[:, 1:]), self.xp.cos(qpos[:, 1:]), self.xp.clip(qvel, -10, 10), force)

    def score(self, before, action):
        tip, qvel = self.worlds.gather("site_xpos")[:, 0], self.worlds.qvel
        terminated = tip[:, 2] <= 1
        far = 0.01 * tip[:, 0] ** 2 + (tip[:, 2] - 2) ** 2
        fast = 1e-3 * qvel[:, 1] ** 2 + 5e-3 * qvel[:, 2] ** 2
        alive = self.healthy_reward * self.xp.where(terminated, 0, 1)
        return alive - far - fast, terminated, {"reward_survive": alive, "distance_penalty": -far, "velocity_penalty": -fast}


class Reaching(Task):
    """Arms that are paid for the distance of named bodies."""

    bodies = ()

    def prepare(self, model):
        self.ids = {name: model.id("body", name) for name in self.bodies}

    def places(self):
        xpos = self.worlds.gather("xpos")
        return [xpos[:, self.ids[name]] for name in self.bodies]


class Reacher(Reaching):
    model, frame_skip, bodies = "reacher.xml", 2, ("fingertip", "target")
    episode_steps = 50
    defaults = dict(reward_dist_weight=1, reward_control_weight=1)

    def start(self, random):
        qpos = random.uniform(low=-0.1, high=0.1, size=self.nq) + self.init_qpos
        goal = np.full(2, np.inf)
        while not np.linalg.norm(goal) < 0.2:
            goal = random.uniform(low=-0.2, high=0.2, size=2)
        qpos[-2:] = goal
        qvel = self.init_qvel + random.uniform(low=-0.005, high=0.005, size=self.nv)
        qvel[-2:] = 0
        return qpos, qvel

    def observe(self):
        qpos, qvel = self.worlds.qpos, self.worlds.qvel
        finger, target = self.places()
        theta = qpos[:, :2]
        return self.join(self.xp.cos(theta), self.xp.sin(theta), qpos[:, 2:], qvel[:, :2], (finger - target)[:, :2])

    def score(self, before, action):
        finger, target = self.places()
        far, control = -self.distance(finger - target) * self.reward_dist_weight, -self.square_sum(action) * self.reward_control_weight
        return far + control, self.never(), {"reward_dist": far, "reward_ctrl": control}


class Pusher(Reaching):
    model, bodies = "pusher_v5.xml", ("tips_arm", "object", "goal")
    episode_steps = 100
    defaults = dict(reward_near_weight=0.5, reward_dist_weight=1, reward_control_weight=0.1)

    def start(self, random):
        qpos, goal, cylinder = self.init_qpos.copy(), np.zeros(2), np.zeros(2)
        while not np.linalg.norm(cylinder - goal) > 0.17:
            cylinder[0] = random.uniform(low=-0.3, high=0, size=1)[0]
            cylinder[1] = random.uniform(low=-0.2, high=0.2, size=1)[0]
        qpos[-4:-2], qpos[-2:] = cylinder, goal
        qvel = self.init_qvel + random.uniform(low=-0.005, high=0.005, size=self.nv)
        qvel[-4:] = 0
        return qpos, qvel

    def observe(self):
        return self.join(self.worlds.qpos[:, :7], self.worlds.qvel[:, :7], *self.places())

    def score(self, before, action):
        tip, thing, goal = self.places()
        near, far = -self.distance(thing - tip) * self.reward_near_weight, -self.distance(thing - goal) * self.reward_dist_weight
        control = -self.square_sum(action) * self.reward_control_weight
        return far + control + near, self.never(), {"reward_dist": far, "reward_ctrl": control, "reward_near": near}


TASKS = {
    f"{task.__name__}-v5": task
    for task in (
        Ant,
        HalfCheetah,
        Hopper,
        Walker2d,
        Swimmer,
        Humanoid,
        HumanoidStandup,
        InvertedPendulum,
        InvertedDoublePendulum,
        Reacher,
        Pusher,
    )
}

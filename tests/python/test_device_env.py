# SPDX-License-Identifier: Apache-2.0
"""Environments whose worlds are on a device: the bits of the CPU, restarts included, without a look at the host.

On the emulated device, whose memory numpy sees as it is. With a GPU, INGOT_TEST_DEVICE=cuda runs the same on it, with torch.
"""
import numpy as np
import pytest

import ingot
import ingot.gym
from emulated import ON_GPU, device  # noqa: F401
from ingot import tasks

LIBRARY = "torch" if ON_GPU else "numpy"


def host(value):
    return np.asarray(value.cpu() if hasattr(value, "cpu") else value)


def made(task, count, where, **options):
    return ingot.gym.make_vec(task, count, threads=1, array=LIBRARY if where != "cpu" else "numpy", device=where, **options)


def play(envs, steps, seed=5):
    observed, _ = envs.reset(seed=seed)
    random, log = np.random.default_rng(1), []
    for _ in range(steps):
        action = random.uniform(-1, 1, envs.action_space.shape).astype(np.float32)
        action = envs.task.array(action)
        observed, rewards, terminations, truncations, infos = envs.step(action)
        groups = observed if isinstance(observed, dict) else {"": observed}
        log.append({name: host(value).copy() for name, value in groups.items()})
        log[-1].update(ends=host(terminations), cut=host(truncations), qpos=host(envs.task.worlds.qpos).copy(), time=host(envs.task.worlds.time).copy())
        log[-1]["rewards"] = host(rewards)
    return log


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
@pytest.mark.parametrize("name", ["hound-walk", "biped-walk", "arm-reach"])
def test_episodes_have_the_bits_of_the_cpu(name, mode):
    # parameters are drawn once on a device, for each episode on the CPU
    options = {} if name == "arm-reach" else dict(friction=None, load=None)
    there, here = (play(made(name, 5, where, autoreset_mode=mode, max_episode_steps=6, **options), 15) for where in ("cuda", "cpu"))
    assert sum(int(one["cut"].sum()) for one in here) >= 10
    for a, b in zip(there, here):
        assert a.keys() == b.keys()
        for key in a:
            np.testing.assert_array_equal(a[key], b[key], err_msg=key)


class Falling(tasks.Task):
    """Ends in some worlds only, since a box falls from another height in each."""

    model = '<mujoco><worldbody><geom type="plane" size="5 5 1"/><body pos="0 0 1"><freejoint/><geom type="box" size=".1 .1 .1"/></body></worldbody></mujoco>'
    frame_skip, weights = 3, dict(height=1.0)
    action_range = (-np.ones(1), np.ones(1))

    def prepare(self, model):
        super().prepare(model)
        self.pull = self.zeros()

    def control(self, action):
        self.pull = action[:, 0]
        return None

    def begin(self, mask, random):
        super().begin(mask, random)
        qpos = self.copy(self.worlds.qpos)
        qpos[:, 2] = self.draw.uniform(1, 0.3, 0.6, mask=self.array(mask))[:, 0]
        self.put("qpos", qpos, self.array(mask))

    def terms(self, action):
        return {"height": self.worlds.qpos[:, 2]}

    def terminated(self):
        return self.worlds.qpos[:, 2] < 0.12


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_worlds_that_end_at_different_times(mode):
    there, here = (play(made(Falling, 7, where, autoreset_mode=mode), 80) for where in ("cuda", "cpu"))
    ends = np.array([one["ends"] for one in here])
    assert ends.sum() >= 7 and (ends.any(1) & ~ends.all(1)).sum() >= 4
    for a, b in zip(there, here):
        for key in a:
            np.testing.assert_array_equal(a[key], b[key], err_msg=key)


def test_a_world_that_diverges_is_ended_and_begins_anew():
    envs = made("hound-walk", 4, "cuda")
    envs.reset(seed=1)
    still = envs.task.array(np.zeros(envs.action_space.shape, np.float32))
    envs.step(still)
    envs.task.worlds.qvel[2, 3] = 1e12
    _, rewards, terminations, _, infos = envs.step(still)
    assert host(terminations).tolist() == [False, False, True, False] and host(infos["diverged"]).tolist() == [False, False, True, False]
    assert host(rewards)[2] == 0
    for _ in range(4):
        _, rewards, terminations, _, infos = envs.step(still)
    assert not host(terminations).any() and not host(infos["diverged"]).any() and np.isfinite(host(rewards)).all()
    envs.worlds.wait()
    assert envs.worlds.status["divergences"].tolist() == [0, 0, 1, 0]


def test_starts_of_gymnasiums_tasks_are_drawn_by_counter():
    if LIBRARY == "torch":
        pytest.importorskip("torch")
    found = []
    for count, seeds in ((3, [4, 5, 6]), (1, [5])):
        envs = made("HalfCheetah-v5", count, "cuda")
        envs.reset(seed=seeds)
        qpos, qvel = host(envs.task.worlds.qpos).copy(), host(envs.task.worlds.qvel).copy()
        assert (np.abs(qpos - envs.task.init_qpos) <= 0.1).all() and 0.02 < np.abs(qvel).max() < 0.6
        for _ in range(5):
            envs.step(envs.task.array(np.full(envs.action_space.shape, 0.3, np.float32)))
        found.append(host(envs.task.worlds.qpos)[count // 2].copy())
    np.testing.assert_array_equal(*found)


def test_actions_that_are_no_numbers():
    envs = made("hound-walk", 3, "cuda")
    envs.reset(seed=0)
    action = np.zeros(envs.action_space.shape, np.float32)
    action[1, 2] = np.nan
    observed, rewards, *_, infos = envs.step(envs.task.array(action))
    assert host(infos["bad_action"]).tolist() == [False, True, False] and np.isfinite(host(rewards)).all()
    with pytest.raises(ValueError, match="actions have shape"):
        envs.step(envs.task.array(action[:2]))


def test_what_a_device_cannot_do_is_refused_with_the_way_out():
    with pytest.raises(ValueError, match='mj_step1 after its steps, which a device does not: use device="cpu"'):
        made("cheetah-run", 2, "cuda")
    with pytest.raises(ValueError, match="draws its starts world by world"):
        made("Reacher-v5", 2, "cuda")
    with pytest.raises(ingot.Error, match="one model on one device"):
        made("hound-walk", 64, "cuda:0,1")


def test_parameters_are_drawn_once():
    envs = made("hound-walk", 6, "cuda")
    envs.reset(seed=2)
    mass = envs.worlds.get_parameter("body_mass")
    assert len(np.unique(mass[:, 1])) == 6
    envs.reset(seed=3)
    np.testing.assert_array_equal(envs.worlds.get_parameter("body_mass"), mass)

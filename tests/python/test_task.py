# SPDX-License-Identifier: Apache-2.0
"""Tasks: dm_control's against the suite, a task of one's own, single environments, sending without waiting, attributes, divergence."""
import gymnasium
import numpy as np
import pytest

import ingot
import ingot.gym

CART = """
<mujoco>
  <option timestep="0.01"/>
  <worldbody>
    <body name="cart"><joint name="slide" type="slide" axis="1 0 0"/><geom type="box" size=".2 .1 .05" mass="1"/>
      <body name="pole"><joint name="hinge" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 0 0 .6" size=".02"/></body>
    </body>
  </worldbody>
  <actuator><motor name="push" joint="slide" gear="10" ctrlrange="-1 1" ctrllimited="true"/></actuator>
</mujoco>"""


class Balance(ingot.Task):
    model, frame_skip, episode_steps = CART, 2, 40
    defaults = dict(limit=0.2, reset_noise_scale=0.01, mass_range=None)

    def randomize(self, mask, random):
        if self.mass_range is None:
            return
        mass = self.worlds.get_parameter("body_mass")
        for world in np.flatnonzero(mask):
            mass[world, 2] = random(world).uniform(*self.mass_range)
        self.worlds.set_parameter("body_mass", mass, mask=mask)

    def reward(self, before, action):
        return 1.0 - self.xp.abs(self.worlds.qpos[:, 1])

    def terminated(self):
        return self.xp.abs(self.worlds.qpos[:, 1]) > self.limit


def flat(moment):
    return np.concatenate([np.ravel(value) for value in moment.observation.values()])


@pytest.mark.parametrize("name", ingot.gym._env.SUITE)
def test_same_as_dm_control(name):
    """Observations and rewards of the suite, on the same engine, from the same states with the same actions."""
    suite = pytest.importorskip("dm_control.suite")
    if not ingot.active():
        pytest.skip("run with python -m ingot -m pytest")
    theirs = suite.load(*name.split("-"), task_kwargs={"random": 3})
    type(theirs.physics).contexts = None
    ours = ingot.gym.make_vec(name, 2, threads=2)
    spec = theirs.action_spec()
    assert ours.single_action_space.shape == spec.shape
    np.testing.assert_array_equal(ours.single_action_space.low, spec.minimum.astype(np.float32))
    assert round(theirs.control_timestep() / ours.dt, 9) == 1
    assert ours.max_episode_steps == round(theirs._step_limit)
    first = theirs.reset()
    ours.reset(seed=0)
    worlds = ours.worlds
    for world in range(2):
        worlds.qpos[world], worlds.qvel[world] = theirs.physics.data.qpos, theirs.physics.data.qvel
        worlds.qacc_warmstart[world] = theirs.physics.data.qacc_warmstart
    # what the suite has drawn for its episode beside the state
    for parameter in getattr(ours.task, "own", ()):
        worlds.set_parameter(parameter, getattr(theirs.physics.model, parameter))
    worlds.forward()
    np.testing.assert_allclose(ours.task.observe()[1], flat(first), rtol=0, atol=1e-12)
    random = np.random.RandomState(4)
    for step in range(30):
        action = random.uniform(spec.minimum, spec.maximum).astype(np.float32)
        moment = theirs.step(action)
        observed, rewards, terminations, truncations, infos = ours.step(np.tile(action, (2, 1)))
        np.testing.assert_allclose(observed[1], flat(moment), rtol=0, atol=1e-12, err_msg=f"observation of step {step}")
        np.testing.assert_allclose(rewards[1], moment.reward, rtol=0, atol=1e-9, err_msg=f"reward of step {step}")
    assert not terminations.any() and not truncations.any()


@pytest.mark.parametrize("name", ["humanoid-stand", "ball_in_cup-catch", "cheetah-run"])
def test_starts_of_the_suite(name):
    envs = ingot.gym.make_vec(name, 12)
    envs.reset(seed=1)
    assert np.ptp(envs.worlds.qpos, axis=0).max() > 0.1
    if name != "cheetah-run":
        assert (envs.worlds.gather("ncon") == 0).all()
    np.testing.assert_array_equal(envs.worlds.time, 0)


def test_a_task_of_ones_own():
    envs = ingot.gym.make_vec(Balance, 6, threads=2, limit=0.15)
    observed, infos = envs.reset(seed=5)
    assert observed.shape == (6, 4) and np.abs(observed).max() <= 0.01 and infos == {}
    ended = 0
    for _ in range(60):
        observed, rewards, terminations, truncations, infos = envs.step(np.ones((6, 1), np.float32))
        ended += terminations.sum()
        assert (rewards <= 1).all() and (np.abs(observed[~terminations, 1]) <= 0.15).all()
    assert ended > 6
    with pytest.raises(TypeError, match="limt; did you mean 'limit'"):
        ingot.gym.make_vec(Balance, 2, limt=3)


def test_parameters_are_drawn_anew_for_each_episode():
    envs = ingot.gym.make_vec(Balance, 4, mass_range=(0.1, 0.9))
    envs.reset(seed=1)
    first = envs.worlds.body("pole").mass[:, 0].copy()
    envs.reset(options={"reset_mask": np.array([True, False, False, True])})
    second = envs.worlds.body("pole").mass[:, 0]
    assert len(set(first)) == 4 and ((first != second) == [True, False, False, True]).all()
    envs.reset(seed=1)
    np.testing.assert_array_equal(envs.worlds.body("pole").mass[:, 0], first)


def test_time_limits_and_same_step_resets():
    envs = ingot.gym.make_vec(Balance, 3, autoreset_mode="SameStep", limit=9)
    envs.reset(seed=1)
    for step in range(40):
        observed, rewards, terminations, truncations, infos = envs.step(np.zeros((3, 1)))
    assert truncations.all() and not terminations.any() and infos["final_obs"][0].shape == (4,)
    assert (np.abs(observed) <= 0.01).all()


def test_single_environments_pass_gymnasiums_checker():
    from gymnasium.utils.env_checker import check_env

    env = gymnasium.make("ingot/Hopper-v5")
    assert env.spec.max_episode_steps == 1000
    check_env(env.unwrapped, skip_render_check=True)
    theirs = gymnasium.make("Hopper-v5")
    if not ingot.active():
        return
    np.testing.assert_array_equal(env.reset(seed=3)[0], theirs.reset(seed=3)[0])
    for _ in range(20):
        action = theirs.action_space.sample()
        ours, expected = env.step(action), theirs.step(action)
        np.testing.assert_array_equal(ours[0], expected[0])
        assert abs(ours[1] - expected[1]) < 1e-9 and ours[2:4] == expected[2:4] and ours[4].keys() == expected[4].keys()


def test_registered_tasks():
    ingot.gym.register("test/Balance-v0", Balance)
    env = gymnasium.make("test/Balance-v0", limit=9)
    env.reset(seed=1)
    for step in range(40):
        truncated = env.step(np.zeros(1, np.float32))[3]
    assert truncated
    envs = gymnasium.make_vec("test/Balance-v0", num_envs=3)
    assert envs.reset(seed=0)[0].shape == (3, 4)
    assert gymnasium.make_vec("ingot/walker-walk-v0", num_envs=2).reset(seed=0)[0].shape == (2, 24)
    assert gymnasium.spec("ingot/cartpole-swingup-v0").max_episode_steps == 1000


def test_sending_without_waiting_gives_the_same_results():
    envs, other = (ingot.gym.make_vec("Hopper-v5", 4, threads=2) for _ in range(2))
    envs.reset(seed=2), other.reset(seed=2)
    envs.action_space.seed(0)
    for _ in range(30):
        actions = envs.action_space.sample()
        envs.send(actions)
        with pytest.raises(RuntimeError, match="recv"):
            envs.step(actions)
        actions_kept = actions.copy()
        actions[:] = 0
        ours, expected = envs.recv(), other.step(actions_kept)
        for one, two in zip(ours[:4], expected[:4]):
            np.testing.assert_array_equal(one, two)
    with pytest.raises(RuntimeError, match="no actions"):
        envs.recv()


def test_attributes_of_the_environments():
    envs = ingot.gym.make_vec("HalfCheetah-v5", 3)
    assert envs.get_attr("ctrl_cost_weight") == (0.1,) * 3 and envs.get_attr("dt") == (envs.dt,) * 3
    envs.reset(seed=0)
    actions = np.ones((3, 6), np.float32)
    envs.set_attr("ctrl_cost_weight", [0.0, 1.0, 2.0])
    infos = envs.step(actions)[4]
    np.testing.assert_allclose(infos["reward_ctrl"], [0, -6, -12])
    envs.set_attr("ctrl_cost_weight", 0.5)
    np.testing.assert_allclose(envs.step(actions)[4]["reward_ctrl"], -3)
    assert len(envs.call("observe")) == 3
    with pytest.raises(AttributeError, match="did you mean 'ctrl_cost_weight'"):
        envs.get_attr("ctrl_cost_weigth")
    with pytest.raises(ValueError, match="2 values"):
        envs.set_attr("ctrl_cost_weight", [1, 2])


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_divergence_ends_an_episode_and_shows_in_the_infos(mode):
    envs = ingot.gym.make_vec("HalfCheetah-v5", 3, autoreset_mode=mode)
    envs.reset(seed=0)
    actions = np.zeros((3, 6), np.float32)
    assert "diverged" not in envs.step(actions)[4]
    envs.worlds.qvel[1, 4] = np.nan
    observed, rewards, terminations, truncations, infos = envs.step(actions)
    assert terminations.tolist() == [False, True, False] and np.isfinite(observed).all() and np.isfinite(rewards).all()
    seen = infos["final_info"] if mode == "SameStep" else infos
    assert seen["diverged"].tolist() == [False, True, False]
    assert "diverged" not in envs.step(actions)[4]


def test_float32_observations():
    envs = ingot.gym.make_vec("Hopper-v5", 2, dtype=np.float32)
    assert envs.reset(seed=0)[0].dtype == np.float32 and envs.single_observation_space.dtype == np.float32
    assert envs.observation_space.contains(envs.step(envs.action_space.sample())[0])


@pytest.mark.parametrize("task", [*ingot.gym.TASKS, Balance])
def test_tasks_on_tensors_give_the_numbers_of_numpy(task):
    torch = pytest.importorskip("torch")
    ours, plain = ingot.gym.make_vec(task, 3, array="torch"), ingot.gym.make_vec(task, 3)

    def groups(observed):
        return list(observed.values()) if isinstance(observed, dict) else [observed]

    for one, other in zip(groups(ours.reset(seed=1)[0]), groups(plain.reset(seed=1)[0])):
        assert isinstance(one, torch.Tensor)
        np.testing.assert_array_equal(one.numpy(), other)
    plain.action_space.seed(0)
    low, high = np.maximum(plain.action_space.low, -1), np.minimum(plain.action_space.high, 1)
    random = np.random.default_rng(0)
    for _ in range(8):
        actions = random.uniform(low, high).astype(np.float32)
        results, expected = ours.step(torch.from_numpy(actions)), plain.step(actions)
        # costs of actions are sums of float32, which each library adds in its own order
        seen = [(one, other, 1e-12) for one, other in zip(groups(results[0]), groups(expected[0]))]
        for one, other, close in [*seen, *zip(results[1:4], expected[1:4], (1e-6, 0, 0))]:
            assert isinstance(one, torch.Tensor)
            np.testing.assert_allclose(one.numpy(), other, rtol=close, atol=close)


def test_stable_baselines3_learns_on_the_adapter():
    stable = pytest.importorskip("stable_baselines3")
    import ingot.sb3

    envs = ingot.sb3.make("InvertedPendulum-v5", 4, max_episode_steps=20)
    envs.seed(1)
    observed = envs.reset()
    assert observed.dtype == np.float32 and envs.get_attr("dt") == [envs.envs.dt] * 4
    seen = False
    for _ in range(25):
        observed, rewards, done, infos = envs.step(np.zeros((4, 1), np.float32))
        for world in np.flatnonzero(done):
            seen |= infos[world]["TimeLimit.truncated"]
            assert infos[world]["terminal_observation"].shape == observed[world].shape
    assert seen
    model = stable.PPO("MlpPolicy", envs, n_steps=32, batch_size=32, n_epochs=2, device="cpu", seed=0)
    model.learn(512)
    assert model.num_timesteps == 512

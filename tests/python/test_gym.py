# SPDX-License-Identifier: Apache-2.0
"""ingot.gym gives what Gymnasium's own environments give: run with python -m ingot, so that both are on one engine."""
import gymnasium
import numpy as np
import pytest

import ingot.gym

COUNT, STEPS, LIMIT = 3, 60, 25


def make_pair(id, mode, **options):
    single = {name: value for name, value in options.items()}
    theirs = gymnasium.vector.SyncVectorEnv(
        [lambda: gymnasium.make(id, max_episode_steps=LIMIT, **single)] * COUNT, autoreset_mode=mode
    )
    return theirs, ingot.gym.make_vec(id, COUNT, threads=2, max_episode_steps=LIMIT, autoreset_mode=mode, **options)


def compare_infos(ours, theirs, path=""):
    assert ours.keys() == theirs.keys(), path
    for name, value in theirs.items():
        if isinstance(value, dict):
            compare_infos(ours[name], value, f"{path}{name}.")
        elif value.dtype == object:
            for one, other in zip(ours[name], value):
                assert (one is None) == (other is None), f"{path}{name}"
                if one is not None:
                    np.testing.assert_allclose(one, other, rtol=0, atol=1e-12, err_msg=f"{path}{name}")
        else:
            np.testing.assert_allclose(ours[name], value, rtol=1e-9, atol=1e-12, err_msg=f"{path}{name}")


def run_pair(id, mode, **options):
    theirs, ours = make_pair(id, mode, **options)
    assert ours.single_observation_space == theirs.single_observation_space
    assert ours.action_space == theirs.action_space
    random = np.random.default_rng(1)
    space = ours.single_action_space
    result, expected = ours.reset(seed=7), theirs.reset(seed=7)
    np.testing.assert_array_equal(result[0], expected[0])
    compare_infos(result[1], expected[1])
    ended = 0
    for step in range(STEPS):
        if mode == "Disabled" and ended:
            mask = expected[2] | expected[3]
            result = ours.reset(options={"reset_mask": mask.copy()})
            expected = theirs.reset(options={"reset_mask": mask.copy()})
            np.testing.assert_array_equal(result[0], expected[0])
        actions = random.uniform(space.low, space.high, (COUNT, *space.shape)).astype(np.float32)
        result, expected = ours.step(actions), theirs.step(actions)
        np.testing.assert_array_equal(result[0], expected[0], f"{id} observation of step {step}")
        np.testing.assert_allclose(result[1], expected[1], rtol=1e-9, atol=1e-9, err_msg=f"{id} reward of step {step}")
        np.testing.assert_array_equal(result[2], expected[2])
        np.testing.assert_array_equal(result[3], expected[3])
        compare_infos(result[4], expected[4])
        ended = (expected[2] | expected[3]).any()
    theirs.close()
    ours.close()


@pytest.fixture(autouse=True)
def same_engine():
    if not ingot.active():
        pytest.skip("run with python -m ingot -m pytest")


@pytest.mark.parametrize("id", [id for id in ingot.gym.TASKS if id.endswith("-v5")])
def test_same_as_gymnasium(id):
    run_pair(id, "NextStep")


@pytest.mark.parametrize("mode", ["SameStep", "Disabled"])
@pytest.mark.parametrize("id", ["Hopper-v5", "Humanoid-v5", "Reacher-v5"])
def test_same_as_gymnasium_in_other_modes(id, mode):
    run_pair(id, mode)


@pytest.mark.parametrize(
    "id, options",
    [
        ("Ant-v5", dict(include_cfrc_ext_in_observation=False, main_body="torso", terminate_when_unhealthy=False)),
        ("Humanoid-v5", dict(include_cinert_in_observation=False, frame_skip=3, exclude_current_positions_from_observation=False)),
        ("Hopper-v5", dict(healthy_angle_range=(-0.05, 0.05), ctrl_cost_weight=0.1, reset_noise_scale=0.02)),
    ],
)
def test_same_as_gymnasium_with_options(id, options):
    run_pair(id, "NextStep", **options)


def test_registered_with_gymnasium():
    envs = gymnasium.make_vec("ingot/Hopper-v5", num_envs=2)
    observations, _ = envs.reset(seed=1)
    assert observations.shape == (2, 11) and envs.unwrapped.max_episode_steps == 1000
    envs.close()


def test_unknown_names_are_refused():
    with pytest.raises(gymnasium.error.Error, match="has no task"):
        ingot.gym.make_vec("Nobody-v5")
    with pytest.raises(TypeError, match="wind_speed"):
        ingot.gym.make_vec("Hopper-v5", wind_speed=3)
    envs = ingot.gym.make_vec("Hopper-v5", 2)
    with pytest.raises(ValueError, match="expected"):
        envs.step(np.zeros((3, 3)))

# SPDX-License-Identifier: Apache-2.0
"""Environments that are seen: render_mode, Gymnasium's wrappers, observations of pixels."""
import pathlib
import pickle
import tempfile
import warnings

import gymnasium
import numpy as np
import pytest

import ingot
import ingot.gym

SEES = """<mujoco><option timestep=".01"/><worldbody><light pos="0 0 3"/><geom type="plane" size="2 2 .1" rgba=".2 .3 .4 1"/>
<camera name="front" pos="0 -3 1" xyaxes="1 0 0 0 .3 1"/><camera name="top" pos="0 0 4"/>
<body pos="0 0 .5"><joint name="x" type="slide" axis="1 0 0"/><geom size=".3" rgba="1 0 0 1"/></body></worldbody>
<actuator><motor joint="x" ctrlrange="-1 1" gear="40"/></actuator></mujoco>"""


class Ball(ingot.Task):
    model, frame_skip, episode_steps = SEES, 2, 7
    defaults = dict(reset_noise_scale=0.3)

    def reward(self, before, action):
        return self.worlds.qpos[:, 0]


def pictures_of(envs, **how):
    how = {"cameras": ["front"], "height": 20, "width": 20, "quality": "fast", **how}
    return np.moveaxis(envs.worlds.render(**how), 1, 3).reshape(envs.num_envs, 20, 20, -1)


@pytest.mark.parametrize("mode", ["NextStep", "SameStep", "Disabled"])
def test_stacked_pixels_are_the_last_pictures(mode):
    envs = ingot.gym.make_vec(Ball, 3, threads=2, autoreset_mode=mode, pixels=dict(cameras=["front"], size=20, stack=3))
    assert envs.single_observation_space == gymnasium.spaces.Box(0, 255, (20, 20, 9), np.uint8)
    observed, _ = envs.reset(seed=5)
    history = [[pictures_of(envs)[world]] * 3 for world in range(3)]
    random, ended = np.random.default_rng(0), np.zeros(3, bool)
    assert envs.observation_space.contains(observed)
    for step in range(20):
        for world in range(3):
            np.testing.assert_array_equal(observed[world], np.concatenate(history[world], 2), f"world {world} before step {step}")
        if mode == "Disabled" and ended.any():
            observed, _ = envs.reset(options={"reset_mask": ended.copy()})
            now = pictures_of(envs)
            history = [[now[world]] * 3 if ended[world] else history[world] for world in range(3)]
            ended[:] = False
            continue
        began = ended.copy()
        observed, _, terminations, truncations, infos = envs.step(random.uniform(-1, 1, (3, 1)))
        ended, now = terminations | truncations, pictures_of(envs)
        for world in range(3):
            if mode == "NextStep" and began[world]:
                history[world] = [now[world]] * 3
            elif mode == "SameStep" and ended[world]:
                last = infos["final_obs"][world]
                np.testing.assert_array_equal(last[..., :6], np.concatenate(history[world][1:], 2))
                history[world] = [now[world]] * 3
            else:
                history[world] = [*history[world][1:], now[world]]
    assert (observed[..., :3] != observed[..., 6:]).any()
    envs.close()


def test_pixels_by_several_cameras_as_tensors():
    torch = pytest.importorskip("torch")
    envs = ingot.gym.make_vec(Ball, 2, array="torch", pixels=dict(cameras=["front", 1], size=(12, 16), stack=2, quality="match"))
    observed, _ = envs.reset(seed=1)
    assert isinstance(observed, torch.Tensor) and observed.dtype == torch.uint8 and observed.shape == (2, 12, 16, 12)
    seen = envs.worlds.render(cameras=["front", "top"], height=12, width=16)
    np.testing.assert_array_equal(observed[..., :3].numpy(), seen[:, 0])
    np.testing.assert_array_equal(observed[..., 9:].numpy(), seen[:, 1])


def test_wrong_settings_of_pictures_are_refused():
    for options, text in (
        (dict(pixels=dict(camera="front")), "did you mean 'cameras'"),
        (dict(pixels=dict(cameras=["fornt"])), "did you mean 'front'"),
        (dict(pixels=dict(size=0)), "height is 0"),
        (dict(pixels=dict(stack=0)), "stack is 0"),
        (dict(pixels=dict(quality="best")), "quality is one of"),
        (dict(render_mode="rgb"), "not one of rgb_array"),
    ):
        with pytest.raises((ingot.Error, KeyError, gymnasium.error.Error), match=text):
            ingot.gym.make_vec(Ball, 2, **options)


def test_render_gives_a_picture_of_each_environment():
    envs = ingot.gym.make_vec("HalfCheetah-v5", 3, threads=2, render_mode="rgb_array", width=64, height=48)
    envs.reset(seed=2)
    frames = envs.render()
    assert isinstance(frames, tuple) and [frame.shape for frame in frames] == [(48, 64, 3)] * 3 and frames[0].std() > 10
    # the camera that follows it, as Gymnasium's own
    np.testing.assert_array_equal(frames[1], envs.worlds.render(cameras=["track"], height=48, width=64)[1, 0])
    quiet = ingot.gym.make_vec(Ball, 1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert quiet.render() is None


def test_gymnasiums_video_and_pixel_wrappers():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        env = gymnasium.make("ingot/Hopper-v5", render_mode="rgb_array", width=32, height=24)
        seen = gymnasium.wrappers.AddRenderObservation(env, render_only=True)
        observed, _ = seen.reset(seed=3)
        assert observed.shape == (24, 32, 3) and np.array_equal(observed, env.render())
        assert seen.step(seen.action_space.sample())[0].std() > 5
        # lists of pictures are gathered by gymnasium.make
        env = gymnasium.make("ingot/Hopper-v5", render_mode="rgb_array_list", width=32, height=24)
        env.reset(seed=3)
        for _ in range(4):
            env.step(env.action_space.sample())
        assert [frame.shape for frame in env.render()] == [(24, 32, 3)] * 5
        # a task of one's own, by a name
        ingot.gym.register("test/Ball-v0", Ball)
        env = gymnasium.make("test/Ball-v0", render_mode="rgb_array_list", width=32, height=24)
        env.reset(seed=3)
        assert len(env.render()) == 1
        # vectors stack and tile with Gymnasium's own
        envs = gymnasium.make_vec("ingot/Hopper-v5", num_envs=2, render_mode="rgb_array", width=32, height=24)
        envs.reset(seed=3)
        assert len(envs.render()) == 2


def test_copies_of_environments_go_on_with_their_pictures():
    envs = ingot.gym.make_vec(Ball, 2, pixels=dict(cameras=["front"], size=16, stack=2))
    envs.reset(seed=4)
    envs.step(np.full((2, 1), 0.5))
    other = pickle.loads(pickle.dumps(envs))
    for _ in range(3):
        np.testing.assert_array_equal(envs.step(np.ones((2, 1)))[0], other.step(np.ones((2, 1)))[0])


def test_gymnasium_records_videos():
    pytest.importorskip("moviepy")
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        env = gymnasium.make("ingot/Hopper-v5", render_mode="rgb_array", width=32, height=24)
        env = gymnasium.wrappers.RecordVideo(env, folder, episode_trigger=lambda episode: True, disable_logger=True)
        env.reset(seed=3)
        for _ in range(3):
            env.step(env.action_space.sample())
        env.close()
        (film,) = pathlib.Path(folder).glob("*.mp4")
        assert film.stat().st_size > 500

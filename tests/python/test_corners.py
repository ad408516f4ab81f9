# SPDX-License-Identifier: Apache-2.0
"""Corners of worlds and environments: exact shapes, refused choices, environments that move, end, are copied or fed bad numbers."""
import copy
import pathlib
import pickle

import gymnasium
import numpy as np
import pytest

import ingot
import ingot.gym
from ingot.worlds import FIELDS

CART = """
<mujoco>
  <worldbody>
    <geom type="plane" size="3 3 1" pos="0 0 -1"/>
    <body name="cart"><joint name="slide" type="slide" axis="1 0 0"/><geom type="box" size=".2 .1 .05" mass="1"/>
      <body name="pole"><joint name="hinge" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 0 0 .6" size=".02"/></body>
    </body>
    <body name="hand" mocap="true"><geom size=".01" contype="0" conaffinity="0"/></body>
  </worldbody>
  <actuator><motor name="push" joint="slide" gear="10"/></actuator>
  <sensor><jointpos joint="hinge"/></sensor>
  <keyframe><key name="up" qpos="0 1"/></keyframe>
</mujoco>"""
COUNT = 3
EMULATOR = pathlib.Path(__file__).parents[2] / "build" / "libingot_gpu_host.so"


@pytest.fixture
def device(monkeypatch):
    if not EMULATOR.is_file():
        pytest.skip("the kernels were not built: clang and llvm are missing")
    monkeypatch.setenv("INGOT_GPU_EMULATE", str(EMULATOR))
    return "cuda"


def state_of(worlds):
    return [np.array(getattr(worlds, name)) for name in FIELDS], worlds.status


def unchanged(worlds, act):
    """What act raises; the worlds are what they were."""
    before = state_of(worlds)
    with pytest.raises(ValueError) as caught:
        act(worlds)
    assert isinstance(caught.value, ingot.Error), caught.value
    for one, other in zip(before[0], state_of(worlds)[0]):
        np.testing.assert_array_equal(one, other)
    return str(caught.value)


# every argument that is an array, with its exact shape; what cannot be broadcast to it is refused
ARRAYS = {
    "ctrl of step": ((COUNT, 1), lambda w, a: w.step(1, ctrl=a)),
    "controls of follow": ((COUNT, 4, 1), lambda w, a: w.follow(a)),
    "controls of rollout": ((COUNT, 4, 1), lambda w, a: w.rollout(a)),
    "accelerations": ((COUNT, 2), lambda w, a: w.inverse(a)),
    "states": ((COUNT, 5), lambda w, a: w.set_state(a, 1 << 0 | 1 << 1 | 1 << 2)),
    "body_mass": ((COUNT, 4), lambda w, a: w.set_parameter("body_mass", a)),
    "opt.gravity": ((COUNT, 3), lambda w, a: w.set_parameter("opt.gravity", a)),
    "mass of a body": ((COUNT, 1), lambda w, a: setattr(w.body("pole"), "mass", a)),
    "qpos of a joint": ((COUNT, 1), lambda w, a: setattr(w.joint("hinge"), "qpos", a)),
    "origins of rays": ((COUNT, 4, 3), lambda w, a: w.rays(a, [0, 0, -1.0])),
    "out of get_state": ((COUNT, 5), lambda w, a: w.get_state(1 << 0 | 1 << 1 | 1 << 2, out=a)),
    "out of gather": ((COUNT, 4, 3), lambda w, a: w.gather("xpos", out=a)),
    "out of observe": ((COUNT, 4), lambda w, a: w.observe(("qpos", "qvel"), out=a)),
    "out of rollout": ((COUNT, 4, 2), lambda w, a: w.rollout(steps=4, outputs=("qpos",), out={"qpos": a})),
    **{name: (None, lambda w, a, name=name: setattr(w, name, a)) for name in FIELDS},
}
STEPS_OR_RAYS = {"controls of follow", "controls of rollout", "origins of rays"}  # the axis in the middle is free


def wrong_shapes(name, shape):
    """One more and one less along each axis, an axis more, and all numbers in a row."""
    for axis in range(len(shape)):
        if axis == 1 and name in STEPS_OR_RAYS:
            continue
        for change in (-1, 1):
            length = shape[axis] + change
            if length > 1 or (length == 1 and name.startswith("out")):
                yield (*shape[:axis], length, *shape[axis + 1 :])
    yield (2, *shape)
    if len(shape) > 1 and int(np.prod(shape)) not in (1, shape[-1]) and shape[0] != shape[-1]:
        yield (int(np.prod(shape)),)


@pytest.mark.parametrize("name", ARRAYS)
def test_shapes_are_exact(name):
    worlds = ingot.Worlds(CART, COUNT)
    shape, call = ARRAYS[name]
    shape = getattr(worlds, name).shape if shape is None else shape
    if 0 in shape:
        pytest.skip("the model has none of it")
    for wrong in wrong_shapes(name, shape):
        text = unchanged(worlds, lambda w: call(w, np.ones(wrong)))
        assert "shape" in text or "buffer" in text, (wrong, text)
    call(worlds, np.ones(shape))


def test_numbers_must_be_numbers():
    worlds = ingot.Worlds(CART, COUNT)
    for values in ("fast", ["a"] * COUNT, np.ones((COUNT, 1), complex), [[1], [1, 2], [3]]):
        unchanged(worlds, lambda w: w.step(1, ctrl=values))


def test_worlds_are_chosen_by_masks_or_indices():
    by_mask, by_index = ingot.Worlds(CART, 5), ingot.Worlds(CART, 5)
    chosen = [3, 0]
    mask = np.isin(np.arange(5), chosen)
    for worlds, which in ((by_mask, mask), (by_index, chosen)):
        worlds.step(3, ctrl=1.0, mask=which)
        worlds.reset(which[:1] if which is chosen else np.arange(5) == 3, key="up")
        worlds.forward(which)
        worlds.set_parameter("opt.gravity", [0, 0, -1.0], mask=which)
        worlds.follow(np.ones((5, 4, 1)), mask=which)
        worlds.rollout(lambda w, step: np.ones((5, 1)), steps=2, mask=which)
    for one, other in zip(state_of(by_mask)[0], state_of(by_index)[0]):
        np.testing.assert_array_equal(one, other)
    assert (by_index.time > 0).tolist() == mask.tolist()
    np.testing.assert_array_equal(by_mask.inverse(0.0, mask=mask), by_index.inverse(0.0, mask=chosen))
    np.testing.assert_array_equal(by_mask.inverse(0.0, mask=mask), by_index.inverse(0.0, mask=[-2, 0]))
    by_index.step(mask=[])
    assert (by_index.time == by_mask.time).all()
    for wrong, text in ((3, "list of indices"), ([0, 0], "twice"), ([5], "numbered from 0"), ([[0]], "list of indices"), (np.ones(4, bool), "one bool")):
        with pytest.raises(ingot.Error, match=text):
            by_index.step(mask=wrong)


def test_choices_that_do_not_exist_are_refused():
    worlds, model = ingot.Worlds(CART, COUNT), ingot.load(CART)
    for name, most in (("solver", 2), ("cone", 1), ("integrator", 3), ("jacobian", 2)):
        for wrong in (most + 1, -1, 0.5, np.nan, 99):
            with pytest.raises(ingot.Error, match=f"opt.{name}"):
                worlds.set_parameter(f"opt.{name}", [0, wrong, 0])
            with pytest.raises(ingot.Error, match=f"opt.{name}"):
                setattr(model.opt, name, wrong)
            with pytest.raises(ingot.Error, match=f"opt.{name}"):
                setattr(worlds.own_model(1).opt, name, wrong)
        worlds.set_parameter(f"opt.{name}", [0, most, 0])
    worlds.step()
    mujoco = pytest.importorskip("mujoco")
    theirs = mujoco.MjModel.from_xml_string(CART)
    theirs.opt.solver = 7
    with pytest.raises(ingot.Error, match="unknown solver"):
        ingot.Worlds(theirs, 2)


def test_integers_that_a_device_cannot_have_are_refused_at_once(device):
    worlds = ingot.Worlds(CART, COUNT, threads=1, device=device)
    worlds.step(2)
    own = worlds.get_parameter("geom_contype")
    with pytest.raises(ingot.Error, match="'geom_contype' of their own"):
        worlds.set_parameter("geom_contype", [[1], [2], [1]])
    np.testing.assert_array_equal(worlds.get_parameter("geom_contype"), own)
    worlds.set_parameter("geom_contype", own)
    worlds.step(2)
    worlds.to("cpu")
    worlds.set_parameter("geom_contype", [[1], [2], [1]])
    with pytest.raises(ingot.Error, match="'geom_contype' of their own"):
        worlds.to(device)
    assert worlds.device == "cpu"
    worlds.step(2)
    worlds.set_parameter("geom_contype", own)
    worlds.to(device).step(2)
    np.testing.assert_allclose(worlds.time, 8 * worlds.model().opt.timestep)


def test_pictures_of_one_number():
    worlds = ingot.Worlds(CART, 2)
    if not hasattr(ingot.worlds.C, "ingot_studioShoot"):
        pytest.skip("no pictures")
    assert worlds.render(size=16).shape == (2, 16, 16, 3)
    for size in ((16,), (16, 16, 3), "small", 0):
        with pytest.raises((ingot.Error, TypeError), match="size"):
            worlds.render(size=size)
    with pytest.raises(ValueError, match="out must be"):
        worlds.render(size=16, out=np.zeros((2, 16, 15, 3), np.uint8))
    with pytest.raises(ValueError, match="out must be"):
        worlds.render(size=16, out=[1])


# --------------------------------------------------------------------------------------------------- environments


class Cart(ingot.Task):
    model, frame_skip, episode_steps = CART, 2, 15
    defaults = dict(reset_noise_scale=0.01, limit=10.0)

    def before(self):
        return self.worlds.qpos[:, 0]  # live: it must still be what it was when the reward is paid

    def reward(self, before, action):
        return (self.worlds.qpos[:, 0] - before) / self.dt - self.square_sum(action)

    def terminated(self):
        return self.xp.abs(self.worlds.qpos[:, 0]) > self.limit


def kinds():
    yield "numpy"
    try:
        import torch  # noqa: F401
    except ImportError:
        return
    yield "torch"


KINDS = list(kinds())


def numbers(result):
    return [np.asarray(one) for one in result[:4]]


def same_steps(envs, other, actions, steps=20):
    for _ in range(steps):
        for one, two in zip(numbers(envs.step(actions)), numbers(other.step(actions))):
            np.testing.assert_array_equal(one, two)


@pytest.mark.parametrize("array", KINDS)
def test_environments_go_on_when_their_worlds_move(device, array):
    moving, here = (ingot.gym.make_vec(Cart, 4, threads=1, array=array) for _ in range(2))
    moving.reset(seed=3), here.reset(seed=3)
    actions = np.full((4, 1), 0.5, np.float32)
    for where in (device, "cpu", device):
        moving.worlds.to(where)
        same_steps(moving, here, actions)
    np.testing.assert_array_equal(np.asarray(moving.reset(seed=4)[0]), np.asarray(here.reset(seed=4)[0]))
    same_steps(moving, here, actions, 3)


@pytest.mark.parametrize("array", KINDS)
def test_bad_actions_show_in_the_infos(array):
    envs, other = (ingot.gym.make_vec(Cart, 4, array=array) for _ in range(2))
    envs.reset(seed=1), other.reset(seed=1)
    actions = np.full((4, 1), 0.5)
    actions[1], actions[2] = np.nan, 1e11
    clean = np.where(np.isfinite(actions) & (actions < 1e10), actions, 0)
    result, expected = envs.step(actions), other.step(clean)
    for one, two in zip(numbers(result), numbers(expected)):
        np.testing.assert_array_equal(one, two)
    assert np.isfinite(np.asarray(result[1])).all()
    assert result[4]["bad_action"].tolist() == [False, True, True, False] and "bad_action" not in expected[4]
    assert envs.worlds.status["bad_controls"].tolist() == [0, 2, 2, 0]


def test_closed_environments_say_so():
    envs, one = ingot.gym.make_vec(Cart, 2), ingot.gym.make(Cart)
    envs.reset(seed=0), one.reset(seed=0)
    envs.close(), one.close()
    envs.close(), one.close()
    actions = np.zeros((2, 1))
    for act in (
        lambda: envs.step(actions),
        lambda: envs.reset(),
        lambda: envs.send(actions),
        lambda: envs.recv(),
        lambda: envs.get_attr("dt"),
        lambda: one.step(actions[0]),
        lambda: one.reset(),
    ):
        with pytest.raises(gymnasium.error.ClosedEnvironmentError, match="closed"):
            act()


def test_seeds_of_any_integer_type():
    envs, one = ingot.gym.make_vec(Cart, 3), ingot.gym.make(Cart)
    expected = envs.reset(seed=3)[0]
    for seed in (np.int64(3), np.uint8(3), np.array(3), [3, 4, 5], np.array([3, 4, 5]), (3, np.int32(4), 5)):
        np.testing.assert_array_equal(envs.reset(seed=seed)[0], expected)
    np.testing.assert_array_equal(one.reset(seed=np.int64(3))[0], expected[0])
    np.testing.assert_array_equal(envs.reset(seed=[3, None, 5])[0][::2], expected[::2])
    with pytest.raises(ValueError, match="2 seeds"):
        envs.reset(seed=[1, 2])
    with pytest.raises(TypeError):
        envs.reset(seed=3.5)


@pytest.mark.parametrize("mode", ["sync", "async", "vector_entry_point"])
@pytest.mark.parametrize("name", ["ingot/Hopper-v5", "ingot/cartpole-swingup-v0", "corners/Cart-v0"])
def test_gymnasium_makes_them_in_all_its_ways(name, mode):
    if mode == "async" and not name.startswith("ingot/Hopper"):
        pytest.skip("processes take long: one of them is enough")
    if name not in gymnasium.registry and name.startswith("corners"):
        ingot.gym.register(name, Cart)
    envs = gymnasium.make_vec(name, num_envs=2, vectorization_mode=mode)
    observed, _ = envs.reset(seed=0)
    assert observed.shape[0] == 2 and envs.step(envs.action_space.sample())[0].shape == observed.shape
    single = gymnasium.make(name)
    np.testing.assert_allclose(single.reset(seed=0)[0], observed[0], atol=1e-12)
    envs.close(), single.close()


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda envs: pickle.loads(pickle.dumps(envs))], ids=["deepcopy", "pickle"])
@pytest.mark.parametrize("array", KINDS)
@pytest.mark.parametrize("task", [Cart, "Humanoid-v5"])
def test_copies_of_environments_go_on_with_the_same_numbers(task, array, copied):
    envs = ingot.gym.make_vec(task, 3, threads=1, array=array, max_episode_steps=12)
    envs.reset(seed=2)
    actions = np.full(envs.action_space.shape, 0.1, np.float32)
    for _ in range(5):
        envs.step(actions)
    other = copied(envs)
    same_steps(envs, other, actions)
    envs.send(actions)
    with pytest.raises(TypeError, match="recv"):
        pickle.dumps(envs)
    envs.recv()
    one = ingot.gym.make(task)
    one.reset(seed=1)
    two = copied(one)
    np.testing.assert_array_equal(one.step(actions[0])[0], two.step(actions[0])[0])


# ---------------------------------------------------------------------------------------------- traps of tasks


@pytest.mark.parametrize("array", KINDS)
def test_assigned_fields_reach_the_worlds(array):
    class Pushed(Cart):
        def reward(self, before, action):
            self.worlds.qvel = self.worlds.qvel * 0 + 2.0
            return self.worlds.qvel[:, 0] * 1.0

    envs = ingot.gym.make_vec(Pushed, 2, array=array)
    envs.reset(seed=0)
    assert (np.asarray(envs.step(np.zeros((2, 1)))[1]) == 2).all()
    assert (envs.worlds.qvel == 2).all()
    worlds = envs.task.worlds
    with pytest.raises(AttributeError, match="cannot be assigned"):
        worlds.xpos = worlds.xpos * 0
    with pytest.raises(AttributeError, match="did you mean 'qvel'"):
        worlds.qvell = worlds.qvel
    with pytest.raises(ValueError, match="shape"):
        worlds.qvel = worlds.qvel[:, :1].reshape(1, 2, 1)


@pytest.mark.parametrize("array", KINDS)
def test_what_a_task_gives_has_the_right_shapes(array):
    def made(**methods):
        envs = ingot.gym.make_vec(type("Wrong", (Cart,), methods), 3, array=array)
        envs.reset(seed=0)
        return envs

    actions = np.zeros((3, 1))
    for methods, text in (
        (dict(reward=lambda self, before, action: self.worlds.qpos[:, :1]), r"rewards have shape \(3, 1\), expected \(3,\)"),
        (dict(reward=lambda self, before, action: 1.0), r"rewards have shape \(\)"),
        (dict(reward=lambda self, before, action: self.worlds.qpos[:2, 0]), r"rewards have shape \(2,\)"),
        (dict(terminated=lambda self: self.worlds.qpos > 1), r"ends have shape \(3, 2\)"),
        (dict(terminated=lambda self: self.worlds.qpos[:, 0]), "expected bools"),
        (dict(score=lambda self, before, action: (self.worlds.time * 1, self.never(), {"far": self.worlds.qpos[:2, 0]})), "info 'far'"),
    ):
        with pytest.raises(ValueError, match=text):
            made(**methods).step(actions)
    for observe in (lambda self: self.worlds.qpos[:2], lambda self: self.worlds.qpos[:, 0]):
        with pytest.raises(ValueError, match="a row for each of the 3 worlds"):
            made(observe=observe)
    shrinking = made(observe=lambda self: self.worlds.qpos[:, : 1 if self.worlds.time[0] > 0 else 2])
    with pytest.raises(ValueError, match=r"observe gave has shape \(3, 1\), expected \(3, 2\)"):
        shrinking.step(actions)
    with pytest.raises(ValueError, match=r"Wrong.start gave qpos of shape \(1,\)"):
        made(start=lambda self, random: (np.zeros(1), np.zeros(2)))
    with pytest.raises(TypeError, match="Unpaid pays nothing"):
        ingot.gym.make_vec(type("Unpaid", (ingot.Task,), {"model": CART}), 2)


@pytest.mark.parametrize("array", KINDS)
def test_observations_stay_what_they_are(array):
    class Kept(Cart):
        def observe(self):
            observed = self.join(self.worlds.qpos, self.worlds.qvel)
            if not hasattr(self, "buffer"):
                self.buffer = self.copy(observed)
            self.buffer[:] = observed
            return self.buffer

    live = [
        lambda self: self.worlds.qpos,
        lambda self: self.worlds.qpos[:, 1:],
        lambda self: self.worlds.qpos.reshape(len(self.worlds), -1),
    ]
    for task in [Kept, *(type("Live", (Cart,), {"observe": observe}) for observe in live)]:
        envs = ingot.gym.make_vec(task, 2, array=array)
        seen = [envs.reset(seed=0)[0]]
        kept = [np.array(seen[0])]
        for _ in range(4):
            seen.append(envs.step(np.ones((2, 1)))[0])
            kept.append(np.array(seen[-1]))
        for one, other in zip(seen, kept):
            np.testing.assert_array_equal(np.asarray(one), other)
        assert (kept[0] != kept[-1]).any()


def test_what_was_before_a_step_is_not_what_is_after_it():
    envs = ingot.gym.make_vec(Cart, 2)
    envs.reset(seed=0)
    place = envs.worlds.qpos[:, 0].copy()
    rewards = envs.step(np.ones((2, 1)))[1]
    np.testing.assert_allclose(rewards, (envs.worlds.qpos[:, 0] - place) / envs.dt - 1)
    assert (rewards != -1).all()

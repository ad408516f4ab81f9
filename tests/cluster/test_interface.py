# SPDX-License-Identifier: Apache-2.0
"""ingot.cluster.Worlds is ingot.Worlds: the same calls on both, and the same bits."""
import pathlib
import pickle
import threading

import numpy as np
import pytest

import ingot
import ingot.cluster

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
QUADRUPED = str(ROOT / "models/quadruped.xml")
LIMB = """
<mujoco>
  <option timestep="0.005"/>
  <worldbody>
    <geom name="floor" type="plane" size="1 1 1"/>
    <body name="limb" pos="0 0 .5"><joint name="hinge" axis="0 1 0" damping=".1"/><geom name="rod" type="capsule" fromto="0 0 0 .3 0 0" size=".03"/>
      <body name="tip" pos=".3 0 0"><joint name="slide" type="slide" axis="1 0 0" stiffness="30"/><geom name="ball" size=".05"/></body>
    </body>
    <body name="target" mocap="true" pos="1 0 1"/>
  </worldbody>
  <actuator><motor name="motor" joint="hinge" ctrlrange="-1 1"/><position name="servo" joint="slide" kp="20"/></actuator>
  <sensor><jointpos joint="hinge"/><framepos objtype="body" objname="tip"/></sensor>
  <keyframe><key name="up" qpos="-1 0.1" ctrl=".5 0"/></keyframe>
</mujoco>"""


def same(left, right):
    """The same bits; a NaN is a NaN."""
    left, right = np.asarray(left), np.asarray(right)
    assert left.shape == right.shape and left.dtype == right.dtype
    assert left.tobytes() == right.tobytes() or np.array_equal(left, right, equal_nan=left.dtype.kind == "f")


@pytest.fixture(scope="module")
def shared(cluster):
    with ingot.cluster.Worlds(LIMB, 20, actors=3) as worlds:
        yield worlds


@pytest.fixture
def pair(shared):
    """Worlds of three actors, and the same on this machine."""
    shared.reset()
    return shared, ingot.Worlds(LIMB, 20, threads=1)


def both(pair, act):
    left, right = (act(worlds) for worlds in pair)
    return left, right


def test_steps_fields_and_masks(pair):
    random = np.random.default_rng(1)
    mask = random.random(20) < 0.5
    for step in range(4):
        control, push = random.normal(size=(20, 2)), random.normal(size=(20, 2))

        def act(worlds):
            worlds.qvel[:, 1] += push[:, 0]
            worlds.qfrc_applied[3] = push[3]
            worlds.mocap_pos[5, 0] = [step, 0, 1]
            worlds.step(3, ctrl=control, mask=mask if step % 2 else None)

        both(pair, act)
        for name in ingot.worlds.FIELDS:
            same(getattr(pair[0], name), getattr(pair[1], name))
    both(pair, lambda worlds: worlds.reset(mask, key="up"))
    for name in ingot.worlds.FIELDS:
        same(getattr(pair[0], name), getattr(pair[1], name))
    same(pair[0].status, pair[1].status)


def test_a_view_that_is_kept_follows_the_steps(pair):
    held = pair[0].qpos
    slid = held[4:9, 1]
    for _ in range(3):
        both(pair, lambda worlds: worlds.step(2, ctrl=[0.3, 0.1]))
        same(held, pair[1].qpos)
        same(slid, pair[1].qpos[4:9, 1])


def test_what_is_written_through_a_view_that_is_gone(pair):
    views = [worlds.qvel for worlds in pair]
    both(pair, lambda worlds: worlds.step(2))
    for view in views:
        view[5, 0] = 2.5
    del view, views
    both(pair, lambda worlds: worlds.step(2))
    same(pair[0].qvel, pair[1].qvel)


def test_only_what_changed_travels(make):
    worlds = make(LIMB, 20, actors=2)
    row = 8 * 2  # numbers of qpos, and of ctrl
    worlds.qpos[0, 0] = 0.1
    before = worlds.traffic
    worlds.step()
    after = worlds.traffic
    assert 16 * row <= after["out"] - before["out"] < 16 * row + 200  # the rows of the first actor, and no others
    assert after["in"] - before["in"] >= 20 * row  # somebody looked
    worlds.step()
    again = worlds.traffic
    assert again["out"] - after["out"] < 200 and again["in"] - after["in"] < 200  # nobody did


def test_rollouts_with_outputs(pair):
    random = np.random.default_rng(2)
    controls, mask = random.normal(size=(20, 12, 2)), random.random(20) < 0.5
    outputs = ("qpos", "xpos", "sensordata", "ncon")
    for given in (controls, controls[3]):
        left, right = both(pair, lambda worlds: worlds.rollout(given, outputs=outputs, every=3))
        for name in outputs:
            same(left[name], right[name])
    left, right = both(pair, lambda worlds: worlds.rollout(steps=6, outputs="qvel", dtype=np.float32, mask=mask))
    same(left["qvel"], right["qvel"])
    buffers = [{"qpos": np.full((20, 2, 2), 7.0)} for _ in pair]
    for worlds, out in zip(pair, buffers):
        worlds.rollout(controls[:, :4], outputs=("qpos",), every=2, out=out, mask=mask)
    same(buffers[0]["qpos"], buffers[1]["qpos"])
    left, right = both(pair, lambda worlds: worlds.rollout(lambda w, step: -0.1 * w.qvel + step, outputs=("qvel",), steps=4, every=2))
    same(left["qvel"], right["qvel"])
    both(pair, lambda worlds: worlds.follow(controls, mask))
    same(pair[0].get_state(), pair[1].get_state())


def test_outputs(pair):
    both(pair, lambda worlds: worlds.step(40, ctrl=[1, 0]))
    for name in ("xpos", "cvel", "ncon", "geom_xmat", "subtree_linvel"):
        same(pair[0].gather(name), pair[1].gather(name))
    same(pair[0].gather("xpos", dtype=np.float32), pair[1].gather("xpos", dtype=np.float32))
    same(pair[0].observe(("qpos", "qvel", "xpos"), dtype=np.float32), pair[1].observe(("qpos", "qvel", "xpos"), dtype=np.float32))
    for left, right in (both(pair, lambda worlds: worlds.contacts()), both(pair, lambda worlds: worlds.ragged("efc_force", limit=4))):
        for one, other in zip(left, right):
            same(one, other)
    bound = [worlds.bind("xpos") for worlds in pair]
    both(pair, lambda worlds: worlds.step(3))
    same(*bound)
    for name in ("xpos", "contact", "qacc"):
        same(getattr(pair[0][7].data, name), getattr(pair[1][7].data, name))
    assert pair[0].data(7).ncon == pair[1].data(7).ncon
    same(pair[0].body("tip").xpos, pair[1].body("tip").xpos)
    same(pair[0].sensor(0).data, pair[1].sensor(0).data)


def test_questions_about_states(pair):
    random = np.random.default_rng(3)
    mask, acceleration = random.random(20) < 0.5, random.normal(size=(20, 2))
    both(pair, lambda worlds: worlds.step(5, ctrl=acceleration))
    for left, right in zip(*both(pair, lambda worlds: worlds.transition(sensors=True, mask=mask))):
        same(left, right)
    same(*both(pair, lambda worlds: worlds.inverse(acceleration)))
    for left, right in zip(*both(pair, lambda worlds: worlds.rays([0, 0, 2], random.normal(size=(1, 3, 3)) * 0 - [0.1, 0, 1], mask=mask))):
        same(left, right)
    origins, groups = random.normal(size=(20, 5, 3)) + [0, 0, 2], [1, 0, 1, 1, 1, 1]
    left, right = both(pair, lambda worlds: worlds.rays(origins, -origins, geomgroup=groups, normals=True))
    assert len(left) == len(right) == 3 and left[2].shape == (20, 5, 3) and left[2].any()
    for one, other in zip(left, right):
        same(one, other)
    same(*both(pair, lambda worlds: worlds.render([3, 17, 3], size=(12, 16))))
    same(*both(pair, lambda worlds: worlds.render(cameras=[-1], height=12, width=16, mask=mask, quality="fast")))
    both(pair, lambda worlds: worlds.call("mj_subtreeVel"))
    both(pair, lambda worlds: worlds.forward(mask))
    same(pair[0].xpos, pair[1].xpos)
    assert pair[0].state_size() == pair[1].state_size()


def test_parameters_and_models_of_their_own(make):
    pair = make(LIMB, 20, actors=2), ingot.Worlds(LIMB, 20, threads=1)
    random = np.random.default_rng(4)
    factor, mask = random.uniform(0.5, 2, (20, 1)), random.random(20) < 0.5

    def act(worlds):
        worlds.set_parameter("body_mass", worlds.get_parameter("body_mass") * factor)
        worlds.body("tip").ipos = [0.01, 0, 0]
        worlds.set_const()
        worlds.set_parameter("opt.gravity", [0, 0, -1.6], mask=mask)
        worlds.own_model(13).geom_friction[:, 0] = 0.2
        worlds.own_model(13).opt.gravity[2] = -20
        worlds.step(30, ctrl=[0.2, 0.1])

    both(pair, act)
    same(pair[0].get_state(), pair[1].get_state())
    for name in ("body_mass", "dof_invweight0", "opt.gravity", "geom_friction"):
        same(pair[0].get_parameter(name), pair[1].get_parameter(name))
    assert pair[0].model(13).opt.gravity[2] == -20 and pair[0].own_models
    # a number of all worlds after models of their own: both are seen
    both(pair, lambda worlds: (worlds.set_parameter("dof_damping", 0.7), worlds.step(3)))
    same(pair[0].get_state(), pair[1].get_state())
    with pytest.raises(AttributeError, match="did you mean 'body_mass'"):
        pair[0].set_parameter("body_mas", 1)
    with pytest.raises(ingot.Error, match="structure"):
        pair[0].set_parameter("body_parentid", 0)


def test_states(pair):
    both(pair, lambda worlds: worlds.step(7, ctrl=[1, 1]))
    saved = pair[0].get_state()
    both(pair, lambda worlds: worlds.step(7))
    mask = np.arange(20) % 3 == 0
    both(pair, lambda worlds: worlds.set_state(saved, mask=mask))
    same(pair[0].get_state(), pair[1].get_state())
    out = [np.full(saved.shape, 5.0) for _ in pair]
    for worlds, array in zip(pair, out):
        worlds.get_state(out=array, mask=mask)
    same(*out)
    same(*both(pair, lambda worlds: worlds.get_state(signature=1)))


def test_worlds_that_diverge(make):
    pair = make(LIMB, 10, actors=2, policy="freeze"), ingot.Worlds(LIMB, 10, policy="freeze")
    both(pair, lambda worlds: worlds.qvel.__setitem__((8, 0), np.nan))
    both(pair, lambda worlds: worlds.step(5))
    same(pair[0].status, pair[1].status)
    assert ingot.worlds.STATES[pair[0][8].status["state"]] == "frozen"
    both(pair, lambda worlds: worlds.reset(worlds.status["state"] != 0))
    both(pair, lambda worlds: (worlds.set_policy("reset_key", "up"), worlds.qvel.__setitem__((8, 0), np.inf), worlds.step(2)))
    same(pair[0].qpos, pair[1].qpos)
    both(pair, lambda worlds: worlds.clear_status())
    same(pair[0].status, pair[1].status)
    # the reset of a world that diverged zeroes its control: the same control is given again, not taken for sent
    both(pair, lambda worlds: worlds.set_policy("reset"))
    for _ in range(3):
        both(pair, lambda worlds: (worlds.qvel.__setitem__((2, 0), np.nan), worlds.step(2, ctrl=[0.5, 0.5])))
        same(pair[0].qpos, pair[1].qpos)


def test_several_models(make):
    ball = ingot.load("<mujoco><worldbody><body><freejoint/><geom size='.1'/></body></worldbody></mujoco>")
    limb = ingot.load(LIMB)
    models = [limb, ball, ball, limb, limb, ball, limb, limb, limb]
    pair = make(models, actors=3), ingot.Worlds(models)
    both(pair, lambda worlds: worlds.groups[0].ctrl.__setitem__(slice(None), 0.4))
    both(pair, lambda worlds: worlds.groups[1].qvel.__setitem__((1, 3), 2.0))
    kept = both(pair, lambda worlds: worlds.rollout(steps=4, outputs=("qpos", "xpos"), every=2))
    for name in ("qpos", "xpos"):
        same(kept[0][name], kept[1][name])
    for left, right in zip(pair[0].groups, pair[1].groups):
        assert np.array_equal(left.worlds, right.worlds)
        same(left.qpos, right.qpos)
    states = pair[0].get_state()
    same(states, pair[1].get_state())
    both(pair, lambda worlds: (worlds.step(3), worlds.set_state(states)))
    same(pair[0].get_state(), pair[1].get_state())
    same(pair[0][5].qvel, pair[1][5].qvel)
    with pytest.raises(AttributeError, match="several models"):
        pair[0].qpos


def test_functions_run_in_the_actors(shared):
    worlds = shared
    worlds.reset()
    gains = np.linspace(0, 1, 20)

    def damp(worlds, gains, steps):
        total = np.zeros(len(worlds))
        for _ in range(steps):
            worlds.step(1, ctrl=-gains[:, None] * worlds.qvel)
            total += np.abs(worlds.qpos[:, 0])
        return {"total": total, "qpos": np.array(worlds.qpos)}

    found = worlds.apply(damp, gains, steps=5)
    alone = ingot.Worlds(LIMB, 20)
    expected = damp(alone, gains, 5)
    same(found["total"], expected["total"])
    same(worlds.qpos, expected["qpos"])
    same(worlds.apply(lambda worlds, table: worlds.qpos @ table[:2, :1], table=np.ones((20000, 2))), alone.qpos @ np.ones((2, 1)))
    with pytest.raises(ZeroDivisionError):
        worlds.apply(lambda worlds: 1 / 0)
    with pytest.raises(ingot.Error, match="a row for each world"):
        worlds.apply(lambda worlds: np.zeros(3))
    with pytest.raises(RuntimeError, match="pickle"):
        worlds.apply(lambda worlds: (None, threading.Lock()))  # an answer that cannot travel
    with pytest.raises(ingot.Error, match="no row for each of the 20 worlds"):
        worlds.apply(damp, np.zeros(3), steps=1)
    same(worlds.qpos, expected["qpos"])


def test_calls_without_waiting(make):
    pair = make(LIMB, 20, actors=2, ahead=3), ingot.Worlds(LIMB, 20)
    random = np.random.default_rng(5)
    controls = random.normal(size=(6, 20, 10, 2))
    futures = [pair[0].later.rollout(one, outputs=("qpos",), every=10) for one in controls]
    assert len(pair[0]._crew.calls) <= 3  # one more waits for the oldest
    for future, one in zip(futures, controls):
        same(future.result()["qpos"], pair[1].rollout(one, outputs=("qpos",), every=10)["qpos"])
    assert futures[-1].done() and "done" in repr(futures[-1])
    # what is written into a view while a call is in flight belongs to the next one
    held = pair[0].qvel
    future = pair[0].later.step(5)
    held[4, 1] = 3.0
    pair[0].step(2)
    future.result()
    pair[1].step(5)
    pair[1].qvel[4, 1] = 3.0
    pair[1].step(2)
    same(held, pair[1].qvel)
    # and so does what is assigned whole
    pair[0].later.step(3)
    pair[0].ctrl = 0.25
    pair[0].later.step(3)
    pair[1].step(3)
    pair[1].ctrl = 0.25
    pair[1].step(3)
    same(pair[0].qpos, pair[1].qpos)
    same(pair[0].ctrl, pair[1].ctrl)
    with pytest.raises(AttributeError, match="did you mean 'step'"):
        pair[0].later.steps


def test_the_callers_arrays_are_its_own(make):
    """Inputs are kept for a replay: writing over them afterwards must not change it."""
    pair = make(LIMB, 16, actors=2), ingot.Worlds(LIMB, 16)
    controls = np.random.default_rng(6).normal(size=(16, 10, 2))
    pair[1].follow(controls)
    pair[0].follow(controls)
    controls[:] = 0
    pair[0]._crew.members[1].handle.__ray_terminate__.remote()
    pair[0].step()
    pair[1].step()
    same(pair[0].get_state(), pair[1].get_state())


def test_copies_go_on_with_the_same_bits(make):
    worlds = make(LIMB, 20, actors=2, options={"num_cpus": 0})
    worlds.set_parameter("dof_damping", np.linspace(0, 1, 20)[:, None] * [1, 2])
    worlds.step(5, ctrl=[0.5, 0.1])
    copy = pickle.loads(pickle.dumps(worlds))
    try:
        for one in (worlds, copy):
            one.step(5)
        same(copy.get_state(), worlds.get_state())
        same(copy.get_parameter("dof_damping"), worlds.get_parameter("dof_damping"))
    finally:
        copy.close()


def test_bad_arguments_are_refused_here(make):
    worlds = make(LIMB, 10, actors=2)
    before = worlds.get_state()
    for act, text in (
        (lambda: worlds.step(-1), "number of steps"),
        (lambda: worlds.step(mask=np.ones(3, bool)), "one bool for each"),
        (lambda: worlds.follow(np.zeros((3, 4, 2))), "expected"),
        (lambda: worlds.reset(key=4), "no keyframe 4"),
        (lambda: worlds.gather("xposs"), "did you mean"),
        (lambda: worlds.rollout(steps=3, every=2), "cannot be kept"),
        (lambda: worlds.error(10), "does not exist"),
        (lambda: worlds.set_policy("explode"), "does not exist"),
        (lambda: worlds.call("mj_stepp"), "did you mean"),
    ):
        with pytest.raises(ingot.Error, match=text):
            act()
    with pytest.raises(ValueError):
        worlds.step(ctrl=np.zeros((3, 2)))
    with pytest.raises(AttributeError, match="did you mean 'qpos'"):
        worlds.qposs
    same(worlds.get_state(), before)
    worlds.close()
    with pytest.raises(ingot.Error, match="closed"):
        worlds.step()
    with pytest.raises(ingot.Error, match="too many"):
        make(LIMB, 3, actors=4)
    with pytest.raises(ingot.Error, match="give one of"):
        make(LIMB, 8, actors=2, per_actor=4)
    with pytest.raises(ingot.Error, match="already"):
        make(LIMB, 8, ray="auto")


def test_questions_of_jacobians_energies_and_forces(pair):
    both(pair, lambda worlds: worlds.step(120, ctrl=[0.3, 0.2]))
    both(pair, lambda worlds: worlds.forward())
    points, mask = np.random.default_rng(0).normal(size=(20, 3)), np.arange(20) % 3 == 1
    for call in (
        lambda worlds: worlds.jac("body", "tip"),
        lambda worlds: worlds.jac("point", "limb", points, mask=mask),
        lambda worlds: (worlds.jac("subtree", "limb"),),
        lambda worlds: (worlds.energy,),
        lambda worlds: worlds.contact_forces(),
        lambda worlds: worlds.contact_forces(limit=2, mask=[3, 17]),
    ):
        for one, other in zip(*(call(worlds) for worlds in pair)):
            same(one, other)


def test_stages_and_keyframes_of_each_world(pair):
    both(pair, lambda worlds: worlds.step(9, ctrl=[1, 1]))
    both(pair, lambda worlds: worlds.forward([2, 15], stage="position"))
    same(pair[0].xpos, pair[1].xpos)
    both(pair, lambda worlds: worlds.reset(key=np.arange(20) % 2 - 1))
    same(pair[0].get_state(), pair[1].get_state())
    both(pair, lambda worlds: worlds.reset([1, 2, 18], key=["up"] * 20))
    same(pair[0].get_state(), pair[1].get_state())
    for worlds in pair:
        with pytest.raises(ingot.Error, match="no keyframe 3"):
            worlds.reset(key=[3] * 20)
        with pytest.raises(ValueError, match="shape"):
            worlds.reset(key=[0] * 19)

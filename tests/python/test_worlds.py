# SPDX-License-Identifier: Apache-2.0
"""ingot.Worlds and ingot.load: fields in place, the bits of single stepping, lifetimes, refusals."""
import copy
import gc
import pickle
import threading

import numpy as np
import pytest

import ingot

WALKER = """
<mujoco>
  <option timestep="0.005"/>
  <worldbody>
    <geom type="plane" size="5 5 1"/>
    <body name="trunk" pos="0 0 0.6">
      <freejoint/>
      <geom name="trunk" type="capsule" fromto="-.2 0 0 .2 0 0" size=".07"/>
      <body pos=".2 0 0">
        <joint name="a" axis="0 1 0" range="-60 60"/>
        <geom type="capsule" fromto="0 0 0 0 0 -.4" size=".05"/>
      </body>
      <body pos="-.2 0 0">
        <joint name="b" axis="0 1 0" range="-60 60"/>
        <geom type="capsule" fromto="0 0 0 0 0 -.4" size=".05"/>
      </body>
    </body>
  </worldbody>
  <actuator><motor joint="a" gear="20"/><motor joint="b" gear="20"/></actuator>
  <sensor><jointpos joint="a"/></sensor>
  <keyframe><key qpos="0 0 1 1 0 0 0 .1 -.1"/></keyframe>
</mujoco>"""
PENDULUM = '<mujoco><worldbody><body><joint axis="0 1 0"/><geom size=".1" pos="0 0 -.5"/></body></worldbody></mujoco>'


def started(count, threads):
    worlds = ingot.Worlds(WALKER, count, threads=threads)
    worlds.qpos[:, 2] += 0.001 * np.arange(count)
    worlds.ctrl[:] = np.sin(0.7 * np.arange(count))[:, None] + [0, 0.1]
    return worlds


def test_bits_do_not_depend_on_threads_or_on_company():
    states = []
    for threads in (1, 2, 3):
        worlds = started(16, threads)
        for _ in range(6):
            worlds.step(10)
        states.append(worlds.get_state())
    alone = started(16, 1)
    for world in range(16):
        for _ in range(60):
            alone.step(mask=np.arange(16) == world)
    assert sum(alone[world].data.ncon for world in range(16)) > 0
    for state in states:
        np.testing.assert_array_equal(state, alone.get_state())


def test_bits_are_those_of_the_engine_alone():
    mujoco = pytest.importorskip("mujoco")
    if not ingot.active():
        pytest.skip("run with python -m ingot -m pytest")
    model = mujoco.MjModel.from_xml_string(WALKER)
    worlds = started(5, 2)
    worlds.step(60)
    for world in range(5):
        data = mujoco.MjData(model)
        data.qpos[2] += 0.001 * world
        data.ctrl[:] = worlds.ctrl[world]
        mujoco.mj_step(model, data, 60)
        np.testing.assert_array_equal(worlds[world].qpos, data.qpos)
        np.testing.assert_array_equal(worlds[world].data.xpos, data.xpos)
        np.testing.assert_array_equal(worlds[world].data.contact["dist"], data.contact.dist)


def test_controls_known_beforehand():
    controls = np.random.default_rng(0).uniform(-1, 1, (6, 30, 2))
    follow, alone = started(6, 2), started(6, 1)
    follow.follow(controls)
    for step in range(30):
        alone.step(1, controls[:, step])
    np.testing.assert_array_equal(follow.get_state(), alone.get_state())
    with pytest.raises(ingot.Error, match="expected"):
        follow.follow(controls[0])
    for wrong in (controls[:, :, :1], np.zeros((6, 30, 3))):
        with pytest.raises(ingot.Error, match=r"expected \(6, steps, 2\)"):
            follow.follow(wrong)


def test_fields_are_views_in_place():
    worlds = ingot.Worlds(WALKER, 4)
    assert worlds.qpos.shape == (4, 9) and worlds.ctrl.shape == (4, 2) and worlds.time.shape == (4,)
    assert np.shares_memory(worlds.qpos, worlds[2].qpos)
    worlds[2].qpos[2] = 5
    assert worlds.qpos[2, 2] == 5
    worlds.qvel = 0.5
    assert (worlds[3].qvel == 0.5).all()
    qpos = worlds.qpos
    worlds.step(3, ctrl=[0.1, 0.2])
    assert qpos is worlds.qpos and qpos[2, 2] != 5
    np.testing.assert_allclose(worlds.time, 0.015)
    np.testing.assert_array_equal(worlds.sensordata[:, 0], worlds.gather("sensordata")[:, 0])
    assert len(worlds[1:3]) == 2 and worlds[-1].index == 3


def test_views_keep_the_worlds_alive():
    worlds = started(8, 2)
    worlds.step(5)
    expected = worlds.qpos.copy(), worlds[3].data.xpos.copy()
    qpos, xpos, mass = worlds.qpos, worlds[3].data.xpos, worlds.own_model(1).body_mass
    del worlds
    gc.collect()
    junk = [np.ones(10000) for _ in range(50)]
    np.testing.assert_array_equal(qpos, expected[0])
    np.testing.assert_array_equal(xpos, expected[1])
    assert mass[1] > 0 and len(junk) == 50


def test_contacts_are_copies():
    worlds = started(1, 1)
    worlds.step(100)
    contacts = worlds[0].data.contact
    assert len(contacts) == worlds[0].data.ncon > 0
    before = contacts["pos"].copy()
    worlds.step(50)
    np.testing.assert_array_equal(contacts["pos"], before)
    with pytest.raises(AttributeError, match="computed anew"):
        worlds[0].data.efc_force = 1


def test_own_models_change_one_world():
    worlds = ingot.Worlds(WALKER, 3)
    worlds.own_model(1).opt.gravity[2] = 0
    worlds.own_model(1).opt.timestep = 0.01
    worlds.step(10)
    assert worlds.qpos[0, 2] == worlds.qpos[2, 2] < worlds.qpos[1, 2] == 0.6
    np.testing.assert_allclose(worlds.time, [0.05, 0.1, 0.05])
    with pytest.raises(ValueError, match="read-only"):
        worlds.model(0).body_mass[1] = 3
    with pytest.raises(AttributeError, match="own_model"):
        worlds.model(0).body_mass = 3


def test_parameters_of_all_worlds():
    worlds = ingot.Worlds(WALKER, 4)
    mass = worlds.get_parameter("body_mass")
    scale = np.linspace(1, 2, 4)[:, None]
    worlds.set_parameter("body_mass", mass * scale)
    worlds.set_parameter("opt.gravity", [0, 0, -3.5], mask=np.array([True, False, False, True]))
    np.testing.assert_array_equal(worlds.get_parameter("body_mass"), mass * scale)
    np.testing.assert_array_equal(worlds.get_parameter("opt.gravity")[:, 2], [-3.5, -9.81, -9.81, -3.5])
    with pytest.raises(AttributeError, match="no array 'body_weight'"):
        worlds.get_parameter("body_weight")


def test_state_round_trip_and_reset():
    worlds = started(6, 2)
    worlds.step(20)
    state = worlds.get_state()
    worlds.step(20)
    later = worlds.get_state()
    worlds.set_state(state)
    worlds.step(20)
    np.testing.assert_array_equal(worlds.get_state(), later)
    mask = np.array([True, False, True, False, False, False])
    worlds.reset(mask, key=0)
    np.testing.assert_array_equal(worlds.qpos[mask, 7:], [[0.1, -0.1]] * 2)
    np.testing.assert_array_equal(worlds.get_state()[~mask], later[~mask])


def test_several_models():
    pendulum = ingot.load(PENDULUM)
    worlds = ingot.Worlds([WALKER, pendulum, WALKER, pendulum])
    worlds.step(5)
    assert len(worlds.groups) == 2 and worlds.groups[0].qpos.shape == (2, 9) and worlds[3].qpos.shape == (1,)
    np.testing.assert_array_equal(worlds.groups[1].worlds, [1, 3])
    np.testing.assert_array_equal(worlds.groups[0].qpos[0], worlds[0].qpos)
    with pytest.raises(AttributeError, match="several models"):
        worlds.qpos


@pytest.mark.parametrize("policy, state", [("reset", "diverged"), ("freeze", "frozen"), ("report", "diverged")])
def test_divergence_is_reported_by_world(policy, state):
    worlds = ingot.Worlds(WALKER, 3, policy=policy)
    worlds.qvel[1, 7] = np.nan
    worlds.step()
    status = worlds.status
    assert [ingot.worlds.STATES[s] for s in status["state"]] == ["ok", state, "ok"]
    assert status["divergences"].tolist() == [0, 1, 0] and status["dof"][1] == 7 and status["body"][1] == 3
    worlds.reset()
    assert (worlds.status["state"] == 0).all()
    worlds.clear_status()
    assert (worlds.status["divergences"] == 0).all() and worlds.error(0) == ""


def test_call_runs_a_function_of_the_interface():
    worlds = started(3, 2)
    worlds.step(20)
    assert (worlds[1].data.subtree_linvel == 0).all()
    worlds.call("mj_subtreeVel")
    assert (worlds[1].data.subtree_linvel[1] != 0).any()
    # an array that is asked for of all worlds pulls in its function
    worlds.step(20)
    velocities = worlds.gather("subtree_linvel")
    assert (velocities[:, 1] != 0).any(axis=1).all()
    worlds.call("mj_subtreeVel")
    np.testing.assert_array_equal(worlds.gather("subtree_linvel"), velocities)
    np.testing.assert_array_equal(worlds[2].data.subtree_linvel, velocities[2])
    with pytest.raises(ingot.Error, match="'mj_nothing' is not a function"):
        worlds.call("mj_nothing")


def test_threads_of_the_caller_may_share_worlds():
    worlds, alone = started(4, 2), started(4, 1)
    callers = [threading.Thread(target=lambda: [worlds.step() for _ in range(50)]) for _ in range(4)]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join()
    alone.step(200)
    np.testing.assert_array_equal(worlds.get_state(), alone.get_state())


def test_models_by_name():
    model = ingot.load(WALKER)
    assert (model.nq, model.nv, model.nbody) == (9, 8, 4)
    assert model.id("body", "trunk") == 1 and model.name("joint", 1) == "a" and model.name("geom", 0) in ("", None)
    with pytest.raises(KeyError, match="joint 'z' not found"):
        model.id("joint", "z")
    model.body_mass = 2
    assert ingot.Worlds(model, 2).get_parameter("body_mass").sum() == 16


def test_models_from_files_and_assets(tmp_path):
    path = tmp_path / "walker.xml"
    path.write_text(WALKER)
    assert ingot.load(path).nq == ingot.load(str(path)).nq == 9
    assert ingot.Worlds(path, 2).count == 2
    text = '<mujoco><include file="part.xml"/></mujoco>'
    assert ingot.load(text, assets={"part.xml": PENDULUM}).nv == 1


def test_models_of_the_mujoco_package():
    mujoco = pytest.importorskip("mujoco")
    worlds = ingot.Worlds(mujoco.MjModel.from_xml_string(WALKER), 3)
    worlds.step(10)
    assert worlds.qpos[0, 2] < 0.6
    full = mujoco.mjtState.mjSTATE_FULLPHYSICS
    state = worlds.get_state(full)
    assert state.shape == (3, 18)
    worlds.set_state(state[0], full)
    np.testing.assert_array_equal(worlds.get_state(full), state)


@pytest.mark.parametrize(
    "act, status, text",
    [
        (lambda w: ingot.load("/no/such.xml"), "BAD_MODEL", "such.xml"),
        (lambda w: ingot.load("<mujoco><bodi/></mujoco>"), "BAD_MODEL", "bodi"),
        (lambda w: ingot.load("<mujoco><worldbody><body><joint/></body></worldbody></mujoco>"), "BAD_MODEL", "mass"),
        (lambda w: ingot.load(3), "BAD_ARGUMENT", "int"),
        (lambda w: ingot.Worlds(WALKER, 0), "BAD_ARGUMENT", "at least one"),
        (lambda w: ingot.Worlds([WALKER], 2), "BAD_ARGUMENT", "1 models"),
        (lambda w: ingot.Worlds(WALKER, 2, threads=0), "BAD_ARGUMENT", "0 threads"),
        (lambda w: ingot.Worlds(WALKER, 2, policy="hope"), "BAD_ARGUMENT", "hope"),
        (lambda w: w.step(-1), "BAD_ARGUMENT", "steps is -1"),
        (lambda w: w.step(mask=[1, 1]), "BAD_ARGUMENT", "bools"),
        (lambda w: w.step(mask=[1.0, 0.0]), "BAD_ARGUMENT", "list of indices"),
        (lambda w: w.step(mask=[2]), "BAD_ARGUMENT", "numbered from 0"),
        (lambda w: w.reset(key=5), "BAD_ARGUMENT", "keyframe 5"),
        (lambda w: w.own_model(7), "BAD_ARGUMENT", "world 7"),
        (lambda w: w.set_state(np.zeros((2, 3))), "BAD_ARGUMENT", "shape"),
        (lambda w: w.get_state(1 << 20), "BAD_ARGUMENT", "signature"),
        (lambda w: w.get_state(out=np.zeros(3)), "BAD_ARGUMENT", "out must be"),
    ],
)
def test_mistakes_are_errors(act, status, text):
    worlds = ingot.Worlds(WALKER, 2)
    with pytest.raises(ingot.Error, match=text) as caught:
        act(worlds)
    assert caught.value.status == ingot.Status[status]
    worlds.step()


def test_wrong_shapes_are_numpy_errors():
    worlds = ingot.Worlds(WALKER, 2)
    with pytest.raises(ValueError):
        worlds.step(ctrl=np.zeros((3, 2)))
    with pytest.raises(AttributeError, match="no field 'force'"):
        worlds.force


def test_first_party_plugins_are_there():
    model = ingot.load(
        """<mujoco><extension><plugin plugin="mujoco.pid"/></extension>
        <worldbody><body><joint name="j" axis="0 1 0"/><geom size=".1" pos=".3 0 0"/></body></worldbody>
        <actuator><plugin name="a" joint="j" plugin="mujoco.pid"><config key="kp" value="9"/></plugin></actuator>
        <sensor><actuatorfrc actuator="a"/></sensor></mujoco>"""
    )
    worlds = ingot.Worlds(model, 3)
    worlds.ctrl[:] = [[1], [2], [3]]
    worlds.forward()
    np.testing.assert_array_equal(worlds.sensordata, [[9], [18], [27]])


def test_derivatives_inverse_dynamics_and_rays_of_all_worlds():
    worlds = started(5, 2)
    worlds.step(10)
    before = worlds.get_state()
    A, B = worlds.transition()
    nx = 2 * worlds.model(0).nv + worlds.model(0).na
    assert A.shape == (5, nx, nx) and B.shape == (5, nx, worlds.model(0).nu) and np.isfinite(A).all() and (B != 0).any()
    forces = worlds.inverse(np.zeros((5, worlds.model(0).nv)))
    assert forces.shape == (5, worlds.model(0).nv) and np.isfinite(forces).all()
    distances, geoms = worlds.rays([10, 10, 3], [[0, 0, -1], [0, 0, 1]])
    assert distances.shape == (5, 2) and (distances[:, 1] == -1).all() and (geoms[:, 1] == -1).all()
    np.testing.assert_array_equal(worlds.get_state(), before)
    with pytest.raises(ingot.Error, match="expected"):
        worlds.rays(np.zeros((3, 1, 3)), [0, 0, 1])
    with pytest.raises(ingot.Error, match="a flag for each group"):
        worlds.rays([0, 0, 1], [0, 0, -1], geomgroup=[1, 0])
    with pytest.raises(ingot.Error, match="expected"):
        worlds.inverse(np.zeros((4, worlds.model(0).nv)))


SHAPES = """
<mujoco>
  <option cone="elliptic"/>
  <worldbody>
    <geom type="plane" size="5 5 1"/>
    <body pos="0 0 .3"><freejoint/><geom type="box" size=".2 .1 .1"/>
      <body pos=".3 0 0"><joint axis="0 1 0" damping=".1" frictionloss=".05"/><geom type="capsule" fromto="0 0 0 .3 0 0" size=".05" group="1"/></body></body>
    <body pos="1 0 .3"><freejoint/><geom type="cylinder" size=".1 .2"/></body>
    <body pos="0 1 .3"><freejoint/><geom type="ellipsoid" size=".1 .2 .3"/></body>
  </worldbody>
</mujoco>"""


def test_inverse_dynamics_and_rays_are_those_of_the_reference():
    mujoco = pytest.importorskip("mujoco")
    random = np.random.default_rng(0)
    worlds = ingot.Worlds(SHAPES, 11, threads=2)
    worlds.qvel[:] = random.normal(size=worlds.qvel.shape)
    worlds.step(5)
    qacc, mask = random.normal(size=worlds.qvel.shape), np.arange(11) % 4 != 1
    origins, groups = random.uniform(-1, 1, (11, 20, 3)) + [0, 0, 1.5], [1, 0, 1, 1, 1, 1]
    directions = [0.2, 0.3, 0.1] - origins
    forces = worlds.inverse(qacc, mask=mask)
    distances, geoms, normals = worlds.rays(origins, directions, except_body=1, mask=mask, geomgroup=groups, normals=True)
    model = mujoco.MjModel.from_xml_string(SHAPES)
    data = mujoco.MjData(model)
    assert (geoms[mask] >= 0).sum() > 50 and (forces[~mask] == 0).all() and (geoms[~mask] == -1).all()
    for world in np.flatnonzero(mask):
        data.qpos, data.qvel, data.qacc = worlds.qpos[world], worlds.qvel[world], qacc[world]
        mujoco.mj_inverse(model, data)
        np.testing.assert_allclose(forces[world], data.qfrc_inverse, rtol=1e-9, atol=1e-9)
        for ray in range(20):
            geom, normal = np.zeros(1, np.int32), np.zeros(3)
            found = mujoco.mj_ray(model, data, origins[world, ray], directions[world, ray], np.array(groups, np.uint8), 1, 1, geom, normal)
            assert geoms[world, ray] == geom[0]
            np.testing.assert_allclose(distances[world, ray], found, rtol=1e-9)
            np.testing.assert_allclose(normals[world, ray], normal, atol=1e-9)
    assert len(worlds.rays([0, 0, 2], [0, 0, -1])) == 2


def randomised(count, **options):
    worlds = ingot.Worlds(WALKER, count, **options)
    random = np.random.default_rng(3)
    worlds.set_parameter("body_mass", worlds.get_parameter("body_mass") * random.uniform(0.5, 2, (count, 1)))
    worlds.set_parameter("geom_friction", worlds.get_parameter("geom_friction") * random.uniform(0.5, 2, (count, 1, 1)))
    worlds.set_parameter("opt.iterations", 5 + np.arange(count) // 8)
    worlds.set_const()
    worlds.ctrl = random.normal(size=worlds.ctrl.shape)
    return worlds


def everything(worlds):
    worlds.call("mj_subtreeVel")
    names = ("qpos", "qvel", "sensordata", "xpos", "xipos", "qacc", "actuator_force", "subtree_linvel", "cfrc_ext", "ncon")
    return [*(worlds.gather(name) for name in names), worlds.status, worlds.get_parameter("dof_invweight0"), worlds.contacts()[0]]


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda worlds: pickle.loads(pickle.dumps(worlds))], ids=["deepcopy", "pickle"])
@pytest.mark.parametrize("last", ["step", "forward", "reset", "changed"])
def test_copies_are_the_same_worlds(copied, last):
    worlds = randomised(24)
    worlds.step(30)
    worlds.qvel[3, 2] = np.nan
    worlds.step()
    if last == "forward":
        worlds.qpos[:, 2] += 0.01
        worlds.forward()
    if last == "reset":
        worlds.reset([1, 5, 7], key=0)
    if last == "changed":
        worlds.qpos[:, 2] += 0.01  # the data are still those of the step
        worlds.set_parameter("body_mass", worlds.get_parameter("body_mass") * 1.1)
    other = copied(worlds)
    assert other.width == worlds.width and other.width_reason == worlds.width_reason and other.own_models
    for _ in range(2):
        for one, two in zip(everything(worlds), everything(other)):
            np.testing.assert_array_equal(one, two)
        worlds.step(20)
        other.step(20)


def test_pickles_hold_the_model_once():
    shared, own = ingot.Worlds(WALKER, 64), randomised(64)
    model = len(pickle.dumps(shared.model()))
    state = 2 * 8 * (64 * sum(getattr(shared, name)[0].size for name in ingot.worlds.FIELDS))
    assert len(pickle.dumps(shared)) < model + state + 64 * 600 + 5000
    # the numbers of each world of its own, twice: of now and of its last step
    columns = 16 * sum(own.get_parameter(name).size for name in ingot.worlds.MODEL_NAMES if not np.array_equal(*map(lambda w: w.get_parameter(name), (shared, own))))
    assert len(pickle.dumps(own)) < model + state + 1.5 * columns + 64 * 600 + 5000


def test_copies_of_worlds_with_models_of_their_own():
    pendulum = ingot.load(PENDULUM)
    worlds = ingot.Worlds([WALKER, pendulum, WALKER, pendulum, WALKER])
    worlds.own_model(2).opt.gravity[2] = -1
    worlds.groups[1].qpos = [[0.3], [0.4]]
    worlds.step(9)
    other = pickle.loads(pickle.dumps(worlds))
    worlds.step(9), other.step(9)
    assert other.model(2).opt.gravity[2] == -1 and other.model(0).opt.gravity[2] == -9.81
    for world in range(5):
        np.testing.assert_array_equal(worlds[world].qpos, other[world].qpos)
        np.testing.assert_array_equal(worlds[world].data.xpos, other[world].data.xpos)


def test_copies_of_worlds_with_plugins_and_energy():
    text = WALKER.replace("<sensor>", "<sensor><e_kinetic/>")
    worlds = ingot.Worlds(text, 3)
    worlds.step(5)
    other = copy.deepcopy(worlds)
    for _ in range(3):
        np.testing.assert_array_equal(worlds.sensordata, other.sensordata)
        worlds.step(), other.step()


def test_bytes_of_other_worlds_are_refused():
    worlds, fewer = randomised(8), ingot.Worlds(WALKER, 7)
    rest = worlds._rest()
    restore = lambda into, content: into._run(ingot.worlds.C.ingot_worldsRestore, np.ascontiguousarray(content).ctypes.data, len(content))
    for into, content in ((fewer, rest), (worlds, rest[:-8]), (worlds, rest[8:]), (worlds, np.concatenate([rest, rest[:8]])), (ingot.Worlds(PENDULUM, 8), rest)):
        with pytest.raises(ingot.Error, match="other worlds"):
            restore(into, content)
    restore(worlds, rest)
    worlds.step()

# SPDX-License-Identifier: Apache-2.0
"""Arrays of all worlds: rollouts, bound outputs, observations, contacts, objects by name, parameters, and what access costs."""
import timeit

import numpy as np
import pytest

import ingot
from test_worlds import PENDULUM, WALKER, started

SCENE = """
<mujoco>
  <asset><material name="red" rgba="1 0 0 1"/><texture name="sky" type="skybox" builtin="flat" width="4" height="24"/>
    <hfield name="hills" nrow="2" ncol="2" size="1 1 1 1"/><mesh name="tetra" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/></asset>
  <worldbody>
    <light name="lamp" pos="0 0 3"/><camera name="eye" pos="0 -1 1"/><site name="origin"/>
    <geom name="floor" type="plane" size="3 3 1"/>
    <body name="hand" mocap="true" pos="1 0 1"><geom size=".02" contype="0" conaffinity="0"/></body>
    <body name="trunk" pos="0 0 .3"><freejoint name="root"/><geom name="trunk" size=".1"/>
      <body name="leg" pos="0 0 -.1"><joint name="knee" axis="0 1 0" damping=".1" range="-1 1"/><geom name="shin" size=".05" pos="0 0 -.1"/></body>
    </body>
    <body name="ball" pos="1 1 .5"><joint name="socket" type="ball"/><geom name="ball" size=".1" pos="0 0 .2"/><site name="tip" pos="0 0 .3"/></body>
  </worldbody>
  <tendon><fixed name="cord"><joint joint="knee" coef="2"/></fixed></tendon>
  <contact><pair name="touch" geom1="floor" geom2="shin"/><exclude name="apart" body1="trunk" body2="ball"/></contact>
  <equality><joint name="still" joint1="knee" active="false"/></equality>
  <custom><numeric name="three" data="1 2 3"/><tuple name="pair"><element objtype="body" objname="ball"/></tuple></custom>
  <actuator><motor name="muscle" joint="knee" gear="2"/><general name="slow" joint="knee" dyntype="filter" dynprm=".1" gainprm="2"/></actuator>
  <sensor><jointpos name="angle" joint="knee"/><accelerometer name="imu" site="tip"/></sensor>
  <keyframe><key name="home" ctrl=".1 .2"/></keyframe>
</mujoco>"""
KINDS = {
    "actuator": "muscle", "body": "leg", "camera": "eye", "equality": "still", "exclude": "apart", "geom": "shin", "hfield": "hills",
    "joint": "knee", "keyframe": "home", "light": "lamp", "material": "red", "mesh": "tetra", "numeric": "three", "pair": "touch",
    "sensor": "imu", "site": "tip", "tendon": "cord", "texture": "sky", "tuple": "pair",
}  # fmt: skip
# parts that the mujoco package computes, whose array is one of vertices or pixels, or that it takes from another joint:
# its data.joint(...).cdof begins at row dofadr / 6
LEFT_OUT = {("joint", "cdof"), ("joint", "cdof_dot"), ("actuator", "moment"), ("tendon", "J"), ("tendon", "J_colind"), ("hfield", "data"), ("texture", "data")}


def moving(count=4, threads=2):
    worlds = ingot.Worlds(SCENE, count, threads=threads)
    worlds.qvel[:, 0] = np.arange(count)
    worlds.ctrl[:, 0] = np.linspace(-1, 1, count)
    worlds.step(80)
    return worlds


# ------------------------------------------------------------------------------------------------------ trajectories


def test_rollouts_keep_what_single_steps_show():
    controls = np.random.default_rng(0).uniform(-1, 1, (5, 12, 2))
    worlds, single = started(5, 2), started(5, 1)
    kept = worlds.rollout(controls, outputs=("qpos", "sensordata", "xpos", "ncon", "time"), every=3)
    assert kept["qpos"].shape == (5, 4, 9) and kept["xpos"].shape == (5, 4, 4, 3) and kept["ncon"].shape == (5, 4)
    for step in range(12):
        single.step(1, controls[:, step])
        if step % 3 == 2:
            for name in kept:
                np.testing.assert_array_equal(kept[name][:, step // 3], single.gather(name), name)
    np.testing.assert_array_equal(worlds.get_state(), single.get_state())


def test_rollouts_into_buffers_with_masks_and_as_floats():
    worlds, other = started(3, 2), started(3, 1)
    buffer = np.full((3, 5, 9), 7.0)
    mask = np.array([True, False, True])
    kept = worlds.rollout(np.zeros((5, 2)), outputs=("qpos", "xquat"), out={"qpos": buffer}, mask=mask, dtype=np.float32)
    assert kept["qpos"] is buffer and (buffer[1] == 7).all() and kept["xquat"].dtype == np.float32
    assert worlds.time.tolist() == [0.025, 0, 0.025]
    full = other.rollout(np.zeros((5, 2)), outputs=("qpos", "xquat"))
    np.testing.assert_array_equal(buffer[mask], full["qpos"][mask])
    np.testing.assert_array_equal(kept["xquat"][mask], full["xquat"][mask].astype(np.float32))


def test_closed_loops_give_the_bits_of_their_controls():
    seen = []

    def policy(worlds, step):
        seen.append(-3 * worlds.qpos[:, 7:] + 0.1 * step)
        return seen[-1]

    worlds, other = started(4, 2), started(4, 1)
    closed = worlds.rollout(policy, outputs=("qpos", "xpos"), steps=10, every=2)
    follow = other.rollout(np.stack(seen, 1), outputs=("qpos", "xpos"), every=2)
    for name in closed:
        np.testing.assert_array_equal(closed[name], follow[name])


def test_rollouts_with_the_controls_of_the_field_and_with_worlds_that_stand_still():
    worlds = ingot.Worlds(WALKER, 3, policy="freeze")
    worlds.qvel[1, 0] = np.nan
    kept = worlds.rollout(steps=6, outputs=("time", "qvel"))
    assert kept["time"][0, -1] == worlds.time[0] > 0 and (kept["time"][1] == kept["time"][1, 0]).all()
    assert np.isfinite(kept["qvel"][[0, 2]]).all()


def test_rollouts_as_of_the_mujoco_package():
    rollout = pytest.importorskip("mujoco.rollout")
    import mujoco

    if not ingot.active():
        pytest.skip("run with python -m ingot -m pytest")
    model = mujoco.MjModel.from_xml_string(WALKER)
    worlds = started(3, 2)
    physics = mujoco.mjtState.mjSTATE_FULLPHYSICS
    controls = np.random.default_rng(1).uniform(-1, 1, (3, 8, 2))
    state, sensordata = rollout.rollout(model, mujoco.MjData(model), worlds.get_state(physics), controls)
    kept = worlds.rollout(controls, outputs=("time", "qpos", "qvel", "act", "sensordata"))
    ours = np.concatenate([kept["time"][..., None], kept["qpos"], kept["qvel"], kept["act"]], axis=2)
    np.testing.assert_array_equal(ours, state)
    np.testing.assert_array_equal(kept["sensordata"], sensordata)


# ---------------------------------------------------------------------------------------------------- outputs, shapes


def test_fields_have_the_shapes_of_their_objects():
    worlds = moving()
    assert worlds.mocap_pos.shape == (4, 1, 3) and worlds.mocap_quat.shape == (4, 1, 4) and worlds.xfrc_applied.shape == (4, 5, 6)
    worlds.mocap_pos[2, 0] = [5, 6, 7]
    worlds.xfrc_applied[3, 2] = [0, 0, 400, 0, 0, 0]
    before = worlds.qvel[:, 2].copy()
    worlds.step()
    np.testing.assert_array_equal(worlds.body("hand").xpos[2], [5, 6, 7])
    assert (worlds.qvel[:, 2] - before).argmax() == 3
    assert worlds[2].mocap_pos.shape == (1, 3) and worlds[2].xfrc_applied.shape == (5, 6)


def test_bound_outputs_follow_every_call():
    worlds = moving()
    xpos, number = worlds.bind("xpos"), worlds.bind("ncon")
    assert worlds.bind("xpos").base is xpos.base and worlds.bind("qpos") is worlds.qpos
    for act in (lambda: worlds.step(30), lambda: worlds.reset(), lambda: worlds.forward(), lambda: worlds.rollout(steps=5)):
        act()
        np.testing.assert_array_equal(xpos, worlds.gather("xpos"))
        np.testing.assert_array_equal(number, worlds.gather("ncon"))
    with pytest.raises(ValueError):
        xpos[0] = 1
    single = worlds.bind("xquat", np.float32)
    np.testing.assert_array_equal(single, worlds.xquat.astype(np.float32))
    with pytest.raises(ingot.Error, match="bound as float32"):
        worlds.bind("xquat", np.float64)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_observations_side_by_side_in_the_callers_buffer(dtype):
    worlds = moving()
    names = ("qpos", "qvel", "sensordata", "cfrc_ext", "energy")
    buffer = np.zeros((4, 12 + 10 + 4 + 30 + 2), dtype)
    assert worlds.observe(names, out=buffer) is buffer and buffer.flags.c_contiguous
    parts = np.concatenate([worlds.gather(name).reshape(4, -1) for name in names], axis=1)
    np.testing.assert_array_equal(buffer, parts.astype(dtype))
    np.testing.assert_array_equal(worlds.observe(names), parts)
    worlds.qpos[0, 0] = 9
    assert worlds.observe("qpos")[0, 0] == 9
    with pytest.raises(ingot.Error, match="no doubles"):
        worlds.observe(("ncon",))
    with pytest.raises(ingot.Error, match="float64 or float32"):
        worlds.observe(names, out=np.zeros((4, 58), int))


def test_contacts_are_padded_arrays_with_counts():
    worlds = moving()
    contacts, counts = worlds.contacts()
    assert counts.tolist() == [worlds[i].data.ncon for i in range(4)] and contacts.shape == (4, counts.max()) and counts.max() > 0
    for world in range(4):
        np.testing.assert_array_equal(contacts[world, : counts[world]]["pos"], worlds[world].data.contact["pos"])
        assert (contacts[world, counts[world] :]["dist"] == 0).all()
    force, rows = worlds.ragged("efc_force", limit=2)
    assert force.shape == (4, 2) and (rows <= 2).all()
    for world in range(4):
        np.testing.assert_array_equal(force[world, : rows[world]], worlds[world].data.efc_force[:2])


def test_every_array_of_the_data_can_be_had():
    worlds, count = moving(2), 0
    # what these compute is there for all worlds when it is asked for, and in the data of one when they were called
    worlds.call("mj_rnePostConstraint")
    worlds.call("mj_subtreeVel")
    for name in ingot._arrays.DATA_NAMES:
        if name in ingot.worlds._RAGGED:
            values, counts = worlds.ragged(name)
            assert len(values) == len(counts) == 2
        elif worlds._lookup(name, 0).type < 6:
            for world in range(2):
                np.testing.assert_array_equal(worlds.gather(name)[world], getattr(worlds.data(world), name), name)
            count += 1
    assert count > 100


def test_data_follow_the_steps():
    worlds = moving(2)
    data = worlds.data(1)
    for _ in range(3):
        worlds.step(7)
        np.testing.assert_array_equal(data.xpos, worlds.gather("xpos")[1])
        assert data.time == worlds.time[1] and data.ncon == worlds.gather("ncon")[1]


def test_worlds_with_several_models_give_padded_rows():
    worlds = ingot.Worlds([WALKER, PENDULUM])
    worlds.step(3)
    qvel = worlds.gather("qvel")
    assert qvel.shape == (2, 8)
    np.testing.assert_array_equal(qvel[1], [*worlds[1].qvel, *[0] * 7])


# ------------------------------------------------------------------------------------------------------------ by name


@pytest.mark.parametrize("kind, name", KINDS.items())
def test_objects_have_the_parts_of_the_mujoco_package(kind, name):
    mujoco = pytest.importorskip("mujoco")
    if not ingot.active():
        pytest.skip("run with python -m ingot -m pytest")
    theirs = mujoco.MjModel.from_xml_string(SCENE)
    data = mujoco.MjData(theirs)
    mujoco.mj_step(theirs, data, 50)
    worlds = ingot.Worlds(SCENE, 3)
    worlds.step(50)
    for function in ("mj_rnePostConstraint", "mj_subtreeVel"):
        getattr(mujoco, function)(theirs, data)
        worlds.call(function)
    model = ingot.load(SCENE)
    compared = 0
    for wheel, ours in ((theirs, model), (data, worlds.data(1))):
        if not hasattr(wheel, kind):
            continue
        for key in (name, getattr(wheel, kind)(name).id):
            view = getattr(wheel, kind)(key)
            mine = getattr(ours, kind)(key)
            assert mine.id == view.id and mine.name == view.name
            for part in dir(view):
                if part.startswith("_") or part in ("id", "name") or (kind, part) in LEFT_OUT:
                    continue
                expected = getattr(view, part)
                np.testing.assert_array_equal(getattr(mine, part), expected, f"{kind}.{part}")
                np.testing.assert_array_equal(getattr(getattr(worlds, kind)(key), part)[1], expected, f"worlds.{kind}.{part}")
                assert part in dir(mine)
                compared += 1
    assert compared >= (1 if kind == "exclude" else 2)


def test_joints_of_all_types_have_their_parts():
    mujoco = pytest.importorskip("mujoco")
    theirs = mujoco.MjModel.from_xml_string(SCENE)
    model, worlds = ingot.load(SCENE), moving(2)
    for name, width, dofs in (("root", 7, 6), ("socket", 4, 3), ("knee", 1, 1)):
        assert worlds.joint(name).qpos.shape == (2, width) and worlds.joint(name).qvel.shape == (2, dofs)
        assert worlds.jnt(name).cdof.shape == (2, dofs, 6)
        start = model.joint(name).dofadr[0]
        np.testing.assert_array_equal(worlds.joint(name).cdof, worlds.cdof[:, start : start + dofs])
        np.testing.assert_array_equal(model.joint(name).qpos0, theirs.joint(name).qpos0)
        np.testing.assert_array_equal(model.joint(name).dofadr, theirs.joint(name).dofadr)


def test_parts_of_fields_are_views_and_parameters_are_written_in_all_worlds():
    worlds = ingot.Worlds(SCENE, 4)
    worlds.joint("knee").qpos = np.linspace(0, 0.3, 4)[:, None]
    worlds.actuator("muscle").ctrl[2] = 0.5
    np.testing.assert_array_equal(worlds.qpos[:, 7], np.linspace(0, 0.3, 4))
    assert worlds.ctrl[2, 0] == 0.5
    before = worlds.body("leg").mass[0, 0]
    worlds.body("leg").mass = before * np.array([1, 2, 3, 4])[:, None]
    np.testing.assert_allclose(worlds.get_parameter("body_mass")[:, 3], before * np.array([1, 2, 3, 4]))
    worlds.geom("floor").friction = [0.5, 0.1, 0.1]
    assert (worlds.get_parameter("geom_friction")[:, 0] == [0.5, 0.1, 0.1]).all()
    worlds.forward()
    assert worlds.sensor("imu").data.shape == (4, 3)
    np.testing.assert_array_equal(worlds.sensor("angle").data[:, 0], worlds.qpos[:, 7])


def test_wrong_names_have_hints():
    worlds, model = moving(2), ingot.load(SCENE)
    with pytest.raises(KeyError, match="joint 'kne' not found; did you mean 'knee'"):
        worlds.joint("kne")
    with pytest.raises(AttributeError, match="did you mean 'mass'"):
        model.body("leg").mas
    with pytest.raises(AttributeError, match="computed by every step"):
        worlds.body("leg").xpos = 3
    with pytest.raises(ingot.Error, match="structure"):
        worlds.body("leg").parentid = 0
    with pytest.raises(AttributeError, match="structure"):
        model.body("leg").parentid = 0
    with pytest.raises(AttributeError, match="cannot be changed"):
        model.body("leg").name = "arm"
    with pytest.raises(ingot.Error, match="index of a body is 9"):
        model.body(9)


def test_completion_lists_arrays():
    worlds, model = moving(2), ingot.load(SCENE)
    assert {"qpos", "xpos", "step", "joint"} <= set(dir(worlds))
    assert {"body_mass", "nq", "opt", "body"} <= set(dir(model)) and {"gravity", "timestep"} <= set(dir(model.opt))
    assert {"xpos", "ncon", "contact"} <= set(dir(worlds.data(0))) and {"qpos", "damping"} <= set(dir(worlds.joint("knee")))


# --------------------------------------------------------------------------------------------------------- parameters


def test_constants_follow_on_request():
    mujoco = pytest.importorskip("mujoco")
    scale = np.array([1, 2, 5])
    worlds = ingot.Worlds(SCENE, 3)
    worlds.qpos[:, 7] = 0.2
    state = worlds.get_state()
    worlds.set_parameter("body_mass", worlds.get_parameter("body_mass") * scale[:, None])
    stale = worlds.get_parameter("dof_invweight0")
    worlds.set_const()
    np.testing.assert_array_equal(worlds.get_state(), state)
    for world in range(3):
        model = mujoco.MjModel.from_xml_string(SCENE)
        model.body_mass[:] *= scale[world]
        mujoco.mj_setConst(model, mujoco.MjData(model))
        np.testing.assert_allclose(worlds.get_parameter("dof_invweight0")[world], model.dof_invweight0, rtol=1e-9)
        np.testing.assert_allclose(worlds.get_parameter("body_subtreemass")[world], model.body_subtreemass, rtol=1e-9)
    assert (stale[0] == stale[2]).all()


def test_parameters_of_all_types():
    worlds = ingot.Worlds(SCENE, 3)
    worlds.set_parameter("geom_contype", np.array([[1], [2], [4]]))
    worlds.set_parameter("jnt_limited", False)
    worlds.set_parameter("geom_rgba", 0.25)
    worlds.set_parameter("opt.timestep", [0.001, 0.002, 0.003])
    assert worlds.get_parameter("geom_contype")[:, 0].tolist() == [1, 2, 4] and worlds.get_parameter("geom_contype").dtype == np.int32
    assert worlds.get_parameter("jnt_limited").dtype == np.uint8 and not worlds.get_parameter("jnt_limited").any()
    assert worlds.get_parameter("geom_rgba").dtype == np.float32
    worlds.step(10)
    np.testing.assert_allclose(worlds.time, [0.01, 0.02, 0.03])
    with pytest.raises(ValueError, match="do not fit 'body_mass'"):
        worlds.set_parameter("body_mass", np.zeros((3, 2)))
    with pytest.raises(AttributeError, match="did you mean 'body_mass'"):
        worlds.set_parameter("body_mas", 1)


# --------------------------------------------------------------------------------------------------------------- cost


@pytest.mark.parametrize("what", ["worlds.qpos", "model.body_mass", "model.nv", "data.xpos", "model.opt", "data.time", "model.opt.timestep", "worlds.count"])
def test_attributes_cost_less_than_a_small_array(what):
    worlds = moving(2)
    names = {"worlds": worlds, "model": worlds.model(0), "data": worlds.data(0), "np": np}
    eval(what, names)

    # beside each other, so that both meet the same machine: making an array of numpy's from a list takes about two microseconds
    def cost(text):
        return min(timeit.repeat(text, globals=names, number=500, repeat=20))

    # each of the attributes; a machine that is busy in one of the two measurements gets another try
    ratios = []
    while len(ratios) < 5 and (not ratios or min(ratios) >= 2):
        ratios.append(cost(what) / what.count(".") / cost("np.array([[1.0, 2.0], [3.0, 4.0]])"))
    assert min(ratios) < 2

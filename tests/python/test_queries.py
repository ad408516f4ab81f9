# SPDX-License-Identifier: Apache-2.0
"""What is asked of all worlds at once, against the functions of one world: Jacobians, energies, contact forces, stages, keyframes."""
import numpy as np
import pytest

import ingot
from ingot.worlds import FIELDS

ROBOT = """
<mujoco>
  <option cone="{cone}" gravity="0 0 -9.81"/>
  <worldbody>
    <geom type="plane" size="5 5 1"/>
    <body name="trunk" pos="0 0 .3"><freejoint/><geom name="trunk" type="box" size=".2 .1 .1"/>
      <body name="arm" pos=".3 0 0"><joint name="a" axis="0 1 0" stiffness="3" damping=".1"/>
        <geom name="arm" type="capsule" fromto="0 0 0 .3 0 0" size=".05"/><site name="tip" pos=".35 0 .05"/>
        <body name="hand" pos=".3 0 0"><joint name="h" type="ball"/><geom size=".06" pos="0 .05 0"/></body></body></body>
    <body name="can" pos="1 0 .3"><freejoint/><geom type="cylinder" size=".1 .2"/></body>
  </worldbody>
  <actuator><position joint="a" kp="5"/></actuator>
  <sensor><framepos objtype="site" objname="tip"/><framelinvel objtype="site" objname="tip"/><jointactuatorfrc joint="a"/></sensor>
  <keyframe><key name="low" qpos="0 0 .2 1 0 0 0 .1 1 0 0 0 1 0 .3 1 0 0 0"/><key name="high" qpos="0 0 2 1 0 0 0 .2 1 0 0 0 1 0 2 1 0 0 0"/></keyframe>
</mujoco>"""
COUNT = 9


def started(cone="elliptic", steps=40):
    worlds = ingot.Worlds(ROBOT.format(cone=cone), COUNT, threads=2)
    random = np.random.default_rng(1)
    worlds.qvel[:] = random.normal(size=worlds.qvel.shape)
    worlds.ctrl[:] = random.normal(size=worlds.ctrl.shape)
    worlds.set_parameter("body_mass", worlds.get_parameter("body_mass") * random.uniform(0.5, 2, (COUNT, 1)))
    worlds.set_const()
    worlds.step(steps)
    return worlds


def reference(worlds):
    """(world, model, data) in the mujoco package, in the states of now."""
    mujoco = pytest.importorskip("mujoco")
    for world in range(COUNT):
        model = mujoco.MjModel.from_xml_string(ROBOT.format(cone="elliptic" if worlds.model().opt.cone else "pyramidal"))
        for name in ("body_mass", "body_subtreemass", "dof_M0", "body_invweight0", "dof_invweight0"):
            getattr(model, name)[:] = getattr(worlds.model(world), name)
        data = mujoco.MjData(model)
        data.qpos, data.qvel, data.ctrl = worlds.qpos[world], worlds.qvel[world], worlds.ctrl[world]
        yield world, model, data


def test_jacobians():
    mujoco = pytest.importorskip("mujoco")
    worlds = started()
    before = [np.array(getattr(worlds, name)) for name in FIELDS], worlds.gather("xpos")
    points = np.random.default_rng(2).normal(size=(COUNT, 3))
    found = {
        "body": worlds.jac("body", "hand"),
        "body_com": worlds.jac("body_com", "hand"),
        "geom": worlds.jac("geom", "arm"),
        "site": worlds.jac("site", 0),
        "point": worlds.jac("point", "hand", points),
        "subtree": (worlds.jac("subtree", "trunk"), np.zeros((COUNT, 3, worlds.model().nv))),
    }
    shared = worlds.jac("point", "arm", [0.1, 0.2, 0.3])[0]
    hand, arm, trunk = (worlds.body(name).id for name in ("hand", "arm", "trunk"))
    for world, model, data in reference(worlds):
        mujoco.mj_forward(model, data)
        jacp, jacr = np.zeros((2, 3, model.nv))
        for kind, call in {
            "body": lambda: mujoco.mj_jacBody(model, data, jacp, jacr, hand),
            "body_com": lambda: mujoco.mj_jacBodyCom(model, data, jacp, jacr, hand),
            "geom": lambda: mujoco.mj_jacGeom(model, data, jacp, jacr, worlds.geom("arm").id),
            "site": lambda: mujoco.mj_jacSite(model, data, jacp, jacr, 0),
            "point": lambda: mujoco.mj_jac(model, data, jacp, jacr, points[world], hand),
            "subtree": lambda: mujoco.mj_jacSubtreeCom(model, data, jacp, trunk),
        }.items():
            jacp[:], jacr[:] = 0, 0
            call()
            np.testing.assert_allclose(found[kind][0][world], jacp, rtol=1e-9, atol=1e-12, err_msg=kind)
            np.testing.assert_allclose(found[kind][1][world], jacr, rtol=1e-9, atol=1e-12, err_msg=kind)
        mujoco.mj_jac(model, data, jacp, None, np.array([0.1, 0.2, 0.3]), arm)
        np.testing.assert_allclose(shared[world], jacp, rtol=1e-9, atol=1e-12)
    some = worlds.jac("body", hand, mask=[0, 4])[0]
    np.testing.assert_array_equal(some[[0, 4]], found["body"][0][[0, 4]])
    assert not some[[1, 2, 3, 5]].any()
    for one, other in zip(before[0], (getattr(worlds, name) for name in FIELDS)):
        np.testing.assert_array_equal(one, other)
    np.testing.assert_array_equal(worlds.gather("xpos"), before[1])


def test_jacobians_are_refused_by_name():
    worlds = started(steps=1)
    for act, error, text in (
        (lambda: worlds.jac("bodi", "hand"), ingot.Error, "did you mean 'body'"),
        (lambda: worlds.jac("body", "hnd"), KeyError, "did you mean 'hand'"),
        (lambda: worlds.jac("site", 3), ingot.Error, "expected"),
        (lambda: worlds.jac("point", "hand"), ingot.Error, "points go with"),
        (lambda: worlds.jac("body", "hand", [0, 0, 1]), ingot.Error, "points go with"),
        (lambda: worlds.jac("point", "hand", np.zeros((COUNT, 2))), ValueError, "shape"),
    ):
        with pytest.raises(error, match=text):
            act()


def test_energies():
    mujoco = pytest.importorskip("mujoco")
    worlds = started()
    worlds.qpos[:, 2] += 0.1  # asked of the states of now
    energy = worlds.energy
    for world, model, data in reference(worlds):
        mujoco.mj_forward(model, data)
        mujoco.mj_energyPos(model, data)
        mujoco.mj_energyVel(model, data)
        np.testing.assert_allclose(energy[world], data.energy, rtol=1e-9)
    assert np.ptp(energy, axis=0).min() > 0.1


@pytest.mark.parametrize("cone", ["elliptic", "pyramidal"])
def test_contact_forces(cone):
    mujoco = pytest.importorskip("mujoco")
    worlds = started(cone, 200)
    worlds.forward()
    contacts, counts = worlds.contacts()
    forces, numbers = worlds.contact_forces()
    np.testing.assert_array_equal(counts, numbers)
    assert forces.shape == (COUNT, contacts.shape[1], 6) and counts.max() > 3
    for world, model, data in reference(worlds):
        data.qacc_warmstart = worlds.qacc_warmstart[world]
        mujoco.mj_forward(model, data)
        assert data.ncon == counts[world]
        force = np.zeros(6)
        for i in range(data.ncon):
            mujoco.mj_contactForce(model, data, i, force)
            np.testing.assert_allclose(forces[world, i], force, rtol=1e-5, atol=1e-4)
        assert not forces[world, counts[world] :].any()
    few, numbers = worlds.contact_forces(limit=2, mask=[3])
    np.testing.assert_array_equal(few[3], forces[3, :2])
    assert numbers[3] == min(2, counts[3]) and not few[:3].any() and not numbers[:3].any()


def test_stages():
    worlds, whole = started(), started()
    for one in (worlds, whole):
        one.qpos[:, 2] += 0.05
        one.qvel[:] *= 0.5
    whole.forward()
    kept = worlds.gather("qacc")
    worlds.forward(stage="position")
    np.testing.assert_array_equal(worlds.gather("xpos"), whole.gather("xpos"))
    np.testing.assert_array_equal(worlds.gather("ncon"), whole.gather("ncon"))
    np.testing.assert_array_equal(worlds.sensordata[:, :3], whole.sensordata[:, :3])
    assert (worlds.gather("cvel") != whole.gather("cvel")).any()
    worlds.forward([1, 2], stage="velocity")
    np.testing.assert_array_equal(worlds.gather("cvel")[[1, 2]], whole.gather("cvel")[[1, 2]])
    np.testing.assert_array_equal(worlds.sensordata[[1, 2], :6], whole.sensordata[[1, 2], :6])
    assert (worlds.gather("cvel")[3] != whole.gather("cvel")[3]).any()
    np.testing.assert_array_equal(worlds.gather("qacc"), kept)
    np.testing.assert_array_equal(worlds.time, whole.time)
    with pytest.raises(ingot.Error, match="did you mean 'position'"):
        worlds.forward(stage="positions")


def test_a_keyframe_for_each_world():
    worlds, other = started(), started()
    keys = np.arange(COUNT) % 3 - 1
    worlds.reset(key=keys)
    for key in (-1, 0, 1):
        other.reset(keys == key, key=key)
    np.testing.assert_array_equal(worlds.get_state(), other.get_state())
    worlds.reset([1, 3], key=["low"] * 4 + ["high"] * 5)
    np.testing.assert_array_equal(worlds.qpos[[1, 3], 2], 0.2)
    np.testing.assert_array_equal(worlds.qpos[4], other.qpos[4])
    state = worlds.get_state()
    for wrong, text in (([0, 1], "shape"), (np.full(COUNT, 2), "no keyframe 2"), (["low"] * 8 + ["lo"], "low")):
        with pytest.raises((ingot.Error, KeyError), match=text):
            worlds.reset(key=wrong)
    np.testing.assert_array_equal(worlds.get_state(), state)


def test_data_of_the_mujoco_package():
    mujoco = pytest.importorskip("mujoco")
    worlds = started()
    data = worlds.to_mujoco(4)
    assert isinstance(data, mujoco.MjData) and data.model.body_mass[1] == worlds.model(4).body_mass[1]
    np.testing.assert_array_equal(data.qpos, worlds.qpos[4])
    np.testing.assert_array_equal(data.qacc_warmstart, worlds.qacc_warmstart[4])
    worlds.step(10)
    for _ in range(10):
        mujoco.mj_step(data.model, data)
    if ingot.active():
        np.testing.assert_array_equal(data.qpos, worlds.qpos[4])
    else:
        np.testing.assert_allclose(data.qpos, worlds.qpos[4], atol=1e-6)
    assert data.time == worlds.time[4]

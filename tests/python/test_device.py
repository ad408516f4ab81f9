# SPDX-License-Identifier: Apache-2.0
"""Worlds on a device: the bits of the CPU, going there and back, arrays without copies, refusals.

The device is the emulated one: the kernels for GPUs compiled for this machine (libingot_gpu_host.so of the build). With a
GPU, INGOT_TEST_DEVICE=cuda runs the same tests on it.
"""
import copy
import gc
import pickle

import numpy as np
import pytest

import ingot
from emulated import ON_GPU, device  # noqa: F401
from ingot.worlds import FIELDS

LEG = """
<body pos="{x} 0 0">
  <joint name="{name}" axis="0 1 0" range="-60 60" damping=".2"/>
  <geom type="capsule" fromto="0 0 0 0 0 -.4" size=".05"/>
</body>"""
WALKER = f"""
<mujoco>
  <option timestep="0.005"/>
  <worldbody>
    <geom type="plane" size="5 5 1"/>
    <body name="trunk" pos="0 0 0.6">
      <freejoint/>
      <geom name="trunk" type="capsule" fromto="-.2 0 0 .2 0 0" size=".07"/>
      {LEG.format(x=".2", name="a")}{LEG.format(x="-.2", name="b")}
    </body>
    <body name="hand" mocap="true" pos="1 0 1"><geom size=".05" contype="0" conaffinity="0"/></body>
  </worldbody>
  <equality><joint joint1="a" joint2="b" active="false"/></equality>
  <actuator><motor joint="a" gear="20"/><motor joint="b" gear="20"/></actuator>
  <keyframe><key name="high" qpos="0 0 1 1 0 0 0 .1 -.1"/></keyframe>
</mujoco>"""
BOXES = '<mujoco><worldbody><geom type="plane" size="3 3 .1"/>{}</worldbody></mujoco>'.format(
    "".join(f'<body pos="{0.02 * k} 0 {0.12 + 0.21 * k}"><freejoint/><geom type="box" size=".1 .1 .1"/></body>' for k in range(3))
)


def started(count, device="cuda", model=WALKER, **options):
    worlds = ingot.Worlds(model, count, threads=1, device=device, **options)
    worlds.qpos += 0.001 * np.arange(count)[:, None] * (np.arange(worlds.model().nq) == 2)
    if worlds.model().nu:
        worlds.ctrl = np.sin(0.7 * np.arange(count))[:, None] + [0, 0.1]
    return worlds


def same(a, b):
    for name in FIELDS:
        np.testing.assert_array_equal(np.asarray(getattr(a, name)), np.asarray(getattr(b, name)), err_msg=name)
    np.testing.assert_array_equal(a.status, b.status)


@pytest.mark.parametrize("count", [1, 31, 70])
@pytest.mark.parametrize("model", [WALKER, BOXES])
def test_bits_of_the_cpu(count, model):
    there, here = started(count, model=model), started(count, "cpu", model)
    assert there.device == "cuda" and here.device == "cpu"
    for steps in (1, 1, 40, 3):
        there.step(steps)
        here.step(steps)
        same(there, here)


def test_there_and_back():
    moving, here = started(40), started(40, "cpu")
    for where in ("cpu", "cuda", "cuda:0", "cpu", "cuda"):
        moving.step(7)
        here.step(7)
        assert moving.to(where) is moving and moving.device == where
        same(moving, here)
    assert isinstance(here.qpos, np.ndarray)


def test_data_of_one_world():
    there, here = started(40), started(40, "cpu")
    there.step(30)
    here.step(30)
    for world in (0, 17, 39):
        a, b = there[world].data, here[world].data
        for name in ("qpos", "xpos", "qacc", "actuator_force", "contact", "efc_force"):
            np.testing.assert_array_equal(getattr(a, name), getattr(b, name), err_msg=name)
    np.testing.assert_array_equal(there.gather("xpos"), here.gather("xpos"))
    there.step()
    here.step()
    same(there, here)


def test_questions_about_states():
    there, here = started(20), started(20, "cpu")
    random = np.random.default_rng(1)
    qacc, origins = random.normal(size=(20, there.model().nv)), random.uniform(-1, 1, (20, 6, 3)) + [0, 0, 1.5]
    mask = np.arange(20) % 3 > 0
    for _ in range(2):
        answers = []
        for worlds in (there, here):
            worlds.step(10)
            answers.append((worlds.inverse(qacc, mask=mask), *worlds.rays(origins, -origins, normals=True), *worlds.transition()))
        for a, b in zip(*answers):
            np.testing.assert_array_equal(a, b)
        assert answers[0][0].any() and (answers[0][2] >= 0).any()
        same(there, here)


def test_masks_resets_states():
    there, here = started(50), started(50, "cpu")
    mask = np.arange(50) % 3 == 0
    for worlds in (there, here):
        worlds.step(20)
        worlds.step(5, mask=mask)
        worlds.reset(mask=~mask, key="high")
        worlds.step(4)
        state = worlds.get_state()
        worlds.set_state(state[::-1].copy(), mask=mask)
        worlds.step(3)
        worlds.eq_active = mask[:, None].astype(float)
        worlds.mocap_pos = np.arange(50)[:, None, None] * [0.01, 0, 0]
        worlds.xfrc_applied[:, 1, 2] = 3.0
        worlds.step(6)
    same(there, here)


def test_controls_for_each_step():
    there, here = started(33), started(33, "cpu")
    controls = np.random.default_rng(1).uniform(-1, 1, (33, 9, 2))
    found = [worlds.rollout(controls, ("qpos", "xpos"), every=3) for worlds in (there, here)]
    for name in found[0]:
        np.testing.assert_array_equal(found[0][name], found[1][name])
    for worlds in (there, here):
        worlds.follow(controls[:, :4])
    same(there, here)


def test_own_parameters():
    there, here = started(40), started(40, "cpu")
    for worlds in (there, here):
        mass = worlds.get_parameter("body_mass") * (1 + 0.01 * np.arange(40))[:, None]
        worlds.step(3)
        worlds.set_parameter("body_mass", mass)
        worlds.set_parameter("opt.gravity", [[0, 0, -9.81 + 0.1 * k] for k in range(40)])
        worlds.step(30)
    same(there, here)
    # the constants that follow from masses are each world's own too
    for worlds in (there, here):
        worlds.set_parameter("body_mass", worlds.get_parameter("body_mass") * 1.1)
        worlds.set_const()
        worlds.step(20)
    same(there, here)
    with pytest.raises(ingot.Error, match="opt.iterations.*cpu"):
        there.set_parameter("opt.iterations", np.arange(40) + 1)
    there.step()
    there.to("cpu").set_parameter("opt.iterations", np.arange(40) + 1)
    there.step()


@pytest.mark.parametrize("policy", ["reset", "reset_key", "freeze", "report"])
def test_worlds_that_diverge(policy):
    there, here = started(40, policy=policy), started(40, "cpu", policy=policy)
    for worlds in (there, here):
        worlds.step(3)
        worlds.qvel[7, 3] = 1e12
        worlds.ctrl[11] = [np.nan, 1]
        worlds.step(5)
    same(there, here)
    assert there.status["divergences"][7] >= 1 and there.status["bad_controls"][11] == 5
    for worlds in (there, here):
        worlds.reset(mask=np.arange(40) == 7)
        worlds.step(5)
    same(there, here)


def test_more_contacts_than_room():
    xml = '<mujoco><worldbody><geom type="plane" size="3 3 .1"/>{}</worldbody></mujoco>'.format(
        "".join(f'<body pos="{0.3 * (k % 4)} {0.3 * (k // 4)} {0.12 + 0.2 * (k % 3)}"><freejoint/><geom type="box" size=".1 .1 .1"/></body>' for k in range(10))
    )
    there, here = started(33, model=xml), started(33, "cpu", xml)
    there.step(200)
    here.step(200)
    assert here[0].data.ncon > 20
    same(there, here)


def test_arrays_without_copies():
    worlds = started(40)
    view = np.from_dlpack(worlds.qpos) if not ON_GPU else __import__("torch").from_dlpack(worlds.qpos)
    assert tuple(view.shape) == worlds.qpos.shape == (40, 9)
    before = np.asarray(worlds.qpos)
    worlds.step()
    after = np.asarray(view.cpu() if ON_GPU else view)
    np.testing.assert_array_equal(after, np.asarray(worlds.qpos))
    assert (after != before).any()
    # what is written there counts in the next step
    view[:, 2] += 1
    here = started(40, "cpu")
    here.step()
    here.qpos[:, 2] += 1
    worlds.step()
    here.step()
    same(worlds, here)
    # the memory outlives the worlds
    kept = np.asarray(view.cpu() if ON_GPU else view).copy()
    del worlds
    gc.collect()
    np.testing.assert_array_equal(np.asarray(view.cpu() if ON_GPU else view), kept)
    for name, shape in (("time", (4,)), ("xfrc_applied", (4, 5, 6)), ("mocap_pos", (4, 1, 3))):
        array = getattr(ingot.Worlds(WALKER, 4, threads=1, device="cuda"), name)
        assert array.shape == shape == np.asarray(array).shape
        array.__dlpack__()  # nobody takes it
    gc.collect()


def test_running_ahead():
    there, here = started(40), started(40, "cpu")
    there.set_stream(None, ahead=True)
    ctrl = np.from_dlpack(there.ctrl) if not ON_GPU else __import__("torch").from_dlpack(there.ctrl)
    for turn in range(8):
        ctrl[:, 0] = 0.1 * turn
        here.ctrl[:, 0] = 0.1 * turn
        there.step(3)
        here.step(3)
    same(there, here)
    with pytest.raises(ingot.Error, match="CPU"):
        here.set_stream(None)


@pytest.mark.skipif(not ON_GPU, reason="needs a GPU: tests/gpu/test_graph.c has the emulated device")
def test_graph_of_steps():
    import torch

    there, here = started(4000), started(4000, "cpu")
    stream = torch.cuda.Stream()
    there.set_stream(stream)
    ctrl, qpos = torch.from_dlpack(there.ctrl), torch.from_dlpack(there.qpos)
    given = torch.zeros((4000, 2), dtype=torch.float32, device="cuda")
    there.step()
    here.step()
    there.wait()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.stream(stream):
        graph.capture_begin()
        there.step(2, ctrl=given)
        seen = qpos * 2
        graph.capture_end()
    torch.cuda.synchronize()
    same(there, here)  # nothing has happened yet
    for turn in range(20):
        with torch.cuda.stream(stream):
            given[:] = 0.25 * (turn % 5) - 0.5
            graph.replay()
        here.step(2, ctrl=0.25 * (turn % 5) - 0.5)
        stream.synchronize()
        np.testing.assert_array_equal(np.asarray(seen.cpu()), 2 * here.qpos)
    same(there, here)
    there.step(3)
    here.step(3)
    same(there, here)
    # worlds that diverge within a graph
    there.qvel[7, 3] = here.qvel[7, 3] = 1e12
    here.ctrl[:] = there.ctrl.numpy()
    with torch.cuda.stream(stream):
        given[:] = ctrl
        graph.replay()
    here.step(2)
    there.wait()
    same(there, here)
    assert there.status["divergences"][7] == here.status["divergences"][7] >= 1


def test_fields_read_like_arrays():
    worlds = started(40)
    assert repr(worlds.ctrl).startswith("<ctrl of 40 worlds on c")
    np.testing.assert_array_equal(worlds.ctrl * 2, 2 * np.asarray(worlds.ctrl))
    worlds.ctrl[3, 1] = 0.5
    worlds[4].ctrl = [0.25, 0.75]
    assert worlds.ctrl[3, 1] == 0.5 and list(worlds[4].ctrl) == [0.25, 0.75]
    worlds.ctrl = 0.125
    assert (worlds.ctrl[...] == 0.125).all()
    with pytest.raises(ingot.Error, match="shape"):
        worlds.ctrl = np.zeros((3, 3))
    with pytest.raises(ValueError):
        worlds.ctrl[0][0] = 1  # a copy


def test_two_devices():
    split, here = started(100, "cuda:0,1" if not ON_GPU else "cuda:0"), started(100, "cpu")
    for worlds in (split, here):
        worlds.step(10)
        worlds.reset(mask=np.arange(100) > 60)
        worlds.step(10)
    same(split, here)
    assert sum(len(part) for part in split.qpos.parts) == 100
    if len(split.qpos.parts) > 1:
        with pytest.raises(BufferError, match="parts"):
            np.from_dlpack(split.qpos)


def test_copies_and_pickles():
    there, here = started(40), started(40, "cpu")
    there.step(5)
    here.step(5)
    for other in (copy.deepcopy(there), pickle.loads(pickle.dumps(there))):
        assert other.device == "cuda"
        other.step(5)
        here_again = copy.deepcopy(here)
        here_again.step(5)
        same(other, here_again)


def test_refusals():
    with pytest.raises(ingot.Error, match="not a device"):
        ingot.Worlds(WALKER, 2, device="gpu")
    for name in ("cuda:", "cuda:x", "cuda:0,0", "cuda,1", "cuda:-1"):
        with pytest.raises(ingot.Error, match="not a device"):
            ingot.Worlds(WALKER, 2, device=name)
    with pytest.raises(ingot.Error, match="does not exist") as raised:
        ingot.Worlds(WALKER, 2, device="cuda:99")
    assert raised.value.status == ingot.Status.NO_DEVICE
    cloth = '<mujoco><worldbody><flexcomp name="f" type="grid" count="3 3 1" spacing=".1 .1 .1" dim="2"/></worldbody></mujoco>'
    with pytest.raises(ingot.Error, match='do not run on a GPU, since .*flex.*device="cpu"'):
        ingot.Worlds(cloth, 2, device="cuda")
    worlds = started(4)
    with pytest.raises(ingot.Error, match="on a GPU cannot have a model of its own"):
        worlds.own_model(0)


@pytest.mark.skipif(ON_GPU, reason="there is a GPU")
def test_no_driver(monkeypatch):
    monkeypatch.setenv("INGOT_GPU_EMULATE", "")
    monkeypatch.setenv("INGOT_NO_DEVICE", "1")
    with pytest.raises(ingot.Error) as raised:
        ingot.Worlds(WALKER, 2, device="cuda")
    assert raised.value.status == ingot.Status.NO_DEVICE and "cpu" in str(raised.value)


def test_copies_go_on_a_device():
    there, here = started(40), started(40, "cpu")
    for worlds in (there, here):
        worlds.set_parameter("body_mass", worlds.get_parameter("body_mass") * np.linspace(0.5, 2, 40)[:, None])
        worlds.set_const()
        worlds.step(10)
    for other in (pickle.loads(pickle.dumps(there)), copy.deepcopy(here).to("cuda")):
        assert other.device == "cuda"
        for name in ("xpos", "qacc", "actuator_force"):
            np.testing.assert_array_equal(other.gather(name), here.gather(name))
        other.step(10)
        expected = copy.deepcopy(here)
        expected.step(10)
        same(other, expected)


def test_worlds_that_a_device_has_not_stepped_show_their_last_step():
    there, here = started(40, "cpu"), started(40, "cpu")
    mask = np.arange(40) % 3 == 0
    for worlds in (there, here):
        worlds.step(5)
    there.to("cuda")
    for worlds in (there, here):
        worlds.step(3, mask=mask)
    for name in ("xpos", "qacc", "actuator_force", "qfrc_bias"):
        np.testing.assert_array_equal(there.gather(name), here.gather(name), err_msg=name)
    same(there, here)

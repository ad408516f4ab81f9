# SPDX-License-Identifier: Apache-2.0
"""Numbers of the model that worlds have of their own: what follows from them, what is refused, and the page that lists them."""
import pathlib
import sys

import numpy as np
import pytest

import ingot

ROOT = pathlib.Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tools"))
BOXES = """
<mujoco>
  <worldbody>
    <geom type="plane" size="5 5 .1"/>
    <body name="b" pos="0 0 1"><freejoint/><geom name="b" type="box" size=".1 .1 .1" mass="1"/></body>
  </worldbody>
</mujoco>"""
TABLE = """
<mujoco>
  <worldbody>
    <geom name="floor" type="plane" size="5 5 .1"/>
    <body name="table" pos="0 0 .4"><geom name="top" type="box" size=".2 .2 .02" pos="0 0 .1"/><geom type="cylinder" size=".05 .05" pos="0 0 .03"/></body>
    <body name="cup" pos=".45 0 1"><freejoint/><inertial pos=".01 0 0" mass=".5" diaginertia=".002 .002 .002"/>
      <geom type="cylinder" size=".04 .06"/><geom type="box" size=".01 .03 .03" pos=".05 0 0"/></body>
  </worldbody>
</mujoco>"""
EMULATOR = ROOT / "build" / "libingot_gpu_host.so"


@pytest.fixture(params=["cpu", "cuda"])
def device(request, monkeypatch):
    if request.param == "cuda":
        if not EMULATOR.is_file():
            pytest.skip("the kernels were not built: clang and llvm are missing")
        monkeypatch.setenv("INGOT_GPU_EMULATE", str(EMULATOR))
    return request.param


@pytest.mark.parametrize("count", [1, 16])
def test_boxes_rest_on_their_own_sizes(device, count):
    worlds = ingot.Worlds(BOXES, count, threads=1, device=device)
    sizes = np.linspace(0.05, 0.4, count) if count > 1 else np.array([0.3])
    worlds.geom("b").size = sizes[:, None]
    worlds.set_const()
    np.testing.assert_allclose(worlds.geom("b").rbound[:, 0], np.sqrt(3) * sizes)
    np.testing.assert_allclose(worlds.geom("b").aabb[:, 3:], np.repeat(sizes, 3).reshape(count, 3))
    worlds.step(1500)
    np.testing.assert_allclose(np.asarray(worlds.qpos)[:, 2], sizes, atol=2e-3)


def test_a_larger_table_holds_the_cup(device):
    """Trees of boxes: bodies with several geoms meet where only one of their geoms grew."""
    worlds = ingot.Worlds(TABLE, 8, threads=1, device=device)
    size = worlds.geom("top").size.copy()
    size[4:, :2] = 0.6
    worlds.geom("top").size = size
    worlds.set_const()
    worlds.step(1000)
    height = np.asarray(worlds.qpos)[:, 2]
    assert (height[:4] < 0.2).all() and (height[4:] > 0.5).all()


def test_shared_frames_follow():
    """A geom that lay in its body's frame is where its own numbers say."""
    text = BOXES.replace('mass="1"/>', 'mass="1"/><inertial pos="0 0 .01" mass="1" diaginertia=".1 .1 .1"/>')
    worlds = ingot.Worlds(text, 8)
    worlds.geom("b").pos = np.arange(8)[:, None] * [0.01, 0, 0]
    worlds.body("b").ipos = [0.02, 0, 0]
    worlds.set_const()
    worlds.forward()
    np.testing.assert_allclose(worlds.gather("geom_xpos")[:, 1, 0], 0.01 * np.arange(8), atol=1e-15)
    np.testing.assert_allclose(worlds.gather("xipos")[:, 1, 0], 0.02)
    assert worlds.width_reason != "the world has integers of its own that shape the lanes"
    worlds.geom("b").pos = 0
    worlds.set_const()
    worlds.forward()
    np.testing.assert_array_equal(worlds.gather("geom_xpos")[:, 1], worlds.gather("xpos")[:, 1])


def test_what_a_device_has_no_place_for_is_refused_at_set_const(monkeypatch):
    if not EMULATOR.is_file():
        pytest.skip("the kernels were not built: clang and llvm are missing")
    monkeypatch.setenv("INGOT_GPU_EMULATE", str(EMULATOR))
    worlds = ingot.Worlds(BOXES, 4, threads=1, device="cuda")
    pos = worlds.geom("b").pos.copy()
    worlds.geom("b").pos = pos + [0.01, 0, 0]
    with pytest.raises(ingot.Error, match="'geom_sameframe'.*GPU.*cpu"):
        worlds.set_const()
    worlds.geom("b").pos = pos
    worlds.set_const()
    worlds.step(2)


@pytest.mark.parametrize(
    "name, text",
    [
        ("bvh_aabb", "set_const makes it"),
        ("mesh_vert", "hull"),
        ("mesh_normal", "hull"),
        ("body_parentid", "structure"),
        ("geom_type", "structure"),
        ("nq", "structure"),
    ],
)
def test_fields_that_worlds_cannot_have_are_refused(name, text):
    mesh = '<mujoco><asset><mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/></asset><worldbody><body><freejoint/><geom type="mesh" mesh="m"/></body></worldbody></mujoco>'
    worlds = ingot.Worlds(mesh, 3)
    with pytest.raises(ingot.Error, match=text):
        worlds.set_parameter(name, worlds.get_parameter(name))
    worlds.step()


def test_compensation_of_gravity_needs_a_model_that_has_it():
    text = TABLE.replace('<body name="cup"', '<body name="cup" gravcomp="1e-9"')
    worlds, without = ingot.Worlds(text, 8), ingot.Worlds(TABLE, 8)
    own = worlds.get_parameter("body_gravcomp")
    own[::2, 2] = 1
    with pytest.raises(ingot.Error, match="compensates the gravity of no body"):
        without.set_parameter("body_gravcomp", own)
    worlds.set_parameter("body_gravcomp", own)
    worlds.step(50)
    assert (worlds.qpos[::2, 2] == 1).all() and (worlds.qpos[1::2, 2] < 1).all()


def test_a_simple_body_keeps_its_frame():
    worlds = ingot.Worlds(BOXES, 3)
    worlds.body("b").ipos = [0.01, 0, 0]
    with pytest.raises(ingot.Error, match="body 1 'b' has a diagonal inertia matrix.*body_ipos"):
        worlds.set_const()
    worlds.body("b").ipos = 0
    worlds.set_const()
    worlds.step()


def test_the_page_of_parameters_is_what_the_library_does():
    import parameters

    page = ROOT / "docs" / "guide" / "parameters.md"
    assert page.read_text() == parameters.page(), "python3 tools/parameters.py > docs/guide/parameters.md"

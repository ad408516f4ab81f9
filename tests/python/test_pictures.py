# SPDX-License-Identifier: Apache-2.0
"""Pictures without OpenGL: Worlds, mujoco.Renderer, Gymnasium and dm_control."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import numpy as np

import ingot

SCENE = """<mujoco><visual><headlight ambient='.3 .3 .3'/></visual><worldbody><light pos='0 0 3'/>
<camera name='top' pos='0 0 3'/><geom name='floor' type='plane' size='2 2 .1' rgba='.2 .3 .4 1'/>
<body name='ball' pos='0 0 1'><joint name='x' type='slide' axis='1 0 0'/><geom name='ball' size='.2' rgba='1 0 0 1'/></body>
</worldbody></mujoco>"""

PROGRAM = """
import os, sys
import mujoco, numpy as np
m = mujoco.MjModel.from_xml_string(sys.argv[1])
d = mujoco.MjData(m)
mujoco.mj_forward(m, d)
with mujoco.Renderer(m, 48, 64) as r:
    r.update_scene(d, "top")
    rgb = r.render().copy()
    r.enable_depth_rendering()
    depth = r.render().copy()
    r.disable_depth_rendering()
    r.enable_segmentation_rendering()
    segments = r.render().copy()
np.savez(sys.argv[2], rgb=rgb, depth=depth, segments=segments)
"""


def test_worlds_are_drawn_as_they_are():
    worlds = ingot.Worlds(SCENE, 6, threads=2)
    worlds.qpos = np.linspace(-0.5, 0.5, 6)[:, None]
    before = worlds.data(2).xpos.copy()
    pictures = worlds.render(camera="top", size=(48, 64))
    assert pictures.shape == (6, 48, 64, 3) and pictures.dtype == np.uint8
    # the ball moves to the right
    columns = [np.mean(np.nonzero((p[..., 0] > 100) & (p[..., 1] < 60))[1]) for p in pictures]
    assert np.all(np.diff(columns) > 1), columns
    assert np.array_equal(worlds.data(2).xpos, before)
    one = ingot.Worlds(SCENE, 6, threads=1)
    one.qpos = worlds.qpos
    assert np.array_equal(one.render(camera="top", size=(48, 64)), pictures)


def test_depth_segments_and_choices():
    worlds = ingot.Worlds(SCENE, 3, threads=1)
    depth = worlds.render(camera=0, size=(48, 64), kind="depth")
    assert depth.shape == (3, 48, 64) and abs(depth[0, 24, 32] - 1.8) < 0.01 and abs(depth[0, 2, 2] - 3) < 0.01, depth[0, 24, 32]
    segments = worlds.render(camera=0, size=(48, 64), kind="segmentation")
    model = worlds.model()
    assert tuple(segments[0, 24, 32]) == (model.id("geom", "ball"), 5) and tuple(segments[0, 2, 2]) == (model.id("geom", "floor"), 5)
    worlds.qpos[2] = 0.5
    assert np.array_equal(worlds.render([2, 0], size=(24, 32)), worlds.render(size=(24, 32))[[2, 0]])
    out = np.empty((1, 24, 32, 3), np.uint8)
    assert worlds.render(np.array([False, True, False]), size=(24, 32), out=out) is out
    for wrong in (dict(camera=5), dict(kind="colour"), dict(worlds=[3]), dict(size=(0, 5)), dict(out=out[:, :5])):
        try:
            worlds.render(**{"size": (24, 32), **wrong})
        except ingot.Error:
            continue
        raise AssertionError(f"{wrong} was accepted")


def test_pictures_of_all_worlds_by_several_cameras():
    worlds = ingot.Worlds(SCENE, 5, threads=2)
    worlds.qpos = np.linspace(-0.5, 0.5, 5)[:, None]
    found = worlds.render(cameras=["top", -1], height=24, width=32, depth=True, segmentation=True)
    assert {name: (array.shape, array.dtype) for name, array in found.items()} == {
        "rgb": ((5, 2, 24, 32, 3), np.uint8),
        "depth": ((5, 2, 24, 32, 1), np.float32),
        "segmentation": ((5, 2, 24, 32, 2), np.int32),
    }
    for place, camera in enumerate(("top", -1)):
        assert np.array_equal(found["rgb"][:, place], worlds.render(camera=camera, size=(24, 32)))
        assert np.array_equal(found["depth"][:, place, ..., 0], worlds.render(camera=camera, size=(24, 32), kind="depth"))
        assert np.array_equal(found["segmentation"][:, place], worlds.render(camera=camera, size=(24, 32), kind="segmentation"))
    # what stands still is the same again, what moved is not, and sizes may alternate
    out = np.empty((5, 1, 24, 32, 3), np.uint8)
    for _ in range(3):
        out[:] = 77
        assert worlds.render(cameras="top", height=24, width=32, out=out) is out
        assert np.array_equal(out[:, 0], found["rgb"][:, 0])
        assert worlds.render(cameras=["top"]).shape == (5, 1, 64, 64, 3)
    worlds.qpos[1] += 0.3
    moved = worlds.render(cameras=["top"], height=24, width=32)
    assert [bool((moved[world] != out[world]).any()) for world in range(5)] == [False, True, False, False, False]
    # fields of single worlds, masks
    colours = worlds.get_parameter("geom_rgba")
    colours[2, 1] = (0, 1, 0, 1)
    worlds.set_parameter("geom_rgba", colours)
    mask = np.array([False, True, True, False, False])
    green = worlds.render(cameras=["top"], height=24, width=32, mask=mask)
    assert not green[[0, 3, 4]].any() and np.array_equal(green[1], moved[1])
    assert green[2, 0, 12, 16, 1] > 100 > green[2, 0, 12, 16, 0], green[2, 0, 12, 16]
    fast = worlds.render(cameras=["top"], height=24, width=32, quality="fast")
    assert (fast != moved).any() and abs(fast[0].astype(float) - moved[0]).mean() < 30


def test_batches_of_pictures_are_refused_by_name():
    worlds = ingot.Worlds(SCENE, 3, threads=1)
    small = dict(height=8, width=8)
    for wrong, text in (
        (dict(cameras=["topp"]), "topp"),
        (dict(cameras=[5]), "has no camera 5"),
        (dict(cameras=[]), "cameras is empty"),
        (dict(height=0), "height is 0"),
        (dict(width=20000), "20000 x 8"),
        (dict(rgb=False), "nothing to draw"),
        (dict(quality="fats"), "did you mean 'fast'"),
        (dict(mask=[True]), "mask"),
        (dict(size=(4, 4)), "height does not go with"),
        (dict(out=np.zeros((3, 1, 8, 8, 3))), "float64, expected (3, 1, 8, 8, 3) of uint8"),
        (dict(out=np.zeros((3, 1, 8, 9, 3), np.uint8)[:, :, :, 1:]), "one writable block"),
        (dict(out=[1, 2]), "must be an array, not list"),
        (dict(depth=True, out=np.zeros((3, 1, 8, 8, 3), np.uint8)), "out is a dict with arrays for rgb, depth"),
    ):
        try:
            worlds.render(**{**small, **wrong})
        except (ingot.Error, KeyError) as error:
            assert text in str(error), error
            continue
        raise AssertionError(f"{wrong} was accepted")
    # a name that is another camera in another model
    other = SCENE.replace("<camera name='top'", "<camera name='low' pos='0 -3 1'/><camera name='top'")
    mixed = ingot.Worlds([SCENE, other], threads=1)
    assert mixed.render(cameras=[0, -1], **small).shape == (2, 2, 8, 8, 3)
    try:
        mixed.render(cameras=["top"], **small)
    except ingot.Error as error:
        assert "camera 'top' is number 0 in one model" in str(error), error
    else:
        raise AssertionError("a name that means two numbers was accepted")


def test_a_film_of_many_worlds():
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "film.png"
        worlds = ingot.Worlds(SCENE, 4, threads=1)
        worlds.film(path, 100, lambda w, step: None, size=(24, 32), rate=20)
        content = path.read_bytes()
        assert content[16:24] == (64).to_bytes(4, "big") + (48).to_bytes(4, "big")
        assert content.count(b"fcTL") == 4 and content.count(b"acTL") == 1


def test_films_by_ffmpeg():
    if not shutil.which("ffmpeg"):
        print("skipped: ffmpeg is not installed")
        return
    worlds = ingot.Worlds(SCENE, 4, threads=1)
    with tempfile.TemporaryDirectory() as folder:
        for name, magic in (("film.mp4", b"ftyp"), ("film.webm", b"\x1a\x45\xdf\xa3"), ("film.gif", b"GIF89a")):
            path = pathlib.Path(folder) / name
            worlds.film(path, 20, size=(24, 32), rate=20)
            assert magic in path.read_bytes()[:12], name
        try:
            worlds.film(pathlib.Path(folder) / "no" / "film.mp4", 20, size=(24, 32), rate=20)
        except ingot.Error as error:
            assert "ffmpeg could not write it" in str(error), error
        else:
            raise AssertionError("a folder that is not there was accepted")


def _run(arguments, **variables):
    environment = {k: v for k, v in os.environ.items() if k not in ("MUJOCO_GL", "DISPLAY", "PYOPENGL_PLATFORM", "LD_PRELOAD")}
    environment.update(variables)
    return subprocess.run([sys.executable, "-m", "ingot", *arguments], env=environment, capture_output=True, text=True)


def test_renderer_of_the_package_draws_without_opengl():
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "out.npz")
        done = _run(["-c", PROGRAM, SCENE, out])
        assert done.returncode == 0, done.stderr
        found = np.load(out)
        worlds = ingot.Worlds(SCENE, 1, threads=1)
        assert np.array_equal(found["rgb"], worlds.render(camera=0, size=(48, 64))[0])
        assert np.allclose(found["depth"], worlds.render(camera=0, size=(48, 64), kind="depth")[0], rtol=1e-5)
        assert np.array_equal(found["segments"], worlds.render(camera=0, size=(48, 64), kind="segmentation")[0])


def test_mujoco_gl_keeps_the_packages_own_way():
    text = "import ctypes, os; print(hasattr(ctypes.CDLL(None), 'mjr_render'), hasattr(ctypes.CDLL(None), 'mj_step'))"
    assert _run(["-c", text]).stdout.split() == ["True", "True"]
    assert _run(["-c", text], MUJOCO_GL="egl").stdout.split() == ["False", "True"]


def test_gymnasium_and_dm_control_draw_without_opengl():
    text = """
import gymnasium
env = gymnasium.make("HalfCheetah-v5", render_mode="rgb_array", width=96, height=64)
env.reset(seed=0)
picture = env.render()
print(picture.shape, picture.std() > 10)
env.close()
from dm_control import suite
env = suite.load("cheetah", "run")
env.reset()
picture = env.physics.render(64, 84, camera_id=0)
print(picture.shape, picture.std() > 10)
print(env.physics.render(64, 84, depth=True).shape, env.physics.render(64, 84, segmentation=True).shape)
"""
    done = _run(["-c", text])
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == ["(64, 96, 3) True", "(64, 84, 3) True", "(64, 84) (64, 84, 2)"], done.stdout

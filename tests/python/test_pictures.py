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

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Pictures of models with Python's mujoco.Renderer, into one .npz per model.

    shoot.py --out DIR [--size 640x480] [--engine ingot|mujoco] [--camera N] [--flag wireframe] [--time] MODEL ...
    shoot.py --out DIR --quality fast [--size 640x480] [--camera N] MODEL ...

engine ingot: run with libingot.so preloaded (LD_PRELOAD) and no OpenGL; mujoco: MuJoCo's own renderer, by MUJOCO_GL. With --quality the pictures
are those of ingot.Worlds. A flag may be given several times.
A file holds for each camera c (free: -1) rgb_c, depth_c, segment_c; with --time also the processor time of a frame.
"""
import argparse
import os
import sys
import time
import types


def without_gl():
    """mujoco.Renderer asks mujoco.glfw for a context; this one does nothing."""

    class GLContext:
        def __init__(self, max_width, max_height):
            pass

        def make_current(self):
            pass

        def free(self):
            pass

    module = types.ModuleType("mujoco.glfw")
    module.GLContext = GLContext
    sys.modules["mujoco.glfw"] = module


def frame_time(renderer, seconds=0.3):
    """Processor time of render() in seconds, the best of several runs."""
    renderer.render()
    best, start = 1e9, time.process_time()
    while time.process_time() - start < seconds:
        begin = time.process_time()
        renderer.render()
        best = min(best, time.process_time() - begin)
    return best


def shoot(mujoco, np, path, width, height, timed, cameras, flag):
    m = mujoco.MjModel.from_xml_path(path)
    d = mujoco.MjData(m)
    if m.nkey:
        mujoco.mj_resetDataKeyframe(m, d, 0)
    mujoco.mj_forward(m, d)
    m.vis.global_.offwidth, m.vis.global_.offheight = width, height
    out = {}
    with mujoco.Renderer(m, height, width) as renderer:
        for name in flag:
            number = getattr(mujoco.mjtRndFlag, f"mjRND_{name.upper()}")
            renderer.scene.flags[number] = 1 - renderer.scene.flags[number]
        for camera in range(-1, m.ncam) if cameras is None else [min(cameras, m.ncam - 1)]:
            renderer.update_scene(d, camera)
            renderer.update_scene(d, camera)
            out[f"rgb_{camera}"] = renderer.render().copy()
            if timed:
                out[f"time_{camera}"] = np.array(frame_time(renderer))
                continue
            renderer.enable_depth_rendering()
            out[f"depth_{camera}"] = renderer.render().copy()
            renderer.disable_depth_rendering()
            renderer.enable_segmentation_rendering()
            out[f"segment_{camera}"] = renderer.render().copy()
            renderer.disable_segmentation_rendering()
    return out


def shoot_world(ingot, path, width, height, cameras, quality):
    worlds = ingot.Worlds(path, 1)
    model = worlds.model()
    if model.nkey:
        worlds.reset(key=0)
    numbers = list(range(-1, model.ncam)) if cameras is None else [min(cameras, model.ncam - 1)]
    found = worlds.render(cameras=numbers, height=height, width=width, depth=True, segmentation=True, quality=quality)
    out = {}
    for place, camera in enumerate(numbers):
        out[f"rgb_{camera}"], out[f"depth_{camera}"] = found["rgb"][0, place], found["depth"][0, place, ..., 0]
        out[f"segment_{camera}"] = found["segmentation"][0, place]
    return out


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", nargs="+")
    parser.add_argument("--out", required=True)
    parser.add_argument("--size", default="640x480")
    parser.add_argument("--engine", choices=("ingot", "mujoco"), default="ingot")
    parser.add_argument("--time", action="store_true")
    parser.add_argument("--camera", type=int, help="one camera, -1 for the free one; without it all")
    parser.add_argument("--flag", action="append", default=[], help="a flag of rendering (mjtRndFlag) to turn over, as wireframe or shadow")
    parser.add_argument("--quality", help="of pictures of worlds: match, fast, fast-shadows")
    options = parser.parse_args()
    if options.quality:
        import ingot
    elif options.engine == "ingot":
        without_gl()
    import mujoco
    import numpy as np

    width, height = map(int, options.size.split("x"))
    os.makedirs(options.out, exist_ok=True)
    for number, path in enumerate(options.models):
        name = f"{number:03d}_" + os.path.splitext(os.path.basename(path))[0]
        try:
            if options.quality:
                out = shoot_world(ingot, path, width, height, options.camera, options.quality)
            else:
                out = shoot(mujoco, np, path, width, height, options.time, options.camera, options.flag)
        except (ValueError, RuntimeError, mujoco.FatalError) as error:
            print(f"{path}: {error}", file=sys.stderr)
            continue
        np.savez(os.path.join(options.out, name + ".npz"), **out)
        print(path, flush=True)


if __name__ == "__main__":
    main()

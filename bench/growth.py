#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How the time of loading and of stepping grows with the size of a model, beside MuJoCo 3.5.0.

    build/venv/bin/python bench/growth.py [--seconds S] [dimension ...]

Each dimension is measured at sizes that grow by about 3 until one of loading or stepping takes S seconds (3): the processor's
time, the least of three (one where that is long). A line has the largest size that both engines reached, the times there, and the
exponents between the last two sizes: 1 is linear.
What grows faster than the reference by 0.25 or more, where it takes more than a millisecond, is marked, and the exit status is 1.
Two curves are steeper than linear by their nature: the inertia of a chain has the square of its length in entries, and solving with it takes the cube;
files in one mjVFS are looked for in a list, whose length ingotLimits.files bounds for included ones.
The environment has mujoco 3.5.0; this package is found by PYTHONPATH=python or where it is installed.
"""
import argparse
import json
import math
import os
import pathlib
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
SIZES = [10, 30, 100, 300, 1000, 3000, 10000, 30000, 100000, 300000, 1000000]
BALL = "<geom size='.01'/>"


def world(inner, more=""):
    return f"<mujoco><worldbody>{inner}</worldbody>{more}</mujoco>"


def bodies_in_a_chain(n):
    return world(f"<body pos='0 0 .1'><joint axis='0 1 0'/>{BALL}" * n + "</body>" * n)


def bodies_in_a_row(n):
    return world("".join(f"<body pos='{i} 0 0'><joint type='slide'/>{BALL}</body>" for i in range(n)))


def geoms(n):
    return world("<body><freejoint/>" + "".join(f"<geom size='.01' pos='{i} 0 0' contype='0' conaffinity='0'/>" for i in range(n)) + "</body>")


def geoms_that_collide(n):
    return world("".join(f"<body pos='{i} 0 0'><joint type='slide'/><geom size='.4'/></body>" for i in range(n)))


def sites_of_a_tendon(n):
    sites = "".join(f"<site name='s{i}' pos='{i % 7} {i % 3} {i}'/>" for i in range(n))
    return world(f"<body><joint/>{BALL}{sites}</body>", "<tendon><spatial>" + "".join(f"<site site='s{i}'/>" for i in range(n)) + "</spatial></tendon>")


def sensors(n):
    return world(f"<body><joint name='j'/>{BALL}</body>", "<sensor>" + "<jointpos joint='j'/>" * n + "</sensor>")


def equalities(n):
    return world("".join(f"<body name='b{i}' pos='{i} 0 0'><freejoint/>{BALL}</body>" for i in range(n)),
                 "<equality>" + "".join(f"<connect body1='b{i}' anchor='0 0 .1'/>" for i in range(n)) + "</equality>")


def names(n):
    return world("".join(f"<site name='a_name_that_is_rather_long_{i}'/>" for i in range(n)))


def keyframes(n):
    return world(f"<body><joint/>{BALL}</body>", "<keyframe>" + "".join(f"<key name='k{i}' qpos='{i}'/>" for i in range(n)) + "</keyframe>")


def faces(n):
    side = max(2, round(math.sqrt(n / 2)) + 1)
    vertices = " ".join(f"{i} {j} {(i * i + j * j) % 7}" for i in range(side) for j in range(side))
    triangles = " ".join(f"{i * side + j} {i * side + j + 1} {(i + 1) * side + j} {i * side + j + 1} {(i + 1) * side + j + 1} {(i + 1) * side + j}"
                         for i in range(side - 1) for j in range(side - 1))
    return (f"<mujoco><asset><mesh name='m' inertia='shell' vertex='{vertices}' face='{triangles}'/></asset><worldbody><body><freejoint/>"
            "<geom type='mesh' mesh='m'/></body></worldbody></mujoco>")


def cells_of_a_height_field(n):
    side = max(2, round(math.sqrt(n)) + 1)
    return (f"<mujoco><asset><hfield name='h' nrow='{side}' ncol='{side}' size='1 1 .1 .1' elevation='{' '.join(str(i % 5) for i in range(side * side))}'/></asset>"
            "<worldbody><geom type='hfield' hfield='h'/><body pos='0 0 .15'><freejoint/><geom size='.1'/></body></worldbody></mujoco>")


def elements_of_a_flex(n):
    side = max(2, round(math.sqrt(n / 2)) + 1)
    return world(f"<flexcomp name='f' type='grid' dim='2' count='{side} {side} 1' spacing='.1 .1 .1' mass='1'><edge equality='true'/></flexcomp>")


def included_files(n):
    return "<mujoco>" + "".join(f"<include file='p{i}.xml'/>" for i in range(n)) + "</mujoco>", {
        f"p{i}.xml": b"<mujoco><worldbody><site/></worldbody></mujoco>" for i in range(n)}


def depth_of_defaults(n):
    inner = "".join(f"<default class='d{i}'><geom size='.{i % 9 + 1}'/>" for i in range(n))
    return "<mujoco><default>" + inner + "</default>" * n + f"</default><worldbody><geom class='d{n - 1}'/></worldbody></mujoco>"


def attached_models(n):
    import mujoco
    child = mujoco.MjSpec.from_string(world(f"<body name='b'><joint/>{BALL}</body>"))
    spec = mujoco.MjSpec()
    frame = spec.worldbody.add_frame()
    spent = 0
    for i in range(n):
        part = child.copy()
        start = time.process_time()
        frame.attach_body(part.body("b"), f"a{i}_", "")
        spent += time.process_time() - start
    return spec, spent


DIMENSIONS = [bodies_in_a_chain, bodies_in_a_row, geoms, geoms_that_collide, sites_of_a_tendon, sensors, equalities, names, keyframes, faces,
              cells_of_a_height_field, elements_of_a_flex, included_files, depth_of_defaults, attached_models]


def measure(dimension, n):
    """seconds to load, and of a step"""
    import mujoco
    made = dimension(n)
    start = time.process_time()
    if isinstance(made, str):
        model = mujoco.MjModel.from_xml_string(made)
    elif isinstance(made[1], dict):
        model = mujoco.MjModel.from_xml_string(made[0], made[1])
    else:
        model, start = made[0].compile(), start - made[1]
    load = time.process_time() - start
    data = mujoco.MjData(model)
    mujoco.mj_step(model, data)
    start, steps = time.process_time(), 0
    while steps < 3 or (time.process_time() - start < 0.02 and steps < 1000):
        mujoco.mj_step(model, data)
        steps += 1
    return load, (time.process_time() - start) / steps


def run_child(name, seconds):
    dimension = next(d for d in DIMENSIONS if d.__name__ == name)
    for n in SIZES:
        try:
            best = measure(dimension, n)
            for _ in range(2 if max(best) < 0.3 else 0):
                best = tuple(map(min, best, measure(dimension, n)))
        except Exception as error:  # a limit of the engine: the curve ends here
            print(f"{n}: {str(error)[:200]}", file=sys.stderr)
            return
        print(json.dumps([n, *best]), flush=True)
        if max(best) > seconds:
            return


def curve(words, name, seconds):
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "python"), os.environ.get("PYTHONPATH", "")])}
    child = [sys.executable, *words, __file__, "--child", name, "--seconds", str(seconds)]
    try:
        done = subprocess.run(child, capture_output=True, text=True, env=environment, timeout=60 * seconds, check=False).stdout
    except subprocess.TimeoutExpired as late:
        done = (late.stdout or b"").decode()
    # engines print warnings of their own between
    return {n: (load, step) for n, load, step in map(json.loads, (line for line in done.splitlines() if line.startswith("[")))}


def exponent(points, sizes, which):
    a, b = sizes[-2], sizes[-1]
    return math.log(max(points[b][which], 1e-7) / max(points[a][which], 1e-7)) / math.log(b / a)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--child", help=argparse.SUPPRESS)
    parser.add_argument("dimension", nargs="*")
    options = parser.parse_args()
    if options.child:
        return run_child(options.child, options.seconds)
    steep = 0
    print(f"{'dimension':26} {'size':>8}   load: {'ours ms':>10} {'3.5.0 ms':>10}  exponents     step: {'ours ms':>9} {'3.5.0 ms':>9}  exponents")
    for dimension in DIMENSIONS:
        name = dimension.__name__
        if options.dimension and not any(word in name for word in options.dimension):
            continue
        theirs, ours = curve([], name, options.seconds), curve(["-m", "ingot"], name, options.seconds)
        both = sorted(set(theirs) & set(ours))
        if len(both) < 2:
            print(f"{name.replace('_', ' '):26} fewer than two sizes")
            continue
        last, line = both[-1], f"{name.replace('_', ' '):26} {both[-1]:8}        "
        for which in range(2):
            a, b = exponent(ours, both, which), exponent(theirs, both, which)
            mark = a > max(b, 1.1) + 0.25 and ours[last][which] > 1e-3
            steep += mark
            line += f" {1e3 * ours[last][which]:10.3f} {1e3 * theirs[last][which]:10.3f}  {a:4.2f} {b:5.2f}{' !' if mark else '  '}     "
        print(line.rstrip(), flush=True)
    return 1 if steep else 0


if __name__ == "__main__":
    sys.exit(main())

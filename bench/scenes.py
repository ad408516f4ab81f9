#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Write large scenes as MJCF files, for bench_race and other programs.

    bench/scenes.py FOLDER

22 humanoids that fall over each other, a wall of 500 bricks that a ball hits, 200 convex meshes in a heap, a cloth that falls onto a
robot, a chain of 300 links that swings. Everything random comes from a seed.
"""
import math
import pathlib
import random
import sys


def numbers(values):
    return " ".join(f"{v:.6g}" for v in values)


def document(body, extra="", option="", memory="200M"):
    return (f'<mujoco><size memory="{memory}"/><option {option}/>{extra}<worldbody><geom type="plane" size="20 20 .1"/>'
            f"{body}</worldbody></mujoco>")


def hinges(*axes):
    return "".join(f'<joint type="hinge" axis="{a}" range="-1.2 1.2" limited="true" damping="1" armature=".01"/>' for a in axes)


def limb(pos, axes, end, radius, inner=""):
    return f'<body pos="{pos}">{hinges(*axes)}<geom type="capsule" size="{radius}" fromto="0 0 0 {end}"/>{inner}</body>'


def humanoid(x, y, z, turn):
    """trunk, head, arms and legs: a free joint and 21 hinges"""
    limbs = ""
    for side in (-1, 1):
        foot = limb("0 0 -.39", ("0 1 0", "1 0 .5"), ".12 0 0", ".03")
        shin = limb("0 0 -.4", ("0 1 0",), "0 0 -.3", ".045", foot)
        limbs += limb(f"0 {.1 * side} -.2", ("1 0 0", "0 0 1", "0 1 0"), "0 0 -.34", ".06", shin)
        hand = limb(f".1 {.1 * side} -.1", ("0 1 1",), ".17 0 .17", ".03")
        limbs += limb(f"0 {.17 * side} .06", ("1 1 0", "0 1 1"), f".1 {.1 * side} -.1", ".04", hand)
    waist = limb("0 0 -.1", ("0 0 1", "0 1 0", "1 0 0"), "0 .06 0", ".08")
    quat = (math.cos(turn / 2), 0, 0, math.sin(turn / 2))
    return (f'<body pos="{numbers((x, y, z))}" quat="{numbers(quat)}"><freejoint/><geom type="capsule" size=".07" fromto="0 -.07 0 0 .07 0"/>'
            f'<geom size=".09" pos="0 0 .19"/>{waist}{limbs}</body>')


def humanoids():
    rng = random.Random(1)
    return document("".join(humanoid(0.55 * (i % 5), 0.55 * (i // 5), 1.25 + 0.1 * rng.random(), rng.uniform(-3, 3)) for i in range(22)),
                    option='timestep=".005"')


def wall():
    bricks = ""
    for row in range(20):
        for i in range(25):
            x = 0.2 * (i + 0.5 * (row % 2))
            bricks += f'<body pos="{x:.3f} 0 {0.05 + 0.1 * row:.3f}"><freejoint/><geom type="box" size=".098 .05 .05"/></body>'
    ball = '<body pos="2.5 -1.5 1"><joint type="slide" axis="0 1 0"/><geom size=".2" mass="20"/></body>'
    return document(bricks + ball, option='gravity="0 3 -9.81"')


def meshes():
    """hulls of 30 points each, ten shapes"""
    rng = random.Random(2)
    assets = ""
    for shape in range(10):
        points = []
        for _ in range(30):
            v = [rng.gauss(0, 1) for _ in range(3)]
            r = math.sqrt(sum(c * c for c in v))
            points += [0.05 * (1 + 0.3 * k) * c / r for k, c in enumerate(v)]
        assets += f'<mesh name="m{shape}" vertex="{numbers(points)}"/>'
    bodies = ""
    for i in range(200):
        pos = [0.15 * (i % 6 - 3) + rng.uniform(-.02, .02), 0.15 * (i // 6 % 6 - 3) + rng.uniform(-.02, .02), 0.15 + 0.16 * (i // 36)]
        quat = [rng.gauss(0, 1) for _ in range(4)]
        bodies += (f'<body pos="{numbers(pos)}" quat="{numbers(quat)}"><freejoint/><geom type="mesh" mesh="m{i % 10}"/></body>')
    walls = "".join(f'<geom type="plane" size="5 5 .1" pos="{.6 * x} {.6 * y} 0" zaxis="{-x} {-y} 0"/>'
                    for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)))
    return document(walls + bodies, f"<asset>{assets}</asset>")


def cloth():
    sheet = ('<flexcomp type="grid" count="16 16 1" spacing=".06 .06 .06" pos="0 0 .85" radius=".01" name="cloth" dim="2" mass=".5">'
             '<edge equality="true" damping=".01"/><contact selfcollide="none"/></flexcomp>')
    arm = limb("0 0 .4", ("0 0 1", "0 1 0"), ".3 0 .2", ".05", limb(".3 0 .2", ("0 1 0", "1 0 0"), ".3 0 -.1", ".04"))
    robot = f'<body pos="0 0 .1"><freejoint/><geom type="box" size=".25 .2 .1"/><geom type="cylinder" size=".08 .15" pos="0 0 .25"/>{arm}</body>'
    return document(robot + sheet)


def chain():
    text = ""
    for i in range(300):
        text = (f'<body pos="0 0 -.05">{hinges("1 0 0") if i % 2 else hinges("0 1 0")}<geom type="capsule" size=".01" fromto="0 0 0 0 0 -.05"/>'
                f"{text}</body>")
    return document(f'<body pos="0 0 15.2" euler="0 80 0">{text}</body>')


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for scene in (humanoids, wall, meshes, cloth, chain):
        (folder / f"{scene.__name__}.xml").write_text(scene())


if __name__ == "__main__":
    main()

# SPDX-License-Identifier: Apache-2.0
"""Figures of test_pairs.c from the reference, printed (tools/record.py)."""
import math

import mujoco

from lcg import Random

SHAPES = {
    "plane": "0 0 1", "sphere": ".1", "capsule": ".05 .12", "ellipsoid": ".1 .07 .05", "cylinder": ".07 .1", "box": ".1 .06 .13",
}
PAIRS = [
    ("plane", "sphere"), ("plane", "capsule"), ("plane", "cylinder"), ("plane", "box"), ("sphere", "sphere"),
    ("sphere", "capsule"), ("sphere", "cylinder"), ("sphere", "box"), ("capsule", "capsule"), ("capsule", "box"), ("box", "box"),
]
POSES = 400


def pose(qpos, index, random):
    """touching to deep; every other one aligned with the axes, every fifth on a grid"""
    for body in range(len(qpos) // 7):
        for k in range(3):
            x = 0.15 * random()
            qpos[7 * body + k] = math.floor(x * 100 + 0.5) / 100 if index % 5 == 0 else x
        quat = [random() for _ in range(4)]
        if index % 4 == 0:
            quat = [1, 0, 0, 0]
        if index % 4 == 1:
            quat = [1, 0, 0, 0]
            quat[1 + (index // 4 + body) % 3] = 1
        qpos[7 * body + 3:7 * body + 7] = quat


def figures(kinds):
    geom = [f"<geom type='{k}' size='{SHAPES[k]}' margin='.01'/>" for k in kinds]
    bodies = [g if k == "plane" else f"<body><freejoint/>{g}</body>" for k, g in zip(kinds, geom)]
    m = mujoco.MjModel.from_xml_string(f"<mujoco><worldbody>{''.join(bodies)}</worldbody></mujoco>")
    d = mujoco.MjData(m)
    random = Random(7)
    count, total = 0, 0.0
    for index in range(POSES):
        pose(d.qpos, index, random)
        mujoco.mj_kinematics(m, d)
        mujoco.mj_comPos(m, d)
        mujoco.mj_collision(m, d)
        count += d.ncon
        for k in range(d.ncon):
            c = d.contact[k]
            values = [c.dist, *c.pos, *c.frame]
            total += (k + 1) * (index % 7 + 1) * sum((i + 1) * v for i, v in enumerate(values))
    return count, total


for kinds in PAIRS:
    count, total = figures(kinds)
    print(f'{{"{kinds[0]}", "{kinds[1]}", {count}, {float(total)!r}}},')

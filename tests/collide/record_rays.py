# SPDX-License-Identifier: Apache-2.0
"""Figures of test_ray.c from the reference, printed (tools/record.py)."""
import pathlib
import re

import mujoco
import numpy as np

from lcg import Random

RAYS = 2000
source = pathlib.Path(__file__).with_name("test_ray.c").read_text()
scene = "".join(re.findall(r'^    "(.*)"', source[source.index("scene ="):source.index("// end of scene")], re.M))

m = mujoco.MjModel.from_xml_string(scene)
d = mujoco.MjData(m)
mujoco.mj_forward(m, d)
random = Random(5)
hits = np.zeros(m.ngeom, int)
sums = np.zeros(m.ngeom)
multi = [0, 0.0]
flex = [0, 0.0, 0]
geom, normal, vert = np.zeros(1, np.int32), np.zeros(3), np.zeros(1, np.int32)
for i in range(RAYS):
    point = np.array([2 * random() for _ in range(3)])
    target = d.geom_xpos[i % m.ngeom] + np.array([0.3 * random() for _ in range(3)])
    vec = target - point
    x = mujoco.mj_ray(m, d, point, vec, None, 1, -1, geom, normal)
    if x >= 0:
        hits[geom[0]] += 1
        sums[geom[0]] += x + normal @ [2, 3, 5]
    many = np.array([vec, vec + [0.1, 0, 0], vec + [0, 0, 0.2]]).flatten()
    ids, dists, normals = np.zeros(3, np.int32), np.zeros(3), np.zeros(9)
    mujoco.mj_multiRay(m, d, point, many, np.array([1, 1, 0, 1, 1, 1], np.uint8), 1, 1, ids, dists, normals, 3, 3.0)
    multi[0] += int((dists >= 0).sum())
    multi[1] += float(dists.sum() + ids.sum() + normals.reshape(3, 3).sum(0) @ [2, 3, 5])
    for layer in range(2):
        vec = d.flexvert_xpos[i % m.nflexvert] - point + 0.01
        x = mujoco.mj_rayFlex(m, d, layer, layer, i % 2, 1, i % 3 == 0, 0, point, vec, vert, normal)
        if x >= 0:
            flex[0] += 1
            flex[1] += float(x + normal @ [2, 3, 5])
            flex[2] += int(vert[0])
for g in range(m.ngeom):
    print(f"{{{hits[g]}, {float(sums[g])!r}}},")
print(f"{{{multi[0]}, {multi[1]!r}}},")
print(f"{{{flex[0]}, {flex[1]!r}}},")
print(f"{{{flex[2]}, 0}},")

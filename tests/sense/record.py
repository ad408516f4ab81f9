#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Figures of MuJoCo 3.5.0 for test_sensors.c, printed (tools/record.py)."""
import pathlib

import mujoco
import numpy as np

SCENE = pathlib.Path(__file__).with_name("scene.xml")
STEPS = (1, 12, 40)


def main():
    m = mujoco.MjModel.from_xml_path(str(SCENE))
    d = mujoco.MjData(m)
    d.qvel[:] = 0.3 * np.cos(np.arange(m.nv))
    d.qpos[m.jnt_qposadr[m.joint("hinge").id]] = -0.5
    d.ctrl[:] = (0.4, -0.2, 0.7)
    print(f"enum {{ NSENSOR = {m.nsensor}, NSENSORDATA = {m.nsensordata} }};")
    done = 0
    for k in STEPS:
        while done < k:
            mujoco.mj_step(m, d)
            done += 1
        print(f"static const double figures_{k}[NSENSORDATA] = {{")
        for i in range(0, m.nsensordata, 6):
            print("  " + " ".join(f"{x:.17g}," for x in d.sensordata[i:i + 6]))
        print("};")


if __name__ == "__main__":
    main()

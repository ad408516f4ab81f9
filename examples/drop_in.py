# SPDX-License-Identifier: Apache-2.0
"""A MuJoCo program, unchanged but for its first two lines; python -m ingot needs not even those."""
import ingot

ingot.activate()
import mujoco

model = mujoco.MjModel.from_xml_string(
    """
    <mujoco>
      <worldbody>
        <geom type="plane" size="1 1 1"/>
        <body pos="0 0 0.3" euler="10 20 30"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
      </worldbody>
    </mujoco>"""
)
data = mujoco.MjData(model)
while data.time < 2:
    mujoco.mj_step(model, data)
print(f"the box lies at height {data.qpos[2]:.4f} on {data.ncon} contacts")
assert ingot.active() and abs(data.qpos[2] - 0.1) < 1e-3

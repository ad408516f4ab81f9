# SPDX-License-Identifier: Apache-2.0
"""A hundred balls thrown with different speeds, masses and air, stepped together; which one flies farthest?"""
import numpy as np

import ingot

BALL = """
<mujoco>
  <option density="1.2" viscosity="0.00002"/>
  <worldbody>
    <geom type="plane" size="50 50 1"/>
    <body name="ball" pos="0 0 1"><freejoint/><geom size=".05" density="900" condim="6" friction="1 .01 .01"/></body>
  </worldbody>
</mujoco>"""

worlds = ingot.Worlds(BALL, 100, threads=2)
random = np.random.default_rng(0)

# fields have one row for each world and can be written in place
angle = random.uniform(0.2, 1.2, len(worlds))
worlds.qvel[:, 0], worlds.qvel[:, 2] = 8 * np.cos(angle), 8 * np.sin(angle)

# each world has its own mass and wind
worlds.set_parameter("body_mass", worlds.get_parameter("body_mass") * random.uniform(0.5, 2, (len(worlds), 1)))
worlds.set_parameter("opt.wind", random.normal(0, 2, (len(worlds), 1)) * [1, 0, 0])

for _ in range(20):
    worlds.step(100)
best = int(np.argmax(worlds.qpos[:, 0]))
print(f"world {best}: thrown at {np.degrees(angle[best]):.0f} degrees, {worlds.qpos[best, 0]:.2f} m after {worlds.time[best]:.0f} s")
assert (worlds.status["state"] == 0).all()

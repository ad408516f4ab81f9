# SPDX-License-Identifier: Apache-2.0
"""A program for type checkers, which is not run: the surface of the package, and what must not pass (the ignored lines)."""
import numpy as np
from numpy.typing import NDArray

import ingot
import ingot.gym

envs = ingot.gym.make_vec("Hopper-v5", 4, threads=2, array="torch")
envs.reset(seed=np.int64(3))
observed, rewards, terminations, truncations, infos = envs.step(np.zeros((4, 3)))
envs.worlds.to("cuda")

worlds = ingot.Worlds("model.xml", 64, threads=2, policy="freeze", device="cuda:0")
worlds.to("cpu").step(5, ctrl=-worlds.qpos[:, 1:2], mask=[0, 3])
worlds.set_stream(None, ahead=True)
worlds.wait()
where: str = worlds.device
qpos: NDArray[np.float64] = worlds.qpos
worlds.qvel = 0.5
worlds.ctrl = [[0.1, 0.2]]
positions: NDArray[np.float64] = worlds.xpos
numbers: NDArray[np.int32] = worlds.ncon
energy: NDArray[np.float64] = worlds.energy
jacp, jacr = worlds.jac("site", "tip", mask=np.array([1, 2]))
of_subtree: NDArray[np.float64] = worlds.jac("subtree", "trunk")
forces, counts = worlds.contact_forces(limit=4)
worlds.reset([1, 2], key=["up"] * 64)
worlds.reset(np.ones(64, bool), key=np.zeros(64, int))
worlds.forward(stage="position")
worlds.render(size=64)
worlds.body("pole").mass = 2.0
pose: NDArray[np.float64] = worlds.body("pole").xpos
angle: NDArray[np.float64] = worlds.joint("hinge").qpos
worlds[3].qpos[0] = 1.0
mass: NDArray[np.float64] = worlds.model(2).body_mass
worlds.model().opt.timestep = 0.01
depth: NDArray[np.float64] = worlds.data(1).qacc

worlds.xposs  # type: ignore[attr-defined]
worlds.xpos = positions  # type: ignore[misc]
worlds.body("pole").masss  # type: ignore[attr-defined]
worlds.body("pole").qpos0  # type: ignore[attr-defined]
worlds.model().body_mas  # type: ignore[attr-defined]
worlds.jac("wheel", 0)  # type: ignore[call-overload]
worlds.forward(stage="all of it")  # type: ignore[arg-type]
worlds.step("five")  # type: ignore[arg-type]

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""iLQR with exact derivatives: the quadruped of models/ stands up from a crouch, through the contacts of its feet.

    python3 examples/ilqr.py [--picture ilqr.png]

The horizon's states are worlds of one batch, so that one call of transition(exact=True) gives all of its matrices. The step
sizes of the line search are worlds of another batch, which go forward side by side (Tassa, Erez and Todorov 2012, "Synthesis and
stabilization of complex behaviors through online trajectory optimization").
"""
import argparse
import pathlib
import time

import numpy as np

from ingot.worlds import Worlds

MODEL = pathlib.Path(__file__).resolve().parent.parent / "models" / "quadruped.xml"
STEPS, ITERATIONS, SCALES = 150, 20, 0.5 ** np.arange(8)
END = 20  # times as much as any other state
CROUCH = np.array([0, 0, 0.16, 1, 0, 0, 0] + [1.05, -2.05] * 4)
STAND = np.array([0, 0, 0.40, 1, 0, 0, 0] + [0.4, -0.8] * 4)
WEIGHT = np.array([1, 1, 20, 5, 5, 5] + [0.1] * 8 + [0.02] * 14)  # positions, then velocities
EFFORT = 0.02 * np.ones(8)  # of the distance to the pose of the joints


def difference(qpos, qvel):
    """How far states are from standing still, in tangent space."""
    quat, sign = qpos[..., 3:7], np.where(qpos[..., 3:4] < 0, -1.0, 1.0)
    axis, half = sign * quat[..., 1:], np.linalg.norm(quat[..., 1:], axis=-1, keepdims=True)
    turn = axis * np.where(half > 1e-9, 2 * np.arctan2(half, np.abs(quat[..., :1])) / np.maximum(half, 1e-12), 2.0)
    return np.concatenate([qpos[..., :3] - STAND[:3], turn, qpos[..., 7:] - STAND[7:], qvel], -1)


def between(qpos, qvel, from_qpos, from_qvel):
    """The tangent from one state to another."""
    w, v = from_qpos[..., 3:4], -from_qpos[..., 4:7]
    w2, v2 = qpos[..., 3:4], qpos[..., 4:7]
    scalar = w * w2 - (v * v2).sum(-1, keepdims=True)
    axis = w * v2 + w2 * v + np.cross(v, v2)
    turn = 2 * axis * np.where(scalar < 0, -1.0, 1.0)  # of small turns
    return np.concatenate([qpos[..., :3] - from_qpos[..., :3], turn, qpos[..., 7:] - from_qpos[..., 7:], qvel - from_qvel], -1)


def cost(qpos, qvel, ctrl=None):
    """Of a state and its controls, or of the last state, which counts more."""
    x = difference(qpos, qvel)
    of_state = 0.5 * (x * x * WEIGHT).sum(-1)
    return END * of_state if ctrl is None else of_state + 0.5 * ((ctrl - STAND[7:]) ** 2 * EFFORT).sum(-1)


def forward(worlds, plan, gains, feed, scales):
    """All step sizes side by side: their costs and trajectories."""
    count = len(worlds)
    worlds.reset()
    worlds.qpos[:], worlds.qvel[:] = CROUCH, 0
    qpos, qvel = np.zeros((STEPS + 1, count, 15)), np.zeros((STEPS + 1, count, 14))
    ctrl, total = np.zeros((STEPS, count, 8)), np.zeros(count)
    low, high = worlds.model(0).actuator_ctrlrange.T
    for k in range(STEPS):
        qpos[k], qvel[k] = worlds.qpos, worlds.qvel
        x = between(qpos[k], qvel[k], plan["qpos"][k], plan["qvel"][k])
        ctrl[k] = np.clip(plan["ctrl"][k] + scales[:, None] * feed[k] + x @ gains[k].T, low + 1e-3, high - 1e-3)
        total += cost(qpos[k], qvel[k], ctrl[k])
        worlds.ctrl[:] = ctrl[k]
        worlds.step()
    qpos[STEPS], qvel[STEPS] = worlds.qpos, worlds.qvel
    return total + cost(qpos[STEPS], qvel[STEPS]), qpos, qvel, ctrl


def backward(A, B, plan, damping):
    """Gains and feed-forward of the whole horizon, from its end."""
    x = difference(plan["qpos"], plan["qvel"])
    V, v = np.diag(END * WEIGHT), END * WEIGHT * x[STEPS]
    gains, feed = np.zeros((STEPS, 8, 28)), np.zeros((STEPS, 8))
    for k in range(STEPS - 1, -1, -1):
        Qx = WEIGHT * x[k] + A[k].T @ v
        Qu = EFFORT * (plan["ctrl"][k] - STAND[7:]) + B[k].T @ v
        Qxx, Qux = np.diag(WEIGHT) + A[k].T @ V @ A[k], B[k].T @ V @ A[k]
        Quu = np.diag(EFFORT) + B[k].T @ V @ B[k] + damping * np.eye(8)
        solution = -np.linalg.solve(Quu, np.column_stack([Qu, Qux]))
        feed[k], gains[k] = solution[:, 0], solution[:, 1:]
        v = Qx + gains[k].T @ (Quu @ feed[k] + Qu) + Qux.T @ feed[k]
        V = Qxx + gains[k].T @ Quu @ gains[k] + gains[k].T @ Qux + Qux.T @ gains[k]
        V = 0.5 * (V + V.T)
    return gains, feed


def optimise(iterations=ITERATIONS, report=print):
    horizon, tries = Worlds(str(MODEL), STEPS), Worlds(str(MODEL), len(SCALES))
    plan = {"qpos": np.tile(CROUCH, (STEPS + 1, 1)), "qvel": np.zeros((STEPS + 1, 14)), "ctrl": np.tile(CROUCH[7:], (STEPS, 1))}
    plan["ctrl"] = np.clip(plan["ctrl"], -1.99, 0.99)
    total, qpos, qvel, ctrl = forward(tries, plan, np.zeros((STEPS, 8, 28)), np.zeros((STEPS, 8)), SCALES)
    plan = {"qpos": qpos[:, 0], "qvel": qvel[:, 0], "ctrl": ctrl[:, 0]}
    costs, damping, heights = [total[0]], 1e-2, [plan["qpos"][:, 2]]
    for iteration in range(iterations):
        start = time.perf_counter()
        horizon.qpos[:], horizon.qvel[:], horizon.ctrl[:] = plan["qpos"][:-1], plan["qvel"][:-1], plan["ctrl"]
        A, B = horizon.transition(exact=True)
        taken = time.perf_counter() - start
        gains, feed = backward(A, B, plan, damping)
        total, qpos, qvel, ctrl = forward(tries, plan, gains, feed, SCALES)
        best = int(np.argmin(np.where(np.isfinite(total), total, np.inf)))
        if total[best] < costs[-1]:
            plan = {"qpos": qpos[:, best].copy(), "qvel": qvel[:, best].copy(), "ctrl": ctrl[:, best].copy()}
            damping = max(damping / 3, 1e-4)
        else:
            damping *= 10
        costs.append(min(costs[-1], total[best]))
        heights.append(plan["qpos"][:, 2].copy())
        report(f"{iteration + 1:3d}: cost {costs[-1]:9.3f}, height {plan['qpos'][-1, 2]:.3f} m, step size {SCALES[best]:.3f}, "
               f"derivatives of {STEPS} steps in {1e3 * taken:.1f} ms")
    return costs, heights, plan


def draw(costs, heights, path):
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, (left, right) = pyplot.subplots(1, 2, figsize=(9, 3.2), layout="constrained")
    left.plot(costs, "o-", markersize=3)
    left.set(xlabel="iteration", ylabel="cost", title="iLQR with exact derivatives")
    seconds = 0.002 * np.arange(STEPS + 1)
    for iteration in sorted({0, 1, 2, 5, len(heights) - 1}):
        right.plot(seconds, heights[iteration], label=f"iteration {iteration}")
    right.axhline(STAND[2], color="grey", linewidth=0.8, linestyle="--")
    right.set(xlabel="time (s)", ylabel="height of the trunk (m)", title="from a crouch to standing")
    right.legend(fontsize=7)
    figure.savefig(path, dpi=110)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--iterations", type=int, default=ITERATIONS)
    parser.add_argument("--picture", help="write a plot (needs matplotlib)")
    arguments = parser.parse_args()
    costs, heights, plan = optimise(arguments.iterations)
    if arguments.picture:
        draw(costs, heights, arguments.picture)

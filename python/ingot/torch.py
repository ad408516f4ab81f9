# SPDX-License-Identifier: Apache-2.0
"""Steps of worlds as a differentiable function of PyTorch: states and controls in, trajectories out.

    import ingot.torch
    qpos, qvel, act = ingot.torch.steps(worlds, qpos, qvel, ctrl)   # ctrl: (worlds, steps, nu)
    loss(qpos, qvel).backward()

Gradients come from worlds.vjp, step by step backwards from the states that were kept: memory grows with states, not with what
is computed between them. Positions that are quaternions have gradients along the unit sphere.
"""
import numpy as np
import torch

_FREE, _BALL = 0, 1


def _quaternions(model):
    """Places of quaternions: (first number in qpos, first dof of the rotation)."""
    places = []
    for kind, qpos, dof in zip(model.jnt_type, model.jnt_qposadr, model.jnt_dofadr):
        if kind == _FREE:
            places.append((int(qpos) + 3, int(dof) + 3))
        elif kind == _BALL:
            places.append((int(qpos), int(dof)))
    return places


def _numbers(model):
    """The other positions: their places in qpos and their dofs."""
    turned_q, turned_v = set(), set()
    for qpos, dof in _quaternions(model):
        turned_q.update(range(qpos, qpos + 4))
        turned_v.update(range(dof, dof + 3))
    return [i for i in range(model.nq) if i not in turned_q], [i for i in range(model.nv) if i not in turned_v]


def _turns(quat):
    """What a rotation about the body's axes does to a quaternion, (..., 4, 3)."""
    w, x, y, z = np.moveaxis(quat / np.linalg.norm(quat, axis=-1, keepdims=True), -1, 0)
    rows = [[-x, -y, -z], [w, -z, y], [z, w, -x], [-y, x, w]]
    return 0.5 * np.stack([np.stack(row, -1) for row in rows], -2)


def _to_tangent(model, qpos, gradient):
    """A gradient by positions as one by dofs."""
    out = np.zeros((*qpos.shape[:-1], model.nv))
    places, dofs = _numbers(model)
    out[..., dofs] = gradient[..., places]
    for place, dof in _quaternions(model):
        turns = _turns(qpos[..., place : place + 4])
        out[..., dof : dof + 3] = np.einsum("...ij,...i->...j", turns, gradient[..., place : place + 4])
    return out


def _from_tangent(model, qpos, gradient):
    """The reverse: along the unit sphere, where a quaternion moves by half of its turn."""
    out = np.zeros(qpos.shape)
    places, dofs = _numbers(model)
    out[..., places] = gradient[..., dofs]
    for place, dof in _quaternions(model):
        turns = _turns(qpos[..., place : place + 4])
        out[..., place : place + 4] = 4 * np.einsum("...ij,...j->...i", turns, gradient[..., dof : dof + 3])
    return out


class _Steps(torch.autograd.Function):
    @staticmethod
    def forward(ctx, worlds, qpos, qvel, act, ctrl):
        model, count, steps = worlds.model(0), len(worlds), ctrl.shape[1]
        arrays = [array.detach().cpu().double().numpy() for array in (qpos, qvel, act, ctrl)]
        worlds.qpos[:], worlds.qvel[:] = arrays[0], arrays[1]
        if model.na:
            worlds.act[:] = arrays[2]
        found = [np.zeros((count, steps, n)) for n in (model.nq, model.nv, model.na)]
        ctx.states, ctx.worlds, ctx.start, ctx.controls = [], worlds, arrays[0], arrays[3]
        for k in range(steps):
            if model.nu:
                worlds.ctrl[:] = arrays[3][:, k]
            ctx.states.append(worlds.get_state())
            worlds.step()
            for out, now in zip(found, (worlds.qpos, worlds.qvel, worlds.act)):
                if out.size:
                    out[:, k] = now
        ctx.found, ctx.kinds = found[0], [(array.dtype, array.device) for array in (qpos, qvel, act, ctrl)]
        return tuple(torch.as_tensor(array).to(qpos) for array in found)

    @staticmethod
    def backward(ctx, *gradients):
        worlds = ctx.worlds
        model, after = worlds.model(0), worlds.get_state()
        by_qpos, by_qvel, by_act = (gradient.detach().cpu().double().numpy() for gradient in gradients)
        nv, steps = model.nv, len(ctx.states)
        by_state, by_ctrl = np.zeros((len(worlds), 2 * nv + model.na)), np.zeros(ctx.controls.shape)
        for k in range(steps - 1, -1, -1):
            by_state[:, :nv] += _to_tangent(model, ctx.found[:, k], by_qpos[:, k])
            by_state[:, nv : 2 * nv] += by_qvel[:, k]
            by_state[:, 2 * nv :] += by_act[:, k]
            worlds.set_state(ctx.states[k])
            if model.nu:
                worlds.ctrl[:] = ctx.controls[:, k]
            by_state, by_ctrl[:, k] = worlds.vjp(by_state)
        worlds.set_state(after)
        found = (_from_tangent(model, ctx.start, by_state[:, :nv]), by_state[:, nv : 2 * nv], by_state[:, 2 * nv :], by_ctrl)
        return (None, *(torch.as_tensor(array).to(device=device, dtype=dtype) for array, (dtype, device) in zip(found, ctx.kinds)))


def steps(worlds, qpos, qvel, ctrl, act=None):
    """Step worlds from given states with given controls: positions, velocities, activations after each step.

    qpos (worlds, nq), qvel (worlds, nv), act (worlds, na), ctrl (worlds, steps, nu); the results have shape (worlds, steps, ...).
    """
    if act is None:
        act = qpos.new_zeros((len(worlds), worlds.model(0).na))
    return _Steps.apply(worlds, qpos, qvel, act, ctrl)

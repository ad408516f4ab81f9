# SPDX-License-Identifier: Apache-2.0
"""Exact derivatives of worlds, and PyTorch through them."""
import pathlib

import numpy as np
import pytest

from ingot.worlds import Error, Worlds

MODELS = pathlib.Path(__file__).resolve().parents[2] / "models"


def standing(count):
    worlds = Worlds(str(MODELS / "quadruped.xml"), count)
    worlds.reset(key=0)
    generator = np.random.default_rng(3)
    worlds.qvel[:] = 0.1 * generator.standard_normal(worlds.qvel.shape)
    worlds.step(20)
    return worlds, generator


def test_exact_matrices_are_those_of_finite_differences():
    worlds, _ = standing(9)
    A, B = worlds.transition(exact=True)
    near_A, near_B = worlds.transition()
    assert np.abs(A - near_A).max() < 1e-5 * np.abs(A).max()
    assert np.abs(B - near_B).max() < 1e-5


def test_products_are_those_of_the_matrices():
    worlds, generator = standing(5)
    A, B = worlds.transition(exact=True)
    change, ctrl = generator.standard_normal((5, 28)), generator.standard_normal((5, 8))
    by_state, by_ctrl = worlds.vjp(change)
    assert np.allclose(by_state, np.einsum("wij,wi->wj", A, change), atol=1e-10)
    assert np.allclose(by_ctrl, np.einsum("wij,wi->wj", B, change), atol=1e-10)
    assert np.allclose(worlds.jvp(change, ctrl), np.einsum("wij,wj->wi", A, change) + np.einsum("wij,wj->wi", B, ctrl), atol=1e-10)
    with pytest.raises(Error, match="next has shape"):
        worlds.vjp(np.zeros((5, 3)))


def test_worlds_are_as_they_were():
    worlds, _ = standing(3)
    before = worlds.get_state()
    worlds.transition(exact=True)
    worlds.vjp(np.ones((3, 28)))
    assert np.array_equal(before, worlds.get_state())


def test_what_is_not_differentiated_has_a_name():
    worlds, _ = standing(2)
    with pytest.raises(Error, match="sensor"):
        worlds.transition(exact=True, sensors=True)  # an accelerometer


def test_a_rollout_in_torch_has_the_gradient_of_differences():
    torch = pytest.importorskip("torch")
    import ingot.torch

    worlds, generator = standing(2)
    qpos, qvel = torch.as_tensor(worlds.qpos.copy()), torch.as_tensor(worlds.qvel.copy())
    ctrl = torch.as_tensor(np.tile(worlds.ctrl, (6, 1, 1)).swapaxes(0, 1).copy())
    weights = torch.as_tensor(generator.standard_normal(15)), torch.as_tensor(generator.standard_normal(14))

    def loss(*inputs):
        positions, velocities, _ = ingot.torch.steps(worlds, *inputs)
        return (positions * weights[0]).sum() + (velocities * weights[1]).square().sum()

    inputs = [array.requires_grad_() for array in (qpos, qvel, ctrl)]
    loss(*inputs).backward()
    for array, places in zip(inputs, ((0, 2), (1, 7)), strict=False):
        with torch.no_grad():
            found = []
            for sign in (1, -1):
                array[places] += sign * 1e-6
                found.append(loss(*inputs).item())
                array[places] -= sign * 1e-6
        assert array.grad[places].item() == pytest.approx((found[0] - found[1]) / 2e-6, rel=1e-4)
    for step in (0, 5):
        with torch.no_grad():
            found = []
            for sign in (1, -1):
                ctrl[1, step, 3] += sign * 1e-6
                found.append(loss(*inputs).item())
                ctrl[1, step, 3] -= sign * 1e-6
        assert ctrl.grad[1, step, 3].item() == pytest.approx((found[0] - found[1]) / 2e-6, rel=1e-4)

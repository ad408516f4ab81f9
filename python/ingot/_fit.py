# SPDX-License-Identifier: Apache-2.0
"""Arguments as arrays of the shape that a call expects: what does not fit is refused, and nothing is cut off."""
import numpy as np

from ingot._device import on_host
from ingot._library import Error, ShapeError


def numbers(what, values, shape):
    """Doubles of that shape, from what has it or broadcasts to it."""
    try:
        given = np.asarray(on_host(values))
        if given.dtype.kind in "SUVc":
            raise ShapeError(f"{what}: values of {given.dtype} are no numbers")
        return np.broadcast_to(np.asarray(given, np.float64), shape)
    except (TypeError, ValueError) as error:
        if isinstance(error, ShapeError):
            raise
        raise ShapeError(f"values of shape {_shape(values)} do not fit {what}: expected {tuple(shape)} or what broadcasts to it") from None


def _shape(values):
    try:
        return np.shape(values)
    except ValueError:
        return "of several lengths"


def write(what, target, values):
    """Into an array in place."""
    target[...] = numbers(f"'{what}'", values, target.shape)


def controls(values, count, nu, shared=False):
    """Controls of many steps, (count, steps, nu); shared: also (steps, nu) for all worlds alike."""
    given = np.asarray(on_host(values), np.float64)
    if shared and given.ndim == 2:
        given = np.broadcast_to(given, (count, *given.shape))
    if given.ndim != 3 or given.shape[0] != count or given.shape[2] != nu:
        alike = f" or (steps, {nu})" if shared else ""
        raise ShapeError(f"controls have shape {np.shape(values)}, expected ({count}, steps, {nu}){alike}")
    return given


def worlds(count, mask):
    """A bool for each world, from such a mask or a list of indices; None: all."""
    if mask is None:
        return None
    given = np.asarray(on_host(mask))
    if given.dtype == bool:
        if given.shape != (count,):
            raise ShapeError(f"a mask has one bool for each of the {count} worlds, not shape {given.shape}")
        return np.ascontiguousarray(given)
    if given.ndim != 1 or given.size and given.dtype.kind not in "iu":
        raise ShapeError(
            f"worlds are chosen by a mask with one bool for each of the {count} worlds, or by a list of indices; not by shape {given.shape} of {given.dtype}"
        )
    chosen = np.zeros(count, bool)
    given = given.astype(np.int64)
    if given.size and (given.min() < -count or given.max() >= count):
        raise Error(f"there are {count} worlds, numbered from 0; not {given.tolist()}")
    chosen[given] = True
    if chosen.sum() != given.size:
        raise Error(f"a world stands twice in the list of indices {given.tolist()}; a mask has bools")
    return chosen

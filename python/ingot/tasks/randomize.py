# SPDX-License-Identifier: Apache-2.0
"""Numbers of the model that every episode has of its own."""
import numpy as np

from ingot.tasks.base import Part
from ingot.tasks.random import DISTRIBUTIONS


class Randomize(Part):
    """A parameter, drawn for each episode.

    name      an array of the model ("body_mass", "geom_friction", "actuator_gainprm") or an option ("opt.gravity")
    how       "uniform" (low, high), "log_uniform" (low, high) or "normal" (mean, deviation)
    change    "scale": the model's numbers times what is drawn; "add"; "set"
    rows      indices of bodies, geoms, actuators, ...; None: all
    column    of arrays with several numbers for each; None: all of them
    together  one number for all rows of a world, instead of one for each
    derived   constants that follow (body_invweight0, ...) are computed again: for masses, inertias, lengths

    Where the worlds are on a device, numbers are drawn once, at the first reset, and stay: the host would have to set them.
    """

    def __init__(self, task, name, how, low, high, change="scale", rows=None, column=None, together=False, derived=None):
        super().__init__(task)
        if how not in DISTRIBUTIONS:
            raise ValueError(f"there is no distribution '{how}'; there are {', '.join(DISTRIBUTIONS)}")
        if change not in ("scale", "add", "set"):
            raise ValueError(f"change is 'scale', 'add' or 'set', not '{change}'")
        self.name, self.how, self.bounds, self.change, self.together = name, how, (low, high), change, together
        self.base = np.asarray(self.worlds.get_parameter(name)).astype(np.float64)
        # of an option there are no rows, only numbers
        which = [slice(None) if rows is None else np.asarray(rows)] if name.partition(".")[2] == "" else []
        self.place = (slice(None), *which, *([] if column is None else [column]))[: self.base.ndim]
        self.fixed = False
        self.derived = name.startswith("body_") if derived is None else derived

    def begin(self, mask):
        if self.fixed:
            return
        self.fixed = self.worlds.device != "cpu"
        part = self.base[self.place]
        several = int(np.prod(part.shape[1:])) if part.ndim > 1 else 1
        drawn = getattr(self.draw, self.how)(1 if self.together else several, *self.bounds, mask=mask)
        drawn = np.asarray(drawn.cpu() if hasattr(drawn, "cpu") else drawn, np.float64)
        drawn = np.broadcast_to(drawn, (self.count, several)).reshape(part.shape)
        values = self.base.copy()
        values[self.place] = {"scale": part * drawn, "add": part + drawn, "set": drawn}[self.change]
        mask = np.asarray(mask.cpu() if hasattr(mask, "cpu") else mask)
        if not mask.any():
            return
        self.worlds.set_parameter(self.name, values, mask=mask)
        if self.derived:
            self.worlds.set_const(mask)
        if self.fixed:
            self.worlds.wait()  # fields are written on the device again

# SPDX-License-Identifier: Apache-2.0
"""The caller's copy of the fields: brought when somebody looks, sent back where something was written."""
import sys

import numpy as np

from ingot import _fit
from ingot.worlds import COLUMNS, FIELDS

_NUMBERS = {
    "time": None,
    "qpos": "nq",
    "qvel": "nv",
    "act": "na",
    "history": "nhistory",
    "qacc_warmstart": "nv",
    "ctrl": "nu",
    "qfrc_applied": "nv",
    "xfrc_applied": "nbody",
    "eq_active": "neq",
    "mocap_pos": "nmocap",
    "mocap_quat": "nmocap",
    "userdata": "nuserdata",
    "plugin_state": "npluginstate",
    "sensordata": "nsensordata",
}


def shape_of_field(model, name, count):
    """(worlds, numbers), or (worlds, objects, numbers), or (worlds,) of a field of ingot.Worlds."""
    if name == "time":
        return (count,)
    columns = (COLUMNS[name],) if name in COLUMNS else ()
    return (count, getattr(model, _NUMBERS[name]), *columns)


def _bits(array):
    """Numbers as integers: -0 and 0 differ, and a NaN is itself."""
    return array.view(np.int64)


class Mirror:
    """One field of the worlds of one group.

    array   what the caller sees; views of it are given out, and it stays in its place
    known   what the actors have, as far as they were asked
    fresh   whether that is what they have now
    looked  whether somebody looked since the last call
    whole   whether all of it was assigned, whatever the actors have
    """

    def __init__(self, shape):
        self.shape, self.array, self.known = shape, None, None
        self.fresh = self.looked = self.whole = False

    def _make(self):
        if self.array is None:
            # world by world in each number, as the actors have it: parts are copied without being turned
            self.array, self.known = (np.zeros(self.shape, order="F") for _ in range(2))
            self._references = sys.getrefcount(self.array)

    def look(self):
        self._make()
        self.looked = True
        return self.array.view()

    def assign(self, values):
        self._make()
        _fit.write("field", self.array, values)
        self.fresh = self.looked = self.whole = True

    def held(self):
        """Whether views of the array are alive: they all refer to it."""
        return self.array is not None and sys.getrefcount(self.array) > self._references

    def watched(self):
        return self.array is not None and (self.looked or self.held())

    def changed(self, rows=slice(None)):
        if self.array is None:
            return False
        return self.whole or not np.array_equal(_bits(self.array[rows]), _bits(self.known[rows]))

    def sent(self):
        if self.array is not None and self.fresh:
            self.known[...] = self.array
            self.whole = False

    def arrived(self, rows, values):
        """New numbers of some rows; what was written since it was known stays, and is sent with the next call."""
        written = np.logical_or(_bits(self.array[rows]) != _bits(self.known[rows]), self.whole)
        self.known[rows] = values
        if written.any():
            self.array[rows] = np.where(written, self.array[rows], values)
        else:
            self.array[rows] = values


class Mirrors:
    """The fields of one group; `members` are (index of the actor, its rows in the group)."""

    def __init__(self, model, worlds, members):
        self.members = members
        self.fields = {name: Mirror(shape_of_field(model, name, len(worlds))) for name in FIELDS}

    def behind(self):
        """Fields that were written where it is not known what the actors have."""
        return [name for name, mirror in self.fields.items() if not mirror.fresh and mirror.changed()]

    def changes(self):
        """{actor: [(field, numbers)]} of what was written since it was last sent."""
        found = {}
        for name, mirror in self.fields.items():
            for index, rows in self.members:
                if mirror.changed(rows):
                    found.setdefault(index, []).append((name, mirror.array[rows].copy(order="F")))
        return found

    def sent(self):
        for mirror in self.fields.values():
            mirror.sent()

    def watched(self):
        return [name for name, mirror in self.fields.items() if mirror.watched()]

    def stale(self):
        """A call that may change the fields goes out."""
        for mirror in self.fields.values():
            mirror.fresh = mirror.looked = False

    def arrived(self, index, parts, last):
        """Fields from an actor; last: no call is under way that may change them again."""
        for owner, rows in self.members:
            if owner != index:
                continue
            for name, values in parts.items():
                self.fields[name].arrived(rows, values)
                self.fields[name].fresh = last

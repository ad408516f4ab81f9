# SPDX-License-Identifier: Apache-2.0
"""Worlds as a loop sees them that stays on a device: fields and arrays are tensors of that device, and nothing waits."""
import ctypes

import numpy as np

from ingot._device import CUDA, capsule
from ingot._library import C, DeviceView, Error
from ingot.worlds import FIELDS

AFTER_STEPS = ("mj_rnePostConstraint", "mj_subtreeVel")  # what they compute is computed when it is asked for


class _Lent:
    """An array that steps compute, for from_dlpack()."""

    def __init__(self, view, handle, *arguments):
        self._view, self._handle, self._arguments = view, handle, arguments

    def __dlpack_device__(self):
        return self._view.place, self._view.device

    def __dlpack__(self, *, stream=None, max_version=None, dl_device=None, copy=None):
        return capsule(self._handle, max_version, C.ingot_worldsArrayTensor, *self._arguments)


class DeviceWorlds:
    """Worlds of one model on one device, for tasks. Fields are the same tensors for good; they are read and written in place.

    Work is queued on the stream that torch works on, ahead of the device. A world that finds too little room there, or bad
    numbers, stays behind until a later call, and is reset by its policy if it has diverged.
    """

    def __init__(self, worlds, library):
        if len(worlds.groups) != 1 or C.ingot_worldsParts(worlds._handle.address, 0) != 1:
            raise Error("environments on a device have worlds of one model on one device")
        self.__dict__.update(_worlds=worlds, _arrays={}, _fields={})
        place = worlds.qpos._view().place
        if library == "numpy":
            if place == CUDA:
                raise Error("environments on a device have tensors: array=\"torch\"")
            self.__dict__["xp"], stream = np, None
        else:
            import torch

            self.__dict__["xp"], stream = torch, torch.cuda.current_stream() if place == CUDA else None
        for name in FIELDS:
            if worlds._groups[0].__dict__[name].size:
                self._fields[name] = self.xp.from_dlpack(worlds._groups[0].__dict__[name])
        worlds.set_stream(stream, ahead=True)

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        if name in self._fields:
            return self._fields[name]
        return getattr(self._worlds, name)

    def __setattr__(self, name, value):
        if name not in self._fields:
            raise AttributeError(f"there is no field '{name}' of these worlds")
        self._fields[name][...] = value

    def __len__(self):
        return len(self._worlds)

    @property
    def fields(self):
        """{name: tensor} of those that have numbers."""
        return self._fields

    def step(self, n=1, ctrl=None, mask=None):
        if mask is not None:
            raise Error("on a device all worlds are stepped together")
        if ctrl is not None:
            self._fields["ctrl"][...] = ctrl
        self._worlds._run(C.ingot_worldsStep, n, None)

    def forward(self, mask):
        """Forward dynamics in the worlds of a mask that lies on the device."""
        mask = np.ascontiguousarray(mask) if self.xp is np else mask.contiguous()
        address = mask.ctypes.data if self.xp is np else mask.data_ptr()
        self._worlds._run(C.ingot_worldsDeviceForward, address)

    def call(self, function, mask=None):
        if function not in AFTER_STEPS:
            raise Error(f"'{function}' runs on the host: a task on a device cannot have it among its functions")

    def gather(self, name):
        """A copy of an array of mjData of all worlds, as the last step left it."""
        if name in self._fields:
            return self._fields[name]
        array = self._array(name)
        # rows one after the other, as on the host: sums along them have the same order
        return array.copy() if self.xp is np else array.contiguous()

    def _array(self, name):
        handle, place, view = self._worlds._handle, (0, 0, name.encode()), DeviceView()
        handle.check(C.ingot_worldsDeviceArray, *place, ctypes.byref(view))
        if name not in self._arrays:
            shape, _ = self._worlds._shape(name)
            self._arrays[name] = self.xp.from_dlpack(_Lent(view, handle, *place)).reshape(len(self), *shape)
        return self._arrays[name]

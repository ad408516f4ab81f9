# SPDX-License-Identifier: Apache-2.0
"""Fields of worlds on a device: arrays that torch, CuPy and JAX take without a copy, and that numpy reads as copies."""
import ctypes

import numpy as np

from ingot._library import C, DeviceView, Error, ShapeError

CUDA = 2  # a place of DLPack
_NAMES = {False: b"dltensor", True: b"dltensor_versioned"}

_api = ctypes.pythonapi
_api.PyCapsule_New.restype = ctypes.py_object
_api.PyCapsule_New.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
_api.PyCapsule_IsValid.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
_api.PyCapsule_GetPointer.restype = ctypes.c_void_p
_api.PyCapsule_GetPointer.argtypes = [ctypes.c_void_p, ctypes.c_char_p]


@ctypes.PYFUNCTYPE(None, ctypes.c_void_p)
def _drop(capsule):
    """The end of a capsule: who took the array has renamed it and gives it back; what nobody took is given back here."""
    for versioned, name in _NAMES.items():
        if _api.PyCapsule_IsValid(capsule, name):
            C.ingot_tensorDiscard(_api.PyCapsule_GetPointer(capsule, name), int(versioned))


def on_host(value):
    """What numpy can read: arrays on a device are copied to the host by their own library."""
    if isinstance(value, DeviceArray):
        return value.numpy()
    for copy in ("cpu", "get"):
        if hasattr(value, "__cuda_array_interface__") and hasattr(value, copy):
            return getattr(value, copy)()
    return value


def _on_device(value, shape):
    """(address, 1 for floats and 0 for doubles, strides in elements) of an array on a device that fits the shape, or None."""
    interface = None if isinstance(value, DeviceArray) else getattr(value, "__cuda_array_interface__", None)
    if interface is None or interface["typestr"] not in ("<f8", "<f4"):
        return None
    own, size = tuple(interface["shape"]), int(interface["typestr"][2])
    strides = interface.get("strides")
    strides = [stride // size for stride in strides] if strides else [int(np.prod(own[k + 1 :])) for k in range(len(own))]
    lacking = len(shape) - len(own)
    if lacking < 0 or any(have not in (1, want) for have, want in zip(own, shape[lacking:])):
        return None
    # dimensions that are missing or have one entry are repeated, as numpy does
    strides = [0] * lacking + [0 if have == 1 else stride for have, stride in zip(own, strides)]
    return interface["data"][0], int(size == 4), strides + [0] * (3 - len(strides))


def capsule(handle, max_version, function, *arguments):
    """What __dlpack__ returns: a tensor that a function of the library makes, in the version that the caller knows."""
    versioned, made = max_version is not None and max_version[0] >= 1, ctypes.c_void_p()
    handle.check(function, *arguments, int(versioned), ctypes.byref(made))
    return _api.PyCapsule_New(made, _NAMES[versioned], ctypes.cast(_drop, ctypes.c_void_p))


class DeviceArray(np.lib.mixins.NDArrayOperatorsMixin):
    """A field of all worlds of a group where it lies: shape (worlds, numbers), doubles.

    torch.from_dlpack(worlds.qpos), cupy.asarray(worlds.qpos) and jax.dlpack.from_dlpack(worlds.qpos) look at the same
    memory; numpy.asarray(worlds.qpos), indexing and arithmetic copy it to the host first. Write with worlds.ctrl = value or
    worlds.ctrl[...] = value, where value may be on the device too. Where worlds are split over several devices, `parts` are
    the arrays of each.
    """

    def __init__(self, handle, group, number, name, part=None):
        self._handle, self._group, self._number, self._name, self._part = handle, group, number, name, part

    @property
    def parts(self):
        """The array of each device."""
        number = self._count_parts() if self._part is None else 1
        if number == 1:
            return [self]
        return [DeviceArray(self._handle, self._group, self._number, self._name, part) for part in range(number)]

    def _count_parts(self):
        with self._handle.calls:
            return C.ingot_worldsParts(self._handle.address, self._group)

    def _one(self):
        """The number of the only part."""
        if self._part is None and self._count_parts() != 1:
            raise BufferError(f"'{self._name}' is split over several devices: take the arrays of '{self._name}.parts'")
        return self._part or 0

    def _view(self, part=None):
        view = DeviceView()
        self._handle.check(C.ingot_worldsDeviceField, self._group, self._one() if part is None else part, self._number, ctypes.byref(view))
        return view

    def _views(self):
        number = self._count_parts()
        return [(part, self._view(part)) for part in (range(number) if self._part is None else [self._part])]

    @property
    def shape(self):
        views = [view for _, view in self._views()]
        if not views:
            raise Error("these worlds are no longer on a device: take the field anew")
        return (sum(view.shape[0] for view in views), *views[0].shape[1 : views[0].ndim])

    @property
    def ndim(self):
        return len(self.shape)

    @property
    def size(self):
        return int(np.prod(self.shape))

    @property
    def dtype(self):
        return np.dtype(np.float64)

    @property
    def device(self):
        return ",".join(f"cuda:{view.device}" if view.place == CUDA else "cpu" for _, view in self._views())

    def __len__(self):
        return self.shape[0]

    # --------------------------------------------------------------------------------- without a copy

    def __dlpack_device__(self):
        view = self._view()
        return view.place, view.device

    def __dlpack__(self, *, stream=None, max_version=None, dl_device=None, copy=None):
        if dl_device is not None and tuple(dl_device) != self.__dlpack_device__():
            raise BufferError(f"the array is on {self.device}; numpy.asarray() copies it to the host")
        if copy:
            raise BufferError("the array is handed out as it is; copy what you get")
        # the numbers are there when the call returns, whatever stream the caller works on
        return capsule(self._handle, max_version, C.ingot_worldsTensor, self._group, self._one(), self._number)

    @property
    def __cuda_array_interface__(self):
        view = self._view()
        if view.place != CUDA:
            raise AttributeError("the array is not on a CUDA device")
        return {
            "version": 3,
            "shape": tuple(view.shape[: view.ndim]),
            "strides": tuple(8 * stride for stride in view.strides[: view.ndim]),
            "typestr": "<f8",
            "data": (view.data or 0, False),
            "stream": view.stream or 1,
        }

    # ---------------------------------------------------------------------------------------- as copies

    def numpy(self):
        """A copy on the host."""
        found = []
        for part, view in self._views():
            shape = tuple(view.shape[: view.ndim])
            flat = np.empty((int(np.prod(shape[1:])), shape[0]))
            self._handle.check(C.ingot_worldsDeviceRead, self._group, part, self._number, flat.ctypes.data)
            found.append(np.ascontiguousarray(flat.T).reshape(shape))
        return found[0] if len(found) == 1 else np.concatenate(found)

    def __array__(self, dtype=None, copy=None):
        if copy is False:
            raise ValueError("an array on a device is copied when numpy looks at it")
        return self.numpy().astype(dtype or np.float64, copy=False)

    def __array_ufunc__(self, ufunc, method, *inputs, **options):
        inputs = [np.asarray(one) if isinstance(one, DeviceArray) else one for one in inputs]
        out = options.pop("out", (None,))[0]  # of worlds.qpos += 1
        result = getattr(ufunc, method)(*inputs, **options)
        if out is None:
            return result
        out[...] = result
        return out

    def __getitem__(self, index):
        part = self.numpy()[index]
        if isinstance(part, np.ndarray):
            part.flags.writeable = False  # a copy: what is written into it would be lost
        return part

    def __setitem__(self, index, value):
        if index is Ellipsis or (isinstance(index, slice) and index == slice(None)):
            self._write(value)
            return
        whole = self.numpy()
        whole[index] = np.asarray(on_host(value))
        self._write(whole)

    def _write(self, value):
        views = self._views()
        if len(views) == 1:
            (part, view), = views
            source = _on_device(value, tuple(view.shape[: view.ndim])) if view.place == CUDA else None
            if source is not None:
                address, floats, strides = source
                steps = (ctypes.c_int64 * 3)(*strides)
                self._handle.check(C.ingot_worldsDeviceCopy, self._group, part, self._number, address, floats, steps)
                return
        shape = self.shape
        try:
            whole = np.broadcast_to(np.asarray(on_host(value), np.float64), shape)
        except ValueError:
            raise ShapeError(f"'{self._name}' has shape {shape}, the value has {np.shape(value)}") from None
        for part, view in views:
            rows = whole[view.first : view.first + view.shape[0]] if self._part is None else whole
            flat = np.ascontiguousarray(rows.reshape(len(rows), -1).T)
            self._handle.check(C.ingot_worldsDeviceWrite, self._group, part, self._number, flat.ctypes.data)

    def __repr__(self):
        return f"<{self._name} of {len(self)} worlds on {self.device}, shape {self.shape}>"


# what arrays of numpy answer about their numbers, so that a task written for those runs where its worlds are on a device
_READING = (
    "all any argmax argmin argsort astype clip copy cumsum dot flatten item max mean min nonzero prod ptp ravel repeat reshape "
    "round squeeze std sum swapaxes take tobytes tolist transpose var"
).split()


def _reading(name):
    def read(self, *arguments, **settings):
        return getattr(self.numpy(), name)(*arguments, **settings)

    read.__name__, read.__doc__ = name, f"numpy's {name}() of a copy on the host."
    return read


for _name in _READING:
    if hasattr(np.ndarray, _name):
        setattr(DeviceArray, _name, _reading(_name))
DeviceArray.T = property(lambda self: self.numpy().T, doc="A transposed copy on the host.")

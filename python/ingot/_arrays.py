"""Arrays of models and data as numpy views; each view keeps the memory behind it alive."""
import ctypes

import numpy as np

from ingot._library import C, Array, Error, check

_TYPES = [np.float64, np.float32, np.int32, np.uint8, np.dtype("S1"), np.int64]

_CONTACT = np.dtype(
    [
        ("dist", "f8"),
        ("pos", "f8", 3),
        ("frame", "f8", 9),
        ("includemargin", "f8"),
        ("friction", "f8", 5),
        ("solref", "f8", 2),
        ("solreffriction", "f8", 2),
        ("solimp", "f8", 5),
        ("mu", "f8"),
        ("H", "f8", 36),
        ("dim", "i4"),
        ("geom1", "i4"),
        ("geom2", "i4"),
        ("geom", "i4", 2),
        ("flex", "i4", 2),
        ("elem", "i4", 2),
        ("vert", "i4", 2),
        ("exclude", "i4"),
        ("efc_address", "i4"),
    ],
    align=True,
)
_STRUCTS = {
    "contact": _CONTACT,
    "warning": np.dtype([("lastinfo", "i4"), ("number", "i4")]),
    "timer": np.dtype([("duration", "f8"), ("number", "i4")], align=True),
}


class Memory:
    """Memory of the library's for numpy to look at; `owner` lives as long as any view does."""

    def __init__(self, owner, address, shape, dtype, strides=None, writeable=True):
        self.owner = owner
        dtype = np.dtype(dtype)
        self.__array_interface__ = {
            "version": 3,
            "data": (address or 0, not writeable),
            "shape": tuple(shape),
            "strides": strides,
            "typestr": dtype.str,
            "descr": dtype.descr,
        }

    @classmethod
    def view(cls, owner, address, shape, dtype, strides=None, writeable=True):
        dtype = np.dtype(dtype)
        if 0 in shape:
            return np.zeros(shape, dtype)
        if dtype.names:
            # structs are looked at as bytes first: the interface has no padding
            raw = np.asarray(cls(owner, address, (shape[0], dtype.itemsize), np.uint8, None, writeable))
            return raw.view(dtype)[:, 0]
        return np.asarray(cls(owner, address, shape, dtype, strides, writeable))


def _as_numpy(owner, name, array, writeable):
    dtype = _TYPES[array.type] if array.type < len(_TYPES) else _STRUCTS.get(name, np.dtype(f"V{array.size}"))
    if np.dtype(dtype).itemsize != array.size:
        dtype = np.dtype(f"V{array.size}")
    shape = (array.rows,) if array.dimensions < 2 else (array.rows, array.columns)
    view = Memory.view(owner, array.data, shape, dtype, None, writeable)
    return view if array.fixed else view.copy()


class _Members:
    """Arrays and numbers by attribute; subclasses say where they are."""

    def _array(self, name):
        raise NotImplementedError

    def _find(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self._array(name)
        except Error as error:
            raise AttributeError(str(error)) from None

    def __getattr__(self, name):
        array = self._find(name)
        value = _as_numpy(self._owner, name, array, self._writeable)
        return value[0].item() if array.dimensions == 0 else value

    def __setattr__(self, name, value):
        if name.startswith("_"):
            object.__setattr__(self, name, value)
            return
        array = self._find(name)
        if not array.fixed:
            raise AttributeError(f"{name} is computed anew in every step")
        view = _as_numpy(self._owner, name, array, self._writeable)
        if not view.flags.writeable:
            raise AttributeError(f"{name} is shared by the worlds of a group; Worlds.own_model(world) gives one that can be changed")
        view[...] = value


class _Section(_Members):
    """`opt` and `stat` of a model."""

    def __init__(self, model, prefix):
        self._model, self._prefix = model, prefix
        self._owner, self._writeable = model._owner, model._writeable

    def _array(self, name):
        return self._model._array(f"{self._prefix}.{name}")


class Model(_Members):
    """A model: `model.body_mass`, `model.opt.gravity`, `model.nq`, ... with the names of mjModel."""

    def __init__(self, owner, address, writeable=True):
        self._owner, self._address, self._writeable = owner, address, writeable

    def _array(self, name):
        array = Array()
        check(C.ingot_modelArray, self._address, name.encode(), ctypes.byref(array))
        return array

    @property
    def opt(self):
        return _Section(self, "opt")

    @property
    def stat(self):
        return _Section(self, "stat")

    def id(self, kind, name):
        """The index of a body, joint, geom, ... by name; KeyError if there is none."""
        number = C.mju_str2Type(kind.encode())
        if number <= 0:
            raise KeyError(f"'{kind}' is not a kind of object")
        found = C.mj_name2id(self._address, number, name.encode())
        if found < 0:
            raise KeyError(f"{kind} '{name}' not found")
        return found

    def name(self, kind, index):
        """The name of an object, None if it has none."""
        text = C.mj_id2name(self._address, C.mju_str2Type(kind.encode()), index)
        return text.decode() if text is not None else None

    def state_size(self, signature):
        """Numbers of a state vector of mj_getState."""
        signature = int(signature)
        if not 0 <= signature < 1 << 14:
            raise Error(f"invalid state signature {signature}")
        return C.mj_stateSize(self._address, signature)

    def __repr__(self):
        return f"<ingot.Model: {self.nbody} bodies, {self.nv} dofs, {self.nu} actuators>"


class Data(_Members):
    """What a world's steps compute: `data.xpos`, `data.ncon`, `data.contact`, ... with the names of mjData.

    Arrays of contacts and constraint rows are copies; all others are views.
    """

    def __init__(self, owner, model, address):
        self._owner, self._model, self._address, self._writeable = owner, model, address, True

    def _array(self, name):
        array = Array()
        check(C.ingot_dataArray, self._model._address, self._address, name.encode(), ctypes.byref(array))
        return array

    def __repr__(self):
        return f"<ingot.Data: time {self.time:g}, {self.ncon} contacts, {self.nefc} constraint rows>"

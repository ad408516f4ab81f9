# SPDX-License-Identifier: Apache-2.0
"""Arrays of models and data as numpy views; each view keeps the memory behind it alive."""
import ctypes
import functools
import os

import numpy as np

from ingot._library import C, Array, Error, Status, as_int, check, did_you_mean, listed
from ingot._named import ByName

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


MODEL_NAMES = listed(C.ingot_modelArrayName)
DATA_NAMES = listed(C.ingot_dataArrayName)


def dtype_of(name, array):
    """The dtype of the elements of an array of the library."""
    dtype = np.dtype(_TYPES[array.type] if array.type < len(_TYPES) else _STRUCTS.get(name, f"V{array.size}"))
    return dtype if dtype.itemsize == array.size else np.dtype(f"V{array.size}")


def shape_of(array):
    return ((), (array.rows,), (array.rows, array.columns))[array.dimensions]


def _as_numpy(owner, name, array, writeable):
    shape = shape_of(array) or (1,)
    view = Memory.view(owner, array.data, shape, dtype_of(name, array), None, writeable and not array.structure)
    if not array.fixed:
        return view.copy()
    if not writeable or array.structure:
        view.flags.writeable = False
    return view


class _Members:
    """Arrays and numbers by attribute; subclasses say where they are.

    Views of arrays that stay in their place are kept, so that they are found like any attribute from then on.
    """

    _kept = False  # whether numbers stay what they are: sizes of a model

    def _array(self, name):
        raise NotImplementedError

    def _names(self):
        raise NotImplementedError

    def _keep(self, name, view):
        self.__dict__[name] = view

    def _find(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self._array(name)
        except Error:
            raise AttributeError(f"{self._title} has no array '{name}'{did_you_mean(name, self._names())}") from None

    def __getattr__(self, name):
        numbers = self.__dict__.get("_numbers", {})
        if name in numbers:
            return numbers[name].item()
        array = self._find(name)
        value = _as_numpy(self._owner, name, array, self._writeable)
        if array.dimensions:
            if array.fixed:
                self._keep(name, value)
            return value
        if self._kept and array.structure:
            self.__dict__[name] = value = value[0].item()
            return value
        numbers[name] = value.reshape(())
        return value[0].item()

    def __setattr__(self, name, value):
        if name.startswith("_"):
            object.__setattr__(self, name, value)
            return
        if hasattr(type(self), name):
            raise AttributeError(f"{self._title}.{name} cannot be assigned")
        array = self._find(name)
        if not array.fixed:
            raise AttributeError(f"{name} is computed anew in every step")
        if array.structure:
            raise AttributeError(f"{name} is part of the structure and cannot be changed")
        view = _as_numpy(self._owner, name, array, self._writeable)
        if not view.flags.writeable:
            raise AttributeError(f"{name} is shared by the worlds of a group; Worlds.own_model(world) gives one that can be changed")
        view[...] = value

    def __dir__(self):
        return sorted({*super().__dir__(), *self._names()})


# options that are a choice of few, with their number
_CHOICES = {"integrator": 4, "cone": 2, "jacobian": 3, "solver": 3}


class _Section(_Members):
    """`opt` and `stat` of a model."""

    def __init__(self, model, prefix):
        self._model, self._prefix, self._title = model, prefix, f"Model.{prefix}"
        self._owner, self._writeable, self._numbers = model._owner, model._writeable, {}

    def _array(self, name):
        return self._model._array(f"{self._prefix}.{name}")

    def __setattr__(self, name, value):
        if name in _CHOICES:
            as_int(f"{self._prefix}.{name}", value, 0, _CHOICES[name] - 1)
        super().__setattr__(name, value)

    def _names(self):
        start = f"{self._prefix}."
        return [name[len(start) :] for name in MODEL_NAMES if name.startswith(start)]


class ModelOwner:
    """A model that is deleted with its last view."""

    def __init__(self, address):
        self.address = address

    def __del__(self):
        if self.address and C is not None:
            C.mj_deleteModel(self.address)


def _model_from_bytes(content):
    """The reverse of Model.to_bytes, for pickle."""
    buffer = np.frombuffer(content, np.uint8)
    address = C.mj_loadModelBuffer(buffer.ctypes.data, len(content))
    if not address:
        raise Error("the bytes are not a model of this version", Status.BAD_MODEL)
    return Model(ModelOwner(address), address)


class Model(_Members, ByName):
    """A model: `model.body_mass`, `model.opt.gravity`, `model.nq`, ... with the names of mjModel.

    Sizes, indices and types are read-only. Copies and pickles are models of their own.
    """

    _title, _kept = "Model", True

    def __init__(self, owner, address, writeable=True):
        self._owner, self._address, self._writeable, self._numbers = owner, address, writeable, {}

    def _array(self, name):
        array = Array()
        check(C.ingot_modelArray, self._address, name.encode(), ctypes.byref(array))
        return array

    def _names(self):
        return [name for name in MODEL_NAMES if "." not in name]

    @functools.cached_property
    def opt(self):
        return _Section(self, "opt")

    @functools.cached_property
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
        text = C.mj_id2name(self._address, C.mju_str2Type(kind.encode()), int(index))
        return text.decode() if text is not None else None

    def state_size(self, signature):
        """Numbers of a state vector of mj_getState."""
        signature = int(signature)
        if not 0 <= signature < 1 << 14:
            raise Error(f"invalid state signature {signature}")
        return C.mj_stateSize(self._address, signature)

    def to_bytes(self):
        """The model as the content of an MJB file."""
        size = C.mj_sizeModel(self._address)
        if size >= 2**31:
            raise Error(f"a model of {size} bytes is too large for the binary format")
        content = np.empty(size, np.uint8)
        C.mj_saveModel(self._address, None, content.ctypes.data, size)
        return content.tobytes()

    def save(self, path):
        """Write an MJB file."""
        with open(os.fspath(path), "wb") as file:
            file.write(self.to_bytes())

    def __copy__(self):
        address = C.mj_copyModel(None, self._address)
        if not address:
            raise Error("no memory for a copy of the model", Status.NO_MEMORY)
        return Model(ModelOwner(address), address)

    def __deepcopy__(self, memo):
        return self.__copy__()

    def __reduce__(self):
        return _model_from_bytes, (self.to_bytes(),)

    # parts of arrays by the names of objects
    def _named_model(self):
        return self

    def _named_tables(self, model, data):
        return (model,)

    def _named_get(self, name, rows):
        return getattr(self, name)[rows]

    def _named_set(self, name, rows, value):
        view = getattr(self, name)
        if not view.flags.writeable:
            self.__setattr__(name, value)
        view[rows] = value

    def __repr__(self):
        return f"<ingot.Model: {self.nbody} bodies, {self.nv} dofs, {self.nu} actuators>"


class _DataOwner:
    """Data of their own, deleted with the last view; the model is needed for that long too."""

    def __init__(self, address, model):
        self.address, self.model = address, model

    def __del__(self):
        if self.address and C is not None:
            C.mj_deleteData(self.address)


class Data(_Members, ByName):
    """What a world's steps compute: `data.xpos`, `data.ncon`, `data.contact`, ... with the names of mjData.

    Arrays of contacts and constraint rows are copies; all others are views, of what the last step computed when they are
    looked up here.
    """

    _title = "Data"

    def __init__(self, owner, model, address, look=None):
        self._owner, self._model, self._address, self._writeable, self._numbers = owner, model, address, True, {}
        self._views, self._look, self._seen = {}, look, getattr(owner, "calls_made", 0)

    def __getattr__(self, name):
        # the data of a world are made when somebody looks: once after each call
        if self._look is not None and self._seen != self._owner.calls_made:
            self._seen = self._owner.calls_made
            self._look()
        if name in self._views:
            return self._views[name]
        if name in self._numbers:
            return self._numbers[name].item()
        return super().__getattr__(name)

    def _keep(self, name, view):
        self._views[name] = view

    def _array(self, name):
        array = Array()
        check(C.ingot_dataArray, self._model._address, self._address, name.encode(), ctypes.byref(array))
        return array

    def _names(self):
        return DATA_NAMES

    @property
    def model(self):
        return self._model

    def __copy__(self):
        address = C.mj_copyData(None, self._model._address, self._address)
        if not address:
            raise Error("no memory for a copy of the data", Status.NO_MEMORY)
        return Data(_DataOwner(address, self._model), self._model, address)

    def __deepcopy__(self, memo):
        return self.__copy__()

    def __reduce__(self):
        raise TypeError("data are not pickled: pickle the worlds they belong to, or the arrays that you need, as data.xpos")

    def _named_model(self):
        return self._model

    def _named_tables(self, model, data):
        return (data,)

    def _named_get(self, name, rows):
        return getattr(self, name)[rows]

    def _named_set(self, name, rows, value):
        getattr(self, name)[rows] = value

    def __repr__(self):
        return f"<ingot.Data: time {self.time:g}, {self.ncon} contacts, {self.nefc} constraint rows>"

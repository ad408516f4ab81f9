# SPDX-License-Identifier: Apache-2.0
"""Many worlds, each with its own state, stepped together on threads.

The fields (qpos, qvel, ctrl, ...) are numpy views of the library's memory: read them after a step, write them before the
next. Everything else a step computes is in the data of the world, and can be had of all worlds at once.
"""
import collections.abc
import ctypes
import os

import numpy as np

from ingot import _fit, _interrupt, _studio
from ingot._arrays import DATA_NAMES, MODEL_NAMES, Data, Memory, Model, _model_from_bytes, dtype_of, shape_of
from ingot._library import C, Array, Error, Output, Rays, Report, ShapeError, Status, View, as_int, check, did_you_mean, listed
from ingot._device import DeviceArray
from ingot._load import as_model, as_mujoco
from ingot._named import ByName

# the order of ingotField
FIELDS = (
    "time",
    "qpos",
    "qvel",
    "act",
    "history",
    "qacc_warmstart",
    "ctrl",
    "qfrc_applied",
    "xfrc_applied",
    "eq_active",
    "mocap_pos",
    "mocap_quat",
    "userdata",
    "plugin_state",
    "sensordata",
)
# numbers of one object in fields that have several for each
COLUMNS = {"xfrc_applied": 6, "mocap_pos": 3, "mocap_quat": 4}
POLICIES = ("reset", "reset_key", "freeze", "report")
STATES = ("ok", "diverged", "frozen", "failed")
STATUS = np.dtype(
    [
        ("state", "i4"),
        ("divergences", "i4"),
        ("contacts_dropped", "i4"),
        ("kind", "i4"),
        ("dof", "i4"),
        ("body", "i4"),
        ("time", "f8"),
        ("bad_controls", "i4"),
        ("control", "i4"),
    ],
    align=True,
)
INTEGRATION = (1 << 14) - 1
JACOBIANS = ("body", "body_com", "geom", "site", "point", "subtree")  # the order of ingotJacobian
# what mj_forward does up to a stage
_POSITION = ("mj_fwdPosition", "mj_sensorPos")
STAGES = {"position": _POSITION, "velocity": (*_POSITION, "mj_fwdVelocity", "mj_sensorVel"), "all": ()}
FUNCTIONS = tuple(listed(C.ingot_worldsFunctionName))
_TYPE_NUMBERS = {np.dtype(np.float64): 0, np.dtype(np.float32): 1}
GROUPS = 6  # of geoms


def as_rays(count, origins, directions):
    """Origins and directions of the rays of all worlds, (count, rays, 3) each."""
    origins, directions = np.asarray(origins, np.float64), np.asarray(directions, np.float64)
    try:
        shape = np.broadcast_shapes(origins.shape, directions.shape, (count, 1, 3))
        if len(shape) != 3 or shape[0] != count or shape[2] != 3:
            raise ValueError
    except ValueError:
        raise ShapeError(f"rays have shapes {origins.shape} and {directions.shape}, expected ({count}, rays, 3)") from None
    return tuple(np.ascontiguousarray(np.broadcast_to(array, shape)) for array in (origins, directions))


def as_groups(geomgroup):
    """A byte for each group of geoms that rays see; None: all of them."""
    if geomgroup is None:
        return None
    groups = np.asarray(geomgroup)
    if groups.shape != (GROUPS,):
        raise ShapeError(f"geomgroup has shape {groups.shape}, expected ({GROUPS},): a flag for each group of geoms")
    return np.ascontiguousarray(groups != 0).astype(np.uint8)


class _Handle:
    """The batch itself; deleted when the last object that looks at it is gone."""

    def __init__(self, addresses, threads, device):
        count = len(addresses)

        def make():
            made = ctypes.c_void_p()
            check(C.ingot_worldsCreate, (ctypes.c_void_p * count)(*addresses), count, threads, ctypes.byref(made))
            try:
                check(C.ingot_worldsMove, made, device.encode())
            except Error:
                C.ingot_worldsDelete(made)
                raise
            return made

        self.address = None
        self.threads, self.calls_made = threads, 0
        self.address = _interrupt.run(make, C.ingot_worldsDelete)
        self.calls = _interrupt.Calls(self.address)

    def foreign(self):
        """In a process that was forked off the threads are missing: a call would wait for them forever."""
        return self.threads > 1 and self.calls.process != os.getpid()

    def check(self, function, *arguments):
        """function(worlds, arguments..., report) with the lock of calls; what it reports is raised."""
        status, report = self.calls(function, *arguments)
        if status != Status.OK:
            raise Error(report.message() or Status(status).name, status)

    def __del__(self):
        if self.address and C is not None and not self.foreign():
            C.ingot_worldsDelete(self.address)


def _field_views(handle, group):
    """The fields of a group: arrays of shape (worlds, numbers), or (worlds, objects, numbers)."""
    if C.ingot_worldsDevice(handle.address) != b"cpu":
        return {name: DeviceArray(handle, group, number, name) for number, name in enumerate(FIELDS)}
    views = {}
    for number, name in enumerate(FIELDS):
        view = View()
        handle.check(C.ingot_worldsField, group, number, ctypes.byref(view))
        shape, strides = (view.worlds, view.count), (8 * view.world_stride, 8 * view.stride)
        if name in COLUMNS:
            columns = COLUMNS[name]
            shape, strides = (view.worlds, view.count // columns, columns), (strides[0], columns * strides[1], strides[1])
        views[name] = Memory.view(handle, view.data, shape, np.float64, strides)
    views["time"] = views["time"][:, 0]
    return views


class _Fields:
    """Fields as attributes; assignment writes into them, and nothing else can be assigned."""

    def _set_views(self, views):
        self.__dict__.update(views)

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        raise AttributeError(f"there is no field '{name}'{did_you_mean(name, dir(self))}")

    def __setattr__(self, name, value):
        if name.startswith("_"):
            object.__setattr__(self, name, value)
        elif name in FIELDS:
            field = getattr(self, name)
            if isinstance(field, DeviceArray):
                field[...] = value
            else:
                _fit.write(name, field, value)
        else:
            there = hasattr(type(self), name) or name in self.__dict__ or name in DATA_NAMES
            raise AttributeError(
                f"'{name}' cannot be assigned" if there else f"there is no field '{name}'{did_you_mean(name, [*FIELDS, *dir(type(self))])}"
            )

    def __dir__(self):
        return [*super().__dir__(), *FIELDS]


class Group(_Fields):
    """The worlds with one model: `worlds` are their indices, `model` what they share, and the fields have a row for each."""

    def __init__(self, handle, index, worlds):
        self._set_views(_field_views(handle, index))
        self.__dict__["worlds"] = worlds
        self.__dict__["model"] = Model(handle, C.ingot_worldsModel(handle.address, int(worlds[0])), writeable=False)

    def __reduce__(self):
        raise TypeError("a group of worlds is not pickled by itself: pickle the worlds")


class _One(_Fields):
    """One world of a batch, by its index: what the batch has for it."""

    @property
    def data(self):
        return self._batch.data(self.index)

    @property
    def model(self):
        return self._batch.model(self.index)

    def own_model(self):
        return self._batch.own_model(self.index)

    @property
    def status(self):
        return self._batch.status[self.index]

    def __reduce__(self):
        raise TypeError("one world is not pickled by itself: pickle the worlds, or worlds.get_state()")


class World(_One):
    """One world: its fields, data, model and status. On a device fields are copied when they are looked at."""

    def __init__(self, batch, index, group, row):
        if batch.device == "cpu":
            self._set_views({name: self._row(group, name, row) for name in FIELDS})
        self.__dict__["index"] = index
        self._batch, self._group, self._place = batch, group, row

    @staticmethod
    def _row(group, name, row):
        return getattr(group, name)[row : row + 1] if name == "time" else getattr(group, name)[row]

    def __getattr__(self, name):
        return self._row(self._group, name, self._place) if name in FIELDS else super().__getattr__(name)

    def __setattr__(self, name, value):
        if name in FIELDS and self._batch.device != "cpu":
            row = self._row(self._group, name, self._place)
            getattr(self._group, name)[self._place] = _fit.numbers(f"'{name}'", value, row.shape).reshape(() if name == "time" else row.shape)
        else:
            super().__setattr__(name, value)


def _restore(content):
    """Worlds from what Worlds.__reduce__ wrote."""
    models = [_model_from_bytes(one) for one in content["models"]]
    which, threads = content["which"], content["threads"]
    worlds = content["class"](models[0], len(which), threads=threads) if len(models) == 1 else content["class"]([models[i] for i in which], threads=threads)
    for world, model in content["own"].items():
        C.mj_copyModel(worlds.own_model(world)._address, _model_from_bytes(model)._address)
    worlds._own = content["own_models"]
    worlds.set_policy(content["policy"], content["key"])
    rest = np.ascontiguousarray(content["rest"])
    worlds._run(C.ingot_worldsRestore, rest.ctypes.data, rest.size)
    return worlds if content["device"] == "cpu" else worlds.to(content["device"])


def _number_of_worlds(model, count):
    """(whether model is a list of them, how many worlds are meant)"""
    several = isinstance(model, (list, tuple))
    number = None if count is None else as_int("the number of worlds", count, 0)
    if several and number not in (None, len(model)):
        raise Error(f"{len(model)} models are given for {count} worlds")
    number = len(model) if several else 1 if number is None else number
    if not number:
        raise Error("at least one world is needed")
    return several, number


class _Many:
    """What worlds of one machine and those of a cluster have in common."""

    @property
    def count(self):
        """The number of worlds."""
        return self._count

    @property
    def groups(self):
        """The worlds with the same model, group by group."""
        return self._groups

    @property
    def policy(self):
        """What happens to a world that diverges."""
        return self._policy

    @property
    def own_models(self):
        """Whether any world has numbers in its model that the others do not."""
        return self._own

    def __dir__(self):
        return [*super().__dir__(), *_FIXED]

    def __len__(self):
        return self._count

    def __getitem__(self, index):
        if not isinstance(index, slice):
            index = as_int("the index of a world", index, -(2**31))
        index = range(self._count)[index]
        if isinstance(index, range):
            return [self[i] for i in index]
        return self._one(index)

    def _states(self, signature, out):
        """What state vectors are written to."""
        shape = (self._count, self.state_size(signature))
        if out is None:
            out = np.zeros(shape)
        fit = isinstance(out, np.ndarray) and out.shape == shape and out.flags.c_contiguous and out.flags.writeable
        if not fit or out.dtype != np.float64:
            raise ShapeError(f"out must be a writable C-contiguous array of doubles of shape {shape}")
        return out

    def _observation(self, names, out, dtype):
        """(names, numbers of each, what observations are written to)"""
        names = _names(names)
        shapes = [self._shape(name) for name in names]
        for name, (_, own) in zip(names, shapes):
            if own != np.float64:
                raise Error(f"'{name}' are no doubles, which observations are made of")
        widths = [int(np.prod(shape)) for shape, _ in shapes]
        shape = (self._count, sum(widths))
        if out is None:
            out = np.zeros(shape, dtype)
        fit = isinstance(out, np.ndarray) and out.shape == shape and out.flags.c_contiguous and out.flags.writeable
        if not fit or out.dtype not in _TYPE_NUMBERS:
            raise ShapeError(f"out must be a writable C-contiguous array of float64 or float32 of shape {shape}")
        return names, widths, out

    def bind(self, name, dtype=None):
        """An array of all worlds that is written anew by every call that advances or computes: bind once, read always.

        State fields are what they are without binding.
        """
        if name in FIELDS and dtype is None:
            return getattr(self, name)
        if name not in self._bound:
            array = self._buffer(name, None, dtype)
            self.gather(name, out=array)
            self._bound[name] = array
        view = self._bound[name].view()
        if dtype is not None and view.dtype != dtype:
            raise Error(f"'{name}' is bound as {view.dtype}")
        view.flags.writeable = False
        return view

    def contacts(self, limit=None):
        """(contacts of shape (count, limit), padded, and how many each world has); as worlds.ragged("contact")."""
        return self.ragged("contact", limit)


class Worlds(_Many, _Fields, ByName, collections.abc.Sequence):
    """`count` worlds over one model, or one world for each model of a list.

    model    a path, XML text, ingot.Model, mujoco.MjModel, or a list of them (the same object twice: one group)
    count    the number of worlds; with a list of models it may be left out
    threads  how many threads step the worlds, the caller's included; the results do not depend on it
    policy   what happens to a world that diverges: "reset", "reset_key", "freeze" or "report"
    device   where they are stepped: "cpu", "cuda", "cuda:1", or split over several, "cuda:0,1"; the results do not depend on it

    Copies and pickles of worlds go on with the same bits, and show what the last call computed. They have models, states,
    parameters and statuses.
    """

    def __init__(self, model, count=None, threads=None, policy="reset", key=0, device="cpu"):
        several, number = _number_of_worlds(model, count)
        if threads is None:
            threads = min(len(os.sched_getaffinity(0)), number)
        threads = as_int("the number of threads", threads, -(2**31))
        made = {}
        for source in model if several else [model]:
            name = source if isinstance(source, (str, os.PathLike)) else id(source)
            if name not in made:
                made[name] = as_model(source)
        if several:
            addresses = [made[s if isinstance(s, (str, os.PathLike)) else id(s)][0] for s in model]
        else:
            (address, kept), = made.values()
            _check_memory(address, number)
            addresses = [address] * number
        self._handle = _Handle(addresses, threads, str(device))
        self._count, self._bound, self._own, self._described = number, {}, False, {}
        self._studio = None
        self._make_groups(several)
        self.set_policy(policy, key)

    def _make_groups(self, several):
        if several:
            group, row = ctypes.c_int(), ctypes.c_int()
            self._places = []
            for world in range(self._count):
                check(C.ingot_worldsPlace, self._handle.address, world, ctypes.byref(group), ctypes.byref(row))
                self._places.append((group.value, row.value))
        else:
            self._places = [(0, world) for world in range(self._count)]
        groups = np.array([place[0] for place in self._places])
        number = C.ingot_worldsGroups(self._handle.address)
        self._groups = [Group(self._handle, g, np.flatnonzero(groups == g)) for g in range(number)]
        if number == 1:
            self._set_views({name: getattr(self._groups[0], name) for name in FIELDS})

    @property
    def device(self):
        """Where the worlds are stepped."""
        return C.ingot_worldsDevice(self._handle.address).decode()

    def to(self, device):
        """Take the worlds elsewhere: "cpu", "cuda", "cuda:1", "cuda:0,1". They go on with the same bits; returns the worlds.

        Arrays of fields that were taken before stay what they were: take them anew.
        """
        self._run(C.ingot_worldsMove, str(device).encode())
        for number, group in enumerate(self._groups):
            group._set_views(_field_views(self._handle, number))
        if len(self._groups) == 1:
            self._set_views({name: getattr(self._groups[0], name) for name in FIELDS})
        return self

    def set_stream(self, stream, ahead=False):
        """The CUDA stream that work is queued on from now on: a number, or an object of torch or CuPy; None: the default one.

        Where arrays of fields were handed out, a step waits until every world has made it. With ahead=True it does not: a world
        that finds too little room on the device, or bad numbers, stays behind with the fields it had until the host learns of it
        at a later call.
        """
        number = next((getattr(stream, name) for name in ("cuda_stream", "ptr", "handle") if hasattr(stream, name)), stream)
        self._run(C.ingot_worldsSetStream, ctypes.c_void_p(number or None))
        self._run(C.ingot_worldsRunAhead, int(ahead))
        self._stream = stream  # it must live as long as it is used

    def wait(self):
        """Wait for the work that is queued on devices. After it steps can be captured in a CUDA graph on the stream that was set."""
        self._run(C.ingot_worldsWait)

    @property
    def threads(self):
        """The number of threads that step the worlds."""
        return self._handle.threads

    def __getattr__(self, name):
        if name in FIELDS:
            raise AttributeError(f"these worlds have several models: '{name}' is in worlds.groups[i] and in worlds[i]")
        if name in _RAGGED or name in _FIXED:
            return self.gather(name)
        return super().__getattr__(name)

    def _one(self, index):
        group, row = self._places[index]
        return World(self, index, self._groups[group], row)

    def __repr__(self):
        models = "one model" if len(self._groups) == 1 else f"{len(self._groups)} models"
        return f"<ingot.Worlds: {self._count} over {models}, {self.threads} thread{'s' * (self.threads > 1)}>"

    def __reduce__(self):
        alone = [world for world in range(self._count) if C.ingot_worldsHasOwnModel(self._handle.address, world)]
        content = {
            "class": type(self),
            "models": [group.model.to_bytes() for group in self._groups],
            "which": [group for group, _ in self._places],
            "own": {world: self.model(world).to_bytes() for world in alone},
            "own_models": self._own,
            "threads": self.threads,
            "device": self.device,
            "policy": self._policy,
            "key": self._key,
            "rest": self._rest(),
        }
        return _restore, (content,)

    def _rest(self):
        """All that the worlds are beside their models, as bytes."""
        size = ctypes.c_size_t()
        self._run(C.ingot_worldsSave, None, ctypes.byref(size))
        rest = np.empty(size.value, np.uint8)
        self._run(C.ingot_worldsSave, rest.ctypes.data, ctypes.byref(size))
        return rest

    # ------------------------------------------------------------------------------------------------- running

    def _mask(self, mask):
        """The bools of a mask or a list of indices, to be kept while the pointer to them is used; None: all worlds."""
        chosen = _fit.worlds(self._count, mask)
        return chosen, None if chosen is None else chosen.ctypes.data

    def _run(self, function, *arguments):
        if self._handle.foreign():
            raise Error("these worlds belong to another process, whose threads are not in this one: pickle them, or make them here")
        self._handle.calls_made += 1
        self._handle.check(function, *arguments)

    def _advance(self, function, *arguments):
        """A call that changes the data: what is bound follows."""
        try:
            self._run(function, *arguments)
        finally:
            if self._bound:
                self._gather_into(self._bound)

    def _key_number(self, key):
        """A keyframe by index, or by the name that it has in every model."""
        if not isinstance(key, str):
            return as_int("the keyframe", key, -1)
        numbers = {group.model.keyframe(key).id for group in self._groups}
        if len(numbers) > 1:
            raise Error(f"keyframe '{key}' has different numbers in the models: reset the worlds of each group by themselves")
        return numbers.pop()

    def step(self, n=1, ctrl=None, mask=None):
        """Step n times; ctrl, if given, is written into the field first: (count, nu) or what broadcasts to it."""
        n = as_int("the number of steps", n, 0)
        kept, pointer = self._mask(mask)
        if ctrl is not None:
            self.ctrl = ctrl
        self._advance(C.ingot_worldsStep, n, pointer)

    def _controls(self, controls, shared=False):
        nu = max(group.model.nu for group in self._groups)
        return np.ascontiguousarray(_fit.controls(controls, self._count, nu, shared))

    def follow(self, controls, mask=None):
        """A step for each control of shape (count, steps, nu): as step() with one after the other, and faster."""
        controls = self._controls(controls)
        kept, pointer = self._mask(mask)
        self._advance(C.ingot_worldsFollow, controls.shape[1], controls.ctypes.data, controls.shape[2], pointer)

    def rollout(self, controls=None, outputs=("qpos", "qvel", "sensordata"), every=1, steps=None, out=None, dtype=np.float64, mask=None):
        """Many steps, with arrays of mjData kept after every `every` of them: {name: (count, moments, ...)}.

        controls  (count, steps, nu), or (steps, nu) for all worlds alike, or None: what the field has; then give `steps`.
                  Or a function of (worlds, step) that returns the control of that step, for closed loops; give `steps`.
        out       {name: array}: the caller's buffers for some of the outputs
        dtype     of the outputs that are doubles: float64 or float32
        """
        every, closed = as_int("every", every, 1), callable(controls)
        if controls is not None and not closed:
            controls = self._controls(controls, shared=True)
            if steps not in (None, controls.shape[1]):
                raise Error(f"controls for {controls.shape[1]} steps are given for {steps}")
            steps = controls.shape[1]
        if steps is None:
            raise Error("the number of steps is not given")
        steps = as_int("the number of steps", steps, 0)
        if steps % every:
            raise Error(f"{steps} steps cannot be kept every {every} steps")
        moments = steps // every
        arrays = {name: self._buffer(name, (out or {}).get(name), dtype, (moments,)) for name in _names(outputs)}
        unknown = set(out or {}) - set(arrays)
        if unknown:
            raise Error(f"out has arrays that are no outputs: {', '.join(sorted(unknown))}")
        kept, pointer = self._mask(mask)
        if closed:
            self._closed_loop(controls, arrays, every, moments, kept)
            return arrays
        pointers = (controls.ctypes.data, controls.shape[2]) if controls is not None else (None, 0)
        requests = self._requests(arrays, moments)
        self._advance(C.ingot_worldsRollout, steps, every, *pointers, requests, len(requests), pointer)
        return arrays

    def _closed_loop(self, policy, arrays, every, moments, mask):
        for moment in range(moments):
            for step in range(every):
                self.step(1, policy(self, moment * every + step), mask)
            for name, array in arrays.items():
                now = self.gather(name, dtype=array.dtype if array.dtype in _TYPE_NUMBERS else None)
                chosen = slice(None) if mask is None else mask
                array[chosen, moment] = now[chosen]

    def forward(self, mask=None, stage="all"):
        """Compute everything from the fields, without advancing; or what depends on "position" only, or on "velocity" too."""
        if stage not in STAGES:
            raise Error(f"the stages are {', '.join(STAGES)}, not '{stage}'{did_you_mean(str(stage), STAGES)}")
        kept, pointer = self._mask(mask)
        if stage == "all":
            self._advance(C.ingot_worldsForward, pointer)
        for name in STAGES[stage]:
            self._advance(C.ingot_worldsRun, name.encode(), pointer)

    def call(self, function, mask=None):
        """Run a function of the C interface that takes a model and data, by name: "mj_rnePostConstraint", "mj_subtreeVel".

        ingot.worlds.FUNCTIONS has their names.
        """
        if function not in FUNCTIONS:
            raise Error(f"'{function}' is not a function that takes a model and data only{did_you_mean(str(function), FUNCTIONS)}")
        kept, pointer = self._mask(mask)
        self._advance(C.ingot_worldsRun, function.encode(), pointer)

    def transition(self, eps=1e-6, centered=True, sensors=False, mask=None, exact=False):
        """Derivatives of the next step in every world, as of mjd_transitionFD: A, B and, with sensors, C, D.

        Exact ones come from formulas, as of ingot_transition; eps and centered are of no use then.

        A has shape (count, nx, nx) with nx = 2 nv + na, B (count, nx, nu), C (count, nsensordata, nx), D (count, nsensordata, nu).
        """
        model = self._groups[0].model
        nx, nu, ns = 2 * model.nv + model.na, model.nu, model.nsensordata
        shapes = ((nx, nx), (nx, nu)) + (((ns, nx), (ns, nu)) if sensors else ())
        found = [np.zeros((self._count, *shape)) for shape in shapes]
        pointers = [array.ctypes.data if array.size else None for array in found] + [None] * (4 - len(found))
        kept, pointer = self._mask(mask)
        if exact:
            self._run(C.ingot_worldsExactTransition, *pointers, pointer)
        else:
            self._run(C.ingot_worldsTransition, float(eps), int(centered), *pointers, pointer)
        return tuple(found)

    def _changes(self, name, array, numbers):
        try:
            return np.ascontiguousarray(np.broadcast_to(np.asarray(array, np.float64), (self._count, numbers)))
        except ValueError:
            raise Error(f"{name} has shape {np.shape(array)}, expected {(self._count, numbers)}") from None

    def jvp(self, state, ctrl, mask=None):
        """A state + B ctrl with the exact A and B of the next step: how the next state changes.

        state has shape (count, 2 nv + na), ctrl (count, nu), and so the result (count, 2 nv + na).
        """
        model = self._groups[0].model
        state, ctrl = self._changes("state", state, 2 * model.nv + model.na), self._changes("ctrl", ctrl, model.nu)
        found = np.zeros_like(state)
        kept, pointer = self._mask(mask)
        if found.size:
            self._run(C.ingot_worldsJVP, state.ctypes.data, ctrl.ctypes.data, found.ctypes.data, pointer)
        return found

    def vjp(self, next, mask=None):
        """(A^T next, B^T next) with the exact A and B of the next step: from the gradient of a number by the next state, those by
        the state and by the controls. Shapes as of jvp.
        """
        model = self._groups[0].model
        next = self._changes("next", next, 2 * model.nv + model.na)
        state, ctrl = np.zeros_like(next), np.zeros((self._count, model.nu))
        kept, pointer = self._mask(mask)
        if next.size:
            self._run(C.ingot_worldsVJP, next.ctypes.data, state.ctypes.data, ctrl.ctypes.data, pointer)
        return state, ctrl

    def inverse(self, qacc, mask=None):
        """The forces that give the accelerations qacc, shape (count, nv), in the states of now, as of mj_inverse."""
        nv = self._groups[0].model.nv
        qacc = np.ascontiguousarray(_fit.numbers("accelerations", qacc, (self._count, nv)))
        forces = np.zeros((self._count, nv))
        kept, pointer = self._mask(mask)
        if nv:
            self._run(C.ingot_worldsInverse, qacc.ctypes.data, forces.ctypes.data, pointer)
        return forces

    def rays(self, origins, directions, static=True, except_body=-1, mask=None, geomgroup=None, normals=False):
        """Rays in every world, as of mj_ray: (distances, geoms), and with `normals` those of the surfaces, in the states of now.

        Origins and directions have shape (count, rays, 3) or what broadcasts to it; where nothing is hit, distance and geom are
        -1. geomgroup has a flag for each of the six groups of geoms; static geoms, and those of one body, can be left out.
        """
        origins, directions = as_rays(self._count, origins, directions)
        shape, groups = origins.shape, as_groups(geomgroup)
        distances, geoms = np.full(shape[:2], -1.0), np.full(shape[:2], -1, np.int32)
        found = (distances, geoms, np.zeros(shape)) if normals else (distances, geoms)
        request = Rays(count=shape[1], origin=origins.ctypes.data, direction=directions.ctypes.data, with_static=int(bool(static)))
        request.except_body, request.distance, request.geom = int(except_body), distances.ctypes.data, geoms.ctypes.data
        request.geomgroup = None if groups is None else groups.ctypes.data
        request.normal = found[2].ctypes.data if normals else None
        kept, pointer = self._mask(mask)
        if distances.size:
            self._run(C.ingot_worldsRays, ctypes.byref(request), pointer)
        return found

    def jac(self, kind, object, points=None, mask=None):
        """Jacobians in every world, as of mj_jacBody and its relatives, in the states of now: (jacp, jacr), each (count, 3, nv).

        kind    "body" (its frame), "body_com" (its centre of mass), "geom", "site", "point" (of a body), or "subtree" (the
                centre of mass of a body's subtree: jacp alone)
        object  a number or a name: of the geom or site, else of the body
        points  for "point": (count, 3) or what broadcasts to it, in the frame of the world
        """
        if kind not in JACOBIANS:
            raise Error(f"there are Jacobians of {', '.join(JACOBIANS)}, not of '{kind}'{did_you_mean(str(kind), JACOBIANS)}")
        if (points is not None) != (kind == "point"):
            raise Error('points go with kind "point", and with no other')
        number = getattr(self, kind if kind in ("geom", "site") else "body")(object).id
        points = None if points is None else np.ascontiguousarray(_fit.numbers("points", points, (self._count, 3)))
        jacp, jacr = (np.zeros((self._count, 3, self._groups[0].model.nv)) for _ in range(2))
        kept, pointer = self._mask(mask)
        if jacp.size:
            place = None if points is None else points.ctypes.data
            self._run(C.ingot_worldsJacobian, JACOBIANS.index(kind), number, place, jacp.ctypes.data, jacr.ctypes.data, pointer)
        return jacp if kind == "subtree" else (jacp, jacr)

    @property
    def energy(self):
        """Potential and kinetic energy in the states of now, (count, 2), whether or not the model's flag asks for them."""
        found = np.zeros((self._count, 2))
        self._run(C.ingot_worldsEnergy, found.ctypes.data, None)
        found.flags.writeable = False
        return found

    def contact_forces(self, limit=None, mask=None):
        """Forces and torques of the contacts, as of mj_contactForce: (count, limit, 6) in the frames of the contacts, and counts.

        They are those of worlds.contacts(), padded with 0; limit is the largest number of contacts unless it is given.
        """
        kept, pointer = self._mask(mask)
        if limit is None:
            numbers = self.gather("ncon")
            limit = int((numbers if kept is None else numbers[kept]).max(initial=0))
        limit = as_int("limit", limit, 0)
        forces, counts = np.zeros((self._count, limit, 6)), np.zeros(self._count, np.int32)
        self._run(C.ingot_worldsContactForces, limit, forces.ctypes.data, counts.ctypes.data, pointer)
        return forces, np.minimum(counts, limit, out=counts)

    def to_mujoco(self, world=0):
        """A mujoco.MjData of one world, with its model in `.model`, from which mujoco.mj_step goes on as the world would.

        All that follows from the state is computed for it. The mujoco package must be that of version 3.5.0.
        """
        world = self._check(world)
        return as_mujoco(self.model(world), self.get_state(INTEGRATION, mask=[world])[world], INTEGRATION)

    def reset(self, mask=None, key=-1):
        """Back to the initial state or to a keyframe, by its index or name, and to status ok.

        key may be an array or list with a keyframe for each world.
        """
        kept, pointer = self._mask(mask)
        if np.ndim(key):
            self._reset_each(np.ones(self._count, bool) if kept is None else kept, key)
        else:
            self._advance(C.ingot_worldsReset, pointer, self._key_number(key))

    def _keys(self, keys, mask=None):
        """The numbers of a keyframe for each world; those of the mask must have theirs."""
        if np.shape(keys) != (self._count,):
            raise ShapeError(f"keyframes have shape {np.shape(keys)}, expected one, or one for each world: ({self._count},)")
        known = {}
        for key in keys:
            if key not in known:
                known[key] = self._key_number(str(key) if isinstance(key, str) else key)
        numbers, counts = np.array([known[key] for key in keys]), np.zeros(self._count, int)
        for group in self._groups:
            counts[group.worlds] = group.model.nkey
        for world in np.flatnonzero(numbers >= counts):
            if mask is None or mask[world]:
                raise Error(f"world {world} has no keyframe {numbers[world]}, its model has {counts[world]}")
        return numbers

    def _reset_each(self, mask, keys):
        """To a keyframe of its own in each world; all of them are known before one is reset."""
        numbers = self._keys(keys, mask)
        for number in np.unique(numbers[mask]):
            chosen, pointer = self._mask(mask & (numbers == number))
            self._advance(C.ingot_worldsReset, pointer, int(number))

    def cancel(self):
        """From another thread: cut short the call that is running, which raises ingot.Error with status CANCELLED."""
        C.ingot_worldsCancel(self._handle.address)

    # --------------------------------------------------------------------------------------------------- state

    def state_size(self, signature=INTEGRATION):
        """Numbers of the longest state vector."""
        return max(group.model.state_size(signature) for group in self._groups)

    def get_state(self, signature=INTEGRATION, out=None, mask=None):
        """State vectors as of mj_getState, a row for each world; rows outside the mask are left as they are."""
        out = self._states(signature, out)
        kept, pointer = self._mask(mask)
        self._run(C.ingot_worldsGetState, pointer, int(signature), out.ctypes.data, out.shape[1])
        return out

    def set_state(self, states, signature=INTEGRATION, mask=None):
        """The reverse; what the signature leaves out is as after a reset."""
        width = self.state_size(signature)
        states = np.ascontiguousarray(_fit.numbers("states", states, (self._count, width)))
        kept, pointer = self._mask(mask)
        self._advance(C.ingot_worldsSetState, pointer, int(signature), states.ctypes.data, width)

    # ------------------------------------------------------------------------------------------------- outputs

    def _lookup(self, name, world):
        """The array of a world as the library describes it."""
        if name not in DATA_NAMES:
            raise Error(f"mjData has no array '{name}'{did_you_mean(str(name), DATA_NAMES)}")
        # shapes are those of the model; contacts and rows have other numbers after every step
        place = None if name in _RAGGED else (name, self._places[world][0])
        if place in self._described:
            return self._described[place]
        array = Array()
        model = C.ingot_worldsModel(self._handle.address, world)
        if place is None:
            check(C.ingot_dataArray, model, C.ingot_worldsData(self._handle.address, world), name.encode(), ctypes.byref(array))
            return array
        # data of its own: to look at those of a world would make them
        data = C.mj_makeData(model)
        try:
            check(C.ingot_dataArray, model, data, name.encode(), ctypes.byref(array))
        finally:
            C.mj_deleteData(data)
        self._described[place] = array
        return array

    def _shape(self, name):
        """(shape of one world's array, its dtype); where models differ, the length of the longest."""
        if name in _RAGGED:
            raise Error(f"'{name}' has another length in every world: worlds.ragged('{name}') pads it")
        arrays = [self._lookup(name, int(group.worlds[0])) for group in self._groups]
        shapes = {shape_of(array) for array in arrays}
        if len(shapes) > 1:
            return (max(array.rows * array.columns for array in arrays),), dtype_of(name, arrays[0])
        return shapes.pop(), dtype_of(name, arrays[0])

    def _buffer(self, name, out, dtype, between=()):
        """An array for an output of all worlds: the caller's, if it is fit, or a new one."""
        shape, own = self._shape(name)
        wanted = np.dtype(dtype) if dtype is not None and own == np.float64 else own
        if own == np.float64 and wanted not in _TYPE_NUMBERS:
            raise Error(f"outputs are float64 or float32, not {wanted}")
        shape = (self._count, *between, *shape)
        if out is None:
            return np.zeros(shape, wanted)
        fit = isinstance(out, np.ndarray) and out.shape == shape and out.flags.c_contiguous and out.flags.writeable
        if not fit or out.dtype not in ((own, np.float32) if own == np.float64 else (own,)):
            raise ShapeError(f"the buffer for '{name}' must be a writable C-contiguous array of shape {shape} and {wanted}")
        return out

    def _requests(self, arrays, moments=1):
        """What the library needs to know to fill the arrays."""
        requests = (Output * len(arrays))()
        for request, (name, array) in zip(requests, arrays.items()):
            rows = max(self._count * moments, 1)
            request.name, request.data = name.encode(), array.ctypes.data or None
            own = self._lookup(name, 0)
            request.type = _TYPE_NUMBERS[array.dtype] if own.type == 0 else own.type
            request.first, request.count, request.stride = 0, array.size // rows, array.size // rows
        return requests

    def _gather_into(self, arrays):
        arrays = {name: array for name, array in arrays.items() if array.size}
        requests = self._requests(arrays)
        self._run(C.ingot_worldsGather, requests, len(requests), None)

    def gather(self, name, out=None, dtype=None):
        """One array of mjData of all worlds: gather("xpos") has shape (count, nbody, 3). A new array, or the caller's."""
        array = self._buffer(name, out, out.dtype if isinstance(out, np.ndarray) else dtype)
        self._gather_into({name: array})
        if out is None:
            array.flags.writeable = False
        return array

    def observe(self, names, out=None, dtype=np.float64):
        """Arrays of mjData side by side, a row for each world: observe(("qpos", "qvel")) has shape (count, nq + nv).

        C-contiguous, float64 or float32, into the caller's buffer if one is given.
        """
        names, widths, out = self._observation(names, out, dtype)
        requests, first = (Output * len(names))(), 0
        for request, name, width in zip(requests, names, widths):
            request.name, request.type, request.data = name.encode(), _TYPE_NUMBERS[out.dtype], out.ctypes.data + first * out.itemsize
            request.count, request.stride = width, out.shape[1]
            first += width
        self._run(C.ingot_worldsGather, requests, len(requests), None)
        return out

    def ragged(self, name, limit=None):
        """An array whose length differs from world to world, such as "contact" or "efc_force": (padded with 0, counts).

        The first has shape (count, limit, ...), where limit is the largest length unless it is given.
        """
        arrays = [self._lookup(name, world) for world in range(self._count)] if limit is None else [self._lookup(name, 0)]
        limit = max(array.rows for array in arrays) if limit is None else as_int("limit", limit, 0)
        columns = arrays[0].columns if arrays[0].dimensions == 2 else 1
        values = np.zeros((self._count, limit) + ((columns,) if arrays[0].dimensions == 2 else ()), dtype_of(name, arrays[0]))
        counts = np.zeros(self._count, np.int32)
        if limit:
            request = Output(name.encode(), arrays[0].type, values.ctypes.data, 0, limit * columns, limit * columns, counts.ctypes.data)
            self._run(C.ingot_worldsGather, ctypes.byref(request), 1, None)
        return values, counts // columns

    # -------------------------------------------------------------------------------------- models, data, status

    def _check(self, world):
        world = as_int("the index of a world", world, -(2**31))
        try:
            return range(self._count)[world]
        except IndexError:
            raise Error(f"world {world} does not exist, there are {self._count}") from None

    def model(self, world=0):
        """The model of a world, to read."""
        return Model(self._handle, C.ingot_worldsModel(self._handle.address, self._check(world)), writeable=False)

    def own_model(self, world):
        """A model of the world's own, whose numbers can be changed: masses, friction, gains, gravity, ..."""
        world, report = self._check(world), Report()
        with self._handle.calls:
            address = C.ingot_worldsOwnModel(self._handle.address, world, ctypes.byref(report))
        if not address:
            raise Error(report.message(), report.status)
        self._own = True
        return Model(self._handle, address)

    def _parameter(self, name):
        """Its shape in one world, and its dtype."""
        if name not in MODEL_NAMES:
            raise AttributeError(f"mjModel has no array '{name}'{did_you_mean(str(name), MODEL_NAMES)}")
        arrays = [group.model._array(name) for group in self._groups]
        if len({shape_of(array) for array in arrays}) > 1:
            raise Error(f"'{name}' has different shapes in the models of these worlds: use worlds.own_model(world)")
        return shape_of(arrays[0]), dtype_of(name, arrays[0])

    def get_parameter(self, name):
        """A number or array of all models, stacked: get_parameter("body_mass"), get_parameter("opt.gravity")."""
        shape, dtype = self._parameter(name)
        rows = np.zeros((self._count, int(np.prod(shape))))
        if rows.size:
            self._run(C.ingot_worldsGetParameter, name.encode(), rows.ctypes.data, rows.shape[1], None)
        return rows.reshape(self._count, *shape).astype(dtype, copy=False)

    def set_parameter(self, name, values, mask=None):
        """Write one row of values into the model of each world, in one call for all; set_const() makes constants follow."""
        shape, _ = self._parameter(name)
        rows = _fit.numbers(f"'{name}'", values, (self._count, *shape))
        rows = np.ascontiguousarray(rows).reshape(self._count, -1)
        kept, pointer = self._mask(mask)
        self._run(C.ingot_worldsSetParameter, name.encode(), rows.ctypes.data, rows.shape[1], pointer)
        self._own = True

    def set_const(self, mask=None):
        """Recompute what the compiler derives from masses, poses and lengths (dof_invweight0, actuator_acc0, ...)."""
        kept, pointer = self._mask(mask)
        self._advance(C.ingot_worldsSetConst, pointer)
        self._own = True

    def render(
        self,
        worlds=None,
        camera=-1,
        size=(240, 320),
        kind="rgb",
        out=None,
        *,
        cameras=None,
        height=None,
        width=None,
        rgb=None,
        depth=None,
        segmentation=None,
        mask=None,
        quality=None,
    ):
        """Pictures of worlds as they are now, drawn on the threads without OpenGL.

        render(cameras=["front"], height=64, width=64): those of all worlds at once, an array (worlds, cameras, height, width,
        channels), or a dict of arrays where several kinds are asked for.
        cameras  numbers or names, -1 for the free one (the default)
        height, width  64 if they are not given
        rgb, depth, segmentation  which kinds, rgb alone if nothing is said: uint8 with 3 channels; float32 with 1, metres;
                 int32 with 2, number and kind of the object, -1 where there is none
        mask     a bool for each world: the others are not drawn, and their rows are zeros or what `out` had
        quality  "match" (the default): as MuJoCo draws; "fast": one sample a pixel, no shadows, no reflections; "fast-shadows"
        out      an array to write to, or a dict of them by name

        render(worlds, camera, size, kind): those of one camera and one kind
        worlds   numbers, a mask, or None for all
        camera   -1 for the free one, else a number or a name
        size     (height, width) in pixels, or one number for both
        kind     "rgb": uint8 (n, height, width, 3); "depth": float32 (n, height, width), metres; "segmentation": int32
                 (n, height, width, 2)
        """
        if self._handle.foreign():
            raise Error("these worlds belong to another process, whose threads are not in this one: pickle them, or make them here")
        batch = dict(cameras=cameras, height=height, width=width, rgb=rgb, depth=depth, segmentation=segmentation, mask=mask, quality=quality)
        batch = {name: value for name, value in batch.items() if value is not None}
        if batch:
            if worlds is not None or camera != -1 or size != (240, 320) or kind != "rgb":
                raise Error(f"{next(iter(batch))} does not go with worlds, camera, size and kind: those choose pictures one kind at a time")
            return _studio.batch(self._handle, self._count, [group.model for group in self._groups], out=out, **batch)
        height, width = _studio.size_of(size)
        if self._studio is None or (self._studio.height, self._studio.width) != (height, width):
            self._studio = _studio.Studio(self._handle, height, width)
        return _studio.render(self._studio, self._count, self.model(), worlds, camera, kind, out)

    def film(self, path, steps, controls=None, worlds=None, camera=-1, size=(120, 160), columns=None, rate=30):
        """Step all worlds and write one film in which the chosen ones stand side by side.

        controls  a function of (worlds, step) that returns the control of that step; None: what the field has
        path      .png becomes an animated PNG, other endings are written by ffmpeg
        rate      pictures for a second of simulated time
        """
        steps = as_int("steps", steps, 1)
        mask, _ = _studio.picked(self._count, worlds)
        columns = as_int("columns", columns, 1) if columns else max(1, round(float(mask.sum()) ** 0.5))
        film, timestep = _studio.Film(path, rate), self.model().opt.timestep
        for step in range(steps):
            if step * timestep * rate >= film.count:
                film.add(_studio.tiled(self.render(worlds, camera, size), columns))
            self.step(1, controls(self, step) if controls else None)
        film.close()

    def data(self, world=0):
        """What the last step of a world computed."""
        world, address = self._check(world), self._handle.address
        calls = self._handle.calls

        def look():
            with calls:
                return C.ingot_worldsData(address, world)

        return Data(self._handle, self.model(world), look(), look)

    @property
    def width(self):
        """How many worlds are stepped together: lanes of the processor's vectors."""
        return max(C.ingot_worldsWidth(self._handle.address, world, None) for world in range(self._count))

    @property
    def width_reason(self):
        """Why some world is stepped alone, else ''."""
        reason = ctypes.c_char_p()
        for world in range(self._count):
            C.ingot_worldsWidth(self._handle.address, world, ctypes.byref(reason))
            if reason.value:
                return reason.value.decode()
        return ""

    def set_policy(self, policy, key=0):
        """What happens to a world that diverges; key, by index or name, is for "reset_key"."""
        if policy not in POLICIES:
            raise Error(f"policy '{policy}' does not exist; there are {', '.join(POLICIES)}")
        number = self._key_number(key)
        self._run(C.ingot_worldsSetPolicy, POLICIES.index(policy), number)
        self._policy, self._key = policy, number

    @property
    def status(self):
        """A record for each world: state (an index into worlds.STATES), divergences, where and when."""
        records = np.empty(self._count, STATUS)
        self._handle.check(C.ingot_worldsStatuses, records.ctypes.data, STATUS.itemsize)
        return records

    def error(self, world):
        """The message of a world that failed, else ''."""
        report, record = Report(), np.empty(1, STATUS)
        with self._handle.calls:
            C.ingot_worldsStatus(self._handle.address, self._check(world), record.ctypes.data, ctypes.byref(report))
        return report.message()

    def clear_status(self, mask=None):
        kept, pointer = self._mask(mask)
        self._run(C.ingot_worldsClearStatus, pointer)

    # parts of arrays by the names of objects: fields are views, outputs copies, parameters are written in all worlds
    def _named_model(self):
        if len(self._groups) > 1:
            raise Error("these worlds have several models: names are found in worlds.model(world) and worlds.data(world)")
        return self._groups[0].model

    def _named_tables(self, model, data):
        return (data, model)

    def _named_get(self, name, rows):
        if name in FIELDS:
            return getattr(self, name)[:, rows]
        part = (self._bound[name] if name in self._bound else self.gather(name)) if name in DATA_NAMES else self.get_parameter(name)
        part = part[:, rows]
        part.flags.writeable = False
        return part

    def _named_set(self, name, rows, value):
        if name in FIELDS:
            field = getattr(self, name)
            field[:, rows] = _fit.numbers(f"'{name}'", value, field[:, rows].shape)
        elif name in DATA_NAMES:
            raise AttributeError(f"{name} is computed by every step and cannot be assigned")
        else:
            values = self.get_parameter(name)
            _fit.write(name, values[:, rows], value)
            self.set_parameter(name, values)


def _check_memory(address, count):
    """An answer before the memory of the machine is used up; what a world takes is measured only where it may matter."""
    if count < 10000:
        return
    data = C.mj_makeData(address)
    array = Array()
    check(C.ingot_dataArray, address, data, b"nbuffer", ctypes.byref(array))
    needed = count * (ctypes.c_size_t.from_address(array.data).value + 10000)
    C.mj_deleteData(data)
    there = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    if needed > there:
        text = f"{count} worlds of this model need more than {needed >> 30} GiB of memory, the machine has {there >> 30} GiB"
        raise Error(text, Status.NO_MEMORY)


def _names(names):
    return (names,) if isinstance(names, str) else tuple(names)


def _split_names():
    """Names of mjData whose arrays have one length, and those that change it with every step."""
    from ingot._table import ARENA

    return frozenset(DATA_NAMES) - set(ARENA) - set(FIELDS), frozenset(ARENA)


_FIXED, _RAGGED = _split_names()

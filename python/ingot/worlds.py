"""Many worlds, each with its own state, stepped together on threads.

The fields (qpos, qvel, ctrl, ...) are numpy views of the library's memory: read them after a step, write them before the
next. Everything else a step computes is in the data of the world.
"""
import collections.abc
import ctypes
import os
import threading

import numpy as np

from ingot._arrays import Data, Memory, Model
from ingot._library import C, Error, Report, View, check
from ingot._load import as_model

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
POLICIES = ("reset", "reset_key", "freeze", "report")
STATES = ("ok", "diverged", "frozen", "failed")
STATUS = np.dtype(
    [("state", "i4"), ("divergences", "i4"), ("contacts_dropped", "i4"), ("kind", "i4"), ("dof", "i4"), ("body", "i4"), ("time", "f8")],
    align=True,
)
INTEGRATION = (1 << 14) - 1


class _Handle:
    """The batch itself; deleted when the last object that looks at it is gone."""

    def __init__(self, models, threads):
        self.address = ctypes.c_void_p()
        pointers = (ctypes.c_void_p * len(models))(*models)
        check(C.ingot_worldsCreate, pointers, len(models), threads, ctypes.byref(self.address))

    def __del__(self):
        if self.address and C is not None:
            C.ingot_worldsDelete(self.address)


def _field_views(handle, group):
    """The fields of a group: arrays of shape (worlds, numbers)."""
    views = {}
    for number, name in enumerate(FIELDS):
        view = View()
        check(C.ingot_worldsField, handle.address, group, number, ctypes.byref(view))
        strides = (8 * view.world_stride, 8 * view.stride)
        views[name] = Memory.view(handle, view.data, (view.worlds, view.count), np.float64, strides)
    views["time"] = views["time"][:, 0]
    return views


class _Fields:
    """Fields as attributes; assignment writes into them."""

    def __init__(self, views):
        object.__setattr__(self, "_views", views)

    def __getattr__(self, name):
        try:
            return self._views[name]
        except KeyError:
            raise AttributeError(f"there is no field '{name}'") from None

    def __setattr__(self, name, value):
        if name in FIELDS:
            getattr(self, name)[...] = value
        else:
            object.__setattr__(self, name, value)

    def __dir__(self):
        return [*super().__dir__(), *FIELDS]


class Group(_Fields):
    """The worlds with one model: `worlds` are their indices, `model` what they share, and the fields have a row for each."""

    def __init__(self, handle, index, worlds):
        super().__init__(_field_views(handle, index))
        self.worlds = worlds
        self.model = Model(handle, C.ingot_worldsModel(handle.address, int(worlds[0])), writeable=False)


class World(_Fields):
    """One world: its fields, data, model and status."""

    def __init__(self, batch, index, group, row):
        super().__init__({name: view[row : row + 1] if name == "time" else view[row] for name, view in group._views.items()})
        self.index = index
        self._batch = batch

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


class Worlds(_Fields, collections.abc.Sequence):
    """`count` worlds over one model, or one world for each model of a list.

    model    a path, XML text, ingot.Model, mujoco.MjModel, or a list of them (the same object twice: one group)
    count    the number of worlds; with a list of models it may be left out
    threads  how many threads step the worlds, the caller's included; the results do not depend on it
    policy   what happens to a world that diverges: "reset", "reset_key", "freeze" or "report"
    """

    def __init__(self, model, count=None, threads=None, policy="reset", key=0):
        super().__init__({})
        several = isinstance(model, (list, tuple))
        sources = list(model) if several else [model] * (1 if count is None else int(count))
        if several and count not in (None, len(sources)):
            raise Error(f"{len(sources)} models are given for {count} worlds")
        if not sources:
            raise Error("at least one world is needed")
        if threads is None:
            threads = min(len(os.sched_getaffinity(0)), len(sources))
        made = {}
        for source in sources:
            name = source if isinstance(source, (str, os.PathLike)) else id(source)
            if name not in made:
                made[name] = as_model(source)
        addresses = [made[s if isinstance(s, (str, os.PathLike)) else id(s)][0] for s in sources]
        self._handle = _Handle(addresses, int(threads))
        self._lock = threading.Lock()
        self.count, self.threads = len(sources), int(threads)
        self._outputs = {}
        self.own_models = False  # whether any world has a model of its own
        self._alone = set()
        self._make_groups()
        self.set_policy(policy, key)

    def _make_groups(self):
        group, row = ctypes.c_int(), ctypes.c_int()
        self._places = []
        for world in range(self.count):
            check(C.ingot_worldsPlace, self._handle.address, world, ctypes.byref(group), ctypes.byref(row))
            self._places.append((group.value, row.value))
        groups = np.array([place[0] for place in self._places])
        self.groups = [Group(self._handle, g, np.flatnonzero(groups == g)) for g in range(C.ingot_worldsGroups(self._handle.address))]
        if len(self.groups) == 1:
            object.__setattr__(self, "_views", self.groups[0]._views)

    def __getattr__(self, name):
        if name in FIELDS and not self._views:
            raise AttributeError(f"these worlds have several models: '{name}' is in worlds.groups[i] and in worlds[i]")
        return super().__getattr__(name)

    def __len__(self):
        return self.count

    def __getitem__(self, index):
        index = range(self.count)[index]
        if isinstance(index, range):
            return [self[i] for i in index]
        group, row = self._places[index]
        return World(self, index, self.groups[group], row)

    def __repr__(self):
        models = "one model" if len(self.groups) == 1 else f"{len(self.groups)} models"
        return f"<ingot.Worlds: {self.count} over {models}, {self.threads} thread{'s' * (self.threads > 1)}>"

    # ------------------------------------------------------------------------------------------------- running

    def _mask(self, mask):
        if mask is None:
            return None, None
        mask = np.asarray(mask)
        if mask.shape != (self.count,) or mask.dtype != bool:
            raise Error(f"a mask has one bool for each of the {self.count} worlds, not shape {mask.shape} of {mask.dtype}")
        mask = np.ascontiguousarray(mask).view(np.uint8)
        return mask, mask.ctypes.data

    def _run(self, function, *arguments):
        with self._lock:
            check(function, self._handle.address, *arguments)

    def step(self, n=1, ctrl=None, mask=None):
        """Step n times; ctrl, if given, is written into the field first: (count, nu) or what broadcasts to it."""
        if ctrl is not None:
            self.ctrl = ctrl
        kept, pointer = self._mask(mask)
        self._run(C.ingot_worldsStep, n, pointer)

    def follow(self, controls, mask=None):
        """A step for each control of shape (count, steps, nu): as step() with one after the other, and faster."""
        controls = np.ascontiguousarray(controls, np.float64)
        if controls.ndim != 3 or controls.shape[0] != self.count:
            raise Error(f"controls have shape {controls.shape}, expected ({self.count}, steps, nu)")
        kept, pointer = self._mask(mask)
        self._run(C.ingot_worldsFollow, controls.shape[1], controls.ctypes.data, controls.shape[2], pointer)

    def forward(self, mask=None):
        """Compute everything from the fields, without advancing."""
        kept, pointer = self._mask(mask)
        self._run(C.ingot_worldsForward, pointer)

    def call(self, function, mask=None):
        """Run a function of the C interface that takes a model and data, by name: "mj_rnePostConstraint", "mj_subtreeVel"."""
        kept, pointer = self._mask(mask)
        try:
            address = ctypes.cast(getattr(C, function), ctypes.c_void_p)
        except AttributeError:
            raise Error(f"the library has no function {function}") from None
        self._run(C.ingot_worldsCall, address, pointer)

    def reset(self, mask=None, key=-1):
        """Back to the initial state or to a keyframe, and to status ok."""
        kept, pointer = self._mask(mask)
        self._run(C.ingot_worldsReset, pointer, key)

    # --------------------------------------------------------------------------------------------------- state

    def state_size(self, signature=INTEGRATION):
        """Numbers of the longest state vector."""
        return max(group.model.state_size(signature) for group in self.groups)

    def get_state(self, signature=INTEGRATION, out=None, mask=None):
        """State vectors as of mj_getState, a row for each world; rows outside the mask are left as they are."""
        shape = (self.count, self.state_size(signature))
        if out is None:
            out = np.zeros(shape)
        if not isinstance(out, np.ndarray) or out.dtype != np.float64 or out.shape != shape or not out.flags.c_contiguous:
            raise Error(f"out must be a contiguous array of doubles of shape {shape}")
        kept, pointer = self._mask(mask)
        self._run(C.ingot_worldsGetState, pointer, int(signature), out.ctypes.data, shape[1])
        return out

    def set_state(self, states, signature=INTEGRATION, mask=None):
        """The reverse; what the signature leaves out is as after a reset."""
        width = self.state_size(signature)
        states = np.asarray(states, np.float64)
        try:
            states = np.ascontiguousarray(np.broadcast_to(states, (self.count, width)))
        except ValueError:
            raise Error(f"states have shape {states.shape}, expected {(self.count, width)}") from None
        kept, pointer = self._mask(mask)
        self._run(C.ingot_worldsSetState, pointer, int(signature), states.ctypes.data, width)

    # -------------------------------------------------------------------------------------- models, data, status

    def _check(self, world):
        try:
            return range(self.count)[world]
        except IndexError:
            raise Error(f"world {world} does not exist, there are {self.count}") from None

    def model(self, world=0):
        """The model of a world, to read."""
        return Model(self._handle, C.ingot_worldsModel(self._handle.address, self._check(world)), writeable=False)

    def own_model(self, world):
        """A model of the world's own, whose numbers can be changed: masses, friction, gains, gravity, ..."""
        world, report = self._check(world), Report()
        with self._lock:
            address = C.ingot_worldsOwnModel(self._handle.address, world, ctypes.byref(report))
        if not address:
            raise Error(report.message(), report.status)
        self.own_models = True
        self._alone.add(world)
        return Model(self._handle, address)

    def _section(self, model, name):
        section, _, member = name.rpartition(".")
        return (getattr(model, section) if section else model), member

    def _parameter(self, group, name, own):
        """The numbers of their own that the worlds of a group have, shape (worlds, numbers); None: they share the model's."""
        view = View()
        check(C.ingot_worldsParameter, self._handle.address, group, name.encode(), own, ctypes.byref(view))
        return self._view(view) if view.data else None

    def _view(self, view):
        strides = (8 * view.world_stride, 8 * view.stride)
        return Memory.view(self._handle, view.data, (view.worlds, view.count), np.float64, strides)

    def get_parameter(self, name):
        """A number or array of all models, stacked: get_parameter("body_mass"), get_parameter("opt.gravity")."""
        shared = {g: np.asarray(getattr(*self._section(group.model, name))) for g, group in enumerate(self.groups)}
        rows = []
        own = {g: self._parameter(g, name, 0) for g in shared}
        for world, (group, row) in enumerate(self._places):
            if world in self._alone:
                rows.append(np.asarray(getattr(*self._section(self.model(world), name))))
            elif own[group] is None:
                rows.append(shared[group])
            else:
                rows.append(own[group][row].reshape(shared[group].shape).astype(shared[group].dtype))
        return np.stack(rows)

    def set_parameter(self, name, values, mask=None):
        """Write one row of values for each world, which has its own numbers of that name from then on."""
        shape = np.shape(getattr(*self._section(self.groups[0].model, name)))
        rows = np.broadcast_to(np.asarray(values), (self.count, *shape))
        chosen = np.ones(self.count, bool) if mask is None else self._mask(mask)[0].view(bool)
        self.own_models = True
        for number, group in enumerate(self.groups):
            meant = [world for world in group.worlds if chosen[world]]
            if not meant:
                continue
            try:
                own = self._parameter(number, name, 1)
            except Error:
                own = None  # not among the numbers of lanes: worlds get models of their own
            for world in meant:
                if own is not None and world not in self._alone:
                    own[self._places[world][1]] = rows[world].reshape(-1)
                else:
                    owner, member = self._section(self.own_model(world), name)
                    setattr(owner, member, rows[world])

    @property
    def width(self):
        """How many worlds are stepped together: lanes of the processor's vectors."""
        return max(C.ingot_worldsWidth(self._handle.address, world, None) for world in range(self.count))

    @property
    def width_reason(self):
        """Why some world is stepped alone, else ''."""
        reason = ctypes.c_char_p()
        for world in range(self.count):
            C.ingot_worldsWidth(self._handle.address, world, ctypes.byref(reason))
            if reason.value:
                return reason.value.decode()
        return ""

    def data(self, world=0):
        """What the last step of a world computed."""
        return Data(self._handle, self.model(world), C.ingot_worldsData(self._handle.address, self._check(world)))

    def gather(self, name, out=None):
        """One array of the data of all worlds, stacked: gather("xpos") has shape (count, nbody, 3)."""
        if len(self.groups) == 1 and name not in self._outputs:
            self._outputs[name] = self._output(name)
        if self._outputs.get(name) is None:
            return np.stack([np.asarray(getattr(self.data(world), name)) for world in range(self.count)], out=out)
        if out is None:
            return self._outputs[name].copy()
        out[...] = self._outputs[name]
        return out

    def _output(self, name):
        """An array over all worlds that each step fills; None when its size changes or it has no numbers."""
        array = self.data(0)._array(name)
        if not array.fixed or name in FIELDS:
            return None
        shape, view = np.shape(getattr(self.data(0), name)), View()
        try:
            with self._lock:
                check(C.ingot_worldsOutput, self._handle.address, 0, name.encode(), ctypes.byref(view))
        except Error:
            return None
        return self._view(view).reshape(self.count, *shape)

    def set_policy(self, policy, key=0):
        """What happens to a world that diverges."""
        if policy not in POLICIES:
            raise Error(f"policy '{policy}' does not exist; there are {', '.join(POLICIES)}")
        self._run(C.ingot_worldsSetPolicy, POLICIES.index(policy), key)
        self.policy = policy

    @property
    def status(self):
        """A record for each world: state (an index into worlds.STATES), divergences, where and when."""
        records = np.empty(self.count, STATUS)
        for world in range(self.count):
            check(C.ingot_worldsStatus, self._handle.address, world, records.ctypes.data + world * STATUS.itemsize)
        return records

    def error(self, world):
        """The message of a world that failed, else ''."""
        report, record = Report(), np.empty(1, STATUS)
        C.ingot_worldsStatus(self._handle.address, self._check(world), record.ctypes.data, ctypes.byref(report))
        return report.message()

    def clear_status(self, mask=None):
        kept, pointer = self._mask(mask)
        self._run(C.ingot_worldsClearStatus, pointer)

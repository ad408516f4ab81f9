# SPDX-License-Identifier: Apache-2.0
"""The interface of ingot.Worlds over actors."""
import collections.abc
import functools
import os
import types

import numpy as np
import ray as _ray

from ingot import _fit, _studio
from ingot._arrays import DATA_NAMES, Model, _model_from_bytes
from ingot._library import Error, as_int, did_you_mean
from ingot._load import as_model
from ingot._named import ByName
from ingot.cluster._actor import Local, Remote, Shared
from ingot.cluster._crew import Call, Crew, Member, raise_first, size_of
from ingot.cluster._fields import Mirrors
from ingot.worlds import _FIXED, _RAGGED, FIELDS, FUNCTIONS, INTEGRATION, STAGES, _Fields, _Many, _names, _number_of_worlds, _One, as_groups, as_rays
from ingot.worlds import Worlds as _OneMachine

_OF_A_NEW_CLUSTER = {"num_cpus", "num_gpus", "resources", "labels", "object_store_memory", "include_dashboard", "_system_config"}
_SMALL = 100_000  # bytes that Ray sends with a call rather than through its object store
_LANES = 8  # the widest vectors take so many worlds at once


def _connect(ray):
    """Ray, as the cluster that is named, or that RAY_ADDRESS names, or that runs on this machine; else one is started here."""
    if isinstance(ray, types.ModuleType):
        ray = None
    if _ray.is_initialized():
        if ray is not None:
            raise Error("Ray runs in this process already: leave `ray` out, or call ray.shutdown() first")
        return
    settings = {"address": ray} if isinstance(ray, str) else dict(ray or {})
    if settings.get("address") or os.environ.get("RAY_ADDRESS"):
        _ray.init(**settings)
        return
    # what a cluster is started with cannot be asked of one that runs
    if not _OF_A_NEW_CLUSTER & set(settings):
        try:
            _ray.init(**{**settings, "address": "auto"})
            return
        except ConnectionError:
            pass
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    own = {"address": "local", "include_dashboard": False, "num_cpus": len(os.sched_getaffinity(0))}
    _ray.init(**{**own, **settings})


def _bounds(count, actors):
    """The first world of each actor, and the end: in whole vectors where there are enough worlds, else as even as can be."""
    whole = -(-count // (actors * _LANES)) * _LANES
    if (actors - 1) * whole < count:
        return [min(i * whole, count) for i in range(actors + 1)]
    return [i * count // actors for i in range(actors + 1)]


def _call(start):
    """A method that sends a call and returns it, as one that waits for its value; worlds.later has the first."""

    @functools.wraps(start)
    def wait(self, *arguments, **settings):
        return self._wait(start(self, *arguments, **settings))

    wait.start = start
    return wait


class Future:
    """The value of a call that was sent: future.result() waits for it. Calls are carried out in the order of sending."""

    def __init__(self, worlds, call):
        self._worlds, self._call = worlds, call

    def result(self, timeout=None):
        """What the method returns without `later`; ingot.cluster.Timeout after so many seconds, and the call goes on."""
        self._worlds._crew.collect(self._call, timeout)
        return self._call.result()

    def done(self):
        refs = list(self._call.refs.values())
        return self._call.collected or not refs or len(_ray.wait(refs, num_returns=len(refs), timeout=0)[0]) == len(refs)

    def cancel(self):
        """Cut short this call and those sent before it; result() then raises ingot.Error with status CANCELLED."""
        self._worlds._crew.cancel(self._call.number)

    def __repr__(self):
        return f"<ingot.cluster.Future: call {self._call.number}{', done' * self.done()}>"


class _Later:
    """The methods of worlds, each of which returns a Future at once."""

    def __init__(self, worlds):
        self._worlds = worlds

    def __getattr__(self, name):
        start = getattr(getattr(Worlds, name, None), "start", None)
        if start is None:
            raise AttributeError(f"'{name}' cannot be called later{did_you_mean(name, dir(self))}")
        return lambda *arguments, **settings: Future(self._worlds, start(self._worlds, *arguments, **settings))

    def __dir__(self):
        return [name for name in dir(Worlds) if hasattr(getattr(Worlds, name, None), "start")]


class Group(_Fields):
    """The worlds with one model: `worlds` are their indices, `model` what they share, and the fields have a row for each."""

    def __init__(self, batch, index, model, worlds, members):
        self._batch, self._index, self._mirrors = batch, index, Mirrors(model, worlds, members)
        self.__dict__["worlds"], self.__dict__["model"] = worlds, model

    def __getattr__(self, name):
        if name in FIELDS:
            return self._batch._look(self._index, name)
        return super().__getattr__(name)

    def __setattr__(self, name, value):
        if name in FIELDS:
            self._mirrors.fields[name].assign(value)
        else:
            super().__setattr__(name, value)

    def __reduce__(self):
        raise TypeError("a group of worlds is not pickled by itself: pickle the worlds")


class Data:
    """What the last step of one world computed, brought name by name: data.xpos, data.ncon, data.contact."""

    def __init__(self, batch, world):
        self._batch, self._world = batch, world

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        if name not in DATA_NAMES:
            raise AttributeError(f"Data has no array '{name}'{did_you_mean(name, DATA_NAMES)}")
        return self._batch._ask(self._world, "data", name)

    def __dir__(self):
        return [*super().__dir__(), *DATA_NAMES]


class World(_One):
    """One world: its fields, data, model and status."""

    def __init__(self, batch, index, group, row):
        self._batch, self._group, self._row = batch, group, row
        self.__dict__["index"] = index

    def __getattr__(self, name):
        if name in FIELDS:
            field = getattr(self._group, name)
            return field[self._row : self._row + 1] if name == "time" else field[self._row]
        return super().__getattr__(name)


class Worlds(_Many, _Fields, ByName, collections.abc.Sequence):
    """`count` worlds over one model, or one world for each model of a list, on the actors of a Ray cluster.

    model       a path, XML text, ingot.Model, mujoco.MjModel, or a list of them
    count       the number of worlds; with a list of models it may be left out
    ray         None: Ray as it runs in this process, else the cluster of RAY_ADDRESS or of this machine, else a new one
                here. An address ("10.0.0.1:6379"), or a dict of arguments of ray.init; with num_cpus it is a new one
    per_actor   worlds of one actor; or `actors`, their number. Neither: an actor for every `threads` CPUs of the cluster
    threads     threads of each actor
    policy      what happens to a world that diverges: "reset", "reset_key", "freeze" or "report"
    device      where each actor steps its worlds, as of ingot.Worlds; with "cuda" Ray gives each of them a GPU
    ahead       calls that may be in flight; one more waits for the oldest
    timeout     seconds that a call may take; it is then cut short and raises ingot.cluster.Timeout
    patience    seconds to wait for actors to start, and for room elsewhere when a node is lost
    checkpoint  None: chosen by cost; a number of steps; 0: none, and what is lost is lost
    options     Ray's options of the actors (num_gpus, resources, runtime_env, ...), or a function of an actor's number
    local       more keyword arguments of the ingot.Worlds of each actor
    bounds      instead of per_actor: the first world of each actor, and the count

    The results are the bits of ingot.Worlds, whatever the number of actors, nodes and threads.
    """

    def __init__(
        self,
        model,
        count=None,
        ray=None,
        per_actor=None,
        actors=None,
        threads=1,
        policy="reset",
        key=0,
        device="cpu",
        ahead=2,
        timeout=None,
        patience=60.0,
        checkpoint=None,
        options=None,
        local=None,
        bounds=None,
    ):
        models, which = self._read_models(model, count)
        self._count, self._bound, self._own, self._own_models = len(which), {}, False, {}
        self._threads, self._options = as_int("the number of threads", threads, 1), options
        checkpoint = checkpoint if checkpoint is None else as_int("checkpoint", int(checkpoint), 0)
        settings = (as_int("ahead", ahead, 1), timeout, patience, checkpoint)
        names = ("threads", "policy", "key", "device", "ahead", "timeout", "patience", "checkpoint", "options", "local")
        self._arguments = dict(zip(names, (threads, policy, key, device, ahead, timeout, patience, checkpoint, options, local)))
        self._pattern = Local(models, threads=1, policy=policy, key=key)
        self._policy, self._key = policy, self._pattern._key
        self._crew = None
        _connect(ray)
        members = self._make_members(which, per_actor, actors, bounds)
        # more actors than processors share them
        cpus = _ray.cluster_resources().get("CPU", 1)
        self._cpus = self._threads if len(members) * self._threads <= cpus else int(1e4 * cpus / len(members)) / 1e4
        self._make_groups(models, which, members)
        self._settings = {"threads": self._threads, "policy": policy, "key": self._key, "device": str(device), **(local or {})}
        self._content = _ray.put([np.frombuffer(one.to_bytes(), np.uint8) for one in models])
        self._which, self._last = which, 0
        self._crew = Crew(members, self._make_actor, settings)

    # -------------------------------------------------------------------------------------------------- making

    def _read_models(self, model, count):
        """The different models, and the number of that of each world."""
        several, number = _number_of_worlds(model, count)
        made, models, which = {}, [], []
        for source in model if several else [model]:
            name = source if isinstance(source, (str, os.PathLike)) else id(source)
            if name not in made:
                made[name] = len(models)
                models.append(_as_own(source))
            which.append(made[name])
        return models, np.array(which if several else which * number)

    def _make_members(self, which, per_actor, actors, bounds):
        if sum(one is not None for one in (per_actor, actors, bounds)) > 1:
            raise Error("give one of per_actor, actors and bounds")
        if per_actor is not None:
            bounds = [*range(0, self._count, as_int("per_actor", per_actor, 1)), self._count]
        elif bounds is not None:
            bounds = [as_int("a bound", one, 0) for one in bounds]
            if bounds[:1] != [0] or bounds[-1] != self._count or any(a >= b for a, b in zip(bounds, bounds[1:])):
                raise Error(f"bounds rise from 0 to the number of worlds, {self._count}: not {bounds}")
        else:
            room = int(_ray.cluster_resources().get("CPU", 1)) // self._threads
            actors = as_int("actors", actors, 1) if actors is not None else max(1, min(room, -(-self._count // _LANES)))
            if actors > self._count:
                raise Error(f"{actors} actors are too many for {self._count} worlds")
            bounds = _bounds(self._count, actors)
        members = []
        for index, (first, last) in enumerate(zip(bounds, bounds[1:])):
            # groups are numbered by their first world, in each actor by itself
            here = list(dict.fromkeys(which[first:last].tolist()))
            members.append(Member(index, first, last, [here.index(g) if g in here else -1 for g in range(int(which.max()) + 1)]))
        return members

    def _make_groups(self, models, which, members):
        self._groups, self._rows = [], np.zeros(self._count, int)
        for number, model in enumerate(models):
            worlds = np.flatnonzero(which == number)
            self._rows[worlds] = np.arange(len(worlds))
            parts = [(member.index, slice(*np.searchsorted(worlds, [member.first, member.last]).tolist())) for member in members]
            self._groups.append(Group(self, number, model, worlds, [(i, rows) for i, rows in parts if rows.stop > rows.start]))

    def _make_actor(self, member, share):
        """An actor for a part of the worlds; share: on any node, whatever runs there."""
        given = self._options(member.index) if callable(self._options) else self._options or {}
        settings = {"num_cpus": self._cpus, "max_restarts": 0, "max_task_retries": 0, **given}
        if self.device.startswith("cuda"):
            settings.setdefault("num_gpus", 1)
        if share:
            settings["num_cpus"] = 0
        which = self._which[member.rows].tolist()
        return Remote.options(**settings).remote(self._content, which, member.first, member.groups, self._settings)

    def close(self):
        """End the actors. Ray itself is ended by ray.shutdown(), or with the program."""
        if self._crew is not None:
            self._crew.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __reduce__(self):
        contents = self._everywhere("content")
        models = [group.model.to_bytes() for group in self._groups]
        bounds = [member.first for member in self._crew.members] + [self._count]
        return _restore, (type(self), models, self._which, bounds, self._arguments, contents)

    # --------------------------------------------------------------------------------------------------- about

    @property
    def device(self):
        """Where the actors step their worlds."""
        return self._settings["device"]

    @_call
    def to(self, device):
        """Take the worlds of all actors elsewhere: "cpu", "cuda". They go on with the same bits; returns the worlds."""
        work = [[("to", str(device))] for _ in self._crew.members]

        def make(parts):
            self._settings["device"] = str(device)
            return self

        return self._send(work, make)

    def wait(self):
        """Wait for all calls in flight; what went wrong in them is raised by their futures."""
        self._drain()

    @property
    def threads(self):
        """The number of threads that step the worlds, of all actors together."""
        return self._threads * len(self._crew.members)

    @property
    def actors(self):
        """A record for each actor: its worlds (first, last), node, process, lanes, and seconds of a step and a checkpoint."""
        about = ("first", "last", "node", "process", "width", "step_seconds", "save_seconds")
        return [{name: getattr(member, name) for name in about} for member in self._crew.members]

    @property
    def recoveries(self):
        """A record for each actor that was replaced: from which node to which, seconds until it stood ready to replay, calls and steps to replay."""
        return list(self._crew.recoveries)

    @property
    def traffic(self):
        """Bytes of arrays that went to the actors and came from them, and the number of checkpoints."""
        return {"out": self._crew.bytes_out, "in": self._crew.bytes_in, "checkpoints": self._crew.checkpoints}

    @property
    def later(self):
        """The methods of these worlds without waiting: worlds.later.step(5) returns a Future."""
        return _Later(self)

    def __getattr__(self, name):
        if name in FIELDS:
            if len(self._groups) > 1:
                raise AttributeError(f"these worlds have several models: '{name}' is in worlds.groups[i] and in worlds[i]")
            return self._look(0, name)
        if name in _RAGGED or name in _FIXED:
            return self.gather(name)
        return super().__getattr__(name)

    def __setattr__(self, name, value):
        if name in FIELDS and len(self._groups) == 1:
            setattr(self._groups[0], name, value)
        else:
            super().__setattr__(name, value)

    def _one(self, index):
        return World(self, index, self._groups[self._which[index]], int(self._rows[index]))

    def __repr__(self):
        models = "one model" if len(self._groups) == 1 else f"{len(self._groups)} models"
        actors = len(self._crew.members)
        return f"<ingot.cluster.Worlds: {self._count} over {models}, {actors} actor{'s' * (actors > 1)}>"

    # ------------------------------------------------------------------------------------------------ fields

    def _look(self, group, name):
        """A field as it is after all calls that were sent."""
        mirror = self._groups[group]._mirrors.fields[name]
        view = mirror.look()
        self._drain()
        if not mirror.fresh:
            self._refresh([(group, name)])
        return view

    def _drain(self):
        """Wait for all calls in flight; what went wrong in them is raised by their futures."""
        if self._crew.calls:
            self._crew.collect(self._crew.calls[-1], self._crew.timeout, cancel=True)

    def _refresh(self, pairs):
        """Bring fields."""
        self._drain()

        def finish(call):
            raise_first(call, self._crew.members)
            for index, part in call.parts.items():
                self._arrived(index, part["answers"][0], True)

        self._wait(self._crew.submit([[("read", pairs)]] * len(self._crew.members), finish, changes=False))

    def _arrived(self, index, fields, last):
        by_group = {}
        for (group, name), values in fields.items():
            by_group.setdefault(group, {})[name] = values
        for group, parts in by_group.items():
            self._groups[group]._mirrors.arrived(index, parts, last)

    def _written(self):
        """Operations for each actor: what the caller wrote into fields and own models since the last call."""
        work = [[] for _ in self._crew.members]
        behind = [(g, name) for g, group in enumerate(self._groups) for name in group._mirrors.behind()]
        if behind:
            self._refresh(behind)
        for number, group in enumerate(self._groups):
            for index, fields in group._mirrors.changes().items():
                work[index] += [("put", number, name, values) for name, values in fields]
            group._mirrors.sent()
        for world, kept in self._own_models.items():
            content = kept[0].to_bytes()
            if content != kept[1]:
                kept[1] = content
                member = self._member(world)
                work[member.index].append(("method", "put_model", (world - member.first, content), {}))
        return work

    # ------------------------------------------------------------------------------------------------- calls

    def _wait(self, call):
        self._crew.collect(call, self._crew.timeout, cancel=True)
        return call.result()

    def _send(self, operations, make=None, changes=True, mask=None, steps=0, shared=()):
        """Send a call: operations[i] for actor i, None where it has nothing to do. make(parts) is its value."""
        self._crew.make_room()
        written = self._written()
        if not changes and any(written):
            self._crew.submit([work or None for work in written], self._finish_nothing)
            written = [[] for _ in written]
        watched, bound = (), {}
        if changes:
            watched = [(g, name) for g, group in enumerate(self._groups) for name in group._mirrors.watched()]
            bound = {name: array.dtype if array.dtype.kind == "f" else None for name, array in self._bound.items()}
            for group in self._groups:
                group._mirrors.stale()
        work = [before + (mine or []) for before, mine in zip(written, operations)]
        # an actor without anything to do still brings what is looked at
        work = [one if one or watched or bound else None for one in work]
        counts = [len(before) for before in written]
        whole = mask is None
        call = self._crew.submit(
            work,
            lambda done: self._finish(done, counts, make),
            watched=watched,
            bound=bound,
            changes=changes,
            steps=steps,
            whole=whole,
            shared=shared,
        )
        if changes:
            self._last = call.number
        return call

    def _finish_nothing(self, call):
        raise_first(call, self._crew.members)

    def _finish(self, call, counts, make):
        """Fields first, so that they are right whatever the answers are."""
        last = call.number == self._last and all("fields" in part for part in call.parts.values())
        for index, part in call.parts.items():
            self._arrived(index, part.get("fields", {}), last)
            for name, values in part.get("bound", {}).items():
                _lay(self._bound[name], self._crew.members[index].rows, values)
        raise_first(call, self._crew.members)
        answers = {index: part["answers"][counts[index] :] for index, part in call.parts.items()}
        return make({index: one[0] for index, one in answers.items() if one}) if make else None

    def _everywhere(self, name, *arguments):
        """The answers of all actors to one question, in their order."""
        operations = [[(name, *arguments)]] * len(self._crew.members)
        return self._wait(self._send(operations, lambda parts: [parts[member.index] for member in self._crew.members], changes=False))

    def _member(self, world):
        world = self._check(world)
        return next(member for member in self._crew.members if member.first <= world < member.last)

    def _ask(self, world, name, *arguments):
        """The answer of the one actor that has this world."""
        world = self._check(world)
        member = self._member(world)
        operations = [[(name, world - member.first, *arguments)] if one is member else None for one in self._crew.members]
        return self._wait(self._send(operations, lambda parts: parts[member.index], changes=False))

    def _mask(self, mask):
        """A mask as bools that nobody else writes into."""
        return None if mask is None else _fit.worlds(self._count, mask).copy()

    def _spread(self, name, *arguments, mask=None, always=False):
        """Operations of one name, each with its part of the mask at the end; none where it leaves out all worlds."""
        work = []
        for member in self._crew.members:
            part = None if mask is None else mask[member.rows]
            cut = [_part(one, member) for one in arguments]
            work.append([(name, *cut, part)] if always or part is None or part.any() else None)
        return work

    def _methods(self, name, *arguments, mask=None):
        """The same for a method of ingot.Worlds with its mask as a keyword."""
        work = []
        for member in self._crew.members:
            part = None if mask is None else mask[member.rows]
            cut = tuple(_part(one, member) for one in arguments)
            work.append([("method", name, cut, {"mask": part})] if part is None or part.any() else None)
        return work

    def _stacked(self, shape, dtype, mask=None, fill=0):
        """make() for answers with a row for each world."""

        def make(parts):
            out = np.full(shape, fill, dtype)
            for index, part in parts.items():
                _lay(out, self._crew.members[index].rows, part, 0, mask)
            return out

        return make

    # ------------------------------------------------------------------------------------------------ running

    @_call
    def step(self, n=1, ctrl=None, mask=None):
        """Step n times; ctrl, if given, is written into the field first: (count, nu) or what broadcasts to it."""
        n, mask = as_int("the number of steps", n, 0), self._mask(mask)
        work = self._spread("step", n, mask=mask)
        if ctrl is not None:
            ctrl = self._ctrl(ctrl)
            work = [[("put", 0, "ctrl", ctrl[member.rows]), *(mine or [])] for member, mine in zip(self._crew.members, work)]
        return self._send(work, mask=mask, steps=n)

    def _ctrl(self, ctrl):
        if len(self._groups) > 1:
            raise AttributeError("these worlds have several models: 'ctrl' is in worlds.groups[i] and in worlds[i]")
        return np.array(_fit.numbers("ctrl", ctrl, (self._count, self._groups[0].model.nu)))

    def _controls(self, controls, shared=False):
        """Controls by themselves, since they are kept until the next checkpoint: rows of worlds, or what all share, stored once."""
        nu = max(group.model.nu for group in self._groups)
        given = np.array(_fit.controls(controls, self._count, nu, shared), order="C")
        if shared and np.ndim(controls) == 2:
            return Shared(0), given.shape[1], (_ray.put(given[0].copy()),)
        return given.view(_Rows), given.shape[1], ()

    @_call
    def follow(self, controls, mask=None):
        """A step for each control of shape (count, steps, nu): as step() with one after the other, and faster."""
        controls, steps, _ = self._controls(controls)
        mask = self._mask(mask)
        return self._send(self._spread("follow", controls, mask=mask), mask=mask, steps=steps)

    def _outputs(self, outputs, every, steps, out, dtype):
        """The number of steps and the arrays of a rollout."""
        if steps is None:
            raise Error("the number of steps is not given")
        steps = as_int("the number of steps", steps, 0)
        if steps % every:
            raise Error(f"{steps} steps cannot be kept every {every} steps")
        arrays = {name: self._buffer(name, (out or {}).get(name), dtype, (steps // every,)) for name in _names(outputs)}
        unknown = set(out or {}) - set(arrays)
        if unknown:
            raise Error(f"out has arrays that are no outputs: {', '.join(sorted(unknown))}")
        return steps, arrays

    @_call
    def rollout(self, controls=None, outputs=("qpos", "qvel", "sensordata"), every=1, steps=None, out=None, dtype=np.float64, mask=None):
        """Many steps, with arrays of mjData kept after every `every` of them: {name: (count, moments, ...)}.

        As with ingot.Worlds. Controls of shape (steps, nu), for all worlds alike, are stored once for all actors. A
        function of (worlds, step) runs here, with a call for each step: apply() takes it to the actors instead.
        """
        every, shared = as_int("every", every, 1), ()
        if callable(controls):
            steps, arrays = self._outputs(outputs, every, steps, out, dtype)
            _OneMachine._closed_loop(self, controls, arrays, every, steps // every, self._mask(mask))
            return Call.done(arrays)
        if controls is not None:
            controls, given, shared = self._controls(controls, shared=True)
            if steps not in (None, given):
                raise Error(f"controls for {given} steps are given for {steps}")
            steps = given
        steps, arrays = self._outputs(outputs, every, steps, out, dtype)
        kinds = {name: array.dtype if array.dtype.kind == "f" else None for name, array in arrays.items()}
        mask = self._mask(mask)

        def make(parts):
            for index, part in parts.items():
                for name, values in part.items():
                    _lay(arrays[name], self._crew.members[index].rows, values, 1, mask)
            return arrays

        work = self._spread("rollout", controls, every, steps, kinds, mask=mask)
        return self._send(work, make, mask=mask, steps=steps, shared=shared)

    @_call
    def apply(self, function, *rows, **settings):
        """Run function(worlds, *rows, **settings) in every actor, on its own ingot.Worlds: closed loops without a call for each step.

        rows are arrays with a row for each world, of which each actor gets its own; settings go to all of them, stored once
        if they are large arrays. What it returns (an array, or a tuple or dict of arrays, with a row for each world) comes
        back as a whole. After a loss the function runs again: it must give the same for the same worlds and arguments.
        """
        cut = []
        for one in rows:
            one = np.array(one)
            if not one.ndim or len(one) != self._count:
                raise Error(f"an array of shape {one.shape} has no row for each of the {self._count} worlds; what all share is a keyword argument")
            cut.append(one)
        shared = ()
        if size_of(settings) > _SMALL:
            settings, shared = Shared(0), (_ray.put(settings),)
        work = [[("apply", function, [one[member.rows] for one in cut], settings)] for member in self._crew.members]
        return self._send(work, lambda parts: self._joined([parts[member.index] for member in self._crew.members]), steps=1, shared=shared)

    def _joined(self, parts):
        """Answers of functions, put together."""
        first = parts[0]
        if first is None:
            return None
        if isinstance(first, dict):
            return {name: self._joined([part[name] for part in parts]) for name in first}
        if isinstance(first, (tuple, list)):
            return tuple(self._joined([part[place] for part in parts]) for place in range(len(first)))
        for member, part in zip(self._crew.members, parts):
            if not isinstance(part, np.ndarray) or not part.ndim or len(part) != member.last - member.first:
                raise Error(f"the function returned {type(part).__name__} of shape {np.shape(part)}, not an array with a row for each world")
        return np.concatenate(parts)

    @_call
    def forward(self, mask=None, stage="all"):
        """Compute everything from the fields, without advancing; or what depends on "position" only, or on "velocity" too."""
        if stage not in STAGES:
            raise Error(f"the stages are {', '.join(STAGES)}, not '{stage}'{did_you_mean(str(stage), STAGES)}")
        mask = self._mask(mask)
        return self._send(self._with(self._methods("forward", mask=mask), stage=lambda member: stage), mask=mask)

    def _with(self, work, **settings):
        """Keyword arguments for the one method of each actor."""
        for member, one in zip(self._crew.members, work):
            if one:
                one[0][3].update({name: value(member) for name, value in settings.items()})
        return work

    @_call
    def call(self, function, mask=None):
        """Run a function of the C interface that takes a model and data, by name; ingot.worlds.FUNCTIONS has their names."""
        if function not in FUNCTIONS:
            raise Error(f"'{function}' is not a function that takes a model and data only{did_you_mean(str(function), FUNCTIONS)}")
        mask = self._mask(mask)
        return self._send(self._methods("call", function, mask=mask), mask=mask)

    @_call
    def transition(self, eps=1e-6, centered=True, sensors=False, mask=None):
        """Derivatives of the next step in every world, as of mjd_transitionFD: A, B and, with sensors, C, D."""
        if len(self._groups) > 1:
            raise Error("derivatives of several models have several shapes")
        mask = self._mask(mask)
        work = self._spread("transition", float(eps), bool(centered), bool(sensors), mask=mask, always=True)
        work = [[("method", "transition", one[0][1:], {})] for one in work]
        return self._send(work, lambda parts: self._joined([parts[member.index] for member in self._crew.members]), changes=False)

    @_call
    def inverse(self, qacc, mask=None):
        """The forces that give the accelerations qacc, shape (count, nv), in the states of now, as of mj_inverse."""
        nv, mask = self._groups[0].model.nv, self._mask(mask)
        qacc = np.array(_fit.numbers("accelerations", qacc, (self._count, nv)))
        work = self._methods("inverse", qacc.view(_Rows), mask=mask)
        return self._send(work, self._stacked((self._count, nv), np.float64), changes=False)

    @_call
    def rays(self, origins, directions, static=True, except_body=-1, mask=None, geomgroup=None, normals=False):
        """Rays in every world, as of mj_ray: (distances, geoms), and with `normals` those of the surfaces, in the states of now."""
        origins, directions = (array.view(_Rows) for array in as_rays(self._count, origins, directions))
        mask, groups = self._mask(mask), as_groups(geomgroup)
        work = self._spread("rays", origins, directions, bool(static), int(except_body), mask=mask, always=True)
        settings = {"geomgroup": groups, "normals": bool(normals)}
        work = [[("method", "rays", one[0][1:], settings)] for one in work]
        return self._send(work, lambda parts: self._joined([parts[member.index] for member in self._crew.members]), changes=False)

    @_call
    def reset(self, mask=None, key=-1):
        """Back to the initial state or to a keyframe, by its index or name, and to status ok."""
        mask, several = self._mask(mask), np.ndim(key) > 0
        keys = self._keys(key if several else [key] * self._count, mask)
        work = self._with(self._methods("reset", mask=mask), key=lambda member: keys[member.rows] if several else int(keys[member.first]))
        return self._send(work, mask=mask)

    def _key_number(self, key):
        return self._pattern._key_number(key)

    _keys = _OneMachine._keys

    @_call
    def jac(self, kind, object, points=None, mask=None):
        """Jacobians in every world, in the states of now; as with ingot.Worlds."""
        mask = self._mask(mask)
        points = points if points is None else np.array(_fit.numbers("points", points, (self._count, 3))).view(_Rows)
        work = self._spread("jac", kind, object, points, mask=mask, always=True)
        work = [[("method", "jac", one[0][1:], {})] for one in work]
        return self._send(work, lambda parts: self._joined([parts[member.index] for member in self._crew.members]), changes=False)

    @property
    def energy(self):
        """Potential and kinetic energy in the states of now, (count, 2)."""
        return np.concatenate(self._everywhere("attribute", "energy"))

    @_call
    def contact_forces(self, limit=None, mask=None):
        """Forces and torques of the contacts, as of mj_contactForce: (count, limit, 6) in the frames of the contacts, and counts."""
        work = self._spread("contact_forces", limit, mask=self._mask(mask), always=True)
        return self._send([[("method", "contact_forces", one[0][1:], {})] for one in work], self._padded, changes=False)

    to_mujoco = _OneMachine.to_mujoco

    def cancel(self):
        """From another thread: cut short the calls in flight, which raise ingot.Error with status CANCELLED."""
        self._crew.cancel()

    # -------------------------------------------------------------------------------------------------- state

    def state_size(self, signature=INTEGRATION):
        """Numbers of the longest state vector."""
        return self._pattern.state_size(signature)

    @_call
    def get_state(self, signature=INTEGRATION, out=None, mask=None):
        """State vectors as of mj_getState, a row for each world; rows outside the mask are left as they are."""
        out = self._states(signature, out)
        mask = self._mask(mask)

        def make(parts):
            for index, part in parts.items():
                _lay(out, self._crew.members[index].rows, part, 0, mask)
            return out

        return self._send(self._methods("get_state", int(signature), None, mask=mask), make, changes=False)

    @_call
    def set_state(self, states, signature=INTEGRATION, mask=None):
        """The reverse; what the signature leaves out is as after a reset."""
        width, mask = self.state_size(signature), self._mask(mask)
        states = np.array(_fit.numbers("states", states, (self._count, width)))
        work = self._methods("set_state", states.view(_Rows), int(signature), mask=mask)
        for member, one in zip(self._crew.members, work):
            if one and len(self._groups) > 1:
                mine = max(group.model.state_size(signature) for group, here in zip(self._groups, member.groups) if here >= 0)
                rows, number = one[0][2]
                one[0] = ("method", "set_state", (np.ascontiguousarray(rows[:, :mine]), number), one[0][3])
        return self._send(work, mask=mask)

    # ------------------------------------------------------------------------------------------------ outputs

    def _shape(self, name):
        """(shape of one world's array, its dtype); where models differ, the length of the longest."""
        return self._pattern._shape(name)

    _buffer = _OneMachine._buffer

    @_call
    def gather(self, name, out=None, dtype=None):
        """One array of mjData of all worlds: gather("xpos") has shape (count, nbody, 3). A new array, or the caller's."""
        array = self._buffer(name, out, out.dtype if isinstance(out, np.ndarray) else dtype)
        kind = array.dtype if array.dtype.kind == "f" else None

        def make(parts):
            for index, part in parts.items():
                _lay(array, self._crew.members[index].rows, part[name])
            if out is None:
                array.flags.writeable = False
            return array

        return self._send([[("gather", (name,), kind)]] * len(self._crew.members), make, changes=False)

    @_call
    def observe(self, names, out=None, dtype=np.float64):
        """Arrays of mjData side by side, a row for each world: observe(("qpos", "qvel")) has shape (count, nq + nv).

        C-contiguous, float64 or float32, into the caller's buffer if one is given.
        """
        names, widths, out = self._observation(names, out, dtype)

        def make(parts):
            ends = np.cumsum(widths)
            for index, part in parts.items():
                for name, first, last in zip(names, ends - widths, ends):
                    values = part[name].reshape(len(part[name]), -1)
                    out[self._crew.members[index].rows, first : first + values.shape[1]] = values
                    out[self._crew.members[index].rows, first + values.shape[1] : last] = 0
            return out

        return self._send([[("gather", names, out.dtype)]] * len(self._crew.members), make, changes=False)

    @_call
    def ragged(self, name, limit=None):
        """An array whose length differs from world to world, such as "contact" or "efc_force": (padded with 0, counts).

        The first has shape (count, limit, ...), where limit is the largest length unless it is given.
        """

        return self._send([[("method", "ragged", (name, limit), {})]] * len(self._crew.members), self._padded, changes=False)

    def _padded(self, parts):
        """Arrays of several lengths, with their counts, as one."""
        most = max(values.shape[1] for values, _ in parts.values())
        tail = parts[0][0].shape[2:]
        out, counts = np.zeros((self._count, most, *tail), parts[0][0].dtype), np.zeros(self._count, np.int32)
        for index, (values, numbers) in parts.items():
            rows = self._crew.members[index].rows
            out[rows, : values.shape[1]], counts[rows] = values, numbers
        return out, counts

    # -------------------------------------------------------------------------------------- models, data, status

    _check = _OneMachine._check

    def model(self, world=0):
        """The model of a world, to read."""
        world = self._check(world)
        if not self._own:
            return self._groups[self._which[world]].model
        return _model_from_bytes(self._ask(world, "model"))

    def own_model(self, world):
        """A model of the world's own, whose numbers can be changed; what changed is sent with the next call."""
        world = self._check(world)
        if world not in self._own_models:
            model = _model_from_bytes(self._ask(world, "model"))
            self._own_models[world], self._own = [model, None], True
        return self._own_models[world][0]

    _parameter = _OneMachine._parameter

    @_call
    def get_parameter(self, name):
        """A number or array of all models, stacked: get_parameter("body_mass"), get_parameter("opt.gravity")."""
        shape, dtype = self._parameter(name)
        work = [[("method", "get_parameter", (name,), {})]] * len(self._crew.members)
        return self._send(work, self._stacked((self._count, *shape), dtype), changes=False)

    @_call
    def set_parameter(self, name, values, mask=None):
        """Write one row of values into the model of each world, in one call for all; set_const() makes constants follow."""
        shape, _ = self._parameter(name)
        rows = np.array(_fit.numbers(f"'{name}'", values, (self._count, *shape)))
        mask = self._mask(mask)
        self._pattern.set_parameter(name, self._pattern.get_parameter(name))  # what may not be set is refused here
        self._own = True
        self._forget_own(mask)
        return self._send(self._methods("set_parameter", name, rows.view(_Rows), mask=mask), mask=mask)

    @_call
    def set_const(self, mask=None):
        """Recompute what the compiler derives from masses, poses and lengths (dof_invweight0, actuator_acc0, ...)."""
        mask, self._own = self._mask(mask), True
        self._forget_own(mask)
        return self._send(self._methods("set_const", mask=mask), mask=mask)

    def _forget_own(self, mask):
        """Models here are no longer those there: what was written is sent, and they are asked for anew."""
        gone = [world for world in self._own_models if mask is None or mask[world]]
        if gone:
            self._crew.submit([work or None for work in self._written()], self._finish_nothing)
        for world in gone:
            del self._own_models[world]

    @_call
    def render(self, worlds=None, camera=-1, size=(240, 320), kind="rgb", out=None, **batch):
        """Pictures of worlds as they are now, drawn by their actors; as with ingot.Worlds."""
        if batch:
            return self._render_batch(batch, out)
        mask, order = _studio.picked(self._count, worlds)
        camera = _studio.camera_number(self._groups[0].model, camera)
        work = []
        for member in self._crew.members:
            part = mask[member.rows]
            work.append([("method", "render", (part.copy(), camera, _studio.size_of(size), kind), {})] if part.any() else None)

        def make(parts):
            pixels = np.concatenate([parts[index] for index in sorted(parts)])
            pixels = pixels if order is None else pixels[order]
            if out is None:
                return pixels
            if out.shape != pixels.shape or out.dtype != pixels.dtype:
                raise Error(f"out has shape {out.shape} of {out.dtype}, expected {pixels.shape} of {pixels.dtype}")
            out[...] = pixels
            return out

        return self._send(work, make, changes=False)

    def _render_batch(self, batch, out):
        """Pictures by several cameras, from every actor for its own worlds."""
        if out is not None:
            raise Error("out does not go with cameras here: pictures come from other machines")
        mask = np.ones(self._count, bool) if batch.get("mask") is None else self._mask(batch["mask"])
        work = [[("method", "render", (), {**batch, "mask": mask[member.rows].copy()})] for member in self._crew.members]

        def make(parts):
            parts = [parts[index] for index in sorted(parts)]
            if not isinstance(parts[0], dict):
                return np.concatenate(parts)
            return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}

        return self._send(work, make, changes=False)

    film = _OneMachine.film

    def data(self, world=0):
        """What the last step of a world computed, brought name by name."""
        return Data(self, self._check(world))

    @property
    def width(self):
        """How many worlds are stepped together: lanes of the processor's vectors, of the actor that has most."""
        return max(self._everywhere("attribute", "width"))

    @property
    def width_reason(self):
        """Why some world is stepped alone, else ''."""
        return next((reason for reason in self._everywhere("attribute", "width_reason") if reason), "")

    @_call
    def set_policy(self, policy, key=0):
        """What happens to a world that diverges; key, by index or name, is for "reset_key"."""
        self._pattern.set_policy(policy, key)  # what does not exist is refused here
        self._policy, self._key = policy, self._pattern._key
        work = [[("method", "set_policy", (policy, self._key), {})] for _ in self._crew.members]
        return self._send(work)

    @property
    def status(self):
        """A record for each world: state (an index into worlds.STATES), divergences, where and when."""
        return np.concatenate(self._everywhere("attribute", "status"))

    def error(self, world):
        """The message of a world that failed, else ''."""
        world = self._check(world)
        return self._ask(world, "error")

    @_call
    def clear_status(self, mask=None):
        mask = self._mask(mask)
        return self._send(self._methods("clear_status", mask=mask), mask=mask)

    _named_model = _OneMachine._named_model
    _named_tables = _OneMachine._named_tables
    _named_get = _OneMachine._named_get
    _named_set = _OneMachine._named_set


class _Rows(np.ndarray):
    """An argument with a row for each world, of which each actor gets its own."""


def _part(argument, member):
    return np.asarray(argument[member.rows]) if isinstance(argument, _Rows) else argument


def _lay(out, rows, part, between=0, mask=None):
    """Rows of one actor into the array of all; `between` axes are moments. Where models differ, what is shorter is padded with 0."""
    into, part = out[rows], np.asarray(part)
    if into.shape[1 + between :] != part.shape[1 + between :]:
        into, part = (one.reshape(*one.shape[: 1 + between], -1) for one in (into, part))
        into[..., part.shape[-1] :] = 0
        into = into[..., : part.shape[-1]]
    if mask is None:
        into[...] = part
    else:
        into[mask[rows]] = part[mask[rows]]


def _as_own(source):
    """A model that nobody else changes."""
    address, kept = as_model(source)
    return Model(kept, address).__copy__()


def _restore(kind, models, which, bounds, arguments, contents):
    """Worlds from what Worlds.__reduce__ wrote, with the same parts."""
    models = [_model_from_bytes(one) for one in models]
    worlds = kind([models[i] for i in which], bounds=bounds, **arguments)
    members = worlds._crew.members
    worlds._own = any(content["numbers"] or content["models"] for content in contents)
    worlds._policy, worlds._key = contents[0]["policy"]
    worlds._wait(worlds._send([[("restore", contents[member.index])] for member in members]))
    return worlds

# SPDX-License-Identifier: Apache-2.0
"""One part of the worlds, in a process of its own somewhere in the cluster.

A call brings a list of operations, (name, arguments...), and takes back one answer for each, together with the fields that
the caller looks at. What the worlds are after a call follows from their checkpoint and the operations since, bit for bit:
that is all that is needed to begin again elsewhere.
"""
import ctypes
import os
import pickle
import threading
import time
import traceback

import numpy as np
import ray

from ingot._arrays import MODEL_NAMES, Memory, _model_from_bytes
from ingot._library import C, Error, Report, Status, View
from ingot.worlds import STATUS, Worlds

_SLEEP = 1 << 5  # mjENBL_SLEEP


class Shared:
    """In an operation: the argument of that number, which is the same for all actors and was stored once."""

    def __init__(self, number):
        self.number = number


class Local(Worlds):
    """Worlds that know which of them have models of their own, and that can be written down as arrays."""

    def __init__(self, *arguments, **settings):
        self._alone, self._taken = set(), 0  # worlds with models of their own; steps since the beginning
        super().__init__(*arguments, **settings)

    def step(self, n=1, ctrl=None, mask=None):
        self._taken += n
        super().step(n, ctrl, mask)

    def follow(self, controls, mask=None):
        self._taken += np.shape(controls)[1]
        super().follow(controls, mask)

    def rollout(self, controls=None, outputs=("qpos", "qvel", "sensordata"), every=1, steps=None, out=None, dtype=np.float64, mask=None):
        if not callable(controls):  # which step by themselves
            self._taken += steps if controls is None else np.shape(controls)[-2]
        return super().rollout(controls, outputs, every, steps, out, dtype, mask)

    def _own_numbers(self, group, name, make=False):
        """The numbers of a name that worlds of a group have their own of, in place; None if they share the model's."""
        view, report = View(), Report()
        status = C.ingot_worldsParameter(self._handle.address, group, name.encode(), int(make), ctypes.byref(view), ctypes.byref(report))
        if status != Status.OK or not view.data:
            return None
        return Memory.view(self._handle, view.data, (view.worlds, view.count), np.float64, (8 * view.world_stride, 8 * view.stride))

    def _note(self, mask, name=None):
        """Worlds whose numbers lanes cannot hold were given models of their own by the library."""
        for number, group in enumerate(self.groups):
            if name is None or self._own_numbers(number, name) is None:
                self._alone.update(int(world) for world in group.worlds if mask is None or mask[world])

    def set_parameter(self, name, values, mask=None):
        super().set_parameter(name, values, mask)
        self._note(mask, name)

    def set_const(self, mask=None):
        super().set_const(mask)
        # a plugin or sleep keeps a world's data, and its constants then are in a model of its own
        kept = [group for group in self.groups if group.model.nplugin or int(group.model.opt.enableflags) & _SLEEP]
        if kept:
            held = np.zeros(self.count, bool)
            held[np.concatenate([group.worlds for group in kept])] = True
            self._note(held if mask is None else held & mask)

    def own_model(self, world):
        self._alone.add(self._check(world))
        return super().own_model(world)

    def put_model(self, world, content):
        """A whole model for one world, of the same structure."""
        C.mj_copyModel(self.own_model(world)._address, _model_from_bytes(content)._address)

    def content(self):
        """Everything that the next step depends on, and what callers see beside it."""
        numbers = {}
        if self.own_models:
            for group in range(len(self.groups)):
                for name in MODEL_NAMES:
                    own = self._own_numbers(group, name)
                    if own is not None:
                        numbers[group, name] = np.array(own)
        return {
            "state": self.get_state(),
            "sensordata": [np.array(group.sensordata) for group in self.groups],
            "status": self.status,
            "policy": (self._policy, self._key),
            "numbers": numbers,
            "models": {world: self.model(world).to_bytes() for world in sorted(self._alone)},
        }

    def restore(self, content):
        for (group, name), values in content["numbers"].items():
            self._own_numbers(group, name, make=True)[...] = values
            self._own = True
        for world, model in content["models"].items():
            self.put_model(world, model)
        self.set_policy("reset")
        self.set_state(content["state"])
        for group, values in zip(self.groups, content["sensordata"]):
            group.sensordata = values
        self.set_policy(*content["policy"])
        status = np.ascontiguousarray(content["status"])
        self._run(C.ingot_worldsSetStatuses, status.ctypes.data, STATUS.itemsize)


class Actor:
    """The worlds first to last of all, and their calls one after the other."""

    def __init__(self, models, which, first, groups, settings):
        made = [_model_from_bytes(content) for content in models]
        self._first, self._groups = first, groups  # for each group of all worlds, its number here; -1: it has no worlds here
        self._worlds = Local([made[i] for i in which], **settings)
        self._running, self._cancelled = 0, 0  # numbers of calls; those up to the second are not wanted any more
        self._lock = threading.Lock()

    def ready(self):
        """Where this is: (node, process, lanes)."""
        return ray.get_runtime_context().get_node_id(), os.getpid(), self._worlds.width

    def restore(self, content):
        self._worlds.restore(content)

    def run(self, order, *shared):
        """Carry out one call: (number, operations, watched, bound, save, quiet).

        watched  the fields to bring back, as (group, name)
        bound    outputs to bring back, as {name: dtype}
        save     whether a checkpoint of what is there before the call is wanted
        quiet    a call of the past, replayed: nobody wants its answers
        """
        number, operations, watched, bound, save, quiet = order
        answer = {}
        with self._lock:
            self._running = number
            skip = number <= self._cancelled
        try:
            if save:
                answer["saved"], answer["save_seconds"] = self._save()
            answer["answers"] = [None] * len(operations)
            start, taken = time.perf_counter(), self._worlds._taken
            if skip:
                answer["error"], answer["skipped"] = _error(Error("cancelled before it began", Status.CANCELLED)), True
            else:
                self._carry_out(operations, shared, answer)
            answer["seconds"], answer["steps"] = time.perf_counter() - start, self._worlds._taken - taken
            if answer.get("cancelled") and not quiet:
                # how far it came is known here only: a replay could not tell
                answer["saved_after"], answer["save_seconds"] = self._save()
            if not quiet:
                answer["fields"] = self._read(watched)
                answer["bound"] = {name: self._worlds.gather(name, dtype=dtype) for name, dtype in bound.items()}
        finally:
            with self._lock:
                self._running = 0
        return answer if not quiet else None

    def _save(self):
        start = time.perf_counter()
        return self._worlds.content(), time.perf_counter() - start

    def _carry_out(self, operations, shared, answer):
        """Each operation is tried, whatever became of the one before: as the calls of a program that goes on."""
        for place, (name, *arguments) in enumerate(operations):
            arguments = [shared[one.number] if isinstance(one, Shared) else one for one in arguments]
            try:
                answer["answers"][place] = getattr(self, "_" + name)(*arguments)
            except Exception as error:
                if isinstance(error, Error) and error.status == Status.CANCELLED:
                    answer["cancelled"] = True
                answer.setdefault("error", _error(error, self._first))

    @ray.method(concurrency_group="control")
    def cancel(self, number):
        """Cut short the calls up to that number: the one that runs, and those that wait."""
        with self._lock:
            self._cancelled = max(self._cancelled, number)
        # the library takes no notice before its own call has begun, or between two of them
        while 0 < self._running <= number:
            self._worlds.cancel()
            time.sleep(0.005)

    # ---------------------------------------------------------------------------------------------- operations

    def _put(self, group, name, values):
        getattr(self._worlds.groups[self._groups[group]], name)[...] = values

    def _to(self, device):
        self._worlds.to(device)

    def _step(self, n, mask):
        self._worlds.step(n, None, mask)

    def _follow(self, controls, mask):
        self._worlds.follow(controls, mask)

    def _rollout(self, controls, every, steps, outputs, mask):
        moments = steps // every
        out = {name: self._worlds._buffer(name, None, dtype, (moments,)) for name, dtype in outputs.items()}
        return self._worlds.rollout(controls, tuple(outputs), every, steps, out, mask=mask)

    def _method(self, name, arguments, settings):
        """A method of Worlds whose arguments and answer need no more than the rows of these worlds."""
        return getattr(self._worlds, name)(*arguments, **settings)

    def _attribute(self, name):
        return getattr(self._worlds, name)

    def _read(self, pairs):
        there = [(g, name) for g, name in pairs if self._groups[g] >= 0]
        return {(g, name): np.asarray(getattr(self._worlds.groups[self._groups[g]], name)) for g, name in there}

    def _gather(self, names, dtype):
        return {name: self._worlds.gather(name, dtype=dtype) for name in names}

    def _data(self, world, name):
        value = getattr(self._worlds.data(world), name)
        return np.array(value) if isinstance(value, np.ndarray) else value

    def _error(self, world):
        return self._worlds.error(world)

    def _model(self, world):
        return self._worlds.model(world).to_bytes()

    def _clock(self):
        return time.process_time()

    def _content(self):
        return self._worlds.content()

    def _restore(self, content):
        self._worlds.restore(content)

    def _apply(self, function, rows, settings):
        return function(self._worlds, *rows, **settings)


def _error(error, first=0):
    """An exception as something that can travel: (text, status or None, pickled exception or None, traceback)."""
    trace = traceback.format_exc()
    if isinstance(error, Error):
        return _renumbered(str(error), first), int(error.status), None, trace
    try:
        return str(error), None, pickle.dumps(error), trace
    except Exception:
        return f"{type(error).__name__}: {error}", None, None, trace


def _renumbered(text, first):
    """Messages that begin with the number of a world: it is counted from the first of all."""
    words = text.split(" ", 2)
    if len(words) == 3 and words[0] == "world" and words[1].rstrip(":").isdigit():
        number = words[1].rstrip(":")
        return f"world {int(number) + first}{words[1][len(number):]} {words[2]}"
    return text


Remote = ray.remote(concurrency_groups={"control": 1})(Actor)

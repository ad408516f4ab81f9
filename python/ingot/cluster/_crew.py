# SPDX-License-Identifier: Apache-2.0
"""The actors of some worlds: calls in flight, what is needed to begin again, and beginning again.

Every call that changes worlds is kept, with its inputs, until a checkpoint of a later moment has arrived. When an actor is
lost, another one gets the last checkpoint and the calls since, in their order, and stands where the lost one stood.
"""
import collections
import contextlib
import pickle
import time
import warnings

import numpy as np
import ray
from ray import exceptions

from ingot._library import Error, Status
from ingot.cluster._actor import Remote

# a checkpoint is taken when stepping since the last one took this many times what a checkpoint takes: 1 % of the time
CHECKPOINT_EVERY = 100
# or when the inputs kept for one actor are this large
LOG_BYTES = 64 << 20
# or, if calls step only some of the worlds, when stepping took this many times longer still
MASKED = 4
# how long calls that were cancelled may take to return before their actors are ended
GRACE = 5.0
# how long an actor may take to start where it needs no processor of its own
SHARED_START = 60.0
# an actor that is lost this often in a row, without a call that succeeds, will not do better the next time
ATTEMPTS = 5

_LOST = (
    exceptions.RayActorError,
    exceptions.ObjectLostError,
    exceptions.OwnerDiedError,
    exceptions.NodeDiedError,
    exceptions.WorkerCrashedError,
    exceptions.LocalRayletDiedError,
    exceptions.ObjectFetchTimedOutError,
)


class Timeout(Error, TimeoutError):
    """A call took longer than it may."""

    def __init__(self, text):
        super().__init__(text, Status.CANCELLED)


class Lost(Error):
    """An actor died and cannot be replaced."""

    def __init__(self, text):
        super().__init__(text, Status.DEVICE_LOST)


class ActorTraceback(Exception):
    """Where in the actor an exception was raised, as text."""

    def __init__(self, text):
        super().__init__("\n" + text)


class Member:
    """One actor: its worlds first to last, its handle, its checkpoint and the calls since."""

    def __init__(self, index, first, last, groups):
        self.index, self.first, self.last, self.groups = index, first, last, groups
        self.handle, self.node, self.process, self.width = None, None, None, 0
        self.intact = True  # whether the actor stands where the checkpoint and the calls since lead
        self.content, self.log = None, collections.deque()
        # since a checkpoint was last asked for: seconds of work, steps, bytes of inputs
        self.stepped, self.steps, self.bytes = 0.0, 0, 0
        self.losses = 0  # in a row
        self.step_seconds, self.save_seconds = 0.0, 0.01  # what a checkpoint costs is a guess before the first

    @property
    def rows(self):
        return slice(self.first, self.last)


class Call:
    """One call on all actors. work[i] are the operations of actor i, None: it has nothing to do."""

    def __init__(self, number, work, finish, shared=(), watched=(), bound=None, steps=0, changes=True, whole=False):
        self.number, self.work, self.shared, self.watched, self.bound = number, work, tuple(shared), tuple(watched), bound or {}
        self.steps, self.changes, self.whole = steps, changes, whole
        self.refs, self.parts = {}, {}
        self.collected, self.value, self.error = False, None, None
        self._finish = finish

    @classmethod
    def done(cls, value):
        """A call that was carried out already."""
        call = cls(0, [], lambda _: value)
        call.close()
        return call

    def close(self, error=None):
        """All parts are there: make the value of them, or keep the error, and let go of their memory."""
        self.collected, self.error = True, error
        try:
            if error is None:
                self.value = self._finish(self)
        except Exception as failure:
            self.error = failure
        self._finish, self.refs = None, {}
        self.parts = {index: {"seconds": part["seconds"], "steps": part["steps"]} for index, part in self.parts.items()}

    def result(self):
        if self.error is not None:
            raise self.error
        return self.value


def size_of(value):
    """Bytes of the arrays in an operation."""
    if isinstance(value, np.ndarray):
        return value.nbytes
    if isinstance(value, (list, tuple)):
        return sum(size_of(one) for one in value)
    if isinstance(value, dict):
        return sum(size_of(one) for one in value.values())
    return len(value) if isinstance(value, (bytes, str)) else 8


class Crew:
    """Submits calls in order, collects their parts in order, and replaces actors that are lost."""

    def __init__(self, members, make, settings):
        self.members, self._make = members, make
        self.ahead, self.timeout, self.patience, self.checkpoint = settings
        self.calls, self.number = collections.deque(), 0
        self.recoveries, self.bytes_out, self.bytes_in, self.checkpoints = [], 0, 0, 0
        self.closed = False
        self._open(members)

    # ------------------------------------------------------------------------------------------------- actors

    def _open(self, members, share=False):
        """Start actors and wait until they are there; share: also on nodes without a processor to spare."""
        for member in members:
            member.handle = self._make(member, share)
        refs = {member.handle.ready.remote(): member for member in members}
        missing = []
        try:
            ready, missing = ray.wait(list(refs), num_returns=len(refs), timeout=max(self.patience, SHARED_START if share else 0))
            for ref in ready:
                refs[ref].node, refs[ref].process, refs[ref].width = ray.get(ref)
        except BaseException:
            self._end(members)
            raise
        if not missing:
            return
        waiting = [refs[ref] for ref in missing]
        self._end(waiting)
        if not share and self.number:
            warnings.warn(f"no node has room for {len(waiting)} actors: they are started where others run already", stacklevel=2)
            self._open(waiting, True)
            return
        self._end(members)
        raise Timeout(f"{len(waiting)} of {len(members)} actors could not be started in {self.patience:g} s; the cluster has {_resources()}")

    def _end(self, members):
        for member in members:
            with contextlib.suppress(Exception):
                ray.kill(member.handle)

    def close(self):
        self.calls.clear()
        self.closed = True
        if ray.is_initialized():
            self._end(self.members)

    # -------------------------------------------------------------------------------------------------- calls

    def make_room(self):
        """Wait for the oldest call where there are as many in flight as may be."""
        if self.closed:
            raise Error("these worlds are closed")
        while len(self.calls) >= self.ahead:
            self.collect(self.calls[0], self.timeout, cancel=True)
        broken = [(member, "its start was interrupted") for member in self.members if not member.intact]
        if broken:
            self.recover(broken)

    def submit(self, work, finish, **about):
        """Send a call; finish(call) makes its value of the parts."""
        self.make_room()
        self.number += 1
        call = Call(self.number, work, finish, **about)
        self.calls.append(call)
        try:
            for member in self.members:
                if work[member.index] is not None:
                    self._send(member, call)
        except BaseException:
            # Ctrl-C in between: whether the last one was sent is not known
            member.intact = False
            self.abandon("interrupted")
            raise
        return call

    def _send(self, member, call):
        save, size = self._wants_checkpoint(member, call), size_of(call.work[member.index])
        if save:
            member.stepped, member.steps, member.bytes = 0.0, 0, 0
        if call.changes and self.checkpoint != 0:
            member.log.append(call)
            member.bytes += size
            member.steps += call.steps
        self.bytes_out += size
        call.refs[member.index] = self._run(member, call, save)

    def _run(self, member, call, save=False, quiet=False):
        """A task of the actor; the reference of its answer."""
        # one argument: each of them would be serialised by itself
        order = (call.number, call.work[member.index], call.watched, call.bound, save, quiet)
        return member.handle.run.remote(order, *call.shared)

    def _wants_checkpoint(self, member, call):
        """Whether the time has come: by steps if the caller said so, else by what it costs.

        What steps computed beyond the state comes back by a replay, so that a checkpoint belongs before a call that
        steps all worlds.
        """
        if not call.steps or self.checkpoint == 0 or not member.log:
            return False
        if self.checkpoint is not None:
            due = member.steps / self.checkpoint
        else:
            due = max(member.stepped / (CHECKPOINT_EVERY * member.save_seconds), member.bytes / LOG_BYTES)
        return due >= (1 if call.whole else MASKED)

    def collect(self, call, timeout=None, cancel=False):
        """Wait for a call and those before it. cancel: a call that takes too long is cut short, else it goes on."""
        until = None if timeout is None else time.monotonic() + timeout
        try:
            while not call.collected:
                self._collect_one(self.calls[0], until)
                self.calls.popleft().close()
        except Timeout:
            if not cancel:
                raise
            reason = f"the call took more than {timeout:g} s"
            self.abandon(reason)
            raise Timeout(reason) from None
        except (Error, exceptions.RayError):
            raise
        except BaseException:
            # Ctrl-C: nothing keeps running, and the worlds can go on
            self.abandon("interrupted")
            raise

    def _collect_one(self, call, until):
        while True:
            waiting = {index: ref for index, ref in call.refs.items() if index not in call.parts}
            if not waiting:
                return
            try:
                left = None if until is None else max(0.0, until - time.monotonic())
                parts = ray.get(list(waiting.values()), timeout=left)
            except exceptions.GetTimeoutError:
                raise Timeout("the call goes on; its time was over") from None
            except (*_LOST, exceptions.RayTaskError):
                self._sort_out(call, waiting)
                continue
            for index, part in zip(waiting, parts):
                self._take(self.members[index], call, part)

    def _sort_out(self, call, waiting):
        """Take what has arrived, and begin again with the actors that are lost."""
        lost = []
        ready, _ = ray.wait(list(waiting.values()), num_returns=len(waiting), timeout=0)
        for index, ref in waiting.items():
            if ref not in ready:
                continue
            try:
                self._take(self.members[index], call, ray.get(ref))
            except _LOST as error:
                lost.append((self.members[index], error))
            except exceptions.RayTaskError as error:
                # an answer that cannot be sent: what was asked for was done
                self._take(self.members[index], call, {"seconds": 0.0, "steps": 0, "error": (str(error), None, None, str(error))})
        if lost:
            self.recover(lost)

    def _take(self, member, call, part):
        """An answer of an actor: its times, and its checkpoint, which makes older calls unneeded."""
        call.parts[member.index] = part
        member.losses = 0
        if call.changes:
            member.stepped += part["seconds"]
            member.steps += max(0, part["steps"] - call.steps)  # how many a function takes is known afterwards
        if part["steps"]:
            member.step_seconds = part["seconds"] / part["steps"]
        if "saved" in part:
            self._keep(member, part, part.pop("saved"), call.number)
        if "saved_after" in part:
            self._keep(member, part, part.pop("saved_after"), call.number + 1)
        if "skipped" in part and call in member.log:
            member.log.remove(call)
        self.bytes_in += size_of(part.get("answers")) + size_of(part.get("fields")) + size_of(part.get("bound"))

    def _keep(self, member, part, content, number):
        """A checkpoint, as memory of this process: that of the object store goes with its node."""
        start = time.perf_counter()
        member.content = pickle.loads(pickle.dumps(content, protocol=5))
        # this process does its part for all actors, one after the other
        member.save_seconds = part["save_seconds"] + len(self.members) * (time.perf_counter() - start)
        while member.log and member.log[0].number < number:
            member.log.popleft()
        self.checkpoints += 1

    # ------------------------------------------------------------------------------------ losing and beginning again

    def recover(self, lost):
        """New actors in the place of lost ones, with their checkpoints and the calls since."""
        start = time.monotonic()
        for member, error in lost:
            member.losses += 1
            if self.checkpoint == 0:
                raise Lost(f"the actor of worlds {member.first} to {member.last - 1} is lost, and checkpoints are switched off: {error}")
            if member.losses > ATTEMPTS:
                raise Lost(f"the actor of worlds {member.first} to {member.last - 1} was lost {ATTEMPTS} times in a row: {error}")
        members = [member for member, _ in lost]
        nodes = [member.node for member in members]
        for member in members:
            member.intact = False
        self._end(members)
        try:
            self._open(members)
        except _LOST as error:
            # the node that was chosen died as well
            self.recover([(member, error) for member in members])
            return
        for member, node in zip(members, nodes):
            self._replay(member)
            member.intact = True
            record = {"actor": member.index, "from": node, "to": member.node, "seconds": time.monotonic() - start}
            record["calls"], record["steps"] = len(member.log), sum(call.steps for call in member.log)
            self.recoveries.append(record)

    def _replay(self, member):
        # a checkpoint that was asked for is lost with the actor
        member.steps, member.bytes = sum(call.steps for call in member.log), sum(size_of(call.work[member.index]) for call in member.log)
        if member.content is not None:
            member.handle.restore.remote(member.content)
        # calls in flight that change nothing are in no log, and stand in their order among the others
        asked = [call for call in self.calls if not call.changes and member.index in call.refs]
        for call in sorted([*member.log, *asked], key=lambda one: one.number):
            open_ = member.index in call.refs and member.index not in call.parts
            ref = self._run(member, call, quiet=not open_)
            if open_:
                call.refs[member.index] = ref

    def cancel(self, number=None):
        """Cut short the calls in flight, up to a number; they raise an error when they are collected."""
        for member in self.members:
            member.handle.cancel.remote(self.number if number is None else number)

    def abandon(self, reason):
        """Cut short all calls in flight and forget their results. The worlds then stand after whole steps."""
        self.cancel()
        until = time.monotonic() + GRACE
        calls = list(self.calls)
        try:
            for call in calls:
                for index, ref in call.refs.items():
                    if index not in call.parts:
                        self._take_cancelled(self.members[index], call, ref, until)
        finally:
            self.calls.clear()
            for call in calls:
                for member in self.members:
                    # an actor that did not answer begins again before the call
                    if member.index not in call.parts and call in member.log:
                        member.log.remove(call)
                call.close(Error(reason, Status.CANCELLED))

    def _take_cancelled(self, member, call, ref, until):
        try:
            self._take(member, call, ray.get(ref, timeout=max(0.0, until - time.monotonic())))
        except exceptions.GetTimeoutError:
            # it does not listen: it is ended, and the next call finds it lost
            self._end([member])
        except _LOST:
            pass


def raise_first(call, members):
    """The error of the first actor that has one, after all of them have done their part."""
    for member in members:
        error = call.parts.get(member.index, {}).get("error")
        if not error:
            continue
        text, status, pickled, trace = error
        if status is not None:
            raise Error(text, status)
        raise (pickle.loads(pickled) if pickled else RuntimeError(text)) from ActorTraceback(trace)


def _resources():
    there = ray.cluster_resources()
    return f"{there.get('CPU', 0):g} CPUs and {there.get('GPU', 0):g} GPUs on {len([n for n in ray.nodes() if n['Alive']])} nodes"

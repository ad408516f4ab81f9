# SPDX-License-Identifier: Apache-2.0
"""Ctrl-C in calls of the library: Python's signal handlers run while a call goes on, and what they raise ends it."""
import ctypes
import os
import threading

from ingot._library import C, Error, Report, Status

_POLL = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)


def _answers(caught):
    """0 as long as all is well, 1 once a handler raised.

    A generator, since it is resumed inside its try: a handler may run at the first instruction of what is called.
    """
    answer = 0
    while True:
        try:
            while True:
                yield answer
                answer = 0
                ctypes.pythonapi.PyErr_CheckSignals()
        except GeneratorExit:
            return
        except BaseException as error:
            caught.append(error)
            answer = 1


class Calls:
    """Calls on one object of the library, one at a time, that Ctrl-C can end; the object has a poll function."""

    def __init__(self, address):
        self._lock = threading.RLock()
        self._inside = False
        self._caught = []
        answers = _answers(self._caught)
        next(answers)
        self._poll = _POLL(answers.send)
        self._address = address
        self.process = self._lock_process = os.getpid()
        C.ingot_worldsSetPoll(address, self._poll, None)

    def __call__(self, function, *arguments):
        """The status and report of function(object, arguments..., report)."""
        report = Report()
        with self:
            status = function(self._address, *arguments, ctypes.byref(report))
            caught = self._caught[:]
            self._caught.clear()
        if status == Status.CANCELLED and caught:
            raise caught[0]
        return status, report

    # Other threads wait. The thread that is inside comes a second time only from a signal handler, which runs within its call.
    def __enter__(self):
        if self._lock_process != os.getpid():
            self._enter_process()
        self._lock.acquire()
        if self._inside:
            self._lock.release()
            raise Error("these worlds are in a call, within which this signal handler runs: set a flag there, and ask after the call")
        self._inside = True

    def __exit__(self, *error):
        self._inside = False
        self._lock.release()

    def _enter_process(self):
        """The first call after a fork: what another thread had begun then goes on in the other process only, and its lock with it."""
        if self._inside:
            raise Error("these worlds were in use by another thread when the process was forked: make new ones here")
        self._lock = threading.RLock()
        self._lock_process = os.getpid()


def run(function, discard):
    """function() on a thread of its own, so that Ctrl-C returns at once; its result is then discarded when it comes.

    For calls that cannot be cut short. Elsewhere than on the main thread, where no signal arrives, it is just called.
    """
    if threading.current_thread() is not threading.main_thread():
        return function()
    outcome, lock, left = [], threading.Lock(), []

    def work():
        try:
            result = function()
        except BaseException as error:
            result, failure = None, error
        else:
            failure = None
        with lock:
            if left and failure is None:
                discard(result)
            outcome.append((result, failure))

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    try:
        thread.join()
    except BaseException:
        with lock:
            left.append(True)
            if outcome and outcome[0][1] is None:
                discard(outcome[0][0])
        raise
    result, failure = outcome[0]
    if failure is not None:
        raise failure
    return result

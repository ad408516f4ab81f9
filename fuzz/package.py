#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The Python package, called wrongly: every seed is a process that makes worlds and calls what they have with odd arguments.

    PYTHONPATH=python build/venv/bin/python fuzz/package.py [--count N] [--seed S]

Exceptions are answers. A process that is ended by a signal or by the library, or that takes longer than a minute, is a
finding, and the exit status is 1.
"""
import argparse
import copy
import faulthandler
import os
import pickle
import random
import resource
import signal
import sys
import tempfile
import threading
import time

import numpy as np

import ingot

SECONDS = 60
MODEL = """<mujoco><option timestep='.005'/><size memory='1M'/><worldbody><geom type='plane' size='2 2 .1'/><body name='b' pos='0 0 .3'><freejoint name='f'/>
<geom name='g' type='box' size='.1 .1 .1'/><site name='s'/><body pos='.2 0 0'><joint name='j' axis='0 1 0' range='-1 1' limited='true'/><geom type='capsule' size='.03 .1'/></body>
</body><body name='m' mocap='true'><geom size='.05' contype='0' conaffinity='0'/></body><camera name='c' pos='0 -2 1' xyaxes='1 0 0 0 .5 1'/></worldbody><actuator><motor name='a' joint='j'/>
<position joint='j' kp='3' timeconst='.1'/></actuator><sensor><accelerometer site='s'/><jointpos name='jp' joint='j'/></sensor><keyframe><key time='1'/></keyframe></mujoco>"""
SMALL = "<mujoco><worldbody><body><joint/><geom size='.1'/></body></worldbody></mujoco>"
CALLS = ["step", "follow", "rollout", "forward", "call", "transition", "inverse", "rays", "reset", "cancel", "state_size", "get_state", "set_state", "gather", "bind",
         "observe", "ragged", "contacts", "model", "own_model", "get_parameter", "set_parameter", "set_const", "data", "render", "film", "set_policy", "error",
         "clear_status", "id", "name", "__getitem__", "__getattr__", "__len__", "close", "__setstate__", "__reduce_ex__", "__deepcopy__", "__exit__", "no_such_thing"]
WORDS = ["qpos", "qvel", "ctrl", "sensordata", "contact", "body_mass", "geom_size", "opt", "names", "nq", "act", "mocap_pos", "userdata", "xpos", "efc_J", "step", "forward", "report",
         "freeze", "reset", "", "x" * 1000, "\0", "é", "%s%n", "mj_step", "joint", "body", "a", "j", "time", "M", "warning", "timer", "D_rownnz", "arena", "buffer", "text_data", "paths"]


def odd(rng, worlds, depth=0):
    """a value of some kind, mostly not the one that is wanted"""
    kind = rng.randrange(16)
    if kind < 2:
        return rng.choice([0, 1, 2, 3, -1, -2, 7, 100, 2**31 - 1, -(2**31), 2**31, 2**63, 2**64, -(2**63), 10**30, True, False])
    if kind == 2:
        return rng.choice([0.0, 0.5, -1.0, float("nan"), float("inf"), 1e308, -1e308, 1e-320])
    if kind == 3:
        return None
    if kind < 7:
        return rng.choice(WORDS)
    if kind < 11:
        shape = [rng.choice([0, 1, 2, 3, 4, 8, 13]) for _ in range(rng.choice([0, 1, 1, 2, 2, 3, 6]))]
        if rng.random() < 0.5:
            shape = [worlds.count, rng.choice([2, 7, 8, 9, 13, 15])][: rng.choice([1, 2])]
        kind = rng.choice(["f8", "f8", "f8", "f4", "i4", "i8", "?", "u1", "c16", "S3", "O", ">f8", "f2", "U2"])
        array = np.zeros(shape, kind)
        if kind in ("f8", "f4", ">f8", "f2"):
            array[...] = rng.choice([0, 1, np.nan, np.inf, 1e300, -1e10, 1e5])
        return rng.choice([array, array.T, array[::-1] if array.ndim else array, np.broadcast_to(array, (2, *array.shape)), np.asfortranarray(array)])
    if kind == 11:
        return rng.choice([b"", b"x" * 100, bytearray(9), memoryview(b"abc"), object(), type, Ellipsis, 3 + 4j, slice(None), slice(-9, 10**12, 3), range(5), {}, {"a": 1}, set(), lambda: 0])
    if kind == 12 and depth < 2:
        return [odd(rng, worlds, depth + 1) for _ in range(rng.randrange(4))]
    if kind == 13 and depth < 2:
        return tuple(odd(rng, worlds, depth + 1) for _ in range(rng.randrange(4)))
    if kind == 14:
        return worlds
    return rng.choice([np.arange(worlds.count), np.ones(worlds.count, bool), np.zeros(worlds.count, bool), [0], [True, False], np.array([-1, 10**6])])


def call_something(rng, worlds):
    name = rng.choice(CALLS)
    target = worlds
    if rng.random() < 0.15:
        target = rng.choice([worlds.model(0), worlds.own_model(0), worlds.data(0), worlds.groups[0], worlds[0]])
        name = rng.choice([n for n in dir(target) if not n.startswith("__")] + CALLS)
    function = getattr(target, name)
    if not callable(function):
        if isinstance(function, np.ndarray) and function.size and rng.random() < 0.7:
            function.flat[rng.randrange(function.size)] = odd(rng, worlds)
        elif rng.random() < 0.3:
            setattr(target, name, odd(rng, worlds))
        return
    names = {"ctrl": 0, "mask": 0, "key": 0, "out": 0, "dtype": 0, "signature": 0, "limit": 0, "width": 0, "height": 0, "camera": 0, "n": 0, "world": 0}
    words = {rng.choice(list(names)): odd(rng, worlds) for _ in range(rng.choice([0, 0, 0, 1, 2]))}
    # how often something is done is up to the caller: a number beyond reason would only take its time
    values = [odd(rng, worlds) for _ in range(rng.choice([0, 1, 1, 1, 2, 2, 3, 5]))]
    reasonable = lambda value: 10 if isinstance(value, (int, float)) and not isinstance(value, bool) and value > 1000 else value  # noqa: E731
    if name in ("step", "rollout", "film", "render", "follow", "step_many"):
        values, words = [reasonable(v) for v in values], {key: reasonable(v) for key, v in words.items()}
    function(*values, **words)


def load_something(rng):
    """bytes that are no model, pickles that were altered, files that are none"""
    kind = rng.randrange(5)
    model = ingot.load(MODEL)
    if kind == 0:
        data = bytearray(pickle.dumps(model))
        for _ in range(rng.choice([1, 3, 30])):
            data[rng.randrange(len(data))] = rng.randrange(256)
        ingot.Worlds(pickle.loads(bytes(data)), 1).step()
    elif kind == 1:
        data = bytearray(pickle.dumps(ingot.Worlds(model, 2)))
        for _ in range(rng.choice([1, 3, 30])):
            data[len(data) // 50 + rng.randrange(len(data) - len(data) // 50)] = rng.randrange(256)
        pickle.loads(bytes(data)).step()
    elif kind == 2:
        with tempfile.NamedTemporaryFile(suffix=rng.choice([".mjb", ".xml", ".urdf", ""])) as file:
            file.write(bytes(rng.randrange(256) for _ in range(rng.choice([0, 10, 1000]))))
            file.flush()
            ingot.load(file.name)
    elif kind == 3:
        ingot.load(rng.choice(["", ".", "/", "/dev/null", "no such file", "<", "<mujoco>", SMALL[:-5], 7, None, b"<mujoco/>", "\0", "x" * 5000]))
    else:
        state = model.__reduce_ex__(2)
        copy.copy(state[1])
        type(model)(*[odd(rng, ingot.Worlds(model, 1)) for _ in range(rng.randrange(3))])


def play(seed):
    rng = random.Random(seed)
    worlds = ingot.Worlds(rng.choice([MODEL, MODEL, [MODEL, SMALL, MODEL]]), *([rng.choice([1, 3])] if rng.random() < 0.5 else []), threads=rng.choice([1, 2]),
                          policy=rng.choice(["report", "freeze", "reset"])) if rng.random() < 0.8 else ingot.Worlds(MODEL, 3)
    kept = []
    other = None
    for _ in range(25):
        try:
            if rng.random() < 0.1:
                load_something(rng)
            if rng.random() < 0.05 and other is None:
                # a second thread at the same time
                other = threading.Thread(target=lambda: [swallow(lambda: worlds.step(5)) for _ in range(20)])
                other.start()
            if rng.random() < 0.03:
                pid = os.fork()
                if pid == 0:
                    signal.signal(signal.SIGALRM, signal.SIG_DFL)
                    signal.alarm(SECONDS // 2)
                    swallow(lambda: worlds.step(2))
                    os._exit(0)
                if os.waitpid(pid, 0)[1]:
                    os._exit(99)
            if rng.random() < 0.05:
                signal.setitimer(signal.ITIMER_REAL, 0.001)
            if rng.random() < 0.1:
                kept.append(rng.choice([lambda: worlds.model(0).body_mass, lambda: worlds.data(0).qpos, lambda: worlds.qpos, lambda: worlds.bind("xpos")])())
            call_something(rng, worlds)
        except (KeyboardInterrupt, Exception):  # noqa: B902
            pass
        if rng.random() < 0.03:
            worlds = ingot.Worlds(MODEL, 2)  # what was kept of the old ones is still read below
    if other:
        other.join()
    for array in kept:
        np.asarray(array).sum()


def swallow(function):
    try:
        function()
    except Exception:  # noqa: B902
        pass


def interrupt(number, frame):
    raise KeyboardInterrupt


def run(seed):
    """how the process of a seed ended: 0 is good"""
    pid = os.fork()
    if pid == 0:
        os.setsid()
        signal.signal(signal.SIGALRM, interrupt)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        faulthandler.enable()
        try:
            play(seed)
        except (KeyboardInterrupt, Exception):  # noqa: B902
            pass
        os._exit(0)
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        done, status = os.waitpid(pid, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.002)
    os.killpg(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    return "hang"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    bad = 0
    for seed in range(options.seed * 1_000_000, options.seed * 1_000_000 + options.count):
        result = run(seed)
        if result:
            bad += 1
            print(f"{seed}: {result}", flush=True)
    print(f"{options.count} processes, seed {options.seed}: {bad} findings")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())

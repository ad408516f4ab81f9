# SPDX-License-Identifier: Apache-2.0
"""Calls that end early: cancellation, timeouts, Ctrl-C; and nothing that is left behind."""
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import ingot
import ingot.cluster

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
MODEL = str(ROOT / "models/quadruped.xml")
LONG = 10_000_000


def test_cancel_from_another_thread(make):
    worlds = make(MODEL, 16, actors=2)
    worlds.reset(key=0)
    worlds.step(3)
    threading.Timer(0.5, worlds.cancel).start()
    start = time.monotonic()
    with pytest.raises(ingot.Error, match="cancelled") as caught:
        worlds.step(LONG)
    assert caught.value.status == ingot.Status.CANCELLED and time.monotonic() - start < 10
    # worlds stand after whole steps, and go on; those that are lost now begin again where they stood
    steps = worlds.time / worlds.model().opt.timestep
    assert np.all(steps >= 3) and np.any(steps > 3) and np.allclose(steps, np.round(steps), atol=1e-6)
    stood = ingot.Worlds(MODEL, 16)
    stood.set_state(worlds.get_state())
    os.kill(worlds.actors[1]["process"], signal.SIGKILL)
    for one in (worlds, stood):
        one.step(5)
    assert np.array_equal(worlds.qpos, stood.qpos) and len(worlds.recoveries) == 1


def test_calls_that_wait_are_cancelled_too(make):
    worlds = make(MODEL, 16, actors=2, ahead=3)
    futures = [worlds.later.step(LONG), worlds.later.step(LONG), worlds.later.step(LONG)]
    futures[1].cancel()
    for future in futures[:2]:
        with pytest.raises(ingot.Error, match="cancelled"):
            future.result(20)
    with pytest.raises(ingot.cluster.Timeout):
        futures[2].result(0.3)  # it goes on
    assert not futures[2].done()
    worlds.cancel()
    with pytest.raises(ingot.Error, match="cancelled"):
        futures[2].result(20)
    # what was cut short or never began is not replayed
    stood = ingot.Worlds(MODEL, 16)
    stood.set_state(worlds.get_state())
    os.kill(worlds.actors[0]["process"], signal.SIGKILL)
    for one in (worlds, stood):
        one.step(2)
    assert np.array_equal(worlds.get_state(), stood.get_state())


def test_a_call_that_takes_too_long_is_cut_short(make):
    worlds = make(MODEL, 16, actors=2, timeout=0.5)
    start = time.monotonic()
    with pytest.raises(ingot.cluster.Timeout, match="more than 0.5 s") as caught:
        worlds.step(LONG)
    assert isinstance(caught.value, TimeoutError) and time.monotonic() - start < 10
    before = worlds.time.copy()
    worlds.step(1)
    assert np.all(worlds.time > before)


def test_a_function_that_does_not_listen_is_ended(make, monkeypatch):
    """It cannot be cancelled: its actor is ended, and begins again as it was before the call."""
    monkeypatch.setattr(ingot.cluster._crew, "GRACE", 0.5)
    worlds = make(MODEL, 16, actors=2)
    worlds.step(4)
    state = worlds.get_state()
    worlds._crew.timeout = 1.0
    with pytest.raises(ingot.cluster.Timeout):
        worlds.apply(lambda worlds: time.sleep(1000))
    worlds._crew.timeout = None
    assert np.array_equal(worlds.get_state(), state) and len(worlds.recoveries) == 2


def test_actors_that_find_no_room(make):
    with pytest.raises(ingot.cluster.Timeout, match="2 of 2 actors could not be started in 2 s; the cluster has .* CPUs"):
        make(MODEL, 16, actors=2, patience=2, options={"num_cpus": 1000})


PROGRAM = """
import os, signal, sys
import ray, ingot, ingot.cluster
signal.signal(signal.SIGINT, signal.default_int_handler)  # jobs in the background of a shell are started without
worlds = ingot.cluster.Worlds({model!r}, 16, ray={{"num_cpus": 2, "object_store_memory": 80 << 20, "log_to_driver": False}}, actors=2)
worlds.reset(key=0)
session = ray._private.worker.global_worker.node.get_session_dir_path()
print("ready", *(actor["process"] for actor in worlds.actors), session, flush=True)
try:
    worlds.later.step(10)
    worlds.step(10 ** 9)
except KeyboardInterrupt:
    worlds.step(1)
    print("interrupted", worlds.time.min() > 0, len(worlds._crew.calls), flush=True)
"""


def gone(process, seconds=20):
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        try:
            state = pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0]
        except OSError:
            return True
        if state == "Z":
            return True
        time.sleep(0.1)
    return False


def processes_of(session):
    """Whatever runs for a session of Ray: its folder stands in their arguments."""
    found = []
    for place in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if session.encode() in place.read_bytes():
                found.append(int(place.parent.name))
        except OSError:
            pass
    return found


def test_ctrl_c_ends_all(tmp_path):
    """As a terminal does it: the signal goes to all processes of the program."""
    settings = {**os.environ, "PYTHONPATH": str(ROOT / "python"), "RAY_USAGE_STATS_ENABLED": "0"}
    settings.pop("RAY_ADDRESS", None)
    program = subprocess.Popen(
        [sys.executable, "-c", PROGRAM.format(model=MODEL)], env=settings, stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    word, *processes, session = program.stdout.readline().split()
    assert word == "ready" and len(processes) == 2
    time.sleep(1)
    start = time.monotonic()
    os.killpg(program.pid, signal.SIGINT)
    output, _ = program.communicate(timeout=60)
    assert output.split() == ["interrupted", "True", "0"] and program.returncode == 0
    assert time.monotonic() - start < 30
    assert all(gone(process) for process in processes)
    assert all(gone(process) for process in processes_of(session))


def test_close_ends_the_actors(cluster):
    with ingot.cluster.Worlds(MODEL, 16, actors=2) as worlds:
        processes = [actor["process"] for actor in worlds.actors]
        worlds.later.step(LONG)
    assert all(gone(process) for process in processes)


def test_nothing_else_imports_ray():
    check = "import ingot, ingot.gym, ingot.task, sys; assert 'ray' not in sys.modules and 'ingot.cluster' not in sys.modules"
    subprocess.run([sys.executable, "-c", check.replace(" ingot.gym,", "")], env={**os.environ, "PYTHONPATH": str(ROOT / "python")}, check=True)


def test_without_ray_there_is_a_sentence():
    check = "import sys; sys.modules['ray'] = None\ntry:\n    import ingot.cluster\nexcept ImportError as error:\n    print(error)"
    done = subprocess.run([sys.executable, "-c", check], env={**os.environ, "PYTHONPATH": str(ROOT / "python")}, capture_output=True, text=True)
    assert "pip install" in done.stdout and "ingot[cluster]" in done.stdout

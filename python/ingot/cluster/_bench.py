# SPDX-License-Identifier: Apache-2.0
"""Speed of worlds on actors against worlds on threads of this process, turn by turn in one run."""
import itertools
import os
import statistics
import time

import numpy as np
import ray as _ray

import ingot
from ingot.cluster._worlds import Worlds, _connect


def _timed(act, calls):
    start = time.perf_counter()
    for _ in range(calls):
        act()
    return (time.perf_counter() - start) / calls


def _in_flight(worlds, controls, calls):
    """Seconds of a call when the next one is sent before its end."""
    futures, start = [], time.perf_counter()
    for _ in range(calls):
        futures.append(worlds.later.follow(controls))
        if len(futures) > 1:
            futures.pop(0).result()
    for future in futures:
        future.result()
    return (time.perf_counter() - start) / calls


def _processor(worlds):
    """Seconds of processor time of this process and of the actors, so far."""
    return time.process_time() + sum(worlds._everywhere("clock"))


def _start(worlds):
    worlds.reset(key=0 if worlds.model().nkey else -1)


def compare(model, count, actors, steps, seconds):
    """Seconds of a call, by medians over turns: on actors, with two calls in flight, and on as many threads; and of an empty call.

    "processor" is what the threads take of the processors' time, over what the actors and this process take together: on
    a machine with other work, where the clock on the wall tells little, that is what can be compared.
    """
    nu = model.nu
    controls = np.random.default_rng(0).uniform(-1, 1, (count, steps, nu))
    alone = ingot.Worlds(model, count, threads=min(actors, len(os.sched_getaffinity(0))))
    with Worlds(model, count, actors=actors) as worlds:
        for one in (alone, worlds):
            _start(one)
            one.follow(controls)
        once = _timed(lambda: worlds.follow(controls), 1)
        calls = max(2, int(seconds / 12 / once))
        turns = {"actors": [], "two in flight": [], "threads": [], "empty": [], "empty, threads": []}
        used = {"threads": 0.0, "actors": 0.0}
        for _ in range(5):
            start = time.process_time()
            turns["threads"].append(_timed(lambda: alone.follow(controls), calls))
            used["threads"] += time.process_time() - start
            start = _processor(worlds)
            turns["actors"].append(_timed(lambda: worlds.follow(controls), calls))
            used["actors"] += _processor(worlds) - start
            turns["two in flight"].append(_in_flight(worlds, controls, calls))
            turns["empty"].append(_timed(lambda: worlds.step(0), 30))
            turns["empty, threads"].append(_timed(lambda: alone.step(0), 30))
    found = {name: statistics.median(values) for name, values in turns.items()}
    return {**found, "processor": used["threads"] / used["actors"]}


def bench(source, count=256, steps=50, actors=None, seconds=6.0, ray=None, show=print):
    """Print the table; returns its rows."""
    _connect(ray)
    model = ingot.load(source) if isinstance(source, (str, os.PathLike)) else source
    cpus = int(_ray.cluster_resources().get("CPU", 1))
    if not actors:
        actors = list(itertools.takewhile(lambda n: n <= min(2 * cpus, count), (2**k for k in itertools.count())))
    show(f"{count} worlds, {model.nv} dofs, {steps} steps a call; {cpus} CPUs; ingot {ingot.__version__}, Ray {_ray.__version__}")
    show(f"{'actors':>7} {'steps/s':>11} {'in flight':>11} {'threads':>11} {'ratio':>6} {'in flight':>9} {'processor':>9} {'ms/call':>8} {'overhead ms':>12} {'90 % from':>12}")
    rows = []
    for number in actors:
        found = compare(model, count, number, steps, seconds)
        work, overhead = count * steps, found["empty"] - found["empty, threads"]
        row = {
            "actors": number,
            "steps_per_second": work / found["actors"],
            "in_flight": work / found["two in flight"],
            "threads": work / found["threads"],
            "ratio": found["threads"] / found["actors"],
            "ratio_in_flight": found["threads"] / found["two in flight"],
            "processor": found["processor"],
            "call_ms": 1e3 * found["actors"],
            "overhead_ms": 1e3 * overhead,
            "steps_for_90_percent": int(np.ceil(9 * overhead / (found["threads"] / steps))),
        }
        rows.append(row)
        show(
            f"{number:>7} {row['steps_per_second']:>11,.0f} {row['in_flight']:>11,.0f} {row['threads']:>11,.0f} {row['ratio']:>6.2f} "
            f"{row['ratio_in_flight']:>9.2f} {row['processor']:>9.2f} {row['call_ms']:>8.1f} {row['overhead_ms']:>12.2f} {row['steps_for_90_percent']:>6} steps"
        )
    return rows

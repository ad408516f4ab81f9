#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Time to load models, against another library of the same API, turn by turn in one process.

    bench/load.py build/libingot.so path/to/libmujoco.so MODEL.xml... [--folder DIR] [--repeat 3] [--slowest 15]

Each turn loads a model once with each library, with the caches of assets cleared; the processor time of all threads of the process
is counted, and the least of the turns is taken. Printed: the slowest models by ratio (ours over theirs), and the geometric mean.
Models that one of the two refuses are left out and counted.
"""
import argparse
import ctypes
import math
import os
import pathlib
import sys
import time


class Library:
    def __init__(self, path):
        self.lib = ctypes.CDLL(str(pathlib.Path(path).resolve()), mode=os.RTLD_LOCAL)
        self.lib.mj_loadXML.restype = ctypes.c_void_p
        self.lib.mj_getCache.restype = ctypes.c_void_p
        self.lib.mj_clearCache.argtypes = [ctypes.c_void_p]
        self.lib.mj_deleteModel.argtypes = [ctypes.c_void_p]
        # a model that is refused must not end the run
        handler = ctypes.CFUNCTYPE(None, ctypes.c_char_p)
        self.quiet = handler(lambda text: None)
        ctypes.c_void_p.in_dll(self.lib, "mju_user_warning").value = ctypes.cast(self.quiet, ctypes.c_void_p).value

    def load(self, path):
        """seconds of processor time and of wall time, or None"""
        text = ctypes.create_string_buffer(1000)
        wall, start = time.perf_counter(), time.process_time()
        model = self.lib.mj_loadXML(os.fsencode(path), None, text, len(text))
        spent = time.process_time() - start, time.perf_counter() - wall
        if not model:
            return None
        self.lib.mj_deleteModel(model)
        self.lib.mj_clearCache(self.lib.mj_getCache())
        return spent


def compare(ours, theirs, path, repeat):
    best = [[math.inf, math.inf], [math.inf, math.inf]]
    for _ in range(repeat):
        for k, library in enumerate((ours, theirs)):
            spent = library.load(path)
            if spent is None:
                return None
            best[k] = [min(a, b) for a, b in zip(best[k], spent)]
    return best


def mean(values):
    return math.exp(sum(map(math.log, values)) / len(values))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("ours")
    parser.add_argument("theirs")
    parser.add_argument("models", nargs="*", type=pathlib.Path)
    parser.add_argument("--folder", type=pathlib.Path, help="all *.xml below it")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--slowest", type=int, default=15)
    arguments = parser.parse_args()
    paths = list(arguments.models)
    if arguments.folder:
        paths += sorted(arguments.folder.rglob("*.xml"))
    ours, theirs = Library(arguments.ours), Library(arguments.theirs)
    rows, refused = [], 0
    for path in paths:
        best = compare(ours, theirs, path, arguments.repeat)
        if best is None:
            refused += 1
        else:
            rows.append((best[0][0] / best[1][0], best[0][1] / best[1][1], 1e3 * best[0][0], 1e3 * best[1][0], path))
    if not rows:
        sys.exit("no model that both load")
    rows.sort(reverse=True)
    print(f"{'ratio':>6} {'wall':>6} {'ours ms':>9} {'theirs ms':>9}  model")
    for ratio, wall, mine, other, path in rows[: arguments.slowest]:
        print(f"{ratio:6.2f} {wall:6.2f} {mine:9.2f} {other:9.2f}  {path}")
    print(f"{len(rows)} models, {refused} left out: geometric mean {mean([r[0] for r in rows]):.3f} (processor time), "
          f"{mean([r[1] for r in rows]):.3f} (wall time); {sum(r[0] > 1 for r in rows)} slower than theirs")


if __name__ == "__main__":
    main()

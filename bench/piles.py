#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Race libraries that export the MuJoCo C API on heaps of loose boxes.

    bench/piles.py [--boxes 100,300,1000] [--steps 300,150,60] [--threads N] [--turns N] [--plot FILE.svg] LIBRARY.so [LIBRARY.so ...]

Boxes of random size and attitude hang closely above each other and fall from the first step on; sizes, places and
attitudes come from a seed. Each library steps the same heap in a process of its own, turn by turn; the figure is the
least over the turns of the mean time of a step from the drop on. A library that takes more than --limit seconds for a step
on the average is stopped and left out of larger heaps. With --threads the last library steps with a pool of threads as well.
With --plot the figures are drawn over the number of boxes, both axes logarithmic.
"""
import argparse
import ctypes
import math
import random
import subprocess
import sys
import tempfile
import time


def heap(boxes, seed):
    """MJCF of a heap: columns of boxes on a square, with a wall around it."""
    rng = random.Random(seed)
    side = max(3, round(boxes ** (1 / 3)))
    gap, bodies = 0.1, []
    for i in range(boxes):
        x, y, z = i % side, i // side % side, i // side ** 2
        place = [gap * (x - side / 2 + rng.uniform(-0.1, 0.1)), gap * (y - side / 2 + rng.uniform(-0.1, 0.1)), 0.08 + gap * z]
        quat = [rng.gauss(0, 1) for _ in range(4)]
        size = [rng.uniform(0.03, 0.05) for _ in range(3)]
        numbers = lambda v: " ".join(f"{a:.6g}" for a in v)
        bodies.append(f'<body pos="{numbers(place)}" quat="{numbers(quat)}"><freejoint/>'
                      f'<geom type="box" size="{numbers(size)}"/></body>')
    wall = gap * side * 0.75
    walls = "".join(f'<geom type="plane" size="5 5 .1" pos="{x * wall} {y * wall} 0" zaxis="{-x} {-y} 0"/>'
                    for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)))
    return (f'<mujoco><size memory="{min(60 + 3 * boxes, 3000)}M"/><worldbody><geom type="plane" size="5 5 .1"/>'
            f'{walls}{"".join(bodies)}</worldbody></mujoco>')


def child(library, model, steps, threads, limit):
    """Time of a step in this process, in milliseconds."""
    lib = ctypes.CDLL(library)
    lib.mj_loadXML.restype = lib.mj_makeData.restype = ctypes.c_void_p
    error = ctypes.create_string_buffer(1000)
    m = ctypes.c_void_p(lib.mj_loadXML(model.encode(), None, error, 1000))
    if not m:
        sys.exit(error.value.decode())
    d = ctypes.c_void_p(lib.mj_makeData(m))
    if threads:
        lib.mju_threadPoolCreate.restype = ctypes.c_void_p
        lib.mju_bindThreadPool(d, ctypes.c_void_p(lib.mju_threadPoolCreate(ctypes.c_size_t(threads))))
    # alone on its thread, the time of the processor: a busy machine does not disturb it
    clock = time.perf_counter if threads else time.thread_time
    start = clock()
    for done in range(1, steps + 1):
        lib.mj_step(m, d)
        spent = clock() - start
        if spent > limit * done and spent > 4 * limit:
            break
    print(1000 * spent / done, done)


def measure(library, model, steps, threads, limit):
    command = [sys.executable, __file__, "--child", library, model, str(steps), str(threads), str(limit)]
    out = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.split()
    return float(out[0]), int(out[1])


def plot(path, names, rows):
    """An SVG of milliseconds per step over boxes; rows: (boxes, [ms or None for each name])."""
    width, height, left, top = 640, 400, 90, 20
    colours = ("#888888", "#c05020", "#2060b0", "#209060")
    times = [t for _, values in rows for t in values if t]
    low, high = math.floor(math.log10(min(times))), math.ceil(math.log10(max(times)))
    first, last = math.log10(rows[0][0]), math.log10(rows[-1][0])
    x = lambda boxes: left + (width - left - 150) * (math.log10(boxes) - first) / max(last - first, 1e-9)
    y = lambda ms: top + (height - top - 50) * (high - math.log10(ms)) / max(high - low, 1)
    text = lambda px, py, words, anchor="middle": f'<text x="{px:.1f}" y="{py:.1f}" text-anchor="{anchor}">{words}</text>'
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">',
           f'<rect width="{width}" height="{height}" fill="white"/>']
    for power in range(low, high + 1):
        out.append(f'<path d="M{left} {y(10 ** power):.1f}H{x(rows[-1][0]):.1f}" stroke="#dddddd"/>')
        out.append(text(left - 8, y(10 ** power) + 4, f"{10 ** power:g} ms", "end"))
    for boxes, _ in rows:
        out.append(text(x(boxes), height - 32, boxes))
    out.append(text(x(rows[0][0]), height - 12, "boxes", "start"))
    for k, name in enumerate(names):
        points = [(x(boxes), y(values[k])) for boxes, values in rows if values[k]]
        if not points:
            continue
        out.append(f'<polyline fill="none" stroke-width="2" stroke="{colours[k % 4]}" points="'
                   + " ".join(f"{px:.1f},{py:.1f}" for px, py in points) + '"/>')
        out += [f'<circle cx="{px:.1f}" cy="{py:.1f}" r="3" fill="{colours[k % 4]}"/>' for px, py in points]
        out.append(text(points[-1][0] + 8, points[-1][1] + 4, name, "start"))
    with open(path, "w") as file:
        file.write("\n".join(out) + "\n</svg>\n")


def main():
    if len(sys.argv) > 1 and sys.argv[1] == "--child":
        return child(sys.argv[2], sys.argv[3], int(sys.argv[4]), int(sys.argv[5]), float(sys.argv[6]))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--boxes", default="100,300,1000")
    parser.add_argument("--steps", default="300,150,60")
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--turns", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", type=float, default=5)
    parser.add_argument("--plot", help="SVG file that is written")
    parser.add_argument("--names", help="of the libraries in the plot, with commas")
    parser.add_argument("libraries", nargs="+")
    args = parser.parse_args()
    counts = [int(n) for n in args.boxes.split(",")]
    steps = [int(n) for n in args.steps.split(",")]
    steps += steps[-1:] * (len(counts) - len(steps))
    runs = [(lib, 0) for lib in args.libraries] + ([(args.libraries[-1], args.threads)] if args.threads else [])
    print("boxes  steps  " + "  ".join(f"{lib.split('/')[-1][-16:]}{f' x{t}' if t else '':3}" for lib, t in runs) + "  ms per step")
    too_slow, drawn = set(), []
    for boxes, n in zip(counts, steps):
        with tempfile.NamedTemporaryFile("w", suffix=".xml") as file:
            file.write(heap(boxes, args.seed))
            file.flush()
            best = {}
            for _ in range(args.turns):
                for run in runs:
                    if run in too_slow:
                        continue
                    ms, done = measure(run[0], file.name, n, run[1], args.limit)
                    best[run] = min(ms, best.get(run, ms))
                    if done < n:
                        too_slow.add(run)
        figures = "  ".join(f"{best[run]:19.3f}" if run in best else f"{'-':>19}" for run in runs)
        print(f"{boxes:5}  {n:5}  {figures}", flush=True)
        drawn.append((boxes, [best.get(run) for run in runs]))
    if args.plot:
        names = args.names.split(",") if args.names else [lib.split("/")[-1] + (f" x{t}" if t else "") for lib, t in runs]
        plot(args.plot, names, drawn)


if __name__ == "__main__":
    main()

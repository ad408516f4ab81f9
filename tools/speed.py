#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The chart of the README: Ingot over MuJoCo 3.5.0, for one world, for many, and for heaps.

    tools/speed.py --measure      race both on this machine, write docs/speed.json, draw (some minutes; nothing else should run)
    tools/speed.py                draw docs/guide/pictures/speed.svg from docs/speed.json

Models are those of the packages Gymnasium and dm_control. Each figure is one of bench/race.c, bench/worlds.py or bench/piles.py.
"""
import argparse
import json
import os
import pathlib
import platform
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
DATA, CHART = ROOT / "docs/speed.json", ROOT / "docs/guide/pictures/speed.svg"
PYTHON = ROOT / "build/venv-rl/bin/python"
GYMNASIUM = {"humanoid": "Humanoid", "ant": "Ant", "half_cheetah": "Half cheetah"}
SUITE = {"humanoid_CMU": "Humanoid CMU", "quadruped": "Quadruped, rays on hills"}
MANY = {"half_cheetah": "Half cheetah", "ant": "Ant", "humanoid": "Humanoid"}
HEAPS = {100: "100 boxes", 300: "300 boxes", 1000: "1,000 boxes"}
STEPS = {100: 300, 300: 150, 1000: 40}


def run(*words, **settings):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, cwd=ROOT, env={**os.environ, **settings})
    if done.returncode:
        sys.exit(f"{' '.join(map(str, words))}\n{done.stdout}{done.stderr}")
    return done.stdout


def folder_of(package, rest):
    place = run(PYTHON, "-c", f"import importlib.util; print(importlib.util.find_spec('{package}').origin)").strip()
    return pathlib.Path(place).parent / rest


def measure():
    reference = next((ROOT / "build/venv-rl").glob("lib/python3*/site-packages/mujoco/libmujoco.so.3.5.0"))
    gym, suite = folder_of("gymnasium", "envs/mujoco/assets"), folder_of("dm_control", "suite")
    models = {**{gym / f"{name}.xml": title for name, title in GYMNASIUM.items()}, **{suite / f"{name}.xml": title for name, title in SUITE.items()}}
    out = run(ROOT / "build/bench_race", reference, *models)
    one = {title: float(re.search(rf"^\S*{path.stem}(?:\.xml)?\s.*?([\d.]+)$", out, re.M).group(1)) for path, title in models.items()}
    out = run(PYTHON, "bench/worlds.py", "--worlds", 256, *(gym / f"{name}.xml" for name in MANY), PYTHONPATH=str(ROOT / "python"))
    many = {title: float(re.search(rf"^\S*{name}(?:\.xml)?\s.*?([\d.]+)$", out, re.M).group(1)) for name, title in MANY.items()}
    boxes = ",".join(map(str, HEAPS))
    out = run(sys.executable, "bench/piles.py", "--boxes", boxes, "--steps", ",".join(str(STEPS[n]) for n in HEAPS), "--limit", 30, reference, ROOT / "build/libingot.so")
    heaps = {}
    for number, title in HEAPS.items():
        theirs, ours = map(float, re.search(rf"^\s*{number}\s+\d+\s+([\d.]+)\s+([\d.]+)", out, re.M).groups())
        heaps[title] = round(theirs / ours, 2)
    cpu = next((line.split(":", 1)[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), platform.machine())
    commit = run("git", "rev-parse", "--short", "HEAD").strip()
    found = {"hardware": f"{cpu}, one thread", "commit": commit, "against": "MuJoCo 3.5.0", "one world": one, "256 worlds, one thread": many, "heaps": heaps}
    DATA.write_text(json.dumps(found, indent=2) + "\n")


def chart(found):
    """Bars from 1 on, the same length for the same factor, in three groups."""
    width, left, row, gap = 760, 230, 26, 34
    groups = [(name, rows) for name, rows in found.items() if isinstance(rows, dict)]
    height = 64 + sum(gap + row * len(rows) for _, rows in groups) + 30
    most = max(value for _, rows in groups for value in rows.values())
    import math

    scale = (width - left - 80) / math.log(max(most, 2))
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="system-ui, sans-serif" font-size="14">',
        "<style>text { fill: #1f2933 } .soft { fill: #616e7c } @media (prefers-color-scheme: dark) { text { fill: #e4e7eb } .soft { fill: #9aa5b1 } }</style>",
        f'<text x="0" y="22" font-size="18" font-weight="600">Steps per second over those of {found["against"]}</text>',
        f'<text class="soft" x="0" y="42">{found["hardware"]}; the scale is logarithmic; commit {found["commit"]}</text>',
    ]
    y = 64
    for name, rows in groups:
        out.append(f'<text x="0" y="{y + 18}" font-weight="600">{name[0].upper()}{name[1:]}</text>')
        y += gap
        for title, value in rows.items():
            length = max(scale * math.log(max(value, 1.02)), 2)
            out.append(f'<text class="soft" x="{left - 10}" y="{y + 15}" text-anchor="end">{title}</text>')
            out.append(f'<rect x="{left}" y="{y + 2}" width="{length:.1f}" height="17" rx="2" fill="#2f7f86"/>')
            out.append(f'<text x="{left + length + 8:.1f}" y="{y + 16}">{value:.3g}×</text>')
            y += row
    out.append(f'<text class="soft" x="0" y="{y + 22}" font-size="12">tools/speed.py --measure makes it again on your machine</text></svg>')
    return "\n".join(out) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--measure", action="store_true")
    if parser.parse_args().measure:
        measure()
    CHART.write_text(chart(json.loads(DATA.read_text())))


if __name__ == "__main__":
    main()

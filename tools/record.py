#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Record the figures of MuJoCo 3.5.0 that tests compare with: the files tests/*/*.inc.

    build/venv/bin/python tools/record.py [--check] [part of a path] ...

Run it with a Python that has mujoco==3.5.0. --check writes nothing and names the files that would be different.
Programs of tests/*/record are built against the reference's library, scripts ask its module. Not from here:
tests/render/views.inc (hashes of our own pictures, tests/render/record.sh) and tests/mjcf/refusals.inc (written by hand,
tests/mjcf/check_refusals.py asks the reference).
"""
import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

import mujoco

ROOT = pathlib.Path(__file__).resolve().parent.parent
TESTS = ROOT / "tests"
PACKAGE = pathlib.Path(mujoco.__path__[0])

# file: the script that prints it; or what a program is built of, its arguments, and what the lines to keep begin with
SCRIPTS = {
    "collide/pairs.inc": "collide/record_pairs.py",
    "collide/rays.inc": "collide/record_rays.py",
    "sense/figures.inc": "sense/record.py",
}
PROGRAMS = {
    "collide/recorded_pairs.inc": ("collide/record/record.c collide/poses.c model.c record.c", ["pairs"], ""),
    "collide/recorded_cloths.inc": ("collide/record/record.c collide/poses.c model.c record.c", ["cloths"], ""),
    "constrain/recorded.inc": ("constrain/record/record.c constrain/figures.c constrain/scenes.c case.c model.c test.c", [], "row "),
    "plugin/recorded_scenes.inc": ("plugin/record/record.c plugin/scenes.c plugin/figures.c model.c record.c", ["scenes", PACKAGE / "plugin"], ""),
    "plugin/recorded_shapes.inc": ("plugin/record/record.c plugin/scenes.c plugin/figures.c model.c record.c", ["shapes", PACKAGE / "plugin"], ""),
    "smooth/recorded.inc": ("smooth/record/record.c smooth/scenes.c smooth/figures.c model.c record.c", [], ""),
    "step/recorded.inc": ("step/record/record.c step/golden.c step/scenes.c case.c model.c test.c", [], "run "),
    "visual/recorded_mouse.inc": ("visual/record/record.c visual/figures.c visual/scenes.c case.c model.c test.c", [], "mouse "),
    "visual/recorded_views.inc": ("visual/record/record.c visual/figures.c visual/scenes.c case.c model.c test.c", [], "view "),
}


def of_program(name, sources, arguments, keep, folder):
    """what a program built against the reference prints"""
    library = next(PACKAGE.glob("libmujoco.so.*"))
    program = pathlib.Path(folder, "record")
    command = ["cc", "-O1", "-std=gnu17", "-D_GNU_SOURCE", f'-DIG_TESTS_DIR="{TESTS}"', f"-I{ROOT}/include", f"-I{TESTS}",
               f"-I{(TESTS / name).parent}", *(str(TESTS / source) for source in sources.split()), str(library),
               f"-Wl,-rpath,{PACKAGE}", "-lm", "-o", str(program)]
    subprocess.run(command, check=True)
    printed = subprocess.run([str(program), *map(str, arguments)], cwd=folder, check=True, stdout=subprocess.PIPE, text=True).stdout
    return "".join(line[len(keep):] for line in printed.splitlines(keepends=True) if line.startswith(keep))


def recorded(name):
    with tempfile.TemporaryDirectory() as folder:
        if name in SCRIPTS:
            body = subprocess.run([sys.executable, str(TESTS / SCRIPTS[name])], check=True, stdout=subprocess.PIPE, text=True).stdout
        else:
            body = of_program(name, *PROGRAMS[name], folder)
    return f"// figures of MuJoCo {mujoco.__version__}, written by tools/record.py {name}\n{body}"


def difference(old, new):
    """the largest relative difference of the numbers of two files, and whether anything else differs"""
    old, new = (re.sub(r"^// figures of .*\n", "", text) for text in (old, new))
    number = re.compile(r"-?\b\d+(?:\.\d*)?(?:e[+-]?\d+)?\b")
    if number.sub("#", old) != number.sub("#", new):
        return "other rows"
    pairs = [(float(a), float(b)) for a, b in zip(number.findall(old), number.findall(new))]
    if old == new:
        return "only the first line"
    return f"{max(abs(a - b) / max(1, abs(a)) for a, b in pairs):.1e} apart"


if __name__ == "__main__":
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--check", action="store_true")
    arguments.add_argument("part", nargs="*")
    given = arguments.parse_args()
    different = 0
    for name in sorted([*SCRIPTS, *PROGRAMS]):
        if given.part and not any(part in name for part in given.part):
            continue
        target, text = TESTS / name, recorded(name)
        if target.read_text() == text:
            print(f"{name}: the same")
            continue
        different += 1
        print(f"{name}: {difference(target.read_text(), text)}")
        if not given.check:
            target.write_text(text)
    sys.exit(1 if given.check and different else 0)

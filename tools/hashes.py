#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Golden hashes: the compiled model and the state after 200 steps of every model, the same bits in every build.

    tools/hashes.py --write                     build/hash_models decides: tests/golden is written anew (make hashes)
    tools/hashes.py                             compare with tests/golden; 1 if any hash differs
      --program PROGRAM                         another build of hash_models, perhaps behind a runner: "qemu-aarch64 -L /usr/aarch64-linux-gnu build/arm/hash_models"
      --levels                                  our own models also as many worlds, at each SIMD level and on 1, 2 and 8 threads
      --models FOLDER                           also public models below this folder (or INGOT_MODELS in the environment)

tests/golden/own.txt has models/, the seeds of the fuzzer and the scenes of tests/golden/scenes.py; tests/golden/public.txt
has names and hashes of up to 100 models of a folder, by their path in it. A line is: hash of the model, hash of the state, name.
"""
import argparse
import concurrent.futures
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
GOLDEN = ROOT / "tests/golden"
PUBLIC = 100  # models of a folder that are kept
PIECE = 8  # models for one run of the program
sys.path.insert(0, str(GOLDEN))
sys.dont_write_bytecode = True
from scenes import scenes  # noqa: E402


def own_models(folder):
    """name -> path; scenes are written to the folder"""
    found = {f"models/{path.stem}": path for path in sorted((ROOT / "models").glob("*.xml"))}
    found |= {f"fuzz/{path.stem}": path for path in sorted((ROOT / "fuzz/corpus/load").glob("*.xml"))}
    for name, text in scenes().items():
        found[f"scenes/{name}"] = folder / f"{name}.xml"
        found[f"scenes/{name}"].write_text(text)
    return found


def public_models(folder, names):
    """name -> path: those of the golden file, or else of all that are whole models a sample spread over the folder"""
    if names:
        return {name: folder / name for name in names}
    paths = [path for path in sorted(folder.rglob("*.xml")) if b"<mujoco" in path.read_bytes()]
    return {path.relative_to(folder).as_posix(): path for path in paths}


def read_golden(path):
    lines = [line.split(" ", 2) for line in path.read_text().splitlines()] if path.exists() else []
    return {name: (model, state) for model, state, name in lines}


def write_golden(path, hashes):
    path.write_text("".join(f"{model} {state} {name}\n" for name, (model, state) in hashes.items()))
    print(f"{path.relative_to(ROOT)}: {len(hashes)} models")


def run_piece(program, options, names, paths, environment):
    command = [*program, *options, *map(str, paths)]
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ | environment, timeout=1800)
    lines = [line.split(" ", 2)[:2] for line in done.stdout.splitlines()]
    if done.returncode > 1 or done.returncode < 0 or len(lines) != len(paths):
        sys.exit(f"{' '.join(command)}: exit {done.returncode}\n{done.stderr}")
    return zip(names, map(tuple, lines))


def run(program, options, models, environment=None):
    names, paths = list(models), list(models.values())
    pieces = [slice(i, i + PIECE) for i in range(0, len(names), PIECE)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        done = pool.map(lambda s: run_piece(program, options, names[s], paths[s], environment or {}), pieces)
        return {name: hashes for piece in done for name, hashes in piece}


def compare(what, golden, hashes):
    wrong = 0
    for name in golden.keys() | hashes.keys():
        if golden.get(name) == hashes.get(name):
            continue
        wrong += 1
        parts = ["model", "state"]
        if name not in golden or name not in hashes:
            print(f"{what}: {name} is {'not in the golden file: make hashes' if name not in golden else 'missing'}")
        else:
            print(f"{what}: {name}: another " + " and another ".join(p for p, a, b in zip(parts, golden[name], hashes[name]) if a != b))
    print(f"{what}: {len(hashes) - wrong} of {len(golden)} hashes as recorded", flush=True)
    return wrong


def check(what, golden, program, models, levels):
    wrong = compare(what, golden, run(program, [], models))
    # a model that is refused has no worlds; threads by the processor's own level, levels with two threads
    for level, threads in [("", 1), ("", 8), ("avx2", 2), ("base", 2)] if levels else []:
        hashes = run(program, ["--worlds", str(threads)], models, {"INGOT_CPU": level} if level else {})
        wrong += compare(f"{what}, worlds on {threads} threads, level {level or 'as found'}", golden, hashes)
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=str(ROOT / "build/hash_models"))
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--levels", action="store_true")
    parser.add_argument("--models", default=os.environ.get("INGOT_MODELS"))
    parser.add_argument("--skip", default="", help="names, separated by commas, that are not compared")
    args = parser.parse_args()
    program = shlex.split(args.program)
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        sets = {"own": own_models(pathlib.Path(folder))}
        if args.models:
            sets["public"] = public_models(pathlib.Path(args.models), list(read_golden(GOLDEN / "public.txt")))
        for what, models in sets.items():
            golden = read_golden(GOLDEN / f"{what}.txt")
            if not args.write:
                for name in filter(None, args.skip.split(",")):
                    golden.pop(name, None), models.pop(name, None)
                wrong += check(what, golden, program, models, args.levels and what == "own")
                continue
            hashes = run(program, [], models)
            refused = [name for name, pair in hashes.items() if pair[0] == "refused"]
            if what == "own" and refused:
                sys.exit(f"a model of our own is refused: {', '.join(refused)}")
            if what == "public" and not golden:
                good = [name for name, pair in hashes.items() if pair[0] != "refused"]
                count = min(PUBLIC, len(good))
                hashes = {name: hashes[name] for name in (good[i * len(good) // count] for i in range(count))}
            write_golden(GOLDEN / f"{what}.txt", hashes)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()

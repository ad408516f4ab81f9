#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Build the tests of this folder against MuJoCo 3.5.0 itself, write recorded.inc, and run them there.

    tests/requirements/record.py path/to/libmujoco.so.3.5.0 [prefix of test names] [--check]

With --check (or a prefix) recorded.inc is left as it is. Files that use our own API (include/ingot) are left out.
Three refusals name the culprit here and not there: R1_10, R1_20 and R78_2 fail on the reference.
"""
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
TESTS, ROOT = HERE.parent, HERE.parent.parent


def build(library, program):
    own = [str(p) for p in sorted(HERE.glob("*.c")) if "<ingot/" not in p.read_text()]
    shared = [str(TESTS / "test.c"), str(TESTS / "case.c")]
    subprocess.run(["cc", "-g", "-O1", "-std=gnu17", f"-I{ROOT}/include", f"-I{TESTS}", *own, *shared, library,
                    f"-Wl,-rpath,{os.path.dirname(library)}", "-lm", "-lpthread", "-o", program], check=True)


def record(program, target):
    with tempfile.NamedTemporaryFile() as out:
        subprocess.run([program], env={**os.environ, "INGOT_RECORD": out.name}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        rows = pathlib.Path(out.name).read_text()
    target.write_text(f"// figures of MuJoCo 3.5.0, written by tests/requirements/record.py\n{rows}")


if __name__ == "__main__":
    check = "--check" in sys.argv
    args = [a for a in sys.argv[1:] if a != "--check"]
    with tempfile.TemporaryDirectory() as folder:
        program = f"{folder}/requirements"
        library = os.path.abspath(args[0])
        build(library, program)
        if not check and len(args) == 1:
            record(program, HERE / "recorded.inc")
            build(library, program)
        sys.exit(subprocess.run([program, *args[1:]], cwd=folder).returncode)

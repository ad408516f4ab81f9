#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Builds that could not give the same bits are refused, and what was built has no fused arithmetic.

    tests/flags/run.py build build/libingot.so build/ingot ...
"""
import json
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = pathlib.Path(sys.argv[1]).resolve()
BUILT = [os.path.abspath(path) for path in sys.argv[2:]]
UNFUSED = [sys.executable, ROOT / "tools/unfused.py"]
REFUSED = ["-ffast-math", "-Ofast", "-funsafe-math-optimizations", "-fassociative-math", "-freciprocal-math", "-ffinite-math-only",
           "-fno-signed-zeros"]


def cache(name):
    for line in (BUILD / "CMakeCache.txt").read_text().splitlines():
        if line.startswith(name + ":"):
            return line.split("=", 1)[1]
    return ""


COMPILER = cache("CMAKE_C_COMPILER")
MACHINE = subprocess.run([COMPILER, "-dumpmachine"], capture_output=True, text=True).stdout
OBJDUMP = cache("CMAKE_OBJDUMP") or "objdump"


def commands():
    """one compile command per set of flags: kernels of each level, and the rest"""
    found = {}
    for entry in json.loads((BUILD / "compile_commands.json").read_text()):
        words = shlex.split(entry["command"])
        kind = next((part for part in entry["command"].split() if "CMakeFiles/ingot_" in part), None)
        if kind:
            found.setdefault(kind.split("CMakeFiles/")[1].split(".dir")[0], words[words.index(COMPILER):])
    return found


class Arithmetic(unittest.TestCase):
    def test_nothing_built_is_fused(self):
        done = subprocess.run([*UNFUSED, "--objdump", OBJDUMP, *BUILT], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_flags_hold_behind_those_of_the_user(self):
        users = {"x86_64": ["-march=x86-64-v3", "-march=x86-64-v4", "-march=x86-64-v4 -mprefer-vector-width=512", "-mfma -mavx512f"],
                 "aarch64": ["-march=armv8.3-a", "-march=armv8.6-a+sve2"]}
        found = commands()
        self.assertIn("ingot_objects", found)
        for flags in users.get(MACHINE.split("-")[0], []):
            # what the configuration would have added for these flags; on ARM that depends on them
            for kind, words in found.items():
                if MACHINE.startswith("aarch64") and "INGOT_ARM_COMPLEX:INTERNAL=1" not in (BUILD / "CMakeCache.txt").read_text():
                    continue
                with self.subTest(flags=flags, kind=kind), tempfile.TemporaryDirectory() as folder:
                    out = os.path.join(folder, "fusible.o")
                    end = words.index("-o")
                    command = [words[0], *flags.split(), "-O3", *words[1:end], "-o", out, "-c", str(ROOT / "tests/fusible.c")]
                    subprocess.run(command, check=True, cwd=BUILD)
                    done = subprocess.run([*UNFUSED, "--objdump", OBJDUMP, out], capture_output=True, text=True)
                    self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_the_check_sees_fused_instructions(self):
        if not MACHINE.startswith("x86_64"):
            self.skipTest("written for x86")
        with tempfile.TemporaryDirectory() as folder:
            out = os.path.join(folder, "fusible.o")
            command = [COMPILER, "-O3", "-mfma", "-mavx2", "-ffp-contract=fast", "-c", ROOT / "tests/fusible.c", "-o", out]
            subprocess.run(command, check=True)
            done = subprocess.run([*UNFUSED, "--objdump", OBJDUMP, out], capture_output=True, text=True)
            self.assertEqual(done.returncode, 1)
            self.assertIn("fused instructions in ig_alternate", done.stdout)


class Refusals(unittest.TestCase):
    def test_fast_math_is_refused_when_configuring(self):
        for flag in REFUSED:
            with self.subTest(flag=flag), tempfile.TemporaryDirectory() as folder:
                command = ["cmake", "-S", ROOT, "-B", folder, f"-DCMAKE_C_COMPILER={COMPILER}", f"-DCMAKE_C_FLAGS=-O2 {flag}"]
                done = subprocess.run(command, capture_output=True, text=True)
                self.assertNotEqual(done.returncode, 0)
                self.assertIn(f"{flag} is not possible", done.stderr)

    def compile_header(self, *flags):
        command = [COMPILER, *flags, "-fsyntax-only", "-x", "c", "-"]
        return subprocess.run(command, input=f'#include "{ROOT}/src/base/target.h"\n', capture_output=True, text=True)

    def test_fast_math_is_refused_when_compiling(self):
        self.assertEqual(self.compile_header("-O2").returncode, 0)
        for flag in ["-ffast-math", "-Ofast", "-ffinite-math-only"]:
            done = self.compile_header(flag)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn("cannot be built with -ffast-math", done.stderr)

    def test_32_bits_are_refused_when_compiling(self):
        if not MACHINE.startswith("x86_64"):
            self.skipTest("-m32 is an option for x86")
        done = self.compile_header("-m32", "-ffreestanding")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("needs a 64-bit target", done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])

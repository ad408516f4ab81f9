#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The library inside of programs that have other things in them: another library with the same names.

    tests/embed/run.py build/libingot.so [libmujoco.so.3.5.0]

Without the second argument the other library is made here: every function of MuJoCo's names ends the process.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
LIBRARY = pathlib.Path(sys.argv[1]).resolve()
OTHER = pathlib.Path(sys.argv[2]).resolve() if len(sys.argv) > 2 else None


def run(*command, **environment):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, env={**os.environ, **environment})
    if done.returncode:
        raise AssertionError(f"{' '.join(map(str, command))}: {done.returncode}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout


class Beside(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.work = pathlib.Path(cls.folder.name)
        cls.other = OTHER or cls.make_other()
        cls.alone = run(cls.build("alone"), LIBRARY)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @classmethod
    def make_other(cls):
        """the same names; who calls one of them is told"""
        lines = ["#include <stdio.h>", "#include <stdlib.h>"]
        for line in run("nm", "-D", "--defined-only", LIBRARY).splitlines():
            kind, name = line.split()[-2:]
            name = name.partition("@")[0]
            if not re.match(r"_?mj", name):
                continue
            if kind == "T":
                lines.append(f'void {name}(void) {{ puts("{name} of the other library was called"); fflush(stdout); abort(); }}')
            elif name == "mjCOLLISIONFUNC":  # its entries lead into the other library
                lines.append("static void collide(void) { abort(); }")
                lines.append(f"void (*{name}[9][9])(void) = {{[0 ... 8] = {{[0 ... 8] = collide}}}};")
            else:
                lines.append(f"char {name}[4096];")
        (cls.work / "other.c").write_text("\n".join(lines))
        run("cc", "-shared", "-fPIC", "-w", cls.work / "other.c", "-o", cls.work / "libother.so")
        return cls.work / "libother.so"

    @classmethod
    def build(cls, name, *flags):
        program = cls.work / name
        run("cc", "-Wall", "-Werror", "-O1", f"-I{ROOT}/include", HERE / "programs/beside.c", "-o", program, *flags, "-ldl")
        return program

    def after(self, library):
        return [library, f"-Wl,-rpath,{library.parent}"]

    def test_the_state_is_a_states(self):
        self.assertRegex(self.alone, r"^8 plugins, ([1-9]\d*) of \1 contacts\n")
        for line in self.alone.splitlines()[1:]:
            self.assertEqual(*line.split())

    def test_opened_as_a_private_library(self):
        program = self.build("opened", "-Wl,--no-as-needed", *self.after(self.other))
        self.assertEqual(run(program, LIBRARY), self.alone)

    def test_linked_after_the_other(self):
        program = self.build("linked", "-DLINKED", "-Wl,--no-as-needed", *self.after(self.other), *self.after(LIBRARY))
        self.assertEqual(run(program, LIBRARY), self.alone)

    def test_preloading_replaces_the_other(self):
        """the other library is linked to and asked for by name: with ours before it, ours is called"""
        (self.work / "version.c").write_text("#include <mujoco/mujoco.h>\n#include <stdio.h>\n"
                                             "int main(void) { mjtNum v[3] = {3, 0, 0}; printf(\"%g\\n\", mju_norm3(v)); return 0; }\n")
        program = self.work / "version"
        run("cc", f"-I{ROOT}/include", self.work / "version.c", "-o", program, *self.after(self.other))
        self.assertEqual(run(program, LD_PRELOAD=str(LIBRARY)), "3\n")


class Containers(unittest.TestCase):
    """mjString and its kin in C++, of both standard libraries where they are there"""

    def try_compiler(self, compiler, *flags):
        with tempfile.TemporaryDirectory() as folder:
            work = pathlib.Path(folder)
            probe = [compiler, *flags, "-x", "c++", "-", "-o", work / "probe"]
            if not shutil.which(compiler) or subprocess.run(probe, input="#include <string>\nint main() {}", text=True, capture_output=True).returncode:
                self.skipTest(f"no {' '.join([compiler, *flags])}")
            for standard in ("11", "17", "20"):
                with self.subTest(standard=standard):
                    run(compiler, *flags, f"-std=c++{standard}", "-Wall", "-Wextra", "-Werror", "-pedantic", f"-I{ROOT}/include",
                        HERE / "programs/containers.cpp", "-o", work / "program", LIBRARY, f"-Wl,-rpath,{LIBRARY.parent}")  # fmt: skip
                    self.assertEqual(run(work / "program"), "tetrahedron\n")

    def test_libstdcxx(self):
        self.try_compiler("g++")

    def test_libcxx(self):
        self.try_compiler(next(filter(shutil.which, ("clang++", "clang++-19", "clang++-14")), "clang++"), "-stdlib=libc++")


class Exceptions(unittest.TestCase):
    @unittest.skipUnless(shutil.which("g++"), "no C++ compiler")
    def test_out_of_worlds(self):
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder) / "exceptions"
            run("g++", "-std=c++17", "-Wall", "-Wextra", "-Werror", f"-I{ROOT}/include", HERE / "programs/exceptions.cpp", "-o", program, LIBRARY,
                f"-Wl,-rpath,{LIBRARY.parent}")  # fmt: skip
            for threads in (1, 2, 5):
                self.assertEqual(run(program, threads), "world 3 threw\n", threads)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0]])

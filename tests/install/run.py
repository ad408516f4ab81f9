#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What cmake --install lays out, used as a program outside would: pkg-config, find_package, C and C++20; parts in another build.

    tests/install/run.py BUILD_FOLDER [--full]

--full also builds the project as a part of another (add_subdirectory, FetchContent of an archive) and with every option turned off.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = pathlib.Path(sys.argv[1]).resolve()
FULL = "--full" in sys.argv[2:]
PROGRAM = """#include <stdio.h>
#include <ingot/read.h>
#include <ingot/version.h>
#include <ingot/worlds.h>
int main(void) {
  ingotReport report;
  mjSpec* spec;
  mjModel* m;
  if (ingot_parseText("<mujoco><worldbody><body><joint/><geom size='.1'/></body></worldbody></mujoco>", NULL, NULL, &spec, &report) != INGOT_OK ||
      ingot_compile(spec, NULL, &m, &report) != INGOT_OK) return puts(report.text), 1;
  int plugins = 0;
  ingotStatus status = ingot_loadPlugins(NULL, &plugins, &report);
  printf("%s %d %d %d\\n", ingot_version(), ingot_versionNumber() == INGOT_VERSION_NUMBER, (int)m->nv, status == INGOT_OK ? plugins : -1);
  mj_deleteSpec(spec);
  mj_deleteModel(m);
  return 0;
}
""".replace("#include <ingot/read.h>", "#include <ingot/plugins.h>\n#include <ingot/read.h>")
PROJECT = """cmake_minimum_required(VERSION 3.22)
project(user LANGUAGES C)
{find}
add_executable(user user.c)
target_link_libraries(user PRIVATE ingot::ingot)
"""


def run(*command, cwd=None, **environment):
    done = subprocess.run([str(c) for c in command], cwd=cwd, capture_output=True, text=True, env={**os.environ, **environment})
    if done.returncode:
        raise AssertionError(f"{' '.join(map(str, command))}:\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
    return done.stdout


class Install(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.work = pathlib.Path(cls.folder.name)
        cls.prefix = cls.work / "prefix"
        run("cmake", "--install", BUILD, "--prefix", cls.prefix)
        # it is used from where it was moved to: nothing in it names where it was built
        moved = cls.work / "moved"
        cls.prefix.rename(moved)
        cls.prefix = moved
        (cls.work / "user.c").write_text(PROGRAM)
        version = (ROOT / "include/ingot/version.h").read_text()
        cls.version = version.split('INGOT_VERSION "')[1].split('"')[0]

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def flags(self):
        folder = next(self.prefix.rglob("ingot.pc")).parent
        settings = {"PKG_CONFIG_PATH": str(folder)}
        self.assertEqual(run("pkg-config", "--modversion", "ingot", **settings).strip(), self.version)
        return run("pkg-config", "--cflags", "--libs", "ingot", **settings).split()

    def library_path(self):
        return {"LD_LIBRARY_PATH": str(next(self.prefix.rglob("libingot.so")).parent)}

    def test_layout(self):
        library = next(self.prefix.rglob("libingot.so"))
        self.assertTrue(library.is_symlink())
        self.assertIn(f"libingot.so.{'.'.join(self.version.split('.')[:2])}", run("readelf", "-d", library))
        for path in ("bin/ingot", "include/ingot/worlds.h", "include/mujoco/mujoco.h", "share/man/man1/ingot.1"):
            self.assertTrue((self.prefix / path).is_file(), path)
        self.assertIn(self.version, run(self.prefix / "bin/ingot", "--version"))
        plugins = "<mujoco><extension><plugin plugin='mujoco.pid'/></extension></mujoco>"
        (self.work / "pid.xml").write_text(plugins)
        run(self.prefix / "bin/ingot", "info", self.work / "pid.xml")
        text = b"".join(path.read_bytes() for path in self.prefix.rglob("*") if path.suffix in (".pc", ".cmake"))
        self.assertNotIn(str(BUILD).encode(), text)

    def test_pkg_config(self):
        run("cc", "-std=c17", "-Wall", "-Werror", "-pedantic", self.work / "user.c", "-o", self.work / "by_pc", *self.flags())
        self.assertEqual(run(self.work / "by_pc", **self.library_path()), f"{self.version} 1 1 8\n")

    def test_cmake_package(self):
        project = self.work / "project"
        project.mkdir()
        shutil.copy(self.work / "user.c", project)
        minor = ".".join(self.version.split(".")[:2])
        (project / "CMakeLists.txt").write_text(PROJECT.format(find=f"find_package(ingot {minor} REQUIRED)"))
        run("cmake", "-S", project, "-B", project / "build", f"-DCMAKE_PREFIX_PATH={self.prefix}")
        run("cmake", "--build", project / "build")
        self.assertEqual(run(project / "build/user"), f"{self.version} 1 1 8\n")

    def project(self, name, find, target):
        project = self.work / name
        project.mkdir()
        shutil.copy(self.work / "user.c", project)
        (project / "CMakeLists.txt").write_text(PROJECT.format(find=find).replace("ingot::ingot", target))
        return project

    def test_static_library(self):
        project = self.project("static", "find_package(ingot REQUIRED)", "ingot::static")
        run("cmake", "-S", project, "-B", project / "build", f"-DCMAKE_PREFIX_PATH={self.prefix}")
        run("cmake", "--build", project / "build")
        self.assertNotIn("libingot", run("readelf", "-d", project / "build/user"))
        self.assertEqual(run(project / "build/user"), f"{self.version} 1 1 -1\n")
        # by pkg-config, which names what the library itself needs
        self.flags()
        settings = {"PKG_CONFIG_PATH": str(next(self.prefix.rglob("ingot.pc")).parent)}
        flags = run("pkg-config", "--static", "--cflags", "--libs", "ingot", **settings).split()
        flags = ["-l:libingot.a" if flag == "-lingot" else flag for flag in flags]
        run("cc", self.work / "user.c", "-o", self.work / "static_by_pc", *flags)
        self.assertEqual(run(self.work / "static_by_pc"), f"{self.version} 1 1 -1\n")

    def test_in_the_place_of_mujoco(self):
        """programs that look for MuJoCo 3.5.0 find it where they are told to, and nowhere else"""
        project = self.project("compat", "find_package(mujoco 3.5.0 EXACT REQUIRED)", "mujoco::mujoco")
        (project / "user.c").write_text('#include <mujoco/mujoco.h>\n#include <stdio.h>\nint main(void) { return !printf("%d\\n", mj_version()); }\n')
        configure = ["cmake", "-S", project, "-B", project / "build"]
        self.assertTrue(subprocess.run([*configure, f"-DCMAKE_PREFIX_PATH={self.prefix}"], capture_output=True).returncode)
        compat = next(self.prefix.rglob("libmujoco.so")).parent
        run(*configure, f"-DCMAKE_PREFIX_PATH={compat}")
        run("cmake", "--build", project / "build")
        self.assertEqual(run(project / "build/user"), "3005000\n")
        run("cc", f"-I{self.prefix}/include", project / "user.c", "-o", project / "by_hand", f"-L{compat}", "-lmujoco", f"-Wl,-rpath,{compat}")
        self.assertIn("libmujoco.so.3.5.0", run("readelf", "-d", project / "by_hand"))
        self.assertEqual(run(project / "by_hand"), "3005000\n")
        self.assertTrue(next(self.prefix.rglob("libingot_gl.so")).is_file())

    @unittest.skipUnless(shutil.which("g++"), "no C++ compiler")
    def test_cpp20_example(self):
        example = ROOT / "examples/cpp/balls.cpp"
        run("g++", "-std=c++20", "-Wall", "-Wextra", "-Werror", "-O1", example, "-o", self.work / "balls", *self.flags())
        self.assertIn(f"Ingot {self.version}", run(self.work / "balls", **self.library_path()))

    def whole(self, name, find):
        """another project that takes this one in"""
        project = self.work / name
        project.mkdir()
        shutil.copy(self.work / "user.c", project)
        (project / "CMakeLists.txt").write_text(PROJECT.format(find=find))
        run("cmake", "-G", "Ninja", "-S", project, "-B", project / "build", "-DCMAKE_C_FLAGS=-DMINE", "-DCMAKE_C_COMPILER_LAUNCHER=nice",
            "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON", "-DINGOT_SIMD=OFF", "-DINGOT_GPU=OFF")  # fmt: skip
        return project / "build"

    @unittest.skipUnless(FULL, "takes minutes")
    def test_as_a_part_of_another_build(self):
        commands = (self.whole("part", f"add_subdirectory({ROOT} ingot)") / "compile_commands.json").read_text()
        self.assertIn("-DMINE", commands)
        self.assertNotIn("ccache", commands)
        self.assertNotIn("-Werror", commands)
        self.assertNotIn("tests/", commands.replace(str(ROOT), ""))
        self.assertNotIn("cli/", commands.replace(str(ROOT), ""))

    @unittest.skipUnless(FULL, "takes minutes")
    def test_fetched_as_an_archive(self):
        """the files of the tree and no others, without its history, as FetchContent gets a release"""
        listed = run("git", "-C", ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0")
        archive = self.work / "ingot.tar.gz"
        with tarfile.open(archive, "w:gz") as tar:
            for name in filter(None, listed):
                if (ROOT / name).is_file():
                    tar.add(ROOT / name, f"ingot/{name}")
        find = f"include(FetchContent)\nFetchContent_Declare(ingot URL {archive})\nFetchContent_MakeAvailable(ingot)"
        build = self.whole("fetched", find)
        run("cmake", "--build", build)
        self.assertEqual(run(build / "user"), f"{self.version} 1 1 -1\n")

    @unittest.skipUnless(FULL, "takes minutes")
    def test_options_turn_parts_off(self):
        off = [f"-DINGOT_{name}=OFF" for name in ("TESTS", "BENCH", "PYTHON", "PLUGINS", "SIMD", "WERROR", "PROGRAM", "COMPAT")]
        run("cmake", "-G", "Ninja", "-S", ROOT, "-B", self.work / "small", *off)
        targets = run("ninja", "-C", self.work / "small", "-t", "targets", "all")
        for name in ("/tests/", "bench_", "libactuator", "ingot_program", "libmujoco", "avx2", "libingot_guard"):
            self.assertNotIn(name, targets)
        self.assertIn("libingot.so", targets)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0]])

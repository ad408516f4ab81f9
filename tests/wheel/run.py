#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The wheels of `make wheel` as users get them: in a fresh environment without compilers, under every Python that is
installed, and for aarch64 under qemu; and an editable installation from the sources.

    tests/wheel/run.py [build/wheels]

Prints the wheels' sizes and the time of an import. Where a wheel, a Python or qemu is missing, its tests are skipped.
"""
import pathlib
import platform
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest
import urllib.request
import venv
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
WHEELS = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build/wheels").resolve()
AUDIT = ROOT / "build/venv-wheel/bin/auditwheel"
EXAMPLES = ["worlds.py", "drop_in.py", "gymnasium_random.py"]
VERSIONS = [f"3.{minor}" for minor in range(10, 15)]
FALL = """import ingot
w = ingot.Worlds('<mujoco><worldbody><body><freejoint/><geom size=".1"/></body></worldbody></mujoco>', 8)
w.step(100)
print(w.qpos[0, 2], ingot.__version__)
"""
SYSROOT = pathlib.Path("/usr/aarch64-linux-gnu")


def wheel_for(machine):
    found = sorted(WHEELS.glob(f"ingot-*_{machine}.whl"))
    return found[-1] if found else None


def run(*command, **settings):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, timeout=3600, **settings)
    if done.returncode:
        raise AssertionError(f"{' '.join(map(str, command))}:\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
    return done.stdout


@unittest.skipUnless(wheel_for(platform.machine()), "no wheel for this machine")
class Fresh(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.home = pathlib.Path(cls.folder.name) / "venv"
        venv.create(cls.home, with_pip=True)
        # nothing but the environment's own programs: no compiler, no cmake
        cls.settings = {"env": {"PATH": str(cls.home / "bin"), "HOME": cls.folder.name, "MUJOCO_GL": "disable"}, "cwd": cls.folder.name}
        cls.wheel = wheel_for(platform.machine())
        print(f"{cls.wheel.name}: {cls.wheel.stat().st_size / 1e6:.2f} MB", flush=True)
        run(cls.home / "bin/pip", "install", "-q", cls.wheel, **cls.settings)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def python(self, *words):
        return run(self.home / "bin/python", *words, **self.settings)

    def test_import_and_step(self):
        text = FALL + "import sys; print('gymnasium' in sys.modules)"
        height, version, extra = self.python("-c", text).split()
        self.assertLess(float(height), 0)
        self.assertIn(f"-{version}-", self.wheel.name)
        self.assertEqual(extra, "False")
        timing = "import numpy, time; t = time.process_time(); import ingot; print(time.process_time() - t)"
        print(f"import after numpy: {1e3 * min(float(self.python('-c', timing)) for _ in range(5)):.1f} ms of processor time", flush=True)

    def test_plugins_come_along(self):
        self.python("-c", "import ingot; ingot.load('<mujoco><extension><plugin plugin=\"mujoco.pid\"/></extension></mujoco>')")

    def test_the_command_is_there(self):
        self.assertIn("state hash", run(self.home / "bin/ingot", "run", "gripper", "--seconds", "0.1", **self.settings))

    @unittest.skipUnless((ROOT / "build/viewer/viewer.html").is_file(), "the page was not built")
    def test_the_viewer_comes_along(self):
        run(self.home / "bin/ingot", "export", "gripper", "-o", "gripper.html", **self.settings)
        page = (pathlib.Path(self.folder.name) / "gripper.html").read_text()
        self.assertIn('id="ingot-bundle"', page)
        # the server of the program
        child = subprocess.Popen([self.home / "bin/ingot", "view", "gripper", "--no-open"], stdout=subprocess.PIPE, text=True, **self.settings)
        try:
            with urllib.request.urlopen(child.stdout.readline().split()[0]) as answer:
                self.assertIn('"mode":"serve"', answer.read().decode())
        finally:
            child.send_signal(signal.SIGINT)
        self.assertEqual(child.wait(30), 0)
        child.stdout.close()
        # and Python's
        self.python("-c", "import ingot, urllib.request as u; v = ingot.view(ingot.load('<mujoco/>'), open_browser=False); "
                          "assert b'ingot-bundle' in u.urlopen(v.url).read(); v.close()")  # fmt: skip

    def test_pictures_without_opengl(self):
        run(self.home / "bin/ingot", "render", "gripper", "--size", "64x48", "-o", "gripper.png", **self.settings)
        self.python("-c", f"{FALL}\nassert w.render(size=(8, 8)).shape == (8, 8, 8, 3)")

    @unittest.skipUnless(AUDIT.exists(), "no auditwheel: make wheel installs it")
    def test_auditwheel_agrees_with_the_tag(self):
        for wheel in WHEELS.glob("ingot-*.whl"):
            text = " ".join(run(AUDIT, "show", wheel).split())
            tag = re.search(r'consistent with the following platform tag: "manylinux_2_(\d+)_', text)
            self.assertIsNotNone(tag, text)
            self.assertLessEqual(int(tag[1]), 28, wheel.name)

    def test_nothing_of_the_build_is_in_it(self):
        with zipfile.ZipFile(self.wheel) as wheel:
            names = wheel.namelist()
            self.assertTrue(any(name.endswith("ingot/py.typed") for name in names))
            self.assertTrue(any(name.endswith(".pyi") for name in names))
            # the licences of the libraries that are built in ask for their text
            for library in ("expat", "qhull", "libspng", "libccd", "zlib", "libmicrohttpd"):
                self.assertGreater(len(wheel.read(f"ingot/licences/{library}.txt")), 500)
            self.assertTrue(any(name.endswith("licenses/NOTICE") for name in names), names)
            for name in names:
                self.assertFalse(str(ROOT).encode() in wheel.read(name), f"{name} names where it was built")

    def test_examples(self):
        run(self.home / "bin/pip", "install", "-q", "-r", ROOT / "tools/requirements-rl.txt", **self.settings)
        for example in EXAMPLES:
            self.python(ROOT / "examples" / example)
        self.assertIn("3.5.0", self.python("-m", "ingot", "-c", "import mujoco, ingot; assert ingot.active(); print(mujoco.mj_versionString())"))


def find_python(version):
    """on the path, or among pyenv's, whose programs do not run unless the version was chosen"""
    for path in [shutil.which(f"python{version}"), *sorted(pathlib.Path.home().glob(f".pyenv/versions/{version}.*/bin/python"))]:
        if path and subprocess.run([path, "-c", "import ensurepip, venv"], capture_output=True).returncode == 0:
            return path
    return None


class Pythons(unittest.TestCase):
    """The package has no compiled module, but its text must suit each version; so must numpy's versions for it."""

    @unittest.skipUnless(wheel_for(platform.machine()), "no wheel for this machine")
    def test_every_version_here(self):
        tried = []
        for version in VERSIONS:
            python = find_python(version)
            if not python:
                continue
            with self.subTest(version), tempfile.TemporaryDirectory() as folder:
                run(python, "-m", "venv", folder)
                run(f"{folder}/bin/pip", "install", "-q", wheel_for(platform.machine()))
                height, _ = run(f"{folder}/bin/python", "-W", "error", "-c", FALL, cwd=folder).split()
                self.assertLess(float(height), 0)
                run(f"{folder}/bin/python", "-m", "compileall", "-q", next(pathlib.Path(folder).rglob("site-packages/ingot")))
                tried.append(version)
        missing = [version for version in VERSIONS if version not in tried]
        print(f"Python {', '.join(tried)}" + (f"; not here: {', '.join(missing)}" if missing else ""), flush=True)
        self.assertTrue(tried)

    def test_editable(self):
        """pip install -e: the package of the tree, with a library built for it"""
        with tempfile.TemporaryDirectory() as folder:
            venv.create(folder, with_pip=True)
            run(f"{folder}/bin/pip", "install", "-q", "-C", "cmake.define.INGOT_SIMD=OFF", "-C", "cmake.define.INGOT_GPU=OFF", "-e", ROOT)
            run(f"{folder}/bin/python", "-c", FALL, cwd=folder)
            where = run(f"{folder}/bin/python", "-c", "import ingot; print(ingot.__file__)", cwd=folder).strip()
            self.assertTrue(pathlib.Path(where).is_relative_to(ROOT / "python"), where)


@unittest.skipUnless(wheel_for("aarch64") and shutil.which("qemu-aarch64") and SYSROOT.exists(), "no aarch64 wheel, qemu or libc6-arm64-cross")
class Foreign(unittest.TestCase):
    def test_the_program_of_aarch64_gives_the_same_bits(self):
        with tempfile.TemporaryDirectory() as folder:
            with zipfile.ZipFile(wheel_for("aarch64")) as wheel:
                wheel.extractall(folder)
            program = next(pathlib.Path(folder).rglob("bin/ingot"))
            program.chmod(0o755)
            for model in ("gripper", "quadruped"):
                words = ("run", model, "--seconds", "0.2", "--control", "random")
                theirs = run("qemu-aarch64", "-L", SYSROOT, program, *words)
                ours = run(ROOT / "build/ingot", *words)
                hashes = [re.search(r"state hash +(\w+)", text)[1] for text in (theirs, ours)]
                self.assertEqual(*hashes)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0]], verbosity=1)

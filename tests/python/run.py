# SPDX-License-Identifier: Apache-2.0
"""Tests of the Python package, in an environment of their own (build/venv-rl).

    python3 tests/python/run.py [--full]

Skipped where the packages of tools/requirements-rl.txt cannot be installed. --full runs every Gymnasium and dm_control
task for 1,000 steps; the usual run takes a part of them.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from environment import prepare

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
HOME = ROOT / "build" / "venv-rl"
REQUIREMENTS = ROOT / "tools" / "requirements-rl.txt"
PYTHON = HOME / "bin" / "python"
WHEEL_TESTS = ["bindings", "minimize", "rollout", "specs"]


def run(title, arguments, **environment):
    print(f"-- {title}", flush=True)
    settings = {**os.environ, "PYTHONPATH": str(ROOT / "python"), "MUJOCO_GL": "disable", "PYTHONDONTWRITEBYTECODE": "1", **environment}
    return subprocess.run([PYTHON, *map(str, arguments)], env=settings, cwd=ROOT).returncode == 0


def run_wheel_tests():
    """The tests inside the mujoco package, with our library under the name of theirs."""
    where = subprocess.run([PYTHON, "-c", "import mujoco; print(mujoco.__path__[0])"], capture_output=True, text=True, check=True)
    with tempfile.TemporaryDirectory() as folder:
        package = pathlib.Path(folder) / "mujoco"
        shutil.copytree(where.stdout.strip(), package)
        shutil.copy(ROOT / "build" / "compat" / "libmujoco.so.3.5.0", package)
        tests = [package / f"{name}_test.py" for name in WHEEL_TESTS]
        return run("tests of the mujoco package", ["-m", "pytest", "-q", "-p", "no:cacheprovider", *tests], PYTHONPATH=folder)


def run_wheel_pictures():
    """Those of its tests that draw, on a machine without OpenGL."""
    where = subprocess.run([PYTHON, "-c", "import mujoco; print(mujoco.__path__[0])"], capture_output=True, text=True, check=True)
    tests = [pathlib.Path(where.stdout.strip()) / f"{name}_test.py" for name in ("render", "renderer")]
    return run("pictures of the mujoco package", ["-m", "ingot", "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests], MUJOCO_GL="")


def main():
    if not prepare(HOME, REQUIREMENTS):
        print("the Python packages could not be installed: the Python tests are skipped", file=sys.stderr)
        return 0
    pytest = ["-m", "pytest", "-q", "-p", "no:cacheprovider"]
    full = ["--full"] if "--full" in sys.argv[1:] else []
    # learning takes minutes and torch: the script of heavy tests runs it
    examples = sorted(path for path in (ROOT / "examples").glob("*.py") if path.name != "ppo.py")
    results = [
        run("the package, on Ingot", ["-m", "ingot", *pytest, ROOT / "tests/python"]),
        run_wheel_tests(),
        run_wheel_pictures(),
        run("Gymnasium and dm_control", [ROOT / "tests/python/gym_dm.py", *full]),
        *(run(example.name, [example]) for example in examples),
    ]
    return int(not all(results))


if __name__ == "__main__":
    sys.exit(main())

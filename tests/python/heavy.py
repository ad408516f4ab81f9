#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What takes minutes or large packages: tasks on tensors, gradients of rollouts, Stable-Baselines3, PPO that learns.

    python3 tests/python/heavy.py

For `make test-all`. Makes an environment of its own (build/venv-learn, some gigabytes with torch); the
status is 77, with a line that says so, where its packages cannot be had.
"""
import csv
import os
import pathlib
import subprocess
import sys
import tempfile

from environment import prepare

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
HOME = ROOT / "build" / "venv-learn"
REQUIREMENTS = ROOT / "tools" / "requirements-learn.txt"
PYTHON = HOME / "bin" / "python"
SETTINGS = {**os.environ, "PYTHONPATH": str(ROOT / "python"), "MUJOCO_GL": "disable", "OMP_NUM_THREADS": "1"}


def run(title, command):
    print(f"-- {title}", flush=True)
    return subprocess.run([str(word) for word in command], env=SETTINGS, cwd=ROOT).returncode == 0


def learns():
    """A short run of the example: the return of half_cheetah rises well above that of random actions, about -280."""
    with tempfile.TemporaryDirectory() as folder:
        curve = pathlib.Path(folder) / "curve.csv"
        if not run("PPO on half_cheetah", [PYTHON, "examples/ppo.py", "--steps", 260000, "--curve", curve]):
            return False
        rows = [float(row["return"]) for row in csv.DictReader(curve.open())]
    print(f"returns {rows[0]:.0f} to {rows[-1]:.0f}")
    return rows[0] < 0 and rows[-1] > 200


def main():
    if not prepare(HOME, REQUIREMENTS):
        print("torch and Stable-Baselines3 cannot be installed here")
        return 77
    pytest = [PYTHON, "-m", "ingot", "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    results = [run("tasks on tensors, Stable-Baselines3", [*pytest, "tests/python/test_task.py"]), learns()]
    results.append(run("gradients of rollouts", [*pytest, "tests/python/test_gradients.py"]))
    return int(not all(results))


if __name__ == "__main__":
    sys.exit(main())

# SPDX-License-Identifier: Apache-2.0
"""Environments of the tests, each with the packages of one list."""
import shutil
import subprocess
import venv


def prepare(home, requirements):
    """The environment, made anew when the requirements change; False if it cannot be had."""
    stamp = home / "requirements.txt"
    if stamp.is_file() and stamp.read_text() == requirements.read_text():
        return True
    shutil.rmtree(home, ignore_errors=True)
    venv.create(home, with_pip=True)
    command = [home / "bin" / "python", "-m", "pip", "install", "-q", "--disable-pip-version-check", "-r", requirements]
    if subprocess.run(command).returncode:
        return False
    shutil.copy(requirements, stamp)
    return True

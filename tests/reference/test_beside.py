# SPDX-License-Identifier: Apache-2.0
"""Both libraries in one process."""
import subprocess
import sys

from places import OURS, REFERENCE, ROOT


def test_programs_linked_to_both():
    done = subprocess.run([sys.executable, ROOT / "tests/embed/run.py", OURS, REFERENCE], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr

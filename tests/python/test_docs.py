# SPDX-License-Identifier: Apache-2.0
"""The Python blocks of README.md and docs/guide run, each as a program of its own; tests/docs/run.py has the others.

A block after the line <!-- not run: reason --> is left out.
"""
import pathlib
import re
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def blocks():
    found = []
    for page in [*ROOT.glob("README.md"), *sorted((ROOT / "docs/guide").glob("*.md"))]:
        text = page.read_text()
        for match in re.finditer(r"^```python\n(.*?)^```$", text, re.M | re.S):
            before = text[: match.start()].rstrip().rsplit("\n", 1)[-1]
            if not before.startswith("<!-- not run"):
                found.append(pytest.param(match[1], id=f"{page.name}:{text.count(chr(10), 0, match.start()) + 1}"))
    return found


@pytest.mark.parametrize("text", blocks())
def test_python_block(text, tmp_path):
    # blocks write files: they run in a folder of their own, with what they read
    for name in ("models", "examples", "build"):
        (tmp_path / name).symlink_to(ROOT / name)
    done = subprocess.run([sys.executable, "-c", text], cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr

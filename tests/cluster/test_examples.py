# SPDX-License-Identifier: Apache-2.0
"""What ships beside the worlds: the examples finish with pictures, the bench prints its table, the blocks of the guide run."""
import os
import pathlib
import re
import struct
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


@pytest.fixture
def run(cluster):
    """A program with the cluster of the tests as its own: its output."""

    def program(*arguments):
        settings = {**os.environ, "PYTHONPATH": str(ROOT / "python"), "RAY_ADDRESS": cluster.address}
        done = subprocess.run([sys.executable, *map(str, arguments)], env=settings, cwd=ROOT, capture_output=True, text=True, timeout=150)
        assert done.returncode == 0, done.stderr[-2000:]
        return done.stdout

    return program


def size_of_picture(path):
    content = path.read_bytes()
    assert content[:8] == b"\x89PNG\r\n\x1a\n" and len(content) > 8000
    return struct.unpack(">II", content[16:24])


def test_random_search_learns(run, tmp_path):
    """The whole way takes minutes; the first part of it, with fewer and shorter episodes, shows that it learns. It begins at 0."""
    fewer = ("--directions", 16, "--top", 8, "--tests", 8, "--episode", 200, "--per-actor", 24)
    pictures = ("--curve", tmp_path / "curve.png", "--film", tmp_path / "gait.png")
    output = run("examples/cluster/ars.py", "--goal", 60, "--iterations", 40, *fewer, *pictures)
    assert float(re.search(r"return (-?\d+)", output)[1]) >= 60
    assert size_of_picture(tmp_path / "curve.png")[0] > 500 and size_of_picture(tmp_path / "gait.png") == (1200, 300)


def test_identification_recovers_the_numbers(run, tmp_path):
    output = run("examples/cluster/identify.py", "--starts", 8, "--per-actor", 24, "--picture", tmp_path / "fit.png")
    rows = re.findall(r"found +([\d.]+) ± ([\d.]+) +true +([\d.]+)", output)
    assert len(rows) == 5
    for found, spread, true in (map(float, row) for row in rows):
        assert abs(found - true) <= 4 * spread and spread < 0.1 * true
    assert size_of_picture(tmp_path / "fit.png")[0] > 1000


def test_bench_prints_a_row_for_each_number_of_actors(run):
    output = run("-m", "ingot.cluster", "bench", "--worlds", 32, "--steps", 10, "--actors", 1, 2, "--seconds", 0.5).splitlines()
    assert "32 worlds, 9 dofs, 10 steps a call" in output[0]
    for line, actors in zip(output[2:], (1, 2)):
        numbers = [float(word.replace(",", "")) for word in line.replace("steps", "").split()]
        assert numbers[0] == actors and len(numbers) == 10 and all(number > 0 for number in numbers[:8])
    assert len(output) == 4


def test_blocks_of_the_guide(run):
    text = (ROOT / "docs/guide/cluster.md").read_text()
    blocks = re.findall(r"^<!-- not run: needs Ray -->\n```python\n(.*?)^```$", text, re.M | re.S)
    assert len(blocks) >= 2
    run("-c", "\n".join(blocks))

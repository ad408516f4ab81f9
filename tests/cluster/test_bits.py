# SPDX-License-Identifier: Apache-2.0
"""The same bits for any number of actors, threads and nodes, and on processors of different levels."""
import hashlib
import pathlib

import numpy as np
import pytest

import ingot

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
COUNT = 37


def run(worlds):
    """A hash of everything that a busy program sees of its worlds."""
    random = np.random.default_rng(11)
    seen = hashlib.sha256()
    nu = worlds.ctrl.shape[1]
    worlds.reset(key=0)
    worlds.set_parameter("body_mass", worlds.get_parameter("body_mass") * random.uniform(0.8, 1.2, (COUNT, 1)))
    worlds.set_const()
    worlds.qpos[:, 2] += random.uniform(0, 0.1, COUNT)
    for turn in range(4):
        kept = worlds.rollout(random.uniform(-1, 1, (COUNT, 20, nu)), outputs=("qpos", "sensordata", "xpos"), every=5)
        worlds.reset(random.random(COUNT) < 0.2, key=0)
        worlds.step(3, ctrl=random.uniform(-1, 1, (COUNT, nu)), mask=random.random(COUNT) < 0.7)
        for array in (*kept.values(), worlds.qpos, worlds.get_state(), worlds.gather("subtree_linvel"), worlds.contacts()[1], worlds.status):
            seen.update(np.ascontiguousarray(array).tobytes())
    return seen.hexdigest()


@pytest.fixture(scope="module")
def expected():
    return run(ingot.Worlds(str(ROOT / "models/quadruped.xml"), COUNT, threads=1))


@pytest.mark.parametrize("settings", [dict(actors=1, threads=2), dict(per_actor=8), dict(bounds=[0, 1, 30, COUNT], threads=2)])
def test_any_number_of_actors_and_threads(make, expected, settings):
    worlds = make(str(ROOT / "models/quadruped.xml"), COUNT, **settings)
    assert run(worlds) == expected


def test_nodes_with_other_processors(make, expected):
    """One actor on each node: as the processor is, with AVX2 at most, and without vectors."""
    levels = [{}, {"resources": {"avx2": 1}}, {"resources": {"base": 1}}]
    worlds = make(str(ROOT / "models/quadruped.xml"), COUNT, actors=3, options=lambda index: levels[index])
    assert len({actor["node"] for actor in worlds.actors[1:]}) == 2
    assert worlds.actors[2]["width"] == 1 and worlds.actors[1]["width"] in (1, 4)
    assert run(worlds) == expected

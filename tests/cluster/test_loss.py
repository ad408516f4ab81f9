# SPDX-License-Identifier: Apache-2.0
"""Nothing is lost: actors and nodes die in the middle of a run, and the final states are those of the undisturbed run."""
import os
import pathlib
import signal

import numpy as np
import pytest

import ingot
import ingot.cluster

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
MODEL = str(ROOT / "models/quadruped.xml")
COUNT, TURNS, STEPS = 24, 12, 10


def kill(worlds, index):
    os.kill(worlds.actors[index]["process"], signal.SIGKILL)


def run(worlds, disturb=lambda turn: None, ahead=1):
    """The final state, and every output on the way."""
    random = np.random.default_rng(5)
    nu = worlds.groups[0].model.nu
    worlds.reset(key=0)
    worlds.set_parameter("geom_friction", worlds.get_parameter("geom_friction") * random.uniform(0.5, 1.5, (COUNT, 1, 1)))
    worlds.own_model(7).opt.gravity[2] = -5
    found, futures = [], []
    for turn in range(TURNS):
        controls = random.uniform(-1, 1, (COUNT, STEPS, nu))
        if hasattr(worlds, "later"):
            futures.append(worlds.later.rollout(controls, outputs=("qpos", "xpos"), every=5))
            disturb(turn)
            if len(futures) >= ahead:
                found.append(futures.pop(0).result())
        else:
            found.append(worlds.rollout(controls, outputs=("qpos", "xpos"), every=5))
    found += [future.result() for future in futures]
    return [one[name] for one in found for name in one] + [worlds.get_state(), worlds.gather("xpos"), worlds.gather("cfrc_ext"), worlds.contacts()[1], worlds.status]


def check(found, expected):
    assert len(found) == len(expected)
    for one, other in zip(found, expected):
        assert one.dtype == other.dtype and np.array_equal(one, other)


@pytest.fixture(scope="module")
def expected():
    return run(ingot.Worlds(MODEL, COUNT))


def test_the_undisturbed_run(make, expected):
    worlds = make(MODEL, COUNT, actors=3, checkpoint=25)
    check(run(worlds, ahead=2), expected)
    assert worlds.recoveries == [] and worlds.traffic["checkpoints"] >= 9


@pytest.mark.parametrize("checkpoint", [None, 1])
def test_actors_that_are_killed(make, expected, checkpoint):
    worlds = make(MODEL, COUNT, actors=3, checkpoint=checkpoint)

    def disturb(turn):
        if turn in (3, 7):
            kill(worlds, turn % 3)

    check(run(worlds, disturb, ahead=2), expected)
    assert [one["actor"] for one in worlds.recoveries] == [0, 1]
    if checkpoint is not None:
        assert max(one["steps"] for one in worlds.recoveries) <= checkpoint + 3 * STEPS  # the calls since the last checkpoint, and in flight


def test_what_was_computed_beside_the_state_comes_back(make):
    """An actor that dies between calls: what its last step computed is asked for afterwards."""
    worlds, alone = make(MODEL, COUNT, actors=2, checkpoint=1), ingot.Worlds(MODEL, COUNT)
    for one in (worlds, alone):
        one.reset(key=0)
        for _ in range(3):
            one.step(4, ctrl=0.3)
    kill(worlds, 1)
    for name in ("xpos", "qfrc_constraint", "cfrc_ext"):
        assert np.array_equal(worlds.gather(name), alone.gather(name))
    assert np.array_equal(worlds.contacts()[0]["pos"], alone.contacts()[0]["pos"])
    assert np.array_equal(worlds.qpos, alone.qpos) and len(worlds.recoveries) == 1


def test_functions_are_replayed(make):
    def wander(worlds, gain, seed):
        random = np.random.default_rng(seed)
        worlds.set_parameter("dof_damping", worlds.get_parameter("dof_damping") + gain[:, None])
        worlds.set_const()
        for _ in range(5):
            worlds.step(2, ctrl=random.normal(size=worlds.ctrl.shape[1]))
        return np.array(worlds.qpos)

    gain = np.linspace(0, 0.2, COUNT)
    worlds, alone = make(MODEL, COUNT, actors=2, checkpoint=15), ingot.Worlds(MODEL, COUNT)
    for turn in range(4):
        if turn == 2:
            kill(worlds, 0)
        assert np.array_equal(worlds.apply(wander, gain, seed=turn), wander(alone, gain, turn))
    assert np.array_equal(worlds.get_parameter("dof_damping"), alone.get_parameter("dof_damping"))
    assert len(worlds.recoveries) == 1 and worlds.traffic["checkpoints"] > 0


def test_a_full_cluster_takes_what_is_lost(make, expected):
    """Nobody has a processor to spare: the actor shares one, rather than wait."""
    wanted = {"num_cpus": 1}
    worlds = make(MODEL, COUNT, actors=3, options=lambda index: dict(wanted))
    wanted["num_cpus"], worlds._crew.patience = 100, 2.0
    with pytest.warns(UserWarning, match="no node has room"):
        check(run(worlds, lambda turn: kill(worlds, 0) if turn == 2 else None), expected)


def test_without_checkpoints_a_loss_is_an_error(make):
    worlds = make(MODEL, COUNT, actors=2, checkpoint=0)
    worlds.step(3)
    assert not worlds._crew.members[0].log
    kill(worlds, 1)
    with pytest.raises(ingot.cluster.Lost, match="worlds 16 to 23"):
        worlds.step(3)


def test_an_actor_that_dies_again_and_again_is_given_up(make, monkeypatch):
    monkeypatch.setattr(ingot.cluster._crew, "ATTEMPTS", 2)
    worlds = make(MODEL, COUNT, actors=2)

    def die(worlds):
        if len(worlds) == 8:
            os.kill(os.getpid(), signal.SIGKILL)

    with pytest.raises(ingot.cluster.Lost, match="in a row"):
        worlds.apply(die)


def test_the_log_does_not_grow_without_end(make, monkeypatch):
    """Where checkpoints are chosen by cost they come, also when calls leave out worlds; inputs are kept no longer than needed."""
    monkeypatch.setattr(ingot.cluster._crew, "LOG_BYTES", 20000)
    worlds = make(MODEL, COUNT, actors=2)
    mask = np.arange(COUNT) % 2 == 0
    for turn in range(60):
        worlds.follow(np.zeros((COUNT, 2, worlds.groups[0].model.nu)), mask=mask if turn > 30 else None)
    assert worlds.traffic["checkpoints"] >= 4
    for member in worlds._crew.members:
        assert sum(ingot.cluster._crew.size_of(call.work[member.index]) for call in member.log) < 6 * 20000


def test_a_node_that_is_lost(cluster, expected):
    """All actors of a node die with it, and begin again on the others. (The last test of all: the node stays lost.)"""
    lost = next(node for node in cluster.worker_nodes if (node.get_resource_and_label_spec().resources or {}).get("base"))
    options = [{"resources": {"base": 1}}, {"resources": {"base": 1}}, {"resources": {"avx2": 1}}]

    def place(index):
        # where an actor must be at first; the place is gone when it begins again
        chosen, options[index] = options[index], {}
        return chosen

    with ingot.cluster.Worlds(MODEL, COUNT, actors=3, checkpoint=25, options=place) as worlds:
        assert [actor["node"] == lost.node_id for actor in worlds.actors] == [True, True, False]

        def disturb(turn):
            if turn == 5:
                # a machine takes everything with it, at once
                for index in range(2):
                    kill(worlds, index)
                cluster.remove_node(lost, allow_graceful=False)

        check(run(worlds, disturb, ahead=2), expected)
        assert sorted(one["actor"] for one in worlds.recoveries) == [0, 1]
        assert all(one["from"] == lost.node_id != one["to"] for one in worlds.recoveries)
        print("seconds to begin again:", [round(one["seconds"], 2) for one in worlds.recoveries])

# SPDX-License-Identifier: Apache-2.0
"""One small Ray cluster for all tests: three nodes on this machine, with processors of different levels."""
import os
import pathlib

import pytest

os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
# a node that dies is noticed within seconds, and one on a busy machine is not taken for dead
SYSTEM = {"health_check_initial_delay_ms": 3000, "health_check_period_ms": 500, "health_check_timeout_ms": 3000, "health_check_failure_threshold": 4}
STORE = 96 << 20
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def start():
    """A head with two processors, a node held to AVX2 and one without vectors."""
    from ray.cluster_utils import Cluster

    made = Cluster()
    try:
        made.add_node(num_cpus=2, object_store_memory=STORE, _system_config=SYSTEM)
        for level in ("avx2", "base"):
            made.add_node(num_cpus=2, object_store_memory=STORE, env_vars={"INGOT_CPU": level}, resources={level: 2})
        made.wait_for_nodes()
    except BaseException:
        made.shutdown()
        raise
    return made


@pytest.fixture(scope="session")
def cluster():
    import ray

    try:
        made = start()
    except Exception:
        made = start()  # a node has 30 seconds to start, which may be too little once on a busy machine
    ray.init(address=made.address, log_to_driver=False)
    yield made
    ray.shutdown()
    made.shutdown()


@pytest.fixture
def make(cluster):
    """Worlds that are closed after the test."""
    import ingot.cluster

    made = []

    def worlds(*arguments, **settings):
        made.append(ingot.cluster.Worlds(*arguments, **settings))
        return made[-1]

    yield worlds
    for one in made:
        one.close()

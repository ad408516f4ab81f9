# SPDX-License-Identifier: Apache-2.0
"""Worlds on a cluster: ingot.Worlds over the actors of Ray, with the same bits as on one machine.

    worlds = ingot.cluster.Worlds("humanoid.xml", 4096)      Ray's cluster, or this machine
    worlds.step(5, ctrl=actions)                             as with ingot.Worlds
    future = worlds.later.rollout(controls)                  without waiting

An actor or a node that dies is replaced, and stands where it stood. Ray is needed: pip install "ingot[cluster]".
"""
try:
    import ray as _ray  # noqa: F401
except ImportError as _error:
    raise ImportError('ingot.cluster needs Ray: pip install "ingot[cluster]", or ray') from _error

from ingot.cluster._crew import ActorTraceback, Lost, Timeout
from ingot.cluster._runner import Runner
from ingot.cluster._worlds import Future, Worlds

__all__ = ["ActorTraceback", "Future", "Lost", "Runner", "Timeout", "Worlds"]

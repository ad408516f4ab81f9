# SPDX-License-Identifier: Apache-2.0
"""Tasks as Gymnasium environments on ingot.Worlds.

    import ingot.gym
    envs = ingot.gym.make_vec("Humanoid-v5", num_envs=64, threads=2)

or, after the import, gymnasium.make_vec("ingot/Humanoid-v5", num_envs=64) and gymnasium.make("ingot/Humanoid-v5").
Gymnasium's eleven MuJoCo tasks (v5) and tasks of the dm_control suite ship; a class of your own (ingot.Task) works the same.
Observations, rewards, endings, infos, keyword arguments and random numbers of the former are those of Gymnasium's own
environments. The models are read from the installed packages.
"""
import functools

import gymnasium

from ingot import tasks
from ingot.gym import _gymnasium
from ingot.gym._env import SUITE, TASKS, Env, VectorEnv

MujocoVectorEnv = VectorEnv  # the name it had when only Gymnasium's tasks were there

__all__ = ["Env", "MujocoVectorEnv", "TASKS", "VectorEnv", "make", "make_vec", "register"]


def make_vec(id, num_envs=1, **kwargs):
    """A vector environment: make_vec("Ant-v5", num_envs=16, threads=2, ...), or with a class of tasks instead of the id."""
    return VectorEnv(id, num_envs, **kwargs)


def make(id, **kwargs):
    """One environment: make("Ant-v5", ...), or with a class of tasks; gymnasium.make("ingot/Ant-v5") adds the time limit."""
    return Env(id, **kwargs)


def register(name, task, max_episode_steps=None):
    """Let gymnasium.make and make_vec find a task: register("me/Balance-v0", Balance)."""
    limit = max_episode_steps or task.episode_steps
    one, many = functools.partial(Env, task), functools.partial(VectorEnv, task)
    one.metadata = many.metadata = Env.metadata
    gymnasium.register(id=name, entry_point=one, vector_entry_point=many, max_episode_steps=limit)


def _steps(kind):
    return round(kind.seconds / (kind.control_timestep or {"pendulum.xml": 0.02, "point_mass.xml": 0.02, "reacher.xml": 0.02}.get(kind.model, 0.01)))


def _register():
    limits = {id: gymnasium.spec(id).max_episode_steps for id in _gymnasium.TASKS}
    limits.update({f"{id}-v0": _steps(kind) for id, kind in SUITE.items()})
    limits.update({f"{id}-v0": kind.episode_steps for id, kind in tasks.TASKS.items()})
    for id, limit in limits.items():
        if f"ingot/{id}" in gymnasium.registry:
            continue
        gymnasium.register(
            id=f"ingot/{id}",
            entry_point="ingot.gym:Env",
            vector_entry_point="ingot.gym:VectorEnv",
            max_episode_steps=limit,
            kwargs={"task": id.removesuffix("-v0")},
        )


_register()

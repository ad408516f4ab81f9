"""Gymnasium's MuJoCo tasks (v5) as vector environments on ingot.Worlds.

    import ingot.gym
    envs = ingot.gym.make_vec("Humanoid-v5", num_envs=64, threads=2)

or, after the import, gymnasium.make_vec("ingot/Humanoid-v5", num_envs=64). Observations, rewards, terminations, infos,
keyword arguments and random numbers are those of Gymnasium's own environments; the models are read from the installed
gymnasium package.
"""
import gymnasium

from ingot.gym._env import MujocoVectorEnv
from ingot.gym._tasks import TASKS

__all__ = ["MujocoVectorEnv", "TASKS", "make_vec"]


def make_vec(id, num_envs=1, **kwargs):
    """A vector environment: make_vec("Ant-v5", num_envs=16, threads=2, ...) with Gymnasium's keyword arguments."""
    return MujocoVectorEnv(id, num_envs, **kwargs)


def _register():
    for id in TASKS:
        if f"ingot/{id}" in gymnasium.registry:
            continue
        gymnasium.register(
            id=f"ingot/{id}",
            vector_entry_point="ingot.gym:make_vec",
            max_episode_steps=gymnasium.spec(id).max_episode_steps,
            kwargs={"id": id},
        )


_register()

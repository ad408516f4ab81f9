# SPDX-License-Identifier: Apache-2.0
"""An adapter for Stable-Baselines3: its VecEnv over the environments of ingot.gym.

    import ingot.sb3
    from stable_baselines3 import PPO

    envs = ingot.sb3.make("HalfCheetah-v5", 16)
    PPO("MlpPolicy", envs).learn(1_000_000)
"""
import numpy as np
from stable_baselines3.common.vec_env import VecEnv as _VecEnv

from ingot.gym import VectorEnv


def make(task, num_envs, **options):
    """A VecEnv of a task, by its id or class; options as of ingot.gym.make_vec."""
    options.setdefault("dtype", np.float32)
    return VecEnv(VectorEnv(task, num_envs, autoreset_mode="SameStep", **options))


class VecEnv(_VecEnv):
    """Environments that start again in the step in which they end; the last observation stands in the infos."""

    def __init__(self, envs):
        if envs.autoreset_mode.value != "SameStep":
            raise ValueError("Stable-Baselines3 needs environments with autoreset_mode='SameStep'")
        self.envs, self._actions, self._seed = envs, None, None
        super().__init__(envs.num_envs, envs.single_observation_space, envs.single_action_space)

    def seed(self, seed=None):
        self._seed = seed
        return [None if seed is None else seed + i for i in range(self.num_envs)]

    def reset(self):
        observed, infos = self.envs.reset(seed=self._seed)
        self._seed, self.reset_infos = None, self._split(infos)
        return observed

    def _split(self, infos):
        """Infos of each environment by itself."""
        rows = [{} for _ in range(self.num_envs)]
        for name, values in infos.items():
            if name.startswith("_") or name in ("final_obs", "final_info"):
                continue
            there = infos.get(f"_{name}", np.ones(self.num_envs, bool))
            for world in np.flatnonzero(there):
                rows[world][name] = values[world]
        return rows

    def step_async(self, actions):
        self.envs.send(actions)

    def step_wait(self):
        observed, rewards, terminations, truncations, infos = self.envs.recv()
        rows, done = self._split(infos), terminations | truncations
        for world in np.flatnonzero(done):
            rows[world]["terminal_observation"] = infos["final_obs"][world]
            rows[world]["TimeLimit.truncated"] = bool(truncations[world] and not terminations[world])
        return observed, rewards.astype(np.float32), done, rows

    def close(self):
        self.envs.close()

    def _chosen(self, indices):
        return range(self.num_envs)[indices] if isinstance(indices, slice) else list(self._get_indices(indices))

    def get_attr(self, attr_name, indices=None):
        values = self.envs.get_attr(attr_name)
        return [values[i] for i in self._chosen(indices)]

    def set_attr(self, attr_name, value, indices=None):
        if len(self._chosen(indices)) != self.num_envs:
            raise ValueError("attributes are set for all environments at once")
        self.envs.set_attr(attr_name, value)

    def env_method(self, method_name, *method_args, indices=None, **method_kwargs):
        values = self.envs.call(method_name, *method_args, **method_kwargs)
        return [values[i] for i in self._chosen(indices)]

    def env_is_wrapped(self, wrapper_class, indices=None):
        return [False] * len(self._chosen(indices))

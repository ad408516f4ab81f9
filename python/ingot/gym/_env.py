"""The vector environment: stepping, resets, time limits and infos, the same for all tasks."""
import importlib.util
import os
import pathlib

import gymnasium
import numpy as np
from gymnasium.utils import seeding
from gymnasium.vector.utils import batch_space

from ingot.gym._tasks import TASKS
from ingot.worlds import Worlds

AutoresetMode = gymnasium.vector.AutoresetMode


def _model_path(xml_file):
    """A file of the user's, or one of the models that come with gymnasium."""
    if xml_file.startswith((".", "/", "~")):
        return os.path.expanduser(xml_file)
    package = pathlib.Path(importlib.util.find_spec("gymnasium").origin).parent
    return str(package / "envs" / "mujoco" / "assets" / xml_file)


def _add_infos(infos, values, mask):
    """Values of the masked worlds into the infos, with the mask beside them."""
    if not mask.any():
        return
    for name, value in values.items():
        if name not in infos:
            infos[name] = np.zeros(value.shape, value.dtype)
            infos[f"_{name}"] = np.zeros(len(mask), bool)
        infos[name][mask] = value[mask]
        infos[f"_{name}"] |= mask


class MujocoVectorEnv(gymnasium.vector.VectorEnv):
    """A task of Gymnasium's, such as "Ant-v5", in num_envs worlds; see ingot.Worlds for threads.

    Other keyword arguments are those of Gymnasium's environment. `worlds` gives access to state, data and model
    parameters; rendering is not offered.
    """

    def __init__(self, id, num_envs=1, threads=None, max_episode_steps=None, autoreset_mode=AutoresetMode.NEXT_STEP, **options):
        try:
            kind = TASKS[id]
        except KeyError:
            raise gymnasium.error.Error(f"ingot.gym has no task {id}; it has {', '.join(TASKS)}") from None
        if options.pop("render_mode", None) is not None:
            raise gymnasium.error.Error("ingot.gym does not render; use gymnasium.make with python -m ingot for that")
        self.num_envs = num_envs
        self.frame_skip = options.pop("frame_skip", kind.frame_skip)
        self.worlds = Worlds(_model_path(options.pop("xml_file", kind.xml_file)), num_envs, threads=threads)
        model = self.worlds.model(0)
        self.dt = model.opt.timestep * self.frame_skip
        self.task = kind(self.worlds, self.dt, options)
        self.max_episode_steps = max_episode_steps or gymnasium.spec(id).max_episode_steps
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {"render_modes": [], "render_fps": int(np.round(1.0 / self.dt)), "autoreset_mode": self.autoreset_mode}
        self.render_mode = None
        self._make_spaces(model)
        self._random = [None] * num_envs
        self._seeds = [None] * num_envs
        self._elapsed = np.zeros(num_envs, int)
        self._done = np.zeros(num_envs, bool)

    def _make_spaces(self, model):
        low, high = model.actuator_ctrlrange.astype(np.float32).T
        self.single_action_space = gymnasium.spaces.Box(low=low, high=high, dtype=np.float32)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        numbers = self.task.observe().shape[1]
        self.single_observation_space = gymnasium.spaces.Box(low=-np.inf, high=np.inf, shape=(numbers,), dtype=np.float64)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)

    @property
    def np_random(self):
        return tuple(self._generator(world) for world in range(self.num_envs))

    @property
    def np_random_seed(self):
        self.np_random
        return tuple(self._seeds)

    def _generator(self, world, seed=None):
        if seed is not None or self._random[world] is None:
            self._random[world], self._seeds[world] = seeding.np_random(seed)
        return self._random[world]

    def _restart(self, mask, seeds=None):
        """New episodes in the worlds of the mask."""
        self.worlds.reset(mask)
        for world in np.flatnonzero(mask):
            generator = self._generator(world, seeds[world] if seeds is not None else None)
            self.worlds.qpos[world], self.worlds.qvel[world] = self.task.start(generator)
        self.worlds.forward(mask)
        self._elapsed[mask] = 0
        self._done[mask] = False

    def reset(self, *, seed=None, options=None):
        """All worlds, or those of options["reset_mask"]; a seed gives seed + i to world i, a list one to each."""
        seeds = [None] * self.num_envs if seed is None else [seed + i for i in range(self.num_envs)] if isinstance(seed, int) else seed
        if len(seeds) != self.num_envs:
            raise ValueError(f"{len(seeds)} seeds are given for {self.num_envs} environments")
        mask = np.ones(self.num_envs, bool)
        if options and "reset_mask" in options:
            mask = np.array(options["reset_mask"])
            if mask.shape != (self.num_envs,) or mask.dtype != bool or not mask.any():
                raise ValueError(f"reset_mask must be {self.num_envs} bools, at least one of them true")
        self._restart(mask, seeds)
        infos = {}
        _add_infos(infos, self.task.place(), mask)
        return self.task.observe(), infos

    def step(self, actions):
        actions = np.asarray(actions)
        if actions.shape != self.action_space.shape:
            raise ValueError(f"actions have shape {actions.shape}, expected {self.action_space.shape}")
        if self.autoreset_mode == AutoresetMode.DISABLED and self._done.any():
            raise ValueError(f"environments {np.flatnonzero(self._done).tolist()} have ended and were not reset")
        restart = self._done.copy() if self.autoreset_mode == AutoresetMode.NEXT_STEP else np.zeros(self.num_envs, bool)
        go = ~restart

        # worlds that begin anew do so instead of a step
        before = self.task.before()
        self.worlds.step(self.frame_skip, actions, mask=go)
        if self.task.contact_forces:
            self.worlds.call("mj_rnePostConstraint", mask=go)
        if restart.any():
            self._restart(restart)
        self._elapsed[go] += 1

        rewards, terminations, values = self.task.score(before, actions)
        rewards = np.where(go, np.asarray(rewards, np.float64), 0.0)
        terminations = terminations & go
        truncations = (self._elapsed >= self.max_episode_steps) & go
        self._done = terminations | truncations
        infos = {}
        _add_infos(infos, values, go)
        if restart.any():
            _add_infos(infos, self.task.place(), restart)
        if self.autoreset_mode == AutoresetMode.SAME_STEP and self._done.any():
            infos = self._end_episodes(infos)
        return self.task.observe(), rewards, terminations, truncations, infos

    def _end_episodes(self, infos):
        """Last observations and infos of episodes that ended, which start again in the same step."""
        ended = self._done.copy()
        last = self.task.observe()
        final = np.full(self.num_envs, None, dtype=object)
        for world in np.flatnonzero(ended):
            final[world] = last[world].copy()
        final_infos, kept = {}, {}
        values = {name: value for name, value in infos.items() if not name.startswith("_")}
        _add_infos(final_infos, values, ended)
        _add_infos(kept, values, ~ended)
        self._restart(ended)
        _add_infos(kept, self.task.place(), ended)
        return {**kept, "final_obs": final, "_final_obs": ended, "final_info": final_infos, "_final_info": ended.copy()}

    def close_extras(self, **kwargs):
        self.worlds = self.task = None

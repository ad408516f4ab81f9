# SPDX-License-Identifier: Apache-2.0
"""The vector environment: stepping, resets, time limits and infos, the same for all tasks."""
import concurrent.futures
import os

import gymnasium
import numpy as np
from gymnasium.utils import seeding
from gymnasium.vector.utils import batch_space

from ingot._library import did_you_mean
from ingot.gym import _dm_control, _gymnasium
from ingot.task import Task, Tensors
from ingot.worlds import Worlds

AutoresetMode = gymnasium.vector.AutoresetMode
TASKS = {**_gymnasium.TASKS, **_dm_control.TASKS}


def _task_class(task):
    """A class of tasks, or one that ships by name."""
    if isinstance(task, type) and issubclass(task, Task):
        return task
    if task not in TASKS:
        raise gymnasium.error.Error(f"ingot.gym has no task {task}{did_you_mean(str(task), TASKS)}; it has {', '.join(TASKS)}")
    return TASKS[task]


def _add_infos(infos, values, mask):
    """Values of the masked worlds into the infos, with the mask beside them."""
    if not mask.any():
        return
    for name, value in values.items():
        if name not in infos:
            infos[name] = value * 0 if not isinstance(value, np.ndarray) else np.zeros(value.shape, value.dtype)
            infos[f"_{name}"] = np.zeros(len(mask), bool)
        infos[name][mask] = value[mask]
        infos[f"_{name}"] |= mask


class VectorEnv(gymnasium.vector.VectorEnv):
    """A task in num_envs worlds: the id of one that ships ("Ant-v5", "walker-walk"), or a class of your own.

    threads            see ingot.Worlds
    max_episode_steps  instead of the task's own
    autoreset_mode     NEXT_STEP, SAME_STEP or DISABLED, as of gymnasium.vector
    array              "numpy", or "torch": fields, observations, rewards and endings are tensors
    dtype              of the observations: float64 as Gymnasium's, or float32

    Other keyword arguments are those of the task, `frame_skip` and `xml_file`. `worlds` gives access to state, data and
    model parameters. A world that diverged is ended, and "diverged" stands in the infos.
    """

    def __init__(
        self,
        task,
        num_envs=1,
        threads=None,
        max_episode_steps=None,
        autoreset_mode=AutoresetMode.NEXT_STEP,
        array="numpy",
        dtype=np.float64,
        **options,
    ):
        kind = _task_class(task)
        if options.pop("render_mode", None) is not None:
            raise gymnasium.error.Error("ingot.gym does not render; use gymnasium.make with python -m ingot for that")
        if array not in ("numpy", "torch"):
            raise ValueError(f"arrays are of numpy or torch, not of {array}")
        self.num_envs = num_envs
        self.worlds = Worlds(os.path.expanduser(options.pop("xml_file", None) or kind.model_source()), num_envs, threads=threads)
        model = self.worlds.model(0)
        steps = getattr(kind, "control_timestep", None)
        default = kind.frame_skip if not issubclass(kind, _dm_control.Suite) else round((steps or model.opt.timestep) / model.opt.timestep)
        self.frame_skip = options.pop("frame_skip", default)
        self.dt = model.opt.timestep * self.frame_skip
        self.task = kind(Tensors(self.worlds) if array == "torch" else self.worlds, self.dt, options)
        seconds = getattr(kind, "seconds", None)
        own_limit = round(seconds / self.dt) if seconds else kind.episode_steps
        self.max_episode_steps = max_episode_steps or own_limit or np.iinfo(np.int64).max
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {"render_modes": [], "render_fps": int(np.round(1.0 / self.dt)), "autoreset_mode": self.autoreset_mode}
        self.render_mode = None
        self.dtype = np.dtype(dtype)
        self._make_spaces(model)
        self._random = [None] * num_envs
        self._seeds = [None] * num_envs
        self._elapsed = np.zeros(num_envs, int)
        self._done = np.zeros(num_envs, bool)
        self._divergences = self.worlds.status["divergences"]
        self._sender, self._sent = None, None

    def _make_spaces(self, model):
        low, high = self.task.action_range or model.actuator_ctrlrange.astype(np.float32).T
        unlimited = (model.actuator_ctrllimited == 0) if self.task.action_range is None else np.zeros(model.nu, bool)
        low, high = np.where(unlimited, -np.inf, low).astype(np.float32), np.where(unlimited, np.inf, high).astype(np.float32)
        self.single_action_space = gymnasium.spaces.Box(low=low, high=high, dtype=np.float32)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        numbers = self.task.observe().shape[1]
        self.single_observation_space = gymnasium.spaces.Box(low=-np.inf, high=np.inf, shape=(numbers,), dtype=self.dtype.type)
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

    def _observe(self):
        observed = self.task.observe()
        if self.task.xp is np:
            return observed.astype(self.dtype, copy=False)
        return observed.to(self.task.xp.float32 if self.dtype == np.float32 else self.task.xp.float64)

    def _array(self, values):
        """What numpy has as the arrays that the caller gets."""
        return self.task.array(values)

    def _restart(self, mask, seeds=None):
        """New episodes in the worlds of the mask."""
        self.worlds.reset(mask)
        for world in np.flatnonzero(mask) if seeds is not None else ():
            self._generator(world, seeds[world])
        self.task.randomize(mask, self._generator)
        self.task.begin(mask, self._generator)
        self.task.fresh[mask] = True
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
        return self._observe(), infos

    def step(self, actions):
        if self._sent is not None:
            raise RuntimeError("actions were sent: call recv() before step()")
        return self._step(actions)

    def _step(self, actions):
        taken = np.asarray(actions)
        if taken.shape != self.action_space.shape:
            raise ValueError(f"actions have shape {taken.shape}, expected {self.action_space.shape}")
        if self.autoreset_mode == AutoresetMode.DISABLED and self._done.any():
            raise ValueError(f"environments {np.flatnonzero(self._done).tolist()} have ended and were not reset")
        restart = self._done.copy() if self.autoreset_mode == AutoresetMode.NEXT_STEP else np.zeros(self.num_envs, bool)
        go = ~restart

        # worlds that begin anew do so instead of a step
        before = self.task.before()
        self.worlds.step(self.frame_skip, taken, mask=go)
        self.task.fresh[go] = False
        for function in self.task.functions:
            self.worlds.call(function, mask=go)
        diverged = self._note_divergences()
        if restart.any():
            self._restart(restart)
        self._elapsed[go] += 1

        rewards, terminations, values = self.task.score(before, self._array(taken))
        rewards, terminations = self._finish(rewards, terminations, go, diverged)
        truncations = (self._elapsed >= self.max_episode_steps) & go
        self._done = np.asarray(terminations) | truncations
        infos = {}
        _add_infos(infos, values, go)
        if diverged.any():
            _add_infos(infos, {"diverged": diverged}, go)
        if restart.any():
            _add_infos(infos, self.task.place(), restart)
        if self.autoreset_mode == AutoresetMode.SAME_STEP and self._done.any():
            infos = self._end_episodes(infos)
        return self._observe(), rewards, terminations, self._array(truncations), infos

    def _note_divergences(self):
        """Worlds that diverged since the last step."""
        now = self.worlds.status["divergences"]
        diverged, self._divergences = now != self._divergences, now
        return diverged

    def _finish(self, rewards, terminations, go, diverged):
        """Worlds that began anew have no reward; those that diverged are ended, and what they would be paid is not a number to trust."""
        xp, counts = self.task.xp, self._array(go & ~diverged)
        rewards = xp.where(counts, self._array(np.asarray(rewards)) if xp is np else rewards.to(xp.float64), 0.0)
        return rewards, (terminations & self._array(go)) | self._array(diverged)

    def _end_episodes(self, infos):
        """Last observations and infos of episodes that ended, which start again in the same step."""
        ended = self._done.copy()
        last = self._observe()
        final = np.full(self.num_envs, None, dtype=object)
        for world in np.flatnonzero(ended):
            final[world] = last[world].copy() if isinstance(last, np.ndarray) else last[world].clone()
        final_infos, kept = {}, {}
        values = {name: value for name, value in infos.items() if not name.startswith("_")}
        _add_infos(final_infos, values, ended)
        _add_infos(kept, values, ~ended)
        self._restart(ended)
        _add_infos(kept, self.task.place(), ended)
        return {**kept, "final_obs": final, "_final_obs": ended, "final_info": final_infos, "_final_info": ended.copy()}

    # --------------------------------------------------------------------------------------------- without waiting

    def send(self, actions):
        """Begin a step and return at once; recv() gives its results. What is done in between costs no time of the worlds'."""
        if self._sent is not None:
            raise RuntimeError("actions were sent already: call recv() first")
        if self._sender is None:
            self._sender = concurrent.futures.ThreadPoolExecutor(1)
        self._sent = self._sender.submit(self._step, np.array(actions))

    def recv(self):
        """The results of the step that send() began, as step() returns them."""
        if self._sent is None:
            raise RuntimeError("no actions were sent")
        sent, self._sent = self._sent, None
        try:
            return sent.result()
        except KeyboardInterrupt:
            self.worlds.cancel()
            raise

    # ------------------------------------------------------------------------------- attributes of the environments

    def _owner(self, name):
        for owner in (self.task, self):
            if hasattr(owner, name):
                return owner
        raise AttributeError(f"neither the task nor the environment has '{name}'{did_you_mean(name, [*dir(self.task), *dir(self)])}")

    def call(self, name, *args, **kwargs):
        """A method or attribute for each environment, as of gymnasium.vector.SyncVectorEnv: a tuple of results."""
        value = getattr(self._owner(name), name)
        value = value(*args, **kwargs) if callable(value) else value
        if isinstance(value, np.ndarray) and value.shape[:1] == (self.num_envs,):
            return tuple(value)
        return (value,) * self.num_envs

    def get_attr(self, name):
        return self.call(name)

    def set_attr(self, name, values):
        """One value for all environments, or a list with one for each; where they differ they must be numbers."""
        owner = self._owner(name)
        if isinstance(values, (list, tuple)) and not isinstance(getattr(owner, name), tuple):
            if len(values) != self.num_envs:
                raise ValueError(f"{len(values)} values are given for {self.num_envs} environments")
            same = all(value == values[0] for value in values)
            if not same and name == "reset_noise_scale":
                raise ValueError("reset_noise_scale is the same for all environments")
            values = values[0] if same else self.task.array(np.array(values, np.float64))
        setattr(owner, name, values)

    def close_extras(self, **kwargs):
        if self._sender is not None:
            self._sender.shutdown()
        self.worlds = self.task = None


class Env(gymnasium.Env):
    """One environment of a task, as gymnasium.make gives it."""

    def __init__(self, task, **options):
        options.setdefault("threads", 1)
        self._vector = VectorEnv(task, 1, autoreset_mode=AutoresetMode.DISABLED, max_episode_steps=np.iinfo(np.int64).max, **options)
        self.observation_space, self.action_space = self._vector.single_observation_space, self._vector.single_action_space
        self.metadata, self.render_mode = {**self._vector.metadata}, None
        self.metadata.pop("autoreset_mode")

    @property
    def worlds(self):
        return self._vector.worlds

    @property
    def task(self):
        return self._vector.task

    @property
    def dt(self):
        return self._vector.dt

    @staticmethod
    def _first(infos):
        return {name: value[0] for name, value in infos.items() if not name.startswith("_")}

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self._vector._random[0] = self.np_random
        observed, infos = self._vector.reset()
        return observed[0], self._first(infos)

    def step(self, action):
        self._vector._done[:] = False
        observed, rewards, terminations, truncations, infos = self._vector.step(np.asarray(action)[None])
        return observed[0], float(rewards[0]), bool(terminations[0]), False, self._first(infos)

    def close(self):
        self._vector.close()

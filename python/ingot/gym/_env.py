# SPDX-License-Identifier: Apache-2.0
"""The vector environment: stepping, resets, time limits and infos, the same for all tasks."""
import concurrent.futures
import operator
import os
import sys

import gymnasium
import numpy as np
from gymnasium.utils import seeding
from gymnasium.vector.utils import batch_space

from ingot import tasks
from ingot._library import did_you_mean
from ingot.gym import _dm_control, _dm_large, _dm_targets, _gymnasium
from ingot.gym._pixels import Pixels, default_camera
from ingot.task import Task, Tensors
from ingot.worlds import FIELDS, Worlds

AutoresetMode = gymnasium.vector.AutoresetMode
# what gymnasium.make may make of pictures: windows, lists
METADATA = {"render_modes": ["rgb_array"], "render_fps": 20}
SUITE = {**_dm_control.TASKS, **_dm_targets.TASKS, **_dm_large.TASKS}
TASKS = {**_gymnasium.TASKS, **SUITE, **tasks.TASKS}
MOST = 1e10  # mjMAXVAL: controls beyond it are taken as 0


def _task_class(task):
    """A class of tasks, or one that ships by name."""
    if isinstance(task, type) and issubclass(task, Task):
        return task
    if task not in TASKS:
        raise gymnasium.error.Error(f"ingot.gym has no task {task}{did_you_mean(str(task), TASKS)}; it has {', '.join(TASKS)}")
    return TASKS[task]


def _seeds_of(seed, count):
    """A seed for each environment: seed + i for environment i, or a list of them."""
    if seed is None:
        return [None] * count
    if np.ndim(seed) == 0:
        first = operator.index(seed)
        return [first + i for i in range(count)]
    if len(seed) != count:
        raise ValueError(f"{len(seed)} seeds are given for {count} environments")
    return [None if one is None else operator.index(one) for one in seed]


def _on_host(values):
    """Numbers of a task as numpy has them."""
    return np.asarray(values.cpu() if hasattr(values, "cpu") else values)


def _is_live(array, worlds):
    """Whether an array of a task may change later: it is a view, a field, or the task keeps it, too."""
    if isinstance(array, np.ndarray):
        return array.base is not None or sys.getrefcount(array) > 3  # here, the caller's, and the question's
    if array._is_view():
        return True
    fields = [getattr(worlds, name) for name in FIELDS]
    start = array.untyped_storage().data_ptr()
    return any(start == field.untyped_storage().data_ptr() for field in fields) or sys.getrefcount(array) > 3


def _kept(value):
    """A value that stays as it is while the worlds are stepped: arrays are copied."""
    if isinstance(value, np.ndarray):
        return value.copy()
    if hasattr(value, "clone"):
        return value.clone()
    if isinstance(value, dict):
        return {name: _kept(one) for name, one in value.items()}
    return type(value)(map(_kept, value)) if type(value) in (tuple, list) else value


def _add_infos(infos, values, mask):
    """Values of the masked worlds into the infos, with the mask beside them."""
    if not mask.any():
        return
    for name, value in values.items():
        if np.shape(value)[:1] != mask.shape:
            raise ValueError(f"the info '{name}' has shape {tuple(np.shape(value))}; it has a row for each of the {len(mask)} worlds")
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
    device             "cpu", or where the worlds and all arrays are: "cuda", "cuda:1"; nothing visits the host in a step then
    pixels             observations are pictures instead: dict(cameras=["front"], size=84, stack=3, quality="fast"), uint8
                       (size, size, 3 * cameras * stack), the newest last
    render_mode        "rgb_array": render() gives a picture of each world, `width` by `height`, by camera_id or camera_name

    Other keyword arguments are those of the task, `frame_skip` and `xml_file`. `worlds` gives access to state, data and
    model parameters. A world that diverged is ended, and "diverged" stands in the infos. An action with numbers that are not
    finite, or too large, is taken as 0, as the engine takes it, and "bad_action" stands there.
    """

    metadata = METADATA

    def __new__(cls, *args, device="cpu", **options):
        if cls is VectorEnv and str(device) != "cpu":
            from ingot.gym._device_env import DeviceVectorEnv

            cls = DeviceVectorEnv
        return super().__new__(cls)

    def __init__(
        self,
        task,
        num_envs=1,
        threads=None,
        max_episode_steps=None,
        autoreset_mode=AutoresetMode.NEXT_STEP,
        array="numpy",
        dtype=np.float64,
        device="cpu",
        pixels=None,
        render_mode=None,
        width=480,
        height=480,
        camera_id=None,
        camera_name=None,
        **options,
    ):
        kind = _task_class(task)
        if kind.reward is Task.reward and kind.score is Task.score:
            raise TypeError(f"{kind.__name__} pays nothing: it needs a method reward(before, action) that gives a number for each world")
        if render_mode not in (None, *METADATA["render_modes"]):
            raise gymnasium.error.Error(f"render_mode {render_mode!r} is not one of {', '.join(METADATA['render_modes'])}")
        if pixels is not None and str(device) != "cpu":
            raise gymnasium.error.Error(f"pixels are drawn on the CPU: observe them with device=\"cpu\", not {device!r}")
        if array not in ("numpy", "torch"):
            raise ValueError(f"arrays are of numpy or torch, not of {array}")
        self.num_envs = num_envs = operator.index(num_envs)
        self.worlds = Worlds(os.path.expanduser(options.pop("xml_file", None) or kind.model_source()), num_envs, threads=threads, device=device)
        model = self.worlds.model(0)
        steps = getattr(kind, "control_timestep", None)
        default = kind.frame_skip if not issubclass(kind, _dm_control.Suite) else round((steps or model.opt.timestep) / model.opt.timestep)
        self.frame_skip = options.pop("frame_skip", default)
        self.dt = model.opt.timestep * self.frame_skip
        self.task = kind(self._seen(array), self.dt, options)
        seconds = getattr(kind, "seconds", None)
        own_limit = round(seconds / self.dt) if seconds else kind.episode_steps
        self.max_episode_steps = max_episode_steps or own_limit or np.iinfo(np.int64).max
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {**METADATA, "render_fps": int(np.round(1.0 / self.dt)), "autoreset_mode": self.autoreset_mode}
        camera = camera_name if camera_id is None else camera_id
        self.render_mode, self.width, self.height = render_mode, width, height
        self.camera = default_camera(model) if camera is None else camera
        self.dtype = np.dtype(dtype)
        self.pixels = None if pixels is None else Pixels(self.worlds, pixels)
        self._make_spaces(model)
        self._random = [None] * num_envs
        self._seeds = [None] * num_envs
        self._elapsed = np.zeros(num_envs, int)
        self._done = np.zeros(num_envs, bool)
        self._divergences = self.worlds.status["divergences"]
        self._sender, self._sent = None, None

    def _seen(self, array):
        """The worlds as the task sees them."""
        return Tensors(self.worlds) if array == "torch" else self.worlds

    def _make_spaces(self, model):
        own = self.task.action_range
        low, high = own or model.actuator_ctrlrange.astype(np.float32).T
        unlimited = (model.actuator_ctrllimited == 0) if own is None else np.zeros(np.size(low), bool)
        low, high = np.where(unlimited, -np.inf, low).astype(np.float32), np.where(unlimited, np.inf, high).astype(np.float32)
        self.single_action_space = gymnasium.spaces.Box(low=low, high=high, dtype=np.float32)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        observed = self.pixels.frames if self.pixels else self.task.observe()
        several = isinstance(observed, dict)
        boxes = {name: self._box(rows) for name, rows in (observed.items() if several else [("", observed)])}
        self.single_observation_space = gymnasium.spaces.Dict(boxes) if several else boxes[""]
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

    def _of(self, method):
        return f"what {type(self.task).__name__}.{method} gave"

    def _observe(self):
        """Observations that stay what they are, whatever the worlds do next."""
        if self.pixels:
            return self.task.array(self.pixels.observe())
        observed = self.task.observe()
        if isinstance(observed, dict):
            return {name: self._rows(rows, self.observation_space[name].shape) for name, rows in observed.items()}
        return self._rows(observed, self.observation_space.shape)

    def _box(self, rows):
        if self.pixels:
            return gymnasium.spaces.Box(low=0, high=255, shape=rows.shape[1:], dtype=np.uint8)
        if len(rows.shape) != 2 or len(rows) != self.num_envs:
            raise ValueError(f"{self._of('observe')} has shape {tuple(rows.shape)}; it has a row for each of the {self.num_envs} worlds")
        return gymnasium.spaces.Box(low=-np.inf, high=np.inf, shape=tuple(rows.shape[1:]), dtype=self.dtype.type)

    def _rows(self, observed, expected):
        if tuple(observed.shape) != expected:
            raise ValueError(f"{self._of('observe')} has shape {tuple(observed.shape)}, expected {expected}")
        xp = self.task.xp
        dtype = self.dtype if xp is np else xp.float32 if self.dtype == np.float32 else xp.float64
        if observed.dtype != dtype:
            return observed.astype(dtype) if xp is np else observed.to(dtype)
        return _kept(observed) if self._may_change(observed) else observed

    def _may_change(self, array):
        return _is_live(array, self.task.worlds)

    def _array(self, values):
        """What numpy has as the arrays that the caller gets."""
        return self.task.array(values)

    def _restart(self, mask, seeds=None):
        """New episodes in the worlds of the mask."""
        self.worlds.reset(mask)
        seeded = np.zeros(self.num_envs, bool)
        for world in np.flatnonzero(mask) if seeds is not None else ():
            seeded[world] = seeds[world] is not None or self._random[world] is None
            self._generator(world, seeds[world])
        if seeded.any():
            self.task.seed(self._seeds, seeded)
        self.task.randomize(mask, self._generator)
        self.task.begin(mask, self._generator)
        self.task.fresh[mask] = True
        if self.pixels:
            self.pixels.note(mask, begun=True)
        self.worlds.forward(mask)
        self.task.started(self._array(mask))
        self._elapsed[mask] = 0
        self._done[mask] = False

    def reset(self, *, seed=None, options=None):
        """All worlds, or those of options["reset_mask"]; a seed gives seed + i to world i, a list one to each."""
        self._check_open()
        seeds = _seeds_of(seed, self.num_envs)
        mask = np.ones(self.num_envs, bool)
        if options and "reset_mask" in options:
            mask = np.array(options["reset_mask"])
            if mask.shape != (self.num_envs,) or mask.dtype != bool or not mask.any():
                raise ValueError(f"reset_mask must be {self.num_envs} bools, at least one of them true")
        self._restart(mask, seeds)
        infos = {}
        _add_infos(infos, self.task.place(), mask)
        return self._observe(), infos

    def _check_open(self):
        if self.worlds is None:
            raise gymnasium.error.ClosedEnvironmentError("the environments were closed")

    def _actions(self, actions):
        """Actions as the engine is given them, as it takes them, and which of them are bad."""
        given = _on_host(actions)
        if given.shape != self.action_space.shape:
            raise ValueError(f"actions have shape {given.shape}, expected {self.action_space.shape}")
        # NaN compares as false, too
        bad = ~(np.abs(given) <= MOST).reshape(self.num_envs, -1).all(axis=1)
        return given, np.where(bad[:, None], 0, given).astype(given.dtype) if bad.any() else given, bad

    def step(self, actions):
        self._check_open()
        if self._sent is not None:
            raise RuntimeError("actions were sent: call recv() before step()")
        return self._step(actions)

    def _step(self, actions):
        given, taken, bad = self._actions(actions)
        if self.autoreset_mode == AutoresetMode.DISABLED and self._done.any():
            raise ValueError(f"environments {np.flatnonzero(self._done).tolist()} have ended and were not reset")
        restart = self._done.copy() if self.autoreset_mode == AutoresetMode.NEXT_STEP else np.zeros(self.num_envs, bool)
        go = ~restart

        # worlds that begin anew do so instead of a step
        before = _kept(self.task.before())
        self._move(given, taken, go)
        self.task.fresh[go] = False
        if self.pixels:
            self.pixels.note(go, begun=False)
        for function in self.task.functions:
            self.worlds.call(function, mask=go)
        diverged = self._note_divergences()
        if restart.any():
            self._restart(restart)
        self._elapsed[go] += 1
        self.task.advance(self._array(go))

        rewards, terminations, values = self._score(before, self._array(taken))
        rewards, terminations = self._finish(rewards, terminations, go, diverged)
        truncations = (self._elapsed >= self.max_episode_steps) & go
        self._done = _on_host(terminations) | truncations
        infos = {}
        _add_infos(infos, values, go)
        for name, mask in (("diverged", diverged), ("bad_action", bad & go)):
            if mask.any():
                _add_infos(infos, {name: mask}, go)
        if restart.any():
            _add_infos(infos, self.task.place(), restart)
        if self.autoreset_mode == AutoresetMode.SAME_STEP and self._done.any():
            infos = self._end_episodes(infos)
        return self._observe(), rewards, terminations, self._array(truncations), infos

    def _score(self, before, action):
        """What the task pays and ends, of the right shapes."""
        rewards, terminations, values = self.task.score(before, action)
        xp, expected = self.task.xp, (self.num_envs,)
        for name, array in (("rewards", rewards), ("ends", terminations)):
            if tuple(np.shape(array)) != expected:
                raise ValueError(f"{type(self.task).__name__}: the {name} have shape {tuple(np.shape(array))}, expected {expected}, one for each world")
        rewards, terminations = (np.asarray(rewards), np.asarray(terminations)) if xp is np else (rewards, terminations)
        if terminations.dtype not in (bool, getattr(xp, "bool", bool)):
            raise ValueError(f"{type(self.task).__name__}: the ends are {terminations.dtype}, expected bools")
        return rewards, terminations, values

    def _move(self, given, taken, go):
        """The steps of an action. A task that makes controls of actions is not given those that are bad."""
        plain, substep = type(self.task).control is Task.control, self.task.substep
        control = given if plain else self.task.control(self._array(taken))
        if substep is None:
            self.worlds.step(self.frame_skip, control, mask=go)
            return
        for k in range(self.frame_skip):
            self.worlds.step(1, substep(k), mask=go)

    def _note_divergences(self):
        """Worlds that diverged since the last step."""
        now = self.worlds.status["divergences"]
        diverged, self._divergences = now != self._divergences, now
        return diverged

    def _finish(self, rewards, terminations, go, diverged):
        """Worlds that began anew have no reward; those that diverged are ended, and what they would be paid is not a number to trust."""
        xp, counts = self.task.xp, self._array(go & ~diverged)
        rewards = xp.where(counts, rewards if xp is np else rewards.to(xp.float64), 0.0)
        return rewards, (terminations & self._array(go)) | self._array(diverged)

    def _end_episodes(self, infos):
        """Last observations and infos of episodes that ended, which start again in the same step."""
        ended = self._done.copy()
        last = self._observe()
        final = np.full(self.num_envs, None, dtype=object)
        row = lambda rows, world: rows[world].copy() if isinstance(rows, np.ndarray) else rows[world].clone()
        for world in np.flatnonzero(ended):
            groups = isinstance(last, dict)
            final[world] = {name: row(rows, world) for name, rows in last.items()} if groups else row(last, world)
        final_infos, kept = {}, {}
        values = {name: value for name, value in infos.items() if not name.startswith("_")}
        _add_infos(final_infos, values, ended)
        _add_infos(kept, values, ~ended)
        self._restart(ended)
        _add_infos(kept, self.task.place(), ended)
        return {**kept, "final_obs": final, "_final_obs": ended, "final_info": final_infos, "_final_info": ended.copy()}

    def render(self):
        """A picture of each environment, as of gymnasium.vector.VectorEnv."""
        if self.render_mode is None:
            gymnasium.logger.warn('there are no pictures without a render_mode: make_vec(..., render_mode="rgb_array")')
            return None
        return tuple(self.worlds.render(cameras=[self.camera], height=self.height, width=self.width)[:, 0])

    # --------------------------------------------------------------------------------------------- without waiting

    def send(self, actions):
        """Begin a step and return at once; recv() gives its results. What is done in between costs no time of the worlds'."""
        self._check_open()
        if self._sent is not None:
            raise RuntimeError("actions were sent already: call recv() first")
        if self._sender is None:
            self._sender = concurrent.futures.ThreadPoolExecutor(1)
        self._sent = self._sender.submit(self._step, np.array(_on_host(actions)))

    def recv(self):
        """The results of the step that send() began, as step() returns them."""
        self._check_open()
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
        self._check_open()
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
        self.worlds = self.task = self._sender = self._sent = None

    def __getstate__(self):
        if self._sent is not None:
            raise TypeError("actions were sent: call recv() before the environments are copied or pickled")
        return {**self.__dict__, "_sender": None}


class Env(gymnasium.Env):
    """One environment of a task, as gymnasium.make gives it."""

    metadata = METADATA

    def __init__(self, task, **options):
        options.setdefault("threads", 1)
        self._vector = VectorEnv(task, 1, autoreset_mode=AutoresetMode.DISABLED, max_episode_steps=np.iinfo(np.int64).max, **options)
        self.observation_space, self.action_space = self._vector.single_observation_space, self._vector.single_action_space
        self.metadata, self.render_mode = {**self._vector.metadata}, self._vector.render_mode
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
        self._vector._check_open()
        super().reset(seed=None if seed is None else operator.index(seed))
        self._vector._random[0] = self.np_random
        observed, infos = self._vector.reset()
        return observed[0], self._first(infos)

    def step(self, action):
        self._vector._check_open()
        self._vector._done[:] = False
        observed, rewards, terminations, truncations, infos = self._vector.step(np.asarray(action)[None])
        return observed[0], float(rewards[0]), bool(terminations[0]), False, self._first(infos)

    def render(self):
        """A picture (height, width, 3), as of gymnasium.Env."""
        frames = self._vector.render()
        return None if frames is None else frames[0]

    def close(self):
        self._vector.close()

# SPDX-License-Identifier: Apache-2.0
"""Tasks for learning: what worlds start from, what is observed, paid and ended, for all worlds at once.

A task works on the fields of its worlds with the array library that they have (`self.xp`: numpy, or torch where the fields
are tensors), so that the same task runs wherever its worlds do. ingot.gym makes environments of tasks.

    class Balance(ingot.Task):
        model, frame_skip = "cartpole.xml", 2
        defaults = dict(limit=0.2, reset_noise_scale=0.01)

        def reward(self, before, action):
            return 1.0 - self.xp.abs(self.worlds.qpos[:, 1])

        def terminated(self):
            return self.xp.abs(self.worlds.qpos[:, 1]) > self.limit
"""
import importlib

import numpy as np

from ingot._device import DeviceArray
from ingot._library import did_you_mean


class Tensors:
    """Worlds whose fields and outputs are torch tensors: those of numpy share their memory with these.

    A field that is assigned (worlds.qvel = tensor) is written in the worlds.
    """

    def __init__(self, worlds):
        import torch

        self.__dict__.update(_worlds=worlds, _torch=torch, _views={})

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        value = getattr(self._worlds, name)
        if isinstance(value, DeviceArray):
            return self._torch.from_dlpack(value)  # anew each time: that waits for the steps that are queued
        if not isinstance(value, np.ndarray) or value.dtype.names:
            return value
        from ingot.worlds import FIELDS

        if name not in FIELDS:
            return self._torch.from_numpy(value.copy())
        # the worlds may have gone to a device and back: their array is then another one
        array, tensor = self._views.get(name, (None, None))
        if array is not value:
            tensor = self._torch.from_numpy(value)
            self._views[name] = value, tensor
        return tensor

    def __setattr__(self, name, value):
        setattr(self._worlds, name, value.detach() if isinstance(value, self._torch.Tensor) else value)

    def __reduce__(self):
        return Tensors, (self._worlds,)

    def gather(self, name, out=None, dtype=None):
        return self._torch.from_numpy(self._worlds.gather(name, out, dtype).copy())

    def get_parameter(self, name):
        return self._torch.from_numpy(self._worlds.get_parameter(name))

    def __len__(self):
        return len(self._worlds)


def library_of(array):
    """The array library of an array: numpy, or torch. What a device has is read as copies by numpy."""
    if isinstance(array, (np.ndarray, DeviceArray)):
        return np
    import torch

    return torch


class Task:
    """The base of all tasks. Override what differs; arrays have one row for each world.

    model           the path of an MJCF file or XML text
    frame_skip      steps of the engine for one action
    defaults        keyword arguments of the task, with their values; they become attributes
    functions       functions of the C interface that run after the steps, as "mj_rnePostConstraint" for cfrc_ext
    episode_steps   actions until an episode is cut off; None: never
    """

    model = ""
    frame_skip = 5
    defaults = {}
    functions = ()
    episode_steps = 1000
    action_range = None  # (low, high) instead of the actuators' own control ranges

    def __init__(self, worlds, dt, options):
        self.worlds, self.dt = worlds, dt
        unknown = sorted(set(options) - set(self.defaults))
        if unknown:
            raise TypeError(f"unknown keyword arguments: {', '.join(unknown)}{did_you_mean(unknown[0], self.defaults)}")
        for name, value in {**self.defaults, **options}.items():
            setattr(self, name, value)
        self.xp = library_of(worlds.qpos)
        model = worlds.model(0)
        self.init_qpos, self.init_qvel = np.asarray(worlds.qpos[0]).copy(), np.asarray(worlds.qvel[0]).copy()
        self.nq, self.nv, self.timestep = model.nq, model.nv, model.opt.timestep
        self.fresh = np.ones(len(worlds), bool)  # worlds that have not been stepped since their start
        self._draw = None
        self.prepare(model)

    def __getstate__(self):
        # modules are not pickled
        return {**self.__dict__, "xp": self.xp.__name__}

    def __setstate__(self, state):
        self.__dict__.update(state, xp=importlib.import_module(state["xp"]))

    @classmethod
    def model_source(cls):
        """Where the model is; for models that come with another package."""
        return cls.model

    def prepare(self, model):
        """Once: names to indices, and what else is looked up."""

    # ------------------------------------------------------------------------------------------ the start of episodes

    def randomize(self, mask, random):
        """Parameters of worlds that are about to start: worlds.set_parameter(..., mask=mask). random(world): a Generator."""

    def start(self, random):
        """(qpos, qvel) of one world; random is its own numpy Generator. Uniform noise unless overridden."""
        return self.noise(random)

    def begin(self, mask, random):
        """Put the worlds of the mask, which were reset, to their starts."""
        for world in np.flatnonzero(mask):
            for name, values, length in zip(("qpos", "qvel"), self.start(random(world)), (self.nq, self.nv)):
                if np.shape(values) != (length,):
                    raise ValueError(f"{type(self).__name__}.start gave {name} of shape {np.shape(values)}, expected ({length},)")
                getattr(self.worlds, name)[world] = self.array(values)

    def begin_together(self, mask):
        """The same in one go, with numbers of self.draw: uniform noise, or normal velocities where start is noise_normal."""
        scale = getattr(self, "reset_noise_scale", 0.0)
        qpos = self.array(self.init_qpos) + self.draw.uniform(self.nq, -scale, scale, mask=mask)
        normal = type(self).start is Task.noise_normal
        speed = self.draw.normal(self.nv, 0, scale, mask=mask) if normal else self.draw.uniform(self.nv, -scale, scale, mask=mask)
        for name, values in (("qpos", qpos), ("qvel", self.array(self.init_qvel) + speed)):
            field = getattr(self.worlds, name)
            field[...] = self.xp.where(mask[:, None], values, field)

    def noise(self, random):
        """A start: uniform noise around the initial state."""
        scale = getattr(self, "reset_noise_scale", 0.0)
        qpos = self.init_qpos + random.uniform(low=-scale, high=scale, size=self.nq)
        return qpos, self.init_qvel + random.uniform(low=-scale, high=scale, size=self.nv)

    def noise_normal(self, random):
        """Uniform noise in the positions, normal in the velocities."""
        scale = getattr(self, "reset_noise_scale", 0.0)
        qpos = self.init_qpos + random.uniform(low=-scale, high=scale, size=self.nq)
        return qpos, self.init_qvel + scale * random.standard_normal(self.nv)

    def started(self, mask):
        """The worlds of the mask stand at their starts, and everything that follows from these is computed."""

    @property
    def draw(self):
        """Random numbers for all worlds at once (ingot.tasks.Stream): those of a world depend on its seed alone."""
        if self._draw is None:
            from ingot.tasks.random import Stream

            self._draw = Stream(len(self.worlds), self.worlds.qpos)
        return self._draw

    def seed(self, seeds, mask):
        """Seeds for the worlds of the mask, before they start."""
        self.draw.seed(seeds, mask)

    # -------------------------------------------------------------------------------------------------- every step

    def control(self, action):
        """What the actuators are told for an action: once for all steps of the engine until the next one."""
        return action

    substep = None  # or substep(k), the controls of step k of these: for servos, delays and networks between action and actuator

    def advance(self, mask):
        """The steps of an action were made in the worlds of the mask."""

    def observe(self):
        """Observations, shape (worlds, numbers)."""
        return self.join(self.worlds.qpos, self.worlds.qvel)

    def before(self):
        """What the reward needs from before the step."""

    def reward(self, before, action):
        """Shape (worlds,)."""
        raise NotImplementedError

    def terminated(self):
        """Shape (worlds,), bool."""
        return self.never()

    def score(self, before, action):
        """(rewards, terminations, infos) after a step; infos are {name: array with a row for each world}."""
        return self.reward(before, action), self.terminated(), {}

    def place(self):
        """Infos that a reset gives as well."""
        return {}

    # ------------------------------------------------------------------------------------------- help with arrays

    def array(self, values):
        """Numbers of numpy as an array of the fields' library."""
        return values if self.xp is np else self.xp.as_tensor(values, device=self.worlds.qpos.device)

    def copy(self, array):
        return array.copy() if self.xp is np else array.clone()

    def join(self, *parts):
        """Arrays side by side, a row for each world."""
        rows = [part.reshape(len(self.worlds), -1) for part in parts]
        return self.xp.concatenate(rows, 1)

    def never(self):
        return self.xp.zeros_like(self.worlds.time, dtype=self.xp.bool if self.xp is not np else bool)

    def square_sum(self, rows):
        return self.xp.square(rows.reshape(len(rows), -1)).sum(1)

    def distance(self, rows):
        return self.xp.sqrt(self.xp.square(rows).sum(1))

    def tolerance(self, x, bounds=(0.0, 0.0), margin=0.0, value_at_margin=0.1, sigmoid="gaussian"):
        """1 within the bounds, falling off to value_at_margin at `margin` beyond them: the soft indicator of dm_control's rewards.

        sigmoid: "gaussian", "linear", "quadratic" or "long_tail". (Tassa et al., DeepMind Control Suite, 2018.)
        """
        xp, (low, high) = self.xp, bounds
        inside = (low <= x) & (x <= high)
        if margin == 0:
            return xp.where(inside, 1.0, 0.0)
        off = xp.where(x < low, low - x, x - high) / margin
        if sigmoid == "gaussian":
            value = xp.exp(np.log(value_at_margin) * off**2)
        elif sigmoid == "long_tail":
            value = 1 / ((1 / value_at_margin - 1) * off**2 + 1)
        else:
            power = {"linear": 1, "quadratic": 2}[sigmoid]
            scaled = (1 - value_at_margin) ** (1 / power) * off
            value = xp.where(xp.abs(scaled) < 1, 1 - scaled**power, 0.0)
        return xp.where(inside, 1.0, value)

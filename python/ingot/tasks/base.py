# SPDX-License-Identifier: Apache-2.0
"""The base of tasks made of parts: a reward of named terms, and parts that live through the episodes with the task."""
import pathlib

import numpy as np

from ingot.task import Task as Base


def model(name):
    """The path of a model that comes with Ingot: "biped", "hound", "arm", "hand"."""
    package = pathlib.Path(__file__).resolve().parent.parent
    for folder in (package / "models", package.parent.parent / "models"):
        if (folder / f"{name}.xml").is_file():
            return str(folder / f"{name}.xml")
    raise FileNotFoundError(f"Ingot has no model '{name}'")


class Part:
    """Something that a task is made of: commands, noise, pushes, a delay. Override what it does in an episode."""

    def __init__(self, task):
        self.task, self.worlds, self.xp, self.draw = task, task.worlds, task.xp, task.draw
        self.count = len(task.worlds)
        task.parts.append(self)

    def begin(self, mask):
        """New episodes in the worlds of the mask, before their first observation; their states are set."""

    def started(self, mask):
        """The same, when everything that follows from the states has been computed."""

    def advance(self, mask):
        """A step was made in the worlds of the mask."""


class Task(Base):
    """A task whose reward is a sum of terms. `weights` has a weight for each name that terms() returns.

    Every term counts for the time of a step, so that weights do not depend on how long a step is. The infos have the mean of
    each term over the episode when it ends, as "episode_<name>".
    """

    weights = {}
    start_key = 0  # the keyframe that episodes begin at; None: the model's initial state

    def __init__(self, worlds, dt, options):
        self.parts, self._sums, self._steps = [], {}, 0
        super().__init__(worlds, dt, options)
        self._steps = self.zeros()

    def prepare(self, model):
        key = self.start_key
        if key is not None and model.nkey:
            key = model.keyframe(key).id if isinstance(key, str) else key
            self.init_qpos, self.init_ctrl = np.array(model.key_qpos[key]), np.array(model.key_ctrl[key])
        else:
            self.init_ctrl = np.zeros(model.nu)
        self.default = self.array(self.init_ctrl.astype(self.number))

    # ------------------------------------------------------------------------------------------------- episodes

    def begin(self, mask, random):
        mask = self.array(mask)
        self.put("qpos", self.array(self.init_qpos), mask)
        self.put("qvel", self.array(self.init_qvel), mask)
        self.put("ctrl", self.default, mask)
        self._steps = self.xp.where(mask, 0, self._steps)
        self._sums = {name: self.xp.where(mask, 0, value) for name, value in self._sums.items()}
        for part in self.parts:
            part.begin(mask)

    def started(self, mask):
        for part in self.parts:
            part.started(mask)

    def advance(self, mask):
        for part in self.parts:
            part.advance(mask)

    def put(self, field, values, mask):
        """Values, one row or a row for each world, into a field of the worlds of the mask."""
        array = getattr(self.worlds, field)
        rows = mask.reshape(-1, *[1] * (len(array.shape) - 1))
        array[...] = self.xp.where(rows, values, array)

    # -------------------------------------------------------------------------------------------------- rewards

    def terms(self, action):
        """{name: array of a number for each world}"""
        raise NotImplementedError

    def score(self, before, action):
        terms = self.terms(action)
        unknown = set(terms) - set(self.weights)
        if unknown:
            raise KeyError(f"there is no weight for the term '{sorted(unknown)[0]}' of the reward")
        reward, infos, stepped = self.zeros(), {}, ~self.array(self.fresh)
        self._steps = self._steps + stepped
        for name, value in terms.items():
            reward = reward + self.weights[name] * self.dt * value
            self._sums[name] = self._sums.get(name, self.zeros()) + self.xp.where(stepped, value, 0)
            infos[f"episode_{name}"] = self._sums[name] / self.xp.clip(self._steps, 1, None)
        return reward, self.terminated(), infos

    # ---------------------------------------------------------------------------------------------------- help

    @property
    def number(self):
        """The type of the worlds' numbers, of numpy."""
        return np.float32 if "float32" in str(self.worlds.qpos.dtype) else np.float64

    def zeros(self):
        return self.xp.zeros_like(self.worlds.time)

    def sensor(self, name):
        """Where a sensor stands in sensordata: self.worlds.sensordata[:, self.sensor("gyro")]."""
        found = self.worlds.model(0).sensor(name)
        return slice(int(found.adr[0]), int(found.adr[0] + found.dim[0]))

    def joints(self, pattern=""):
        """Addresses in qpos of hinges and slides whose names contain the pattern, in the order of the model."""
        return self._addresses("jnt_qposadr", pattern)

    def dofs(self, pattern=""):
        """The same in qvel."""
        return self._addresses("jnt_dofadr", pattern)

    def _addresses(self, array, pattern):
        model = self.worlds.model(0)
        names = [model.joint(joint).name or "" for joint in range(model.njnt)]
        found = [joint for joint, name in enumerate(names) if pattern in name and model.jnt_type[joint] >= 2]
        if not found:
            raise KeyError(f"no hinge or slide has '{pattern}' in its name")
        return self.array(np.array([int(getattr(model, array)[joint]) for joint in found]))

# SPDX-License-Identifier: Apache-2.0
"""What a robot is told to do, and what disturbs it: numbers of each world that are drawn anew from time to time."""
import numpy as np

from ingot.tasks.base import Part


class Timer(Part):
    """Something that happens in each world at times of its own, `seconds` apart (low, high)."""

    def __init__(self, task, seconds):
        super().__init__(task)
        self.seconds, self.left = seconds, task.zeros()

    def _wait(self, mask):
        drawn = self.draw.uniform(1, *self.seconds, mask=mask)[:, 0]
        self.left = self.xp.where(mask, drawn, self.left)

    def begin(self, mask):
        self._wait(mask)
        self.happen(mask, True)

    def advance(self, mask):
        self.left = self.left - self.task.dt * mask
        due = mask & (self.left <= 0)
        self._wait(due)
        self.happen(due, False)

    def happen(self, mask, beginning):
        """In the worlds of the mask; `beginning`: at the start of an episode."""
        raise NotImplementedError


class Command(Timer):
    """Numbers that a policy is asked to follow: `value` has a row for each world, uniform between low and high.

    standing   the part of the commands that are zero
    small      commands whose length is below this are zero
    """

    def __init__(self, task, low, high, seconds=(4.0, 8.0), standing=0.1, small=0.1):
        super().__init__(task, seconds)
        self.low, self.high = (task.array(np.asarray(bound, task.number)) for bound in (low, high))
        self.standing, self.small = standing, small
        self.scale = 1.0  # of the range, for curricula: a number, or one for each world
        self.value = task.zeros()[:, None] * self.low

    def happen(self, mask, beginning):
        numbers = len(self.low)
        drawn = self.draw.uniform(numbers + 1, mask=mask)
        scale = self.scale if np.ndim(self.scale) == 0 else self.scale[:, None]
        value = scale * (self.low + (self.high - self.low) * drawn[:, :numbers])
        moving = (drawn[:, numbers] >= self.standing) & (self.task.distance(value) >= self.small)
        value = self.xp.where(moving[:, None], value, 0)
        self.value = self.xp.where(mask[:, None], value, self.value)

    def set(self, value, mask=None):
        """Commands from outside, for one moment or for good where `seconds` is infinite."""
        value = self.task.array(np.broadcast_to(np.asarray(value, self.task.number), tuple(self.value.shape)))
        self.value = value if mask is None else self.xp.where(self.task.array(mask)[:, None], value, self.value)


class Push(Timer):
    """A sudden change of the velocity of a free body: up to `speed` in a random direction of the plane, and `turn` about each axis."""

    def __init__(self, task, seconds=(5.0, 10.0), speed=0.5, turn=0.5, dof=0):
        super().__init__(task, seconds)
        self.speed, self.turn, self.dofs = speed, turn, slice(dof, dof + 6)
        self.scale = 1.0

    def happen(self, mask, beginning):
        if beginning:
            return
        size = [self.speed, self.speed, 0, self.turn, self.turn, self.turn]
        change = self.draw.uniform(6, -1.0, 1.0, mask=mask) * self.task.array(np.array(size, self.task.number)) * self.scale
        qvel = self.worlds.qvel
        qvel[:, self.dofs] = qvel[:, self.dofs] + self.xp.where(mask[:, None], change, 0)


class Curriculum(Part):
    """A level for each world, from 0 to `levels` - 1, which moves when an episode ends.

    judge   a function of nothing that gives +1, 0 or -1 for each world, asked before the next episode begins. A world that
            passes the last level goes on at a random one.
    """

    def __init__(self, task, levels, judge, first=0):
        super().__init__(task)
        self.levels, self.judge, self.begun = levels, judge, task.zeros() > 1
        self.level = self.draw.integers(1, 0, first + 1)[:, 0]

    def begin(self, mask):
        change = self.xp.where(mask & self.begun, self.judge(), 0)
        level = self.level + (change > 0) - 1 * (change < 0)
        anywhere = self.draw.integers(1, 0, self.levels, mask=mask)[:, 0]
        level = self.xp.where(level >= self.levels, anywhere, self.xp.clip(level, 0, self.levels - 1))
        self.level = self.xp.where(mask, level, self.level)
        self.begun = self.begun | mask

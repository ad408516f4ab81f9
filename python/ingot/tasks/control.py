# SPDX-License-Identifier: Apache-2.0
"""Between action and actuators: delays, servos, and networks that stand for motors.

    def control(self, action):             # once for an action
        return self.default + 0.25 * action

    def substep(self, k):                  # before each step of the engine
        return self.servo(self.delay(self.target))
"""
import numpy as np

from ingot.tasks.base import Part


class Delay(Part):
    """Gives back what it was given some steps before; how many is drawn for each world at the start of an episode (low, high)."""

    def __init__(self, task, steps):
        super().__init__(task)
        self.low, self.high = steps
        self.lag = self.draw.integers(1, self.low, self.high + 1)[:, 0]
        self.kept, self.new = None, task.zeros() == 0

    def begin(self, mask):
        drawn = self.draw.integers(1, self.low, self.high + 1, mask=mask)[:, 0]
        self.lag, self.new = self.xp.where(mask, drawn, self.lag), self.new | mask

    def __call__(self, value):
        if self.kept is None:
            self.kept = [value] * (self.high + 1)
        # a new episode has no past: all of it is the present
        rows = self.new[:, None]
        self.kept = [value, *(self.xp.where(rows, value, past) for past in self.kept[:-1])]
        self.new = self.new & False
        found = self.kept[0]
        for lag in range(1, self.high + 1):
            found = self.xp.where((self.lag == lag)[:, None], self.kept[lag], found)
        return found


class Servo(Part):
    """Torques of a position servo for motors: stiffness * (target - position) - damping * velocity, within limits.

    joints, dofs   addresses in qpos and qvel, in the order of the motors
    stiffness, damping, limit   numbers, or one for each joint
    scale          of stiffness and damping, for each world or each joint of each: drawn by Randomize, say
    """

    def __init__(self, task, joints, dofs, stiffness, damping, limit=np.inf):
        super().__init__(task)
        number = lambda values: task.array(np.asarray(values, task.number))
        self.joints, self.dofs = joints, dofs
        self.stiffness, self.damping, self.limit = number(stiffness), number(damping), number(limit)
        self.scale = 1.0

    def __call__(self, target):
        qpos, qvel = self.worlds.qpos[:, self.joints], self.worlds.qvel[:, self.dofs]
        torque = self.scale * (self.stiffness * (target - qpos) - self.damping * qvel)
        return self.xp.clip(torque, -self.limit, self.limit)


class MotorNetwork(Part):
    """A torch module in the place of motors: it sees the errors and velocities of the last steps and gives torques.

    module   (worlds * joints, 2 * history) -> (worlds * joints, 1), trained on recordings of a real motor
    (Hwangbo et al., "Learning agile and dynamic motor skills for legged robots", 2019)
    """

    def __init__(self, task, module, joints, dofs, history=3, limit=np.inf):
        super().__init__(task)
        if task.xp is np:
            raise TypeError("a network works on tensors: make the environment with array=\"torch\"")
        self.module, self.joints, self.dofs, self.limit = module, joints, dofs, limit
        self.seen, self.history = None, history

    def begin(self, mask):
        if self.seen is not None:
            self.seen = self.xp.where(mask[:, None, None], 0, self.seen)

    def __call__(self, target):
        now = self.xp.stack((target - self.worlds.qpos[:, self.joints], self.worlds.qvel[:, self.dofs]), 2)
        past = self.xp.zeros_like(now).repeat(1, 1, self.history - 1) if self.seen is None else self.seen
        whole = self.xp.cat((now, past), 2)
        self.seen = whole[:, :, : 2 * (self.history - 1)]
        with self.xp.no_grad():
            torque = self.module(whole.reshape(-1, 2 * self.history)).reshape(self.count, -1)
        return torque.clip(-self.limit, self.limit)

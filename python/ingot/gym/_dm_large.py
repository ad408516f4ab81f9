# SPDX-License-Identifier: Apache-2.0
"""The larger bodies of the dm_control suite: the humanoid of motion capture, and the quadruped."""
import numpy as np

from ingot.gym._dm_control import Humanoid, Suite
from ingot.gym._dm_targets import generated

SENSOR_ACCELEROMETER, SENSOR_GYRO, SENSOR_FORCE, SENSOR_TORQUE = 1, 3, 4, 5  # of mjtSensor


class HumanoidCMU(Humanoid):
    model, seconds, control_timestep = "humanoid_CMU.xml", 20, 0.02

    def prepare(self, model):
        self.torso, self.head = self.body_of("thorax", "head")
        self.limbs = self.body_of("lhand", "lfoot", "rhand", "rfoot")
        self.speed = self.sensor_of("thorax_subtreelinvel")

    def upright(self):
        return self.frames()[:, self.torso, 2, 1]


class HumanoidCMUWalk(HumanoidCMU):
    move_speed = 1


class HumanoidCMURun(HumanoidCMU):
    move_speed = 10


class Quadruped(Suite):
    """Upright and at a speed, from any orientation just above the ground."""

    control_timestep, move_speed = 0.02, 0.5

    @classmethod
    def model_source(cls):
        return generated("quadruped", "make_model", floor_size=20 * cls.move_speed)

    def prepare(self, model):
        (self.torso,) = self.body_of("torso")
        hinges = [joint for joint in range(model.njnt) if model.jnt_type[joint] == 3]
        self.bends, self.turns = ([int(array[joint]) for joint in hinges] for array in (model.jnt_qposadr, model.jnt_dofadr))
        columns = lambda *kinds: [
            int(model.sensor_adr[k]) + i for k in range(model.nsensor) if model.sensor_type[k] in kinds for i in range(int(model.sensor_dim[k]))
        ]
        self.imu, self.loads = columns(SENSOR_GYRO, SENSOR_ACCELEROMETER), columns(SENSOR_FORCE, SENSOR_TORQUE)
        self.speed = self.sensor_of("velocimeter")

    def begin(self, mask, random):
        """Random orientations, each as low as it has no contact, in steps of a centimetre."""
        height, left = np.zeros(len(self.worlds)), mask.copy()
        for world in np.flatnonzero(mask):
            quat = random(world).standard_normal(4)
            self.worlds.qpos[world, 3:7] = self.array(quat / np.linalg.norm(quat))
        while left.any():
            self.worlds.qpos[:, 2] = self.xp.where(self.array(left), self.array(height), self.worlds.qpos[:, 2])
            self.worlds.forward(left)
            left = left & (np.asarray(self.worlds.gather("ncon")) > 0)
            height += 0.01

    def observe(self):
        worlds, sensed = self.worlds, self.worlds.sensordata
        state = self.join(worlds.qpos[:, self.bends], worlds.qvel[:, self.turns], worlds.act)
        return self.join(state, sensed[:, self.speed], self.frames()[:, self.torso, 2, 2], sensed[:, self.imu], self.xp.arcsinh(sensed[:, self.loads]))

    def reward(self, before, action):
        upright = self.tolerance(self.frames()[:, self.torso, 2, 2], (1, np.inf), margin=2, value_at_margin=0, sigmoid="linear")
        speed = self.worlds.sensordata[:, self.speed][:, 0]
        move = self.tolerance(speed, (self.move_speed, np.inf), margin=self.move_speed, value_at_margin=0.5, sigmoid="linear")
        return upright * move


class QuadrupedRun(Quadruped):
    move_speed = 5


TASKS = {
    "humanoid_CMU-stand": HumanoidCMU,
    "humanoid_CMU-walk": HumanoidCMUWalk,
    "humanoid_CMU-run": HumanoidCMURun,
    "quadruped-walk": Quadruped,
    "quadruped-run": QuadrupedRun,
}

# SPDX-License-Identifier: Apache-2.0
"""Tasks for robots, and what such tasks are made of.

    import ingot.gym, ingot.tasks
    envs = ingot.gym.make_vec("hound-walk", num_envs=1024)

    class Mine(ingot.tasks.BipedWalk):                   # a task that differs in some things
        weights = {**ingot.tasks.BipedWalk.weights, "stride": 1.0}

Everything works on all worlds at once, on arrays of numpy or torch, and makes no copy to the host of what lies on a device.
"""
from ingot.tasks import terrain
from ingot.tasks.base import Part, Task, model
from ingot.tasks.command import Command, Curriculum, Push, Timer
from ingot.tasks.control import Delay, MotorNetwork, Servo
from ingot.tasks.manipulate import Reach, Turn
from ingot.tasks.observe import Group
from ingot.tasks.random import Stream
from ingot.tasks.randomize import Randomize
from ingot.tasks.walk import BipedGetUp, BipedRough, BipedWalk, GetUp, HoundGetUp, HoundRough, HoundWalk, Legged, Rough, Walk

TASKS = {
    "biped-walk": BipedWalk,
    "biped-rough": BipedRough,
    "biped-getup": BipedGetUp,
    "hound-walk": HoundWalk,
    "hound-rough": HoundRough,
    "hound-getup": HoundGetUp,
    "arm-reach": Reach,
    "hand-turn": Turn,
}

__all__ = [name for name in dir() if name[0].isupper()] + ["model", "terrain"]

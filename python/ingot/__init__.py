# SPDX-License-Identifier: Apache-2.0
"""Ingot: a physics engine with MuJoCo 3.5.0's interface and results.

    python -m ingot program.py      run a MuJoCo program on Ingot
    ingot.Worlds(model, 64)         many worlds, stepped together on threads
    ingot.load(path)                a model, without the mujoco package
    ingot.view(model, data)         a running simulation in the browser
    ingot.Task, ingot.gym           tasks of your own, Gymnasium's and dm_control's as environments on Worlds
"""
from ingot._arrays import Data, Model
from ingot._library import C, Error, Status, activate, active, compat_library, library
from ingot._load import load
from ingot._viewer import Viewer, view, viewer
from ingot.task import Task
from ingot.worlds import Worlds

__version__ = C.ingot_version().decode()
__all__ = ["Data", "Error", "Model", "Status", "Task", "Viewer", "Worlds", "activate", "active", "compat_library", "library", "load", "view", "viewer"]

# SPDX-License-Identifier: Apache-2.0
"""Pictures without OpenGL: contexts for mujoco.Renderer, Gymnasium and dm_control that need no display and no driver.

These ask GLFW for a window unless MUJOCO_GL names something else. install() puts modules that ask for nothing in the place
of those that do; MuJoCo's viewer becomes the page of ingot.viewer. This file imports nothing of the package: it is also loaded alone, when an interpreter starts.
"""
import importlib.abc
import importlib.machinery
import importlib.util
import os
import sys


def wanted():
    """Does Ingot draw? Not when MUJOCO_GL asks for a way of MuJoCo's own."""
    return not os.environ.get("MUJOCO_GL", "").strip()


class GLContext:
    """In the place of mujoco.glfw.GLContext."""

    def __init__(self, max_width, max_height):
        del max_width, max_height

    def make_current(self):
        pass

    def free(self):
        pass


def _fill_mujoco(module):
    module.GLContext = GLContext


def _fill_dm_control(module):
    from dm_control._render import base, executor

    class GLFWContext(base.ContextBase):
        def __init__(self, max_width, max_height):
            super().__init__(max_width, max_height, executor.PassthroughRenderExecutor)

        def _platform_init(self, max_width, max_height):
            pass

        def _platform_make_current(self):
            pass

        def _platform_free(self):
            pass

    module.GLFWContext = GLFWContext


def _fill_viewer(module):
    from ingot import _passive

    for name in _passive.NAMES:
        setattr(module, name, getattr(_passive, name))


_FILL = {"mujoco.glfw": _fill_mujoco, "mujoco.viewer": _fill_viewer, "dm_control._render.glfw_renderer": _fill_dm_control}


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def find_spec(self, fullname, path=None, target=None):
        del path, target
        return importlib.machinery.ModuleSpec(fullname, self) if fullname in _FILL else None

    def create_module(self, spec):
        del spec

    def exec_module(self, module):
        _FILL[module.__name__](module)


def install():
    """Before the first import of mujoco."""
    if wanted() and not any(type(finder).__name__ == "_Finder" and type(finder).__module__ == __name__ for finder in sys.meta_path):
        sys.meta_path.insert(0, _Finder())


def site_folder():
    """For PYTHONPATH: interpreters that find it install this by themselves."""
    return os.path.join(os.path.dirname(os.path.abspath(__file__)), "_site")

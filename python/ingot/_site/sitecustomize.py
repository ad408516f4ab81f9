# SPDX-License-Identifier: Apache-2.0
"""Loaded when an interpreter starts under python -m ingot: pictures without OpenGL, then the sitecustomize that was there before."""
import importlib.machinery
import importlib.util
import os
import sys

_HERE = os.path.dirname(os.path.abspath(__file__))


def _load(name, path):
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


_load("_ingot_pictures", os.path.join(os.path.dirname(_HERE), "_pictures.py")).install()

_others = [entry for entry in sys.path if os.path.abspath(entry or ".") != _HERE]
_spec = importlib.machinery.PathFinder.find_spec("sitecustomize", _others)
if _spec and _spec.origin:
    _load("sitecustomize", _spec.origin)

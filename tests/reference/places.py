# SPDX-License-Identifier: Apache-2.0
"""Where the two libraries and their headers are."""
import ctypes
import os
import pathlib

import mujoco

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ.get("INGOT_BUILD", ROOT / "build"))
OURS = BUILD / "libingot.so"
COMPAT = BUILD / "compat" / "libmujoco.so.3.5.0"
PACKAGE = pathlib.Path(mujoco.__file__).parent
REFERENCE = PACKAGE / "libmujoco.so.3.5.0"
PUBLIC_MODELS = os.environ.get("INGOT_MODELS")  # a folder, where the caller has one


def open_library(path):
    """Its symbols stay its own, whatever else is loaded."""
    return ctypes.CDLL(str(path), mode=os.RTLD_LOCAL | os.RTLD_NOW | os.RTLD_DEEPBIND)

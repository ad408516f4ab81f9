# SPDX-License-Identifier: Apache-2.0
"""MJB files: bytes that one side saves, the other loads and saves again unchanged."""
import ctypes
import os
import pathlib
import tempfile

import mujoco
import numpy as np

from models import MODELS
from places import OURS, PUBLIC_MODELS, open_library


def our_library():
    lib = open_library(OURS)
    lib.mj_loadXML.restype = lib.mj_loadModelBuffer.restype = ctypes.c_void_p
    lib.mj_loadModelBuffer.argtypes = [ctypes.c_char_p, ctypes.c_int]
    lib.mj_saveModel.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p, ctypes.c_int]
    lib.mj_sizeModel.restype, lib.mj_sizeModel.argtypes = ctypes.c_int64, [ctypes.c_void_p]
    lib.mj_deleteModel.argtypes = [ctypes.c_void_p]
    return lib


def our_bytes(lib, model):
    size = lib.mj_sizeModel(model)
    buffer = ctypes.create_string_buffer(size)
    lib.mj_saveModel(model, None, buffer, size)
    return buffer.raw


def reference_bytes(model):
    buffer = np.empty(mujoco.mj_sizeModel(model), np.uint8)
    mujoco.mj_saveModel(model, None, buffer)
    return buffer.tobytes()


def passes_through_ours(lib, saved):
    model = lib.mj_loadModelBuffer(saved, len(saved))
    if not model:
        return False
    again = our_bytes(lib, model)
    lib.mj_deleteModel(model)
    return again == saved


def test_reference_saves_ours_loads_and_saves():
    lib = our_library()
    for name, text in MODELS.items():
        assert passes_through_ours(lib, reference_bytes(mujoco.MjModel.from_xml_string(text))), f"the bytes of '{name}' differ"
    return f"{len(MODELS)} models"


def test_ours_saves_reference_loads_and_saves():
    lib = our_library()
    with tempfile.TemporaryDirectory() as folder:
        for name, text in MODELS.items():
            xml, mjb = pathlib.Path(folder) / "m.xml", pathlib.Path(folder) / "m.mjb"
            xml.write_text(text)
            error = ctypes.create_string_buffer(500)
            model = lib.mj_loadXML(str(xml).encode(), None, error, len(error))
            assert model, f"'{name}' does not load: {error.value.decode()}"
            lib.mj_saveModel(model, str(mjb).encode(), None, 0)
            lib.mj_deleteModel(model)
            again = reference_bytes(mujoco.MjModel.from_binary_path(str(mjb)))
            assert again == mjb.read_bytes(), f"the bytes of '{name}' differ"
    return f"{len(MODELS)} models"


def test_public_models_pass_through():
    """Every eighth; all of them, which takes minutes, if INGOT_FULL is set."""
    if not PUBLIC_MODELS:
        return "skipped: INGOT_MODELS names no folder"
    lib, count, bad = our_library(), 0, []
    paths = sorted(pathlib.Path(PUBLIC_MODELS).rglob("*.xml"))
    if "INGOT_FULL" not in os.environ:
        paths = paths[::8]
    for path in paths:
        try:
            model = mujoco.MjModel.from_xml_path(str(path))
        except ValueError:
            continue  # not a model by itself
        count += 1
        if not passes_through_ours(lib, reference_bytes(model)):
            bad.append(path.name)
    assert not bad, f"{len(bad)} of {count}: {bad[:10]}"
    return f"{count} models"

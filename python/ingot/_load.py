# SPDX-License-Identifier: Apache-2.0
"""Models from files, from text and from the mujoco package."""
import ctypes
import os
import sys

from ingot import _interrupt
from ingot._arrays import Model, ModelOwner
from ingot._library import C, MUJOCO_VERSION, VFS, Error, Report, Status, check, mujoco_problem


class _Assets:
    """Files in memory for one load."""

    def __init__(self, assets):
        self.vfs = VFS()
        self.assets = assets or {}

    def __enter__(self):
        C.mj_defaultVFS(ctypes.byref(self.vfs))
        for name, content in self.assets.items():
            content = content.encode() if isinstance(content, str) else bytes(content)
            code = C.mj_addBufferVFS(ctypes.byref(self.vfs), name.encode(), content, len(content))
            if code:
                C.mj_deleteVFS(ctypes.byref(self.vfs))
                raise Error(f"asset '{name}' cannot be added: {'it is there already' if code == 2 else 'failed to load'}")
        return ctypes.addressof(self.vfs)

    def __exit__(self, *_):
        C.mj_deleteVFS(ctypes.byref(self.vfs))


def _compile_text(text, vfs):
    spec = ctypes.c_void_p()
    check(C.ingot_parseText, text.encode(), vfs, None, ctypes.byref(spec))
    model = ctypes.c_void_p()
    try:
        check(C.ingot_compile, spec, vfs, ctypes.byref(model))
        return model.value
    finally:
        C.mj_deleteSpec(spec)


def _load_file(path, vfs):
    address, report = ctypes.c_void_p(), Report()
    status = C.ingot_load(os.fsencode(path), vfs, None, ctypes.byref(address), ctypes.byref(report))
    if status != Status.OK:
        text = report.message()
        raise Error(text if os.fspath(path) in text else f"{os.fspath(path)}: {text}", status)
    return address.value


def _load(source, assets):
    with _Assets(assets) as vfs:
        if isinstance(source, str) and source.lstrip().startswith("<"):
            return _compile_text(source, vfs)
        if isinstance(source, (str, os.PathLike)):
            return _load_file(source, vfs)
    raise Error(f"a model is given as a path or as XML text, not as {type(source).__name__}")


def load(source, assets=None):
    """A Model from the path of an MJCF, URDF or MJB file, or from XML text; assets: {name: content} of files it needs."""
    address = _interrupt.run(lambda: _load(source, assets), C.mj_deleteModel)
    return Model(ModelOwner(address), address)


def as_mujoco(model, state, signature):
    """A mujoco.MjData of a model and a state vector, all of which that follows is computed."""
    problem = mujoco_problem()
    if problem:
        raise Error(problem)
    import mujoco

    theirs = mujoco.MjModel.from_binary_path("world.mjb", {"world.mjb": model.to_bytes()})
    data, state = mujoco.MjData(theirs), state[: model.state_size(signature)]
    mujoco.mj_setState(theirs, data, state, signature)
    mujoco.mj_forward(theirs, data)
    mujoco.mj_setState(theirs, data, state, signature)  # what the solver starts from is part of the state
    return data


def as_model(source):
    """(address, object that keeps it alive) of a path, XML text, ingot.Model or mujoco.MjModel."""
    if isinstance(source, Model):
        return source._address, source
    if type(source).__module__.startswith("mujoco"):
        if type(source).__name__ != "MjModel":
            raise Error(f"a model is a mujoco.MjModel, not a {type(source).__name__}; compile a spec first")
        version = getattr(sys.modules.get("mujoco"), "__version__", "unknown")
        if version != MUJOCO_VERSION:
            raise Error(
                f"an MjModel of mujoco {version} has another layout than Ingot reads, that of {MUJOCO_VERSION}: "
                f"'pip install mujoco=={MUJOCO_VERSION}', or give the path or the XML text of the model"
            )
        return source._address, source
    model = load(source)
    return model._address, model

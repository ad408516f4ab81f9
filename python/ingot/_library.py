# SPDX-License-Identifier: Apache-2.0
"""The C library: where it is, its functions and structs."""
import ctypes
import difflib
import enum
import importlib.metadata
import operator
import os
import pathlib
import sys

from ingot import _pictures

MUJOCO_VERSION = "3.5.0"


def _find(name):
    """The file beside this package or, in a source tree, the newest in build/, where `pip install -e .` has a folder of its own."""
    package = pathlib.Path(__file__).resolve().parent
    built = package.parent.parent / "build"
    for folders in ((package,), (built, built / "python")):
        places = [place for folder in folders for place in (folder / name, folder / "compat" / name) if place.is_file()]
        if places:
            return str(max(places, key=lambda place: place.stat().st_mtime))
    raise ImportError(f"ingot: {name} is not in {package}; install the package with 'pip install .', or build the project first")


_ENGINES = ("libingot.so", "libingot_gl.so")  # the second one leaves pictures to MuJoCo's own library


def _engine():
    """One engine per process: that in front of MuJoCo's library, if there is one; else the one that MUJOCO_GL asks for."""
    if os.environ.get("INGOT_LIBRARY"):
        return os.environ["INGOT_LIBRARY"]
    for path in os.environ.get("LD_PRELOAD", "").replace(" ", ":").split(":"):
        if os.path.basename(path) in _ENGINES and os.path.isfile(path):
            return path
    return _find(_ENGINES[0 if _pictures.wanted() else 1])


library = _engine()
compat_library = _find("libmujoco.so.3.5.0")
guard_library = _find("libingot_guard.so")


class Status(enum.IntEnum):
    """Codes of ingot/status.h."""

    OK = 0
    BAD_ARGUMENT = 1
    NO_MEMORY = 2
    BAD_MODEL = 3
    ENGINE_ERROR = 4
    NO_DEVICE = 5
    DEVICE_LOST = 6
    CANCELLED = 7


class Error(RuntimeError):
    """A call that failed; `status` says how."""

    def __init__(self, text, status=Status.BAD_ARGUMENT):
        super().__init__(text)
        self.status = Status(status)


class ShapeError(Error, ValueError):
    """An array of the wrong shape; the text has both shapes."""


class Report(ctypes.Structure):
    _fields_ = [("status", ctypes.c_int), ("text", ctypes.c_char * 1024)]

    def message(self):
        return self.text.decode("utf-8", "replace").strip()


class View(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("count", ctypes.c_int),
        ("worlds", ctypes.c_int),
        ("stride", ctypes.c_ssize_t),
        ("world_stride", ctypes.c_ssize_t),
    ]


class DeviceView(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("place", ctypes.c_int),
        ("device", ctypes.c_int),
        ("ndim", ctypes.c_int),
        ("shape", ctypes.c_int64 * 3),
        ("strides", ctypes.c_int64 * 3),
        ("stream", ctypes.c_void_p),
        ("first", ctypes.c_int),
    ]


class Array(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("type", ctypes.c_int),
        ("size", ctypes.c_int),
        ("dimensions", ctypes.c_int),
        ("fixed", ctypes.c_int),
        ("rows", ctypes.c_int64),
        ("columns", ctypes.c_int64),
        ("structure", ctypes.c_int),
    ]


class Output(ctypes.Structure):
    _fields_ = [
        ("name", ctypes.c_char_p),
        ("type", ctypes.c_int),
        ("data", ctypes.c_void_p),
        ("first", ctypes.c_int64),
        ("count", ctypes.c_int64),
        ("stride", ctypes.c_ssize_t),
        ("counts", ctypes.c_void_p),
    ]


class Pictures(ctypes.Structure):
    _fields_ = [
        ("width", ctypes.c_int),
        ("height", ctypes.c_int),
        ("ncamera", ctypes.c_int),
        ("camera", ctypes.c_void_p),
        ("quality", ctypes.c_int),
        ("rgb", ctypes.c_void_p),
        ("depth", ctypes.c_void_p),
        ("segmentation", ctypes.c_void_p),
    ]


class Rays(ctypes.Structure):
    _fields_ = [
        ("count", ctypes.c_int),
        ("origin", ctypes.c_void_p),
        ("direction", ctypes.c_void_p),
        ("geomgroup", ctypes.c_void_p),
        ("with_static", ctypes.c_int),
        ("except_body", ctypes.c_int),
        ("distance", ctypes.c_void_p),
        ("geom", ctypes.c_void_p),
        ("normal", ctypes.c_void_p),
    ]


class VFS(ctypes.Structure):
    _fields_ = [("impl_", ctypes.c_void_p)]


_P, _I, _S = ctypes.c_void_p, ctypes.c_int, ctypes.c_char_p
_REPORT, _MASK = ctypes.POINTER(Report), ctypes.c_void_p

# name: (result, arguments)
_FUNCTIONS = {
    "ingot_load": (_I, [_S, _P, _P, ctypes.POINTER(_P), _REPORT]),
    "ingot_version": (_S, []),
    "ingot_compile": (_I, [_P, _P, ctypes.POINTER(_P), _REPORT]),
    "ingot_parseText": (_I, [_S, _P, _P, ctypes.POINTER(_P), _REPORT]),
    "ingot_modelArray": (_I, [_P, _S, ctypes.POINTER(Array), _REPORT]),
    "ingot_dataArray": (_I, [_P, _P, _S, ctypes.POINTER(Array), _REPORT]),
    "ingot_modelArrayName": (_S, [_I]),
    "ingot_dataArrayName": (_S, [_I]),
    "ingot_worldsCreate": (_I, [ctypes.POINTER(_P), _I, _I, ctypes.POINTER(_P), _REPORT]),
    "ingot_worldsDelete": (None, [_P]),
    "ingot_deviceCount": (_I, [ctypes.POINTER(_I), _REPORT]),
    "ingot_worldsMove": (_I, [_P, _S, _REPORT]),
    "ingot_worldsDevice": (_S, [_P]),
    "ingot_worldsParts": (_I, [_P, _I]),
    "ingot_worldsDeviceField": (_I, [_P, _I, _I, _I, ctypes.POINTER(DeviceView), _REPORT]),
    "ingot_worldsTensor": (_I, [_P, _I, _I, _I, _I, ctypes.POINTER(_P), _REPORT]),
    "ingot_tensorDiscard": (None, [_P, _I]),
    "ingot_worldsDeviceRead": (_I, [_P, _I, _I, _I, _P, _REPORT]),
    "ingot_worldsDeviceWrite": (_I, [_P, _I, _I, _I, _P, _REPORT]),
    "ingot_worldsDeviceCopy": (_I, [_P, _I, _I, _I, _P, _I, _P, _REPORT]),
    "ingot_worldsDeviceArray": (_I, [_P, _I, _I, _S, ctypes.POINTER(DeviceView), _REPORT]),
    "ingot_worldsArrayTensor": (_I, [_P, _I, _I, _S, _I, ctypes.POINTER(_P), _REPORT]),
    "ingot_worldsDeviceForward": (_I, [_P, _P, _REPORT]),
    "ingot_worldsSetStream": (_I, [_P, _P, _REPORT]),
    "ingot_worldsWait": (_I, [_P, _REPORT]),
    "ingot_worldsRunAhead": (_I, [_P, _I, _REPORT]),
    "ingot_worldsGroups": (_I, [_P]),
    "ingot_worldsPlace": (_I, [_P, _I, ctypes.POINTER(_I), ctypes.POINTER(_I), _REPORT]),
    "ingot_worldsField": (_I, [_P, _I, _I, ctypes.POINTER(View), _REPORT]),
    "ingot_worldsWidth": (_I, [_P, _I, ctypes.POINTER(_S)]),
    "ingot_worldsModel": (_P, [_P, _I]),
    "ingot_worldsOwnModel": (_P, [_P, _I, _REPORT]),
    "ingot_worldsData": (_P, [_P, _I]),
    "ingot_worldsStep": (_I, [_P, _I, _MASK, _REPORT]),
    "ingot_worldsFollow": (_I, [_P, _I, _P, _I, _MASK, _REPORT]),
    "ingot_worldsForward": (_I, [_P, _MASK, _REPORT]),
    "ingot_worldsRun": (_I, [_P, _S, _MASK, _REPORT]),
    "ingot_worldsFunctionName": (_S, [_I]),
    "ingot_worldsCancel": (None, [_P]),
    "ingot_worldsSetPoll": (None, [_P, _P, _P]),
    "ingot_worldsGather": (_I, [_P, ctypes.POINTER(Output), _I, _MASK, _REPORT]),
    "ingot_worldsRollout": (_I, [_P, _I, _I, _P, _I, ctypes.POINTER(Output), _I, _MASK, _REPORT]),
    "ingot_worldsParameter": (_I, [_P, _I, _S, _I, ctypes.POINTER(View), _REPORT]),
    "ingot_worldsSetParameter": (_I, [_P, _S, _P, ctypes.c_int64, _MASK, _REPORT]),
    "ingot_worldsGetParameter": (_I, [_P, _S, _P, ctypes.c_int64, _MASK, _REPORT]),
    "ingot_worldsParameterKind": (_S, [_P, _S, _REPORT]),
    "ingot_worldsSetConst": (_I, [_P, _MASK, _REPORT]),
    "ingot_worldsStatuses": (_I, [_P, _P, ctypes.c_size_t, _REPORT]),
    "ingot_worldsSetStatuses": (_I, [_P, _P, ctypes.c_size_t, _REPORT]),
    "ingot_worldsHasOwnModel": (_I, [_P, _I]),
    "ingot_worldsSave": (_I, [_P, _P, ctypes.POINTER(ctypes.c_size_t), _REPORT]),
    "ingot_worldsRestore": (_I, [_P, _P, ctypes.c_size_t, _REPORT]),
    "ingot_worldsTransition": (_I, [_P, ctypes.c_double, _I, _P, _P, _P, _P, _MASK, _REPORT]),
    "ingot_worldsExactTransition": (_I, [_P, _P, _P, _P, _P, _MASK, _REPORT]),
    "ingot_worldsJVP": (_I, [_P, _P, _P, _P, _MASK, _REPORT]),
    "ingot_worldsVJP": (_I, [_P, _P, _P, _P, _MASK, _REPORT]),
    "ingot_worldsInverse": (_I, [_P, _P, _P, _MASK, _REPORT]),
    "ingot_worldsRays": (_I, [_P, ctypes.POINTER(Rays), _MASK, _REPORT]),
    "ingot_worldsJacobian": (_I, [_P, _I, _I, _P, _P, _P, _MASK, _REPORT]),
    "ingot_worldsEnergy": (_I, [_P, _P, _MASK, _REPORT]),
    "ingot_worldsContactForces": (_I, [_P, _I, _P, _P, _MASK, _REPORT]),
    "ingot_worldsReset": (_I, [_P, _MASK, _I, _REPORT]),
    "ingot_worldsGetState": (_I, [_P, _MASK, _I, _P, _I, _REPORT]),
    "ingot_worldsSetState": (_I, [_P, _MASK, _I, _P, _I, _REPORT]),
    "ingot_worldsSetPolicy": (_I, [_P, _I, _I, _REPORT]),
    "ingot_worldsStatus": (_I, [_P, _I, _P, _REPORT]),
    "ingot_worldsClearStatus": (_I, [_P, _MASK, _REPORT]),
    "ingot_studioCreate": (_I, [_P, _I, _I, ctypes.POINTER(_P), _REPORT]),
    "ingot_studioDelete": (None, [_P]),
    "ingot_studioShoot": (_I, [_P, _I, _I, _MASK, _P, _REPORT]),
    "ingot_worldsRender": (_I, [_P, ctypes.POINTER(Pictures), _MASK, _REPORT]),
    "ingot_loadPlugins": (_I, [_S, _P, _REPORT]),
    "mj_deleteSpec": (None, [_P]),
    "mj_deleteModel": (None, [_P]),
    "mj_copyModel": (_P, [_P, _P]),
    "mj_sizeModel": (ctypes.c_int64, [_P]),
    "mj_saveModel": (None, [_P, _S, _P, _I]),
    "mj_loadModelBuffer": (_P, [_P, _I]),
    "mj_makeData": (_P, [_P]),
    "mj_copyData": (_P, [_P, _P, _P]),
    "mj_deleteData": (None, [_P]),
    "mj_stateSize": (_I, [_P, _I]),
    "mj_name2id": (_I, [_P, _I, _S]),
    "mj_id2name": (_S, [_P, _I, _I]),
    "mju_str2Type": (_I, [_S]),
    "mj_defaultVFS": (None, [ctypes.POINTER(VFS)]),
    "mj_addBufferVFS": (_I, [ctypes.POINTER(VFS), _S, _S, _I]),
    "mj_deleteVFS": (None, [ctypes.POINTER(VFS)]),
}


def _open():
    opened = ctypes.CDLL(library)
    for name, (result, arguments) in _FUNCTIONS.items():
        function = getattr(opened, name)
        function.restype, function.argtypes = result, arguments

    # the first-party plugins; where there are none, models that need none still load
    opened.ingot_loadPlugins(None, None, None)
    return opened


C = _open()


def check(function, *arguments):
    """Call a function whose last argument is a report; raise what it reports."""
    report = Report()
    status = function(*arguments, ctypes.byref(report))
    if status != Status.OK:
        raise Error(report.message() or Status(status).name, status)


def as_int(what, value, low, high=2**31 - 1):
    """A whole number within bounds; what ctypes would cut off is an error."""
    try:
        number = operator.index(value)
    except TypeError:
        raise Error(f"{what} must be a whole number, not {value!r}") from None
    if not low <= number <= high:
        raise Error(f"{what} is {number}, expected {low} to {high}")
    return number


def did_you_mean(name, names):
    """The end of a message: names that look like this one."""
    close = difflib.get_close_matches(name, [one for one in names if not one.startswith("_")], n=2)
    return f"; did you mean {' or '.join(repr(one) for one in close)}?" if close else ""


def listed(function):
    """All names that a function of the library counts from 0 on."""
    names = []
    while (name := function(len(names))) is not None:
        names.append(name.decode())
    return names


def active():
    """True if the functions of MuJoCo's interface are Ingot's in this process."""
    return hasattr(ctypes.CDLL(None), "ingot_statusName")


def mujoco_problem():
    """What is wrong with the installed mujoco package, and what to do; None if it is the one that Ingot stands in for."""
    try:
        found = importlib.metadata.version("mujoco")
    except importlib.metadata.PackageNotFoundError:
        return f"the package mujoco is not installed; install it with 'pip install mujoco=={MUJOCO_VERSION}'"
    if found != MUJOCO_VERSION:
        return f"the package mujoco has version {found}, {MUJOCO_VERSION} is needed: 'pip install mujoco=={MUJOCO_VERSION}'"
    return None


def activate():
    """Let a later `import mujoco` in this process use Ingot, as `python -m ingot` does for a whole program."""
    if active():
        return
    if "mujoco" in sys.modules:
        raise Error("ingot.activate() must come before 'import mujoco'")
    problem = mujoco_problem()
    if problem:
        raise Error(problem)
    _pictures.install()
    ctypes.CDLL(library, ctypes.RTLD_GLOBAL)

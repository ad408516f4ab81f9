# SPDX-License-Identifier: Apache-2.0
import enum

MUJOCO_VERSION: str
library: str
compat_library: str
guard_library: str

class Status(enum.IntEnum):
    OK = 0
    BAD_ARGUMENT = 1
    NO_MEMORY = 2
    BAD_MODEL = 3
    ENGINE_ERROR = 4
    NO_DEVICE = 5
    DEVICE_LOST = 6
    CANCELLED = 7

class Error(RuntimeError):
    status: Status
    def __init__(self, text: str, status: Status | int = ...) -> None: ...

class ShapeError(Error, ValueError): ...

def active() -> bool: ...
def activate() -> None: ...

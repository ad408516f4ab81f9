# SPDX-License-Identifier: Apache-2.0
from ingot._arrays import Data as Data, Model as Model
from ingot._library import (
    Error as Error,
    Status as Status,
    activate as activate,
    active as active,
    compat_library as compat_library,
    library as library,
)
from ingot._load import load as load
from ingot._viewer import Viewer as Viewer, view as view, viewer as viewer
from ingot.task import Task as Task
from ingot.worlds import Worlds as Worlds

__version__: str

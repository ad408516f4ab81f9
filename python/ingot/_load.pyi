# SPDX-License-Identifier: Apache-2.0
import os
from collections.abc import Mapping

from ingot._arrays import Model

def load(source: str | os.PathLike[str], assets: Mapping[str, bytes | str] | None = None) -> Model: ...

import os
from collections.abc import Sequence
from typing import Any, Literal, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ingot._arrays import Data, Model

FIELDS: tuple[str, ...]
POLICIES: tuple[str, ...]
STATES: tuple[str, ...]
STATUS: np.dtype[np.void]
INTEGRATION: int

_Array = NDArray[np.float64]
_Mask = NDArray[np.bool_] | Sequence[bool] | None
_Source = str | os.PathLike[str] | Model | Any
_Policy = Literal["reset", "reset_key", "freeze", "report"]

class _Fields:
    time: _Array
    qpos: _Array
    qvel: _Array
    act: _Array
    history: _Array
    qacc_warmstart: _Array
    ctrl: _Array
    qfrc_applied: _Array
    xfrc_applied: _Array
    eq_active: _Array
    mocap_pos: _Array
    mocap_quat: _Array
    userdata: _Array
    plugin_state: _Array
    sensordata: _Array

class Group(_Fields):
    worlds: NDArray[np.intp]
    model: Model

class World(_Fields):
    index: int
    @property
    def data(self) -> Data: ...
    @property
    def model(self) -> Model: ...
    def own_model(self) -> Model: ...
    @property
    def status(self) -> np.void: ...

class Worlds(_Fields, Sequence[World]):
    count: int
    threads: int
    policy: str
    own_models: bool
    groups: list[Group]
    def __init__(
        self,
        model: _Source | Sequence[_Source],
        count: int | None = None,
        threads: int | None = None,
        policy: _Policy = "reset",
        key: int = 0,
    ) -> None: ...
    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, index: int) -> World: ...
    @overload
    def __getitem__(self, index: slice) -> list[World]: ...
    def step(self, n: int = 1, ctrl: ArrayLike | None = None, mask: _Mask = None) -> None: ...
    def follow(self, controls: ArrayLike, mask: _Mask = None) -> None: ...
    def forward(self, mask: _Mask = None) -> None: ...
    def call(self, function: str, mask: _Mask = None) -> None: ...
    def reset(self, mask: _Mask = None, key: int = -1) -> None: ...
    def state_size(self, signature: int = ...) -> int: ...
    def get_state(self, signature: int = ..., out: _Array | None = None, mask: _Mask = None) -> _Array: ...
    def set_state(self, states: ArrayLike, signature: int = ..., mask: _Mask = None) -> None: ...
    def model(self, world: int = 0) -> Model: ...
    def own_model(self, world: int) -> Model: ...
    def get_parameter(self, name: str) -> NDArray[Any]: ...
    def set_parameter(self, name: str, values: ArrayLike, mask: _Mask = None) -> None: ...
    def data(self, world: int = 0) -> Data: ...
    def gather(self, name: str, out: NDArray[Any] | None = None) -> NDArray[Any]: ...
    def set_policy(self, policy: _Policy, key: int = 0) -> None: ...
    @property
    def status(self) -> NDArray[np.void]: ...
    def error(self, world: int) -> str: ...
    def clear_status(self, mask: _Mask = None) -> None: ...

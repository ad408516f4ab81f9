# SPDX-License-Identifier: Apache-2.0
import os
from collections.abc import Callable, Sequence
from typing import Any, Literal, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ingot._arrays import Data, Model
from ingot._named import ByName

FIELDS: tuple[str, ...]
POLICIES: tuple[str, ...]
STATES: tuple[str, ...]
STATUS: np.dtype[np.void]
INTEGRATION: int
FUNCTIONS: tuple[str, ...]

_Array = NDArray[np.float64]
_Mask = NDArray[np.bool_] | Sequence[bool] | None
_Source = str | os.PathLike[str] | Model | Any
_Policy = Literal["reset", "reset_key", "freeze", "report"]

class _Fields:
    time: _Array  # (worlds,)
    qpos: _Array  # (worlds, nq)
    qvel: _Array  # (worlds, nv)
    act: _Array  # (worlds, na)
    history: _Array  # (worlds, nhistory)
    qacc_warmstart: _Array  # (worlds, nv)
    ctrl: _Array  # (worlds, nu)
    qfrc_applied: _Array  # (worlds, nv)
    xfrc_applied: _Array  # (worlds, nbody, 6)
    eq_active: _Array  # (worlds, neq)
    mocap_pos: _Array  # (worlds, nmocap, 3)
    mocap_quat: _Array  # (worlds, nmocap, 4)
    userdata: _Array  # (worlds, nuserdata)
    plugin_state: _Array  # (worlds, npluginstate)
    sensordata: _Array  # (worlds, nsensordata)

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

class Worlds(_Fields, ByName, Sequence[World]):
    def __init__(
        self,
        model: _Source | Sequence[_Source],
        count: int | None = None,
        threads: int | None = None,
        policy: _Policy = "reset",
        key: int | str = 0,
    ) -> None: ...
    @property
    def count(self) -> int: ...
    @property
    def threads(self) -> int: ...
    @property
    def groups(self) -> list[Group]: ...
    @property
    def policy(self) -> str: ...
    @property
    def own_models(self) -> bool: ...
    @property
    def width(self) -> int: ...
    @property
    def width_reason(self) -> str: ...
    def __getattr__(self, name: str) -> NDArray[Any]: ...
    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, index: int) -> World: ...
    @overload
    def __getitem__(self, index: slice) -> list[World]: ...
    def step(self, n: int = 1, ctrl: ArrayLike | None = None, mask: _Mask = None) -> None: ...
    def follow(self, controls: ArrayLike, mask: _Mask = None) -> None: ...
    def rollout(
        self,
        controls: ArrayLike | Callable[["Worlds", int], ArrayLike] | None = None,
        outputs: str | Sequence[str] = ...,
        every: int = 1,
        steps: int | None = None,
        out: dict[str, NDArray[Any]] | None = None,
        dtype: Any = ...,
        mask: _Mask = None,
    ) -> dict[str, NDArray[Any]]: ...
    def forward(self, mask: _Mask = None) -> None: ...
    def call(self, function: str, mask: _Mask = None) -> None: ...
    def transition(
        self, eps: float = 1e-6, centered: bool = True, sensors: bool = False, mask: _Mask = None
    ) -> tuple[NDArray[np.float64], ...]: ...
    def inverse(self, qacc: ArrayLike, mask: _Mask = None) -> NDArray[np.float64]: ...
    def rays(
        self,
        origins: ArrayLike,
        directions: ArrayLike,
        static: bool = True,
        except_body: int = -1,
        mask: _Mask = None,
        geomgroup: ArrayLike | None = None,
        normals: bool = False,
    ) -> tuple[NDArray[Any], ...]: ...
    def reset(self, mask: _Mask = None, key: int | str = -1) -> None: ...
    def cancel(self) -> None: ...
    def state_size(self, signature: int = ...) -> int: ...
    def get_state(self, signature: int = ..., out: _Array | None = None, mask: _Mask = None) -> _Array: ...
    def set_state(self, states: ArrayLike, signature: int = ..., mask: _Mask = None) -> None: ...
    def gather(self, name: str, out: NDArray[Any] | None = None, dtype: Any = None) -> NDArray[Any]: ...
    def bind(self, name: str, dtype: Any = None) -> NDArray[Any]: ...
    def observe(self, names: str | Sequence[str], out: NDArray[Any] | None = None, dtype: Any = ...) -> NDArray[Any]: ...
    def ragged(self, name: str, limit: int | None = None) -> tuple[NDArray[Any], NDArray[np.int32]]: ...
    def contacts(self, limit: int | None = None) -> tuple[NDArray[Any], NDArray[np.int32]]: ...
    def model(self, world: int = 0) -> Model: ...
    def own_model(self, world: int) -> Model: ...
    def get_parameter(self, name: str) -> NDArray[Any]: ...
    def set_parameter(self, name: str, values: ArrayLike, mask: _Mask = None) -> None: ...
    def set_const(self, mask: _Mask = None) -> None: ...
    def data(self, world: int = 0) -> Data: ...
    def render(
        self,
        worlds: ArrayLike | None = None,
        camera: int | str = -1,
        size: tuple[int, int] = (240, 320),
        kind: Literal["rgb", "depth", "segmentation"] = "rgb",
        out: NDArray[Any] | dict[str, NDArray[Any]] | None = None,
        *,
        cameras: int | str | Sequence[int | str] | None = None,
        height: int | None = None,
        width: int | None = None,
        rgb: bool | None = None,
        depth: bool | None = None,
        segmentation: bool | None = None,
        mask: _Mask = None,
        quality: Literal["match", "fast", "fast-shadows"] | None = None,
    ) -> Any: ...
    def film(
        self,
        path: str | os.PathLike[str],
        steps: int,
        controls: Callable[["Worlds", int], ArrayLike] | None = None,
        worlds: ArrayLike | None = None,
        camera: int | str = -1,
        size: tuple[int, int] = (120, 160),
        columns: int | None = None,
        rate: float = 30,
    ) -> None: ...
    def set_policy(self, policy: _Policy, key: int | str = 0) -> None: ...
    @property
    def status(self) -> NDArray[np.void]: ...
    def error(self, world: int) -> str: ...
    def clear_status(self, mask: _Mask = None) -> None: ...

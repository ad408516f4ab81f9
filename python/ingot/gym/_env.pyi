# SPDX-License-Identifier: Apache-2.0
from collections.abc import Sequence
from typing import Any, SupportsIndex

import gymnasium
import numpy as np
from numpy.typing import ArrayLike, NDArray

from ingot.task import Task
from ingot.worlds import Worlds

AutoresetMode = gymnasium.vector.AutoresetMode
TASKS: dict[str, type[Task]]

class VectorEnv(gymnasium.vector.VectorEnv[Any, Any, Any]):
    metadata: dict[str, Any]
    worlds: Worlds
    task: Task
    frame_skip: int
    dt: float
    max_episode_steps: int
    autoreset_mode: AutoresetMode
    def __init__(
        self,
        task: str | type[Task],
        num_envs: int = 1,
        threads: int | None = None,
        max_episode_steps: int | None = None,
        autoreset_mode: AutoresetMode | str = ...,
        array: str = "numpy",
        dtype: Any = ...,
        pixels: dict[str, Any] | None = None,
        render_mode: str | None = None,
        width: int = 480,
        height: int = 480,
        camera_id: int | None = None,
        camera_name: str | None = None,
        **options: Any,
    ) -> None: ...
    @property  # type: ignore[misc]
    def np_random(self) -> tuple[np.random.Generator, ...]: ...  # type: ignore[override]
    @property
    def np_random_seed(self) -> tuple[int | None, ...]: ...  # type: ignore[override]
    def reset(self, *, seed: SupportsIndex | Sequence[SupportsIndex | None] | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]: ...
    def step(self, actions: ArrayLike) -> tuple[Any, Any, Any, Any, dict[str, Any]]: ...
    def render(self) -> tuple[NDArray[np.uint8], ...] | None: ...
    def send(self, actions: ArrayLike) -> None: ...
    def recv(self) -> tuple[Any, Any, Any, Any, dict[str, Any]]: ...
    def call(self, name: str, *args: Any, **kwargs: Any) -> tuple[Any, ...]: ...
    def get_attr(self, name: str) -> tuple[Any, ...]: ...
    def set_attr(self, name: str, values: Any) -> None: ...
    def close_extras(self, **kwargs: Any) -> None: ...

class Env(gymnasium.Env[NDArray[np.float64], NDArray[np.float32]]):
    metadata: dict[str, Any]
    def __init__(self, task: str | type[Task], **options: Any) -> None: ...
    @property
    def worlds(self) -> Worlds: ...
    @property
    def task(self) -> Task: ...
    @property
    def dt(self) -> float: ...
    def reset(self, *, seed: SupportsIndex | None = None, options: dict[str, Any] | None = None) -> tuple[NDArray[np.float64], dict[str, Any]]: ...
    def step(self, action: ArrayLike) -> tuple[NDArray[np.float64], float, bool, bool, dict[str, Any]]: ...
    def render(self) -> Any: ...
    def close(self) -> None: ...

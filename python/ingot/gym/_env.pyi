from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from ingot.gym._tasks import Task
from ingot.worlds import Worlds

AutoresetMode = gymnasium.vector.AutoresetMode

class MujocoVectorEnv(gymnasium.vector.VectorEnv[NDArray[np.float64], NDArray[np.float32], NDArray[Any]]):
    worlds: Worlds
    task: Task
    frame_skip: int
    dt: float
    max_episode_steps: int
    autoreset_mode: AutoresetMode
    def __init__(
        self,
        id: str,
        num_envs: int = 1,
        threads: int | None = None,
        max_episode_steps: int | None = None,
        autoreset_mode: AutoresetMode | str = ...,
        **options: Any,
    ) -> None: ...
    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float64], dict[str, Any]]: ...
    def step(
        self, actions: NDArray[Any]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]: ...
    def close_extras(self, **kwargs: Any) -> None: ...

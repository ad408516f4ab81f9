from typing import Any

from ingot.gym._env import MujocoVectorEnv as MujocoVectorEnv
from ingot.gym._tasks import Task

TASKS: dict[str, type[Task]]

def make_vec(id: str, num_envs: int = 1, **kwargs: Any) -> MujocoVectorEnv: ...

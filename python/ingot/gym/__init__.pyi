# SPDX-License-Identifier: Apache-2.0
from typing import Any

from ingot.gym._env import Env as Env
from ingot.gym._env import VectorEnv as VectorEnv
from ingot.task import Task

TASKS: dict[str, type[Task]]
MujocoVectorEnv = VectorEnv

def make_vec(id: str | type[Task], num_envs: int = 1, **kwargs: Any) -> VectorEnv: ...
def make(id: str | type[Task], **kwargs: Any) -> Env: ...
def register(name: str, task: type[Task], max_episode_steps: int | None = None) -> None: ...

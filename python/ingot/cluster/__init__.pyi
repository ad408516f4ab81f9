# SPDX-License-Identifier: Apache-2.0
from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from numpy.typing import ArrayLike

from ingot._library import Error
from ingot.task import Task
from ingot.worlds import Worlds as _OneMachine
from ingot.worlds import _Policy, _Source

_Value = TypeVar("_Value", covariant=True)

class Timeout(Error, TimeoutError): ...
class Lost(Error): ...
class ActorTraceback(Exception): ...
class Runner(Task): ...

class Future(Generic[_Value]):
    def result(self, timeout: float | None = None) -> _Value: ...
    def done(self) -> bool: ...
    def cancel(self) -> None: ...

class _Later:
    def __getattr__(self, name: str) -> Callable[..., Future[Any]]: ...

# the interface of ingot.Worlds, and what a cluster has beside it
class Worlds(_OneMachine):
    def __init__(
        self,
        model: _Source | Sequence[_Source],
        count: int | None = None,
        ray: str | dict[str, Any] | None = None,
        per_actor: int | None = None,
        actors: int | None = None,
        threads: int = 1,
        policy: _Policy = "reset",
        key: int | str = 0,
        device: str = "cpu",
        ahead: int = 2,
        timeout: float | None = None,
        patience: float = 60.0,
        checkpoint: int | None = None,
        options: dict[str, Any] | Callable[[int], dict[str, Any]] | None = None,
        local: dict[str, Any] | None = None,
        bounds: Sequence[int] | None = None,
    ) -> None: ...
    @property
    def later(self) -> _Later: ...
    @property
    def actors(self) -> list[dict[str, Any]]: ...
    @property
    def recoveries(self) -> list[dict[str, Any]]: ...
    @property
    def traffic(self) -> dict[str, int]: ...
    def apply(self, function: Callable[..., Any], *rows: ArrayLike, **settings: Any) -> Any: ...
    def close(self) -> None: ...
    def __enter__(self) -> Worlds: ...
    def __exit__(self, *_: object) -> None: ...

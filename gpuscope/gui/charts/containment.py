"""No exception leaves a method that Qt calls: there is nobody above it who could handle one."""

import functools
import logging
from collections.abc import Callable
from typing import Concatenate, ParamSpec, TypeVar

_Owner = TypeVar("_Owner")
_Arguments = ParamSpec("_Arguments")
_LOG = logging.getLogger(__name__)
_told: set[tuple[str, str]] = set()


def contained(method: Callable[Concatenate[_Owner, _Arguments], None]) -> Callable[Concatenate[_Owner, _Arguments], None]:
    """Makes a method tell its exceptions to the log, each kind once, instead of raising them."""

    @functools.wraps(method)
    def call(self: _Owner, /, *arguments: _Arguments.args, **named: _Arguments.kwargs) -> None:
        try:
            method(self, *arguments, **named)
        except Exception as error:  # noqa: BLE001 - a chart that cannot be drawn must not end the window
            kind = (method.__qualname__, type(error).__name__)
            if kind not in _told:
                _told.add(kind)
                _LOG.exception("%s failed", method.__qualname__)

    return call

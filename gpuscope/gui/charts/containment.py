"""Keeps exceptions from leaving methods that Qt calls, where nothing could handle them."""

import functools
import sys
from collections.abc import Callable
from typing import Concatenate, ParamSpec, TypeVar

_Owner = TypeVar("_Owner")
_Arguments = ParamSpec("_Arguments")
_told: set[tuple[str, str]] = set()


def contained(method: Callable[Concatenate[_Owner, _Arguments], None]) -> Callable[Concatenate[_Owner, _Arguments], None]:
    """Make a method hand its exceptions to ``sys.excepthook``, as slots do, instead of raising them.

    Each kind is reported once: a chart that cannot be drawn fails at every redraw.
    """

    @functools.wraps(method)
    def call(self: _Owner, /, *arguments: _Arguments.args, **named: _Arguments.kwargs) -> None:
        try:
            method(self, *arguments, **named)
        except Exception as error:  # noqa: BLE001 - a chart that cannot be drawn must not end the window
            kind = (method.__qualname__, type(error).__name__)
            if kind not in _told:
                _told.add(kind)
                sys.excepthook(type(error), error, error.__traceback__)

    return call

"""Imports of large packages at less cost."""

import contextlib
import gc
from collections.abc import Iterator


@contextlib.contextmanager
def without_collections() -> Iterator[None]:
    """Collect no garbage meanwhile: of the objects that an import makes hardly one is, and to look for it takes a seventh of its time."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()

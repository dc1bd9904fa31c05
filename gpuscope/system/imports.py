"""Cheaper imports of large packages."""

import contextlib
import gc
import importlib.util
import sys
from collections.abc import Iterator
from types import ModuleType
from typing import Any

POSTPONED = ("bz2", "copy", "inspect", "ipaddress", "lzma", "subprocess")
"""Modules that dataclasses, pathlib, shutil and the recorder import at once and use late or never: an eighth of all imports before the
start of a command."""


@contextlib.contextmanager
def without_collections() -> Iterator[None]:
    """Disable garbage collection in the block: imports create almost no garbage, and each collection scans all that is imported so far."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


class _Postponed(ModuleType):
    """A module that is imported at the first access to its contents (importlib's LazyLoader imports it at "import NAME" already)."""

    def __getattr__(self, name: str) -> Any:
        self.finish()
        return getattr(self, name)

    def finish(self) -> None:
        """Import it now."""
        object.__setattr__(self, "__class__", ModuleType)
        assert self.__spec__ is not None
        assert self.__spec__.loader is not None
        self.__spec__.loader.exec_module(self)


def postpone_imports() -> None:
    """Import each module of :data:`POSTPONED` on first use only. Call :func:`finish_imports` before a second thread imports anything."""
    for name in POSTPONED:
        if name in sys.modules or (spec := importlib.util.find_spec(name)) is None:
            continue
        module = importlib.util.module_from_spec(spec)
        object.__setattr__(module, "__class__", _Postponed)
        sys.modules[name] = module


def finish_imports() -> None:
    """Import what was postponed: two threads must not be the first to use such a module at the same time."""
    for name in POSTPONED:
        module = sys.modules.get(name)
        if isinstance(module, _Postponed):
            module.finish()

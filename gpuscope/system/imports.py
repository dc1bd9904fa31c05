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
_EXTENSIONS = {"bz2": "_bz2", "lzma": "_lzma"}
"""What a Python lacks that was built without the libraries of these modules: others, such as shutil, try to import them and do without."""


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
        if (self.__name__, name) == ("inspect", "get_annotations"):  # dataclasses calls it for each class from Python 3.12 on
            return _own_annotations
        self.finish()
        return getattr(self, name)

    def finish(self) -> None:
        """Import it now; if that fails, nobody gets a half-empty module: the next access, or the next import, tries again."""
        object.__setattr__(self, "__class__", ModuleType)
        assert self.__spec__ is not None
        assert self.__spec__.loader is not None
        try:
            self.__spec__.loader.exec_module(self)
        except BaseException:
            object.__setattr__(self, "__class__", _Postponed)
            sys.modules.pop(self.__name__, None)
            raise


def _own_annotations(kind: type) -> dict[str, Any]:
    """Return the annotations of a class, without those of its bases, as ``inspect.get_annotations`` does."""
    return dict(kind.__dict__.get("__annotations__", {}))  # noqa: RUF063 - inspect is what shall not be imported


def postpone_imports() -> None:
    """Import each module of :data:`POSTPONED` on first use only. Call :func:`finish_imports` before a second thread imports anything."""
    for name in POSTPONED:
        if name in sys.modules or (spec := importlib.util.find_spec(name)) is None:
            continue
        if name in _EXTENSIONS and importlib.util.find_spec(_EXTENSIONS[name]) is None:
            continue
        module = importlib.util.module_from_spec(spec)
        object.__setattr__(module, "__class__", _Postponed)
        sys.modules[name] = module


def finish_imports() -> None:
    """Import what was postponed: two threads must not be the first to use such a module at the same time.

    What cannot be imported is left to those who need it: by now, a command may run.
    """
    for name in POSTPONED:
        module = sys.modules.get(name)
        if isinstance(module, _Postponed):
            with contextlib.suppress(ImportError):
                module.finish()

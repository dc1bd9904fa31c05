"""The ``gpuscope`` module of recorded programs whose environment has no gpuscope: only ``step``, ``log`` and ``phase``.

Its folder is last on the workload's PYTHONPATH, which comes before site-packages; if another gpuscope is found, that one is loaded in
place of this module. Standard library only, Python 3.9 and later.
"""

from __future__ import annotations

import importlib.util
import os
import sys
from importlib.machinery import ModuleSpec

__all__ = ["log", "phase", "step"]
_FOLDER = os.path.dirname(__file__)  # noqa: PTH120 - pathlib takes milliseconds to import
_PROBE = os.path.dirname(_FOLDER)  # noqa: PTH120
__path__: list[str] = []  # no other module of the recorder's package may be imported through this one


def _other() -> ModuleSpec | None:
    """Return the spec of another gpuscope in the program's environment; None if there is none."""
    path = sys.path[:]
    sys.path[:] = [entry for entry in path if entry != _FOLDER]
    try:
        specs = (finder.find_spec(__name__, None) for finder in sys.meta_path if hasattr(finder, "find_spec"))
        return next((spec for spec in specs if spec is not None and spec.loader is not None), None)
    finally:
        sys.path[:] = path


def _load(spec: ModuleSpec | None) -> None:
    """Load a module under its name; the import system then returns the entry in ``sys.modules``, even in place of this module."""
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)


_found = _other()
if _found is not None:
    _load(_found)
else:
    _load(importlib.util.spec_from_file_location("gpuscope.probe", f"{_PROBE}/__init__.py", submodule_search_locations=[_PROBE]))
    from gpuscope.probe.program import log, phase, step

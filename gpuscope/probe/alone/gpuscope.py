"""What ``import gpuscope`` finds in a recorded program whose environment has no gpuscope: ``step``, ``log`` and ``phase``, nothing else.

Its folder stands at the end of the workload's PYTHONPATH, which is in front of its site-packages: a gpuscope that is
found behind it takes this one's place. Standard library only, Python 3.9 and later.
"""

from __future__ import annotations

import importlib.util
import sys
from importlib.machinery import ModuleSpec
from pathlib import Path

__all__ = ["log", "phase", "step"]
_FOLDER = Path(__file__).parent
_PROBE = _FOLDER.parent
__path__: list[str] = []  # nothing else of the recorder's package is to be imported from here


def _other() -> ModuleSpec | None:
    """Return where another gpuscope of this program is; None when there is none."""
    path = sys.path[:]
    sys.path[:] = [entry for entry in path if entry != str(_FOLDER)]
    try:
        specs = (finder.find_spec(__name__, None) for finder in sys.meta_path if hasattr(finder, "find_spec"))
        return next((spec for spec in specs if spec is not None and spec.loader is not None), None)
    finally:
        sys.path[:] = path


def _load(spec: ModuleSpec | None) -> None:
    """Load a module under its name: the import system hands out what stands in ``sys.modules``, also in this one's place."""
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)


_found = _other()
if _found is not None:
    _load(_found)
else:
    _load(importlib.util.spec_from_file_location("gpuscope.probe", _PROBE / "__init__.py", submodule_search_locations=[str(_PROBE)]))
    from gpuscope.probe.program import log, phase, step

"""Runs in every Python process of a recorded command before the program: waits for torch, then lets the hooks in.

The program's own ``sitecustomize``, if it has one, runs first and takes this one's place; where there is none, this one denies that it
is there. What is done here every Python process pays for, so nothing is imported that Python has not imported by then.
"""

import os
import sys

TYPE_CHECKING = False  # "typing" takes longer to import than all of this
if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.machinery import ModuleSpec
    from types import ModuleType
    from typing import Any

_VARIABLE = "GPUSCOPE_CHANNEL"
_PACKAGE = "_gpuscope_hooks"
"""The hooks' name in the program: not "gpuscope", which may be the program's own."""
_WRAPPED = ("torch.autograd", "torch.optim.optimizer", "torch.amp.grad_scaler", "torch.utils.data.dataloader")
_OTHERS = frozenset(("jax", "tensorflow", "sklearn", "xgboost", "lightgbm"))
"""Libraries whose steps are not seen; that one was imported is told, so that the reason is right."""


class TorchFinder:
    """A meta-path finder that finds nothing itself: it wraps the loading of a few modules of torch, each once, and then removes itself.

    Args:
        folder: The run's folder.
    """

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._waiting = set(_WRAPPED)

    def find_spec(self, name: str, path: "Sequence[str] | None" = None, target: "ModuleType | None" = None) -> "ModuleSpec | None":
        """Return the spec that the others find for a module that is waited for, its loader wrapped; None for any other."""
        if name in _OTHERS:
            mark(self._folder, name)
        if name not in self._waiting:
            return None
        self._waiting.discard(name)
        if not self._waiting and self in sys.meta_path:  # where the program has not put finders of its own in front of all
            sys.meta_path.remove(self)
        for finder in sys.meta_path:
            spec = None if finder is self or not hasattr(finder, "find_spec") else finder.find_spec(name, path, target)
            if spec is not None:
                self._wrap(spec)
                return spec
        return None

    def _wrap(self, spec: "ModuleSpec") -> None:
        try:
            loader: Any = spec.loader
            execute = loader.exec_module

            def exec_module(module: "ModuleType") -> None:
                execute(module)
                loader.__dict__.pop("exec_module", None)
                _let_in(module, self._folder)

            loader.exec_module = exec_module  # of this loader alone; the module keeps it, and with it its source
        except Exception:  # noqa: BLE001 - whatever it is, the program must not feel it
            return


def _let_in(module: "ModuleType", folder: str) -> None:
    try:
        from importlib import import_module, util

        if _PACKAGE not in sys.modules:
            mark(folder, "torch")
            here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
            spec = util.spec_from_file_location(_PACKAGE, os.path.join(here, "__init__.py"), submodule_search_locations=[here])
            assert spec is not None
            assert spec.loader is not None
            package = sys.modules[_PACKAGE] = util.module_from_spec(spec)
            spec.loader.exec_module(package)
        import_module(f"{_PACKAGE}.torch_hooks").let_in(module, folder)
    except Exception:  # noqa: BLE001 - whatever it is, the program must not feel it
        return


def mark(folder: str, name: str) -> None:
    """Leave an empty file in the run's folder that says what was seen: "hooks" where Python ran this, or a library."""
    try:
        os.close(os.open(os.path.join(folder, "saw." + name), os.O_WRONLY | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600))
    except OSError:
        return


def _run_the_other() -> None:
    """Run the program's own ``sitecustomize`` in this one's place.

    Raises:
        ImportError: There is none.
    """
    here = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [entry for entry in sys.path if not entry or os.path.abspath(entry) != here]
    for finder in sys.meta_path:
        spec = finder.find_spec(__name__, None)
        if spec is not None and spec.loader is not None:
            module: Any = type(sys)(__name__)
            module.__spec__, module.__loader__, module.__file__ = spec, spec.loader, spec.origin
            module.__cached__ = spec.cached
            sys.modules[__name__] = module
            spec.loader.exec_module(module)
            return
    raise ImportError(f"No module named {__name__!r}", name=__name__)


def _begin() -> None:
    folder = os.environ.get(_VARIABLE)
    if folder and not any(type(finder).__name__ == "TorchFinder" for finder in sys.meta_path):
        sys.meta_path.insert(0, TorchFinder(folder))
        mark(folder, "hooks")


if __name__ == "sitecustomize":
    _begin()
    _run_the_other()

"""Runs before the program in every Python process of a recorded command, and installs the hooks when torch or a logger is imported.

It then runs the program's own ``sitecustomize`` in its place, if there is one; otherwise it raises ImportError, as if there were none at
all. Every Python process pays for this module, so it imports only modules that Python has already imported.

Its grammar is that of Python 2.7 as well, whose processes would otherwise each complain on standard error: types are in comments, and texts
are not f-strings. Nothing but the program's own ``sitecustomize`` is run there, and in Python before 3.8, whose grammar the hooks exceed.
"""

import os
import sys

TYPE_CHECKING = False  # "typing" takes longer to import than all of this
if TYPE_CHECKING:
    from collections.abc import Sequence  # noqa: F401 - these are used in comments on types
    from importlib.machinery import ModuleSpec  # noqa: F401
    from types import ModuleType  # noqa: F401
    from typing import Any  # noqa: F401

_VARIABLE = "GPUSCOPE_CHANNEL"
_PACKAGE = "_gpuscope_hooks"
"""Name of the hooks' package in the program; "gpuscope" may be the program's own."""
_TORCH = (
    "torch._dynamo.callback",
    "torch._dynamo.variables.tensor",
    "torch.amp.grad_scaler",
    "torch.autograd",
    "torch.optim.lbfgs",
    "torch.optim.optimizer",
    "torch.utils.data.dataloader",
)
_LOGGERS = (
    "lightning.pytorch.trainer.connectors.logger_connector.logger_connector",
    "mlflow.tracking.fluent",
    "pytorch_lightning.trainer.connectors.logger_connector.logger_connector",
    "tensorboardX.writer",
    "torch.utils.tensorboard.writer",
    "transformers.trainer",
    "wandb.sdk.wandb_run",
)
WRAPPED = dict([(name, "torch_hooks") for name in _TORCH] + [(name, "log_hooks") for name in _LOGGERS])
"""The modules that are wrapped, each with the module of the hooks that does so."""
_OTHERS = frozenset(("jax", "tensorflow", "sklearn", "xgboost", "lightgbm"))
"""Libraries whose steps are not detected. Importing one leaves a mark, so that the correct reason can be reported."""


class TorchFinder(object):  # noqa: UP004 - Python 2 reads this as well
    """A meta-path finder that only wraps the loading of a few modules of torch and of loggers, each once, and then removes itself.

    Args:
        folder: The run's folder.
    """

    def __init__(self, folder):
        # type: (str) -> None
        self._folder = folder
        self._waiting = set(WRAPPED)

    def find_spec(self, name, path=None, target=None):
        # type: (str, Sequence[str] | None, ModuleType | None) -> ModuleSpec | None
        """Return the other finders' spec for one of these modules, with its loader wrapped; None for any other module."""
        if name in _OTHERS:
            mark(self._folder, name)
        if name not in self._waiting:
            return None
        self._waiting.discard(name)
        if not self._waiting and self in sys.meta_path:  # unless the program has removed it
            sys.meta_path.remove(self)
        for finder in sys.meta_path:
            spec = None if finder is self or not hasattr(finder, "find_spec") else finder.find_spec(name, path, target)
            if spec is not None:
                self._wrap(spec)
                return spec
        return None

    def _wrap(self, spec):
        # type: (ModuleSpec) -> None
        try:
            loader = spec.loader  # type: Any
            execute = loader.exec_module

            def exec_module(module):
                # type: (ModuleType) -> None
                execute(module)
                loader.__dict__.pop("exec_module", None)
                _let_in(module, self._folder)

            loader.exec_module = exec_module  # on this loader instance only; the module keeps its loader, and so access to its source
        except Exception:  # noqa: BLE001 - no error may reach the program
            return


def _let_in(module, folder):
    # type: (ModuleType, str) -> None
    try:
        from importlib import import_module, util

        hooks = "%s.%s" % (_PACKAGE, WRAPPED[module.__name__])  # noqa: UP031 - Python 2 has no f-strings
        if module.__name__ in _TORCH and hooks not in sys.modules:
            mark(folder, "torch")
        if _PACKAGE not in sys.modules:
            here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
            spec = util.spec_from_file_location(_PACKAGE, os.path.join(here, "__init__.py"), submodule_search_locations=[here])
            assert spec is not None
            assert spec.loader is not None
            package = sys.modules[_PACKAGE] = util.module_from_spec(spec)
            spec.loader.exec_module(package)
        import_module(hooks).let_in(module, folder)
    except Exception:  # noqa: BLE001 - no error may reach the program
        return


def mark(folder, name):
    # type: (str, str) -> None
    """Create an empty marker file in the run's folder: "hooks", "old" if Python is too old for them, or the name of an imported library."""
    try:
        os.close(os.open(os.path.join(folder, "saw." + name), os.O_WRONLY | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600))
    except OSError:
        return


def _run_the_other():
    # type: () -> None
    """Run the program's own ``sitecustomize`` in place of this module.

    Raises:
        ImportError: There is none.
    """
    here = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [entry for entry in sys.path if not entry or os.path.abspath(entry) != here]
    if sys.version_info < (3,):  # noqa: UP036
        name = __name__  # which is lost with this module
        del sys.modules[name]
        __import__(name)
        return
    for finder in sys.meta_path:
        spec = finder.find_spec(__name__, None)
        if spec is not None and spec.loader is not None:
            module = type(sys)(__name__)  # type: Any
            module.__spec__, module.__loader__, module.__file__ = spec, spec.loader, spec.origin
            module.__cached__ = spec.cached
            sys.modules[__name__] = module
            spec.loader.exec_module(module)
            return
    raise ImportError("No module named %r" % __name__, name=__name__)  # noqa: UP031 - Python 2 has no f-strings


def _begin():
    # type: () -> None
    folder = os.environ.get(_VARIABLE)
    if folder and sys.version_info < (3, 8):
        mark(folder, "old")
    elif folder and not any(type(finder).__name__ == "TorchFinder" for finder in sys.meta_path):
        sys.meta_path.insert(0, TorchFinder(folder))
        mark(folder, "hooks")


if __name__ == "sitecustomize":
    _begin()
    _run_the_other()

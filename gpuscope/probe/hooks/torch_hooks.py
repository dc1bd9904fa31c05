"""Wraps what a training loop calls in torch: the loader's next batch, the backward pass, the end of an optimizer's step.

Each is wrapped once, when torch loads the module. Nothing is held of the program: an optimizer is known by a number that it carries.
torch.compile traces none of it: inside a traced function the originals are called, and the wrappers' own frames are marked to be skipped.
"""

from __future__ import annotations

import functools
import itertools
import sys
from time import perf_counter_ns
from typing import TYPE_CHECKING, Any

from .seen_ring import SeenRing
from .step_capture import StepCapture, StepCount
from .step_watch import StepWatch, watch

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

_SERIAL = "_gpuscope_serial"
"""Where an optimizer carries its number: a key of its ``__dict__``, which neither its pickle nor its state has."""
_OURS = (StepWatch, SeenRing, StepCapture, StepCount)
_serials = itertools.count(1)
_watch: StepWatch | None = None


def let_in(module: ModuleType, folder: str) -> None:
    """Wrap what a module of torch defines, now that it is loaded."""
    global _watch
    if _watch is None:
        _watch = watch(folder, _never_compile)
        for function in (*itertools.chain.from_iterable(vars(part).values() for part in _OURS), _serial, _is_compiling):
            _never_compile(function)
    _WRAPPERS[module.__name__](module, _watch)


def _serial(optimizer: Any) -> int:
    """Return an optimizer's number; 0 for one that carries none."""
    carried = getattr(optimizer, "__dict__", None)
    if type(carried) is not dict:
        return 0
    number = carried.get(_SERIAL)
    if number is None:
        number = carried[_SERIAL] = next(_serials)
    return int(number)


def _wrap_autograd(module: Any, steps: StepWatch) -> None:
    for name in ("backward", "grad"):
        setattr(module, name, _timed_pass(getattr(module, name), steps))


def _timed_pass(original: Callable[..., Any], steps: StepWatch) -> Callable[..., Any]:
    is_compiling = _is_compiling

    @functools.wraps(original)
    def backward(*args: Any, **kwargs: Any) -> Any:
        if is_compiling():
            return original(*args, **kwargs)
        steps.goes_back(perf_counter_ns())
        try:
            return original(*args, **kwargs)
        finally:
            steps.went_back(perf_counter_ns())

    _never_compile(backward)
    return backward


def _wrap_optimizer(module: Any, steps: StepWatch) -> None:
    def stepped(optimizer: Any, _args: Any, _kwargs: Any) -> None:
        steps.stepped(_serial(optimizer), perf_counter_ns())

    _never_compile(stepped)
    stepped._torchdynamo_disable = True  # type: ignore[attr-defined]  # called, not traced: as torch.compiler.disable has it
    module.register_optimizer_step_post_hook(stepped)


def _wrap_scaler(module: Any, steps: StepWatch) -> None:
    original = module.GradScaler.step

    @functools.wraps(original)
    def step(self: Any, optimizer: Any, *args: Any, **kwargs: Any) -> Any:
        result = original(self, optimizer, *args, **kwargs)
        # An overflow leaves the optimizer's own step out. If it was not, no backward pass is due any more, and this counts nothing.
        steps.stepped(_serial(optimizer), perf_counter_ns(), 1)
        return result

    _never_compile(step)
    module.GradScaler.step = step


def _wrap_loader(module: Any, steps: StepWatch) -> None:
    iterator = module._BaseDataLoaderIter
    original, first = iterator.__next__, iterator.__init__

    @functools.wraps(first)
    def begin(self: Any, loader: Any) -> None:
        first(self, loader)
        self._gpuscope_samples = getattr(loader, "batch_size", None) or getattr(loader.batch_sampler, "batch_size", None) or 0

    @functools.wraps(original)
    def draw(self: Any) -> Any:
        samples = -1
        steps.draws(id(self), perf_counter_ns())
        try:
            batch = original(self)
            samples = self._gpuscope_samples
            return batch
        finally:
            steps.drew(samples, perf_counter_ns())

    _never_compile(draw)
    iterator.__init__, iterator.__next__ = begin, draw


def _is_compiling() -> bool:
    compiler: Any = sys.modules.get("torch.compiler")
    return compiler is not None and bool(compiler.is_compiling())


def _never_compile(function: Any) -> None:
    """Have torch.compile run a function as it is: traced, its reading of the clock would break the graph of what is around it."""
    frames: Any = sys.modules.get("torch._C._dynamo.eval_frame")
    if not hasattr(function, "__code__"):
        return
    try:
        if hasattr(frames, "set_code_exec_strategy"):
            action = frames._FrameAction
            frames.set_code_exec_strategy(function.__code__, frames._FrameExecStrategy(action.SKIP, action.DEFAULT))
        elif hasattr(frames, "skip_code"):
            frames.skip_code(function.__code__)
    except Exception:  # noqa: BLE001 - of another version of torch, which compiles it: slower once, and right
        return


_WRAPPERS: dict[str, Callable[[Any, StepWatch], None]] = {
    "torch.autograd": _wrap_autograd,
    "torch.optim.optimizer": _wrap_optimizer,
    "torch.amp.grad_scaler": _wrap_scaler,
    "torch.utils.data.dataloader": _wrap_loader,
}

"""Wraps the torch functions that a training loop calls: the loader's next batch, the backward pass, the end of an optimizer's step.

Each is wrapped once, when its module is loaded. Copies to a device and back are observed once there is a device: a program on the CPU
keeps torch's own methods. No reference to the program's objects is kept: an optimizer is identified by a number stored on it. torch.compile
traces none of this: inside a traced function the originals are called, and the wrappers' own frames are marked to be skipped.
"""

from __future__ import annotations

import atexit
import functools
import os
import sys
from time import perf_counter_ns
from typing import TYPE_CHECKING, Any

from .seen_ring import SAMPLE, SeenRing, opened_ring
from .step_capture import StepCapture, StepCount
from .step_watch import SAMPLES, StepWatch, step_watch

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

_watch: StepWatch | None = None
_replaced: list[tuple[Any, str, Any, Any]] = []
_stand_ins: dict[str, Any] = {}
_is_hidden = False
"""Whether the stand-ins are hidden from torch.compile."""
COPYING = ("to", "cuda", "cpu", "xpu", "copy_")
"""Methods of tensors that may copy to another device. Modules use them too."""


def let_in(module: ModuleType, folder: str) -> None:
    """Wrap the functions of a torch module that has just been loaded."""
    global _watch
    if _watch is None:
        capture = functools.partial(StepCapture, folder, never_compile)
        _watch = step_watch(lambda: opened_ring(folder), perf_counter_ns, _wrap, capture, _read_devices)
        atexit.register(_watch.note_memory)
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=_watch.forget)
        ours = (function for part in (SeenRing, StepCapture, StepCount) for function in vars(part).values())
        for function in (*_watch.functions, *ours, _is_compiling, _wrap, _read_devices, _put_stand_ins):
            never_compile(function)
    _WRAPPERS[module.__name__](module, _watch)


def _wrap_autograd(module: Any, watch: StepWatch) -> None:
    _put_in(module, "backward", called_not_traced(_wrapped(module.backward, watch.going_back)))
    module.grad = _wrapped(module.grad, lambda original: _unless_traced(original, watch.going_back(original)))


def _unless_traced(original: Callable[..., Any], wrapper: Callable[..., Any]) -> Callable[..., Any]:
    """Return a wrapper through which torch.compile reaches the original, so that the original can become part of a graph."""

    def grad(*args: Any, **kwargs: Any) -> Any:
        return original(*args, **kwargs) if _is_compiling() else wrapper(*args, **kwargs)

    never_compile(wrapper)
    return grad


def _wrap_optimizer(module: Any, watch: StepWatch) -> None:
    module.register_optimizer_step_post_hook(called_not_traced(watch.stepped))


def _wrap_scaler(module: Any, watch: StepWatch) -> None:
    module.GradScaler.step = _wrapped(module.GradScaler.step, watch.left_out)


def _wrap_lbfgs(module: Any, watch: StepWatch) -> None:
    module.LBFGS.step = _wrapped(module.LBFGS.step, lambda original: _unless_traced(original, watch.iterating(original)))


def _wrap_loader(module: Any, watch: StepWatch) -> None:
    def beginning(original: Callable[..., Any]) -> Callable[..., Any]:
        def begin(self: Any, loader: Any) -> None:
            original(self, loader)
            setattr(self, SAMPLES, _samples(loader, module.BatchSampler))
            watch.begun()

        return begin

    def beginning_again(original: Callable[..., Any]) -> Callable[..., Any]:
        def reset(*args: Any, **kwargs: Any) -> Any:
            watch.begun()
            return original(*args, **kwargs)

        return reset

    iterator = module._BaseDataLoaderIter
    iterator.__init__ = _wrapped(iterator.__init__, beginning)
    if hasattr(iterator, "_reset"):  # for the next epoch of persistent workers
        iterator._reset = _wrapped(iterator._reset, beginning_again)
    _put_in(iterator, "__next__", _wrapped(iterator.__next__, watch.drawing))


def _samples(loader: Any, plain: type[Any]) -> int:
    """Return the samples per batch in units of 1 / ``SAMPLE``: the mean of an epoch, whose last batch may be smaller; 0 if unknown.

    Args:
        loader: The DataLoader.
        plain: torch's own class of batch samplers. What another one does with the samples of its sampler is unknown.
    """
    batches: Any = loader.batch_sampler
    size = getattr(loader, "batch_size", None) or getattr(batches, "batch_size", None)
    if type(size) is not int:
        return 0
    if type(batches) is plain and not batches.drop_last:
        try:
            total = len(batches.sampler)
        except Exception:  # noqa: BLE001 - the program's own sampler, or an iterable data set: its length is unknown
            return size * SAMPLE
        if total > 0:
            return total * SAMPLE // -(-total // size)
    return size * SAMPLE


def _put_in(owner: Any, name: str, wrapper: Any) -> None:
    """Install a wrapper that :func:`_wrap` can later remove and reinstall."""
    setattr(owner, name, wrapper)
    _replaced.append((owner, name, wrapper, wrapper.__wrapped__))


def _wrap(is_wanted: bool) -> None:
    """Install the wrappers, or restore the originals; attributes that other code has replaced meanwhile are left alone."""
    for owner, name, wrapper, original in _replaced:
        before, behind = (original, wrapper) if is_wanted else (wrapper, original)
        if owner.__dict__.get(name) is before:
            setattr(owner, name, behind)


def _peak_memory() -> tuple[int, int]:
    """Return the bytes that torch's allocators had allocated and reserved at most, summed over the devices that the program uses."""
    devices: list[Any] = []
    for name in ("torch.cuda", "torch.xpu"):
        kind: Any = sys.modules.get(name)
        if kind is not None and kind.is_initialized():
            devices += map(kind.memory_stats, range(kind.device_count()))
    allocated, reserved = (sum(stats.get(f"{what}_bytes.all.peak", 0) for stats in devices) for what in ("allocated", "reserved"))
    return allocated, reserved


def _read_devices() -> tuple[int, int]:
    """Return the peaks of memory; before, if the program has begun to use a device, have its copies observed from now on."""
    is_visible = "torch._dynamo" in sys.modules and not _is_hidden
    if not _stand_ins and not is_visible and _watch is not None and _has_device():
        _make_stand_ins(sys.modules["torch"], _watch)
        _put_stand_ins(True)
    return _peak_memory()


def _has_device() -> bool:
    """Return whether the process uses a device that has its own memory. Nothing is asked that would initialize a driver."""
    own: Any = getattr(sys.modules["torch"], "_C", None)
    name = getattr(own, "_get_privateuse1_backend_name", str)()  # "" before torch 2.1
    kinds: list[Any] = [sys.modules.get(f"torch.{each}") for each in ("cuda", "xpu", name)]
    return any(kind.is_initialized() for kind in kinds if hasattr(kind, "is_initialized"))


def _make_stand_ins(torch: Any, watch: StepWatch) -> None:
    """Make stand-ins for the methods of tensors that may copy to another device, except those that the program has replaced itself.

    Only of a tensor, the method is another one. Of the class it is torch's own, which programs compare, sign and pickle, and which
    subclasses with a ``__torch_function__`` are given.
    """
    device, no_overrides = torch._C.TensorBase.device.__get__, torch._C.DisableTorchFunction

    def is_elsewhere(tensor: Any, result: Any) -> bool:
        try:
            with no_overrides():  # no subclass and no mode is to see this
                return bool(device(tensor) != device(result))
        except Exception:  # noqa: BLE001 - a subclass returned no tensor; no error may reach the program
            return False

    never_compile(is_elsewhere)
    for name in COPYING:
        original = getattr(torch.Tensor, name, None)
        if original is None or name in torch.Tensor.__dict__:
            continue
        # torch.jit.trace names what it records after the variables and lines of the function that calls an operation.
        get, copy = watch.copying(original, torch.dtype, is_elsewhere, torch._C._get_tracing_state)
        never_compile(get)
        never_compile(copy)
        functools.update_wrapper(copy, original)
        _stand_ins[name] = type(name, (), {"__slots__": (), "__get__": get})()


def _put_stand_ins(are_wanted: bool) -> None:
    """Put the stand-ins into the class, or take them out; attributes that the program has set meanwhile are left alone."""
    tensors: Any = sys.modules["torch"].Tensor
    for name, stand_in in _stand_ins.items():
        if are_wanted and name not in tensors.__dict__:
            setattr(tensors, name, stand_in)
        elif not are_wanted and tensors.__dict__.get(name) is stand_in:
            delattr(tensors, name)


def _wrap_compiler(module: Any, _watch: StepWatch) -> None:
    """Take the stand-ins out while torch.compile works: it looks at what is in the class itself, and knows only torch's own methods."""
    global _is_hidden

    def wrapped(original: Callable[..., Any], are_wanted: bool) -> Callable[..., Any]:
        def run_callbacks(*args: Any, **kwargs: Any) -> Any:
            _put_stand_ins(are_wanted)
            return original(*args, **kwargs)

        never_compile(run_callbacks)
        return functools.wraps(original)(run_callbacks)

    handler = module.callback_handler
    handler.run_start_callbacks = wrapped(handler.run_start_callbacks, False)
    handler.run_end_callbacks = wrapped(handler.run_end_callbacks, True)
    _is_hidden = True


def _correct_compiler(module: Any, _watch: StepWatch) -> None:
    """Give torch.compile torch's own methods where it has copied the class's when it was imported."""
    for name in _stand_ins:
        module.all_tensor_attrs[name] = getattr(sys.modules["torch"].Tensor, name)


def _wrapped(original: Callable[..., Any], wrap: Callable[[Callable[..., Any]], Callable[..., Any]]) -> Callable[..., Any]:
    wrapper = wrap(original)
    never_compile(wrapper)
    return functools.wraps(original)(wrapper)


def called_not_traced(function: Any) -> Any:
    """Mark a function as ``torch.compiler.disable`` would: the graph breaks before it, as it does before the function that it wraps."""
    function._torchdynamo_disable = True
    return function


def _is_compiling() -> bool:
    compiler: Any = sys.modules.get("torch.compiler")
    return compiler is not None and bool(compiler.is_compiling())


def never_compile(function: Any) -> None:
    """Make torch.compile run a function uncompiled; if it were traced, its clock reads would break the surrounding graph."""
    frames: Any = sys.modules.get("torch._C._dynamo.eval_frame")
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
    "torch.optim.lbfgs": _wrap_lbfgs,
    "torch.amp.grad_scaler": _wrap_scaler,
    "torch.utils.data.dataloader": _wrap_loader,
    "torch._dynamo.callback": _wrap_compiler,
    "torch._dynamo.variables.tensor": _correct_compiler,
}

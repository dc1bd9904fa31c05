"""Wraps the functions by which programs log values: those of TensorBoard, Lightning, Hugging Face's Trainer, wandb and MLflow.

What is logged there becomes the run's as if ``gpuscope.log`` had been called. The logger is called first; a value on a device is read only
after a logger that reads it itself, so that no call waits for the device because of gpuscope. A logger called by another one, as a
trainer's writer, is ignored: its values have been recorded. No reference to the program's objects is kept.
"""

from __future__ import annotations

import functools
import os
import sys
from importlib import import_module
from threading import get_ident
from typing import TYPE_CHECKING, Any, NamedTuple

from .step_capture import is_ours
from .torch_hooks import called_not_traced, never_compile

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from types import ModuleType

    Logged = tuple[Any, Mapping[Any, Any], bool]
    """Step, values by name, and whether the logger has read all of the values."""

_LONGEST_NAME, _NAMES_KEPT = 200, 1000
_DEEPEST = 4
"""Maximum depth of mappings in mappings."""
_inside: set[int] = set()
"""Threads that are in a logger's call."""
_folders: dict[str, int] = {}
_tell: Callable[[str, Any, dict[str, Any]], None] | None = None
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_inside.clear)


class Logger(NamedTuple):
    """A function by which programs log values.

    Attributes:
        owner: Its class; "" for a function of the module.
        read: Returns what was logged, given the arguments of a call.
    """

    owner: str
    name: str
    read: Callable[..., Logged]


def let_in(module: ModuleType, _folder: str) -> None:
    """Wrap the logging functions of a module that has just been loaded."""
    for logger in LOGGERS[module.__name__]:
        owner: Any = getattr(module, logger.owner, None) if logger.owner else module
        original = getattr(owner, logger.name, None)
        if original is not None:
            setattr(owner, logger.name, _wrapped(original, logger.read, module.__name__))


def _wrapped(original: Callable[..., Any], read: Callable[..., Logged], giver: str) -> Callable[..., Any]:
    def log(*args: Any, **kwargs: Any) -> Any:
        thread = get_ident()
        if thread in _inside:
            return original(*args, **kwargs)
        _inside.add(thread)
        try:
            result = original(*args, **kwargs)
        finally:
            _inside.discard(thread)
        frames: Any = sys.modules.get("torch._C._dynamo.eval_frame")
        before = None if frames is None else frames.set_eval_frame(None)  # torch.compile is to compile none of what follows
        try:
            record(*read(*args, **kwargs))
        except Exception:  # noqa: BLE001 - no error may reach the program
            return result
        finally:
            if before is not None:
                frames.set_eval_frame(before)
        return result

    def record(step: Any, values: Mapping[Any, Any], are_read: bool) -> None:
        numbers = _numbers(values, are_read)
        if numbers:
            (_tell or _found_tell())(giver, step if type(step) is int else _whole(step, are_read), numbers)

    never_compile(log)
    return functools.wraps(original)(called_not_traced(log))


def _found_tell() -> Callable[[str, Any, dict[str, Any]], None]:
    """Return the function that records values; one that does nothing if the program's "gpuscope" is its own, or older."""
    global _tell
    _tell = _ignore
    if is_ours():
        _tell = import_module("gpuscope.probe.seen_values").seen_values.tell
    return _tell


def _ignore(_giver: str, _step: Any, _values: dict[str, Any]) -> None:
    pass


def _numbers(values: Mapping[Any, Any], are_read: bool, around: str = "", depth: int = 0) -> dict[str, Any]:
    """Return the numbers among values, by the names under which they are recorded."""
    numbers: dict[str, Any] = {}
    for key, value in values.items():
        if type(key) is not str or not key:
            continue
        if isinstance(value, dict):
            if depth < _DEEPEST:
                numbers.update(_numbers(value, are_read, f"{around}{key}/", depth + 1))
            continue
        number = value if type(value) is float else _number(value, are_read)
        if number is not None:
            numbers[_name(around + key)] = number
    return numbers


def _number(value: Any, is_read: bool) -> Any:
    """Return the number that a value, a scalar of numpy or a tensor of one element is; None if it is none, or not to be read."""
    if isinstance(value, (int, float)):
        return None if isinstance(value, bool) else value
    if not is_read and hasattr(value, "is_cpu") and not (type(value).__name__ == "Tensor" and value.is_cpu):
        return None
    try:
        number = value.item()
    except Exception:  # noqa: BLE001 - it has no such function, or several elements; or an error of its own
        return None
    return number if isinstance(number, (int, float)) and not isinstance(number, bool) else None


def _whole(step: Any, is_read: bool) -> int | None:
    number = _number(step, is_read)
    return int(number) if number is not None and (type(number) is not float or number.is_integer()) else None


@functools.lru_cache(_NAMES_KEPT)
def _name(tag: str) -> str:
    """Return the name under which values with a tag are recorded."""
    name = tag[:_LONGEST_NAME]
    if not name.isprintable():
        name = "".join(character if character.isprintable() else "?" for character in name)
    return f"logged {name}" if name.startswith("time_") else name  # "time_data" is a phase's time in a step, in seconds


def _told_apart(writer: Any, tag: str) -> str:
    """Return a tag, preceded by the name of the writer's folder if that is not the first writer's."""
    folder = str(getattr(writer, "log_dir", None) or getattr(writer, "logdir", ""))
    if not _folders.setdefault(folder, len(_folders)):
        return tag
    return f"{os.path.basename(os.path.normpath(folder))}/{tag}"


def _scalar(writer: Any, tag: Any, scalar_value: Any, global_step: Any = None, *_: Any, **__: Any) -> Logged:
    return global_step, {_told_apart(writer, tag): scalar_value}, True


def _scalars(writer: Any, main_tag: Any, tag_scalar_dict: Any, global_step: Any = None, *_: Any, **__: Any) -> Logged:
    return global_step, {_told_apart(writer, main_tag): tag_scalar_dict}, True


def _connected(connector: Any, metrics: Any, step: Any = None) -> Logged:
    if step is None and "step" in metrics:
        metrics = dict(metrics)
        step = metrics.pop("step")
    elif step is None:
        step = connector.trainer.fit_loop.epoch_loop._batches_that_stepped  # as Lightning does itself
    return step, metrics, bool(connector.trainer.loggers)


def _trained(trainer: Any, logs: Any, *_: Any, **__: Any) -> Logged:
    return trainer.state.global_step, logs, False


def _of_run(_run: Any, data: Any, step: Any = None, *_: Any, **__: Any) -> Logged:
    return step, data, True


def _metric(key: Any, value: Any, step: Any = None, *_: Any, **__: Any) -> Logged:
    return step, {key: value}, True


def _metrics(metrics: Any, step: Any = None, *_: Any, **__: Any) -> Logged:
    return step, metrics, True


_WRITER = (Logger("SummaryWriter", "add_scalar", _scalar), Logger("SummaryWriter", "add_scalars", _scalars))
_CONNECTOR = (Logger("_LoggerConnector", "log_metrics", _connected),)
LOGGERS: dict[str, tuple[Logger, ...]] = {
    "torch.utils.tensorboard.writer": _WRITER,
    "tensorboardX.writer": _WRITER,
    "lightning.pytorch.trainer.connectors.logger_connector.logger_connector": _CONNECTOR,
    "pytorch_lightning.trainer.connectors.logger_connector.logger_connector": _CONNECTOR,
    "transformers.trainer": (Logger("Trainer", "log", _trained),),
    "wandb.sdk.wandb_run": (Logger("Run", "log", _of_run),),
    "mlflow.tracking.fluent": (Logger("", "log_metric", _metric), Logger("", "log_metrics", _metrics)),
}
"""The logging functions, by module."""

"""12 steps on batches from a device, and between them all that a program may do with the methods that copy; prints what it finds."""

import pickle
from collections.abc import Callable
from typing import Any

import simulated_device  # type: ignore[import-not-found]  # noqa: F401 - for the device
import torch
from torch import nn
from torch._dynamo.utils import counters
from torch.overrides import TorchFunctionMode

METHODS = {name: getattr(torch.Tensor, name) for name in ("to", "cpu", "cuda", "copy_")}
calls: list[str] = []
torch.manual_seed(0)
model = nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
values = torch.ones(3)


class Tripled(torch.Tensor):  # type: ignore[misc]  # of torch, which is not followed here
    @classmethod
    def __torch_function__(cls, function: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        calls.append(getattr(function, "__name__", ""))
        result = super().__torch_function__(function, types, args, kwargs or {})
        return 3 * result if function is METHODS["to"] else result


class Own(torch.Tensor):  # type: ignore[misc]
    def to(self, *args: Any) -> Any:
        return super().to(*args) + 1


class Listening(TorchFunctionMode):  # type: ignore[misc]
    def __torch_function__(self, function: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        calls.append(getattr(function, "__name__", ""))
        return function(*args, **(kwargs or {}))


def step() -> None:
    optimizer.zero_grad()
    inputs = torch.ones(2, 4).to("simulated").cpu().as_subclass(torch.Tensor)
    model(inputs).sum().backward()
    optimizer.step()


def moved(tensor: torch.Tensor) -> torch.Tensor:
    return tensor.to(torch.float64).cpu() + 1


def filled(tensor: torch.Tensor) -> torch.Tensor:
    return torch.zeros_like(tensor).copy_(tensor) + 1


def moved_by_class(tensor: torch.Tensor) -> torch.Tensor:
    return torch.Tensor.cpu(torch.Tensor.to(tensor, torch.float64)) + 1


def with_mode() -> list[str]:
    calls.clear()
    with Listening():
        moved(values)
        values.to("meta")
    return list(calls)


def with_subclass() -> tuple[list[str], list[float]]:
    calls.clear()
    found = moved(values.as_subclass(Tripled)).tolist()
    values.as_subclass(Tripled).to("meta")
    return list(calls), found


def filled_subclass() -> tuple[list[str], list[float]]:
    calls.clear()
    found = filled(values.as_subclass(Tripled)).tolist()
    return list(calls), found


def refused() -> str:
    try:
        values.to("nowhere")
    except RuntimeError as error:
        return str(error).splitlines()[0]
    return ""


def replaced() -> list[float]:
    torch.Tensor.to = lambda tensor, *_: tensor + 5
    found = values.to(torch.float64)
    step_by_cpu = model(torch.ones(2, 4)).sum()
    step_by_cpu.backward()
    optimizer.step()
    del torch.Tensor.to
    return [*found.tolist(), values.to(torch.float64).sum().item()]


def whole(function: Callable[..., Any]) -> Callable[..., Any]:
    return torch.compile(function, backend="eager", fullgraph=True)


ACTIONS: dict[str, Callable[[], Any]] = {
    "class": lambda: [getattr(torch.Tensor, name) is method for name, method in METHODS.items()],
    "pickle": lambda: pickle.loads(pickle.dumps(torch.Tensor.to)) is METHODS["to"],
    "bound pickle": lambda: pickle.loads(pickle.dumps(values.to))(torch.float64).dtype,
    "bound": lambda: (values.to.__name__, values.to.__self__ is values, values.to.__doc__ == METHODS["to"].__doc__),
    "error": refused,
    "mode": with_mode,
    "subclass": with_subclass,
    "override": lambda: values.as_subclass(Own).to(torch.float64).tolist(),
    "script": lambda: torch.jit.script(moved)(values).tolist(),
    "trace": lambda: str(torch.jit.trace(moved, (values,)).graph),
    "export": lambda: str(torch.export.export(nn.Sequential(nn.Linear(3, 1)), (values,)).graph),
    "vmap": lambda: torch.func.vmap(moved)(values).tolist(),
    "compile": lambda: whole(moved)(values).tolist(),
    "script of a copy": lambda: torch.jit.script(filled)(values).tolist(),
    "trace of a copy": lambda: str(torch.jit.trace(filled, (values,)).graph),
    "vmap of a copy": lambda: torch.func.vmap(filled)(values).tolist(),
    "compile of a copy": lambda: whole(filled)(values).tolist(),
    "copy of a subclass": filled_subclass,
    "reset": torch._dynamo.reset,
    "compile of the class": lambda: whole(moved_by_class)(values).tolist(),
    "compile of a subclass": lambda: whole(moved)(values.as_subclass(Tripled)).tolist(),
    "compile of an override": lambda: whole(moved)(values.as_subclass(Own)).tolist(),
    "replaced": replaced,
}
"""By name; one between two steps."""
for name, action in ACTIONS.items():
    step()
    print(name, action())
print("breaks", sum(counters["graph_break"].values()), "graphs", counters["stats"]["unique_graphs"])

"""What is wrapped in torch, on stand-ins of its modules: the real classes would stay wrapped for all tests."""

import sys
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from gpuscope.probe.hooks import torch_hooks


class Iterator:
    """As torch's iterator of a loader: with persistent workers it is kept, and reset for each epoch but the first."""

    def __init__(self, loader: Any) -> None:
        self.loader = loader

    def _reset(self, loader: Any, first_iter: bool = False) -> None:
        self.loader = loader

    def __next__(self) -> str:
        return "a batch"


def test_an_epoch_begins_with_a_new_iterator_and_with_one_that_is_reset(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch_hooks, "_replaced", [])
    begun: list[str] = []
    module = SimpleNamespace(_BaseDataLoaderIter=Iterator, BatchSampler=list)
    watch: Any = SimpleNamespace(begun=lambda: begun.append("an epoch"), drawing=lambda original: lambda iterator: original(iterator))
    torch_hooks._wrap_loader(module, watch)
    loader = SimpleNamespace(batch_sampler=None, batch_size=8)
    iterator = Iterator(loader)
    assert (iterator.loader, begun) == (loader, ["an epoch"])
    iterator._reset("another loader", first_iter=True)
    assert (iterator.loader, begun) == ("another loader", ["an epoch"] * 2)
    assert next(iterator) == "a batch"


class Base:
    """As torch's own class of tensors, with its methods."""

    device = property(lambda _: "the host")

    def to(self) -> object:
        return self

    cpu = cuda = to


@pytest.fixture
def tensor_class(monkeypatch: pytest.MonkeyPatch) -> type[Base]:
    """Return the class of tensors of a torch that has a device, which is not used yet; its copies can be observed."""
    tensors = type("Tensor", (Base,), {"cpu": lambda self: "the program's own"})
    own = SimpleNamespace(_get_privateuse1_backend_name=lambda: "npu", _get_tracing_state=None, DisableTorchFunction=None, TensorBase=Base)
    contents: dict[str, dict[str, Any]] = {
        "torch": {"Tensor": tensors, "dtype": int, "_C": own},
        "torch.npu": {"is_initialized": lambda: False},
    }
    for name, content in contents.items():
        monkeypatch.setitem(sys.modules, name, module := ModuleType(name))
        vars(module).update(content)
    for name in ("torch.cuda", "torch.xpu", "torch._dynamo"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    watch = SimpleNamespace(
        copying=lambda original, *_: (lambda stand_in, tensor, owner=None: original if tensor is None else observed, observed)
    )
    monkeypatch.setattr(torch_hooks, "_watch", watch)
    monkeypatch.setattr(torch_hooks, "_stand_ins", {})
    monkeypatch.setattr(torch_hooks, "_is_hidden", False)
    return tensors


def observed() -> None:
    """Stand in for the function that observes a copy."""


def begin_to_use_the_device() -> None:
    vars(sys.modules["torch.npu"])["is_initialized"] = lambda: True


def test_copies_are_observed_once_a_device_is_used(tensor_class: type[Base]) -> None:
    torch_hooks._read_devices()
    assert tensor_class().to is not observed
    begin_to_use_the_device()
    torch_hooks._read_devices()
    assert tensor_class().to is tensor_class().cuda is observed
    assert (tensor_class.to, tensor_class.cuda) == (Base.to, Base.cuda)
    assert tensor_class().cpu() == "the program's own"


def test_copies_are_not_observed_while_the_compiler_works_or_where_it_cannot_be_heard(
    tensor_class: type[Base], monkeypatch: pytest.MonkeyPatch
) -> None:
    begin_to_use_the_device()
    monkeypatch.setitem(sys.modules, "torch._dynamo", ModuleType("torch._dynamo"))
    torch_hooks._read_devices()
    assert "to" not in vars(tensor_class)
    heard: list[str] = []
    handler = SimpleNamespace(run_start_callbacks=lambda: heard.append("start"), run_end_callbacks=lambda: heard.append("end"))
    torch_hooks._wrap_compiler(SimpleNamespace(callback_handler=handler), torch_hooks._watch)  # type: ignore[arg-type]
    torch_hooks._read_devices()
    assert tensor_class().to is observed
    handler.run_start_callbacks()
    assert "to" not in vars(tensor_class)
    tensor_class.cuda = own = lambda self: self
    handler.run_end_callbacks()
    assert (tensor_class().to, heard) == (observed, ["start", "end"])
    assert vars(tensor_class)["cuda"] is own

"""What every test of the window gets."""

import gc
from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

for _waiting in (QtBot.waitUntil, QtBot.waitSignal):
    assert _waiting.__kwdefaults__ is not None
    _waiting.__kwdefaults__["timeout"] = 60_000  # on two cores that other tests share, 5 s are not much


@pytest.fixture(scope="module")
def frozen_imports() -> None:
    """Leave what was imported until now out of every later collection: compilers and engines alone cost each test 80 ms."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def cycles_are_collected_by_this_thread(frozen_imports: None) -> Iterator[None]:
    """Keep services' threads from collecting a widget's cycle, which ends the process; the window does so by `CycleCollector`."""
    gc.disable()
    yield
    gc.collect()
    gc.enable()

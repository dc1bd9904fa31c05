"""What the system refuses is told apart from bugs."""

import errno
import os
from types import SimpleNamespace

import pytest

from gpuscope.core.errors import NOT_ENOUGH_MEMORY, refusal_by_system

LIBRARY = "/opt/venv/numpy/core.so"


def unmapped() -> ImportError:
    """Return the error of a library that glibc cannot map."""
    return ImportError(f"{LIBRARY}: failed to map segment from shared object", name="core", path=LIBRARY)


@pytest.fixture(params=[0, getattr(os, "ST_NOEXEC", 8)], ids=["exec", "noexec"])
def is_noexec(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Mount the library's file system, with or without noexec."""
    flags = {LIBRARY: request.param}
    monkeypatch.setattr(os, "statvfs", lambda path: SimpleNamespace(f_flag=flags[path]), raising=False)
    return bool(request.param)


def test_a_library_that_may_not_be_executed_is_no_lack_of_memory(is_noexec: bool) -> None:
    numpy_of = ImportError("numpy's extensions cannot be imported")
    numpy_of.__cause__ = unmapped()
    for error in (unmapped(), numpy_of):
        refusal = refusal_by_system(error)
        assert refusal is not None
        assert (refusal.message == NOT_ENOUGH_MEMORY) is not is_noexec
        assert (LIBRARY in refusal.message and "noexec" in refusal.hint) is is_noexec


@pytest.mark.parametrize(
    "error", [MemoryError(), OSError(errno.ENOMEM, "Cannot allocate memory"), ImportError("x: failed to map segment from shared object")]
)
def test_a_refusal_of_memory_is_called_that(error: Exception) -> None:
    refusal = refusal_by_system(error)
    assert refusal is not None
    assert refusal.message == NOT_ENOUGH_MEMORY


@pytest.mark.parametrize("error", [None, ValueError("8 EiB"), ImportError("no module named numpy"), OSError(errno.ENOSPC, "full")])
def test_everything_else_is_not_the_systems(error: Exception | None) -> None:
    assert refusal_by_system(error) is None

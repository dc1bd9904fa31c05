"""Postponed imports: what is missing stays missing, and what fails leaves nothing half-made."""

import importlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from gpuscope.system import imports

UNTIL_TRIED = """
import sys
first = 1
sys.tries.append(1)
if len(sys.tries) == 1:
    raise {error}
second = 2
"""
"""Fails the first time it is executed."""


@pytest.fixture
def postponed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Callable[[str], None]]:
    """Give a function that writes a module ``made_here``, and postpones it."""

    def postpone(text: str) -> None:
        (tmp_path / "made_here.py").write_text(text)
        importlib.invalidate_caches()
        imports.postpone_imports()

    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.setattr(sys, "tries", [], raising=False)
    monkeypatch.setattr(imports, "POSTPONED", ("made_here",))
    monkeypatch.syspath_prepend(str(tmp_path))
    yield postpone
    sys.modules.pop("made_here", None)


@pytest.mark.parametrize(("extension", "name"), [("_bz2", "bz2"), ("_lzma", "lzma")])
def test_a_module_whose_extension_this_python_lacks_is_not_postponed(monkeypatch: pytest.MonkeyPatch, extension: str, name: str) -> None:
    monkeypatch.setattr(imports, "POSTPONED", (name,))
    monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setitem(sys.modules, extension, None)
    imports.postpone_imports()
    with pytest.raises(ImportError):  # which shutil, zipfile and others expect here
        importlib.import_module(name)


@pytest.mark.parametrize("error", [ImportError, KeyboardInterrupt])
def test_an_import_that_fails_leaves_no_half_empty_module(postponed: Callable[[str], None], error: type[BaseException]) -> None:
    postponed(UNTIL_TRIED.format(error=error.__name__))
    held = importlib.import_module("made_here")
    with pytest.raises(error):
        _ = held.second
    assert "made_here" not in sys.modules
    assert held.second == 2, "it is tried again on the next access"
    assert importlib.import_module("made_here").second == 2


def test_what_cannot_be_imported_at_the_end_is_left_to_those_who_need_it(postponed: Callable[[str], None]) -> None:
    postponed("raise ImportError('its library is missing')")
    imports.finish_imports()
    with pytest.raises(ImportError, match="its library is missing"):
        importlib.import_module("made_here")

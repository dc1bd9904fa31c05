"""A store for each test."""

from pathlib import Path

import pytest


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "store" / "gpuscope.sqlite"


@pytest.fixture
def url(path: Path) -> str:
    return f"sqlite:///{path}"

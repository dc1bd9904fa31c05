"""The reference implementation."""

import importlib
from types import ModuleType

import pytest


@pytest.fixture(scope="session")
def scipy_stats() -> ModuleType:
    """Import scipy.stats here: it takes a second of a core, which each worker would spend while it collects these files."""
    return importlib.import_module("scipy.stats")

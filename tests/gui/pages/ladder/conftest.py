"""Fixtures of the tests of the Ladder page."""

import pytest
from PySide6.QtCore import QMimeDatabase


@pytest.fixture(scope="package", autouse=True)
def known_file_types() -> None:
    """Make Qt map its table of file types, which it does on first use in a file dialog and keeps open."""
    QMimeDatabase().mimeTypeForName("inode/directory").isValid()

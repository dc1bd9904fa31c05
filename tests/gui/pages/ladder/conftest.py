"""What the tests of the Ladder page share."""

import pytest
from PySide6.QtCore import QMimeDatabase


@pytest.fixture(scope="package", autouse=True)
def known_file_types() -> None:
    """Qt maps the table of file types at its first use, in a file dialog, and keeps it."""
    QMimeDatabase().mimeTypeForName("inode/directory").isValid()

"""What every test gets: a home of its own, a clean environment, and guards that fail a test which leaves something behind."""

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from tests.guards import gpuscope_home, leaves_nothing_behind, logs_nothing_unexpected

__all__ = ["gpuscope_home", "leaves_nothing_behind", "logs_nothing_unexpected"]

pytest_plugins = ["pytester"]

"""Keeps Shiboken from reading the source of every module that is imported behind it.

It looks in each one for users of its optional features (``from __feature__ import snake_case``), of which there are none here: a tenth
of the time until the first charts stand, for numpy, pyqtgraph and gpuscope have 500 modules. Where a later version of Shiboken does it
in another way, nothing is changed.
"""

import sys
from typing import Any


def spare_reading_sources() -> None:
    """Say of every module imported from now on that it uses no optional feature."""
    feature: Any = sys.modules.get("shibokensupport.feature")
    if hasattr(feature, "_mod_uses_pyside"):
        feature._mod_uses_pyside = lambda _: False

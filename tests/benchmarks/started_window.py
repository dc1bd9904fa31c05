"""The window as `gpuscope` opens it, for the benchmarks: prints when its first frame was painted and what was loaded by then; exits."""

import os
import sys
import time
from typing import Any

from gpuscope import app
from gpuscope.__main__ import main

_LATER = ("torch", "sqlalchemy", "numpy", "pyqtgraph")
_shown = app.early_frame


def early_frame() -> Any:
    frame = _shown()
    print(time.monotonic_ns(), *(name for name in _LATER if name in sys.modules), flush=True)
    assert frame is not None
    assert frame.is_painted
    os._exit(0)


app.early_frame = early_frame
sys.exit(main())

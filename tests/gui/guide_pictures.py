"""Draws the guide's pictures: ``python -m tests.gui.guide_pictures``. Both languages share them.

The runs are invented, and their GPU is labelled as such.
"""

import sys
import tempfile
from pathlib import Path

from PySide6.QtGui import QImage

from gpuscope.system import paths
from tests.gui import contact_sheet

LOOK = ("1024x640", "dark", "en")
PAGES = ("run-empty", "run-kept", "compare", "health")


def main() -> int:
    """Draw the pictures."""
    target = paths.resources_folder() / "guide" / "pictures"
    target.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="gpuscope-guide-") as folder:
        contact_sheet.draw_invented(Path(folder), [LOOK], PAGES)
        for name in PAGES:
            picture = QImage(f"{folder}/{name}-{'-'.join(LOOK)}.png").convertToFormat(QImage.Format.Format_RGB888)
            picture.save(str(target / f"{name}.png"), quality=0)  # quality 0 gives the smallest file
            print(target / f"{name}.png")
    return 0


if __name__ == "__main__":
    sys.exit(main())

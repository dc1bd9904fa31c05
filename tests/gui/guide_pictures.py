"""Draws the guide's pictures: ``python -m tests.gui.guide_pictures``, in every language of the guide.

The runs are invented, and their GPU is labelled as such.
"""

import sys
import tempfile
from pathlib import Path

from PySide6.QtGui import QImage

from gpuscope.system import paths
from gpuscope.system.language import ENGLISH, LANGUAGES
from tests.gui import contact_sheet

SIZE, THEME = "1024x640", "dark"
PAGES = ("run-empty", "run-kept", "compare", "health")


def main() -> int:
    """Draw the pictures."""
    guide = paths.resources_folder() / "guide"
    with tempfile.TemporaryDirectory(prefix="gpuscope-guide-") as folder:
        contact_sheet.draw_invented(Path(folder), [(SIZE, THEME, code) for code in LANGUAGES], PAGES)
        for code in LANGUAGES:
            target = (guide if code == ENGLISH else guide / code) / "pictures"
            target.mkdir(exist_ok=True)
            for name in PAGES:
                picture = QImage(f"{folder}/{name}-{SIZE}-{THEME}-{code}.png").convertToFormat(QImage.Format.Format_RGB888)
                picture.save(str(target / f"{name}.png"), quality=0)  # quality 0 gives the smallest file
                print(target / f"{name}.png")
    return 0


if __name__ == "__main__":
    sys.exit(main())

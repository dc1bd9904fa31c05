"""Draws the guide's pictures: ``python -m tests.gui.guide_pictures``, in every language of the guide and both themes.

The runs are invented, and their GPU is labelled as such.
"""

import sys
import tempfile
from itertools import product
from pathlib import Path

from PySide6.QtGui import QImage

from gpuscope.system import paths
from gpuscope.system.language import ENGLISH, LANGUAGES
from tests.gui import contact_sheet, small_png

SIZE = "1024x640"
FOLDERS = {"dark": "pictures", "light": "pictures/light"}
"""Folder of each theme; the pages refer to the dark ones."""
PAGES = ("run-empty", "run-kept", "compare", "health")


def main() -> int:
    """Draw the pictures."""
    guide = paths.resources_folder() / "guide"
    with tempfile.TemporaryDirectory(prefix="gpuscope-guide-") as folder:
        contact_sheet.draw_invented(Path(folder), [(SIZE, theme, code) for code in LANGUAGES for theme in FOLDERS], PAGES)
        for code, theme, name in product(LANGUAGES, FOLDERS, PAGES):
            target = (guide if code == ENGLISH else guide / code) / FOLDERS[theme] / f"{name}.png"
            target.parent.mkdir(exist_ok=True)
            small_png.save(QImage(f"{folder}/{name}-{SIZE}-{theme}-{code}.png"), target)
            print(target)
    return 0


if __name__ == "__main__":
    sys.exit(main())

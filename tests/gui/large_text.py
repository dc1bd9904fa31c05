"""Walks through every page with larger text, and prints texts that are cut off.

    python -m tests.gui.large_text PER_CENT LANGUAGE FOLDER [PICTURES [THEME]]

The optional last arguments are a folder in which every page is drawn, and the theme. The store is that of GPUSCOPE_HOME.
"""

import json
import os
import sys
from pathlib import Path

SIZE = (1280, 800)


def main(per_cent: str, code: str, folder: str, pictures: str = "", theme: str = "light") -> int:
    """Return 1 if a text is cut off."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from gpuscope.gui.first_frame import MEMORY_FILE, show_first_frame
    from gpuscope.system import paths

    paths.private_folder(paths.home())
    (paths.home() / MEMORY_FILE).write_text(json.dumps({"text_size": int(per_cent), "theme": theme}), encoding="utf-8")
    first = show_first_frame(SIZE)  # sets the text size, so it runs before anything that measures text is imported
    from PySide6.QtWidgets import QScrollArea, QWidget

    from gpuscope.gui.widgets.page_stack import PageStack
    from tests.gui.page_walk import Walk
    from tests.gui.test_accessibility import clipped, settle

    found: list[str] = []

    def _beyond(shown: QWidget) -> list[int]:
        areas = [area for area in shown.findChildren(QScrollArea) if any(isinstance(one, PageStack) for one in area.widget().children())]
        return [beyond for area in areas if (beyond := area.horizontalScrollBar().maximum()) > 0]

    def visit(name: str, shown: QWidget) -> None:
        shown.resize(*SIZE)
        settle()
        found.extend(f"{name}: {problem}" for problem in clipped(shown))
        found.extend(f"{name}: the page is {beyond} pixels wider than the window" for beyond in _beyond(shown))
        if (shown.width(), shown.height()) != SIZE:
            found.append(f"{name}: the window grew to {shown.width()} x {shown.height()}")
        if pictures:
            shown.grab().save(str(Path(pictures) / f"{code}-{per_cent}-{theme}-{name}.png"))

    walk = Walk(Path(folder), visit, SIZE, code, has_dialogs=False)
    first.close()  # the session ends when its last window closes
    walk.go()
    for problem in dict.fromkeys(found):
        print(problem)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

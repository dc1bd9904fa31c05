"""Desktop integration: menu entry, icons, the type of ``.gpuscope`` files, metadata; and the manual page."""

from __future__ import annotations

import gzip
import shutil
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from installers.own_python import CopiedPython

ROOT = Path(__file__).resolve().parents[2]
FILES = Path(__file__).resolve().parent / "files"
ICON_SIZES = (16, 22, 24, 32, 48, 64, 128, 256, 512)
"""Sizes in pixels that panels, menus and software centres use (freedesktop's icon theme specification)."""
METAINFO = "invalid.gpuscope.gpuscope.metainfo.xml"
"""Its id lies below .invalid, which RFC 2606 reserves: gpuscope has no home on the network yet."""
_DRAW = """if True:
    import sys
    from PySide6.QtCore import QRectF
    from PySide6.QtGui import QImage, QPainter
    from PySide6.QtSvg import QSvgRenderer
    renderer = QSvgRenderer(sys.argv[1])
    for size, path in zip(map(int, sys.argv[2::2]), sys.argv[3::2]):
        image = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(0)
        painter = QPainter(image)
        renderer.render(painter, QRectF(0, 0, size, size))
        painter.end()
        assert image.save(path), path
"""


def write(share: Path, python: CopiedPython) -> None:
    """Write all files below a ``share`` folder.

    Args:
        share: The folder.
        python: The bundle's interpreter, which draws the icons.
    """
    for source, target in (
        ("gpuscope.desktop", "applications/gpuscope.desktop"),
        ("gpuscope-mime.xml", "mime/packages/gpuscope.xml"),
    ):
        (share / target).parent.mkdir(parents=True)
        shutil.copyfile(FILES / source, share / target)
    (share / "metainfo").mkdir()
    (share / "metainfo" / METAINFO).write_text(metainfo(), encoding="utf-8")
    _icons(share / "icons" / "hicolor", python)
    manual = share / "man" / "man1"
    manual.mkdir(parents=True)
    (manual / "gpuscope.1.gz").write_bytes(gzip.compress(manual_page().encode(), mtime=0))


def metainfo() -> str:
    """Return the AppStream metadata with the version and the date of this build."""
    text = (FILES / METAINFO).read_text(encoding="utf-8")
    return text.replace("@VERSION@", version()).replace("@DATE@", f"{datetime.now(UTC):%Y-%m-%d}")


def version() -> str:
    """Return gpuscope's version."""
    _import_gpuscope()
    from gpuscope import __version__

    return __version__


def manual_page() -> str:
    """Return the manual page (man(7)), generated from the verbs that ``gpuscope --help`` lists."""
    _import_gpuscope()
    from gpuscope.cli.parser import VERBS

    verbs = "\n".join(f".TP\n.B {name}\n{_escaped(text[:1].upper() + text[1:])}." for name, text in VERBS)
    return f"""\
.TH GPUSCOPE 1 "" "gpuscope {version()}" "User Commands"
.SH NAME
gpuscope \\- run, record and compare deep\\-learning workloads in time and in joules
.SH SYNOPSIS
.B gpuscope
.br
.B gpuscope
.I VERB
[\\fIoption\\fR ...]
.SH DESCRIPTION
Without a verb the window opens. Every verb takes \\fB\\-\\-help\\fR, \\fB\\-\\-json\\fR and \\fB\\-\\-store\\fR \\fIURL\\fR.
.SH VERBS
{verbs}
.SH FILES
.TP
.I ~/.local/share/gpuscope
Runs and settings, and torch where gpuscope installed it; another folder is named by \\fBGPUSCOPE_HOME\\fR.
.SH EXIT STATUS
0 good; 1 a run failed; 2 wrong arguments; 3 not usable here; 130 stopped by request.
\\fBrun \\-\\- COMMAND\\fR ends with the command's own code.
"""


def _escaped(text: str) -> str:
    return text.replace("\\", "\\e").replace("-", "\\-")


def _import_gpuscope() -> None:
    if str(ROOT) not in sys.path:
        sys.path.insert(0, str(ROOT))


def _icons(theme: Path, python: CopiedPython) -> None:
    source = ROOT / "resources" / "icons" / "gpuscope.svg"
    scalable = theme / "scalable" / "apps"
    scalable.mkdir(parents=True)
    shutil.copyfile(source, scalable / "gpuscope.svg")
    wanted: list[str] = []
    for size in ICON_SIZES:
        folder = theme / f"{size}x{size}" / "apps"
        folder.mkdir(parents=True)
        wanted += [str(size), str(folder / "gpuscope.png")]
    python.run("-c", _DRAW, str(source), *wanted)

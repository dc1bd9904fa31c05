"""The licences of everything in a package."""

from __future__ import annotations

import email
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_TEXTS = re.compile(r"^(licen[cs]e|copying|notice|authors)", re.IGNORECASE)
_HEAD = """\
gpuscope is free software under the MIT licence (file LICENSE). This package also holds the following, each under its own licence;
the texts lie beside this file.

"""


def write(folder: Path, prefix: Path, packages: Path) -> None:
    """Write LICENSE, THIRD-PARTY.txt and the licence texts.

    Args:
        folder: Target folder.
        prefix: The bundle.
        packages: Folder of its Python packages.
    """
    folder.mkdir(parents=True)
    shutil.copy2(ROOT / "LICENSE", folder / "LICENSE")
    texts = folder / "licences"
    texts.mkdir()
    common = Path("/usr/share/common-licenses")  # referenced by Debian's copyright files and by Qt's metadata
    if common.is_dir():
        shutil.copytree(common, texts / "common")
    lines = [_python(texts), *_packages(packages, texts), *_libraries(prefix / "lib", texts)]
    (folder / "THIRD-PARTY.txt").write_text(_HEAD + "\n".join(lines) + "\n", encoding="utf-8")


def _python(texts: Path) -> str:
    version = sys.version.split()[0]
    for place in (Path(sysconfig.get_path("stdlib"), "LICENSE.txt"), Path("/usr/share/doc/python3/copyright")):
        if place.is_file():
            shutil.copy2(place, texts / "Python.txt")
            break
    return f"Python {version}: Python Software Foundation License (licences/Python.txt)"


def _packages(packages: Path, texts: Path) -> list[str]:
    lines = []
    for folder in sorted(packages.glob("*.dist-info")):
        about = email.message_from_string((folder / "METADATA").read_text(encoding="utf-8", errors="replace"))
        name = str(about["Name"])
        count = 0
        for path in sorted(folder.rglob("*")):
            if path.is_file() and _TEXTS.match(path.name):
                count += 1
                target = texts / name / path.name
                target.parent.mkdir(exist_ok=True)
                if target.exists():  # numpy and scipy ship several files of the same name
                    target = target.with_name(f"{path.parent.name}-{path.name}")
                shutil.copy2(path, target)
        where = f" (licences/{name})" if count else ""
        lines.append(f"{name} {about['Version']}: {_terms(about)}{where}")
    return lines


def _terms(about: email.message.Message) -> str:
    """Return the licence stated in a package's metadata."""
    expression = about["License-Expression"]
    if expression:
        return str(expression)
    classifiers = [str(entry).split("::")[-1].strip() for entry in about.get_all("Classifier", []) if str(entry).startswith("License ::")]
    named = str(about["License"] or "").strip().split("\n")[0][:80]
    return ", ".join(classifiers) or named or "see its texts"


def _libraries(folder: Path, texts: Path) -> list[str]:
    """Return a line for each copied system library."""
    return [library_line(path.name, texts) for path in sorted(folder.glob("*.so*")) if not path.name.startswith("libpython")]


def library_line(name: str, texts: Path) -> str:
    """Return the line for a copied system library, and copy its Debian copyright file."""
    package = owner(name).partition(":")[0]
    source = Path("/usr/share/doc", package, "copyright")
    if package and source.is_file():
        shutil.copy2(source, texts / f"{package}.txt")
        return f"{name}, from the package {package}: licences/{package}.txt"
    return f"{name}: from the machine that built this package, which does not say under which licence"


def owner(library: str) -> str:
    """Return the system package that contains a shared library, with its architecture ("libssl3:amd64"); "" for none."""
    done = subprocess.run(["dpkg-query", "-S", f"*/{library}"], check=False, capture_output=True, text=True)
    owners = [line.partition(": ")[0] for line in done.stdout.splitlines() if not line.startswith("diversion")]
    return next((name for name in owners if not name.split(":")[0].endswith(("-dev", "-dbg"))), "")

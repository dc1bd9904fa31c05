"""The packages' metadata for the desktop, the package manager and the user, without building; building and trying them are commands."""

import os
import shutil
import subprocess
import sys
import tomllib
import xml.etree.ElementTree as ElementTree
from configparser import ConfigParser
from pathlib import Path

import pytest

import build_installers
from gpuscope import __version__
from gpuscope.cli.parser import VERBS
from installers import appimage, bundle, debian_package, desktop_files, licences, shared_libraries

FILES = desktop_files.FILES
MIME = "{http://www.freedesktop.org/standards/shared-mime-info}"


def test_a_double_click_on_a_bundle_starts_the_verb_that_opens_it() -> None:
    entry = ConfigParser(interpolation=None, strict=True)
    entry.optionxform = str  # type: ignore[assignment, method-assign]
    entry.read(FILES / "gpuscope.desktop", encoding="utf-8")
    desktop = entry["Desktop Entry"]
    verb, place = desktop["Exec"].split()[1:]
    assert (verb in dict(VERBS), place) == (True, "%F")
    kind = ElementTree.parse(FILES / "gpuscope-mime.xml").getroot()[0]
    assert desktop["MimeType"] == f"{kind.attrib['type']};"
    assert [glob.attrib["pattern"] for glob in kind.findall(f"{MIME}glob")] == ["*.gpuscope"]
    assert [parent.attrib["type"] for parent in kind.findall(f"{MIME}sub-class-of")] == ["application/zip"]


@pytest.mark.skipif(shutil.which("desktop-file-validate") is None, reason="needs desktop-file-validate")
def test_the_menu_entry_is_valid() -> None:
    done = subprocess.run(["desktop-file-validate", str(FILES / "gpuscope.desktop")], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")


def test_the_metadata_name_this_version_and_the_same_entry_and_type() -> None:
    component = ElementTree.fromstring(desktop_files.metainfo())
    release = component.find("releases/release")
    assert release is not None
    assert release.attrib["version"] == __version__
    assert component.findtext("launchable") == "gpuscope.desktop"
    assert component.findtext("provides/mediatype") == "application/x-gpuscope"
    assert component.findtext("project_license") == "MIT"


def test_the_package_claims_no_home_on_the_network_unless_its_builder_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DEBFULLNAME", "DEBEMAIL"):
        monkeypatch.delenv(name, raising=False)
    component = ElementTree.fromstring(desktop_files.metainfo())
    assert f"{component.findtext('id')}.metainfo.xml" == desktop_files.METAINFO
    assert (component.findtext("id") or "").startswith("invalid.")
    assert debian_package.maintainer().endswith("@gpuscope.invalid>")
    monkeypatch.setenv("DEBFULLNAME", "A Packager")
    monkeypatch.setenv("DEBEMAIL", "packager@example.org")
    assert debian_package.maintainer() == "A Packager <packager@example.org>"


def test_the_manual_page_lists_every_verb() -> None:
    page = desktop_files.manual_page()
    assert [line.split()[1] for line in page.splitlines() if line.startswith(".B ") and line != ".B gpuscope"] == [
        name for name, _ in VERBS
    ]


def test_a_package_holds_every_requirement_but_torch() -> None:
    wanted = tomllib.loads((bundle.ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    assert [*(name for name in wanted if not name.startswith("torch")), "pip>=24"] == bundle.requirements()
    assert any(name.startswith("torch") for name in wanted)


def test_the_launcher_starts_the_python_beside_it_from_any_folder_and_through_links(tmp_path: Path) -> None:
    place = tmp_path / "opt" / "with space" / "bin"
    place.mkdir(parents=True)
    python = place / "python3"
    python.write_text('#!/bin/sh\nprintf "%s|" "$@"\n')
    launcher = place / "gpuscope"
    launcher.write_text(bundle.LAUNCHER)
    for path in (python, launcher):
        path.chmod(0o755)
    link = tmp_path / "gpuscope"
    link.symlink_to(launcher)
    done = subprocess.run([str(link), "run", "a b"], cwd="/", capture_output=True, text=True, check=True)
    assert done.stdout == "-P|-m|gpuscope|run|a b|"


def test_an_appimage_does_not_rename_the_programs_that_a_shell_starts_in_it(tmp_path: Path) -> None:
    launcher = tmp_path / "opt" / "gpuscope" / "bin" / "gpuscope"
    launcher.parent.mkdir(parents=True)
    launcher.write_text('#!/bin/sh\necho "$*|$APPIMAGE|$ARGV0|$OWD"\n')
    start = tmp_path / "AppRun"
    start.write_text(appimage._APP_RUN)
    for path in (launcher, start):
        path.chmod(0o755)
    environment = {"PATH": os.defpath, "APPIMAGE": "image", "ARGV0": "./gpuscope.AppImage", "OWD": "/"}
    done = subprocess.run([str(start), "run", "a b"], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "run a b|image||\n"


@pytest.mark.skipif(shutil.which("readelf") is None or sys.platform != "linux", reason="needs readelf")
def test_what_an_elf_file_needs_is_read_from_it() -> None:
    [library] = [
        Path(path) for name, path in shared_libraries.found_by_loader(Path(shutil.which("readelf") or "")).items() if name == "libc.so.6"
    ]
    assert shared_libraries.OF_GLIBC.match(library.name)
    assert list(shared_libraries.needed(Path(shutil.which("readelf") or ""))).count("libc.so.6") == 1
    assert shared_libraries.versions_needed([Path(shutil.which("readelf") or "")], "GLIBC_") >= (2, 14)


def test_the_libraries_of_packages_are_not_taken_for_found_among_those_of_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ours, theirs = tmp_path / "lib" / "libz.so.1", tmp_path / "lib" / "python3" / "site-packages" / "a" / "b.so"
    for path in (ours, theirs):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    monkeypatch.setattr(debian_package, "needed", lambda path: ("libz.so.1", "libc.so.6", "libX11.so.6"))
    assert debian_package.outside([ours], tmp_path) == {"libX11.so.6"}
    assert debian_package.outside([theirs], tmp_path) == {"libX11.so.6", "libz.so.1"}


def test_the_control_file_has_what_dpkg_demands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(debian_package, "architecture", lambda: "amd64")
    monkeypatch.setattr(debian_package, "dependencies", lambda files, prefix: ["libc6 (>= 2.36)", "libgl1"])
    (tmp_path / "file").write_bytes(bytes(5000))
    text = debian_package.control_fields(tmp_path, tmp_path)
    fields = dict(line.split(": ", 1) for line in text.splitlines() if not line.startswith(" "))
    assert fields["Package"] == "gpuscope"
    assert (fields["Version"], fields["Architecture"], fields["Installed-Size"]) == (__version__, "amd64", "5")
    assert fields["Depends"] == "libc6 (>= 2.36), libgl1"
    assert "PyTorch is not in it" in text
    assert all(len(line) <= 80 for line in text.splitlines() if line.startswith(" "))


@pytest.mark.parametrize(
    ("action", "left"), [("remove", ["kept.txt"]), ("upgrade", ["__pycache__", "hooks.cpython-313.pyc", "kept.txt", "probe"])]
)
def test_the_removal_of_the_package_takes_the_bytecode_of_other_pythons_along(action: str, left: list[str], tmp_path: Path) -> None:
    prefix = tmp_path / "gpuscope"
    cache = prefix / "probe" / "__pycache__"
    cache.mkdir(parents=True)
    (cache / "hooks.cpython-313.pyc").touch()
    (prefix / "kept.txt").touch()
    script = debian_package.AFTER_REMOVAL.replace("/opt/gpuscope", str(prefix))
    subprocess.run(["sh", "-c", script, "postrm", action], check=True)
    assert sorted(path.name for path in prefix.rglob("*")) == left
    shutil.rmtree(prefix)
    subprocess.run(["sh", "-c", script, "postrm", action], check=True)


def test_a_system_without_wayland_can_install_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What only Qt's Wayland parts need is recommended, under each name that Qt gives those parts."""
    needs = {
        "plugins/platforms/libqxcb.so": ["libX11.so.6"],
        "plugins/platforms/libqwayland.so": ["libwayland-client.so.0"],
        "lib/libQt6WaylandClient.so.6": ["libwayland-client.so.0"],
        "lib/libQt6WlShellIntegration.so.6": ["libwayland-cursor.so.0"],
    }
    qt = tmp_path / "lib" / "python3.11" / "site-packages" / "PySide6" / "Qt"
    for name in needs:
        (qt / name).parent.mkdir(parents=True, exist_ok=True)
        (qt / name).touch()
    monkeypatch.setattr(debian_package, "architecture", lambda: "amd64")
    monkeypatch.setattr(debian_package, "elf_files", lambda prefix: [qt / name for name in needs])
    monkeypatch.setattr(debian_package, "needed", lambda path: needs[str(path.relative_to(qt))])
    monkeypatch.setattr(debian_package, "versions_needed", lambda files, prefix: (2, 36))
    monkeypatch.setattr(licences, "owner", lambda name: f"{name.split('.')[0].lower()}:amd64")
    fields = dict(line.split(": ", 1) for line in debian_package.control_fields(tmp_path, tmp_path).splitlines() if ": " in line)
    assert fields["Depends"] == "libc6 (>= 2.36), libx11"
    assert fields["Recommends"] == "libwayland-client, libwayland-cursor, shared-mime-info"


@pytest.mark.parametrize("runtime", [None, b"\x7fELF\x02\x01\x01\0\0\0\0no mark"])
def test_without_a_runtime_an_appimage_is_refused_in_words(runtime: bytes | None, tmp_path: Path) -> None:
    file = None
    if runtime is not None:
        file = tmp_path / "runtime"
        file.write_bytes(runtime)
    with pytest.raises(shared_libraries.MissingProgramError, match="runtime") as refusal:
        appimage.build(tmp_path, tmp_path, tmp_path / "root", runtime=file)
    assert "type2-runtime" in str(refusal.value)
    assert not (tmp_path / "root").exists()


@pytest.mark.parametrize(
    ("lacking", "kinds", "told"),
    [("hatchling", ["deb"], ".venv/bin/python"), ("dpkg-deb", ["deb"], "apt-get install dpkg"), ("", [], "runtime")],
)
def test_what_the_build_needs_is_looked_for_before_it_begins(
    lacking: str, kinds: list[str], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    begun: list[object] = []
    monkeypatch.setattr(bundle, "find_spec", lambda name: None if name == lacking else name)
    monkeypatch.setattr(bundle, "CopiedPython", begun.append)
    monkeypatch.setattr(shutil, "which", lambda name: None if name == lacking else f"/bin/{name}")
    assert build_installers.main([*kinds, "-o", str(tmp_path)]) == 3
    assert told in capsys.readouterr().err
    assert (begun, list(tmp_path.iterdir())) == ([], [])


def test_the_mark_of_a_runtime_is_known(tmp_path: Path) -> None:
    (tmp_path / "runtime").write_bytes(b"\x7fELF\x02\x01\x01\0AI\x02\0")
    assert appimage.is_runtime(tmp_path / "runtime")

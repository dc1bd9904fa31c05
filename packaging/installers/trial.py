"""Tries a package on a bare system: `python3 -m installers.trial PACKAGE ROOT`, from the folder packaging, as root.

ROOT is a bare root file system (debootstrap --variant=minbase bookworm ROOT), which this changes. In it, the package is installed with
apt, used like a user without torch would use it, and removed; each step is printed with its duration, and the first failure ends the trial
with exit code 1.
"""

from __future__ import annotations

import argparse
import os
import shutil
import stat
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

_USER = "tester"
_HOME = Path("home", _USER)
_LEFT_BY_APT = ("/var/", "/etc/", "/run/", "/tmp/", "/proc/", "/sys/", "/dev/", f"/home/{_USER}/", "/root/.cache/", "/opt/trial/")
_OF_A_DESKTOP = ("libgl1", "libegl1", "libfontconfig1", "libxcb1", "libx11-xcb1", "libdbus-1-3", "libglib2.0-0", "fuse3", "python3")
"""Packages that every desktop has and that an AppImage does not include."""


class TrialError(Exception):
    """A step failed."""


class BareSystem:
    """A root file system in which commands run.

    Args:
        root: Folder of the file system.
    """

    def __init__(self, root: Path) -> None:
        self.root = root

    def run(self, *command: str, user: str = "root", code: int = 0, environment: Sequence[str] = ()) -> str:
        """Run a command in the user's home, print an excerpt of its output including standard error, and return the output.

        Raises:
            TrialError: It ended with a different exit code than ``code``.
        """
        home = "/root" if user == "root" else f"/home/{user}"
        variables = [f"HOME={home}", "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL=C.UTF-8", *environment]
        as_user = [] if user == "root" else ["setpriv", "--reuid", user, "--regid", user, "--clear-groups"]
        began = time.monotonic()
        done = subprocess.run(
            ["chroot", str(self.root), "/usr/bin/env", "-i", "-C", home, *variables, *as_user, *command],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", check=False,
        )  # fmt: skip
        lines = done.stdout.splitlines()
        print(f"$ {' '.join(command)}    [{time.monotonic() - began:.1f} s, exit code {done.returncode}]")
        for line in [*lines[:12], *(["  …"] if len(lines) > 16 else []), *lines[12:][-4:]]:
            print(f"    {line[:180]}")
        if done.returncode != code:
            raise TrialError(f"{command[0]} ended with {done.returncode} instead of {code}")
        return done.stdout

    def files(self) -> set[str]:
        """Return the paths of all files, except those of the package manager, of users and of the kernel."""
        found = subprocess.run(["find", str(self.root), "-xdev"], check=True, capture_output=True, text=True).stdout.splitlines()
        paths = {path.removeprefix(str(self.root)) for path in found}
        return {path for path in paths if not f"{path}/".startswith(_LEFT_BY_APT)}

    @contextmanager
    def mounted(self) -> Iterator[None]:
        """Mount the kernel's file systems in it."""
        places = []
        try:
            for kind, place, options in (("proc", "proc", ()), ("sysfs", "sys", ("-o", "ro")), ("tmpfs", "dev/shm", ())):
                (self.root / place).mkdir(exist_ok=True)
                subprocess.run(["mount", "-t", kind, *options, kind, str(self.root / place)], check=True)
                places.append(place)
            yield
        finally:
            for place in reversed(places):
                subprocess.run(["umount", "-l", str(self.root / place)], check=False)


def main(argv: list[str]) -> int:
    """Try a package and return the exit code."""
    parser = argparse.ArgumentParser(prog="trial", description=(__doc__ or "").split("\n\n")[1])
    parser.add_argument("package", type=Path)
    parser.add_argument("root", type=Path)
    parser.add_argument("--wheels", type=Path, help="folder with wheels of torch and what it needs, for pip without a network")
    parser.add_argument("--display", help="an X display whose socket lies in /tmp/.X11-unix here; else the window is drawn offscreen only")
    arguments = parser.parse_args(argv)
    system = BareSystem(arguments.root.resolve())
    try:
        with system.mounted():
            _prepare(system)
            (_try_deb if arguments.package.suffix == ".deb" else _try_appimage)(system, arguments)
    except TrialError as error:
        print(f"FAILED: {error}")
        return 1
    print("All of it works.")
    return 0


def _prepare(system: BareSystem) -> None:
    if _USER not in (system.root / "etc/passwd").read_text():
        system.run("useradd", "--create-home", _USER)
    shutil.copy("/etc/resolv.conf", system.root / "etc/resolv.conf")
    print((system.root / "etc/os-release").read_text().splitlines()[0])


def _try_deb(system: BareSystem, arguments: argparse.Namespace) -> None:
    before = system.files()
    target = _carried(system, arguments.package)
    apt = ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq", "-y", "-o", "Dpkg::Use-Pty=0"]
    system.run(*apt, "update")
    system.run(*apt, "install", target, "desktop-file-utils", "python3")
    print(f"installed: {int(system.run('dpkg-query', '-Wf', '${Installed-Size}', 'gpuscope')) / 1024:.0f} MiB")
    mine = set(system.run("dpkg", "-L", "gpuscope").splitlines())
    system.run("desktop-file-validate", "/usr/share/applications/gpuscope.desktop")
    _use(system, "/usr/bin/gpuscope", arguments)
    bundle = next((system.root / _HOME).glob("*.gpuscope"))
    kind = system.run("grep", "-h", "gpuscope", "/usr/share/mime/globs2", "/usr/share/applications/mimeinfo.cache")
    if "application/x-gpuscope:*.gpuscope" not in kind or "application/x-gpuscope=gpuscope.desktop" not in kind:
        raise TrialError(f"the desktop does not open {bundle.name} with gpuscope")
    # The system's Python writes bytecode of gpuscope's hooks where it may, that is as root.
    recorded = ["run", "--", "python3", "-c", "import gpuscope; gpuscope.step()"]
    system.run("/usr/bin/gpuscope", *recorded, environment=["GPUSCOPE_HOME=/opt/trial/root"])
    system.run(*apt, "purge", "gpuscope")
    left = sorted(path for path in (system.files() - before) & mine if not (system.root / path.lstrip("/")).is_dir())
    strays = sorted(path for path in system.files() - before if path.startswith("/opt/gpuscope") or "gpuscope" in Path(path).name)
    if left or strays:
        raise TrialError(f"left behind: {(left + strays)[:5]}")
    if not any((system.root / _HOME / ".local/share/gpuscope").iterdir()):
        raise TrialError("the user's runs are gone")
    print("Removed; of gpuscope nothing is left but the user's data.")


def _try_appimage(system: BareSystem, arguments: argparse.Namespace) -> None:
    apt = ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq", "-y", "-o", "Dpkg::Use-Pty=0", "--no-install-recommends"]
    system.run(*apt, "update")
    system.run(*apt, "install", *_OF_A_DESKTOP)
    device = system.root / "dev" / "fuse"
    if not device.exists():
        os.mknod(device, 0o666 | stat.S_IFCHR, os.makedev(10, 229))  # its device number on Linux (admin-guide/devices)
        device.chmod(0o666)
    mounts = system.root / "etc" / "mtab"
    if not mounts.is_symlink():
        mounts.symlink_to("/proc/mounts")  # as on every installed system; without it, fusermount3 unmounts nothing
    target = _carried(system, arguments.package)
    _use(system, target, arguments)
    _outlive(system, target)
    deadline_s = time.monotonic() + 60  # a recorder ends a moment after its run
    while left := [line for line in Path("/proc/mounts").read_text().splitlines() if f"{system.root}/tmp/.mount_" in line]:
        if time.monotonic() > deadline_s:
            raise TrialError(f"{len(left)} mounts of the AppImage were left behind")
        time.sleep(0.5)


def _outlive(system: BareSystem, program: str) -> None:
    """Check that a detached run continues to its end although the AppImage that started it is unmounted at once."""
    system.run(program, "run", "--detach", "--name", "outlives", "--", "/bin/sleep", "4", user=_USER)
    deadline_s = time.monotonic() + 60
    while '"finished"' not in system.run(program, "show", "last", "--json", user=_USER):
        if time.monotonic() > deadline_s:
            raise TrialError("a detached run did not end well")
        time.sleep(2)


def _carried(system: BareSystem, package: Path) -> str:
    folder = system.root / "opt" / "trial"
    folder.mkdir(exist_ok=True)
    shutil.copy(package, folder)
    print(f"{package.name}: {package.stat().st_size / 1e6:.0f} MB")
    return f"/opt/trial/{package.name}"


def _use(system: BareSystem, program: str, arguments: argparse.Namespace, environment: Sequence[str] = ()) -> None:
    """Act as a new user: explore, run a command, install torch, run a workload, export a bundle, open the window."""

    def gpuscope(*words: str, code: int = 0, more: Sequence[str] = ()) -> str:
        return system.run(program, *words, user=_USER, code=code, environment=[*environment, *more])

    gpuscope("--version")
    _forget_pages(system.root / "opt")
    gpuscope("--version")
    gpuscope("doctor")
    gpuscope("monitor", "--json")
    gpuscope("run", "--", "/bin/echo", "from a bare system")
    gpuscope("run", "--", "python3", "-c", "import gpuscope; gpuscope.step()")
    gpuscope("run", "mnist-mlp", "--steps", "20", code=3)
    gpuscope("setup", code=3)
    gpuscope("setup", "--install", code=3)
    wheels = []
    if arguments.wheels:
        shutil.copytree(arguments.wheels, system.root / "opt" / "trial" / "wheels", dirs_exist_ok=True)
        wheels = ["PIP_NO_INDEX=1", "PIP_FIND_LINKS=/opt/trial/wheels"]
    _install_torch(system, program, [*environment, *wheels])
    gpuscope("setup")
    gpuscope("run", "mnist-mlp", "--steps", "200", "--name", "first")
    gpuscope("export", "last", "-o", f"/home/{_USER}/first.gpuscope")
    gpuscope("--page", "runs", "--picture", f"/home/{_USER}/runs.png", "--size", "1280x800")
    if arguments.display:
        _see_window(system, program, arguments.display, environment)
    gpuscope("setup", "--remove")


def _install_torch(system: BareSystem, program: str, environment: Sequence[str]) -> None:
    """Interrupt an installation, which must leave nothing, then start two at once, of which the second must be refused."""
    command = [program, "setup", "--install", "--cpu", "--yes"]
    system.run("timeout", "--preserve-status", "--signal=INT", "4", *command, user=_USER, code=130, environment=environment)
    folder = system.root / _HOME / ".local/share/gpuscope/torch"  # made by the installation, which a busy machine has not begun by then
    left = [path.name for path in folder.iterdir()] if folder.exists() else []
    if left:
        raise TrialError(f"an interrupted installation left {', '.join(left)}")
    both = '"$0" "$@" & sleep 4; "$0" "$@"; code=$?; wait $!; exit $code'
    system.run("sh", "-c", both, *command, user=_USER, code=3, environment=environment)


def _see_window(system: BareSystem, program: str, display: str, environment: Sequence[str]) -> None:
    """Open the bundle in a window on an X display, print how long a cold start takes, and check that a second start hands its file over."""
    sockets = system.root / "tmp" / ".X11-unix"
    sockets.mkdir(exist_ok=True, parents=True)
    subprocess.run(["mount", "--bind", "/tmp/.X11-unix", str(sockets)], check=True)
    screen = [f"DISPLAY={display}", "QT_QPA_PLATFORM=xcb", *environment]
    command = ["chroot", str(system.root), "setpriv", "--reuid", _USER, "--regid", _USER, "--clear-groups", "/usr/bin/env", "-i"]
    bundle = f"/home/{_USER}/first.gpuscope"
    _forget_pages(system.root / "opt")
    began = time.monotonic()
    window = subprocess.Popen([*command, f"HOME=/home/{_USER}", "PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8", *screen, program, "open", bundle])
    try:
        _wait_for(system.root / _HOME / ".local/share/gpuscope/window.sock", window)
        print(f"The window accepts files {time.monotonic() - began:.1f} s after its cold start.")
        told = system.run(program, "open", bundle, user=_USER, environment=screen)
        if "in the window that is open" not in told:
            raise TrialError("a second start did not hand its file to the window")
        print("A second start handed its file to that window.")
    finally:
        window.terminate()
        window.wait(30)
        subprocess.run(["umount", "-l", str(sockets)], check=False)


def _wait_for(path: Path, process: subprocess.Popen[bytes]) -> None:
    deadline_s = time.monotonic() + 60
    while not path.exists():
        if process.poll() is not None or time.monotonic() > deadline_s:
            raise TrialError(f"the window did not open (exit code {process.poll()})")
        time.sleep(0.2)


def _forget_pages(folder: Path) -> None:
    """Drop a package's files from the kernel's page cache, so that the next start is a cold one."""
    for path in folder.rglob("*"):
        if path.is_file() and not path.is_symlink():
            descriptor = os.open(path, os.O_RDONLY)
            try:
                os.fsync(descriptor)
                os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
            finally:
                os.close(descriptor)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

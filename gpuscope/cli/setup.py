"""``gpuscope setup``: shows which torch runs the workloads, selects another one, or installs one after asking."""

import argparse
import signal
import sys
from pathlib import Path

from gpuscope.cli import console
from gpuscope.core.errors import UnavailableError, UsageError
from gpuscope.system import settings, torch_install, torch_place
from gpuscope.system.language import composed, translated

HELP = "show the PyTorch that workloads use; choose another Python's, or install it"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``gpuscope setup``."""
    actions = parser.add_mutually_exclusive_group()
    actions.add_argument("--python", metavar="PATH", help="run workloads with this Python, 3.11 or newer, and its torch, 2.11 or newer")
    actions.add_argument("--any-python", action="store_true", help="forget the chosen Python: look for torch again")
    actions.add_argument("--install", action="store_true", help="install torch into a folder of its own, after asking")
    actions.add_argument("--remove", action="store_true", help="remove the torch that --install installed")
    build = parser.add_mutually_exclusive_group()
    build.add_argument("--cuda", action="store_true", help="with --install: the build for NVIDIA GPUs (default: where there is a driver)")
    build.add_argument("--cpu", action="store_true", help="with --install: the build without CUDA")
    parser.add_argument("--yes", action="store_true", help="install without asking")


def run(arguments: argparse.Namespace) -> int:
    """Perform the requested action, then print where torch is.

    Raises:
        UsageError: The given Python has no suitable torch, or a build is chosen and none is to be installed.
        UnavailableError: There is no torch, or it cannot be installed.
    """
    if not arguments.install and (flag := "--cuda" if arguments.cuda else "--cpu" if arguments.cpu else ""):
        raise UsageError(f"{flag} without --install", "It chooses the build to install: gpuscope setup --install")
    if arguments.python is not None:
        _name(arguments.python)
    elif arguments.any_python:
        settings.write_settings({"torch_python": None})
    elif arguments.remove:
        return _remove(arguments)
    elif arguments.install:
        _install(arguments)
    return _print_places(arguments)


def _name(python: str) -> None:
    path = str(Path(python).expanduser().absolute())
    candidate = torch_place.other("named", path)
    if candidate.place is None:
        raise UsageError(f"{path} {candidate.reason}", torch_place.NAMING_HINT)
    settings.write_settings({"torch_python": path})


def _remove(arguments: argparse.Namespace) -> int:
    folder, was_there = torch_place.install_folder(), torch_install.remove()
    text = f"Removed: {folder}" if was_there else f"Nothing was installed in {folder}"
    return console.print_result(arguments, {"removed": str(folder) if was_there else None}, text)


def _install(arguments: argparse.Namespace) -> None:
    plan = torch_install.torch_plan(True if arguments.cuda else False if arguments.cpu else None)
    torch_install.refuse(plan)
    console.print_to_stderr(_offer(plan))
    if not arguments.yes:
        _ask(arguments)
    _end_in_good_order()
    line = console.LiveLine()
    try:
        torch_install.TorchInstallation(plan, lambda status: _show(line, status)).run()
    except KeyboardInterrupt:
        line.clear()
        console.print_to_stderr(composed("nothing was installed"))
        raise
    finally:
        line.clear()


def _end_in_good_order() -> None:
    """Let a closed terminal and a request to end act like Ctrl-C, which removes what was unpacked so far."""
    for wanted in ("SIGTERM", "SIGHUP"):  # by name: Windows has no SIGHUP
        number = getattr(signal, wanted, None)
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:  # ignored under nohup
            signal.signal(number, signal.default_int_handler)


def _offer(plan: torch_install.TorchPlan) -> str:
    return translated("{0}: {1}, into {2}").format(composed(plan.build), composed(plan.size_text), plan.folder)


def _ask(arguments: argparse.Namespace) -> None:
    """Ask for confirmation on the terminal.

    Raises:
        UnavailableError: There is no terminal to ask on, or the answer is no.
    """
    if arguments.json or not sys.stdin.isatty():
        raise UnavailableError(
            "nothing was installed: there is no terminal to ask on", "To install it without asking: gpuscope setup --install --yes"
        )
    console.print_to_stderr(composed("Install it? [y/N]"))
    if sys.stdin.readline().strip().lower() not in ("y", "yes", "是"):
        raise UnavailableError("nothing was installed", "Any command can be recorded without torch: gpuscope run -- …")


def _show(line: console.LiveLine, status: str) -> None:
    if sys.stderr.isatty():
        line.show(composed(status))
    elif not status.endswith(" %"):  # the share of a file, which changes up to a hundred times
        console.print_to_stderr(composed(status))


def _print_places(arguments: argparse.Namespace) -> int:
    """Print which torch is used; if there is none, the places searched and what would be installed.

    Raises:
        UnavailableError: There is no torch.
    """
    place = torch_place.torch_place()
    version = None if place.problem else place.package_version("torch")
    if arguments.json:
        console.print_document(_document(place, version))
        return 0 if version is not None else UnavailableError.exit_code
    if version is not None:
        where = place.folders[0] if place.folders and not place.is_other else place.python
        template = translated("torch {0}, Python {1}, {2}: {3}")
        console.print_text(template.format(version, place.python_version, composed(place.description), where))
        return 0
    for entry in torch_place.candidates():
        console.print_text(f"{composed(entry.description)}: {entry.python} {composed(entry.reason)}")
    console.print_text(_offer(torch_install.torch_plan()))
    raise UnavailableError(
        "no torch was found", "Install it: gpuscope setup --install. Or name a Python that has it: gpuscope setup --python PATH"
    )


def _document(place: torch_place.TorchPlace, version: str | None) -> dict[str, object]:
    return {
        "torch": None if version is None else {"version": version, "python": place.python, "python_version": place.python_version},
        "looked_at": [
            {"which": entry.description, "python": entry.python, "usable": entry.place is not None, "reason": entry.reason or None}
            for entry in torch_place.candidates()
        ],
        "install_folder": str(torch_place.install_folder()),
    }

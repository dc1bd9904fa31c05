"""Sensors that are there because somebody asked for them by name: ``--sensor simulated``, ``--sensor replay:FILE``."""

from collections.abc import Callable
from pathlib import Path

from gpuscope.core.errors import UsageError
from gpuscope.sensors.backend import Backend

MakeNamed = Callable[[float, str], Backend]


def _simulated(hz: float, argument: str) -> Backend:
    from gpuscope.sensors.simulated import SimulatedBackend

    return SimulatedBackend(hz, int(argument or 1))


def _replay(_hz: float, argument: str) -> Backend:
    from gpuscope.sensors.replay import ReplayBackend

    return ReplayBackend(Path(argument))


REQUESTED: dict[str, MakeNamed] = {"simulated": _simulated, "replay": _replay}
"""Makes each from a rate and what stands behind its name and a colon."""


def requested(text: str, hz: float) -> Backend:
    """Make the sensor of a text that :func:`checked` has returned."""
    name, _, argument = text.partition(":")
    return REQUESTED[name](hz, argument)


def checked(text: str) -> str:
    """Return what a user asked for in a form that means the same in every folder.

    Raises:
        UsageError: There is no such sensor, or its argument does not fit.
        UnavailableError: The recording cannot be read.
    """
    name, _, argument = text.partition(":")
    if name == "simulated":
        return _checked_count(text, argument)
    if name == "replay":
        return _checked_recording(argument)
    raise UsageError(f"there is no sensor {name!r} to ask for", "Use simulated, simulated:N, or replay:FILE.")


def _checked_count(text: str, argument: str) -> str:
    from gpuscope.sensors.simulated import MOST

    if argument and not (argument.isascii() and argument.isdigit() and 1 <= int(argument) <= MOST):
        raise UsageError(f"{text!r}: 1 to {MOST} devices can be simulated", "For example: --sensor simulated:2")
    return text


def _checked_recording(argument: str) -> str:
    from gpuscope.sensors.recording_file import RecordingReader

    if not argument:
        raise UsageError("replay needs a file", "For example: --sensor replay:machine.gpurec")
    path = Path(argument).expanduser().absolute()
    RecordingReader(path).close()
    return f"replay:{path}"

"""The flags ``--sensor`` and ``--power-hz`` of the verbs that read sensors."""

import argparse

from gpuscope.system.settings import read_settings


def add_flag(parser: argparse.ArgumentParser) -> None:
    """Add ``--sensor``."""
    parser.add_argument(
        "--sensor",
        action="append",
        metavar="NAME",
        help="a device in addition to those of this machine: simulated, simulated:N (labelled SIMULATED), or replay:FILE (labelled with"
        " when and where FILE was recorded)",
    )


def add_rate_flag(parser: argparse.ArgumentParser) -> None:
    """Add ``--power-hz``, for verbs that read continuously."""
    parser.add_argument(
        "--power-hz",
        type=int,
        choices=(10, 20),
        default=10,
        help="how often a second the power, energy and throttling of NVIDIA GPUs are read (default: 10); 20 is for sensors that update"
        " more often than every 100 ms",
    )


def run_arguments(arguments: argparse.Namespace) -> list[str]:
    """Return the arguments of ``gpuscope run`` that choose the same sensors and rate."""
    sensors = [part for sensor in getattr(arguments, "sensor", None) or () for part in ("--sensor", sensor)]
    power_hz = getattr(arguments, "power_hz", None)
    return sensors if power_hz is None else [*sensors, "--power-hz", str(power_hz)]


def chosen(arguments: argparse.Namespace) -> tuple[str, ...]:
    """Return the sensors given on the command line, or else those of the settings.

    Raises:
        UsageError: There is no such sensor.
        UnavailableError: A recording cannot be read.
    """
    if not (sensors := arguments.sensor or read_settings().sensors):
        return ()
    from gpuscope.sensors.backends import checked  # most runs do not need it for their start

    return tuple(map(checked, sensors))

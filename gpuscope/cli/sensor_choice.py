"""The flag ``--sensor`` of the verbs that read sensors."""

import argparse

from gpuscope.sensors.requested_sensors import checked
from gpuscope.system.settings import read_settings


def add_flag(parser: argparse.ArgumentParser) -> None:
    """Adds the flag."""
    parser.add_argument(
        "--sensor",
        action="append",
        metavar="NAME",
        help="a device beside those of this machine: simulated, simulated:N (labelled SIMULATED), or replay:FILE (labelled with"
        " when and where FILE was recorded)",
    )


def chosen(arguments: argparse.Namespace) -> tuple[str, ...]:
    """Returns the sensors that were named, else those of the settings.

    Raises:
        UsageError: There is no such sensor.
        UnavailableError: A recording cannot be read.
    """
    return tuple(checked(text) for text in (arguments.sensor or read_settings().sensors))

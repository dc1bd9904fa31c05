"""``gpuscope devices``: what can be measured here, from which source and how often; what cannot, why, and the cure."""

import argparse

from gpuscope.cli import console, sensor_choice
from gpuscope.reports.device_report import device_documents, device_report
from gpuscope.reports.text import render
from gpuscope.sensors.inventory import inventory

HELP = "list the devices: what can be measured and from which source, what cannot and how to fix it"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``gpuscope devices``."""
    sensor_choice.add_flag(parser)


def run(arguments: argparse.Namespace) -> int:
    """Query a sensor helper and print its inventory."""
    devices = inventory(extra=sensor_choice.chosen(arguments))
    if arguments.json:
        console.print_document(device_documents(devices))
    else:
        console.print_rendered(render(device_report(devices), console.columns()))
    return 0

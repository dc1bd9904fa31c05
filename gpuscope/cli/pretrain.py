"""``gpuscope pretrain``: trains, once, the models whose accuracy is reported before and after compression; later runs reuse them."""

import argparse
import json
import subprocess
from typing import Any

from gpuscope.cli import console
from gpuscope.core import figures
from gpuscope.core.errors import error_type
from gpuscope.core.runspec import FIELDS, ResolvedSpec, RunSpec

HELP = "train the models that compressions and engines use, and keep them"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``gpuscope pretrain``."""
    parser.add_argument(
        "workloads", nargs="*", metavar="WORKLOAD", help="models to train (default: small-image models, about a minute each)"
    )
    parser.add_argument(
        "--device", default=FIELDS["device"].default, help="device to train on (default cpu); the models serve every device"
    )


def run(arguments: argparse.Namespace) -> int:
    """Train the models one after another, and print the accuracy of each."""
    results = []
    for spec in [_spec(key, arguments.device) for key in arguments.workloads or _usual()]:
        results.append(_trained(spec))
        if not arguments.json:
            console.print_text(_sentence(results[-1]))
    if arguments.json:
        console.print_document({"models": results})
    return 0


def _usual() -> list[str]:
    from gpuscope.workloads.workload_table import WORKLOADS

    images = {key: entry.all_options.get("pretrain_steps") for key, entry in WORKLOADS.items() if entry.family == "images"}
    return [key for key, steps in images.items() if steps is not None and steps.default]


def _spec(key: str, device: str) -> ResolvedSpec:
    from gpuscope.workloads import catalog
    from gpuscope.workloads.capabilities import Capabilities

    spec = catalog.resolve(RunSpec(key, task="inference", device=device))
    refusal = catalog.refusal(spec, Capabilities.load())
    if refusal is not None:
        raise refusal
    return spec


def _trained(spec: ResolvedSpec) -> dict[str, Any]:
    from gpuscope.workloads.launch import pretrain_command

    done = subprocess.run(pretrain_command(spec), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, check=False)
    if done.returncode != 0:
        raise error_type(done.returncode)(f"{spec.workload} could not be trained", "The lines above say why.")
    document: dict[str, Any] = json.loads(done.stdout)
    return document


def _sentence(result: dict[str, Any]) -> str:
    accuracy, time = figures.percent(result["accuracy"]), figures.figure(result["seconds"], "s")
    return f"{result['workload']}: accuracy {accuracy} on {result['samples']} held-out samples, after {time}"

"""Records one run of a variant in a recorder of its own, for the verbs that make several runs."""

import argparse
import json
import os
import signal
import subprocess
from typing import Any

from gpuscope.cli import selection
from gpuscope.core.errors import GpuscopeError
from gpuscope.recording.launch import ERRORS, recorder_command
from gpuscope.recording.variants import Variant


def record_variant(variant: Variant, name: str, arguments: argparse.Namespace) -> str:
    """Record one run and return its id; its live line goes to our standard error.

    Args:
        variant: What is run.
        name: Of the run.
        arguments: Of the verb: the store, and the sensors and their rate where it has them.

    Raises:
        GpuscopeError: The run failed; with the exit code of its recorder.
        KeyboardInterrupt: It was stopped.
    """
    sensors = [part for sensor in getattr(arguments, "sensor", None) or () for part in ("--sensor", sensor)]
    if (power_hz := getattr(arguments, "power_hz", None)) is not None:
        sensors += ["--power-hz", str(power_hz)]
    command = recorder_command([*variant.spec.command_line(), "--name", name, "--json", *sensors, "--store", selection.url_of(arguments)])
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, env=os.environ)
    output, was_interrupted = b"", False
    assert process.stdout is not None
    with process.stdout as pipe:
        while True:
            try:
                part = os.read(pipe.fileno(), 65536)
                if not part:
                    break
                output += part
            except KeyboardInterrupt:
                was_interrupted = True  # the recorder has it too, and ends its run in good order
        while process.returncode is None:
            try:
                process.wait()
            except KeyboardInterrupt:
                was_interrupted = True
    if was_interrupted or process.returncode in (130, -signal.SIGINT):
        raise KeyboardInterrupt
    document = _document(output)
    if process.returncode != 0 or document is None:
        error = ERRORS.get(process.returncode, GpuscopeError)
        raise error(f"the run of {variant.name} failed", (document or {}).get("reason") or "The lines above say why.")
    return str(document["run_id"])


def _document(output: bytes) -> dict[str, Any] | None:
    try:
        document = json.loads(output)
    except ValueError:
        return None
    return document if isinstance(document, dict) else None

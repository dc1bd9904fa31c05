"""A workload's process that imports its modules first and receives its spec later: ``ready_child.py DESCRIPTOR KIND``.

It communicates over an inherited socket, one JSON document per line: it sends ``{"ready": true}`` once everything is imported, then waits
for ``{"spec": ..., "idle_s": ...}`` and continues as ``child`` does. It exits if the other end is closed before that.

Nothing is computed before the spec arrives: no pool thread is started, no random number drawn, no device opened. It imports exactly the
modules that every run of its kind imports before its first step; a test compares it with a fresh process.
"""

import contextlib
import importlib
import json
import socket
import sys
from typing import Any

from gpuscope.system.imports import without_collections
from gpuscope.workloads import child
from gpuscope.workloads.steps.stop_request import StopRequest

_ALWAYS = ("torch", "gpuscope.workloads.outcome", "gpuscope.workloads.steps.setting", "gpuscope.workloads.steps.measured")
_MODEL = (*_ALWAYS, "gpuscope.workloads.loops.optimizer_step", "gpuscope.workloads.optimizations.used", "torch.profiler")
IMPORTED = {
    "training": (*_MODEL, "gpuscope.workloads.loops.training", "torch.utils.flop_counter"),
    "inference": (*_MODEL, "gpuscope.workloads.loops.inference"),
    "kernel": _ALWAYS,
}
"""Modules by kind (``workload_table.ready_kind``) that every process of that kind imports before its first step."""


def main(arguments: list[str]) -> int:
    """Import, wait, run. Returns the exit code."""
    stop = StopRequest()
    stop.install()
    with socket.socket(fileno=int(arguments[1])) as holder:
        holder.set_inheritable(False)
        try:
            with without_collections():
                for name in IMPORTED[arguments[2]]:
                    importlib.import_module(name)
            document = _received(holder)
        except KeyboardInterrupt:
            return child.STOPPED
    if document is None:
        return 0
    return child.run_document(document["spec"], float(document["idle_s"]), stop)


def _received(holder: socket.socket) -> dict[str, Any] | None:
    """Report that everything is imported, and wait for the spec; return None if the connection is closed before it arrives."""
    received = b""
    with contextlib.suppress(OSError):  # the spec was sent during the imports, and the other end is closed already
        holder.sendall(b'{"ready": true}\n')
    try:
        while not received.endswith(b"\n"):
            part = holder.recv(65536)
            if not part:
                return None
            received += part
    except OSError:
        return None
    document: dict[str, Any] = json.loads(received)
    return document


if __name__ == "__main__":
    sys.exit(main(sys.argv))

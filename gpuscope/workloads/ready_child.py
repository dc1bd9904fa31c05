"""The process of a workload that makes its imports first and is told what to run later: ``ready_child.py DESCRIPTOR KIND``.

It speaks over an inherited socket, a JSON document a line: ``{"ready": true}`` once everything is imported; then it waits for
``{"spec": ..., "idle_s": ...}`` and goes on as ``child`` does. It ends when the other end is closed before that.

Nothing is computed before the spec is there: no thread of a pool is started, no random number drawn, no device opened. What is imported is
what every run of its kind imports before its first step, and nothing else; a test compares it with a fresh process.
"""

import importlib
import json
import socket
import sys
from typing import Any

from gpuscope.workloads import child
from gpuscope.workloads.steps.stop_request import StopRequest

_ALWAYS = ("torch", "gpuscope.workloads.outcome", "gpuscope.workloads.steps.setting", "gpuscope.workloads.steps.measured")
_MODEL = (*_ALWAYS, "gpuscope.workloads.loops.optimizer_step", "gpuscope.workloads.optimizations.used", "torch.profiler")
IMPORTED = {
    # torch imports _dynamo when it builds its first optimizer: as long as all the rest
    "training": (*_MODEL, "gpuscope.workloads.loops.training", "torch._dynamo", "torch.utils.flop_counter"),
    "inference": (*_MODEL, "gpuscope.workloads.loops.inference"),
    "kernel": _ALWAYS,
}
"""By kind (``workload_table.ready_kind``): what every process of it imports before its first step."""


def main(arguments: list[str]) -> int:
    """Import, wait, run. Returns the exit code."""
    stop = StopRequest()
    stop.install()
    with socket.socket(fileno=int(arguments[1])) as holder:
        holder.set_inheritable(False)
        try:
            for name in IMPORTED[arguments[2]]:
                importlib.import_module(name)
            document = _told(holder)
        except KeyboardInterrupt:
            return child.STOPPED
    if document is None:
        return 0
    return child.run_document(document["spec"], float(document["idle_s"]), stop)


def _told(holder: socket.socket) -> dict[str, Any] | None:
    """Say that everything is imported, and return what to run; None when nobody will tell."""
    received = b""
    try:
        holder.sendall(b'{"ready": true}\n')
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

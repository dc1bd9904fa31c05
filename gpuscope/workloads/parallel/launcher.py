"""The parent process of a distributed workload: runs torchrun, and reports to the recorder which rank failed and why.

It receives the spec as JSON in ``argv[1]``. Ranks report their progress to the recorder themselves.
"""

import contextlib
import hashlib
import json
import math
import os
import signal
import sys
import tempfile
import time
from collections.abc import Mapping
from typing import Any, NoReturn

from gpuscope.core.runspec import ResolvedSpec, RunSpec
from gpuscope.probe.channel import VARIABLE, Channel
from gpuscope.system import processes
from gpuscope.system.imports import without_collections
from gpuscope.workloads.catalog import resolve
from gpuscope.workloads.child import STOPPED, End, ended, info, leave, report_end
from gpuscope.workloads.launch import rank_command
from gpuscope.workloads.steps.stop_request import StopRequest

ORDER = "order"
"""Key of the monotonic time in nanoseconds in a rank's error file, to find the first failure, which makes the other ranks fail."""
MEETING = "GPUSCOPE_RANKS"
"""Variable with the rendezvous of the ranks on one machine; without it torchrun's own variables apply."""
_JOIN_S = 600
"""Seconds that a machine waits for the others to join."""
_TOGETHER_S = 1.0
"""Exits observed within this many seconds may have happened in either order, because a busy machine delivers SIGCHLD late."""


class _PassedOn(StopRequest):
    """A stop request that is forwarded to the ranks, each of which has its own session, where Ctrl-C on a terminal does not reach it."""

    def _receive(self, number: int, frame: Any) -> None:
        if not self._is_deferred:
            super()._receive(number, frame)
            return
        self.requested = True
        ranks = processes.children(os.getpid())
        if not ranks:  # torchrun waits for the other machines, and nothing checks the request
            raise KeyboardInterrupt
        if os.getsid(0) == os.getsid(os.getppid()):  # in the guards' session, that of a terminal; else the recorder signals every process
            for pid in ranks:
                with contextlib.suppress(OSError):
                    os.kill(pid, signal.SIGINT)


class _Ended:
    """Records when the ranks exit: torchrun polls ten times a second, and signals the other ranks once one has exited.

    Attributes:
        seen_s: Monotonic time at which the exit of each process was observed, by process id.
    """

    def __init__(self) -> None:
        self.seen_s: dict[int, float] = {}

    def install(self) -> None:
        """Install the handler for SIGCHLD; call from the main thread."""
        signal.signal(signal.SIGCHLD, self._on_child_end)

    def _on_child_end(self, _number: int, _frame: Any) -> None:
        for pid in processes.children(os.getpid()):
            # WNOWAIT: torchrun, which started the process, collects the exit code.
            with contextlib.suppress(OSError):  # torchrun may have collected it already
                if pid not in self.seen_s and os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None:
                    self.seen_s[pid] = time.monotonic()


def main(arguments: list[str]) -> NoReturn:
    """Run all ranks of this machine."""
    stop = _PassedOn()
    stop.install()
    spec = resolve(RunSpec.from_json(json.loads(arguments[1])))
    channel = Channel(os.environ.get(VARIABLE) or None, info(spec))
    channel.phase("load")
    end = ended(lambda: _run(spec, arguments[1], stop), stop)
    leave(report_end(end, channel))


def _run(spec: ResolvedSpec, document: str, stop: StopRequest) -> End:
    killed, ranks = processes.OomKills(), _Ended()
    ranks.install()
    # Divide the cores among the ranks; torchrun's default is one thread per rank.
    os.environ.setdefault("OMP_NUM_THREADS", str(spec.threads or max(1, len(os.sched_getaffinity(0)) // spec.ranks)))
    with without_collections():
        from torch.distributed.elastic.multiprocessing.errors import ChildFailedError
        from torch.distributed.run import parse_args, run

    with tempfile.TemporaryDirectory(prefix="gpuscope-ranks-") as folder, stop.deferred():
        if spec.nodes == 1:
            _meet_here(folder)
        try:
            run(parse_args([*torchrun_arguments(spec, folder), "--no-python", *rank_command(document)]))
        except ChildFailedError as error:
            if not stop.requested:
                return failed(error.failures, ranks.seen_s, killed.since() > 0)
    return End("stopped", STOPPED, "stopped by request") if stop.requested else End("finished", 0)


def _meet_here(folder: str) -> None:
    """Make the ranks of one machine use a file for rendezvous and only the loopback interface; torchrun would listen on all interfaces."""
    os.environ["TORCH_DISABLE_SHARE_RDZV_TCP_STORE"] = "1"
    os.environ[MEETING] = f"file://{folder}/ranks"
    if sys.platform == "linux":
        os.environ.setdefault("GLOO_SOCKET_IFNAME", "lo")


def torchrun_arguments(spec: ResolvedSpec, folder: str) -> list[str]:
    """Return torchrun's arguments for a spec, with an empty folder for its files; the machines of a run identify it by its spec."""
    arguments = ["--log-dir", folder]
    arguments += ["--nproc-per-node", str(spec.ranks), "--max-restarts", "0", "--monitor-interval", "0.1"]
    arguments += ["--signals-to-handle", "SIGTERM,SIGHUP,SIGQUIT"]  # SIGINT is forwarded to the ranks, which stop in an orderly way
    if spec.nodes == 1:
        arguments += ["--rdzv-backend", "c10d", "--rdzv-conf", "store_type=file", "--rdzv-endpoint", f"{folder}/machines"]
        return [*arguments, "--rdzv-id", "alone", "--local-addr", "localhost"]
    same = json.dumps({**spec.to_json(), "data": None}, sort_keys=True)
    job = hashlib.sha256(same.encode()).hexdigest()[:16]
    arguments += ["--nnodes", str(spec.nodes), "--rdzv-backend", "c10d", "--rdzv-endpoint", str(spec.rendezvous), "--rdzv-id", job]
    return [*arguments, "--rdzv-conf", f"join_timeout={_JOIN_S}"]


def failed(failures: Mapping[int, Any], ended_s: Mapping[int, float], out_of_memory: bool) -> End:
    """Return the end of a run with failed ranks: that of the first rank to fail, because the others only lost their peer.

    Args:
        failures: torch's ProcessFailure by rank.
        ended_s: Monotonic time at which the exit of each process was observed, by process id.
        out_of_memory: Whether the kernel's out-of-memory killer was active during the run.
    """
    first_s = min(ended_s.values(), default=0.0)

    def order(failed_rank: int) -> tuple[bool, bool, float]:
        at_s = ended_s.get(failures[failed_rank].pid, math.inf)
        # On a busy machine both exits may be observed at once; a rank killed by a signal other than torchrun's SIGTERM failed first.
        is_killed = failures[failed_rank].exitcode < 0 and failures[failed_rank].exitcode != -signal.SIGTERM
        return at_s > first_s + _TOGETHER_S, not is_killed, at_s

    rank = min(failures, key=order)
    if failures[rank].exitcode >= 0:  # a rank that raised may take longer to exit than the peers it left
        rank = min(failures, key=lambda failed_rank: failures[failed_rank].error_file_data.get(ORDER, float("inf")))
    first = failures[rank]
    others = "; the other ranks were ended"
    if first.exitcode < 0:
        cause = "was ended from outside or by itself"
        if out_of_memory and -first.exitcode == signal.SIGKILL:
            cause = "was killed by the kernel: the system ran out of main memory"
        return End("failed", 1, f"rank {rank} {cause}: {processes.describe_signal(-first.exitcode)}{others}")
    reason = first.message if ORDER in first.error_file_data else f"exit code {first.exitcode}"
    return End("failed", first.exitcode, f"rank {rank}: {reason}{others}")


if __name__ == "__main__":
    main(sys.argv)

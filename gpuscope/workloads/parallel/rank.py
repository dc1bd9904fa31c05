"""The process of one rank, started by torchrun: receives the spec as JSON in ``argv[1]``, and its number from torchrun's variables.

It also exits with 0 if all ranks were stopped. If it fails, it writes the reason to torchrun's error file, and the launcher reports it.
"""

import contextlib
import json
import os
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

from gpuscope.core.runspec import ResolvedSpec, RunSpec
from gpuscope.probe.channel import VARIABLE
from gpuscope.system.files import replace_text
from gpuscope.system.imports import without_collections
from gpuscope.workloads.catalog import resolve
from gpuscope.workloads.child import STOPPED, End, ended, info, leave, refuse
from gpuscope.workloads.parallel.launcher import MEETING, ORDER
from gpuscope.workloads.parallel.ranks import RankChannel, RankStop


def main(arguments: list[str]) -> NoReturn:
    """Run a rank."""
    stop = RankStop()
    stop.install()
    spec = resolve(RunSpec.from_json(json.loads(arguments[1])))
    leads = os.environ["LOCAL_RANK"] == "0"
    channel = RankChannel(os.environ.get(VARIABLE) or None, info(spec), int(os.environ["RANK"]), leads=leads)
    channel.say_hello()
    channel.phase("load")
    end = ended(lambda: _run(spec, channel, stop), stop)
    channel.close()
    if end.exit_code in (0, STOPPED):
        leave(0)
    _write_reason(end.reason or "")
    leave(end.exit_code)


def _run(spec: ResolvedSpec, channel: RankChannel, stop: RankStop) -> End:
    own = replace(spec, device=spec.rank_devices[int(os.environ["LOCAL_RANK"])])
    with without_collections():
        refuse(own)
        from torch import distributed

        from gpuscope.workloads import outcome
        from gpuscope.workloads.parallel.training import run_rank
        from gpuscope.workloads.steps.setting import prepare

        setting = prepare(own, channel, stop)
    if setting.device.type == "cuda":
        stop.device = setting.device
    ranks = {"rank": int(os.environ["RANK"]), "world_size": int(os.environ["WORLD_SIZE"])}
    distributed.init_process_group("nccl" if setting.device.type == "cuda" else "gloo", os.environ.get(MEETING, "env://"), **ranks)
    result = run_rank(setting, channel, stop)
    if channel.leads:
        channel.result(outcome.values(result, setting), outcome.facts(result, setting))
    distributed.destroy_process_group()
    channel.phase("done")
    return End("finished", 0)


def _write_reason(reason: str) -> None:
    """Write why this rank failed to torchrun's error file (``torch.distributed.elastic.multiprocessing.errors``)."""
    path = os.environ.get("TORCHELASTIC_ERROR_FILE")
    if path:
        report = json.dumps({"message": reason, "timestamp": int(time.time()), ORDER: time.monotonic_ns()})
        with contextlib.suppress(OSError):  # on a full disk the exit code still reports the failure
            replace_text(
                Path(path), report
            )  # torchrun may read it at this moment because another rank has ended, and fails on an incomplete file


if __name__ == "__main__":
    main(sys.argv)

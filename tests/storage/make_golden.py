"""Makes the golden store of the newest revision: ``python -m tests.storage.make_golden``; run it once per revision.

``test_migration.py`` of every later version opens, migrates and reads the file, so a committed file never changes: this refuses to replace
it.
"""

import sys
from dataclasses import replace
from pathlib import Path

from gpuscope.core.plan import ItemState, PlanItem, PlanKind, PlanState
from gpuscope.core.quantity import Quality, Quantity
from gpuscope.core.run import DeviceResult, RunGap, RunRecord, RunState
from gpuscope.core.runspec import RunSpec
from gpuscope.storage.editing import delete_runs
from gpuscope.storage.plans import PlanWriter
from gpuscope.storage.run_writer import RunWriter
from gpuscope.storage.sqlite_file import REVISION
from tests.storage.known import CALLS, CPU, GPU, QUALITY, RUN_ID, a_record, write

FOLDER = Path(__file__).parent / "golden"
LIVE = "01JE0000000000000000000001"
DELETED = "01JE0000000000000000000002"
COUNT = 300
ITEMS = (
    PlanItem(0, "first", RunSpec("gemm", seed=3), "a group", ItemState.DONE, RUN_ID, None, {"factor": 1.5}),
    PlanItem(1, "second", RunSpec("gemm"), state=ItemState.SKIPPED, reason="not here"),
)


def finished() -> RunRecord:
    """Return the finished run's record."""
    gap = RunGap(1.5, 2.5, "gpu:0", ("power",), "helper restarted")
    gpu = DeviceResult(GPU, {"energy": Quantity(12.5, "J", Quality.MEASURED, "NVML field 83", 0.5)}, (gap,))
    metrics = {"throughput": Quantity(100.0, "samples/s", Quality.DERIVED, "steps"), "loss": Quantity.missing("1", "none told")}
    return replace(
        a_record(), state=RunState.FINISHED, exit_code=0, steps=600, wall_s=30.5, metrics=metrics, devices=(DeviceResult(CPU), gpu)
    )


def golden(revision: int) -> Path:
    """Return the path of a revision's golden store."""
    return FOLDER / f"revision-{revision}.sqlite"


def make(path: Path) -> None:
    """Make a store with a finished run, a run that was never finished, a deleted run, and a plan."""
    url = f"sqlite:///{path}"
    for run_id in (RUN_ID, LIVE, DELETED):
        with RunWriter(url, a_record(run_id)) as writer:
            writer.declare([CPU, GPU], CALLS, QUALITY)
            write(writer, 0, COUNT - 1 if run_id != DELETED else 9, 100)
            if run_id == RUN_ID:
                writer.finish(finished())
    delete_runs(url, [DELETED])
    plans = PlanWriter(url)
    plan_id = plans.create(PlanKind.QUEUE, "a queue", {"folder": "/here"}, ITEMS)
    plans.update(replace(plans.read(plan_id), state=PlanState.STOPPED, reason="on request", host="here", boot_id="b007"))


if __name__ == "__main__":
    wanted = golden(REVISION)
    if wanted.exists():
        sys.exit(f"{wanted} is there already; golden stores are not made anew")
    make(wanted)
    wanted.with_name(wanted.name + ".lock").unlink()

"""A store of handmade runs of every kind, for pictures of the pages. Their GPU is labelled as invented."""

import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlalchemy import func, true

from gpuscope.core.device import Device
from gpuscope.core.event import End, Event, Gap, Hello, Log, Phase, Result, Sample
from gpuscope.core.plan import ItemState, PlanItem, PlanKind, PlanState
from gpuscope.core.quantity import Quality, Quantity
from gpuscope.core.run import RunRecord, RunState
from gpuscope.core.runspec import COMMAND, RunSpec
from gpuscope.recording import results
from gpuscope.sensors.declaration import no_gpu
from gpuscope.storage import checksums
from gpuscope.storage.editing import edit_run
from gpuscope.storage.plans import PlanReader, PlanWriter
from gpuscope.storage.run_writer import RunWriter
from gpuscope.storage.schema import RUNS
from gpuscope.storage.sqlite_writing import SqliteWriting
from gpuscope.storage.store import StoreReader
from gpuscope.system import paths
from gpuscope.system.processes import boot_id
from gpuscope.workloads import catalog
from tests.gui.run_view import made_runs
from tests.gui.run_view.made_runs import START_NS

DRAWN = "invented for this picture"
SECONDS = 67.0
NEWEST = datetime(2026, 11, 21, 13, 58, tzinfo=UTC)
_NO_MEMORY = "cifar-cnn with a batch of 4096 needs about 96.2\u00a0GiB, and 79.6\u00a0GiB are all that cuda:0 has"
_HELD_OUT = "10\u202f000 samples of CIFAR-10 held out of training"
ENVIRONMENT = {"torch": "2.13.0", "python": "3.11.7", "driver": "580.82", "git_commit": "4f1c2d9", "cpu": "A processor", "cpu_cores": 16}


def _record(run_id: str, name: str, spec: RunSpec, minutes_ago: int, host: str) -> RunRecord:
    return RunRecord(
        run_id=run_id,
        name=name,
        state=RunState.RUNNING,
        reason=None,
        spec=spec if spec.is_command else catalog.resolve(spec),
        environment=ENVIRONMENT,
        started_at=NEWEST - timedelta(minutes=minutes_ago),
        start_ns=START_NS,
        host=host,
        boot_id=boot_id(),
        folder=str(paths.runs_folder(paths.default_store_url()) / run_id),
    )


def _outcome(accuracy: float, loss: float) -> Result:
    values = {
        "accuracy": Quantity(accuracy, "1", Quality.MEASURED, _HELD_OUT),
        "loss": Quantity(loss, "1", Quality.MEASURED, _HELD_OUT),
    }
    return Result(START_NS + int(SECONDS * 1e9), {key: one.to_json() for key, one in values.items()}, {"data_set": "CIFAR-10"})


def write_run(
    record: RunRecord,
    devices: Sequence[Device],
    events: Sequence[Event],
    end: End,
    output: str = "",
    tags: tuple[str, ...] = (),
    note: str = "",
) -> RunRecord:
    """Write a run as a recorder does, with results derived from its events, and return it."""
    url = paths.default_store_url()
    hello = made_runs.hello(devices)
    calls = {name: [tuple(one) for one in series] for name, series in hello.info["calls"].items()}
    quality = {f"{device}/{key}": ("measured", "a sensor") for series in calls.values() for device, key in series}
    told = [Device.from_json(one) for one in hello.info["devices"]]
    with RunWriter(url, record) as writer:
        writer.declare(told, calls, quality)
        writer.append([(0, [hello, *events, end])])
        ended = replace(
            record,
            state=RunState(end.state),
            reason=end.reason,
            exit_code=end.exit_code,
            signal=end.signal,
            wall_s=(end.t_ns - record.start_ns) / 1e9,
        )
        with StoreReader(url) as reader:
            window = (START_NS, end.t_ns) if record.spec.is_command else None
            ended = results.derived(reader, ended, window, {})
        writer.finish(ended)
    edit_run(url, record.run_id, add_tags=tags, note=note)
    if output:
        folder = paths.private_folder(Path(record.folder))
        (folder / "output.log").write_text(output, encoding="utf-8")
    return ended


def gpu_events(step_s: float) -> list[Event]:
    """Return the events of a training run on a GPU, with a gap, a power cap and a dip in throughput."""
    hole = (22.0, 23.4)
    events: list[Event] = [
        *made_runs.host_events(SECONDS, 0.24),
        *made_runs.training(SECONDS - 2, step_s, 256),
        *made_runs.gpu_events("gpu:0", SECONDS, (hole,), slowed=(46.0, 51.0)),
    ]
    for keys in (made_runs.GPU_FAST, made_runs.GPU_STATE, ("utilization", "memory_utilization")):
        events.append(Gap("gpu:0", keys, START_NS + int(22e9), START_NS + int(23.4e9), "the sensor helper was ended by SIGSEGV"))
    return _with_end(events)


def cpu_events(step_s: float, busy: float, seconds: float = SECONDS) -> list[Event]:
    """Return the events of a training run on the CPU."""
    return _with_end([*made_runs.host_events(seconds, busy), *made_runs.training(seconds - 2, step_s, 64)], seconds)


def _with_end(events: Sequence[Event], seconds: float = SECONDS) -> list[Event]:
    end = Phase("evaluate", START_NS + int((seconds - 2) * 1e9))
    return sorted([*(one for one in events if not isinstance(one, Hello)), *_hellos(events), end], key=_stamp)


def _hellos(events: Sequence[Event]) -> list[Event]:
    return [one for one in events if isinstance(one, Hello) and one.role == "workload"]


def _stamp(event: Event) -> int:
    return event.after_ns if isinstance(event, Sample) else made_runs.stamp_of(event)


def end(
    state: str = "finished", code: int | None = 0, reason: str | None = None, seconds: float = SECONDS, signal: int | None = None
) -> End:
    """Return the end of a run."""
    return End(START_NS + int(seconds * 1e9), state, code, signal, reason)


def devices(*, gpu: bool) -> list[Device]:
    """Return the devices of a machine with or without a GPU; the GPU is labelled as invented."""
    missing = "Install NVIDIA's driver: see https://www.nvidia.com/drivers"
    second = made_runs.gpu_device(0, DRAWN) if gpu else no_gpu(made_runs.NO_DRIVER, missing)
    return [made_runs.cpu_device(), second]


_written: dict[str, tuple[Path, "tempfile.TemporaryDirectory[str]", dict[str, list[str]]]] = {}
"""Maps each host to the home filled first, a copy of it, and the groups."""


def fill(host: str = "workstation") -> dict[str, list[str]]:
    """Write the runs into the default store and return the ids of the groups that a comparison shows.

    The first call for a host in a process writes them, which takes 1.5 s of CPU time; later calls copy them to homes that do not exist yet.
    """
    home = paths.home()
    if home.exists():
        return _write_all(host)
    if host not in _written:
        groups = _write_all(host)
        kept = tempfile.TemporaryDirectory(prefix="shown-runs-")
        shutil.copytree(home, kept.name, dirs_exist_ok=True)
        _written[host] = home, kept, groups
        return groups
    first, kept, groups = _written[host]
    shutil.copytree(kept.name, home, dirs_exist_ok=True)
    folders = {"folder": func.replace(RUNS.c.folder, str(first), str(home))}
    with SqliteWriting(paths.default_store_url()).transaction() as connection, checksums.kept_up_to_date(connection, RUNS, true()):
        connection.execute(RUNS.update().values(folders))
    return {name: list(ids) for name, ids in groups.items()}


def write_ladder(run_ids: Sequence[str]) -> str:
    """Write a ladder that was climbed with the runs of :func:`fill`, one of each precision, and return its id.

    One rung failed, and one is not available.
    """
    url = paths.default_store_url()
    with StoreReader(url) as reader:
        specs = [reader.run(run_id).spec for run_id in run_ids]
    keys = ("base", "tf32", "bf16", "compile", "batch")
    done = [
        PlanItem(number, key, spec, key, ItemState.DONE, run_id, details={"below": keys[max(0, number - 1)]})
        for number, (key, spec, run_id) in enumerate(zip(keys, specs, run_ids, strict=False))
    ]
    failed = PlanItem(
        len(done),
        keys[len(done)],
        specs[-1],
        keys[len(done)],
        ItemState.FAILED,
        reason="exit code 3",
        details={"below": keys[len(done) - 1]},
    )
    below = {"below": keys[len(done) - 1]}
    skipped = PlanItem(len(done) + 1, keys[-1], specs[-1], keys[-1], ItemState.SKIPPED, reason=_NO_MEMORY, details=below)
    options = {
        "asked": specs[0].to_json(),
        "base": {"title": "FP32", "spec": specs[0].to_json()},
        "rungs": keys[1:],
        "thorough": False,
        "repeats": 1,
    }
    writer = PlanWriter(url)
    plan_id = writer.create(PlanKind.LADDER, "cifar-cnn training on cuda:0", options, [*done, failed, skipped])
    with PlanReader(url) as plans:
        writer.update(replace(plans.plan(plan_id), state=PlanState.FINISHED))
    return plan_id


def _write_all(host: str) -> dict[str, list[str]]:
    groups: dict[str, list[str]] = {}
    precisions = {"fp32": 0.0598, "tf32": 0.0455, "bf16": 0.0331}
    for place, (precision, step_s) in enumerate(precisions.items()):
        spec = RunSpec("cifar-cnn", device="cuda:0", precision=precision, batch_size=256, steps=20_000)
        for repeat in range(2):
            run_id = f"{place + 1}{repeat}{'ab' * 5}"
            made = _record(run_id, f"CNN, {precision.upper()}", spec, 40 + 12 * repeat + 4 * place, host)
            events = [*gpu_events(step_s * (1 + 0.01 * repeat)), _outcome(0.742 + 0.001 * place, 0.731)]
            write_run(
                made, devices(gpu=True), events, end(), "epoch 1 loss 1.20\nepoch 2 loss 0.98\n", tags=("paper",) if repeat == 0 else ()
            )
            groups.setdefault(precision.upper(), []).append(run_id)
    _fill_others(host)
    return groups


def _fill_others(host: str) -> None:
    cpu = RunSpec("mnist-mlp", steps=5_000)
    good = _record("c0" + "cd" * 5, "MLP on the CPU", cpu, 90, host)
    write_run(good, devices(gpu=False), [*cpu_events(0.0123, 0.62), _outcome(0.968, 0.12)], end())
    failed = _record("d0" + "cd" * 5, "训练 🚀 <b>bf16</b>", cpu.with_values({"precision": "bf16", "batch_size": 65_536}), 75, host)
    words = "the system ran out of main memory, and the kernel killed it"
    output = "step 4000 loss 0.71\nRuntimeError: [enforce fail] DefaultCPUAllocator: can't allocate memory\n"
    write_run(failed, devices(gpu=False), cpu_events(0.0123, 0.62, 21.0), end("failed", None, words, 21.0, 9), output)
    stopped = _record("e0" + "cd" * 5, "stopped by hand", cpu.with_values({"threads": 1}), 71, host)
    write_run(stopped, devices(gpu=False), cpu_events(0.0223, 0.12, 33.0), end("stopped", 0, "stopped on request", 33.0), note="too slow")
    command = RunSpec(COMMAND, command=("python3", "train.py", "--epochs", "3", "--comment", "a b"))
    own = _record("f0" + "cd" * 5, "python3 train.py", command, 65, host)
    events = [*made_runs.host_events(24.0, 0.4), Log(START_NS + int(9e9), "mark", "learning rate lowered")]
    write_run(own, devices(gpu=False), sorted(events, key=_stamp), end(seconds=24.0), "epoch 3 done\n")
    broken = _record("a9" + "cd" * 5, "recorder killed", cpu.with_values({"seed": 7}), 60, host)
    write_run(broken, devices(gpu=False), cpu_events(0.0123, 0.62, 41.0), end("interrupted", None, "its recorder ended unexpectedly", 41.0))

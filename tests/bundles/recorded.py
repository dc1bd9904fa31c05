"""Runs that contain every kind of data, written as a recorder writes them."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from gpuscope.bundles.bundle_writer import bundle_pieces
from gpuscope.core.event import Event, Hello, Log, Result, Sample
from gpuscope.core.quantity import Quality, Quantity
from gpuscope.core.run import RunRecord
from gpuscope.core.runspec import COMMAND, RunSpec
from gpuscope.storage.run_writer import RunWriter
from gpuscope.storage.store import StoreReader
from gpuscope.system import paths
from tests.storage import known
from tests.storage.make_golden import finished

RUN_ID = "0123456789ab"
OUTPUT = b"epoch 1\n\tloss 0.5 \xe2\x9c\x93 \xff\n"
NAME = "a run, 名 🙂 \u202e ../x\n<img src=http://x>"


def url(home: Path) -> str:
    return f"sqlite:///{home / 'store' / 'gpuscope.sqlite'}"


def ended(run_id: str = RUN_ID, **more: Any) -> RunRecord:
    """Return the record of a run that has ended, with an odd name, numbers of every quality, a gap."""
    numbers = {
        "loss": Quantity(float("nan"), "1", Quality.MEASURED, "told"),
        "energy": Quantity(1 / 3, "J", Quality.ESTIMATED, "a model", 0.125, "a note"),
        "throughput": Quantity.missing("samples/s", "none told"),
    }
    command = RunSpec(COMMAND, command=("python", "train.py", "\udcff", "$(touch x)"))
    values: dict[str, Any] = {
        "run_id": run_id,
        "name": NAME,
        "spec": command,
        "metrics": numbers,
        "tags": ("a", "b"),
        "note": "two\nlines",
        "signal": None,
    }
    return replace(finished(), **(values | {"samples": 64, "duration_s": 1.5, "window_start_s": 0.25} | more))


def store_run(store_url: str, run_id: str = RUN_ID, batches: int = 120, **more: Any) -> RunRecord:
    """Write a run whose readings are all known, with return codes, logged values and output; return its record."""
    folder = paths.private_folder(paths.runs_folder(store_url) / run_id)
    (folder / "output.log").write_bytes(OUTPUT)
    record = replace(ended(run_id, **more), folder=str(folder))
    at = known.START_NS
    rare: list[Event] = [
        Hello("workload", 7, at, {"steps": 5, "odd": [1, {"x": None}]}),
        Sample("host", at + 5, at + 6, (None, 5), {"0": "EIO"}),
        Log(at + 9, "values", "", {"loss": float("inf")}, 3),
        Log(at + 9, "mark", "half way \x1b[31m"),
        Result(at + 10, {"accuracy": {"value": 0.5}}, {"threads": 2}),
    ]
    with RunWriter(store_url, record) as writer:
        writer.declare([known.CPU], {"host": known.CALLS["host"]}, known.QUALITY)
        writer.append([known.batch(0)])
        writer.declare([known.CPU, known.GPU], known.CALLS, known.QUALITY)
        known.write(writer, 1, batches - 1)
        writer.append([(batches, rare)])
        writer.finish(record)
    return record


def write_bundle(store_url: str, path: Path, *run_ids: str) -> Path:
    """Write a bundle of runs."""
    with StoreReader(store_url) as reader:
        path.write_bytes(b"".join(bundle_pieces(reader, [reader.run(run_id) for run_id in run_ids])))
    return path


def everything(store_url: str, run_id: str) -> dict[str, Any]:
    """Return everything that a store holds of a run, bit for bit, except its location."""
    with StoreReader(store_url) as reader:
        record = reader.run(run_id)
        infos = reader.series_list(run_id)
        series = [reader.series(run_id, info.device, info.metric) for info in infos]
        with reader.snapshot(run_id) as whole:
            documents = sorted(whole.documents(), key=lambda one: (one[1], one[2]))
            layouts = [(one.call, one.generation, one.series) for one in whole.layouts()]
        output = (Path(record.folder) / "output.log").read_bytes() if record.folder else b""
        return {
            "record": replace(record, folder="", boot_id="", origin=None, metrics={}, devices=()),
            "metrics": {key: value.to_json() for key, value in record.metrics.items()},
            "devices": [(one.device, {key: value.to_json() for key, value in one.metrics.items()}, one.gaps) for one in record.devices],
            "infos": infos,
            "stamps": [(one.before_ns.tolist(), one.after_ns.tolist()) for one in series],
            "values": [known.bits(one.values) for one in series],
            "missing": [one.missing.tolist() for one in series],
            "steps": reader.steps(run_id).tolist(),
            "events": [repr(event) for event in reader.events(run_id)],
            "documents": documents,
            "layouts": layouts,
            "committed": reader.committed(run_id),
            "output": output,
        }

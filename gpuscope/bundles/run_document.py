"""Conversion of a run's record to the document in a bundle, and back."""

import math
from collections.abc import Mapping
from typing import Any

from gpuscope.bundles import limits
from gpuscope.bundles import untrusted_input as fields
from gpuscope.bundles.limits import RecordingFileError
from gpuscope.core.device import Device
from gpuscope.core.errors import GpuscopeError, first_line
from gpuscope.core.quantity import Quantity
from gpuscope.core.run import GPUSCOPE, DeviceResult, RunGap, RunRecord, RunState
from gpuscope.core.runspec import RunSpec
from gpuscope.storage.plans import PREFIX as PLAN
from gpuscope.storage.records import LONGEST_ID
from gpuscope.storage.store import LAST

_COUNTS = ("steps", "warmup_steps", "samples")
_TIMES = {"duration_s": 0.0, "wall_s": 0.0, "window_start_s": -math.inf}
"""Least value of each."""
_WHAT = "the run's document"
_GAPS = 100_000
"""Maximum gaps of a device: more than a helper leaves that restarts every ten seconds for ten days."""


def document_of(record: RunRecord) -> dict[str, Any]:
    """Return the document of a run: its record without its location on this machine."""
    document = {key: value for key, value in record.to_json().items() if key not in ("origin", "devices")}
    return document | {
        "start_ns": record.start_ns,
        "heartbeat_at": None if record.heartbeat_at is None else record.heartbeat_at.isoformat(),
        "tool": GPUSCOPE if record.origin is None else record.origin.tool,
        "devices": [_device_document(result) for result in record.devices],
    }


def _device_document(result: DeviceResult) -> dict[str, Any]:
    return {
        "device": result.device.to_json(),
        "metrics": {key: value.to_json() for key, value in result.metrics.items()},
        "gaps": [[gap.start_s, gap.end_s, gap.device, list(gap.metrics), gap.reason] for gap in result.gaps],
    }


def record_of(document: Mapping[str, Any]) -> RunRecord:
    """Parse a document written by :func:`document_of`; unknown keys are ignored.

    Raises:
        RecordingFileError: A value is missing, has the wrong type or is out of range; or the run had not ended.
    """
    try:
        return _record(document)
    except RecordingFileError:
        raise
    except (GpuscopeError, ValueError, TypeError, KeyError, AttributeError, OverflowError) as error:
        raise RecordingFileError(f"{_WHAT} is not of a run: {first_line(error)[:120]}") from None


def _record(document: Mapping[str, Any]) -> RunRecord:
    def value_of(key: str) -> Any:
        return fields.required(document, key, _WHAT)

    state = RunState(value_of("state"))
    if state is RunState.RUNNING:
        raise RecordingFileError("the run had not ended when it was exported")
    run_id = fields.text(value_of("run_id"), "the run's id", LONGEST_ID)
    if not (run_id.isalnum() and run_id.isascii()) or run_id == LAST or run_id.startswith(PLAN):  # the command line could not name it
        raise RecordingFileError("the run's id is not valid")
    return RunRecord(
        run_id=run_id,
        name=fields.text(value_of("name"), "the name"),
        state=state,
        reason=fields.optional_text(document.get("reason"), "the reason"),
        spec=RunSpec.from_json(_spec(value_of("spec"))),
        environment=fields.mapping(value_of("environment"), "the environment"),
        started_at=fields.moment(value_of("started_at"), "the start"),
        start_ns=fields.integer(value_of("start_ns"), "the start"),
        host=fields.text(value_of("host"), "the host"),
        boot_id="",
        folder="",
        exit_code=fields.optional_integer(document.get("exit_code"), "the exit code"),
        signal=fields.optional_integer(document.get("signal"), "the signal"),
        steps_kind=fields.optional_text(document.get("steps_kind"), "the kind of step"),
        metrics=_quantities(value_of("metrics")),
        devices=_devices(value_of("devices")),
        tags=tuple(fields.text(tag, "a tag") for tag in fields.sequence(value_of("tags"), "the tags", 10_000)),
        note=fields.text(value_of("note"), "the note"),
        heartbeat_at=None if document.get("heartbeat_at") is None else fields.moment(document["heartbeat_at"], "the last commit"),
        **_figures(document),
    )


def _figures(document: Mapping[str, Any]) -> dict[str, Any]:
    counts = {key: fields.optional_integer(document.get(key), key, 0) for key in _COUNTS}
    return {**counts, **{key: fields.optional_number(document.get(key), key, least) for key, least in _TIMES.items()}}


def _spec(value: Any) -> dict[str, Any]:
    document = fields.mapping(value, "what was run")
    fields.text(document.get("workload"), "the workload")
    for part in fields.sequence(document.get("command", []), "the command", 100_000):
        fields.text(part, "the command", limits.DOCUMENT_BYTES)
    for option in fields.mapping(document.get("options", {}), "the options").values():
        if not isinstance(option, (str, int, float, bool)) or (isinstance(option, float) and not math.isfinite(option)):
            raise RecordingFileError("an option is neither text nor a number")
    return document


def _quantities(value: Any) -> dict[str, Quantity]:
    return {key: _quantity(quantity) for key, quantity in fields.mapping(value, "the numbers").items()}


def _quantity(value: Any) -> Quantity:
    document = fields.mapping(value, "a number")
    if document.get("value") is not None:
        fields.number(document["value"], "a number's value")
    fields.optional_number(document.get("uncertainty"), "an uncertainty", 0.0)
    for key in ("unit", "quality", "source"):
        fields.text(document.get(key), f"a number's {key}")
    fields.optional_text(document.get("reason"), "a number's reason")
    return Quantity.from_json(document)


def _devices(value: Any) -> tuple[DeviceResult, ...]:
    results = tuple(_device(fields.mapping(entry, "a device")) for entry in fields.sequence(value, "the devices", limits.DEVICES))
    fields.distinct([result.device.key for result in results], "the list of devices")
    return results


def _device(document: dict[str, Any]) -> DeviceResult:
    device = checked_device(fields.required(document, "device", "a device"))
    gaps = tuple(_gap(gap) for gap in fields.sequence(document.get("gaps", []), "the gaps", _GAPS))
    return DeviceResult(device, _quantities(document.get("metrics", {})), gaps)


def checked_device(value: Any) -> Device:
    """Parse and validate a device.

    Raises:
        RecordingFileError: A value has the wrong type.
        ValueError: The document is not a device.
    """
    document = fields.mapping(value, "a device")
    for key in ("device", "kind", "name"):
        fields.text(document.get(key), f"a device's {key}")
    for key in ("uuid", "simulated"):
        fields.optional_text(document.get(key), f"a device's {key}")
    for entry in fields.mapping(document.get("properties", {}), "a device's properties").values():
        if not isinstance(entry, (str, int, float, type(None))):
            raise RecordingFileError("a device's property is neither text nor a number")
    for entry in fields.mapping(document.get("metrics", {}), "what a device can measure").values():
        _check_capability(fields.mapping(entry, "what a device can measure"))
    return Device.from_json(document)


def _check_capability(document: dict[str, Any]) -> None:
    for key in ("reason", "cure", "note"):
        fields.optional_text(document.get(key), f"a sensor's {key}")
    for key in ("period_s", "sampled_share", "uncertainty", "window_s"):
        fields.optional_number(document.get(key), f"a sensor's {key}")


def _gap(value: Any) -> RunGap:
    start, end, device, metrics, reason = fields.sequence(value, "a gap", 5)
    names = tuple(fields.text(name, "a gap's metric") for name in fields.sequence(metrics, "a gap's metrics", limits.SERIES))
    return RunGap(
        fields.number(start, "a gap's start"),
        fields.optional_number(end, "a gap's end"),
        fields.text(device, "a gap's device"),
        names,
        fields.text(reason, "a gap's reason"),
    )

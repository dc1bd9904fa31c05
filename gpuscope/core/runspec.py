"""What to run. Command-line flags, the window's form, the stored row and comparisons of settings derive from RunSpec's fields."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Self

from gpuscope.core.errors import UsageError
from gpuscope.core.field import Field, Scalar, shown

if TYPE_CHECKING:
    from gpuscope.core.capture_request import CaptureRequest

COMMAND = "command"
"""The workload key of a run of a user's command."""
ATTACHED = "attached"
"""The workload key of a recording of a running process or, without a command, of the whole machine."""
SAMPLES_PER_STEP = "samples_per_step"
"""An option of a command: its samples per step, over all ranks."""
VARIABLES = "variables"
"""An option of a command: its environment variables as NAME=VALUE words, with shell quoting."""
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_LEAST_DURATION_S = 0.1
"""Length of a block of steps (``workloads.steps.measured.BLOCK_S``): a shorter window would hold at most one block."""


def variables_of(text: str) -> dict[str, str]:
    """Parse environment variables: ``OMP_NUM_THREADS=4 "RUN_NAME=two words"``.

    Raises:
        UsageError: A word is not NAME=VALUE, or a quotation mark is not closed.
    """
    try:
        arguments = shlex.split(text)
    except ValueError:
        raise UsageError("environment: a quotation mark is not closed", 'For example: OMP_NUM_THREADS=4 "RUN_NAME=two words"') from None
    pairs = [argument.partition("=") for argument in arguments]
    for name, sign, value in pairs:
        if not sign or not _VARIABLE.fullmatch(name) or "\0" in value:
            raise UsageError(f"environment: {shown(name + sign)} is not NAME=VALUE", "For example: OMP_NUM_THREADS=4")
    return {name: value for name, _, value in pairs}


def variables_text(variables: Mapping[str, str]) -> str:
    """Return variables as text that :func:`variables_of` parses."""
    return shlex.join([f"{name}={value}" for name, value in variables.items()])


def _spec(default: Scalar | None, label: str, help: str, type: type[int] | type[float] | type[str], **more: Any) -> Any:
    """Return a dataclass field of the spec; ``filled_in`` is a default that applies only if other fields permit it.

    Its flag is its name without the unit of a time: ``warmup_limit_s`` is ``--warmup-limit``.
    """
    return field(default=default, metadata={"label": label, "help": help, "type": type, **more})


@dataclass(frozen=True)
class RunSpec:
    """What to run: a built-in workload with its settings, or a user's command. Frozen, validated, serializable.

    Raises:
        UsageError: A value is out of range or conflicts with another.
    """

    workload: str
    task: str = _spec("training", "Task", "Train the model, or only run it forward.", str, choices=("training", "inference"))
    device: str = _spec(
        "cpu",
        "Device",
        "Where the model is stored and computed: cpu, or cuda:N, mps:0 (Apple), xpu:N (Intel) in torch's order.",
        str,
        metavar="DEVICE",
    )
    precision: str = _spec(
        "fp32",
        "Precision",
        "Number format of the arithmetic. bf16 and fp16 use autocast (with gradient scaling for fp16 "
        "training); tf32 is FP32 storage with TF32 tensor cores.",
        str,
        choices=("fp64", "fp32", "tf32", "bf16", "fp16"),
    )
    batch_size: int | None = _spec(
        None, "Batch size", "Samples per step; each measured step uses a full batch.", int, unit="samples", minimum=1, maximum=2**31 - 1
    )
    steps: int | None = _spec(
        None, "Steps", "Measured steps; the warm-up comes before them.", int, unit="steps", filled_in=500, minimum=1, maximum=10**9
    )
    duration_s: float | None = _spec(
        None,
        "Duration",
        "Measure for this long instead of for a number of steps, such as 10s or 2min; the warm-up comes first.",
        float,
        unit="s",
        minimum=_LEAST_DURATION_S,
        maximum=7 * 86400,
        metavar="TIME",
    )
    warmup_steps: int = _spec(
        20,
        "Warm-up steps",
        "Steps before the measured ones; never more than those and, after the first, never longer than the duration.",
        int,
        unit="steps",
        minimum=0,
        maximum=10**9,
    )
    warmup_limit_s: float = _spec(
        0.0,
        "Warm-up limit",
        "After the warm-up steps, keeps warming up until the speed and a GPU's temperature are steady, for at most this long; training "
        "then starts over. 0: the warm-up steps only. Default: 0 s; for 'gpuscope ab' 60 s, for a thorough ladder 20 s.",
        float,
        unit="s",
        minimum=0,
        maximum=3600,
        metavar="SECONDS",
    )
    threads: int | None = _spec(
        None, "Threads", "CPU threads for torch; by default torch decides.", int, unit="threads", minimum=1, maximum=4096
    )
    seed: int = _spec(
        0, "Seed", "Seed of every random sequence: the same seed reproduces loss and accuracy.", int, minimum=0, maximum=2**63 - 1
    )
    data: str | None = _spec(
        None,
        "Data folder",
        "Folder with MNIST's IDX files or CIFAR-10's binary archive; or synthetic, for images of the same shape made from random numbers;"
        " or download, for the published files. Default: scikit-learn's digits.",
        str,
        metavar="FOLDER",
    )
    optimize: str | None = _spec(
        None, "Optimizations", "Optimizations to apply, separated by commas; 'gpuscope workloads' lists them.", str, metavar="NAME,NAME"
    )
    engine: str = _spec("eager", "Engine", "What executes the model; eager is plain torch.", str, metavar="NAME")
    ranks: int = _spec(
        1,
        "Ranks",
        "Processes on this machine that share one training, with an optimization such as ddp; each uses its own GPU, counted from the "
        "device, or its share of the CPU cores.",
        int,
        unit="processes",
        minimum=1,
        maximum=1024,
    )
    nodes: int = _spec(
        1, "Nodes", "Machines that share one training; start the same run on each.", int, unit="machines", minimum=1, maximum=4096
    )
    rendezvous: str | None = _spec(
        None, "Rendezvous", "HOST:PORT where the machines meet: one of them, with a free port that all can reach.", str, metavar="HOST:PORT"
    )
    profile: str | None = _spec(
        None,
        "Profile",
        "Steps, or a time span, that torch's profiler records: steps=100:110 for the ten after the hundredth, or time=30s:35s; add "
        "memory or stacks after a comma. They are excluded from throughput and energy.",
        str,
        metavar="WHICH",
    )
    options: Mapping[str, Scalar] = field(default_factory=dict)
    """The workload's own options, validated by the catalogue."""
    command: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "options", MappingProxyType(dict(self.options)))
        object.__setattr__(self, "command", tuple(self.command))
        if not re.fullmatch(r"[a-z0-9][a-z0-9_.-]{0,63}", self.workload):
            raise UsageError(f"workload {shown(self.workload)} is not known", "'gpuscope workloads' lists what can be run.")
        if self.workload != ATTACHED and (self.workload == COMMAND) != bool(self.command):
            raise UsageError("a command is needed after --", "For example: gpuscope run -- python3 train.py")
        self._settle_length()
        for spec_field in FIELDS.values():
            value = getattr(self, spec_field.key)
            if value is not None:
                object.__setattr__(self, spec_field.key, spec_field.parse(value))
            elif spec_field.default is not None and spec_field.key != "steps":
                raise UsageError(f"{spec_field.label} is missing", spec_field.help)
        object.__setattr__(self, "device", _device(self.device))
        if self.steps is not None:
            object.__setattr__(self, "warmup_steps", min(self.warmup_steps, self.steps))
        if self.profile is not None:
            object.__setattr__(self, "profile", self._capture(self.profile).text)

    def _capture(self, text: str) -> CaptureRequest:
        """Parse the capture request; a built-in workload's capture must not go beyond its number of steps."""
        from gpuscope.core.capture_request import CaptureRequest  # few runs need it

        request = CaptureRequest.parse(text)
        if not self.is_command and self.steps is not None and request.unit == "steps" and request.end > self.steps:
            raise UsageError(
                f"profile: {request.description} are beyond the run's {self.steps} steps", "Profile earlier steps, or run more."
            )
        return request

    @property
    def variables(self) -> dict[str, str]:
        """Environment variables set for a command, without those that it inherits."""
        return variables_of(str(self.options.get(VARIABLES, ""))) if self.is_command else {}

    @property
    def capture(self) -> CaptureRequest | None:
        """The capture request for the profiler; None for no capture."""
        return None if self.profile is None else self._capture(self.profile)

    def _settle_length(self) -> None:
        """Fill in the default number of steps if no duration is given."""
        if self.duration_s is None and self.steps is None:
            object.__setattr__(self, "steps", FIELDS["steps"].default)
        elif self.duration_s is not None and self.steps is not None:
            raise UsageError("both steps and a duration are given", "Give either --steps or --duration.")

    def __eq__(self, other: object) -> bool:
        """Compare by value: a resolved spec equals a spec with the same values read from a store."""
        if not isinstance(other, RunSpec):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in _NAMES)

    @property
    def is_command(self) -> bool:
        """Whether this is not a built-in workload but a user's command or an already running process."""
        return self.workload in (COMMAND, ATTACHED)

    @property
    def is_attached(self) -> bool:
        """Whether the recorded process was already running, and continues after the recording."""
        return self.workload == ATTACHED

    @property
    def is_machine(self) -> bool:
        """Whether it is a recording of the machine, without a process."""
        return self.is_attached and not self.command

    @property
    def changes(self) -> tuple[str, ...]:
        """Differences from plain torch: its optimizations, and its engine unless that is the default."""
        if self.is_command:
            return ()
        names = tuple(name for part in (self.optimize or "").split(",") if (name := part.strip()))
        return names if self.engine == FIELDS["engine"].default else (*names, self.engine)

    @property
    def tested_every(self) -> int | None:
        """Number of measured steps after each of which the model is tested; None for a workload that tests it only at the end."""
        every = self.options.get("test_every")
        return every if isinstance(every, int) and every > 0 else None

    @property
    def rank_devices(self) -> tuple[str, ...]:
        """Devices of the ranks on this machine: consecutive GPUs from the named one, or "cpu" for each rank."""
        kind, _, index = self.device.partition(":")
        return ("cpu",) * self.ranks if kind == "cpu" else tuple(f"{kind}:{int(index) + rank}" for rank in range(self.ranks))

    def with_values(self, values: Mapping[str, object]) -> Self:
        """Return a copy with fields replaced; keys that are not fields are set in the workload's options, unvalidated."""
        parsed: dict[str, Scalar | None] = {key: FIELDS[key].parse(value) for key, value in values.items() if key in FIELDS}
        for key, other in (("steps", "duration_s"), ("duration_s", "steps")):
            if key in parsed:
                parsed.setdefault(other, None)  # each replaces the other
        options = {**self.options, **{key: value for key, value in values.items() if key not in FIELDS}}
        return replace(self, options=options, **parsed)  # type: ignore[arg-type]

    def to_json(self) -> dict[str, Any]:
        """Return the JSON form, with every field except unset fields of later releases.

        For a command it holds only the command, its capture request and its options, since the other settings do not affect it; the
        options of an imported run are its parameters.
        """
        if self.is_command:
            fields_json: dict[str, Any] = {"workload": self.workload, "command": list(self.command)}
            profile = {} if self.profile is None else {"profile": self.profile}
            return fields_json | profile | ({"options": dict(self.options)} if self.options else {})
        document: dict[str, Any] = {"workload": self.workload}
        values = {key: getattr(self, key) for key in FIELDS}
        document.update({key: value for key, value in values.items() if key not in _LATER_FIELDS or value is not None})
        document["options"] = dict(self.options)
        return document

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> Self:
        """Parse the output of :meth:`to_json`; unknown keys are ignored.

        Raises:
            UsageError: A value is out of range.
            ValueError: The document is not a RunSpec.
        """
        try:
            return cls(
                workload=document["workload"],
                options=dict(document.get("options", {})),
                command=tuple(str(part) for part in document.get("command", ())),
                **{key: document[key] for key in FIELDS if key in document},
            )
        except (KeyError, TypeError) as error:
            raise ValueError(f"not a run specification: {error}") from error

    def identity(self) -> str:
        """Return a text that is equal for two specs if and only if they are equal except for seeds: their runs form a group."""
        return json.dumps({**self.to_json(), "seed": None}, sort_keys=True, ensure_ascii=False)

    def command_line(self) -> list[str]:
        """Return the arguments of ``gpuscope`` that repeat this spec."""
        if self.is_attached and not self.command:
            return ["attach", "--machine"]
        if self.is_command:
            samples, profile = self.options.get(SAMPLES_PER_STEP), [] if self.profile is None else ["--profile", self.profile]
            flags = ["--samples-per-step", str(samples)] if samples else []
            flags += [word for name, value in self.variables.items() for word in ("--env", f"{name}={value}")]
            return ["run", *flags, *profile, "--", *self.command]
        arguments = ["run", self.workload]
        for spec_field in FIELDS.values():
            value = getattr(self, spec_field.key)
            if value is not None and value != spec_field.default:
                arguments += [spec_field.flag, str(value)] if spec_field.flag else ["--set", f"{spec_field.key}={value}"]
        for key, value in self.options.items():
            arguments += ["--set", f"{key}={str(value).lower() if isinstance(value, bool) else value}"]
        return arguments


@dataclass(frozen=True, eq=False)
class ResolvedSpec(RunSpec):
    """A spec of a built-in workload with every default filled in, created by ``workloads.catalog.resolve``.

    A remaining None is intentional: torch chooses the threads, the data set is the workload's own, there are no optimizations.

    Raises:
        UsageError: A value is out of range, or the batch size is missing.
    """

    batch_size: int = field(default=0, metadata=RunSpec.__dataclass_fields__["batch_size"].metadata)  # 0 is below the minimum: rejected

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.batch_size:
            raise UsageError(f"{FIELDS['batch_size'].label} is missing", FIELDS["batch_size"].help)

    @classmethod
    def of(cls, spec: RunSpec, **decided: Any) -> Self:
        """Return a resolved spec.

        Args:
            spec: A requested spec, or the stored spec of a started run.
            decided: Resolved values by field name.
        """
        return cls(**({name: getattr(spec, name) for name in _NAMES} | decided))


_NAMES = tuple(entry.name for entry in fields(RunSpec))


def _fields() -> dict[str, Field]:
    table = {}
    for spec_field in fields(RunSpec):
        if "label" in spec_field.metadata:
            flag = f"--{spec_field.name.removesuffix('_s').replace('_', '-')}"
            about = {"flag": flag, "metavar": "N" if spec_field.metadata["type"] is int else None, **spec_field.metadata}
            default = about.pop("filled_in", None if spec_field.default is MISSING else spec_field.default)
            table[spec_field.name] = Field(key=spec_field.name, default=default, **about)
    return table


def _device(text: str) -> str:
    names = [name.strip().lower() for name in text.split(",")]
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise UsageError(f"device {twice} is named twice", "Name each device once.")
    for name in names:
        if not re.fullmatch(r"cpu|(cuda|mps|xpu)(:\d{1,3})?", name):
            raise UsageError(f"device {shown(name)} is not known", "Use cpu, or cuda:0 for the first NVIDIA GPU.")
    if len(names) > 1:
        raise UsageError("this workload runs on one device", "Name one device, for example --device cuda:0.")
    return names[0] if names[0] == "cpu" or ":" in names[0] else f"{names[0]}:0"


_LATER_FIELDS = ("duration_s", "profile")
"""Fields added after the first release: omitted from the JSON form while None, so that old runs keep their hashes."""
FIELDS: Mapping[str, Field] = _fields()
"""The settings that every built-in workload has, by key."""
COMMAND_OPTIONS: Mapping[str, Field] = {
    option.key: option
    for option in (
        Field(
            SAMPLES_PER_STEP,
            "Samples per step",
            "Samples per step of the command, over all of its ranks, for the throughput; if they are neither detected nor reported.",
            int,
            None,
            minimum=1,
            maximum=10**9,  # more is a typing error: such a batch fits no memory
        ),
        Field(
            VARIABLES,
            "Environment",
            "Variables set for the command in addition to those that it inherits: NAME=VALUE, separated by spaces.",
            str,
            None,
        ),
    )
}
"""Options of a user's command, by key."""

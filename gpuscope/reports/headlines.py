"""The metrics shown first for a comparison and for one run, and the headline figures of a run as every surface shows them.

The PDF (half a page per run), the tiles of the window and the first screen of ``gpuscope show`` lay out :func:`run_headlines`: each shows
as many as it has room for, in this order, and no others.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gpuscope.analysis.bottleneck_signals import BottleneckSignals
from gpuscope.analysis.group import Group
from gpuscope.analysis.run_value import RECORDED_TIME, WALL_TIME, metric_keys, quantity
from gpuscope.core.device import MACHINE, NO_GPU, WORKLOAD, unreal_label
from gpuscope.core.figures import display_unit, within_sentence
from gpuscope.core.metric_registry import SHARES, describe
from gpuscope.core.quantity import Quantity
from gpuscope.core.run import RunRecord
from gpuscope.reports.energy_account import RUN_KEYS, spread_text
from gpuscope.reports.live_reading import label_on
from gpuscope.reports.run_report import figure_text
from gpuscope.system.language import filled, listed_names
from gpuscope.system.settings import JOULE

if TYPE_CHECKING:
    from gpuscope.analysis.entry import Entry  # imports the statistics, which the Run page must not wait for

_TREE_MEMORY = f"{WORKLOAD}/resident_memory_peak"
"""Memory of a command's processes, for commands that report no memory themselves."""
_OF_RUN = (
    "throughput", "throughput_per_rank", "step_rate", "flops", "bandwidth", "latency_p50", "latency_p99", WALL_TIME,
    RECORDED_TIME, "energy_per_sample", "energy_per_step", "energy",
)  # fmt: skip
_OF_TRAINING = ("accuracy", "loss")
_OF_DEVICES = ("power_mean", "power_average_mean", "utilization_mean", "memory_used_peak")
_LAST = ("memory_reserved_peak", "resident_memory_peak", _TREE_MEMORY, "model_size_bytes", "max_relative_error")
_STAND_INS = {
    "step_rate": "throughput",
    "flops": "throughput",
    "bandwidth": "throughput",
    WALL_TIME: "throughput",
    RECORDED_TIME: "throughput",
    "energy_per_step": "energy_per_sample",
    "energy": "energy_per_sample",
    "power_average_mean": "power_mean",
    "loss": "accuracy",
    "resident_memory_peak": "memory_reserved_peak",
    _TREE_MEMORY: "resident_memory_peak",
}
"""Metrics that are headlines only where a group lacks the metric they stand in for, by key."""
_ONE_RUN = frozenset({"energy", "loss"})
"""Headlines of a single run even beside the metric they stand in for; comparisons then omit them, as totals depend on run length."""
_WANTED_MISSING = (
    "throughput", WALL_TIME, RECORDED_TIME, "energy_per_sample", "energy", "power_mean", "utilization_mean", "memory_used_peak",
)  # fmt: skip
"""Headlines of a run that are listed as missing if nothing stands in for them."""
_LISTED = 4
"""Most labels that a remark names; with more, it counts the rest."""
_MOST_DEVICES = 2
"""Most devices whose metrics are headlines: those of eight GPUs would push the run's own metrics off the screen."""


def of_device(device: str, label: str) -> str:
    """Return a label with its device: ``gpu:0 power, mean``; ``CPU utilization``; ``Main memory used``; ``Workload's CPU time``."""
    label = label_on(device, label)
    if not device:
        return label
    small = within_sentence(label)
    if device == MACHINE:
        return filled("Main {0}", small) if small.startswith("memory") else filled("CPU {0}", small)
    return filled("Workload's {0}", small) if device == WORKLOAD else f"{device} {small}"


def listed_labels(labels: Iterable[str]) -> str:
    """Join different labels in a remark, which counts those beyond a few: ``a, b, c and 3 more``."""
    different = list(dict.fromkeys(labels))
    if len(different) > _LISTED:
        different = [*different[: _LISTED - 1], filled("{0} more", str(len(different) - _LISTED + 1))]
    return listed_names(different)


def headline_keys(values: Mapping[str, Sequence[float | None]]) -> list[str]:
    """Return the metrics shown first in a comparison, the most important first.

    Args:
        values: One value per group, None if missing, by metric; a device's metric has a key like "gpu:0/power_mean".
    """
    chosen = [key for key in _ordered(_main_devices(values)) if _is_known(values, key) and not _is_replaced(values, key, _STAND_INS)]
    if not any("energy" in key for key in chosen) and "energy_per_sample" in values:
        place = next((place for place, key in enumerate(chosen) if key not in _OF_RUN), len(chosen))
        chosen.insert(place, "energy_per_sample")  # listed even when missing, with the reason
    return chosen


@dataclass(frozen=True, slots=True)
class HeadlineFigure:
    """One headline figure of a run, as it is shown.

    Attributes:
        key: Key of the metric; for a device's metric like "gpu:0/power_mean".
        value: The figure without its unit, "~" before an estimate; "–" when it is missing.
        unit: With its prefix; "" for none.
        spread: Its uncertainty, ``± 2.2 kJ``; "" if it is not known.
        quantity: The underlying quantity in SI units, with the reason when it is missing.
        simulated: The label of its device (for a run's energy, of the devices measured) if it is not real; "" for real ones.
    """

    key: str
    value: str
    unit: str
    spread: str
    quantity: Quantity
    simulated: str

    @property
    def device(self) -> str:
        """Key of its device; "" for a metric of the run."""
        return self.key.rpartition("/")[0]

    @property
    def name(self) -> str:
        """Key of the metric without its device."""
        return self.key.rpartition("/")[2]

    @property
    def label(self) -> str:
        """The metric in words, without the device."""
        return describe(self.key)[0]

    @property
    def full_label(self) -> str:
        """The label with its device: ``gpu:0 power, mean``."""
        return of_device(self.device, self.label)

    @property
    def text(self) -> str:
        """Figure and unit: ``1.23 kW``."""
        return f"{self.value} {self.unit}".rstrip()

    @property
    def is_missing(self) -> bool:
        """Whether there is no value; ``quantity.reason`` holds the reason."""
        return self.quantity.is_missing

    @property
    def quality(self) -> str:
        """Quality of the figure in a word: "measured", "derived"; "simulated" if it is not from real hardware."""
        return unreal_label(self.simulated) if self.simulated and not self.is_missing else self.quantity.quality.value


def run_headlines(record: RunRecord, energy_unit: str = JOULE) -> list[HeadlineFigure]:
    """Return the headline figures of a run, the most important first; missing ones are included if nothing stands in for them."""
    quantities = {key: quantity(record, key) for key in metric_keys([Group(record.name, (record,))])}
    values = {key: [known.value] for key, known in quantities.items()}
    placed = [result.device.key for result in BottleneckSignals(record).placed]
    # a command is placed on all visible GPUs, including the pseudo device "gpu", which only explains why there is none
    devices = [key for key in placed if key != NO_GPU][:_MOST_DEVICES] or _main_devices(values)
    beside = {*_ONE_RUN, WALL_TIME, RECORDED_TIME} if record.spec.is_command else _ONE_RUN  # always show how long a command took
    stand_ins = {key: other for key, other in _STAND_INS.items() if key not in beside}
    unreal = {result.device.key: result.device.simulated or "" for result in record.devices}
    of_energies = next((unreal[device] for device in devices if unreal.get(device)), "")
    figures = []
    for key in _ordered(devices):
        if (_is_known(values, key) and not _is_replaced(values, key, stand_ins)) or _is_missed(values, key, stand_ins):
            device, _, name = key.rpartition("/")
            simulated = of_energies if name in RUN_KEYS and not device else unreal.get(device, "")
            figures.append(_figure(key, quantities[key], simulated, energy_unit))
    return figures


def more_figures(record: RunRecord, shown: Iterable[HeadlineFigure]) -> int:
    """Return how many figures a run has in addition to those shown."""
    keys = {figure.key for figure in shown}
    return sum(key not in keys and not quantity(record, key).is_missing for key in metric_keys([Group(record.name, (record,))]))


def _figure(key: str, known: Quantity, simulated: str, energy_unit: str) -> HeadlineFigure:
    name = key.rpartition("/")[2]
    text, unit = figure_text(name, known, energy_unit), ""
    if known.value is not None:
        is_energy = known.unit == "J"  # an estimated energy is a range, with the unit of its upper end
        unit = text.rpartition(" ")[2] if is_energy else display_unit(known.unit, [known.value], share=name in SHARES).name
    value = text.removesuffix(unit).rstrip().replace(f" {unit} to ", " to ")
    return HeadlineFigure(key, value, unit, spread_text(known, energy_unit), known, simulated)


def _ordered(devices: Sequence[str]) -> list[str]:
    return [*_OF_RUN, *_OF_TRAINING, *(f"{device}/{name}" for name in _OF_DEVICES for device in devices), *_LAST]


def _is_known(values: Mapping[str, Sequence[float | None]], key: str) -> bool:
    if key == f"{MACHINE}/memory_used_peak":  # includes other programs' memory
        return False
    return any(value is not None for value in values.get(key, ()))


def _is_replaced(values: Mapping[str, Sequence[float | None]], key: str, stand_ins: Mapping[str, str]) -> bool:
    """Return whether a metric stands in for one that every group has, so that it is not needed."""
    while (replaced := _replaced_key(key, stand_ins)) is not None:
        known = values.get(replaced, ())
        if known and None not in known:
            return True
        key = replaced
    return False


def _replaced_key(key: str, stand_ins: Mapping[str, str]) -> str | None:
    if key in stand_ins:
        return stand_ins[key]
    device, slash, name = key.rpartition("/")
    return f"{device}{slash}{stand_ins[name]}" if slash and device != WORKLOAD and name in stand_ins else None


def _is_missed(values: Mapping[str, Sequence[float | None]], key: str, stand_ins: Mapping[str, str]) -> bool:
    if key not in values or key == f"{MACHINE}/memory_used_peak" or _is_known(values, key):
        return False
    if key.rpartition("/")[2] not in _WANTED_MISSING or _replaced_key(key, stand_ins) is not None:
        return False
    return not any(_replaced_key(other, _STAND_INS) == key and _is_known(values, other) for other in values)


def _main_devices(keys: Iterable[str]) -> list[str]:
    """Return the GPUs if there are few, none of them if there are many, and the machine's CPU if there is no GPU."""
    devices = dict.fromkeys(key.rpartition("/")[0] for key in keys)
    gpus = sorted(device for device in devices if ":" in device)
    return gpus if 0 < len(gpus) <= _MOST_DEVICES else [] if gpus else [MACHINE]


_MOST_ASKED = (
    ("throughput", "flops", WALL_TIME),
    ("energy_per_sample", "energy"),
    ("latency_p50",),
    ("accuracy",),
    ("cpu/utilization_mean",),
)
"""The metrics that readers ask for first in a comparison of many groups; of each tuple, the first known one is shown."""
_BESIDE_MANY = 3
"""Number of metrics that fit beside a group's name with their ratios, on paper and in 120 columns."""


def most_asked(metrics: Mapping[str, Sequence["Entry"]]) -> list[str]:
    """Return the few metrics to show for many groups, skipping those without any value."""
    chosen = (next((key for key in keys if any(entry.value is not None for entry in metrics.get(key, ()))), None) for keys in _MOST_ASKED)
    return [key for key in chosen if key is not None][:_BESIDE_MANY]

"""The strips of a run, including its throughput, phases and logged values."""

from functools import partial
from itertools import cycle

from PySide6.QtCore import QCoreApplication

from gpuscope.core.metric import Family
from gpuscope.core.metric_registry import SHARES, metric
from gpuscope.core.workload_keys import STEP_PHASES, phase_time_key, split_rank
from gpuscope.gui.charts.strip import Curve
from gpuscope.gui.data.reading_table import Floats
from gpuscope.gui.data.shown_run import ShownRun
from gpuscope.gui.engine_texts import engine_text
from gpuscope.gui.run_view.device_strips import device_strips
from gpuscope.gui.run_view.strip_template import CurveSource, StripTemplate
from gpuscope.reports.pictures.colours import PHASE_ROLES
from gpuscope.reports.pictures.picture import Dash

MOST = 12
"""Maximum number of strips of logged values; more could be neither drawn nor read."""
_RANKS = 16
"""Maximum number of ranks with a curve in a strip."""
_OF_RANKS = ("throughput", "loss")
_LONGEST_TITLE = 60
"""Maximum characters of a logged key, which can have any length, in a label that elides far earlier."""
_FIRST = ("loss", "accuracy")
_PHASE_KEYS = frozenset(map(phase_time_key, STEP_PHASES))


def logged_strips(data: ShownRun, chosen: tuple[str, ...] = ()) -> list[StripTemplate]:
    """Return the strips of throughput, step phases, the drawn logged values, and values by rank."""
    phases = [phase for phase in STEP_PHASES if phase_time_key(phase) in data.logged_keys()]
    ranks = [_of_ranks(metric_key, keys) for metric_key, keys in _by_rank(data.logged_keys()).items()]
    values = [_logged(key) for key in drawn_keys(data.logged_keys(), chosen)]
    return [_throughput(data), *([_phases(phases)] if phases else []), *values, *ranks]


def value_keys(keys: tuple[str, ...]) -> tuple[str, ...]:
    """Return the keys of logged values with their own strip; the times of a step's phases share one, as do ranks."""
    return tuple(key for key in keys if key not in _PHASE_KEYS and split_rank(key)[1] is None)


def _by_rank(keys: tuple[str, ...]) -> dict[str, list[str]]:
    """Return the keys of values logged by rank, grouped by metric, in order of rank."""
    by_metric: dict[str, list[str]] = {}
    for key in sorted(keys, key=lambda logged: split_rank(logged)[1] or 0):
        metric_key, rank = split_rank(key)
        if rank is not None and metric_key in _OF_RANKS and len(by_metric.setdefault(metric_key, [])) < _RANKS:
            by_metric[metric_key].append(key)
    return {metric_key: by_metric[metric_key] for metric_key in _OF_RANKS if metric_key in by_metric}


def drawn_keys(keys: tuple[str, ...], chosen: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Return the keys of the drawn logged values, in order, at most :data:`MOST`.

    Args:
        keys: Keys of all logged values.
        chosen: The user's choice among too many keys; if the run has none of these, loss, accuracy and the first others are drawn.
    """
    keys = value_keys(keys)
    wanted = tuple(key for key in keys if key in chosen) if len(keys) > MOST else ()
    if wanted:
        return wanted[:MOST]
    first = [key for key in _FIRST if key in keys]
    return tuple([*first, *(key for key in keys if key not in first)][:MOST])


def _throughput(data: ShownRun) -> StripTemplate:
    title = QCoreApplication.translate("RunStrips", "Throughput")
    curve = Curve("throughput", title, Family.THROUGHPUT.value)
    return StripTemplate("throughput", title, data.throughput_unit, (CurveSource(curve, ShownRun.throughput),))


def _phases(phases: list[str]) -> StripTemplate:
    """Return the strip of a step's phases; each phase has the same colour and dash in every run, and the same colour as in Compare."""
    dashes = dict(zip((name for name in STEP_PHASES if name not in ("prefill", "decode")), Dash, strict=False))
    dashes |= {"prefill": dashes["backward"], "decode": dashes["optimizer"]}  # no run has both
    sources = tuple(
        CurveSource(
            Curve(key := phase_time_key(phase), engine_text(phase), PHASE_ROLES[phase], dashes[phase], is_logged=True),
            partial(_values, key),
        )
        for phase in phases
    )
    return StripTemplate("phases", QCoreApplication.translate("RunStrips", "Phases of a step"), "s", sources)


def _logged(key: str) -> StripTemplate:
    known = metric(key)
    title = (engine_text(known.label) if known is not None else key)[:_LONGEST_TITLE]
    family = known.family if known is not None else Family.LOSS
    curve = Curve(key, title, family.value, is_logged=True)
    unit = known.unit if known is not None else ""
    return StripTemplate(f"logged/{key}", title, unit, (CurveSource(curve, partial(_values, key)),), is_share=key in SHARES, low=None)


def _of_ranks(metric_key: str, keys: list[str]) -> StripTemplate:
    """Return the strip of one metric by rank, one curve each."""
    known = metric(metric_key)
    assert known is not None
    label = QCoreApplication.translate("RunStrips", "rank {0}")
    sources = tuple(
        CurveSource(Curve(key, label.format(split_rank(key)[1]), known.family.value, dash, is_logged=True), partial(_values, key))
        for key, dash in zip(keys, cycle(Dash), strict=False)
    )
    title = QCoreApplication.translate("RunStrips", "{0} by rank").format(engine_text(known.label))
    return StripTemplate(f"ranks/{metric_key}", title, known.unit, sources, low=None)


def _values(key: str, data: ShownRun) -> tuple[Floats, Floats]:
    times, _, values = data.logged(key)
    return times, values


def strip_templates(data: ShownRun, chosen: tuple[str, ...] = ()) -> list[StripTemplate]:
    """Return the strips of the run's values (the chosen ones if there are many), then those of its devices and of the machine."""
    return [*logged_strips(data, chosen), *device_strips(data)]

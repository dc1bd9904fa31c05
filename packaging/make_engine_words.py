"""Lists what the engine says for translators: `python packaging/make_engine_words.py` writes `gpuscope/gui/engine_vocabulary.py`.

lupdate finds literals alone, and the engine knows nothing of Qt. Run it after a text of a workload, an option, an optimization, an
engine, a field or a metric has changed; a test compares the list with the engine.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from gpuscope.analysis import next_steps
from gpuscope.analysis.bottleneck import REASONS, WORDS
from gpuscope.analysis.bottleneck_signals import LABELS
from gpuscope.core.cure_words import ALL_WORDS, TITLES
from gpuscope.core.device_metrics import DEVICE_METRICS
from gpuscope.core.metric_registry import describe, reduced_metrics
from gpuscope.core.run_metrics import RUN_METRICS
from gpuscope.core.runspec import FIELDS
from gpuscope.profiles import advice
from gpuscope.profiles.memory import BEFORE, OUTSIDE
from gpuscope.profiles.operator_classes import LABELS as LABELS_OF_CLASSES
from gpuscope.profiles.reading.memory_timeline import CATEGORIES
from gpuscope.recording import ladder, machine_figures
from gpuscope.recording.progress import PHASE_WORDS, Progress
from gpuscope.reports import comparison_settings, comparison_view, ladder_view, profile_difference_view, profile_view, sweep_view
from gpuscope.reports.pictures.comparison_pictures import TEXTS
from gpuscope.reports.pictures.step_pictures import STEP_TEXTS
from gpuscope.workloads import rungs
from gpuscope.workloads.engines.registry import ENGINES
from gpuscope.workloads.optimizations.registry import OPTIMIZATIONS
from gpuscope.workloads.workload_table import WORKLOADS

TARGET = Path(__file__).resolve().parent.parent / "gpuscope" / "gui" / "engine_vocabulary.py"
_HEAD = '''"""What the engine is known to say, for translators. Written by `python packaging/make_engine_words.py`: do not edit."""

from PySide6.QtCore import QT_TRANSLATE_NOOP

# ruff: noqa: E501
# fmt: off
WORDS = frozenset((
'''


def texts() -> list[str]:
    """Return every text of the engine that the window shows, each once, in the order of the registries."""
    return list(dict.fromkeys(text for text in _texts() if text))


def _texts() -> Iterator[str]:
    yield from (Progress().phase, *PHASE_WORDS.values(), *FIELDS["task"].choices)
    for field in FIELDS.values():
        yield from (field.label, field.help)
    for known in WORKLOADS.values():
        yield from (
            known.family_title,
            known.title,
            known.help,
            *(text for option in known.options for text in (option.label, option.help)),
        )
    for optimization in OPTIMIZATIONS.values():
        yield from (optimization().title, optimization().help)
    yield from rungs.texts()
    for engine in ENGINES.values():
        yield from (engine().title, engine().help)
    yield from (metric.label for metric in (*RUN_METRICS, *DEVICE_METRICS))
    yield from (describe(key)[0] for key, _, _ in reduced_metrics())
    yield from machine_figures.texts()
    yield from (*comparison_view.translated_texts(), *comparison_settings.translated_texts())
    yield from (*sweep_view.texts(), *ladder_view.TEXTS, ladder.BASE_SENTENCE.removesuffix("."))
    yield from (*LABELS_OF_CLASSES.values(), BEFORE, OUTSIDE, *CATEGORIES, *profile_view.TEXTS, *map(str, profile_difference_view.TEXTS))
    yield from advice.TEXTS
    yield from (*WORDS.values(), *REASONS, *LABELS.values(), *ALL_WORDS, *TITLES.values(), *next_steps.TEXTS, *TEXTS, *STEP_TEXTS)


def module() -> str:
    """Return the module's text."""
    lines = [f'    QT_TRANSLATE_NOOP("Engine", {json.dumps(text, ensure_ascii=False)}),\n' for text in texts()]
    return _HEAD + "".join(lines) + "))\n"


if __name__ == "__main__":
    TARGET.write_text(module(), "utf-8")

"""A run's bottleneck, on its card and in two lines."""

from dataclasses import replace

from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from gpuscope.analysis.bottleneck import COMPUTE, SHARED, bottleneck
from gpuscope.analysis.bottleneck_signals import Evidence
from gpuscope.core.cure_texts import PROFILE
from gpuscope.core.run import RunState
from gpuscope.core.runspec import RunSpec
from gpuscope.gui.pages.compare.why_card import reason_texts
from gpuscope.gui.pages.run.result_panel import ResultPanel
from gpuscope.gui.run_view.bottleneck_card import BottleneckCard, summary_texts
from gpuscope.gui.theme import Theme
from tests.analysis.records import measured, run_record
from tests.analysis.test_bottleneck import MADE

LOADER = RunSpec("cifar-cnn-loader", options={"workers": 0, "prefetch": 2, "augmentation": "none"})
WAITING = run_record("a", LOADER, {"phase_time_data": measured(0.03, "s"), "phase_time_forward": measured(0.01, "s")})
VERDICT, FIGURE = "Input-bound: the steps wait for their data.", "Share of a step spent on getting its data: 75.0 % (≥ 30 %)"
CURE = "More loading processes prepare batches while steps run: --set workers=2"
UNKNOWN = "Not known: "


def words(card: BottleneckCard) -> list[str]:
    return [one.text() for one in card.findChildren(QLabel)]


def test_the_card_tells_verdict_evidence_and_what_to_try(qtbot: QtBot) -> None:
    card = BottleneckCard(bottleneck(WAITING))
    qtbot.addWidget(card)
    assert words(card) == ["What held it back", VERDICT, "Evidence", FIGURE, "To try", CURE]
    assert card.accessibleName() == f"What held it back: {VERDICT}"


def test_the_card_tells_the_other_limits_that_hold(qtbot: QtBot) -> None:
    emulated = {"arithmetic": "emulated", "arithmetic_reason": "no unit of it computes BF16"}
    card = BottleneckCard(bottleneck(replace(WAITING, environment=emulated)))
    qtbot.addWidget(card)
    also = ["Also", "Number format emulated here: no unit of it computes BF16."]
    assert words(card) == ["What held it back", VERDICT, *also, "Evidence", FIGURE, "To try", CURE]


def test_a_verdict_that_is_not_known_says_why_and_what_would_show_it(qtbot: QtBot) -> None:
    card = BottleneckCard(bottleneck(run_record("b")))
    qtbot.addWidget(card)
    assert [one for one in words(card) if one.startswith(UNKNOWN)]
    assert words(card)[-2:] == ["To try", f"{PROFILE.rstrip('.')}: --profile steps=10:20"]


def test_a_figure_that_the_verdict_states_is_not_told_again() -> None:
    verdict, rest = summary_texts(bottleneck(MADE[SHARED]))
    assert verdict == "Other programs used 78.5 % of the processor meanwhile."
    assert rest.startswith("To try: ")
    assert reason_texts([("a", bottleneck(MADE[SHARED]))]) == [f"a · {verdict}"]


def test_further_evidence_in_one_sentence_begins_small() -> None:
    found = bottleneck(MADE[COMPUTE])
    both = replace(found, evidence=(found.evidence[0], Evidence("others", 0.734)))
    [told] = reason_texts([("a", both)])
    assert "a large matrix product: 80.0 % (≥ 40 %); share of the processor that other programs used: 73.4 %." in told


def test_the_result_tells_it_in_two_lines_unless_the_run_failed(qtbot: QtBot, theme: Theme) -> None:
    panel = ResultPanel(theme)
    qtbot.addWidget(panel)
    panel.show_result(WAITING, "J")
    assert panel.text.endswith(f"{VERDICT}\n{FIGURE}. To try: {CURE}")
    panel.show_result(run_record("c", LOADER, WAITING.metrics, state=RunState.FAILED), "J")
    assert VERDICT not in panel.text

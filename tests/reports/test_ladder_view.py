"""The view of a ladder: why a rung brought nothing, and the waterfall of its factors."""

from dataclasses import replace

import pytest

from gpuscope.core import figures
from gpuscope.core.quantity import Quality, Quantity
from gpuscope.core.run import RunRecord
from gpuscope.core.runspec import RunSpec
from gpuscope.reports.ladder_view import QUICK_LABEL, BaseDrift, LadderStep, LadderView
from gpuscope.reports.pictures.svg_canvas import PAPER
from gpuscope.reports.pictures.waterfall import GAIN, LOSS, TOTAL, waterfall, waterfall_drawing, waterfall_height
from gpuscope.system import language
from tests.analysis.records import run_record


def run(run_id: str, throughput: float, **seconds: float) -> RunRecord:
    metrics = {"throughput": Quantity(throughput, "samples/s", Quality.DERIVED, "steps by the clock")}
    metrics |= {f"phase_time_{phase}": Quantity(value, "s", Quality.MEASURED, "phases") for phase, value in seconds.items()}
    return run_record(run_id, RunSpec("cifar-cnn"), metrics, duration_s=3.0)


def step(key: str, below: RunRecord, this: RunRecord, *, kept: bool, relief: str = "arithmetic") -> LadderStep:
    return LadderStep(key, key.capitalize(), "Does something.", "small layers gain little", (relief,), "done", (this,), (below,), kept)


SCATTERED = ((100.0, 140.0, 60.0), (150.0, 90.0, 210.0))
BASE = run("000000000001", 100.0, data=0.001, forward=0.05, backward=0.046, optimizer=0.003)
LOWEST = LadderStep("base", "One thread", "Where it begins.", state="done", runs=(BASE,), is_kept=True)


def test_what_is_a_small_part_of_a_step_cannot_bring_much() -> None:
    view = LadderView("x", [LOWEST, step("fused", BASE, run("000000000002", 101.0), kept=False, relief="optimizer")])
    assert view.cards[1].note == "The optimizer takes 3.00 % of a step, so there is little to save."
    view = LadderView("x", [LOWEST, step("input", BASE, run("000000000002", 101.0), kept=False, relief="wait for data")])
    assert view.cards[1].note == "Waiting for data and copying it takes 1.00 % of a step, so there is little to save."


def test_other_rungs_say_what_a_step_spends_its_time_on_and_whether_they_shorten_it() -> None:
    waiting = run("000000000003", 100.0, data=0.05, forward=0.03, backward=0.02)
    view = LadderView("x", [LOWEST, step("layout", waiting, run("000000000002", 100.5), kept=False)])
    assert view.cards[1].note == "Most of a step is spent on waiting for its data, which this does not shorten."
    view = LadderView("x", [LOWEST, step("prefetch", waiting, run("000000000002", 100.5), kept=False, relief="wait for data")])
    assert view.cards[1].note == "Most of a step is spent on waiting for its data; small layers gain little."


def test_a_rung_that_helped_has_nothing_to_explain() -> None:
    card = LadderView("x", [LOWEST, step("layout", BASE, run("000000000002", 150.0), kept=True)]).cards[1]
    assert (card.factor_text, card.speed, card.note) == ("1.50\u00a0× faster", "150.0\u00a0samples/s", "")


@pytest.mark.parametrize(("value", "text"), [(100.4, "1.00\u00a0×"), (101.0, "1.01\u00a0× faster"), (99.8, "0.998\u00a0×")])
def test_what_is_shown_as_equal_is_not_called_faster(value: float, text: str) -> None:
    assert LadderView("x", [LOWEST, step("layout", BASE, run("000000000002", value), kept=False)]).cards[1].factor_text == text


def test_a_gain_on_a_busy_machine_says_as_little_as_a_loss(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gpuscope.analysis.processor_share.others_share", lambda _run: 0.656)
    card = LadderView("x", [LOWEST, step("layout", BASE, run("000000000002", 150.0), kept=True)]).cards[1]
    others = f"other programs used up to {figures.percent(0.656)} of the processor"
    assert card.note == f"Unreliable: {others}."
    assert card.explanation == f"Does something. {card.note}"


def test_a_ladder_with_unreliable_factors_gives_no_reason_for_one() -> None:
    below = run("a", 100.0, data=0.001, forward=0.9, backward=0.05)
    rung = replace(step("bf16", below, run("b", 60.0), kept=False), caveat="large products run at full speed already")
    caveat = LadderView("x", [LOWEST, rung], spread=0.5).cards[1].explanation
    doubtful = LadderView("x", [LOWEST, rung], spread=27.7).cards[1].explanation
    assert "Unreliable" not in caveat
    assert doubtful == "Large products run at full speed already."  # the ladder's own sentence says what is true of every factor


def test_repeats_that_scatter_are_no_proof_that_a_rung_brings_nothing() -> None:
    below, this = ([run(f"00000000000{side}{at}", value) for at, value in enumerate(values)] for side, values in enumerate(SCATTERED))
    rung = replace(step("batch", below[0], this[0], kept=False), runs=tuple(this), below=tuple(below))
    view = LadderView("x", [LOWEST, rung], is_thorough=True)
    assert view.cards[1].note.startswith("Its repeats scatter too much to tell: from ")
    assert view.sentence == "No optimization made x measurably faster here."
    steady = replace(rung, runs=tuple(run(f"00000000002{at}", value) for at, value in enumerate((100.2, 99.8, 100.1))))
    steady = replace(steady, below=tuple(run(f"00000000003{at}", value) for at, value in enumerate((100.0, 100.1, 99.9))))
    assert "scatter" not in LadderView("x", [LOWEST, steady], is_thorough=True).cards[1].note


def test_a_quick_ladder_says_that_it_gives_no_verdict() -> None:
    assert LadderView("x", [LOWEST]).label == QUICK_LABEL
    assert LadderView("x", [LOWEST], is_thorough=True).label == ""


def test_factors_that_may_be_off_by_more_than_they_are_have_no_digits_for_that() -> None:
    assert "by about 40 %" in LadderView("x", [LOWEST], spread=0.4).label
    assert LadderView("x", [LOWEST], spread=27.7).label.endswith("that factors are unreliable.")


def test_a_rung_within_the_error_is_neither_thanked_nor_green() -> None:
    first, second = run("000000000002", 161.0), run("000000000003", 225.0)
    steps = [LOWEST, step("graph", BASE, first, kept=True), step("small", first, second, kept=True)]
    view = LadderView("x", steps, spread=0.5)
    assert view.sentence == "x became 2.25\u00a0× faster, mostly thanks to graph."
    assert [fall.role for fall in waterfall(view).falls[1:3]] == [GAIN, "muted"]
    assert LadderView("x", steps, spread=0.3).sentence == "x became 2.25\u00a0× faster, mostly thanks to graph."
    third = step("third", second, run("000000000004", 315.0), kept=True)
    assert LadderView("x", [*steps, third], spread=0.5).sentence == "x became 3.15\u00a0× faster, partly thanks to graph."
    assert (
        LadderView("x", steps, spread=0.7).sentence
        == "x became 2.25\u00a0× faster, but no rung's factor is reliable enough to name the cause."
    )
    assert LadderView("x", steps[:2], spread=0.7).sentence == "x became 1.61\u00a0× faster, which is within the error of a quick look."
    doubtful = LadderView("x", steps[:2], spread=1.2).sentence
    assert doubtful == "x was measured 1.61\u00a0× faster, but the machine's speed varied too much to tell."
    assert "thanks" not in LadderView("x", steps, spread=1.2).sentence, "with unreliable factors"


def test_a_base_as_fast_as_before_is_no_comfort_where_the_speed_varied_too_much() -> None:
    drift = BaseDrift("000000000009", 1.01)
    assert any("was as fast" in label for label in LadderView("x", [LOWEST], base_drift=drift, spread=0.4).labels)
    assert not any("was as fast" in label for label in LadderView("x", [LOWEST], base_drift=drift, spread=1.2).labels)
    slower = LadderView("x", [LOWEST], base_drift=BaseDrift("000000000009", 0.8), spread=1.2).labels
    assert "20.0 % slower" in slower[-1]


def test_few_repeats_of_a_thorough_ladder_claim_nothing() -> None:
    below, this = (tuple(run(f"00000000003{side}{at}", 100.0 + 60 * side + at) for at in range(3)) for side in (0, 1))
    rung = replace(step("graph", BASE, this[0], kept=True), runs=this, below=below)
    view = LadderView("x", [LOWEST, rung], is_thorough=True)
    assert (view.cards[1].verdict, view.label) == ("(✓)\u00a0better so far", "Only 3 repeats per side: a claim needs 5.")


def test_a_rung_whose_own_card_calls_its_factor_unreliable_is_not_thanked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gpuscope.analysis.processor_share.others_share", lambda _run: 0.641)
    view = LadderView("x", [LOWEST, step("graph", BASE, run("000000000002", 283.0), kept=True)], spread=0.6)
    assert view.sentence == "x became 2.83\u00a0× faster, but no rung's factor is reliable enough to name the cause."
    assert waterfall(view).falls[1].role == "muted"


@pytest.mark.parametrize(("value", "spread", "role"), [(99.8, 0.05, "faint"), (99.8, None, LOSS), (80.0, 0.05, LOSS), (80.0, 1.5, "faint")])
def test_a_rung_is_red_only_if_it_slows_beyond_the_error(value: float, spread: float | None, role: str) -> None:
    view = LadderView("x", [LOWEST, step("graph", BASE, run("000000000002", value), kept=False)], spread=spread)
    assert waterfall(view).falls[1].role == role


def test_a_rung_without_a_measurable_difference_is_not_red() -> None:
    def role(values: tuple[float, ...]) -> str:
        below = tuple(run(f"00000000003{at}", value) for at, value in enumerate((100.0, 100.1, 99.9)))
        rung = replace(step("batch", below[0], BASE, kept=False), below=below)
        rung = replace(rung, runs=tuple(run(f"00000000002{at}", value) for at, value in enumerate(values)))
        return waterfall(LadderView("x", [LOWEST, rung], is_thorough=True)).falls[1].role

    assert role((99.9, 99.8, 100.1)) == "faint"
    assert role((80.0, 80.1, 79.9)) == LOSS


def test_a_ladder_of_which_nothing_was_kept_has_the_total_of_a_ratio() -> None:
    assert LadderView("x", [LOWEST, step("a", BASE, run("000000000002", 90.0), kept=False)]).total_text == "1.00\u00a0×"


def test_bars_of_kept_rungs_follow_each_other_up_to_the_total() -> None:
    first, second, third = run("000000000002", 200.0), run("000000000003", 150.0), run("000000000004", 600.0)
    steps = [LOWEST, step("a", BASE, first, kept=True), step("b", first, second, kept=False), step("c", first, third, kept=True)]
    steps.append(LadderStep("d", "D", "Cannot be.", state="skipped", reason="it is not installed"))
    picture = waterfall(LadderView("x", steps))
    assert [fall.name for fall in picture.falls] == ["One thread", "A", "B", "C", "D", TOTAL]
    assert [fall.low for fall in picture.falls] == pytest.approx([1.0, 1.0, 2.0, 2.0, 6.0, 1.0])
    assert [fall.high or 0.0 for fall in picture.falls] == pytest.approx([1.0, 2.0, 1.5, 6.0, 0.0, 6.0])
    assert (picture.falls[4].high, picture.falls[4].label) == (None, "not here")
    assert "it is not installed" in picture.falls[4].tooltip


def test_the_waterfall_is_in_the_readers_language() -> None:
    skipped = LadderStep("d", "Fused optimizer", "Cannot be.", state="skipped", reason="it is not installed")
    language.use("zh_CN")
    try:
        picture = waterfall(LadderView("x", [LOWEST, step("a", BASE, run("000000000002", 200.0), kept=True), skipped]))
    finally:
        language.use(language.ENGLISH)
    drawing = waterfall_drawing(picture, 480.0, waterfall_height(picture, PAPER), PAPER)
    assert (picture.falls[0].label, picture.falls[2].label, picture.falls[-1].name) == ("100.0 样本/秒", "此处不可用", "总计")
    assert [shape.text for shape in drawing.every() if getattr(shape, "is_bold", False)] == ["总计", "2.00\u00a0×"]
    assert "提高到 2.00 倍" in picture.falls[-1].tooltip


@pytest.mark.parametrize("width", [240.0, 480.0, 1600.0])
def test_names_and_factors_stay_on_the_sheet_and_apart(width: float) -> None:
    long = LadderStep("d", "A rung whose name is as long as any that somebody would think of", "x", state="skipped", reason="y")
    picture = waterfall(LadderView("x", [LOWEST, step("a", BASE, run("000000000002", 200.0), kept=True), long]))
    drawing = waterfall_drawing(picture, width, waterfall_height(picture, PAPER), PAPER)
    names = [shape for shape in drawing.every() if getattr(shape, "anchor", "") == "start"]
    figures = [shape for shape in drawing.every() if getattr(shape, "anchor", "") == "end"]
    for name, figure in zip(names, figures, strict=True):
        assert name.place[1] == figure.place[1] <= drawing.height
        assert PAPER.width(name.text, name.size, name.is_bold) < width - PAPER.width(figure.text, figure.size, figure.is_bold)


def test_a_factor_that_others_may_have_moved_is_explained_by_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gpuscope.analysis.processor_share.others_share", lambda _run: 0.656)
    slow = step("threads", BASE, run("000000000002", 32.0), kept=False)
    note = LadderView("x", [LOWEST, slow]).cards[1].note
    others = f"other programs used up to {figures.percent(0.656)} of the processor"
    assert note == f"Unreliable: {others}; small layers gain little."


def test_what_makes_every_factor_of_a_quick_ladder_unreliable_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gpuscope.analysis.processor_share.others_share", lambda _run: 0.656)
    helped, slow = step("layout", BASE, run("000000000002", 150.0), kept=True), step("threads", BASE, run("000000000003", 32.0), kept=False)
    view = LadderView("x", [LOWEST, helped, slow], spread=0.5)
    others = f"Other programs used up to {figures.percent(0.656)} of the processor"
    assert view.labels[1] == f"{others}, so no factor is reliable: measure again when it is free."
    assert [card.explanation for card in view.cards[1:]] == ["Does something.", "Small layers gain little."]
    assert not any(card.is_gain or card.is_loss for card in view.cards)


def test_a_rung_that_alone_was_disturbed_says_so_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gpuscope.analysis.processor_share.others_share", lambda run: 0.656 if run.run_id.endswith("3") else 0.0)
    helped, slow = step("layout", BASE, run("000000000002", 150.0), kept=True), step("threads", BASE, run("000000000003", 32.0), kept=False)
    view = LadderView("x", [LOWEST, helped, slow], spread=0.5)
    assert [card.note[:10] for card in view.cards[1:]] == ["", "Unreliable"]

"""The Profile page: traces are opened, read off the event loop, filtered, sorted, saved, and refused with messages."""

import csv
import gzip
import json
import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
import shiboken6
from PySide6.QtCore import QMimeData, QMimeDatabase, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QColor, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QMenu
from pytestqt.qtbot import QtBot

from gpuscope.core.run import RunRecord
from gpuscope.core.runspec import RunSpec
from gpuscope.gui.charts.tone_colours import tone_colour
from gpuscope.gui.fonts import monospace
from gpuscope.gui.pages.profile.flame_pane import FlamePane
from gpuscope.gui.pages.profile.part_pane import PartPane
from gpuscope.gui.pages.profile.profile_parts import time_bars
from gpuscope.gui.pages.profile.profile_table import ProfileTablePane
from gpuscope.gui.pages.profile.timeline_pane import TimelinePane
from gpuscope.gui.pages.profile_page import ProfilePage, run_texts
from gpuscope.gui.pages.runs.run_columns import started_text
from gpuscope.gui.services.history import History
from gpuscope.gui.services.profile_reading import ProfiledRun, ProfileReading
from gpuscope.gui.theme import DARK, LIGHT, Choice, Theme
from gpuscope.profiles.advice import Program
from gpuscope.profiles.operator_classes import OperatorClass
from gpuscope.profiles.profile import Profile
from gpuscope.reports.profile_view import ProfileView
from gpuscope.system import paths
from tests.cli.stored_runs import live_recorder, record, store_run
from tests.gui.pages.profile.captured import recorded_trace
from tests.profiles import made
from tests.profiles.recorded import open_profile, recorded_file


@pytest.fixture(autouse=True, scope="module")
def mime_types_are_known(qapp: QApplication) -> None:
    """Open Qt's MIME database, which stays open from its first use in a file dialog."""
    QMimeDatabase().mimeTypeForName("text/csv")


def test_the_bar_has_the_timeline_s_colours_of_the_same_work(tmp_path: Path) -> None:
    [(_, parts)] = time_bars(ProfileView(made.made_profile(tmp_path, made.small_step())))
    classes = [OperatorClass.GEMM, OperatorClass.COLLECTIVE, OperatorClass.COPY_ENGINE]
    for palette in (DARK, LIGHT):
        assert [QColor(getattr(palette, part.colour)) for part in parts[:3]] == [tone_colour(one, palette) for one in classes]


def show(qtbot: QtBot, page: ProfilePage, item: object) -> None:
    page.show_item(item)
    qtbot.waitUntil(page.is_ready)


def pane(page: ProfilePage) -> ProfileTablePane:
    assert page.body.pane is not None
    return page.body.pane


def names(page: ProfilePage) -> list[str]:
    return [str(row.values[0]) for row in pane(page).model.shown]


def said(page: ProfilePage) -> str:
    return "\n".join(label.text() for label in page.findChildren(QLabel) if label.isVisible())


def tab(page: ProfilePage, title: str) -> int:
    return next(place for place in range(page.body.tabs.count()) if page.body.tabs.tabText(place) == title)


def test_a_trace_shows_its_sentence_the_device_s_time_and_its_operators(qtbot: QtBot, page: ProfilePage, tmp_path: Path) -> None:
    path = made.written(tmp_path, made.small_step())
    show(qtbot, page, str(path))
    view = ProfileView(open_profile(path))
    assert view.headline in said(page)
    [(device, parts)] = page.body.bar.bars
    assert (device, [part.label for part in parts]) == ("", ["computation", "exposed communication", "exposed copies", "idle"])
    assert sum(part.share for part in parts) == pytest.approx(1.0)
    assert names(page) == [row[0] for row in view.operators.rows]


def test_of_two_devices_each_has_a_bar_and_its_kernels(qtbot: QtBot, page: ProfilePage, tmp_path: Path) -> None:
    events = [made.kernel("gemm", 1, 0, 60), made.kernel("gemm", 2, 60, 40, device=1)]
    show(qtbot, page, str(made.written(tmp_path, events)))
    assert "The devices were busy, GPU 0 for 60.0 % and GPU 1 for 40.0 % of the 100 µs" in said(page)
    assert [device for device, _ in page.body.bar.bars] == ["GPU 0", "GPU 1"]
    shares = [part.share for _, parts in page.body.bar.bars for part in parts]
    assert shares == pytest.approx([0.6, 0, 0, 0.4, 0.4, 0, 0, 0.6])
    page.body.tabs.setCurrentIndex(tab(page, "Kernels"))
    place = [column.key for column in pane(page).model.columns].index("device")
    assert [pane(page).model.columns[place].text(row) for row in pane(page).model.shown] == ["GPU 0", "GPU 1"]


def test_what_torch_records_on_a_cpu_has_operators_steps_and_memory_and_says_why_it_has_no_kernels(
    qtbot: QtBot, page: ProfilePage, tmp_path: Path
) -> None:
    show(qtbot, page, str(recorded_trace(tmp_path)))
    assert "aten::addmm" in names(page)
    tabs = page.body.tabs
    assert not tabs.isTabEnabled(tab(page, "Kernels"))
    assert "no device work" in tabs.tabToolTip(tab(page, "Kernels"))
    tabs.setCurrentIndex(tab(page, "Steps"))
    assert len(names(page)) == 3
    tabs.setCurrentIndex(tab(page, "Memory"))
    assert any("Linear" in name or "aten::" in name for name in names(page))
    front = page.body.front
    assert isinstance(front, PartPane)
    front.show_table(1)
    assert {"activations", "gradients"} & {*names(page)}
    front.show_table(2)
    assert names(page) == ["host"]


def test_where_not_all_tabs_have_room_those_of_parts_that_the_profile_lacks_give_way(
    qtbot: QtBot, page: ProfilePage, tmp_path: Path
) -> None:
    show(qtbot, page, str(made.written(tmp_path, made.small_step())))
    tabs = page.body.tabs

    def shown() -> list[int]:
        return [place for place in range(tabs.count()) if tabs.isTabVisible(place)]

    whole = tabs.sizeHint().width()
    assert shown() == list(range(tabs.count()))
    page.resize(whole - 10, 744)
    assert shown() == [place for place in range(tabs.count()) if tabs.isTabEnabled(place)]
    assert tabs.sizeHint().width() < tabs.width()
    page.resize(whole + 200, 744)
    assert shown() == list(range(tabs.count()))


def test_a_click_on_a_heading_sorts_with_the_largest_first(qtbot: QtBot, page: ProfilePage, tmp_path: Path) -> None:
    show(qtbot, page, str(recorded_trace(tmp_path)))
    table = pane(page)
    place = next(number for number, column in enumerate(table.model.columns) if column.key == "calls")
    header = table.view.horizontalHeader()
    middle = header.sectionViewportPosition(place) + header.sectionSize(place) // 2
    QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, QPoint(middle, 10))
    calls = [row.values[2] for row in table.model.shown]
    assert calls == sorted(calls, reverse=True)  # type: ignore[type-var]
    assert len(set(calls)) > 1


def test_a_slash_searches_and_is_a_letter_in_the_search(page: ProfilePage, tmp_path: Path, qtbot: QtBot) -> None:
    page.body.choose_part("timeline")
    page.open_items((str(made.written(tmp_path, made.small_step())),))
    qtbot.waitUntil(lambda: isinstance(page.body.front, TimelinePane) and page.is_ready())
    pane = page.body.front
    assert isinstance(pane, TimelinePane)
    pane.timeline.setFocus()
    QTest.keyClick(pane.timeline, Qt.Key.Key_Slash)
    qtbot.waitUntil(pane.filter.hasFocus)
    assert pane.filter.text() == ""
    QTest.keyClicks(pane.filter, "a/b")
    assert pane.filter.text() == "a/b"


def test_the_filter_is_reached_by_its_key_and_left_by_escape(qtbot: QtBot, page: ProfilePage, tmp_path: Path) -> None:
    show(qtbot, page, str(recorded_trace(tmp_path)))
    every = names(page)
    QTest.keyClick(page, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(pane(page).filter, "addmm")
    assert names(page) == [name for name in every if "addmm" in name.casefold()]
    assert f"{len(names(page))} of {len(every)} rows" in said(page)
    QTest.keyClick(page, Qt.Key.Key_Escape)
    assert names(page) == every
    pane(page).filter.setText("no such operator")
    assert "Nothing matches the filter." in said(page)
    assert not pane(page).export.isEnabled()


def test_the_saved_table_holds_the_rows_that_are_shown_in_si_units(qtbot: QtBot, page: ProfilePage, tmp_path: Path) -> None:
    path = made.written(tmp_path, made.small_step())
    show(qtbot, page, str(path))
    page.body.choose_part("kernels")
    page.body.tabs.setCurrentIndex(tab(page, "Kernels"))
    pane(page).filter.setText("gemm")
    pane(page).export.click()
    assert page.export.dialog is not None
    target = tmp_path / "kernels.csv"
    with qtbot.waitSignal(page.export.written):
        page.export.dialog.fileSelected.emit(str(target))
    page.export.dialog.reject()
    [row] = csv.DictReader(target.read_text().splitlines())
    assert row["Kernel"] == "sgemm_128"
    assert float(row["Total [s]"]) == pytest.approx(10e-6)


def test_a_kernel_has_a_short_name_in_the_table_and_its_full_one_beside_it_and_in_the_csv(
    qtbot: QtBot, page: ProfilePage, tmp_path: Path
) -> None:
    full = "void at::native::vectorized_elementwise_kernel<4, at::native::BinaryFunctor<float, MulFunctor<float> > >(int)"
    show(qtbot, page, str(made.written(tmp_path, [made.kernel(full, 1, 0, 10), made.kernel("sgemm", 2, 20, 10)])))
    table = pane(page)
    name, row = table.model.columns[0], next(row for row in table.model.shown if row.values[0] == full)
    short = "vectorized_elementwise_kernel MulFunctor<float>"
    assert (name.text(row), name.full_text(row)) == (short, full)
    for text in (short, "vectorized_elementwise_kernel<4,"):
        table.filter.setText(text)
        assert names(page) == [full]
    assert table.view.shown_table().exact().rows[0][0] == full


def test_a_file_that_is_no_trace_is_refused_in_words_and_the_last_profile_stays(qtbot: QtBot, page: ProfilePage, tmp_path: Path) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text("{")
    show(qtbot, page, str(bad))
    assert "is not a readable trace" in said(page)
    assert "Open trace…" in page.empty._button.text()
    show(qtbot, page, str(made.written(tmp_path, made.small_step())))
    show(qtbot, page, str(tmp_path / "gone.json"))
    assert "cannot be opened" in page.notice.text
    assert "aten::addmm" in names(page)


def test_a_run_without_a_profile_says_how_to_get_one(qtbot: QtBot, page: ProfilePage) -> None:
    show(qtbot, page, "abcdef012345")
    assert "abcdef012345" in said(page)


def test_the_trace_of_a_run_is_saved_with_its_curves_for_perfetto(qtbot: QtBot, page: ProfilePage, tmp_path: Path) -> None:
    run = store_run("aaaaaaaaaaaa", name="with a profile")
    base_ns = int(run.started_at.timestamp() * 1e9) + 500_000_000
    events = [*made.small_step(), made.operator("aten::add", 500_000, 1000)]
    folder = paths.runs_folder(paths.default_store_url()) / "aaaaaaaaaaaa"
    folder.mkdir(parents=True, exist_ok=True)
    made.written(tmp_path, events, baseTimeNanoseconds=base_ns).rename(folder / "profile-7-1.json")
    page.body.choose_part("timeline")
    show(qtbot, page, "aaaaaaaaaaaa")
    assert isinstance(page.body.front, TimelinePane)
    page.body.front.save_trace.click()
    assert page.export.dialog is not None
    assert page.export.dialog.selectedFiles()[0].endswith("perfetto with a profile.json.gz")
    target = tmp_path / "out.json.gz"
    target.write_text("replaced")
    with qtbot.waitSignal(page.export.written):
        page.export.dialog.fileSelected.emit(str(target))
    page.export.dialog.reject()
    saved = json.loads(gzip.decompress(target.read_bytes()))["traceEvents"]
    assert {event["name"] for event in saved if event["ph"] == "C"} == {"cpu Utilization", "cpu Memory used"}
    assert saved[-len(events) :] == events
    show(qtbot, page, str(made.written(tmp_path, events)))
    assert page.body.front.save_trace.isHidden(), "a file alone has no curves"


def when(record: RunRecord) -> str:
    return started_text(record.started_at, datetime.now().astimezone())


@pytest.fixture
def two_profiled_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the history name two runs with a profile."""
    noon = datetime(2026, 11, 20, 12, 0, 5, tzinfo=UTC)
    runs = [ProfiledRun("abcdef012345", "r & d", noon), ProfiledRun("other", "older", noon - timedelta(days=1))]
    monkeypatch.setattr(ProfileReading, "find_runs", lambda _reading, then: then(runs))


def test_where_no_profile_is_open_the_newest_one_of_a_run_is_offered(qtbot: QtBot, two_profiled_runs: None, page: ProfilePage) -> None:
    assert (page.newest.isVisible(), page.newest.text()) == (True, "Open the profile of r && d")
    page.newest.click()
    assert not page.newest.isVisible(), "it is being read"
    qtbot.waitUntil(page.is_ready)
    assert "abcdef012345" in said(page)
    assert page.newest.isVisible()


def test_without_a_run_that_has_a_profile_none_is_offered(page: ProfilePage) -> None:
    assert not page.newest.isVisible()
    assert not page.others.isVisible()


def test_the_empty_page_also_offers_the_profiles_before_the_newest(two_profiled_runs: None, page: ProfilePage) -> None:
    assert page.others.isVisible()
    page.others.click()
    assert page.menu is not None
    assert [action.text().partition("\t")[0] for action in page.menu.actions() if action.text()] == ["Trace file…", "r && d", "older"]
    page.menu.close()


def test_runs_of_one_name_are_told_apart_by_their_start_and_those_of_one_minute_by_their_id() -> None:
    now = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
    moments = [now - timedelta(seconds=30), now - timedelta(seconds=39), now - timedelta(days=1)]
    runs = [ProfiledRun(f"{letter * 12}", "train.py", moment) for letter, moment in zip("abc", moments, strict=True)]
    assert list(run_texts(runs, now).values()) == [
        ("train.py", "today 11:59 · aaaaaa"),
        ("train.py", "today 11:59 · bbbbbb"),
        ("train.py", "yesterday 12:00"),
    ]


def test_a_comparison_of_runs_of_one_name_says_which_and_what_its_list_chooses(
    qtbot: QtBot, page: ProfilePage, history: History, tmp_path: Path
) -> None:
    for run_id in ("aaaaaaaaaaaa", "bbbbbbbbbbbb"):
        record = store_run(run_id, name="train.py")
        folder = paths.runs_folder(paths.default_store_url()) / run_id
        folder.mkdir(parents=True, exist_ok=True)
        made.written(tmp_path, made.small_step()).rename(folder / "profile-7-1.json")
    page.hide()
    page.show()
    qtbot.waitUntil(lambda: len(page._kept_runs) == 2)
    show(qtbot, page, ["aaaaaaaaaaaa", "bbbbbbbbbbbb"])
    before, after = (f"train.py, {when(record)} · {run_id[:6]}" for run_id in ("aaaaaaaaaaaa", "bbbbbbbbbbbb"))
    assert f"{after} against {before}" in said(page)
    assert [page.chooser.itemText(place) for place in range(page.chooser.count())] == [before, after]
    assert page.chooser_label.isVisible()
    assert page.chooser_label.buddy() is page.chooser


def test_reading_is_given_up_by_escape(qtbot: QtBot, page: ProfilePage, tmp_path: Path) -> None:
    path = made.written(tmp_path, made.small_step())
    opened: list[object] = []
    page.reading.opened.connect(opened.append)
    page.show_item(str(path))
    assert "Reading trace.json" in said(page)
    QTest.keyClick(page, Qt.Key.Key_Escape)
    assert page.is_ready()
    assert "See which operators" in said(page)
    show(qtbot, page, str(path))  # queued behind the first read, which was cancelled
    assert len(opened) == 1


def test_dropped_files_of_one_job_are_chosen_among(qtbot: QtBot, page: ProfilePage, tmp_path: Path) -> None:
    files = []
    for rank in range(2):
        (tmp_path / str(rank)).mkdir()
        distributed = {"rank": rank, "world_size": 2}
        files.append(made.written(tmp_path / str(rank), made.small_step(), distributedInfo=distributed))
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in files])
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    page.dropEvent(QDropEvent(QPointF(5, 5), Qt.DropAction.CopyAction, data, left, none))
    qtbot.waitUntil(page.is_ready)
    assert page.chooser.isVisible()
    page.chooser.setCurrentIndex(1)
    page.chooser.activated.emit(1)
    assert page.body.shown is not None
    assert page.body.shown.profile.profile.trace.rank == 1
    page.body.tabs.setCurrentIndex(tab(page, "Ranks"))
    assert names(page) == ["0", "1"]


def test_two_traces_that_are_no_ranks_are_set_against_each_other_the_first_as_the_baseline(
    qtbot: QtBot, page: ProfilePage, tmp_path: Path
) -> None:
    before, after = tmp_path / "fp32.json", tmp_path / "bf16.json"
    made.written(tmp_path, made.small_step()).rename(before)
    faster = [event | {"dur": event["dur"] / 2} if event["name"] == "sgemm_128" else event for event in made.small_step()]
    made.written(tmp_path, faster).rename(after)
    show(qtbot, page, [str(before), str(after)])
    assert page.body.tabs.tabText(page.body.tabs.currentIndex()) == "Difference"
    assert "bf16 saves 5.00 µs of device time per step" in said(page)
    assert [name for name, _ in page.body.bar.bars] == ["fp32", "bf16"]
    assert pane(page).model.shown[0].values[:1] == ("aten::addmm",)
    page.body.tabs.setCurrentIndex(tab(page, "Kernels"))
    assert page.body.shown is not None
    assert page.body.shown.profile.name == "bf16"
    assert page.body.shown.view.headline in said(page)


def test_the_list_of_profiles_is_as_wide_as_its_longest_name_up_to_a_limit(qtbot: QtBot, page: ProfilePage, tmp_path: Path) -> None:
    """Qt fits it to the names of the first profiles only: longer ones were cut."""
    widths = []
    for names in (("a", "b"), ("resnet50-bf16", "resnet50-fp32"), ("a" * 200, "b")):
        for name in names:
            made.written(tmp_path, made.small_step()).rename(tmp_path / f"{name}.json")
        show(qtbot, page, [str(tmp_path / f"{name}.json") for name in names])
        qtbot.waitUntil(lambda: page.chooser.width() == min(page.chooser.sizeHint().width(), page.chooser.maximumWidth()))
        widths.append(page.chooser.width())
    needed = page.chooser.fontMetrics().horizontalAdvance("resnet50-bf16")
    assert widths[1] > needed + 20
    assert widths[0] < widths[1] < widths[2] < page.width() / 2


def test_a_kernel_of_the_difference_is_found_in_the_timeline_too(qtbot: QtBot, page: ProfilePage, tmp_path: Path) -> None:
    for name in ("before", "after"):
        made.written(tmp_path, made.small_step()).rename(tmp_path / f"{name}.json")
    show(qtbot, page, [str(tmp_path / "before.json"), str(tmp_path / "after.json")])
    front = page.body.front
    assert isinstance(front, PartPane)
    front.show_table(1)
    pane(page).view.selectRow(names(page).index("sgemm_128"))
    assert pane(page).locate.isVisible()
    QTest.mouseClick(pane(page).locate, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(page.is_ready)
    assert isinstance(page.body.front, TimelinePane)
    assert "1 found" in said(page)


def test_captures_that_cannot_be_compared_have_a_reason_and_a_cure_and_no_table(qtbot: QtBot, page: ProfilePage, tmp_path: Path) -> None:
    made.written(tmp_path, [made.operator("aten::mm", 0, 70)]).rename(tmp_path / "host.json")
    made.written(tmp_path, [made.kernel("hgemm", 1, 0, 70)]).rename(tmp_path / "device.json")
    show(qtbot, page, [str(tmp_path / "host.json"), str(tmp_path / "device.json")])
    assert page.body.tabs.tabText(page.body.tabs.currentIndex()) == "Difference"
    assert "there is nothing to compare." in said(page)
    assert "Record both with the same activities" in said(page)
    assert page.body.shown_table() is None
    page.body.choose_part("kernels")
    assert names(page) == ["hgemm"]
    page.body.choose_part("difference")
    assert page.body.shown_table() is None


def test_another_file_is_the_baseline_of_the_profile_that_is_shown(qtbot: QtBot, page: ProfilePage, tmp_path: Path) -> None:
    shown, other = tmp_path / "shown.json", tmp_path / "other.json"
    for path in (shown, other):
        made.written(tmp_path, made.small_step()).rename(path)
    show(qtbot, page, str(shown))
    page.against.click()
    assert page.menu is not None
    page.menu.actions()[0].trigger()
    page.menu.close()
    assert page.dialog is not None
    page.dialog.filesSelected.emit([str(other)])
    page.dialog.reject()
    qtbot.waitUntil(page.is_ready)
    assert "shown takes as much device time per step as other" in said(page)


@pytest.mark.parametrize("opened", ["earlier", "later"])
def test_of_two_runs_the_one_that_started_first_is_the_one_before(
    qtbot: QtBot, page: ProfilePage, history: History, tmp_path: Path, opened: str
) -> None:
    starts = {"earlier": 0, "later": 5}
    ids = {name: letter * 12 for name, letter in zip(starts, "ab", strict=True)}
    for name, minutes in starts.items():
        store_run(ids[name], name=name, minutes=minutes)
        folder = paths.runs_folder(paths.default_store_url()) / ids[name]
        folder.mkdir(parents=True, exist_ok=True)
        made.written(tmp_path, made.small_step()).rename(folder / "profile-7-1.json")
    page.hide()
    page.show()
    qtbot.waitUntil(lambda: len(page._kept_runs) == 2)
    show(qtbot, page, ids[opened])
    page.against.click()
    assert page.menu is not None
    page.menu.actions()[-1].trigger()
    page.menu.close()
    qtbot.waitUntil(page.is_ready)
    assert "later takes as much device time per step as earlier" in said(page)


def test_a_run_s_newest_profile_is_opened_by_its_id_and_offered_by_its_name(
    qtbot: QtBot, page: ProfilePage, history: History, tmp_path: Path
) -> None:
    record = store_run("aaaaaaaaaaaa", name="with a profile")
    store_run("bbbbbbbbbbbb", name="without one")
    folder = paths.runs_folder(paths.default_store_url()) / "aaaaaaaaaaaa"
    folder.mkdir(parents=True, exist_ok=True)
    made.written(tmp_path, made.small_step()).rename(folder / "profile-7-1.json")
    show(qtbot, page, "aaaaaaaaaaaa")
    assert page.body.shown is not None
    assert page.body.shown.profile.name == "with a profile"
    page.hide()
    page.show()
    qtbot.waitUntil(lambda: bool(page._kept_runs))
    page.open.click()
    assert page.menu is not None
    assert [action.text() for action in page.menu.actions() if action.text()] == ["Trace file…", f"with a profile\t{when(record)}"]
    page.menu.close()
    show(qtbot, page, "bbbbbbbbbbbb")
    assert "without one has no profile" in page.notice.text.casefold()


def test_the_profile_of_a_run_too_young_to_be_stored_is_opened_with_its_timeline(qtbot: QtBot, page: ProfilePage, tmp_path: Path) -> None:
    source = made.written(tmp_path, made.small_step())
    with live_recorder(record("aaaaaaaaaaaa", name="just begun")) as live:
        shutil.copyfile(source, live.folder.path / "profile-7-1.json")
        show(qtbot, page, "aaaaaaaaaaaa")
        assert page.body.shown is not None
        assert page.body.shown.profile.name == "just begun"
        qtbot.waitUntil(page.is_ready)
    assert page.notice.text == ""


def test_without_a_profile_it_offers_a_file_and_a_run_that_makes_one(qtbot: QtBot, page: ProfilePage) -> None:
    assert "--profile steps=100:110" in said(page)
    assert not page.open.isVisible(), "it would offer what the button in the middle does"
    assert page.empty._command.font().families() == monospace().families() != page.font().families()
    with qtbot.waitSignal(page.wanted) as wanted:
        page.example.click()
    name, spec = wanted.args
    assert (name, isinstance(spec, RunSpec) and spec.profile) == ("run", "steps=100:110")
    page.empty.wanted.emit()
    assert page.dialog is not None
    page.dialog.reject()


def test_the_next_window_opens_what_was_open_on_the_same_tab(qtbot: QtBot, page: ProfilePage, history: History, tmp_path: Path) -> None:
    show(qtbot, page, str(made.written(tmp_path, made.small_step())))
    page.body.tabs.setCurrentIndex(tab(page, "Classes"))
    after = ProfilePage(Theme(Choice.LIGHT), history)
    qtbot.addWidget(after)
    after.recall(page.memory())
    after.show()
    qtbot.waitUntil(after.is_ready)
    assert after.body.part == "classes"
    assert "matrix multiplication" in names(after)
    after.reading.close()


@pytest.mark.parametrize("name", ["h100-qwen1.5-0.5b", "mi300-bert-small", "mi210-gpu-only", "torch-compile-triton", "hta/nccl.json.gz"])
def test_recorded_traces_show_every_part_that_they_have(qtbot: QtBot, page: ProfilePage, name: str) -> None:
    show(qtbot, page, str(recorded_file(name)))
    assert page.body.shown is not None
    view = page.body.shown.view
    shown = [place for place in range(page.body.tabs.count()) if page.body.tabs.isTabEnabled(place)]
    assert len(shown) >= 2
    for place in shown:
        page.body.tabs.setCurrentIndex(place)
        qtbot.waitUntil(page.is_ready)
        if page.body.part == "advice":
            assert view.findings
        else:
            assert isinstance(page.body.front, TimelinePane | FlamePane) or names(page)
    page.body.tabs.setCurrentIndex(tab(page, "Kernels"))
    assert len(names(page)) == len(view.kernels.rows)


def test_a_kernel_is_found_in_the_timeline_and_a_slice_of_that_in_its_table(qtbot: QtBot, page: ProfilePage, tmp_path: Path) -> None:
    show(qtbot, page, str(made.written(tmp_path, made.small_step())))
    page.body.choose_part("kernels")
    place = names(page).index("sgemm_128")
    pane(page).view.selectRow(place)
    assert pane(page).locate.isVisible()
    QTest.mouseClick(pane(page).locate, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(page.is_ready)
    front = page.body.front
    assert isinstance(front, TimelinePane)
    lanes = front.timeline.scene.lanes
    assert lanes is not None
    assert front.timeline.chosen is not None
    assert lanes.trace.name_of(front.timeline.chosen) == "sgemm_128"
    assert "1 found" in said(page)
    assert front.locate.text() == "Show in Kernels"
    operator = next(index for index in range(len(lanes.trace.slices)) if lanes.trace.name_of(index) == "aten::copy_")
    front.timeline.select(operator)
    QTest.mouseClick(front.locate, Qt.MouseButton.LeftButton)
    assert page.body.part == "operators"
    assert [row.values[0] for row in pane(page).view.selected_rows()] == ["aten::copy_"]


def test_of_kernels_of_one_name_the_table_shows_the_one_of_the_slice_s_operator(qtbot: QtBot, page: ProfilePage, tmp_path: Path) -> None:
    launches = [made.operator("aten::mm", 0, 5), made.launch(1, 1), made.operator("aten::bmm", 10, 5), made.launch(2, 11)]
    show(qtbot, page, str(made.written(tmp_path, [*launches, made.kernel("gemm", 1, 20, 30), made.kernel("gemm", 2, 60, 5)])))
    page.body.tabs.setCurrentIndex(tab(page, "Timeline"))
    qtbot.waitUntil(page.is_ready)
    front = page.body.front
    assert isinstance(front, TimelinePane)
    lanes = front.timeline.scene.lanes
    assert lanes is not None
    for launched, operator in enumerate(("aten::mm", "aten::bmm")):
        page.body.choose_part("timeline")
        front.timeline.select([index for index in range(len(lanes.trace.slices)) if lanes.trace.name_of(index) == "gemm"][launched])
        QTest.mouseClick(front.locate, Qt.MouseButton.LeftButton)
        assert [row.values[:2] for row in pane(page).view.selected_rows()] == [("gemm", operator)]


def test_the_search_of_the_timeline_has_the_keys_of_the_filter(qtbot: QtBot, page: ProfilePage, tmp_path: Path) -> None:
    show(qtbot, page, str(made.written(tmp_path, made.small_step())))
    page.body.tabs.setCurrentIndex(tab(page, "Timeline"))
    qtbot.waitUntil(page.is_ready)
    front = page.body.front
    assert isinstance(front, TimelinePane)
    QTest.keyClick(page, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(front.filter, "aten::")
    assert "3 found" in said(page)
    QTest.keyClick(front.filter, Qt.Key.Key_Return)
    first = front.timeline.chosen
    front.next.click()
    assert first is not None
    assert front.timeline.chosen is not None
    assert front.timeline.chosen > first
    QTest.keyClick(page, Qt.Key.Key_Escape)
    assert front.filter.text() == ""


def test_what_to_try_is_worked_out_with_what_the_run_says_of_its_program(
    qtbot: QtBot, page: ProfilePage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Program | None] = []

    def advice(_: Profile, program: Program | None) -> tuple[()]:
        asked.append(program)
        return ()

    monkeypatch.setattr("gpuscope.reports.profile_view.advice", advice)
    stored = store_run("aaaaaaaaaaaa", RunSpec("command", command=("python", str(tmp_path / "train.py"))))
    made.written(tmp_path, made.small_step()).rename(Path(stored.folder) / "profile-7-1.json")
    show(qtbot, page, "aaaaaaaaaaaa")
    assert asked[0] is not None
    assert tmp_path in asked[0].folders


def test_columns_are_chosen_by_a_button_and_by_the_menu_of_the_headings(qtbot: QtBot, page: ProfilePage, tmp_path: Path) -> None:
    show(qtbot, page, str(made.written(tmp_path, made.small_step())))
    table = pane(page)
    QTest.mouseClick(table.columns, Qt.MouseButton.LeftButton)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    assert [action.text() for action in menu.actions() if action.isCheckable()] == [column.title for column in table.model.columns]
    before = table.view.columns.visible
    menu.actions()[1].trigger()
    assert table.view.columns.visible == [key for key in before if key != "class"]
    menu.close()
    table.view.horizontalHeader().customContextMenuRequested.emit(QPoint(20, 10))
    again = QApplication.activePopupWidget()
    assert isinstance(again, QMenu)
    assert not again.actions()[1].isChecked()
    again.close()


def test_chosen_columns_stay_for_the_next_profile_and_the_next_window(
    qtbot: QtBot, page: ProfilePage, history: History, tmp_path: Path
) -> None:
    path = str(made.written(tmp_path, made.small_step()))
    show(qtbot, page, path)
    menu = pane(page).view.columns.menu()
    menu.actions()[1].trigger()
    assert "class" not in pane(page).view.columns.visible
    show(qtbot, page, path)
    assert "class" not in pane(page).view.columns.visible
    other = ProfilePage(Theme(Choice.DARK), history)
    qtbot.addWidget(other)
    other.recall(json.loads(json.dumps(page.memory())))
    other.resize(1104, 744)
    other.show()
    show(qtbot, other, path)
    assert "class" not in pane(other).view.columns.visible
    other.reading.close()


def test_a_reading_is_given_up_with_its_page(qapp: QApplication) -> None:
    """Its thread would read a trace of gigabytes to the end for nobody."""
    reading = ProfileReading(cast(History, SimpleNamespace(ask=lambda *_: None)))
    stops = []
    for item in ("first.json", "second.json"):
        reading.read([item])
        stops.append(reading._stop)
    shiboken6.delete(reading)
    assert [stop.is_set() for stop in stops] == [True, True]

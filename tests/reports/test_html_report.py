"""The HTML of a comparison: a single file that makes no network requests, with no active content except its own charts."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gpuscope.analysis.comparison import compare
from gpuscope.analysis.group import Group
from gpuscope.core.errors import UnavailableError
from gpuscope.reports.html_report import html_report
from gpuscope.reports.pictures.colours import LIGHT, dark_page
from gpuscope.system import paths
from tests.gui.test_theme import contrast
from tests.reports.recorded_runs import variants
from tests.reports.test_pdf_report import NOW, Groups, document

HOSTILE = ("</script><script>alert(1)</script>", "\"><img src=https://evil.example/x onerror='x()'> &amp; 测试 🚀 <!-- ]]>")
_ATTRIBUTES = {"src", "href", "srcset", "action", "poster", "data", "xlink:href", "background"}
_NETWORK = r"(?i)https?:|//[a-z]|url\((?!#)|@import|\bimport\(|fetch\(|XMLHttp|WebSocket|EventSource|sendBeacon"


def page(groups: Groups, names: dict[int, str] | None = None) -> str:
    named = [Group((names or {}).get(place, runs[0].record.name), tuple(run.record for run in runs)) for place, runs in enumerate(groups)]
    return html_report(compare(named), [run for runs in groups for run in runs], NOW)


def parsed(html: str) -> ET.Element:
    """Parse the page as XML, without the contents of style and script, which are not XML."""
    bare = re.sub(r"(<(script|style)>).*?(</\2>)", r"\1\3", html.removeprefix("<!DOCTYPE html>"), flags=re.DOTALL)
    return ET.fromstring(bare)


def whole(blocks: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield all blocks in order, nested blocks after their parent."""
    for block in blocks:
        yield block
        yield from whole(block.get("blocks", ()))


def words(root: ET.Element) -> str:
    return " ".join(" ".join(root.itertext()).split())


@pytest.mark.parametrize("counts", [(2,), (3, 5), (20,)], ids=["2", "3x5", "20"])
def test_the_page_is_well_formed_and_asks_for_nothing(counts: tuple[int, ...]) -> None:
    html = page(variants(*counts))
    root = parsed(html)
    assert not re.search(
        r"(?i)https?:|//[a-z]|url\((?!#)|@import|\bimport\(|fetch\(|XMLHttp|WebSocket|EventSource|sendBeacon", strip_comments(html)
    )
    asked = [(key, value) for one in root.iter() for key, value in one.attrib.items() if key in _ATTRIBUTES]
    assert asked
    assert all(key == "href" and value.startswith("#s") for key, value in asked)
    assert {value[1:] for _, value in asked} <= {one.attrib.get("id") for one in root.iter()}
    assert not {"link", "img", "iframe", "object", "embed", "base", "form"} & {one.tag for one in root.iter()}
    policy = next(one.attrib["content"] for one in root.iter("meta") if one.attrib.get("http-equiv") == "Content-Security-Policy")
    assert policy.startswith("default-src 'none';")


def strip_comments(html: str) -> str:
    return re.sub(r"^\s*//.*$|\s//\s.*$", "", html, flags=re.MULTILINE)


def test_it_has_the_sections_figures_and_charts_of_the_pdf() -> None:
    groups = variants(3, 2)
    root, content = parsed(page(groups)), document(groups)
    assert root.find(".//h1").text == content["headline"]
    blocks = list(whole(content["blocks"]))
    titles = [block.get("text") or block["title"] for block in blocks if block["kind"] in ("heading", "chart", "run")]
    assert [one.text for one in root.iter() if one.tag in ("h2", "h3", "h4")] == titles
    assert len(root.findall(".//table")) == sum(block["kind"] == "table" for block in blocks)
    assert len(root.findall(".//figure[@class='zoomable']")) == sum(block["kind"] == "chart" for block in blocks)
    assert "1.22 × (1.19–1.25) (✓) better so far" in words(root).replace("\xa0", " ")
    assert all(one.attrib["aria-label"] for one in root.findall(".//figure/svg"))


def test_hostile_names_are_words_and_nothing_else() -> None:
    groups = [
        [replace(run, record=replace(run.record, name=name, host=name[:60], note=name)) for run in runs]
        for runs, name in zip(variants(2), HOSTILE, strict=True)
    ]
    html = page(groups, dict(enumerate(HOSTILE)))
    root = parsed(html)
    assert html.count("<script") == html.count("</script") == 1
    assert not list(root.iter("img"))
    assert not [key for one in root.iter() for key in one.attrib if key.startswith("on")]
    assert "</script><script>alert(1)</script>" in words(root)
    assert "<img src=https://evil.example/x onerror='x()'> &amp; 测试 🚀 <!-- ]]>" in words(root)


@pytest.mark.parametrize("count", [8, 20])
def test_the_page_stays_below_a_megabyte(count: int) -> None:
    assert len(page(variants(count, seconds=600)).encode()) < 1_000_000


def test_options_of_the_command_line_are_not_broken_after_their_hyphens() -> None:
    whole_page = page(variants(2))
    cells = re.sub(r"<script.*?</script>", "", whole_page, flags=re.DOTALL)
    assert '<span class="option">--profile</span> steps=10:20' in cells
    assert not re.findall(r"<td[^>]*>[^<]*--[a-z]", cells)
    assert ".option { white-space: nowrap; }" in whole_page


def test_the_dark_drawings_can_be_read() -> None:
    dark = dark_page()
    colours = [hue for light, hue in dark.items() if light not in (LIGHT["grid"], LIGHT["ground"])]
    assert min(contrast(hue, dark[LIGHT["ground"]]) for hue in colours) >= 4.5


def test_without_its_resources_the_cure_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(paths, "resources_folder", lambda: tmp_path)
    with pytest.raises(UnavailableError, match="resources"):
        page(variants(2))

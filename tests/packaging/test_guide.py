"""The guide's commands, labels and variables exist, and its Chinese pages say the same."""

import re
import shlex
from pathlib import Path
from xml.etree import ElementTree

import pytest

from gpuscope.cli import parser

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "resources" / "guide"
NAMES = sorted(path.stem for path in GUIDE.glob("*.md"))
DOCUMENTS = [*ROOT.glob("*.md"), *(ROOT / "packaging").glob("*.md"), *(ROOT / "resources").glob("*.md"), *GUIDE.rglob("*.md")]
HEADED_BY_BOLD = {"faults", "measurement"}
"""Pages whose bold texts are their headings, not labels of the window."""
NO_LABELS = {
    *("A chart", "The mini view", "T", "⋯", "interval", "knee", "the GPU's energy", "the processor's energy", "the runs"),
    *("Sources disagree", "Step time locks to the power sensor", "Incomplete"),
}
"""Bold texts of the other pages that are no labels of the window."""
COMMANDS = sorted(
    {
        line
        for path in GUIDE.rglob("*.md")
        for line in re.findall(r"^    gpuscope (.+?)(?: {2,}#.*)?$", path.read_text("utf-8"), re.MULTILINE)
    }
)
VERBS = [command for command in COMMANDS if not command.startswith("-")]
WINDOWS = [command for command in COMMANDS if command.startswith("-")]


def page(name: str, folder: str = "") -> str:
    return (GUIDE / folder / f"{name}.md").read_text("utf-8")


def in_bold(text: str) -> set[str]:
    return set(re.findall(r"\*\*([^*]+)\*\*", re.sub(r"\s+", " ", text)))


def labels() -> list[tuple[re.Pattern[str], re.Pattern[str]]]:
    """Return each text of the catalogue and its translation, with placeholders that match anything."""
    catalogue = ElementTree.parse(ROOT / "resources" / "languages" / "zh_CN.ts")
    pairs = {(message.findtext("source", ""), message.findtext("translation", "")) for message in catalogue.iter("message")}
    either, other = ([re.sub(r"\\\{\d\\\}", ".+", re.escape(text)) for text in side] for side in zip(*sorted(pairs), strict=True))
    return [(re.compile(english), re.compile(chinese)) for english, chinese in zip(either, other, strict=True) if english != ".+"]


@pytest.mark.parametrize("command", VERBS)
def test_its_commands_use_verbs_and_flags_that_exist(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = shlex.split(command)
    verb, *rest = words[: words.index("--")] if "--" in words else words
    assert parser.main([verb, "--help"]) == 0
    shown = capsys.readouterr().out
    assert [word for word in rest if word.startswith("-") and not re.search(rf"(^|\s|,){re.escape(word)}\b", shown)] == []


@pytest.mark.parametrize("command", WINDOWS)
def test_its_commands_of_the_window_use_options_that_exist(command: str) -> None:
    assert parser.main(shlex.split(command), lambda arguments: 7 if arguments.page else 0) == 7


@pytest.mark.parametrize("name", NAMES)
def test_the_chinese_page_has_the_same_commands_and_code(name: str) -> None:
    def code(text: str) -> list[str]:
        return [line.partition(" # ")[0].rstrip() for line in text.splitlines() if line.startswith("    ")]

    assert code(page(name, "zh_CN")) == code(page(name))


@pytest.mark.parametrize("name", sorted(set(NAMES) - HEADED_BY_BOLD))
def test_what_it_calls_by_a_label_has_that_label_in_both_languages(name: str) -> None:
    texts, chinese = labels(), in_bold(page(name, "zh_CN"))
    for bold in in_bold(page(name)) - NO_LABELS:
        translations = [translation for english, translation in texts if english.fullmatch(bold)]
        assert translations, f"the window has no label {bold!r}"
        assert any(translation.fullmatch(text) for translation in translations for text in chinese), bold


def test_variables_that_the_documents_name_are_read_somewhere() -> None:
    named = {name for path in DOCUMENTS for name in re.findall(r"GPUSCOPE_[A-Z_]+", path.read_text("utf-8"))}
    sources = [path for folder in ("gpuscope", "packaging", "tests") for path in (ROOT / folder).rglob("*.py") if path != Path(__file__)]
    code = "\n".join(path.read_text("utf-8") for path in sources)
    assert len(named) > 10
    assert sorted(name for name in named if f'"{name}"' not in code and f"'{name}'" not in code) == []

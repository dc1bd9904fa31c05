from pathlib import Path

import pytest

from gpuscope.system import settings


def write(home: Path, text: str | bytes) -> None:
    home.mkdir()
    (home / "settings.json").write_bytes(text if isinstance(text, bytes) else text.encode())


def test_without_a_file_the_defaults_hold_and_nothing_is_wrong(gpuscope_home: Path) -> None:
    assert settings.read_settings() == settings.Settings()
    assert settings.store_url() == f"sqlite:///{gpuscope_home / 'gpuscope.sqlite'}"
    assert not gpuscope_home.exists()


def test_the_store_of_the_settings_is_used_and_the_command_line_goes_before_it(gpuscope_home: Path) -> None:
    write(gpuscope_home, '{"store": "sqlite:////elsewhere/x.sqlite", "theme": "dark"}')
    assert settings.store_url() == "sqlite:////elsewhere/x.sqlite"
    assert settings.store_url("postgresql://h/db") == "postgresql://h/db"


@pytest.mark.parametrize("text", ["", "{", "[1]", '{"store": 5}', '{"store": "no url"}', b"\xff\xfe", "[" * 100_000])
def test_a_bad_file_costs_its_values_and_is_told(gpuscope_home: Path, text: str | bytes) -> None:
    write(gpuscope_home, text)
    found = settings.read_settings()
    assert found.store is None
    assert len(found.problems) == 1
    assert settings.store_url().endswith("gpuscope.sqlite")


def test_a_relative_file_becomes_absolute(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    assert settings.store_url("sqlite:///x.sqlite") == f"sqlite:///{tmp_path}/x.sqlite"
    assert settings.store_url("sqlite://") == "sqlite://"


@pytest.mark.parametrize(("written", "expected"), [('["simulated"]', ("simulated",)), ('"simulated"', ()), ("[1]", ())])
def test_sensors_are_a_list_of_names(gpuscope_home: Path, written: str, expected: tuple[str, ...]) -> None:
    write(gpuscope_home, f'{{"sensors": {written}}}')
    found = settings.read_settings()
    assert found.sensors == expected
    assert bool(found.problems) == (not expected)

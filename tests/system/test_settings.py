import errno
import json
from pathlib import Path

import pytest

from gpuscope.core.energy_factors import EnergyFactors
from gpuscope.core.errors import UnavailableError
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


FACTORS = {"price_per_kwh": 0.3, "currency": "EUR", "carbon_g_per_kwh": 380, "pue": 1.2}


def test_price_and_carbon_are_empty_until_the_user_sets_them(gpuscope_home: Path) -> None:
    assert settings.read_settings().factors == EnergyFactors()
    assert EnergyFactors().price(3.6e6) is EnergyFactors().carbon_g(3.6e6) is None
    settings.write_settings({**FACTORS, "energy_unit": "Wh"})
    found = settings.read_settings()
    assert (found.energy_unit, found.factors, found.problems) == ("Wh", EnergyFactors(0.3, "EUR", 380.0, 1.2), ())
    assert found.factors.price(3.6e6) == pytest.approx(0.36)
    assert found.factors.carbon_g(3.6e6) == pytest.approx(456.0)


def test_what_is_set_leaves_the_rest_of_the_file_alone_and_nobody_else_reads_it(gpuscope_home: Path) -> None:
    write(gpuscope_home, '{"store": "sqlite:////x", "of a later version": [1], "pue": 1.5}')
    settings.write_settings({"pue": None, "currency": "EUR"})
    written = gpuscope_home / "settings.json"
    assert json.loads(written.read_text()) == {"store": "sqlite:////x", "of a later version": [1], "currency": "EUR"}
    assert written.stat().st_mode & 0o777 == 0o600


def test_a_file_that_cannot_be_read_is_not_written_over(gpuscope_home: Path) -> None:
    write(gpuscope_home, "{")
    with pytest.raises(UnavailableError, match="cannot be changed"):
        settings.write_settings({"pue": 1.2})
    assert (gpuscope_home / "settings.json").read_text() == "{"


def test_settings_on_a_full_disk_name_the_cure_and_do_not_ask_to_delete_the_file(
    gpuscope_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    write(gpuscope_home, "{}")
    monkeypatch.setattr(settings, "replace_text", refuse)
    with pytest.raises(UnavailableError, match=r"settings\.json cannot be written: No space left on device") as refused:
        settings.write_settings({"pue": 1.2})
    assert refused.value.hint == "Free some space, or make it writable."


@pytest.mark.parametrize(
    "written",
    [
        *('"pue": 0.9', '"pue": true', '"price_per_kwh": -1', '"price_per_kwh": "0.3"', '"currency": 5', '"energy_unit": "cal"'),
        '"carbon_g_per_kwh": 1' + "0" * 400,
    ],
)
def test_a_factor_that_cannot_be_is_left_out_and_told(gpuscope_home: Path, written: str) -> None:
    write(gpuscope_home, f"{{{written}}}")
    found = settings.read_settings()
    assert (found.factors, found.energy_unit, len(found.problems)) == (EnergyFactors(), "J", 1)

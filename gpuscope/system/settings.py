"""The user's settings: the optional file ``settings.json`` under home, read leniently.

An unreadable file or invalid value is replaced by defaults; the problem is reported, so that ``gpuscope doctor`` can
show it.
"""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from gpuscope.core.energy_factors import EnergyFactors
from gpuscope.core.errors import UnavailableError
from gpuscope.system import paths
from gpuscope.system.files import replace_text

_SQLITE = "sqlite:///"
JOULE, WATT_HOUR = "J", "Wh"
LEAST_FACTORS = {"price_per_kwh": 0.0, "carbon_g_per_kwh": 0.0, "pue": 1.0}
"""Minimum value of each factor; PUE is at least 1 because a facility uses at least the energy of its devices."""
LONGEST_CURRENCY = 12
"""Maximum characters of a currency (a code, a sign or a short word), which is shown in a column header."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The user's settings.

    Attributes:
        store: URL of the store; None for the default one.
        sensors: Sensors in addition to the hardware's, in the syntax of ``--sensor``.
        energy_unit: Display unit of energy, "J" or "Wh"; files and JSON always use joules.
        start_at_once: Whether an idle window keeps a workload process ready with its imports done.
        tell_ends: Whether to show a desktop notification when a run ends while the window is in the background.
        torch_python: Path of the interpreter whose torch runs workloads; None to search for one (``system.torch_place``).
        alerts: Valid alert rules, in the syntax of ``--alert``.
        alert_command: Command to run when an alert fires, in the syntax of ``--alert-command``; "" for none.
        factors: The user's assumptions on price, carbon intensity and overhead; unset factors are None.
        problems: Problems with the file, one sentence each; empty if there are none.
    """

    store: str | None = None
    sensors: tuple[str, ...] = ()
    energy_unit: str = JOULE
    start_at_once: bool = True
    tell_ends: bool = True
    torch_python: str | None = None
    alerts: tuple[str, ...] = ()
    alert_command: str = ""
    factors: EnergyFactors = field(default_factory=EnergyFactors)
    problems: tuple[str, ...] = ()


DEFAULTS = Settings()
"""The default settings."""


def settings_file() -> Path:
    """Return the path of the settings file, which may not exist."""
    return paths.home() / "settings.json"


def read_settings() -> Settings:
    """Return the settings, with the default for every missing or invalid value."""
    path = settings_file()
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return Settings()
    except (OSError, ValueError, RecursionError) as error:
        return Settings(problems=(f"{path} cannot be read, so the defaults hold: {error}",))
    if not isinstance(document, dict):
        return Settings(problems=(f"{path} does not hold a JSON object, so the defaults hold",))
    problems = []
    store = document.get("store")
    if store is not None and not (isinstance(store, str) and "://" in store and "\0" not in store):
        problems.append(f'"store" in {path} is not a URL such as sqlite:////folder/gpuscope.sqlite, so the default store is used')
        store = None
    sensors = document.get("sensors", [])
    if not isinstance(sensors, list) or not all(isinstance(name, str) for name in sensors):
        problems.append(f'"sensors" in {path} is not a list such as ["simulated"], so none is added')
        sensors = []
    torch_python = document.get("torch_python")
    if torch_python is not None and not (isinstance(torch_python, str) and torch_python and "\0" not in torch_python):
        problems.append(f'"torch_python" in {path} is not the path of a Python, so torch is looked for')
        torch_python = None
    unit = document.get("energy_unit", JOULE)
    if unit not in (JOULE, WATT_HOUR):
        problems.append(f'"energy_unit" in {path} is neither "J" nor "Wh", so energy is shown in joules')
        unit = JOULE
    switches = {key: document.get(key, True) for key in ("start_at_once", "tell_ends")}
    for key, value in switches.items():
        if not isinstance(value, bool):
            problems.append(f'"{key}" in {path} is neither true nor false, so it is taken as true')
            switches[key] = True
    alerts, command, unread = _alerts(document)
    factors, wrong = _factors(document)
    problems += [f'"{key}" in {path} is not {fault}, so it is left out' for key, fault in {**unread, **wrong}.items()]
    return Settings(
        store,
        tuple(sensors),
        unit,
        switches["start_at_once"],
        switches["tell_ends"],
        torch_python,
        alerts,
        command,
        factors,
        tuple(problems),
    )


def _alerts(document: Mapping[str, Any]) -> tuple[tuple[str, ...], str, dict[str, str]]:
    """Return the valid alert rules, the command, and a description of the expected form for each invalid entry."""
    named, command, wrong = document.get("alerts", []), document.get("alert_command", ""), {}
    if not isinstance(command, str):
        wrong["alert_command"], command = "a text", ""
    if not isinstance(named, list) or not all(isinstance(rule, str) for rule in named):
        wrong["alerts"], named = 'a list such as ["temperature>85"]', []
    if not named:
        return (), command, wrong
    from gpuscope.core.alert_rule import AlertRule  # lazy: not needed without alerts
    from gpuscope.core.errors import UsageError

    rules = []
    for text in named:
        try:
            rules.append(AlertRule.parse(text).text)
        except UsageError:
            wrong[f"alerts: {text[:60]}"] = "a rule such as temperature>85"
    return tuple(dict.fromkeys(rules)), command, wrong


def _factors(document: Mapping[str, Any]) -> tuple[EnergyFactors, dict[str, str]]:
    """Return the valid factors, and a description of the expected form for each invalid one."""
    factors: dict[str, float | None] = {}
    wrong = {}
    for key, least in LEAST_FACTORS.items():
        value = document.get(key)
        factors[key] = factor = _number(value)
        if value is not None and (factor is None or factor < least):
            wrong[key], factors[key] = f"a number of at least {least:g}", None
    currency = document.get("currency", "")
    if not isinstance(currency, str) or len(currency) > LONGEST_CURRENCY:
        wrong["currency"] = f"a text of at most {LONGEST_CURRENCY} characters"
        currency = ""
    return EnergyFactors(factors["price_per_kwh"], currency, factors["carbon_g_per_kwh"], factors["pue"]), wrong


def _number(value: object) -> float | None:
    """Return a finite number as a float; None for any other value."""
    try:
        number = float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else math.nan
    except OverflowError:  # an integer of more than 308 digits
        return None
    return number if math.isfinite(number) else None


def write_settings(changes: Mapping[str, Any]) -> None:
    """Change some settings; everything else in the file is kept, including keys unknown to this version.

    Args:
        changes: New values by key in the file; None removes a key.

    Raises:
        UnavailableError: The file cannot be read or written; it is left unchanged.
    """
    path = settings_file()
    try:
        document = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        if not isinstance(document, dict):
            raise TypeError("it does not hold a JSON object")
        kept = {key: value for key, value in {**document, **changes}.items() if value is not None}
        paths.private_folder(path.parent)
        replace_text(path, json.dumps(kept, indent=2, ensure_ascii=False))
    except OSError as error:
        raise UnavailableError(f"{path} cannot be written: {error.strerror}", "Free some space, or make it writable.") from error
    except (TypeError, ValueError, RecursionError) as error:
        raise UnavailableError(f"the settings in {path} cannot be changed: {error}", "Repair the file, or delete it.") from error


def store_url(named: str | None = None) -> str:
    """Return the URL of the store: the given one (``--store``), else that of the settings, else the default.

    The file of an SQLite URL is made absolute, so that a recorder that outlives its terminal finds the same file.
    """
    url = named or read_settings().store or paths.default_store_url()
    if url.startswith(_SQLITE) and len(url) > len(_SQLITE) and not url.startswith(f"{_SQLITE}:memory:"):
        return f"{_SQLITE}{Path(url[len(_SQLITE) :]).expanduser().absolute()}"
    return url

"""The user's settings: ``settings.json`` under home, read with patience and never required.

A file that cannot be read, or a value that does not fit, costs that value and no more; the fault is reported, so that
``gpuscope doctor`` can show it.
"""

import json
import math
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from gpuscope.core.energy_factors import EnergyFactors
from gpuscope.core.errors import UnavailableError
from gpuscope.system import paths

_SQLITE = "sqlite:///"
JOULE, WATT_HOUR = "J", "Wh"
_LEAST_FACTORS = {"price_per_kwh": 0.0, "carbon_g_per_kwh": 0.0, "pue": 1.0}
LONGEST_CURRENCY = 12
"""A code, a sign or a short word: it stands in the head of a column."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What the user has set.

    Attributes:
        store: URL of the store; None for the default one.
        sensors: Sensors beside those of the hardware, as ``--sensor`` takes them.
        energy_unit: In which energy is shown, "J" or "Wh"; files and JSON keep joules.
        start_at_once: Whether a workload's process waits with its imports made while a window is idle.
        tell_ends: Whether the desktop tells the end of a run while the window is not in front.
        torch_python: Path of the interpreter whose torch runs our workloads; None to look for one (``system.torch_place``).
        alerts: Rules of alerts, as ``--alert`` takes them; all of them can be read.
        alert_command: What is run when an alert fires, as ``--alert-command`` takes it; "" for nothing.
        factors: What the user assumes of price, carbon and overhead; empty where nothing was set.
        problems: What was wrong with the file, one sentence each; empty when nothing was.
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
"""Those of a user who has set nothing."""


def settings_file() -> Path:
    """Return the path of the settings file, whether it is there or not."""
    return paths.home() / "settings.json"


def read_settings() -> Settings:
    """Return the settings; the default of everything that is missing or does not fit."""
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
    problems += [f'"{key}" in {path} is not {what}, so it is left out' for key, what in {**unread, **wrong}.items()]
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
    """Return the rules of alerts that can be read, the command, and of what does not fit what it ought to be."""
    named, command, wrong = document.get("alerts", []), document.get("alert_command", ""), {}
    if not isinstance(command, str):
        wrong["alert_command"], command = "a text", ""
    if not isinstance(named, list) or not all(isinstance(rule, str) for rule in named):
        wrong["alerts"], named = 'a list such as ["temperature>85"]', []
    if not named:
        return (), command, wrong
    from gpuscope.core.alert_rule import AlertRule  # which a run without alerts need not import
    from gpuscope.core.errors import UsageError

    rules = []
    for text in named:
        try:
            rules.append(AlertRule.parse(text).text)
        except UsageError:
            wrong[f"alerts: {text[:60]}"] = "a rule such as temperature>85"
    return tuple(dict.fromkeys(rules)), command, wrong


def _factors(document: Mapping[str, Any]) -> tuple[EnergyFactors, dict[str, str]]:
    """Return the factors that fit, and of each of the others what it ought to be."""
    factors: dict[str, float | None] = {}
    wrong = {}
    for key, least in _LEAST_FACTORS.items():
        value = document.get(key)
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value) and value >= least
        if value is not None and not is_number:
            wrong[key] = f"a number of at least {least:g}"
        factors[key] = float(value) if value is not None and is_number else None
    currency = document.get("currency", "")
    if not isinstance(currency, str) or len(currency) > LONGEST_CURRENCY:
        wrong["currency"] = f"a text of at most {LONGEST_CURRENCY} characters"
        currency = ""
    return EnergyFactors(factors["price_per_kwh"], currency, factors["carbon_g_per_kwh"], factors["pue"]), wrong


def write_settings(changes: Mapping[str, Any]) -> None:
    """Set some of the settings; everything else in the file stays, also what this version does not know.

    Args:
        changes: By their keys in the file; None takes one away.

    Raises:
        UnavailableError: The file cannot be read or written; then it stays as it was.
    """
    path = settings_file()
    try:
        document = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        if not isinstance(document, dict):
            raise TypeError("it does not hold a JSON object")
        kept = {key: value for key, value in {**document, **changes}.items() if value is not None}
        paths.private_folder(path.parent)
        beside = path.with_suffix(".json.new")
        with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600), "w", encoding="utf-8") as file:
            json.dump(kept, file, indent=2, ensure_ascii=False)
        beside.replace(path)
    except (OSError, TypeError, ValueError, RecursionError) as error:
        raise UnavailableError(f"the settings in {path} cannot be changed: {error}", "Repair the file, or delete it.") from error


def store_url(named: str | None = None) -> str:
    """Return the URL of the store: the one named (``--store``), else that of the settings, else the default.

    The file of an SQLite URL is made absolute, so that a recorder which outlives its terminal finds the same file.
    """
    url = named or read_settings().store or paths.default_store_url()
    if url.startswith(_SQLITE) and len(url) > len(_SQLITE) and not url.startswith(f"{_SQLITE}:memory:"):
        return f"{_SQLITE}{Path(url[len(_SQLITE) :]).expanduser().absolute()}"
    return url

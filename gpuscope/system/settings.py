"""The user's settings: ``settings.json`` under home, read with patience and never required.

A file that cannot be read, or a value that does not fit, costs that value and no more; what was wrong is told, so that
``gpuscope doctor`` can show it.
"""

import json
from dataclasses import dataclass
from pathlib import Path

from gpuscope.system import paths

_SQLITE = "sqlite:///"


@dataclass(frozen=True, slots=True)
class Settings:
    """What the user has set.

    Attributes:
        store: URL of the store; None for the default one.
        sensors: Sensors beside those of the hardware, as ``--sensor`` takes them.
        problems: What was wrong with the file, one sentence each; empty when nothing was.
    """

    store: str | None = None
    sensors: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()


def settings_file() -> Path:
    """Returns the path of the settings file, whether it is there or not."""
    return paths.home() / "settings.json"


def read_settings() -> Settings:
    """Returns the settings; the default of everything that is missing or does not fit."""
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
    if not isinstance(sensors, list) or not all(isinstance(one, str) for one in sensors):
        problems.append(f'"sensors" in {path} is not a list such as ["simulated"], so none is added')
        sensors = []
    return Settings(store, tuple(sensors), tuple(problems))


def store_url(named: str | None = None) -> str:
    """Returns the URL of the store: the one named (``--store``), else that of the settings, else the default.

    The file of an SQLite URL is made absolute, so that a recorder which outlives its terminal finds the same file.
    """
    url = named or read_settings().store or paths.default_store_url()
    if url.startswith(_SQLITE) and len(url) > len(_SQLITE) and not url.startswith(f"{_SQLITE}:memory:"):
        return f"{_SQLITE}{Path(url[len(_SQLITE) :]).expanduser().absolute()}"
    return url

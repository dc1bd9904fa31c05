"""The catalogue as tables: names on one screen, one line per entry, or one entry in full."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from gpuscope.reports.model import Cell, Column, Report, Table
from gpuscope.system.language import filled

Entry = Mapping[str, Any]
Listing = Mapping[str, Sequence[Entry]]
_WORDS = Column("what it is, or why not", widest=None, wraps=True)
_PLACE = (Column("device"), Column("precision"), Column("here"), Column("why not, or how", widest=None, wraps=True))
_BRINGS = Column("how to get it", widest=None, wraps=True)
_FURTHER = (
    "Details of one: gpuscope workloads NAME. What each is: gpuscope workloads --all",
    "To run one: gpuscope run WORKLOAD --optimize NAME,NAME --engine NAME; a program of your own: gpuscope run -- COMMAND",
)
_MORE = ("Options, number formats and combinations: gpuscope workloads NAME", "A program of your own: gpuscope run -- COMMAND")


def summary(listing: Listing) -> Report:
    """Return the names of what can be run here, and briefly what cannot and why, on one screen."""
    rows: list[tuple[Cell, ...]] = []
    workloads = listing["workloads"]
    for family in dict.fromkeys(entry["family"] for entry in workloads):
        rows += _names(family.capitalize(), [entry for entry in workloads if entry["family"] == family])
    rows += [*_names("Optimizations", listing["optimizations"]), *_names("Engines", listing["engines"]), *_formats(workloads)]
    columns = (Column(""), Column("", widest=None, wraps=True))
    is_any_here = any(entry["available"] for entry in workloads)
    cures = dict.fromkeys(entry["cure"] for entry in workloads if entry["cure"])
    further = _FURTHER if is_any_here else (*cures, _FURTHER[0])
    return Report("", (), (Table("", columns, tuple(rows)), Table("", (Column(""),), (), further)))


def _names(title: str, entries: Sequence[Entry]) -> list[tuple[Cell, ...]]:
    """Return a row with the names of what can be used here, and one row per reason why others cannot."""
    here = [entry["key"] for entry in entries if entry["available"]]
    lacking: dict[str, list[str]] = {}
    for entry in entries:
        if not entry["available"]:
            lacking.setdefault(entry["reason"].removeprefix(f"{entry['key']} "), []).append(entry["key"])
    rows: list[tuple[Cell, ...]] = [(title, ", ".join(here) or "none here")]
    return [*rows, *(("  not here", f"{', '.join(keys)}: {reason}") for reason, keys in lacking.items())]


def _formats(entries: Sequence[Entry]) -> Iterator[tuple[Cell, ...]]:
    """Yield each device with its number formats, and why it lacks others or is not available itself."""
    own = [(entry["key"], place) for entry in entries for place in (*entry["devices"], *entry["precisions"])]
    # A workload that does not support a device says nothing about the device.
    places = [place for key, place in own if key not in (place["reason"] or "")]
    for device in dict.fromkeys(place["device"] for place in places):
        here = [place for place in places if place["device"] == device]
        formats = list(dict.fromkeys(place["precision"] for place in here if place.get("precision") and place["available"]))
        notes = dict.fromkeys(place["reason"] or place.get("arithmetic_warning") for place in here)
        remarks = [note.removeprefix(f"{device}: ") for note in notes if note]
        yield filled("On {0}", device), "; ".join([*([", ".join(formats)] if formats else []), *remarks])


def overview(listing: Listing) -> Report:
    """Return one line per workload by family, per optimization, per engine, and per device and precision."""
    optimizations = _tools("Optimizations, for --optimize", "optimization", listing["optimizations"])
    engines = _tools("Engines, for --engine", "engine", listing["engines"])
    return Report(
        "",
        (),
        (_workloads(listing["workloads"]), optimizations, engines, _places(listing["workloads"]), Table("", (Column(""),), (), _MORE)),
    )


def details(listing: Listing) -> list[Report]:
    """Return the full descriptions of the entries, which all have the same key."""
    tools = (*listing["optimizations"], *listing["engines"])
    return [*(_workload(entry) for entry in listing["workloads"]), *(_tool(entry) for entry in tools)]


def _workloads(entries: Sequence[Entry]) -> Table:
    columns = (Column("family"), Column("workload"), Column("here"), _WORDS)
    rows: list[tuple[Cell, ...]] = []
    families = dict.fromkeys(entry["family"] for entry in entries)
    for family in families:
        members = [entry for entry in entries if entry["family"] == family]
        titles = [family.capitalize(), *[""] * (len(members) - 1)]
        rows += [(title, entry["key"], *_state(entry)) for title, entry in zip(titles, members, strict=True)]
    return Table("", columns, tuple(rows))


def _tools(title: str, header: str, entries: Sequence[Entry]) -> Table:
    return Table(title, (Column(header), Column("here"), _WORDS), tuple((entry["key"], *_state(entry)) for entry in entries))


def _state(entry: Entry) -> tuple[str, str]:
    return ("yes", entry["title"]) if entry["available"] else ("no", _reason(entry))


def _reason(entry: Entry) -> str:
    cure = entry["cure"] or ""
    return f"{entry['reason']}. {cure}".strip()


def _places(entries: Sequence[Entry]) -> Table:
    """Return the table of devices and precisions; what applies to every workload is listed once."""
    rows: dict[tuple[Cell, ...], list[str]] = {}
    for entry in entries:
        for place in (*entry["devices"], *entry["precisions"]):
            if entry["key"] not in (place["reason"] or ""):  # a workload's own lack of support is in its own list
                rows.setdefault(_place(place), []).append(entry["key"])
    shown = ((*row[:3], "all" if len(keys) == len(entries) else ", ".join(keys), row[3]) for row, keys in rows.items())
    columns = (
        *(Column(header) for header in ("device", "precision", "here")),
        Column("for", widest=24, wraps=True),
        Column("why not, or how", widest=None, wraps=True),
    )
    return Table("Devices and precisions", columns, tuple(shown))


def _place(place: Entry) -> tuple[Cell, ...]:
    is_here = "yes" if place["available"] else "no"
    return (place["device"], place.get("precision"), is_here, place["reason"] or place.get("arithmetic_warning") or None)


def _workload(entry: Entry) -> Report:
    lead = [entry["help"]] if entry["available"] else [entry["help"], f"Not here: {_reason(entry)}"]
    tasks = ", ".join(entry["tasks"]) or "none, it is a kernel"
    lead.append(f"Tasks: {tasks}. Batch size {entry['default_batch_size']} by default; samples are {entry['samples_unit']}.")
    options = tuple((f"{option['key']}={_default(option['default'])}", option["help"]) for option in entry["options"])
    tables = [Table("Options, for --set", (Column("default"), Column("what it is", widest=None, wraps=True)), options)]
    places = tuple(_place(place) for place in (*entry["devices"], *entry["precisions"]))
    tables.append(Table("Devices and precisions", _PLACE, places))
    tables += [_fits(place) for place in entry["fits"]]
    return Report(_heading(entry), tuple(lead), tuple(tables))


def _default(value: object) -> str:
    return "…" if value is None else str(value)


def _fits(place: Entry) -> Table:
    """Return which optimizations and engines fit a workload for one task and device, and why the others do not."""
    title = f"Optimizations and engines{' for ' * bool(place['task'])}{place['task']} on {place['device']}"
    fitting = [(key, "yes", None) for key in (*place["optimizations"], *place["engines"])]
    rest = [(key, "no", reason) for key, reason in place["why_not"].items()]
    return Table(title, (Column("name"), Column("fits"), Column("why not", widest=None, wraps=True)), (*fitting, *rest))


def _tool(entry: Entry) -> Report:
    lead = [entry["help"]] if entry["available"] else [entry["help"], f"Not here: {_reason(entry)}"]
    lead.append(f"Tasks: {', '.join(entry['tasks']) or 'kernels'}. Devices: {', '.join(entry['devices'])}.")
    lead.append(f"Fits here: {', '.join(entry['workloads']) or 'no workload'}.")
    needs = tuple((need["name"], "yes" if need["available"] else "no", need["cure"]) for need in entry["needs"])
    return Report(_heading(entry), tuple(lead), (Table("", (Column("needs"), Column("here"), _BRINGS), needs),))


def _heading(entry: Entry) -> str:
    return f"{entry['key']}: {entry['title']}"

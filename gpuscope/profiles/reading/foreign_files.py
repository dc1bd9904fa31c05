"""Identification of other profilers' files that are not traces, with instructions for getting a trace instead."""

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ForeignFile:
    """A kind of file.

    Attributes:
        name: Matches the ends of its file names.
        start: Matches the beginning of its content, decompressed.
        message: What it is, a clause.
        hint: What to do instead.
    """

    name: re.Pattern[str]
    start: re.Pattern[bytes]
    message: str
    hint: str


def _header(*columns: bytes) -> re.Pattern[bytes]:
    """Return what matches a table's first line with all of these columns, in any order, and no JSON."""
    return re.compile(rb"(?!\s*[\[{])" + b"".join(rb"(?=[^\n]{0,4096}\b" + column + b")" for column in columns))


_ANY_NAME, _ANY_START = re.compile(""), re.compile(b"")
_KINDS = (
    ForeignFile(
        re.compile(r"\.xplane\.pb(\.gz)?$"),
        _ANY_START,
        "it is an XPlane file of JAX's or TensorFlow's profiler",
        "Open the .trace.json.gz beside it; without one, record with jax.profiler.trace(…, create_perfetto_trace=True).",
    ),
    ForeignFile(
        _ANY_NAME,
        re.compile(rb'\s*\{\s*"rocprofiler-sdk-tool"\s*:'),
        "it is rocprofv3's own JSON",
        "Record it again with --output-format pftrace, and open the .pftrace file.",
    ),
    ForeignFile(
        re.compile(r"\.(nsys-rep|qdrep)$"),
        _ANY_START,
        "it is a report of Nsight Systems",
        "'nsys export --type sqlite' and then nsys2json make a readable trace of it; or record with torch.profiler.",
    ),
    ForeignFile(
        re.compile(r"\.ncu-rep$"),
        _ANY_START,
        "it is a report of Nsight Compute, which holds single kernels and no timeline",
        "Record a trace with torch.profiler or Nsight Systems.",
    ),
    ForeignFile(
        _ANY_NAME,
        re.compile(rb"SQLite format 3\0"),
        "it is a database",
        "nsys2json makes a readable trace of a database of Nsight Systems; rocprofv3 writes one with --output-format pftrace.",
    ),
    ForeignFile(
        _ANY_NAME,
        _header(rb"timestamp\b", rb"(power|utilization|memory|temperature|clocks)\."),
        "it is a log of nvidia-smi",
        "'gpuscope import' reads it as a run.",
    ),
    ForeignFile(
        _ANY_NAME, _header(rb"energy_consumed\b", rb"emissions\b"), "it is CodeCarbon's record of runs", "'gpuscope import' reads it."
    ),
    ForeignFile(
        _ANY_NAME,
        re.compile(rb"(\xef\xbb\xbf)?t_s,"),
        "it is a table of readings that gpuscope wrote",
        "Export the run as .gpuscope, which 'gpuscope import' reads; a .csv is for other programs.",
    ),
    ForeignFile(
        re.compile(r"\.csv(\.gz)?$"),
        _header(),
        "it is a table (CSV)",
        "'gpuscope import' reads those of nvidia-smi and CodeCarbon; those of gpuscope are for other programs.",
    ),
)


def foreign_file(name: str, first: bytes) -> ForeignFile | None:
    """Return the kind of a file that is no trace; None if it is not known.

    Args:
        name: Its name.
        first: The beginning of its content.
    """
    return next((kind for kind in _KINDS if kind.name.search(name) and kind.start.match(first)), None)

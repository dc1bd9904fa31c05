"""The last lines of a workload's output, cleaned, in memory and in a small file."""

import codecs
import os
import re
from collections import deque
from itertools import islice
from pathlib import Path

from gpuscope.system.redaction import CONTROL_CHARACTERS, LONGEST_KEY, PrivateKeyFilter, redact_text

_KEPT_BYTES = 256 * 1024
"""Size of the tail in memory: several thousand lines, enough for a traceback of every rank."""
_FILE_BYTES = 1024 * 1024
"""Four times the size of the tail, so that the file is rewritten once per 768 KiB or so of output and otherwise only appended to."""
_WAITING_BYTES = 512 * 1024
"""Maximum amount of data waiting to be cleaned; the excess is skipped, so that gigabytes of output cost next to nothing."""
_LINE_BYTES = 16 * 1024
"""Maximum length of a line, of which the end is kept (the last state of a progress bar); an endless line must not displace all others."""
_BACKSPACES = 8
"""Maximum number of rounds, each of which scans the whole text; spinners erase only a few characters."""
_ESCAPE_BYTES = 4 * 1024
"""Maximum length of an unfinished escape sequence that is buffered until its end."""

_ESCAPE = re.compile(
    rb"\x1b(?:"
    rb"\[[0-?]*[ -/]*[@-~]"  # CSI: colours, cursor
    rb"|[\]PX^_][^\x07\x18\x1a\x1b\n]*(?:[\x07\x18\x1a]|(?=[\x1b\n]))"  # OSC, DCS, SOS, PM, APC: strings up to their terminator
    rb"|[ -/]*[0-OQ-WYZ\\`-~]"  # all others, including the string terminator (ESC \)
    rb")"
)
_UNFINISHED = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*|[\]PX^_][^\x07\x18\x1a\x1b\n]*|[ -/]*)\Z")
_STRING_END = re.compile(rb"[\x07\x18\x1a]|(?=[\x1b\n])")
_BACKSPACED = re.compile(r"[^\n\r\x08]\x08")


class OutputTail:
    """Keeps the end of a workload's output; feeding costs next to nothing, and cleaning is bounded.

    Escape sequences, control characters and secrets are removed, a progress bar drawn with carriage returns is reduced to its last state,
    and invalid UTF-8 becomes U+FFFD.

    Attributes:
        skipped_bytes: Bytes received but no longer in the tail, not counting escapes and overwritten states of progress bars.
        write_error: Why the last write to the file failed; None if it succeeded.
    """

    def __init__(self, path: Path | None = None) -> None:
        """Create an empty tail.

        Args:
            path: ``output.log``; None keeps the tail only in memory.
        """
        self._path = path
        self._keys = PrivateKeyFilter()
        self._waiting: deque[bytes] = deque()
        self._waiting_bytes = 0
        self._escape = b""
        self._in_string = False
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._lines: deque[bytes] = deque()
        self._kept_bytes = 0
        self._current = ""
        self._unwritten = 0
        self._file_bytes: int | None = None
        self.skipped_bytes = 0
        self._cut = False
        self.received_bytes = 0
        self.write_error: str | None = None

    def feed(self, data: bytes) -> None:
        """Add output of the workload."""
        self.received_bytes += len(data)
        self._waiting.append(data)
        self._waiting_bytes += len(data)
        while self._waiting_bytes > _WAITING_BYTES and len(self._waiting) > 1:
            dropped = len(self._waiting.popleft())
            self._waiting_bytes -= dropped
            self.skipped_bytes += dropped
            self._cut = True

    def flush(self) -> None:
        """Clean new output, and write the file; call once a second (never raises: see ``write_error``)."""
        self._clean()
        if self._path is None or (not self._unwritten and self._file_bytes is not None):
            return
        try:
            self._write(self._path)
            self.write_error = None
        except OSError as error:
            self._file_bytes = None
            self.write_error = error.strerror or str(error)

    def lines(self, count: int) -> list[str]:
        """Return the last ``count`` lines, including an unfinished one."""
        self._clean()
        unfinished = _last_state(self._current)
        kept = _joined(self._lines, max(0, count)).decode().split("\n")[:-1]
        if unfinished and not self._keys.is_inside:
            kept += redact_text(unfinished).split("\n")
        return kept[-count:] if count > 0 else []

    def close(self) -> None:
        """Flush, including the unfinished line."""
        self._clean()
        if _last_state(self._current):
            self._append("\n")
        self.flush()

    # Cleaning

    def _clean(self) -> None:
        if not self._waiting:
            return
        data = b"".join(self._waiting)
        self._waiting.clear()
        self._waiting_bytes = 0
        if self._cut:  # a line or escape sequence before the hole ends there
            self._cut, self._escape, self._in_string = False, b"", False
            self._append("\n")
        self._append(CONTROL_CHARACTERS.sub("", self._decoder.decode(self._without_escapes(data))))

    def _without_escapes(self, data: bytes) -> bytes:
        data, self._escape = self._escape + data, b""
        if self._in_string:
            end = _STRING_END.search(data)
            if end is None:
                return b""
            self._in_string = False
            data = data[end.end() :]
        if b"\x1b" not in data:
            return data
        data = _ESCAPE.sub(b"", data)
        unfinished = _UNFINISHED.search(data, max(0, data.rfind(b"\x1b")))
        if unfinished is None:
            return data
        self._keep_unfinished(unfinished.group())
        return data[: unfinished.start()]

    def _keep_unfinished(self, escape: bytes) -> None:
        if len(escape) <= _ESCAPE_BYTES:
            self._escape = escape
        else:
            self._in_string = escape[1:2] in b"]PX^_"

    def _append(self, text: str) -> None:
        """Add cleaned text; if there is too much, only the part that will be kept."""
        if len(text) > _KEPT_BYTES:
            begin = text.find("\n", len(text) - _KEPT_BYTES) + 1
            self._redacted([text[max(0, begin - LONGEST_KEY) : begin].removesuffix("\n")])  # a key may begin there
            self.skipped_bytes += begin
            text = text[begin:]
        *lines, current = _backspaced(self._current + text).split("\n")
        self._current = self._bounded(_last_state(current) + ("\r" if current.endswith("\r") else ""))
        if lines:
            self._keep(self._redacted([self._bounded(_last_state(line)) for line in lines]))

    def _bounded(self, line: str) -> str:
        surplus = len(line) - _LINE_BYTES
        if surplus <= 0:
            return line
        self.skipped_bytes += surplus
        return "…" + line[surplus + 1 :]

    def _redacted(self, lines: list[str]) -> list[str]:
        shown = self._keys.hide("\n".join([*lines, ""]))
        return redact_text(shown.removesuffix("\n")).split("\n") if shown else []

    def _keep(self, lines: list[str]) -> None:
        encoded = [line.encode() for line in lines]
        self._lines.extend(encoded)
        self._unwritten += len(encoded)
        self._kept_bytes += sum(map(len, encoded)) + len(encoded)
        while self._kept_bytes > _KEPT_BYTES:
            dropped = len(self._lines.popleft()) + 1
            self._kept_bytes -= dropped
            self.skipped_bytes += dropped

    # The file

    def _write(self, path: Path) -> None:
        """Append new lines; if the file would grow too large, rewrite it in place with the current tail."""
        content = _joined(self._lines, self._unwritten)
        begin = self._file_bytes
        if begin is None or begin + len(content) > _FILE_BYTES or self._unwritten > len(self._lines):
            note = f"[{self.skipped_bytes / 1e6:.1f} MB of earlier output skipped]\n" if self.skipped_bytes else ""
            begin, content = 0, note.encode() + _joined(self._lines, len(self._lines))
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
        with open(descriptor, "wb") as file:
            file.seek(begin)
            file.write(content)
            file.truncate()
        self._file_bytes, self._unwritten = begin + len(content), 0


def _joined(lines: deque[bytes], count: int) -> bytes:
    last = list(islice(reversed(lines), count))
    return b"".join(line + b"\n" for line in reversed(last))


def _backspaced(text: str) -> str:
    """Apply backspaces, as written by spinners; in very long sequences only the first few are applied."""
    for _ in range(_BACKSPACES):
        if "\x08" not in text:
            return text
        text = _BACKSPACED.sub("", text)
    return text.replace("\x08", "")


def _last_state(line: str) -> str:
    """Return the last state of a line that was redrawn after carriage returns."""
    return line.rstrip("\r").rpartition("\r")[2]

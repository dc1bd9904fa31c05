"""Reads pickles of plain values without ``pickle``: nothing in them is ever called or imported.

Only the opcodes (described in ``pickletools``) that build numbers, strings, bytes, lists, tuples and dictionaries are supported; all
others are refused. Memory is bounded by the file: sizes are checked against the remaining data, and the memo is a dictionary.
"""

import struct
from collections.abc import Callable
from typing import Any

from gpuscope.profiles.reading.trace_file_error import TraceFileError

MAGIC = b"\x80"
"""The first opcode of every pickle of protocol 2 and later."""
_NAMES = {
    0x63: "a name", 0x93: "a name", 0x52: "a call", 0x69: "a call", 0x6F: "a call", 0x81: "a call", 0x92: "a call", 0x62: "an object",
    0x50: "something outside", 0x51: "something outside", 0x82: "an extension", 0x83: "an extension", 0x84: "an extension",
}  # fmt: skip
"""What refused opcodes would do, for the error message; unlisted ones count as damage."""


def plain_values(data: bytes) -> Any:
    """Return the content of a pickle.

    Raises:
        TraceFileError: It is damaged, or contains more than plain values.
    """
    try:
        return _Machine(data).run()
    except (IndexError, KeyError, TypeError, ValueError, AttributeError, struct.error, OverflowError):
        raise TraceFileError("it is a damaged pickle", "Record it again, or copy it once more.") from None


class _Machine:
    """The stack machine that executes a pickle."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0
        self._stack: list[Any] = []
        self._marks: list[int] = []
        self._memo: dict[int, Any] = {}

    def run(self) -> Any:
        """Run until the STOP opcode. The most frequent opcodes of a snapshot are handled inline, which halves the time."""
        data, memo, stack, steps, at = self._data, self._memo, self._stack, self._steps(), 0
        push = stack.append
        while True:
            code = data[at]
            at += 1
            if code == 0x68:  # BINGET
                push(memo[data[at]])
                at += 1
            elif code == 0x6A:  # LONG_BINGET
                push(memo[int.from_bytes(data[at : at + 4], "little")])
                at += 4
            elif code == 0x94:  # MEMOIZE
                memo[len(memo)] = stack[-1]
            elif code == 0x4B:  # BININT1
                push(data[at])
                at += 1
            elif code == 0x28:  # MARK
                self._marks.append(len(stack))
            elif code == _STOP:
                return stack.pop()
            else:
                step = steps.get(code)
                if step is None:
                    raise _refusal(code)
                self._at = at
                step()
                at = self._at

    def _steps(self) -> dict[int, Callable[[], object]]:
        push = self._stack.append
        return {
            0x80: lambda: self._bytes(1),  # PROTO
            0x95: lambda: self._bytes(8),  # FRAME
            0x4E: lambda: push(None),
            0x88: lambda: push(True),
            0x89: lambda: push(False),
            0x7D: lambda: push({}),
            0x5D: lambda: push([]),
            0x29: lambda: push(()),
            0x4D: lambda: push(self._number(2)),
            0x4A: lambda: push(int.from_bytes(self._bytes(4), "little", signed=True)),
            0x8A: lambda: push(int.from_bytes(self._bytes(self._number(1)), "little", signed=True)),  # LONG1
            0x47: lambda: push(struct.unpack(">d", self._bytes(8))[0]),
            0x8C: lambda: push(self._text(1)),
            0x58: lambda: push(self._text(4)),
            0x8D: lambda: push(self._text(8)),
            0x43: lambda: push(self._bytes(self._number(1))),
            0x42: lambda: push(self._bytes(self._number(4))),
            0x8E: lambda: push(self._bytes(self._number(8))),
            0x71: lambda: self._remember(self._number(1)),
            0x72: lambda: self._remember(self._number(4)),
            0x30: lambda: self._stack.pop(),
            0x61: self._append,
            0x65: self._append_all,
            0x73: self._set_item,
            0x75: self._set_items,
            0x74: lambda: push(tuple(self._marked())),
            0x85: lambda: self._tuple(1),
            0x86: lambda: self._tuple(2),
            0x87: lambda: self._tuple(3),
        }

    def _bytes(self, count: int) -> bytes:
        end = self._at + count
        if end > len(self._data):
            raise IndexError
        taken = self._data[self._at : end]
        self._at = end
        return taken

    def _number(self, count: int) -> int:
        return int.from_bytes(self._bytes(count), "little")

    def _text(self, count: int) -> str:
        return self._bytes(self._number(count)).decode("utf-8", "replace")

    def _remember(self, place: int) -> None:
        self._memo[place] = self._stack[-1]

    def _marked(self) -> list[Any]:
        """Pop everything above the last mark off the stack."""
        at = self._marks.pop()
        items = self._stack[at:]
        del self._stack[at:]
        return items

    def _append(self) -> None:
        item = self._stack.pop()
        self._list().append(item)

    def _append_all(self) -> None:
        items = self._marked()
        self._list().extend(items)

    def _list(self) -> list[Any]:
        top = self._stack[-1]
        if not isinstance(top, list):
            raise TypeError
        return top

    def _set_item(self) -> None:
        value, key = self._stack.pop(), self._stack.pop()
        self._update([key, value])

    def _set_items(self) -> None:
        self._update(self._marked())

    def _update(self, items: list[Any]) -> None:
        """Add keys and values, in turns, to the dictionary on top of the stack."""
        top, keys = self._stack[-1], items[::2]
        if not isinstance(top, dict) or any(isinstance(part, tuple) for key in keys if isinstance(key, tuple) for part in key):
            raise TypeError  # of tuples within tuples, a few bytes each, every level doubles the time of each look-up
        top.update(zip(keys, items[1::2], strict=True))

    def _tuple(self, count: int) -> None:
        items = tuple(self._stack[-count:])
        if len(items) < count:
            raise IndexError
        del self._stack[-count:]
        self._stack.append(items)


_STOP = 0x2E


def _refusal(code: int) -> TraceFileError:
    asked = _NAMES.get(code)
    if asked is None:
        return TraceFileError("it is a damaged pickle", "Record it again, or copy it once more.")
    return TraceFileError(f"it is a pickle that loads {asked}", "A memory snapshot holds plain values; nothing of this was run.")

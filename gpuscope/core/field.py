"""Definition of a single setting of a run: display, parsing and validation."""

import math
import re
from dataclasses import dataclass

from gpuscope.core.errors import UsageError

MAX_TEXT = 64 * 1024
"""Maximum number of characters. Equal to ``bundles.limits.TEXT``, so that every spec that was run can be imported."""
_TIME = re.compile(r"(\d+(?:\.\d*)?|\.\d+)\s*(ms|s|min|h|)")
_SECONDS = {"ms": 1e-3, "s": 1.0, "": 1.0, "min": 60.0, "h": 3600.0}
Scalar = str | int | float | bool


@dataclass(frozen=True, slots=True)
class Field:
    """Display, parsing and validation of a RunSpec field or a workload option.

    Attributes:
        key: Name in JSON and after ``--set``.
        label: Display name.
        help: One or two sentences.
        type: ``int``, ``float``, ``str`` or ``bool``.
        default: The default value; None means that the workload decides.
        unit: Unit of the value, or "".
        choices: Allowed values; empty if any value of the type is allowed.
        minimum: Smallest allowed value, or None.
        maximum: Largest allowed value, or None.
        flag: Its command-line flag, or None if it is set only by ``--set key=value``.
        metavar: Placeholder for the value in ``--help``.
    """

    key: str
    label: str
    help: str
    type: type[int] | type[float] | type[str] | type[bool]
    default: Scalar | None
    unit: str = ""
    choices: tuple[str, ...] = ()
    minimum: float | None = None
    maximum: float | None = None
    flag: str | None = None
    metavar: str | None = None

    def parse(self, value: object) -> Scalar:
        """Validate a value given as text or in its own type, and return it in the field's type.

        Raises:
            UsageError: The value has the wrong type, is not among the choices, or is out of range.
        """
        parsed = self._convert(value)
        if self.choices and parsed not in self.choices:
            raise UsageError(f"{self.label}: {shown(value)} is not known", f"Choose one of {', '.join(self.choices)}.")
        if isinstance(parsed, (int, float)) and not isinstance(parsed, bool):
            if self.minimum is not None and parsed < self.minimum:
                raise UsageError(f"{self.label}: {shown(value)} is too small", f"The minimum is {self._bound(self.minimum)}.")
            if self.maximum is not None and parsed > self.maximum:
                raise UsageError(f"{self.label}: {shown(value)} is too large", f"The maximum is {self._bound(self.maximum)}.")
        return parsed

    def _bound(self, value: float) -> str:
        from gpuscope.core import figures  # only errors need it, and every start of a run imports this module

        return f"{figures.setting(value)} s" if self.unit == "s" else figures.setting(value)

    def _convert(self, value: object) -> Scalar:
        text = value.strip() if isinstance(value, str) else value
        try:
            if self.type is bool:
                if isinstance(text, bool):
                    return text
                return {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}[str(text).lower()]
            if self.type is int:
                if isinstance(text, bool) or (isinstance(text, float) and not text.is_integer()):
                    raise ValueError
                return int(text)  # type: ignore[call-overload,no-any-return]
            if self.type is float:
                seconds = parse_seconds(text) if self.unit == "s" and isinstance(text, str) else None
                number = float(text) if seconds is None else seconds  # type: ignore[arg-type]
                if not math.isfinite(number):
                    raise ValueError
                return number
        except (KeyError, ValueError, TypeError, OverflowError):
            expected = {bool: "yes or no", int: "a whole number", float: "a time" if self.unit == "s" else "a number"}[self.type]
            raise UsageError(f"{self.label}: {shown(value)} is not {expected}", self.help) from None
        if not isinstance(value, str):
            raise UsageError(f"{self.label}: {shown(value)} is not text", self.help)
        if "\0" in value or len(value) > MAX_TEXT:
            raise UsageError(f"{self.label}: the text is too long or holds a NUL character", self.help)
        return value


def parse_seconds(text: str) -> float | None:
    """Return a time in seconds: "10s", "500 ms", "2min"; a bare number is in seconds. None if the text is not a time."""
    match = _TIME.fullmatch(text.strip())
    return None if match is None else float(match[1]) * _SECONDS[match[2]]


def shown(value: object) -> str:
    """Return a value for an error message: in quotation marks, truncated if long."""
    text = str(value)
    return repr(text if len(text) <= 60 else text[:57] + "…")

"""The result of a rule: the observation, its cost, what to try, and where."""

from dataclasses import dataclass

from gpuscope.profiles.call_sites import MODULE


@dataclass(frozen=True, slots=True)
class Place:
    """A place in the user's program.

    Attributes:
        file: As named in the trace.
        function: The function that makes the calls.
        first_line: First line of that function.
        lines: The lines of the calls; () if the source is not available.
        calls: Number of calls.
        cost_s: Time of these calls in the capture, in seconds, that of recording included.
    """

    file: str
    function: str
    first_line: int
    lines: tuple[int, ...]
    calls: int
    cost_s: float

    @property
    def text(self) -> str:
        """As text: ``train.py:17``; if no line is known, the start of the function: ``train.py:9 (train)``; outside of any, the file."""
        if self.lines:
            return f"{self.file}:{', '.join(map(str, self.lines))}"
        if self.function == MODULE:
            return self.file
        return f"{self.file}:{self.first_line} ({self.function})"


@dataclass(frozen=True, slots=True)
class Finding:
    """A finding of a rule.

    Attributes:
        rule: The rule's name in documents.
        template: Template of the sentence, without its full stop.
        values: The formatted figures for the template.
        cost_s: Upper bound of the cost: the measured time of what the sentence names, in seconds, less that of recording if it is known; at
            most `Evidence.total_s`.
        is_device: Whether that is device time; otherwise it is host time.
        cure: What to try, a sentence of `core.cure_texts`.
        code: The cure as a line of code; "" if there is none.
        changes: Cures that a built-in workload can apply, the best first; sentences of `core.cure_texts`.
        places: Places in the user's program, the most expensive first.
        cost_j: The cost in joules, at the mean power of the device that the run used; None if that is not known.
        change: Command-line arguments with which gpuscope applies the cure to the captured run; "" if it cannot.
    """

    rule: str
    template: str
    values: tuple[str, ...]
    cost_s: float
    is_device: bool
    cure: str
    code: str = ""
    changes: tuple[str, ...] = ()
    places: tuple[Place, ...] = ()
    cost_j: float | None = None
    change: str = ""

    @property
    def seen(self) -> str:
        """The complete sentence."""
        return f"{self.template.format(*self.values)}."

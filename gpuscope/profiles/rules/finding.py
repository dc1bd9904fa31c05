"""What a rule says of a capture: what was seen, what it costs, what to try, and where."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Place:
    """A place in the user's program.

    Attributes:
        file: As the trace names it.
        function: In which the calls are made.
        first_line: At which that function begins.
        lines: On which they are made; () where the source is not at hand.
        calls: How many.
        cost_s: Of these.
    """

    file: str
    function: str
    first_line: int
    lines: tuple[int, ...]
    calls: int
    cost_s: float

    @property
    def text(self) -> str:
        """In words: ``train.py:17``; without a known line ``train.py:9 (train)``, where the function begins."""
        if self.lines:
            return f"{self.file}:{', '.join(map(str, self.lines))}"
        return f"{self.file}:{self.first_line} ({self.function})"


@dataclass(frozen=True, slots=True)
class Finding:
    """What a rule says.

    Attributes:
        rule: The rule's name in documents.
        words: The sentence with places for figures, without its full stop.
        values: The figures, as people read them.
        cost_s: Time that it cannot cost more than: the measured time of what the sentence names; seconds.
        is_device: Whether that is time of the device; else of the host.
        cure: What to try, a sentence of `core.cure_words`.
        code: How a program says it; "" where no line does.
        changes: Cures by which one of gpuscope's own workloads tries it, the best first; sentences of `core.cure_words`.
        places: Where in the user's program, the dearest first.
        cost_j: The same time in joules of the device; None where its power is not known, or the time is the host's.
        change: The command line's words by which gpuscope tries it on the run that was captured; "" where it cannot.
    """

    rule: str
    words: str
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
        """The sentence."""
        return f"{self.words.format(*self.values)}."

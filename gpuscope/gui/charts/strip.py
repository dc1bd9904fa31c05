"""What a stack of strips draws. Values are SI; a strip's ``factor`` makes of them what is shown."""

from dataclasses import dataclass
from typing import Literal

from gpuscope.reports.pictures.picture import Dash, Marker


@dataclass(frozen=True, slots=True)
class SensorWindow:
    """What each value of a sensor that looks at a part of the time is the mean of, in units of the axis.

    Attributes:
        period: From one update of the sensor to the next.
        width: How long it looked, at the end of a period.
    """

    period: float
    width: float


@dataclass(frozen=True, slots=True)
class Curve:
    """One curve of a strip.

    Attributes:
        key: Tells it from the others of its strip.
        label: For the legend and the cursor's card.
        colour: Name of a colour of the palette ("power"), or "group:N" for the compared group of that place.
        dash: How its line is broken.
        marker: Shape of sparse points on it; None for none.
        visible: Whether it is drawn at first; the legend switches it.
        is_told: Its values are what a workload told of itself: NaN and infinity are values then ("NaN from 0:12"), where in a sensor's
            series they are missing ones.
        window: Of a sensor that looks at a part of the time: where there is room, that part is what is drawn. None for all others.
    """

    key: str
    label: str
    colour: str
    dash: Dash = Dash.SOLID
    marker: Marker | None = None
    visible: bool = True
    is_told: bool = False
    window: SensorWindow | None = None


@dataclass(frozen=True, slots=True)
class Strip:
    """One strip: a title, a unit, and the curves that share its range.

    Attributes:
        key: Tells it from the others of the stack.
        title: What is shown.
        unit: As shown ("%", "GiB", "k samples/s").
        curves: In the order of the legend.
        factor: A shown value is the SI value times this.
        low: Lower end of the range, SI; None to take it from the data.
        high: Upper end of the range, SI; None to take it from the data.
        subtitle: In place of the unit; in an empty strip the reason why it is empty.
    """

    key: str
    title: str
    unit: str
    curves: tuple[Curve, ...]
    factor: float = 1.0
    low: float | None = None
    high: float | None = None
    subtitle: str = ""


@dataclass(frozen=True, slots=True)
class Shade:
    """A stretch of the axis about which there is something to say.

    Attributes:
        start: Where it begins.
        end: Where it ends; None while it lasts.
        label: What it is, in words ("gap 1.2 s", "power cap").
        strips: Keys of the strips that it is about; empty for all.
        tone: "gap" and "sleep" are drawn blank, over the curves; "throttle" is a tint behind them.
        detail: What there is to say besides, for which only the cursor's card has room: the reason of a gap.
    """

    start: float
    end: float | None
    label: str
    strips: frozenset[str] = frozenset()
    tone: Literal["gap", "throttle", "sleep"] = "gap"
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Limit:
    """A line that values are held against.

    Attributes:
        strip: Key of its strip.
        value: SI.
        label: Its name, with figure and unit ("limit 700 W").
    """

    strip: str
    value: float
    label: str


@dataclass(frozen=True, slots=True)
class Mark:
    """An instant with a name, drawn through all strips.

    Attributes:
        x: Where on the axis.
        text: What happened.
    """

    x: float
    text: str

"""Lays out bars on a sheet, as many blocks as fit. Sizes are in units of the small type size (em)."""

from collections.abc import Iterable, Sequence
from itertools import accumulate
from math import isfinite

from gpuscope.reports.pictures.drawing import BASE, Box, Drawing, Metrics, Path, Place, Shape, Spot, Text, whisker
from gpuscope.reports.pictures.picture import Bar, BarBlock, BarPicture
from gpuscope.system.language import with_unit

_BAR, _LINE, _TITLE, _SPACE = 0.87, 1.74, 1.9, 1.0
"""Height of a bar, of its row and of a block's title, and the space between blocks."""
_NAME, _THICK, _APART, _LEGEND, _SWATCH = 1.56, 1.4, 0.9, 1.56, 0.87
"""Stacked bars: height of the name above a bar, of the bar, of the space below it and of a legend row; size of the legend's swatches."""
_TINT = 0.42
"""Tint of a stacked bar's segments, on which their names stay legible."""
_NAMES, _LEAST_BARS = 0.32, 0.24
"""Shares of the width: that names may take in any case, and that bars keep if names take more, so as not to be cut."""
_WIDEST = 2.0
"""Maximum end of a whisker, relative to the longest bar, so that the bars stay visible."""


def bar_drawing(picture: BarPicture, width: float, height: float, metrics: Metrics) -> Drawing:
    """Return bars as a drawing; blocks that do not fit are omitted, except for the first."""
    return _stacked(picture, width, height, metrics) if picture.is_stacked else _grouped(picture, width, height, metrics)


def goes_on(picture: BarPicture) -> bool:
    """Return whether the interval of any bar ends beyond the axis."""
    for block in picture.blocks:
        longest = max((bar.value or 0.0 for bar in block.bars), default=0.0)
        if any(_shown(bar, longest) not in ((), bar.interval) for bar in block.bars):
            return True
    return False


def bar_height(picture: BarPicture, metrics: Metrics, blocks: int | None = None) -> float:
    """Return the height needed for the first ``blocks`` blocks, or for all if None."""
    shown = picture.blocks[:blocks]
    if picture.is_stacked:
        return metrics.small * sum(len(block.bars) * (_NAME + _THICK + _APART) + 2 * _LEGEND for block in shown)
    return metrics.small * sum(_height(block) for block in shown)


def _height(block: BarBlock) -> float:
    return _TITLE + len(block.bars) * _LINE + _SPACE


def _fitting(blocks: Sequence[BarBlock], height: float) -> Sequence[BarBlock]:
    """Return the first block, and those after it that end within a height in em."""
    ends = accumulate(map(_height, blocks))
    return [block for index, (block, end) in enumerate(zip(blocks, ends, strict=True)) if not index or end - _SPACE <= height]


def _grouped(picture: BarPicture, width: float, height: float, metrics: Metrics) -> Drawing:
    em = metrics.small
    blocks = _fitting(picture.blocks, height / em)
    bars = [bar for block in blocks for bar in block.bars]
    whole = max((metrics.width(bar.name, em, False) for bar in bars), default=0.0) + 0.9 * em
    beside = max((metrics.width(bar.beside, em, False) + 0.8 * em for bar in bars if bar.beside), default=0.0)
    figures = max((metrics.width(bar.figure, em, False) for bar in bars if bar.segments), default=0.0) + em + beside
    names = min(whole, max(width * _NAMES, width * (1 - _LEAST_BARS) - figures))
    shapes: list[Shape] = []
    spots: list[Spot] = []
    top = 0.0
    for block in blocks:
        title = top + (_TITLE / 2 + BASE) * em
        heading = with_unit(block.title, block.unit)
        shapes.append(Text((0, title), metrics.fitted(heading, width, metrics.strong, False), "text", metrics.strong))
        longest = max((bar.value or 0.0 for bar in block.bars), default=0.0)
        ends = (end for bar in block.bars for end in (bar.value or 0.0, *bar.runs, *_shown(bar, longest)))
        largest = max(ends, default=0.0)
        size = max(em, width - names - figures) / largest if largest > 0 and isfinite(largest) else 0.0
        for row, bar in enumerate(block.bars):
            middle = top + (_TITLE + (row + 0.5) * _LINE) * em
            shapes.append(Text((0, middle + BASE * em), metrics.fitted(bar.name, names - 0.7 * em, em, False), "muted", em, is_name=True))
            shapes += _bar(bar, (names, middle), size, longest, metrics)
            role = "text" if bar.segments else "faint"
            text = bar.figure if bar.segments else metrics.fitted(bar.figure, width - names, em, False)
            shapes.append(Text((width - beside, middle + BASE * em), text, role, em, "end"))
            if bar.beside:
                shapes.append(Text((width, middle + BASE * em), bar.beside, "muted", em, "end"))
            read = [f"{bar.name}:", bar.figure, block.unit, bar.beside]
            spots.append(Spot((width / 2, middle), (width / 2, _LINE * em / 2), " ".join(part for part in read if part)))
        top += _height(block) * em
    return Drawing(width, height, shapes, spots=spots)


def _bar(bar: Bar, start: Place, size: float, longest: float, metrics: Metrics) -> Iterable[Shape]:
    """Yield a bar, its runs as ticks at its lower edge, and its interval."""
    em, (left, middle) = metrics.small, start
    half = _BAR * em / 2
    for segment in bar.segments:
        yield Box((left, middle - half), max(metrics.hair, segment.value * size), 2 * half, segment.role)
    for value in bar.runs if len(bar.runs) > 1 else ():
        x = left + value * size
        yield Path([[(x, middle + half / 2), (x, middle + half + em / 5)]], "text", metrics.hair)
    if shown := _shown(bar, longest):
        low, high = (left + end * size for end in shown)
        yield whisker((low, middle), (high, middle), "text", metrics, goes_on=shown != bar.interval)


def _shown(bar: Bar, longest: float) -> tuple[float, ...]:
    return () if bar.interval is None or not bar.segments else tuple(min(end, _WIDEST * longest) for end in bar.interval)


def _stacked(picture: BarPicture, width: float, height: float, metrics: Metrics) -> Drawing:
    em = metrics.small
    bars = [bar for block in picture.blocks for bar in block.bars]
    largest = max((bar.value or 0.0 for bar in bars), default=0.0)
    shapes: list[Shape] = []
    spots: list[Spot] = []
    top = 0.0
    for bar in bars:
        text = metrics.fitted(bar.figure, width * 0.7, em, False)
        room = width - metrics.width(text, em, False) - em
        base = top + (_NAME / 2 + BASE) * em
        shapes.append(Text((0, base), metrics.fitted(bar.name, room, em, False), "text", em, is_name=True))
        shapes.append(Text((width, base), text, "text" if bar.segments else "faint", em, "end"))
        left, upper = 0.0, top + _NAME * em
        for segment in bar.segments:
            length = segment.value / largest * width if largest > 0 else 0.0
            seen = max(0.0, length - metrics.hair)
            shapes.append(Box((left, upper), seen, _THICK * em, segment.role, _TINT))
            shapes.append(Box((left, upper + _THICK * em - 2 * metrics.hair), seen, 2 * metrics.hair, segment.role))
            if metrics.width(segment.name, em, False) + em / 2 <= seen:
                shapes.append(Text((left + seen / 2, upper + (_THICK / 2 + BASE) * em), segment.name, "text", em, "middle"))
            centre = (left + seen / 2, upper + _THICK * em / 2)
            spots.append(Spot(centre, (seen / 2, _THICK * em / 2), f"{bar.name}, {segment.name}: {segment.figure}"))
            left += length
        top += (_NAME + _THICK + _APART) * em
    shapes += _legend(picture, width, top, metrics)
    return Drawing(width, height, shapes, spots=spots)


def _legend(picture: BarPicture, width: float, top: float, metrics: Metrics) -> list[Shape]:
    em = metrics.small
    roles = {part.name: part.role for block in picture.blocks for bar in block.bars for part in bar.segments}
    left = 0.0
    shapes: list[Shape] = []
    for name, role in roles.items():
        length = metrics.width(name, em, False)
        if left + _SWATCH * em + em / 3 + length > width:
            left, top = 0.0, top + _LEGEND * em
        shapes.append(Box((left, top + (_LEGEND - _SWATCH) / 2 * em), _SWATCH * em, _SWATCH * em, role))
        shapes.append(Text((left + (_SWATCH + 0.35) * em, top + (_LEGEND / 2 + BASE) * em), name, "muted", em))
        left += (_SWATCH + 0.35 + 1.2) * em + length
    return shapes

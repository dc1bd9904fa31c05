"""Makes steps and their phases out of what a training loop calls: batches drawn, backward passes, ends of optimizers' steps.

A step is an optimizer's step behind a backward pass: of optimizers that wrap each other, and of many that step at once, the first one's
end counts. Which optimizer's steps are those of the program is the reader's to say, so each record carries its own. A program
without an optimizer takes a step with each backward pass, and one without those with each batch that it draws.

The phases, by the host's clock:

- data: inside the loader's ``next``, for batches that a backward pass follows;
- forward: from the batch, the backward pass or the step before it to the begin of the backward pass;
- backward: inside it;
- optimizer: from the end of the last backward pass to the end of the step.

What is none of these (tests, logging, checkpoints) is in no phase. Batches that one loader gives behind each other, no backward pass
between them, count as far as backward passes follow that draw none of their own (a trainer that accumulates gradients may draw all of a
step's batches at once); the others were drawn for a test and count for nothing.

Of steps that are shorter than 2 ms one in some forty is timed. In between the batches and the backward passes of a program whose every
optimizer's step was a step until then are not looked at at all: the originals are put back meanwhile.

The functions that the program comes through stand in one closure: with its variables at hand they take a third of what methods take,
and the program pays for each of them.
"""

from __future__ import annotations

from itertools import count
from threading import RLock, get_ident
from typing import TYPE_CHECKING, Any, NamedTuple

from .seen_ring import BACKWARD, BATCH, HEAD, HEADER_BYTES, MASK, OPTIMIZER, RECORD_BYTES, SKIPPED, UNTIMED, SeenRing, pack_into

if TYPE_CHECKING:
    from collections.abc import Callable

    from .step_capture import StepCapture

    Wrap = Callable[[Callable[..., Any]], Callable[..., Any]]

SERIAL = "_gpuscope_serial"
"""Where an optimizer carries its number: a key of its ``__dict__``, which neither its pickle nor its state has."""
SAMPLES = "_gpuscope_samples"
"""Where a loader's iterator carries how many samples a batch has."""
SHORT_NS = 2_000_000
"""Steps from which on each is timed: all that is done for one takes some 8 µs, which is 0.4 % of it."""
TIMED_FIRST = 64
"""Steps that are timed in any case: enough to know how many samples a step takes."""
GAPS = (37, 53, 29, 61, 43, 47, 31, 59)
"""Short steps from one that is timed to the next: primes, so that no round of several optimizers falls into step with them."""


class StepWatch(NamedTuple):
    """What is put into torch, and what a forked child calls.

    Attributes:
        drawing: Wraps the ``__next__`` of a loader's iterator.
        going_back: Wraps a backward pass.
        stepped: To be called with an optimizer behind its step, and two things that are ignored.
        left_out: Wraps a scaler's ``step``, which may leave that of its optimizer out.
        forget: Begins anew: in a forked child neither ring nor steps are this process's.
        functions: All that a program comes through.
    """

    drawing: Wrap
    going_back: Wrap
    stepped: Callable[[Any, Any, Any], None]
    left_out: Wrap
    forget: Callable[[], None]
    functions: tuple[Callable[..., Any], ...]


def step_watch(
    open_ring: Callable[[], SeenRing],
    clock: Callable[[], int],
    wrap: Callable[[bool], None],
    new_capture: Callable[[], StepCapture | None] = lambda: None,
) -> StepWatch:
    """Return a watch over the steps of this process.

    The thread that first runs a backward pass, or draws a batch, has the phases; steps of others are counted alone.

    Args:
        open_ring: Makes the ring when there is something to write.
        clock: Gives nanoseconds.
        wrap: Puts the wrappers of batches and backward passes in, or the originals back.
        new_capture: Makes what has steps profiled; None for nothing.
    """
    serials = count(1)
    opening: RLock
    ring: SeenRing | None
    capture: StepCapture | None
    owner: int | None
    others: dict[int, bool]
    mark = begin = last = loader = written = until_timed = 0
    data = forward = backward = optimizing = samples = drawn_data = drawn_samples = 0
    ahead = ahead_data = ahead_samples = 0  # batches that the loader gave before the one drawn last, no backward pass behind them yet
    is_off = is_drawn = is_deep = is_due = is_untimed = is_away = has_trained = has_optimizer = False
    is_plain = True
    ends = left_at = 0

    def forget() -> None:
        nonlocal \
            opening, \
            ring, \
            capture, \
            left_at, \
            is_off, \
            owner, \
            others, \
            mark, \
            last, \
            loader, \
            written, \
            until_timed, \
            data, \
            forward, \
            backward, \
            optimizing, \
            samples
        nonlocal drawn_data, drawn_samples, is_drawn, is_deep, is_due, is_untimed, is_away, is_plain, has_trained, has_optimizer
        nonlocal ahead, ahead_data, ahead_samples
        if is_away:
            wrap(True)
        opening = RLock()  # a thread of the parent may have held it
        ring, is_off, owner, others = None, False, None, {}
        mark = last = loader = written = until_timed = 0
        data = forward = backward = optimizing = samples = drawn_data = drawn_samples = 0
        ahead = ahead_data = ahead_samples = 0
        is_drawn = is_deep = is_due = is_untimed = is_away = has_trained = has_optimizer = False
        capture, left_at = new_capture(), 0
        is_plain = capture is None or not capture.is_wanted

    forget()

    def write(*words: int) -> None:
        nonlocal ring, is_off
        try:
            if not is_off:
                (ring or opened()).put(*words)
        except Exception:  # noqa: BLE001 - no space, or no folder any more: the program must not feel it
            ring, is_off = None, True

    def opened() -> SeenRing:
        nonlocal ring
        with opening:  # threads that take their first steps at once have one ring
            ring = ring or open_ring()
            return ring

    def record(end: int, which: int, flags: int) -> None:
        """Write a step, and choose whether the next one is timed."""
        nonlocal data, forward, backward, optimizing, samples, last, written, until_timed, is_untimed, is_away, left_at
        if is_untimed:
            write(end, which, 0, 0, 0, 0, 0, flags | UNTIMED)
            until_timed -= 1
            if not until_timed:
                look_again()
        else:
            write(end, which, data, forward, backward, optimizing, samples, flags)
            data = forward = backward = optimizing = samples = 0
            if end - last < SHORT_NS and written >= TIMED_FIRST:
                until_timed, is_untimed = GAPS[written & 7], True
                is_away = is_plain and has_optimizer
                if is_away:
                    left_at = 0 if ring is None else ring.words[HEAD]
                    wrap(False)
            written += 1
        last = end
        if capture is not None:
            profile(which, end)

    def profile(which: int, end: int) -> None:
        nonlocal capture
        try:
            if capture is not None:
                capture.after(which, end)
        except Exception:  # noqa: BLE001 - whatever it is, the program must not feel it
            capture = None

    def look_again() -> None:
        nonlocal is_untimed, is_away, is_plain
        is_untimed = False
        if is_away:
            is_away = False
            wrap(True)
            if capture is not None and ring is not None:  # which was not called meanwhile
                capture.passed(ring.taken_since(left_at))
                is_plain = is_plain and not capture.is_asked(mark)

    def takes_over() -> bool:
        nonlocal owner
        if owner is None:
            owner = get_ident()
        return owner == get_ident()

    def set_aside(now: int) -> None:
        """Keep a batch that no backward pass has followed for one that draws none; where there never was one, it is a step."""
        nonlocal data, forward, samples, drawn_data, drawn_samples, is_drawn, ahead, ahead_data, ahead_samples
        ahead, ahead_data, ahead_samples = ahead + 1, ahead_data + drawn_data, ahead_samples + drawn_samples
        if not has_trained:
            data, forward, samples = drawn_data, now - mark, drawn_samples
            record(now, BATCH << 32, 0)
        drawn_data = drawn_samples = 0
        is_drawn = False

    def take_ahead() -> None:
        """Count one of the batches that were set aside."""
        nonlocal data, samples, ahead, ahead_data, ahead_samples
        one_data, one_samples = ahead_data // ahead, ahead_samples // ahead
        data, samples = data + one_data, samples + one_samples
        ahead, ahead_data, ahead_samples = ahead - 1, ahead_data - one_data, ahead_samples - one_samples

    def drawing(original: Callable[..., Any]) -> Callable[..., Any]:
        def draw(iterator: Any) -> Any:
            nonlocal loader, mark, drawn_data, drawn_samples, is_drawn, ahead, ahead_data, ahead_samples
            if (is_untimed and has_trained) or (get_ident() != owner and not takes_over()):
                return original(iterator)
            now, number = clock(), id(iterator)
            if is_drawn and loader == number:
                set_aside(now)
            elif ahead:
                ahead = ahead_data = ahead_samples = 0
            loader = number
            try:
                batch = original(iterator)
            except BaseException:
                mark = clock()
                raise
            mark = clock()
            drawn_data += mark - now
            drawn_samples += getattr(iterator, SAMPLES, 0)
            is_drawn = True
            return batch

        return draw

    def going_back(original: Callable[..., Any]) -> Callable[..., Any]:
        def go_back(*args: Any, **kwargs: Any) -> Any:
            nonlocal \
                begin, \
                mark, \
                data, \
                forward, \
                backward, \
                samples, \
                drawn_data, \
                drawn_samples, \
                is_drawn, \
                is_deep, \
                is_due, \
                is_plain, \
                has_trained
            if get_ident() != owner and not takes_over():
                others[get_ident()], is_plain = True, False
                return original(*args, **kwargs)
            is_due = has_trained = True
            if is_untimed or is_deep:
                return original(*args, **kwargs)
            begin, is_deep = clock(), True
            if mark:
                forward += begin - mark
            if is_drawn:
                data += drawn_data
                samples += drawn_samples
                drawn_data = drawn_samples = 0
                is_drawn = False
            elif ahead:
                take_ahead()
            try:
                return original(*args, **kwargs)
            finally:
                mark, is_deep = clock(), False
                backward += mark - begin
                if not has_optimizer:
                    record(mark, BACKWARD << 32, 0)

        return go_back

    def number_of(optimizer: Any) -> int:
        carried = getattr(optimizer, "__dict__", None)
        if type(carried) is not dict:
            return 0
        return int(carried.setdefault(SERIAL, next(serials)))

    def ended(optimizer: Any, flags: int) -> None:
        nonlocal begin, mark, backward, optimizing, is_due, is_plain, has_optimizer
        now = clock()
        if get_ident() != owner:
            is_plain = False
            if others.pop(get_ident(), is_away):
                write(now, OPTIMIZER << 32 | number_of(optimizer), 0, 0, 0, 0, 0, flags | UNTIMED)
            return
        if is_deep:  # in the middle of a backward pass
            backward += now - begin
            begin = now
        else:
            optimizing += now - mark
        mark = now
        if is_due or is_away:
            is_due, has_optimizer = False, True
            record(now, OPTIMIZER << 32 | (getattr(optimizer, SERIAL, 0) or number_of(optimizer)), flags)
        elif has_trained:
            is_plain = False

    def stepped(optimizer: Any, _args: Any, _kwargs: Any) -> None:
        nonlocal ends, until_timed, last, mark
        ends += 1
        if not is_away or ring is None or get_ident() != owner:
            ended(optimizer, 0)
            return
        # As "ended" and "record" do it, without a call: of a short step that is half of what it costs.
        mark, words = clock(), ring.words
        head = words[HEAD]
        which = OPTIMIZER << 32 | (getattr(optimizer, SERIAL, 0) or number_of(optimizer))
        pack_into(ring.mapping, HEADER_BYTES + (head & MASK) * RECORD_BYTES, mark, which, 0, 0, 0, 0, 0, UNTIMED)
        words[HEAD] = head + 1
        last, until_timed = mark, until_timed - 1
        if not until_timed:
            look_again()

    def left_out(original: Callable[..., Any]) -> Callable[..., Any]:
        def step(scaler: Any, optimizer: Any, *args: Any, **kwargs: Any) -> Any:
            before = ends
            result = original(scaler, optimizer, *args, **kwargs)
            if ends == before:
                ended(optimizer, SKIPPED)
            return result

        return step

    functions = (write, opened, record, profile, look_again, takes_over, set_aside, take_ahead, number_of, ended, stepped)
    return StepWatch(drawing, going_back, stepped, left_out, forget, functions)

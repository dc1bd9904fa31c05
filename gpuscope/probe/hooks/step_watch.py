"""Derives steps and their phases from the calls of a training loop: batches drawn, backward passes, ends of optimizer steps.

A step is an optimizer step after a backward pass. If optimizers wrap each other, or several step at once, the end of the first one counts.
The reader decides which optimizer's steps are the program's, so each record carries its optimizer. In a program without an optimizer each
backward pass is a step, and in one without backward passes each batch drawn.

The phases, by the host's clock:

- data: inside the loader's ``next``, for batches that are followed by a backward pass;
- copy: inside the calls that return a tensor on another device than theirs, or fill theirs from one there, outside of data and backward.
  Of a blocking copy this includes the wait for what the device has yet to compute, of a copy that does not block only its launch;
- forward: from the preceding batch, backward pass or step to the start of the backward pass, without the copies in between;
- backward: inside the backward pass;
- optimizer: from the end of the last backward pass to the end of the step, without the copies in between.

All other time (tests, logging, checkpoints) is in no phase. Successive batches of one loader without a backward pass in between count only
as far as they are followed by backward passes that draw no batch of their own (a trainer that accumulates gradients may draw all of a
step's batches at once); the rest were drawn for a test and do not count. Nor do the copies of their steps.

Of steps shorter than 10 ms about one in 16 is timed, of steps shorter than 2 ms one in 46, of steps shorter than 0.5 ms one in 360, four
in succession each time, and the first four after a loader begins an epoch, which wait for its workers. In between, batches and backward
passes are not observed at all if every optimizer step so far has counted as a step: the original functions are restored meanwhile.

LBFGS runs forward and backward several times within its step: what it computes between two of them is part of the optimizer's time.

The functions that the program runs are closures over shared variables: that takes a third of the time of methods, and all of their time
is the program's.
"""

from __future__ import annotations

from itertools import count
from threading import RLock, get_ident
from types import MethodType
from typing import TYPE_CHECKING, Any, NamedTuple

from .seen_ring import (
    BACKWARD,
    BATCH,
    BEGUN,
    FIRST,
    FLAGS_AT,
    HEAD,
    MASK,
    OPTIMIZER,
    PROFILED,
    SKIPPED,
    THREAD_SHIFT,
    UNTIMED,
    WORDS,
    SeenRing,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from .step_capture import StepCapture

    Wrap = Callable[[Callable[..., Any]], Callable[..., Any]]

WHICH = "_gpuscope_which"
"""Attribute of an optimizer that holds its kind and number as in a record: a key of its ``__dict__``, but not in its pickle or state."""
SAMPLES = "_gpuscope_samples"
"""Attribute of a loader's iterator that holds the number of samples per batch, in units of 1 / ``seen_ring.SAMPLE``."""
MEDIUM_NS = 10_000_000
"""All steps of at least this length are timed: that costs roughly 10 µs per step, more if the program has emptied the processor's caches
meanwhile, but well below 1 % of such a step."""
SHORT_NS = 2_000_000
"""Steps shorter than this are timed less often."""
VERY_SHORT_NS = 500_000
"""Steps shorter than this are so frequent that one in about 360 is enough."""
TIMED_FIRST = 256
"""Number of steps that are always timed. In a run of a few hundred steps, some long waits for data (workers that start, a queue that runs
empty) are a large share, which extrapolation gets wrong by several points."""
TOGETHER = 4
"""Number of successive steps that are timed each time. To begin and to end costs about 100 µs, since Python discards its caches for a class
whose method is replaced; the steps that follow cost a tenth of it, and their phases hold less of that cost than those of the first."""
BEGUN_EVERY_NS = 30_000_000
"""Shortest time between two epochs whose first steps are timed although it is not their turn: what that costs is half a percent of it."""
MEMORY_EVERY_NS = 1_000_000_000
"""Shortest time between two readings of torch's peaks of memory: each asks the allocators for all of their counters."""
MEDIUM_GAPS = (53, 71, 41, 59, 83, 37, 97, 48)
"""Number of steps of some milliseconds that pass untimed. The sum of these and the steps timed between them is a prime, so that of several
optimizers in turn each is timed as often in the long run."""
GAPS = (149, 211, 113, 241, 173, 191, 127, 234)
"""The same for short steps."""
LONG_GAPS = (1171, 1693, 929, 1949, 1381, 1493, 1009, 1846)
"""The same for very short steps."""


class StepWatch(NamedTuple):
    """The functions to install in torch, and the one for forked children.

    Attributes:
        drawing: Wraps the ``__next__`` of a loader's iterator.
        begun: Called when a loader has begun an epoch.
        going_back: Wraps a backward pass.
        copying: Returns the ``__get__`` of a descriptor that stands in for a method of tensors that may copy to another device, and the
            function that it binds while a step is timed; of the class, and in untimed steps, it is the method itself.
        stepped: Post-hook of an optimizer's step; takes the optimizer and two arguments that are ignored.
        left_out: Wraps a scaler's ``step``, which may skip the step of its optimizer.
        iterating: Wraps the ``step`` of an optimizer that calls its closure several times.
        note_memory: Reads torch's peaks of memory; called at the end of the process.
        forget: Resets all state; in a forked child neither the ring nor the steps belong to this process.
        functions: All functions that run inside the program.
    """

    drawing: Wrap
    begun: Callable[[], None]
    going_back: Wrap
    copying: Callable[[Any, type, Callable[[Any, Any], bool], Callable[[], object]], tuple[Callable[..., Any], Callable[..., Any]]]
    stepped: Callable[[Any, Any, Any], None]
    left_out: Wrap
    iterating: Wrap
    note_memory: Callable[[], None]
    forget: Callable[[], None]
    functions: tuple[Callable[..., Any], ...]


def step_watch(
    open_ring: Callable[[], SeenRing],
    clock: Callable[[], int],
    wrap: Callable[[bool], None],
    new_capture: Callable[[], StepCapture | None] = lambda: None,
    peak_memory: Callable[[], tuple[int, int]] = lambda: (0, 0),
) -> StepWatch:
    """Return a watch over the steps of this process.

    Phases are timed on the thread that first runs a backward pass, else on that which first draws a batch; steps of other threads are only
    counted.

    Args:
        open_ring: Creates the ring when there is something to write.
        clock: Returns nanoseconds.
        wrap: Installs the wrappers of batches and backward passes if True, restores the originals if False.
        new_capture: Creates the step capture; returns None for no profiling.
        peak_memory: Returns the bytes that torch's allocators had allocated and reserved at most.
    """
    serials = count(1)
    opening: RLock
    ring: SeenRing | None
    capture: StepCapture | None
    owner: int | None
    away: int | None  # the optimizer of the last step before the wrappers were removed; None while they are installed
    others: dict[int, bool]
    threads: dict[int, int]
    next_head: Callable[[], int]
    words: memoryview
    mark = begin = last = loader = written = until_timed = left_at = look_at = ends = own = begun_at = memory_at = 0
    data = copied = forward = backward = optimizing = samples = drawn_data = drawn_samples = 0
    pending = 0  # copies that no backward pass or step has followed yet
    ahead = ahead_data = ahead_copied = ahead_samples = 0  # batches drawn before the last one that no backward pass has followed yet
    is_off = is_drawn = is_deep = is_copying = is_due = is_untimed = is_away = has_trained = has_optimizer = is_profiled = False
    is_plain = True

    def forget() -> None:
        nonlocal opening, ring, capture, owner, away, others, threads
        nonlocal mark, last, loader, written, until_timed, left_at, own, begun_at, memory_at
        nonlocal data, copied, forward, backward, optimizing, samples, drawn_data, drawn_samples
        nonlocal pending, ahead, ahead_data, ahead_copied, ahead_samples
        nonlocal is_off, is_drawn, is_deep, is_copying, is_due, is_untimed, is_away, is_plain, is_profiled, has_trained, has_optimizer
        if is_away:
            wrap(True)
        opening = RLock()  # a thread of the parent may have held it
        ring, is_off, owner, away, others, threads = None, False, None, None, {}, {}
        mark = last = loader = written = until_timed = memory_at = 0
        data = copied = forward = backward = optimizing = samples = drawn_data = drawn_samples = 0
        pending = ahead = ahead_data = ahead_copied = ahead_samples = own = begun_at = 0
        is_drawn = is_deep = is_copying = is_due = is_untimed = is_away = has_trained = has_optimizer = is_profiled = False
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
        with opening:  # threads that end their first steps simultaneously share one ring
            ring = ring or open_ring()
            return ring

    def record(end: int, which: int, flags: int) -> None:
        """Write a step, and decide whether the next one is timed."""
        nonlocal data, copied, forward, backward, optimizing, samples, last, written, until_timed, is_untimed, own
        leaves = False
        if is_profiled:
            flags |= PROFILED
        if is_untimed:
            write(end, which, 0, 0, 0, 0, 0, 0, flags | UNTIMED)
            data = copied = forward = backward = optimizing = samples = 0  # the next timed step holds nothing of this one
            until_timed -= 1
            if not until_timed:
                look_again(end)
        else:
            if own:
                own -= 1
                flags |= BEGUN
            write(end, which, data, copied, forward, backward, optimizing, samples, flags)
            data = copied = forward = backward = optimizing = samples = 0
            if end - last < MEDIUM_NS and written >= TIMED_FIRST and not written % TOGETHER:
                gaps = LONG_GAPS if end - last < VERY_SHORT_NS else GAPS if end - last < SHORT_NS else MEDIUM_GAPS
                until_timed, is_untimed, own = gaps[written // TOGETHER & 7], True, 0
                leaves = is_plain and has_optimizer
            written += 1
            if end >= memory_at:
                note_memory(end)
        last = end
        if capture is not None:
            profile(which, end)
        if leaves and not is_profiled and ring is not None:  # a capture may have begun just now, and must hear of every step
            leave(ring, which)

    def note_memory(now: int = 0) -> None:
        nonlocal memory_at
        memory_at = now + MEMORY_EVERY_NS
        try:
            if ring is not None:
                ring.note_memory(*peak_memory())
        except Exception:  # noqa: BLE001 - torch's own, or the ring is closed: the program must not feel it
            return

    def leave(ring: SeenRing, which: int) -> None:
        nonlocal is_away, away, left_at, look_at, next_head, words
        next_head, words = ring.next_head, ring.words
        left_at = words[HEAD]
        look_at = left_at + until_timed - 1
        is_away, away = True, which
        wrap(False)

    def profile(which: int, end: int) -> None:
        nonlocal capture, is_profiled
        try:
            if capture is not None:
                is_profiled = capture.after(which, end)
        except Exception:  # noqa: BLE001 - no error may reach the program
            capture, is_profiled = None, False

    def look_again(now: int) -> None:
        nonlocal is_untimed, is_away, away, is_plain, mark, last
        is_untimed = False
        if is_away:
            mark = last = now
            is_away, away = False, None
            wrap(True)
            if capture is not None and ring is not None:  # the capture was not called meanwhile
                capture.passed(ring.taken_since(left_at))
                is_plain = is_plain and not capture.is_asked(now)

    def begun() -> None:
        """Time the first steps of an epoch, but do not extrapolate from them: only they wait for the loader's workers to start."""
        nonlocal own, begun_at, mark, is_due
        if get_ident() != owner or not has_trained:
            return
        if is_untimed:
            now = clock()
            if now - begun_at < BEGUN_EVERY_NS:
                return
            begun_at = now
            is_due = is_due or is_away  # there may have been a backward pass already
            look_again(now)
            mark = now
        own = TOGETHER

    def takes_over() -> bool:
        nonlocal owner
        if owner is None:
            owner = get_ident()
        return owner == get_ident()

    def succeeds() -> bool:
        """Take over from a thread that has only drawn batches, such as one that loads ahead for this one; False if that one trains."""
        nonlocal owner, mark, loader, drawn_data, drawn_samples, is_drawn, pending, ahead, ahead_data, ahead_copied, ahead_samples
        if has_trained:
            return False
        owner, is_drawn = get_ident(), False
        mark = loader = drawn_data = drawn_samples = pending = ahead = ahead_data = ahead_copied = ahead_samples = 0
        return True

    def set_aside(now: int) -> None:
        """Keep a batch without a backward pass for a later one that draws no batch; before the first backward pass, count it as a step."""
        nonlocal data, copied, forward, samples, drawn_data, drawn_samples, is_drawn
        nonlocal pending, ahead, ahead_data, ahead_copied, ahead_samples
        ahead, ahead_data, ahead_samples = ahead + 1, ahead_data + drawn_data, ahead_samples + drawn_samples
        ahead_copied += pending
        if not has_trained:
            data, copied, forward, samples = drawn_data, pending, now - mark, drawn_samples
            record(now, BATCH << 32, 0)
        drawn_data = drawn_samples = pending = 0
        is_drawn = False

    def take_ahead() -> None:
        """Count one of the batches that were set aside, at their average time and size."""
        nonlocal data, copied, samples, ahead, ahead_data, ahead_copied, ahead_samples
        one_data, one_copied, one_samples = ahead_data // ahead, ahead_copied // ahead, ahead_samples // ahead
        data, copied, samples = data + one_data, copied + one_copied, samples + one_samples
        ahead, ahead_data, ahead_samples = ahead - 1, ahead_data - one_data, ahead_samples - one_samples
        ahead_copied -= one_copied

    def drawing(original: Callable[..., Any]) -> Callable[..., Any]:
        def draw(iterator: Any) -> Any:
            nonlocal loader, mark, drawn_data, drawn_samples, is_drawn, pending, ahead, ahead_data, ahead_copied, ahead_samples
            if (is_untimed and has_trained) or (get_ident() != owner and not takes_over()):
                return original(iterator)
            now, number = clock(), id(iterator)
            if is_drawn and loader == number:
                set_aside(now)
            elif ahead:
                ahead = ahead_data = ahead_copied = ahead_samples = 0
            loader, before = number, pending
            try:
                batch = original(iterator)
            except BaseException:
                if get_ident() == owner:
                    mark = clock()
                raise
            if get_ident() != owner:  # another thread has begun to train meanwhile
                return batch
            mark, pending = clock(), before  # what the loader itself copied is part of its time
            drawn_data += mark - now
            drawn_samples += getattr(iterator, SAMPLES, 0)
            is_drawn = True
            return batch

        return draw

    def going_back(original: Callable[..., Any]) -> Callable[..., Any]:
        def go_back(*args: Any, **kwargs: Any) -> Any:
            nonlocal begin, mark, data, copied, forward, backward, samples, drawn_data, drawn_samples, pending
            nonlocal is_drawn, is_deep, is_due, is_plain, has_trained
            if get_ident() != owner and not takes_over() and not succeeds():
                others[get_ident()], is_plain = True, False
                return original(*args, **kwargs)
            is_due = has_trained = True
            if is_deep or (is_untimed and has_optimizer):  # without an optimizer, each backward pass is counted
                return original(*args, **kwargs)
            begin, is_deep = clock(), True
            if mark:
                forward += begin - mark
            copied, pending = copied + pending, 0
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

    def copying(
        original: Any, number_format: type, is_elsewhere: Callable[[Any, Any], bool], tracer: Callable[[], object]
    ) -> tuple[Callable[..., Any], Callable[..., Any]]:
        """Observe a method.

        Args:
            original: The method descriptor.
            number_format: Type of an argument with which alone a call converts a tensor where it is: many in a model's forward pass do.
            is_elsewhere: Whether the second of two tensors is on another device than the first.
            tracer: Returns what traces the program's calls, among which no function of ours may be; None for nothing.
        """
        bind = original.__get__
        fills = original.__name__ == "copy_"  # which returns the tensor that it copies another into

        def copy(tensor: Any, *args: Any, **kwargs: Any) -> Any:
            nonlocal mark, pending, is_copying
            if len(args) == 1 and type(args[0]) is number_format and not kwargs:
                return original(tensor, *args)
            now, is_copying = clock(), True
            try:
                result = original(tensor, *args, **kwargs)
            finally:
                is_copying = False
            took = clock() - now
            other = args[0] if fills and args else result
            if other is not tensor and is_elsewhere(tensor, other):
                pending += took
                if mark:
                    mark += took  # so that the phase around it is without it
            return result

        def get(_descriptor: Any, tensor: Any, owner_class: Any = None) -> Any:
            if tensor is None or is_untimed or is_deep or is_copying or get_ident() != owner or tracer() is not None:
                return bind(tensor, owner_class)
            return MethodType(copy, tensor)

        return get, copy

    def which_of(optimizer: Any) -> int:
        """Return an optimizer's kind and number. The number is assigned on first use, or 0 if the optimizer cannot store one."""
        carried = getattr(optimizer, "__dict__", None)
        if type(carried) is not dict:
            return OPTIMIZER << 32
        return int(carried.get(WHICH) or carried.setdefault(WHICH, OPTIMIZER << 32 | next(serials)))

    def ended(optimizer: Any, flags: int) -> None:
        nonlocal begin, mark, copied, backward, optimizing, pending, is_due, is_plain, has_optimizer
        now = clock()
        if get_ident() != owner:
            is_plain = False
            if others.pop(get_ident(), is_away):
                thread = threads.setdefault(get_ident(), len(threads) + 1)
                write(now, which_of(optimizer), 0, 0, 0, 0, 0, 0, flags | UNTIMED | thread << THREAD_SHIFT)
            return
        if is_deep:  # in the middle of a backward pass
            backward += now - begin
            begin = now
        else:
            optimizing += now - mark
            copied, pending = copied + pending, 0
        mark = now
        if is_due or is_away:
            is_due, has_optimizer = False, True
            record(now, which_of(optimizer), flags)
        elif has_trained:
            is_plain = False

    def stepped(optimizer: Any, _args: Any, _kwargs: Any) -> None:
        nonlocal ends
        try:
            which = optimizer._gpuscope_which
        except Exception:  # noqa: BLE001 - it has none yet; or another error; none may reach the program
            which = 0
        # The optimizer in ``away`` belongs to the owner thread, so that the thread need not be checked for it.
        if which is not away and (not is_away or get_ident() != owner):
            ends += 1
            ended(optimizer, 0)
            return
        # The same as "ended" and "record", but inline and with few variables, since the caches lose them between a program's steps.
        head, now = next_head(), clock()
        at = FIRST + (head & MASK) * WORDS
        words[at] = now
        words[at + 1] = which or which_of(optimizer)
        words[at + FLAGS_AT] = UNTIMED
        words[HEAD] = head + 1
        if head >= look_at:
            look_again(now)

    def ended_so_far() -> int:
        return ends + words[HEAD] if is_away else ends

    def left_out(original: Callable[..., Any]) -> Callable[..., Any]:
        def step(scaler: Any, optimizer: Any, *args: Any, **kwargs: Any) -> Any:
            before = ended_so_far()
            result = original(scaler, optimizer, *args, **kwargs)
            if ended_so_far() == before:
                ended(optimizer, SKIPPED)
            return result

        return step

    def iterating(original: Callable[..., Any]) -> Callable[..., Any]:
        def step(*args: Any, **kwargs: Any) -> Any:
            nonlocal mark, forward
            closure = args[-1] if len(args) == 2 else kwargs.get("closure")  # the optimizer and its closure
            is_usual = len(args) + len(kwargs) == 2
            if is_untimed or get_ident() != owner or not is_usual or not callable(closure):
                return original(*args, **kwargs)
            now = clock()
            if mark:
                forward += now - mark
            mark = now

            def evaluate() -> Any:
                nonlocal mark, optimizing
                now = clock()
                optimizing += now - mark
                mark = now
                return closure()

            return original(args[0], evaluate)

        return step

    functions = (
        *(write, opened, record, leave, profile, look_again, begun, takes_over, succeeds, set_aside, take_ahead, which_of),
        *(ended, stepped, ended_so_far, note_memory),
    )
    return StepWatch(drawing, begun, going_back, copying, stepped, left_out, iterating, note_memory, forget, functions)

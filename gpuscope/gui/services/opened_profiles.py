"""What a page of profiles shows of files: each read and worked out on a thread, several set side by side."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gpuscope.analysis.series import DeviceSeries
    from gpuscope.core.run import RunRecord
    from gpuscope.profiles.ceilings import Ceilings
    from gpuscope.profiles.memory_record import MemoryRecord
    from gpuscope.profiles.memory_stack import MemoryStack
    from gpuscope.profiles.profile import Profile
    from gpuscope.reports.memory_record_view import MemoryRecordView
    from gpuscope.reports.profile_difference_view import ProfileDifferenceView
    from gpuscope.reports.profile_table import ProfileTable
    from gpuscope.reports.profile_view import ProfileView


@dataclass(frozen=True, slots=True)
class ProfileSource:
    """A file to read: of which item it is, what it is called, and of which run it is, with its readings and the ceilings of its machine."""

    item: int
    path: Path
    name: str = ""
    record: RunRecord | None = None
    series: Sequence[DeviceSeries] = ()
    ceilings: Sequence[Ceilings] = ()


@dataclass(frozen=True, slots=True)
class OpenedProfile:
    """A profile, read and worked out.

    Attributes:
        path: Its file.
        name: What it is called: the file's name, or that of the run that it is of.
        record: The run that it is of; None for a file by itself.
        profile: What it says.
        view: The same, laid out.
    """

    path: Path
    name: str
    record: RunRecord | None
    profile: Profile
    view: ProfileView

    @property
    def item(self) -> str:
        """What it is opened by: its run's id, else its path."""
        return self.record.run_id if self.record is not None else str(self.path)


@dataclass(frozen=True, slots=True)
class OpenedMemory:
    """A record of memory alone, read and worked out.

    Attributes:
        path: Its file.
        name: What it is called.
        view: What it says, laid out.
        stacks: Of each device that it tells of: what that is called, and its memory by owner.
    """

    path: Path
    name: str
    view: MemoryRecordView
    stacks: Mapping[str, MemoryStack]

    @property
    def item(self) -> str:
        """What it is opened by."""
        return str(self.path)


@dataclass(frozen=True, slots=True)
class OpenedProfiles:
    """What was asked for.

    Attributes:
        profiles: In the order in which they were asked for.
        memories: Records of memory alone, in that order.
        difference: Of two profiles: the second against the first.
        ranks: Of several ranks of a job, side by side.
    """

    profiles: tuple[OpenedProfile, ...]
    memories: tuple[OpenedMemory, ...] = ()
    difference: ProfileDifferenceView | None = None
    ranks: ProfileTable | None = None

    @property
    def every(self) -> tuple[OpenedProfile | OpenedMemory, ...]:
        """All of them, profiles first."""
        return (*self.profiles, *self.memories)


Opened = OpenedProfile | OpenedMemory


# On threads


def opened(source: ProfileSource, progress: Callable[[float], None]) -> Opened:
    """Read a file, and work out all that its tables show.

    Args:
        source: Which.
        progress: Is told how much of the file has been read, 0 to 1; ends the work by an exception.

    Raises:
        TraceFileError: It can not be read.
    """
    from gpuscope.profiles.memory_record import MemoryRecord
    from gpuscope.profiles.profile import Profile
    from gpuscope.profiles.reading.trace_reader import read_recording

    recording = read_recording(source.path, progress)
    if isinstance(recording, MemoryRecord):
        return _memory(source, recording)
    profile = Profile(recording)
    view = _view(source, profile)
    for table in view.tables:
        progress(1.0)  # which ends it where it was given up
        table.units()
    return OpenedProfile(source.path, source.name, source.record, profile, view)


def _view(source: ProfileSource, profile: Profile) -> ProfileView:
    from gpuscope.profiles.advice import Program
    from gpuscope.recording.captures import memory_end, profile_energy
    from gpuscope.reports.captured_program import captured_program
    from gpuscope.reports.profile_view import ProfileView

    run = source.record
    if run is None:
        return ProfileView(profile, Program((source.path.parent, Path.cwd())))
    return ProfileView(profile, captured_program(run, source.ceilings), profile_energy(run, source.series, profile), memory_end(run))


def _memory(source: ProfileSource, record: MemoryRecord) -> OpenedMemory:
    from gpuscope.profiles.memory_stack import memory_stack
    from gpuscope.reports.memory_record_view import MemoryRecordView

    stacks = {f"GPU {device.device}": memory_stack(device.blocks) for device in record.devices}
    return OpenedMemory(
        source.path, source.name, MemoryRecordView(record), {name: stack for name, stack in stacks.items() if stack is not None}
    )


def side_by_side(read: Sequence[tuple[int, Opened]]) -> OpenedProfiles:
    """Return what was read, each with the number of the item that it is of: two profiles by their difference, ranks of a job in a table."""
    memories = tuple(each for _, each in read if isinstance(each, OpenedMemory))
    items = {item: each for item, each in reversed(read) if isinstance(each, OpenedProfile)}
    profiles = tuple(each for _, each in read if isinstance(each, OpenedProfile))
    if len(profiles) < 2:
        return OpenedProfiles(profiles, memories)
    from gpuscope.profiles.ranks import rank_table
    from gpuscope.reports.profile_view import rank_columns

    firsts = [items[item] for item in sorted(items)]
    ranks = {first.profile.trace.rank for first in firsts}
    if len(firsts) == 2 and (len(ranks) < 2 or None in ranks):
        return OpenedProfiles(profiles, memories, difference=_difference(*firsts))
    return OpenedProfiles(profiles, memories, ranks=rank_columns(rank_table([each.profile for each in profiles])))


def _difference(before: OpenedProfile, after: OpenedProfile) -> ProfileDifferenceView:
    from gpuscope.profiles.difference import ProfileDifference
    from gpuscope.reports.profile_difference_view import ProfileDifferenceView

    difference = ProfileDifference(before.profile, after.profile)
    view = ProfileDifferenceView(difference, before.name, after.name, (before.view.mean_power_w, after.view.mean_power_w))
    for table in view.tables:
        table.units()
    return view

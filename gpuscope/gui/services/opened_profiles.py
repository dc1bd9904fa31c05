"""The content of the Profile page: each file is read and analysed on a thread, several are shown side by side."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gpuscope.analysis.series import DeviceSeries
    from gpuscope.core.run import RunRecord
    from gpuscope.profiles.memory_record import MemoryRecord
    from gpuscope.profiles.memory_stack import MemoryStack
    from gpuscope.profiles.profile import Profile
    from gpuscope.profiles.roofline import Ceilings
    from gpuscope.reports.memory_record_view import MemoryRecordView
    from gpuscope.reports.profile_difference_view import ProfileDifferenceView
    from gpuscope.reports.profile_table import ProfileTable
    from gpuscope.reports.profile_view import ProfileView


@dataclass(frozen=True, slots=True)
class ProfileSource:
    """A file to read: index of the requested item, path and name; for a file of a run also the run, its readings and machine ceilings."""

    item: int
    path: Path
    name: str = ""
    record: RunRecord | None = None
    series: Sequence[DeviceSeries] = ()
    ceilings: Sequence[Ceilings] = ()


@dataclass(frozen=True, slots=True)
class OpenedProfile:
    """A profile, read and analysed.

    Attributes:
        path: Its file.
        name: Name of the file, or of its run.
        record: Its run; None for a separate file.
        view: View model of the profile.
    """

    path: Path
    name: str
    record: RunRecord | None
    profile: Profile
    view: ProfileView

    @property
    def item(self) -> str:
        """Item that opens it: its run's id, else its path."""
        return self.record.run_id if self.record is not None else str(self.path)


@dataclass(frozen=True, slots=True)
class OpenedMemory:
    """A memory-only recording, read and analysed.

    Attributes:
        path: Its file.
        name: Displayed name.
        view: View model of the recording.
        stacks: Memory by owner of each recorded device, by the device's name.
    """

    path: Path
    name: str
    view: MemoryRecordView
    stacks: Mapping[str, MemoryStack]

    @property
    def item(self) -> str:
        """Item that opens it: its path."""
        return str(self.path)


@dataclass(frozen=True, slots=True)
class OpenedProfiles:
    """The requested profiles.

    Attributes:
        profiles: In the order of the request.
        memories: Memory-only recordings, in the same order.
        difference: For two profiles: the second compared with the first.
        ranks: For several ranks of a job: their table, side by side.
    """

    profiles: tuple[OpenedProfile, ...]
    memories: tuple[OpenedMemory, ...] = ()
    difference: ProfileDifferenceView | None = None
    ranks: ProfileTable | None = None

    @property
    def every(self) -> tuple[OpenedProfile | OpenedMemory, ...]:
        """All profiles and recordings, profiles first."""
        return (*self.profiles, *self.memories)


Opened = OpenedProfile | OpenedMemory


# On threads


def opened(source: ProfileSource, progress: Callable[[float], None]) -> Opened:
    """Read a file and compute everything that its tables show.

    Args:
        source: The file.
        progress: Called with the share of the file that has been read, 0 to 1; raises an exception to cancel.

    Raises:
        TraceFileError: It cannot be read.
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
        progress(1.0)  # raises if cancelled
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
    """Combine the files that were read, each paired with the index of its item: two profiles get a difference, ranks of a job a table."""
    memories = tuple(each for _, each in read if isinstance(each, OpenedMemory))
    items = {item: each for item, each in reversed(read) if isinstance(each, OpenedProfile)}
    profiles = tuple(each for _, each in read if isinstance(each, OpenedProfile))
    if len(profiles) < 2:
        return OpenedProfiles(profiles, memories)
    from gpuscope.profiles.ranks import are_ranks, rank_table
    from gpuscope.reports.profile_view import rank_columns

    firsts = [items[item] for item in sorted(items)]
    if len(firsts) == 2 and not are_ranks([first.profile for first in firsts]):
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

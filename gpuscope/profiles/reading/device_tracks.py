"""Streams of devices by the names of their processes and threads, in traces whose events have none of Kineto's categories.

Such traces come from JAX and TensorFlow (process "/device:GPU:0", thread "Stream #7(Compute)"; XLA's own lines repeat the same work, except
on TPUs, where "XLA Ops" is the work itself), rocprof and rocpd ("GPU0", copies under "COPY"), nsys2json (the ids themselves are "Device 0"
and "Stream 7") and torch_npu ("Ascend Hardware", "Stream 2").
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from gpuscope.profiles.trace import UNKNOWN, Category

_DEVICE = re.compile(r"(?:.*/device:(?:GPU|TPU):|Device |(?:\d+ )?GPU)(\d{1,9})$|Ascend Hardware$|(?:\d+ )?COPY$")
_STREAM = re.compile(r"stream\D*(\d{1,9})", re.IGNORECASE)
_TPU, _TPU_WORK = "/device:TPU:", "XLA Ops"
_COPY = re.compile(r"mem_?cpy|memory_?copy|^copy(host|device)", re.IGNORECASE)
_FILL = re.compile(r"memset|^fillbuffer", re.IGNORECASE)
_NO_WORK = re.compile(r"(user)?marker$|barrier$", re.IGNORECASE)
"""Packets by which rocprof and rocpd show waiting in a queue."""

Key = tuple[Any, Any]
"""Ids of a process and a thread."""


def device_streams(tracks: Sequence[Key], process_names: Mapping[Any, str], thread_names: Mapping[Key, str]) -> dict[int, tuple[int, int]]:
    """Return the device and the stream of each track that is a stream, by the track's index; -1 for an unknown number."""
    streams = {}
    for index, (process, thread) in enumerate(tracks):
        device = process_names.get(process) or (process if isinstance(process, str) else "")
        if (match := _DEVICE.match(device)) is None:
            continue
        name = thread_names.get((process, thread)) or (thread if isinstance(thread, str) else "")
        stream = _STREAM.match(name)
        if stream or not name or (_TPU in device and name == _TPU_WORK):
            number = int(stream.group(1)) if stream else thread
            streams[index] = (int(match.group(1) or 0), number if isinstance(number, int) and 0 <= number < 2**62 else UNKNOWN)
    return streams


def is_device(process_name: str) -> bool:
    """Return whether a process stands for a device."""
    return _DEVICE.match(process_name) is not None


def work_category(name: str) -> Category:
    """Return the kind of device work of that name; OTHER if it is none."""
    if _NO_WORK.match(name):
        return Category.OTHER
    return Category.COPY if _COPY.search(name) else Category.FILL if _FILL.search(name) else Category.KERNEL

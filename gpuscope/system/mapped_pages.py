"""Pages of mapped files that are in a process's page table, and putting them there: a fork begins without them.

A fork gets its parent's own pages, but of files that are mapped only what was changed in memory (fork(2), Linux: page tables of mappings
that can be filled again are not copied). Until it touches them its resident set lacks them, some 70 MB of torch's libraries.
"""

import ctypes
import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

_POPULATE_READ = 22
"""MADV_POPULATE_READ, from linux/mman.h; since Linux 5.14."""
_PRESENT = bytes(byte >> 7 for byte in range(256))
"""From the highest byte of a page's entry to whether the page is there (proc_pid_pagemap(5): bit 63)."""
_ENTRY_BYTES = 8


def file_pages() -> list[tuple[int, int]]:
    """Return (address, bytes) of the runs of pages of mapped files that are in this process's page table now."""
    page = os.sysconf("SC_PAGE_SIZE")
    pages: list[tuple[int, int]] = []
    with open("/proc/self/pagemap", "rb", buffering=0) as table:
        for begin, end in _file_mappings():
            table.seek(begin // page * _ENTRY_BYTES)
            entries = table.read((end - begin) // page * _ENTRY_BYTES)
            present = entries[_ENTRY_BYTES - 1 :: _ENTRY_BYTES].translate(_PRESENT)
            pages += [(begin + run.start() * page, (run.end() - run.start()) * page) for run in re.finditer(rb"\x01+", present)]
    return pages


def populate(pages: Iterable[tuple[int, int]]) -> None:
    """Put pages of mapped files, as :func:`file_pages` returns them, into this process's page table.

    Raises:
        OSError: The kernel cannot (before 5.14).
    """
    libc = ctypes.CDLL(None, use_errno=True)
    libc.madvise.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
    for address, length in pages:
        if libc.madvise(address, length, _POPULATE_READ):
            raise OSError(ctypes.get_errno(), "madvise")


def _file_mappings() -> Iterator[tuple[int, int]]:
    """Yield where files are mapped, as far as they may be read."""
    for line in Path("/proc/self/maps").read_text(encoding="utf-8", errors="replace").splitlines():
        addresses, mode, _, _, inode, *_ = line.split(None, 5)
        if inode != "0" and mode.startswith("r"):
            begin, _, end = addresses.partition("-")
            yield int(begin, 16), int(end, 16)

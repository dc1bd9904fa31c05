"""Pages of mapped files in the page table of a fork."""

import os
from pathlib import Path

from gpuscope.system.mapped_pages import file_pages, populate


def resident_of_files() -> int:
    """Return the kibibytes of mapped files in this process's page table."""
    return int(next(line.split()[1] for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("RssFile:")))


def test_a_fork_begins_without_the_pages_of_files_and_gets_them_back() -> None:
    pages, before = file_pages(), resident_of_files()
    read, write = os.pipe()
    if (pid := os.fork()) == 0:
        bare = resident_of_files()
        populate(pages)
        os.write(write, f"{bare} {resident_of_files()}".encode())
        os._exit(0)
    os.close(write)
    os.waitpid(pid, 0)
    bare, filled = map(int, os.read(read, 100).split())
    os.close(read)
    assert bare < before / 2
    assert 0.97 * before < filled < 1.1 * before

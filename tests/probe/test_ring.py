import struct
import subprocess
import sys
from pathlib import Path

import pytest

from gpuscope.probe import ring
from gpuscope.probe.channel import Channel
from tests.probe.listener import Listener

LIMITED = """
import resource, sys
from gpuscope.probe.channel import Channel
from tests.probe.listener import Listener
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
channel = Channel(sys.argv[1])
tick = channel.stepper()
tick(), tick()
channel.log("goes on")
"""


def header_of(data: bytes) -> tuple[bytes, int, int, int, int]:
    magic, version, slots, pid = struct.unpack_from("<8sqqq", data)
    (head,) = struct.unpack_from("<q", data, 64)
    return magic, version, slots, pid, head


def test_layout_is_the_one_that_readers_know(tmp_path: Path) -> None:
    one = ring.StepRing(str(tmp_path))
    one.slots[0], one.slots[1], one.header[ring.HEAD] = 11, -(2**63), 2
    data = (tmp_path / one.name).read_bytes()
    one.close()
    assert len(data) == 4096 + 8 * 65_536
    assert header_of(data) == (b"GPUSRING", 1, 65_536, int(one.name[6:-5]), 2)
    assert struct.unpack_from("<3q", data, 4096) == (11, -(2**63), 0)
    assert not any(data[32:64])
    assert not any(data[72:4096])


def test_file_is_private_reserved_and_alone(tmp_path: Path) -> None:
    one = ring.StepRing(str(tmp_path))
    one.close()
    path = tmp_path / one.name
    assert list(tmp_path.iterdir()) == [path]
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.stat().st_blocks * 512 >= ring.FILE_BYTES  # not sparse: a full disk cannot end the program later


def test_steps_go_round(tmp_path: Path) -> None:
    channel = Channel(str(tmp_path))
    stamp = channel.stamper()
    for number in range(ring.SLOTS + 3):
        stamp(number)
    data = next(tmp_path.glob("*.ring")).read_bytes()
    channel.close()
    assert header_of(data)[4] == ring.SLOTS + 3
    assert struct.unpack_from("<4q", data, 4096) == (ring.SLOTS, ring.SLOTS + 1, ring.SLOTS + 2, 3)


def test_full_disk_switches_steps_off_with_the_reason(tmp_path: Path) -> None:
    with Listener(tmp_path) as listener:
        done = subprocess.run([sys.executable, "-c", LIMITED, str(tmp_path)], capture_output=True, text=True, check=True)
        hello, log = listener.documents()
    assert (done.stdout, done.stderr) == ("", "")
    assert hello["info"] == {"ring": None, "ring_reason": "steps are not recorded: File too large"}
    assert log["text"] == "goes on"
    assert [path.name for path in tmp_path.iterdir()] == ["channel.sock"]


def test_folder_that_is_not_there_raises(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        ring.StepRing(str(tmp_path / "gone"))

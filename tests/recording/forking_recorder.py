"""A small recorder that forks after its start, which is forbidden: the fork holds the lifeline open."""

import os
import signal
import sys
from pathlib import Path

from tests.recording.small_recorder import SmallRecorder

if __name__ == "__main__":
    recorder = SmallRecorder(Path(sys.argv[1]), False, sys.argv[3:])
    if os.fork() == 0:
        signal.set_wakeup_fd(-1)
        while True:
            signal.pause()
    sys.exit(recorder.run())

"""Unix signals are delivered on the event loop."""

import os
import signal

import pytest

from gpuscope.gui.process_hooks import UnixSignals


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_is_told_on_the_event_loop(qtbot, number: signal.Signals) -> None:  # type: ignore[no-untyped-def]
    before = signal.getsignal(number)
    told: list[bool] = []
    signals = UnixSignals(lambda: told.append(True))
    try:
        os.kill(os.getpid(), number)
        assert told == []
        qtbot.waitUntil(lambda: told == [True])
    finally:
        signals.close()
    assert signal.getsignal(number) is before

"""`gpuscope run --` for an interactive user: interaction with the shell, the terminal and the keys."""

import shlex
import sys
from pathlib import Path

from tests.recording.real_terminal import RealTerminal
from tests.recording.recorders import command, gpuscope

# Like less and vim: the terminal is raw while they run, is restored for Ctrl-Z, and is raw again after fg.
FULL_SCREEN = """
import os, signal, sys, termios, time, tty
terminal = os.open("/dev/tty", os.O_RDWR)
cooked = termios.tcgetattr(terminal)
def say(words):  # not print(), whose buffer a signal handler may not enter twice
    os.write(1, words.encode() + b"\\n")
def raw():
    mode = termios.tcgetattr(terminal)
    mode[3] &= ~(termios.ICANON | termios.ECHO)
    termios.tcsetattr(terminal, termios.TCSADRAIN, mode)
def stop(*_):
    time.sleep(0.05)
    termios.tcsetattr(terminal, termios.TCSADRAIN, cooked)
    signal.signal(signal.SIGTSTP, signal.SIG_DFL)
    os.kill(os.getpid(), signal.SIGTSTP)
    signal.signal(signal.SIGTSTP, stop)
    raw()
    say("resumed")
signal.signal(signal.SIGTSTP, stop)
raw()
say("ready")
key = b""
while key != b"q":
    try:
        key = os.read(terminal, 1)
        say("key " + key.decode())
    except InterruptedError:
        pass
termios.tcsetattr(terminal, termios.TCSADRAIN, cooked)
"""
# An interpreter: it handles Ctrl-C as input and continues.
READER = """
while True:
    try:
        print("ready", flush=True)
        line = input()
    except KeyboardInterrupt:
        print("interrupted", flush=True)
        continue
    print("heard", line, flush=True)
    if line == "end":
        raise SystemExit(5)
"""


def typed(tmp_path: Path, program: str, name: str) -> str:
    script = tmp_path / name
    script.write_text(program)
    return shlex.join(command("run", "--", sys.executable, str(script)))


def test_a_full_screen_program_survives_ctrl_z_and_fg(tmp_path: Path) -> None:
    with RealTerminal(["bash", "--norc", "-i"]) as terminal:
        terminal.see("READY> ")
        terminal.type(typed(tmp_path, FULL_SCREEN, "full.py") + "\n")
        terminal.see("ready\r\n")
        terminal.type("a")
        terminal.see("key a\r\n")
        terminal.type("\x1a")
        terminal.see("Stopped.*READY> ")
        terminal.type("fg\n")
        terminal.see("resumed\r\n")
        terminal.type("b")
        terminal.see("key b\r\n")
        terminal.type("q")
        terminal.see("READY> ")
        terminal.type("exit\n")
        terminal.end()
    run = gpuscope("show", "last", "--json").document
    assert run["state"] == "finished"


def test_ctrl_c_is_a_commands_own_business(tmp_path: Path) -> None:
    with RealTerminal(["bash", "--norc", "-i"]) as terminal:
        terminal.see("READY> ")
        terminal.type(typed(tmp_path, READER, "reader.py") + "\n")
        terminal.see("ready\r\n")
        terminal.type("\x03")
        terminal.see("interrupted\r\n")
        terminal.type("end\n")
        terminal.see("heard end\r\n")
        terminal.see("READY> ")
        terminal.type("echo code $?\n")
        terminal.see("code 5\r\n")
        terminal.type("exit\n")
        terminal.end()
    run = gpuscope("show", "last", "--json").document
    assert (run["state"], run["exit_code"]) == ("failed", 5)


def test_a_closed_terminal_ends_no_workload_of_ours(tmp_path: Path) -> None:
    with RealTerminal(command("run", "gemm", "--steps", "300", "--set", "size=512", "--name", "goes on")) as terminal:
        terminal.see("measuring|warming", 60)
        terminal.hang_up()
        terminal.process.wait(60)
    run = gpuscope("show", "last", "--json").document
    assert (run["name"], run["state"], run["steps"]) == ("goes on", "finished", 300)

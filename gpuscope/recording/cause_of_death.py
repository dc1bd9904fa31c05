"""Describes why a workload failed."""

import re
import signal as signals
from collections.abc import Sequence

from gpuscope.system.processes import describe_signal, signal_name

_LONGEST = 300
"""Maximum length of a cause, which is shown in one paragraph; messages from compilers and CUDA can be pages long."""
_OUT_OF_MEMORY = "the system ran out of main memory, and the kernel killed it"

_NO_MODULE = "its Python finds no module {0}"

_LAST_WORDS = "exit code {0}, and its output ends with"
"""What precedes a program's last line, with which it may say why it ends."""

_NAMED_CAUSES: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"(?:CUDA|HIP|XPU|MPS backend) out of memory|OutOfMemoryError|CUDA_ERROR_OUT_OF_MEMORY|CUBLAS_STATUS_ALLOC_FAILED"),
     "out of GPU memory: {0}"),
    (re.compile(r"DataLoader worker .*killed by signal: Bus error"), "out of shared memory (/dev/shm): {0}"),
    (re.compile(r"DataLoader worker .*killed by signal: Killed"), "a process that loads data was killed, most likely for lack of memory"),
    (re.compile(r"\bMemoryError\b|can't allocate memory|[Cc]annot allocate memory|std::bad_alloc"), "out of main memory: {0}"),
    (re.compile(r"No space left on device"), "the disk is full: {0}"),
    (re.compile(r"ModuleNotFoundError: No module named '?([\w.]+)"), _NO_MODULE),
    (re.compile(r"can't open file '([^']+)': \[Errno 2\]"), "there is no script {0}"),
    (re.compile(r"CUDA error: |CUDA driver version is insufficient|no CUDA-capable device|CUDNN_STATUS_\w+"), "a GPU error: {0}"),
)  # fmt: skip
"""Messages by which programs report their failure, most specific first, and the cause that each indicates."""

_TRACEBACK = re.compile(r"^Traceback \(most recent call last\):$")
_CHAINED = re.compile(
    r"^(?:During handling of the above exception, another|The above exception was the direct cause of the following) exception"
)
"""Begin of the line between the tracebacks of exceptions that led to each other."""
_EXCEPTION = re.compile(r"^(?:[A-Za-z_]\w*\.)*[A-Za-z_]\w*(?::|$)")
"""The line of an exception below its traceback, whatever its name."""
_OF_ANOTHER_PROCESS = re.compile(
    r"^(?:\w+\.)*(?:ChildFailedError|CalledProcessError|Process(?:Raised|Exited)Exception|BrokenProcessPool)\b"
)
"""The same of an exception by which a launcher says that a process that it started has failed, for reasons that stand further up."""
_RAISED = re.compile(r"^(?:[A-Za-z_]\w*\.)*[A-Za-z_]\w*(?:Error|Exception|Interrupt|Exit|Warning|Timeout)(?::|$)")
"""The last line of a Python traceback."""

_BY_SIGNAL = {
    "SIGSEGV": "it crashed: {0}",
    "SIGBUS": "it crashed: {0}; a full /dev/shm or disk behind mapped memory does that too",
    "SIGILL": "it crashed: {0}; it was built for another processor",
    "SIGABRT": "it aborted: {0}",
    "SIGFPE": "it crashed: {0}",
    "SIGKILL": "killed from outside or by itself: {0}",
    "SIGTERM": "ended from outside or by itself: {0}",
    "SIGHUP": "its terminal was closed: {0}",
    "SIGINT": "interrupted: {0}",
    "SIGPIPE": "the reader of its output went away: {0}",
    "SIGXCPU": "it used up its processor time limit: {0}",
    "SIGXFSZ": "a file exceeded its size limit: {0}",
}
_BY_CODE = {126: "a command in it may not be executed", 127: "a command in it was not found"}


def cause_of_death(exit_code: int | None, signal: int | None, tail_lines: Sequence[str], oom: bool) -> str | None:
    """Return the cause in one line; None for exit code 0, and if the code was lost with the guards.

    Args:
        exit_code: The workload's exit code; None if a signal ended it.
        signal: The signal's number, or None.
        tail_lines: The last lines of the workload's output.
        oom: Whether the kernel's out-of-memory killer killed a process during the run (``processes.OomKills``).
    """
    if signal is not None:
        return _cut(_death_by_signal(signal, tail_lines, oom))
    if not exit_code:
        return None
    cause = _named_cause(tail_lines) or _of_code(exit_code, oom)
    if cause:
        return _cut(f"exit code {exit_code}: {cause}")
    last = _last_words(tail_lines)
    return _cut(f"{_LAST_WORDS.format(exit_code)}: {last}" if last else f"exit code {exit_code}")


def _death_by_signal(signal: int, tail_lines: Sequence[str], oom: bool) -> str:
    if oom and signal_name(signal) == "SIGKILL":
        return _OUT_OF_MEMORY
    description = _BY_SIGNAL.get(signal_name(signal), "ended by {0}").format(describe_signal(signal))
    cause = _named_cause(tail_lines) if signal in (signals.SIGABRT, signals.SIGSEGV) else None
    return f"{description}; {cause}" if cause else description


def _last_words(tail_lines: Sequence[str]) -> str:
    """Return the last line of the output, in which a program that ends itself says why (``sys.exit("…")``); "" below a traceback."""
    if any(map(_TRACEBACK.match, tail_lines)):
        return ""
    return next((line.strip() for line in reversed(tail_lines) if line.strip()), "")


def _of_code(exit_code: int, oom: bool) -> str | None:
    """Return the meaning of an exit code set by a shell or another program that starts programs; None for an ordinary code."""
    if exit_code in _BY_CODE:
        return _BY_CODE[exit_code]
    if not 128 < exit_code <= 128 + 64:
        return None
    if oom and signal_name(exit_code - 128) == "SIGKILL":
        return _OUT_OF_MEMORY
    return f"a program in it was ended by {describe_signal(exit_code - 128)}"


def missing_module(tail_lines: Sequence[str]) -> str | None:
    """Return the module without which a program ended, by the last lines of its output; None if they name no cause, or another."""
    lines, _ = _last_traceback(tail_lines)
    template, match = _known_message(lines)
    return str(match[1]) if match is not None and template is _NO_MODULE else None


def _known_message(lines: Sequence[str]) -> tuple[str, re.Match[str] | None]:
    """Return the cause that the most specific known message in the output indicates, as a template, and its match."""
    for pattern, template in _NAMED_CAUSES:
        for line in reversed(lines):
            if match := pattern.search(line):
                return template, match
    return "", None


def _named_cause(tail_lines: Sequence[str]) -> str | None:
    """Return the cause found in the output: a line that matches a known message, else the exception that ended the program.

    What stands before the last traceback did not end the program: it may be an exception that it handled.
    """
    lines, raised = _last_traceback(tail_lines)
    template, match = _known_message(lines)
    if match is not None:
        return template.format(*match.groups() or (match.string.strip(),))
    if raised:
        return raised
    for line in reversed(tail_lines):
        if _RAISED.match(line):
            return line.strip()
    return None


def _last_traceback(lines: Sequence[str]) -> tuple[Sequence[str], str]:
    """Return the lines from the last traceback on, with those of exceptions that led to it, and the line of its exception.

    Without any, and for that of a launcher, return all lines and "".
    """
    begins = [place for place, line in enumerate(lines) if _TRACEBACK.match(line)]
    raised = next((line for line in lines[begins[-1] + 1 :] if line and not line[0].isspace()), "") if begins else ""
    if not _EXCEPTION.match(raised) or _OF_ANOTHER_PROCESS.match(raised):
        return lines, ""
    while len(begins) > 1 and any(map(_CHAINED.match, lines[begins[-2] : begins[-1]])):
        begins.pop()
    return lines[begins[-1] :], raised.strip()


def _cut(sentence: str) -> str:
    return sentence if len(sentence) <= _LONGEST else sentence[: _LONGEST - 1] + "…"

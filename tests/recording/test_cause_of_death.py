"""Tests of the causes of death that runs report."""

import signal

import pytest

from gpuscope.core.lack_of_memory import is_out_of_memory
from gpuscope.recording.cause_of_death import cause_of_death, missing_module

OOM = "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 20.00 GiB. GPU 0 has a total capacity of 79.10 GiB"


@pytest.mark.parametrize(
    ("code", "number", "lines", "oom", "said"),
    [
        (1, None, ["Traceback (most recent call last):", "  File …", OOM], False, f"exit code 1: out of GPU memory: {OOM}"),
        (1, None, ["RuntimeError: CUDA error: device-side assert triggered", "bye"], False, "a GPU error: RuntimeError: CUDA error"),
        (1, None, ["ModuleNotFoundError: No module named 'timm.models'"], False, "its Python finds no module timm.models"),
        (2, None, ["python: can't open file '/x/train.py': [Errno 2] No such file or directory"], False, "there is no script /x/train.py"),
        (1, None, ["Traceback (most recent call last):", "ValueError: bad shape", ""], False, "exit code 1: ValueError: bad shape"),
        (1, None, ["custom.errors.SomeError", "note"], False, "exit code 1: custom.errors.SomeError"),
        (1, None, ["RuntimeError: DataLoader worker (pid 7) is killed by signal: Killed."], False, "lack of memory"),
        (1, None, ["RuntimeError: DataLoader worker (pid(s) 7) killed by signal: Bus error."], False, "/dev/shm"),
        (1, None, ["OSError: [Errno 28] No space left on device: 'x'"], False, "the disk is full"),
        (1, None, ["terminate called after throwing an instance of 'std::bad_alloc'"], False, "out of main memory"),
        (3, None, ["nothing telling"], False, "exit code 3"),
        (127, None, [], False, "exit code 127: a command in it was not found"),
        (139, None, [], False, "exit code 139: a program in it was ended by SIGSEGV (segmentation fault)"),
        (137, None, [], True, "ran out of main memory"),
        (None, signal.SIGKILL, [], True, "the system ran out of main memory, and the kernel killed it"),
        (None, signal.SIGKILL, [], False, "killed from outside or by itself: SIGKILL (killed)"),
        (None, signal.SIGSEGV, [], True, "it crashed: SIGSEGV (segmentation fault)"),
        (None, signal.SIGABRT, ["terminate called: std::bad_alloc"], False, "it aborted: SIGABRT (aborted); out of main memory"),
        (None, signal.SIGUSR1, [], False, "ended by SIGUSR1"),
    ],
)
def test_the_cause_in_words(code: int | None, number: int | None, lines: list[str], oom: bool, said: str) -> None:
    words = cause_of_death(code, number, lines, oom)
    assert words is not None
    assert said in words


HEAD = "Traceback (most recent call last):"
MISSING = [HEAD, '  File "t.py", line 1', "ModuleNotFoundError: No module named 'apex'"]


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ([*MISSING, "going on without apex", HEAD, '  File "t.py", line 9', "ValueError: bad rate"], "ValueError: bad rate"),
        (["the disk is nearly full: No space left on device", HEAD, "KeyError: 'rate'"], "KeyError: 'rate'"),
        ([HEAD, "  File …", "StopIteration"], "StopIteration"),
        ([HEAD, "  File …", "trainer.NaNDetected: loss", "  in step 3"], "trainer.NaNDetected: loss"),
        (
            [*MISSING, "", "During handling of the above exception, another exception occurred:", "", HEAD, "  …", "RuntimeError: apex!"],
            "its Python finds no module apex",
        ),
        ([*MISSING, "W1129 failed", HEAD, "  …", "torch.errors.ChildFailedError: ", "==="], "its Python finds no module apex"),
        ([HEAD, "  …", "ValueError: x", "No space left on device"], "the disk is full: No space left on device"),
        ([HEAD, "  …"], ""),
    ],
)
def test_the_last_traceback_is_what_ended_a_program(lines: list[str], said: str) -> None:
    """An exception that it handled, and words that it printed before, did not."""
    assert cause_of_death(1, None, lines, False) == (f"exit code 1: {said}" if said else "exit code 1")


@pytest.mark.parametrize(
    ("code", "lines", "said"),
    [
        (1, ["step 1", "no such folder: /data", ""], "exit code 1, and its output ends with: no such folder: /data"),
        (2, ["usage: t.py [-h]", "t.py: error: unrecognized arguments: --rate"], "its output ends with: t.py: error: unrecognized"),
        (1, [HEAD, "  …"], "exit code 1"),
        (127, ["sh: 1: nothing: not found"], "exit code 127: a command in it was not found"),
        (1, ["", "  "], "exit code 1"),
    ],
)
def test_without_an_exception_the_last_line_may_say_why(code: int, lines: list[str], said: str) -> None:
    """As after ``sys.exit("no such folder: /data")``."""
    words = cause_of_death(code, None, lines, False) or ""
    assert said in words
    assert ("ends with" in words) is ("ends with" in said)


def test_a_good_end_has_no_cause() -> None:
    assert cause_of_death(0, None, [OOM], True) is None
    assert cause_of_death(None, None, [], False) is None


@pytest.mark.parametrize(
    ("lines", "module"),
    [
        (["Traceback (most recent call last):", "ModuleNotFoundError: No module named 'torch'"], "torch"),
        (["ModuleNotFoundError: No module named 'torchvision'"], "torchvision"),
        (["ModuleNotFoundError: No module named 'torch'", OOM], None),
        (["ValueError: bad shape"], None),
        ([], None),
    ],
)
def test_the_module_that_a_program_lacked(lines: list[str], module: str | None) -> None:
    assert missing_module(lines) == module


def test_it_stays_one_short_line() -> None:
    words = cause_of_death(1, None, ["ValueError: " + "x" * 10_000], False)
    assert words is not None
    assert len(words) == 300


def test_braces_in_the_output_are_text() -> None:
    words = cause_of_death(1, None, ["MemoryError: {0} {line} {"], False)
    assert words == "exit code 1: out of main memory: MemoryError: {0} {line} {"


@pytest.mark.parametrize(
    ("reason", "expected"),
    [
        (cause_of_death(None, 9, [], True), True),
        (cause_of_death(1, None, ["torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2 GiB"], False), True),
        (cause_of_death(1, None, ["RuntimeError: DefaultCPUAllocator: can't allocate memory"], False), True),
        ("exit code 1: main memory ran out: DefaultCPUAllocator: can't allocate memory", True),
        ("exit code 1: the GPU's memory ran out: CUDA out of memory", True),
        ("gemm with a batch of 1 needs about 12.0 GiB, and 9.00 GiB of main memory are free", True),
        ("gemm with a batch of 1 needs about 99.0 GiB, and 80.0 GiB are all that cuda:0 has", True),
        (cause_of_death(None, 9, [], False), False),
        (cause_of_death(1, None, ["OSError: No space left on device"], False), False),
        ("bf16 on cuda:0: it needs compute capability 8.0, and Tesla T4 has 7.5", False),
    ],
)
def test_lack_of_memory_is_told_from_every_other_end(reason: str | None, expected: bool) -> None:
    assert is_out_of_memory(reason or "") is expected

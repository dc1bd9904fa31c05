"""``gpuscope sweep`` with real runs."""

import json
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from gpuscope.cli import parser
from gpuscope.storage.plans import PlanReader
from tests.cli.stored_runs import url

TINY = ["gemm", "--duration", "0.1s", "--warmup-steps", "0"]
_LIMIT_BYTES = 9 * 2**29
"""Address space in which torch can compute small products, but not allocate a matrix of 4 GiB: the first one is refused at once, whereas
filling one would take seconds."""

LARGE_COMPUTE = """
if "tests.recording.untrained" in sys.modules:
    from gpuscope.workloads import child
    from tests.recording.untrained import compute

    def run(spec, *rest, nap=child._run):
        return (compute if int(spec.options["size"]) > 16 else nap)(spec, *rest)

    child._run = run
"""


def run_sweep(capfd: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = parser.main(["sweep", *arguments, "--store", url()])
    return code, *capfd.readouterr()


@contextmanager
def limited_memory() -> Iterator[None]:
    """Limit the memory of processes started while the context lasts."""
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (_LIMIT_BYTES, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


@pytest.mark.slow
def test_a_cell_that_runs_out_of_memory_is_a_result(naps: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Only the cell without memory computes; the small ones nap."""
    site = naps / "sitecustomize.py"
    site.write_text(site.read_text(encoding="utf-8") + LARGE_COMPUTE, encoding="utf-8")
    file = tmp_path / "sweep.csv"
    with limited_memory():
        code, out, err = run_sweep(capfd, *TINY, "--set", "size=8,32768", "--json", "-o", str(file))
    assert code == 0, err
    document = json.loads(out)
    assert [axis["key"] for axis in document["axes"]] == ["size"]
    cells = {cell["values"]["size"]: cell for cell in document["cells"]}
    assert [cell["values"]["size"] for cell in document["cells"]] == [8, 32768]
    assert (cells[8]["state"], cells[32768]["out_of_memory"]) == ("done", True)
    assert cells[32768]["word"] == "out of memory"
    assert cells[8]["figures"]["flops"] > 0
    assert document["sentence"].endswith("out of memory from 32\u202f768 on.")
    assert "out of memory" in err
    lines = file.read_text().splitlines()
    assert len(lines) == 3
    assert lines[0].startswith('size,"flops') or lines[0].startswith("size,flops")


@pytest.mark.usefixtures("naps")
def test_a_sweep_over_the_number_format_becomes_a_pdf(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "sweep.pdf"
    code, out, _ = run_sweep(capfd, *TINY, "--set", "size=8", "--precision", "fp32,fp64", "-o", str(file))
    assert code == 0
    assert "FP64" in out
    assert file.read_bytes().startswith(b"%PDF")


@pytest.mark.usefixtures("naps")
def test_a_sweep_that_is_resumed_shows_what_it_measured(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "sweep.csv"
    assert run_sweep(capfd, *TINY, "--set", "size=8,16", "-o", str(file), "--json")[0] == 0
    file.unlink()
    with PlanReader(url()) as reader:
        (plan,) = reader.plans()
    code = parser.main(["resume", plan.plan_id, "--again", "1", "--store", url()])
    out, err = capfd.readouterr()
    assert code == 0, err
    assert f"Written: {file}" in out
    assert len(file.read_text(encoding="utf-8").splitlines()) == 3


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "no axis"),
        (("--batch-size", "1..4", "--precision", "fp32,fp64", "--set", "size=8,16"), "3 axes"),
        (("--set", "size=1..64:x1.02", "--batch-size", "1..64"), "would take about"),
        (("--batch-size", "8..1"), "is not a range"),
        (("--batch-size", "1..4", "--budget", "0.5s"), "shorter than one run"),
        (("--batch-size", "1..4", "--budget", "soon"), "Budget: 'soon' is not a time"),
        (("--batch-size", "1..4", "-o", "a.txt"), "a.txt"),
        (("--batch-size", "1..4", "--device", "cuda:7,cuda:8"), "cuda:7"),
        (("--precision", "fp32", "--threads", "1..1"), "no axis: nothing is swept"),
        (("--set", "size=32..32"), "no axis: nothing is swept"),
    ],
)
def test_what_cannot_be_is_refused_before_any_run(
    arguments: tuple[str, ...], words: str, gpuscope_home: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run_sweep(capfd, *TINY, *arguments)
    assert code in (2, 3)
    assert out == ""
    assert words in err
    with PlanReader(url()) as reader:
        assert reader.plans() == []


def test_nothing_to_sweep_is_told(gpuscope_home: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run_sweep(capfd, "--batch-size", "1..4")[0] == 2

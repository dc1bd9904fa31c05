"""One row per form of the model; no table if the comparison is not of deployments."""

from gpuscope.analysis.comparison import Comparison, compare
from gpuscope.analysis.group import Group
from gpuscope.core.quantity import Quantity
from gpuscope.core.runspec import RunSpec
from gpuscope.reports.comparison_report import comparison_report
from gpuscope.reports.deployment_table import deployment_blocks, deployment_tables
from gpuscope.reports.text import render
from tests.analysis.records import measured, run_record
from tests.reports.recorded_runs import gpu_run
from tests.reports.test_pdf_report import context, said

PLAIN = RunSpec("mnist-mlp", task="inference")
EXPORTED = RunSpec("mnist-mlp", task="inference", optimize="distill", engine="onnxruntime")
NO_COUNTER = Quantity.missing("J", "this kernel offers no energy counter")


def compared(first: RunSpec = PLAIN, second: RunSpec = EXPORTED) -> Comparison:
    shared = {"latency_p50": measured(0.004, "s"), "throughput": measured(16000.0, "samples/s"), "energy_per_sample": NO_COUNTER}
    one = {"accuracy": measured(0.958, "1"), "model_size_bytes": measured(2**20, "B"), "drift": measured(1.2e-7, "1"), **shared}
    two = {**one, "accuracy": measured(0.946, "1"), "max_relative_error": measured(2.4e-7, "1")}
    groups = [Group("trained", (run_record("a1", first, one),)), Group("exported", (run_record("b2", second, two),))]
    return compare(groups)


def test_each_form_has_a_row_and_what_nobody_measured_its_reason() -> None:
    text = render(comparison_report(compared())).replace("\u202f", " ").replace("\u00a0", " ")
    rows = [line.split("  ") for line in text.splitlines()]
    cells = [[cell.strip() for cell in row if cell.strip()] for row in rows]
    assert ["form", "accuracy", "on disk", "error", "drift"] in cells
    assert ["trained", "95.8 %", "1.00 MiB", "–", "1.20 × 10⁻⁷"] in cells
    assert ["exported", "94.6 %", "1.00 MiB", "2.40 × 10⁻⁷", "1.20 × 10⁻⁷"] in cells
    assert ["trained", "4.00 ms", "16 000 samples/s", "–"] in cells
    assert "against eager torch; both agree up to 0.00001 in fp32." in " ".join(text.split())
    assert "Energy per inference is missing: this kernel offers no energy counter." in text


def test_other_comparisons_have_none() -> None:
    training = RunSpec("mnist-mlp")
    assert deployment_tables(compared(training, training.with_values({"optimize": "compile"}))) == ()
    assert deployment_tables(compared(PLAIN, PLAIN.with_values({"batch_size": 8}))) == ()
    assert deployment_tables(compared(PLAIN, RunSpec("cifar-cnn", task="inference", engine="openvino"))) == ()


def test_the_report_has_it_as_one_table() -> None:
    runs = [gpu_run("a1", PLAIN), gpu_run("b2", EXPORTED, speed=2.0)]
    (heading, table, *_) = deployment_blocks(context([[one] for one in runs], {0: "chain: trained, digits", 1: "chain: exported, digits"}))
    assert heading["text"] == "Deployment"
    assert [row["cells"][0] for row in table["rows"]] == ["trained", "exported"]
    assert "Energy per inference, mJ" in " ".join(said(table)) or "Energy per inference" in " ".join(said(table))
    assert deployment_blocks(context([[gpu_run("a1", RunSpec("mnist-mlp"))], [gpu_run("b2", RunSpec("cifar-cnn"))]])) == []

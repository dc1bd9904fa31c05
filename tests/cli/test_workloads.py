import json

import pytest

from gpuscope.cli import parser


def test_what_can_be_run_is_listed_and_what_not_with_its_reason(capsys: pytest.CaptureFixture[str]) -> None:
    assert parser.main(["workloads", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert {one["key"] for one in document["workloads"]} == {"mnist-mlp", "cifar-cnn", "gemm"}
    assert all(one["available"] or one["reason"] for one in document["workloads"])
    assert parser.main(["workloads"]) == 0
    out = capsys.readouterr().out
    assert "tf32 on cpu: only NVIDIA GPUs" in out
    assert "gpuscope run -- COMMAND" in out

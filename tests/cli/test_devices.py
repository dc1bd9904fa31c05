import json

import pytest

from gpuscope.cli import parser


def test_devices_tell_each_metric_with_its_source_or_the_reason(capsys: pytest.CaptureFixture[str]) -> None:
    assert parser.main(["devices", "--json"]) == 0
    devices = {one["device"]: one for one in json.loads(capsys.readouterr().out)["devices"]}
    assert {"device", "name", "metrics"} <= set(devices["cpu"])
    for metric in (metric for device in devices.values() for metric in device["metrics"].values()):
        assert {"available", "source", "period_s", "reason", "cure"} <= set(metric)
        assert metric["available"] == (metric["reason"] is None)
    assert devices["cpu"]["metrics"]["utilization"]["available"]
    assert parser.main(["devices"]) == 0
    assert "Utilization" in capsys.readouterr().out

"""Advice on synthetic traces, by rule."""

from pathlib import Path
from typing import Any

from gpuscope.profiles.advice import advice
from gpuscope.profiles.rules.finding import Finding
from tests.profiles.made import Event, launch, made_profile

A100 = {"deviceProperties": [{"id": 0, "name": "NVIDIA A100", "computeMajor": 8, "computeMinor": 0}]}


def advised(folder: Path, events: list[Event], rule: str, **head: Any) -> Finding | None:
    """Return a rule's finding on a synthetic trace; None if it finds nothing."""
    findings = {finding.rule: finding for finding in advice(made_profile(folder, events, **head))}
    return findings.get(rule)


def runtime(name: str, ts: float, dur: float, correlation: int = 0) -> Event:
    """Return a runtime call that launches nothing."""
    return launch(correlation or 10_000 + int(ts), ts, dur, name=name)


def called(name: str, ts: float, dur: float, number: int, parent: int | None = None) -> Event:
    """Return a Python function call."""
    args = {"Python id": number, "Python parent id": parent}
    return {"ph": "X", "cat": "python_function", "name": name, "pid": 1, "tid": 1, "ts": ts, "dur": dur, "args": args}

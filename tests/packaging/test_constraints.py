"""Every installed distribution is pinned, and torch is pinned in one place."""

import re
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import venv_setup

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PINS = dict(re.findall(r"^([\w.-]+)==(\S+)$", venv_setup.CONSTRAINTS.read_text(encoding="utf-8"), re.MULTILINE))

OF_CUDA = re.compile(r"nvidia-|cuda-|triton$")
"""What torch's CUDA build brings, each release of it in versions of its own."""


def needed(requirement: str, found: dict[str, str]) -> None:
    """Add to `found` the distributions that a requirement installs here, with their versions."""
    parsed = Requirement(requirement)
    name = canonicalize_name(parsed.name)
    if name in found:
        return
    distribution = metadata.distribution(name)
    found[name] = distribution.version
    for further in map(Requirement, distribution.requires or []):
        extras = {"", *parsed.extras}
        if further.marker is None or any(further.marker.evaluate({"extra": extra}) for extra in extras):
            needed(str(further), found)


def test_all_that_is_needed_is_pinned() -> None:
    found: dict[str, str] = {}
    for requirement in venv_setup.requirements(dev=True):
        needed(requirement, found)
    pinned = {canonicalize_name(name) for name in PINS}
    assert sorted(name for name in found.keys() - pinned if not OF_CUDA.match(name)) == []


def test_every_pin_is_within_what_the_project_admits() -> None:
    pins = {canonicalize_name(name): version for name, version in PINS.items()}
    for requirement in map(Requirement, [*venv_setup.requirements(dev=True), *PROJECT["build-system"]["requires"]]):
        assert requirement.specifier.contains(pins[canonicalize_name(requirement.name)]), requirement


def test_torch_is_pinned_only_in_the_constraints() -> None:
    assert PINS["torch"] == "2.13.0"
    assert [line for line in PROJECT["project"]["dependencies"] if line.startswith("torch")] == ["torch>=2.11"]


@pytest.mark.parametrize("requirement", venv_setup.requirements(dev=True))
def test_requirements_are_of_the_kind_that_the_starter_understands(requirement: str) -> None:
    assert re.fullmatch(r"[\w-]+(\[\w+\])?(>=[\d.]+)(,<[\d.]+)?", requirement)
    assert venv_setup.is_met(requirement) == Requirement(requirement).specifier.contains(metadata.version(Requirement(requirement).name))

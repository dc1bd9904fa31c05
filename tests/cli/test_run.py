"""What `gpuscope run` asks the recorder for."""

import argparse

import pytest

from gpuscope.cli import run


@pytest.mark.parametrize(("given", "name"), [("  ", "true --yes"), ("", "true --yes"), (" big batch ", "big batch")])
def test_a_name_without_letters_is_none(gpuscope_home: object, given: str, name: str) -> None:
    parser = argparse.ArgumentParser()
    parser.set_defaults(store=None, json=True)
    run.add_arguments(parser)
    arguments = parser.parse_args(["--name", given])
    arguments.command = ["true", "--yes"]
    assert run._request(arguments, 0).name == name

"""Names of things that only a workload's process imports: "models.mlp:of_spec" is that function of ``gpuscope.workloads.models.mlp``."""

from importlib import import_module
from typing import Any


def resolve_reference(text: str) -> Any:
    """Import and return what a name stands for.

    Raises:
        ImportError: There is no such module, or it needs what is not installed.
    """
    module, _, name = text.partition(":")
    return getattr(import_module(f"gpuscope.workloads.{module}"), name)

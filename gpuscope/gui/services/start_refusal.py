"""What speaks against a start: whether a command, a folder, the memory is there. It looks at files: not for the event loop."""

from dataclasses import replace

from gpuscope.core.errors import GpuscopeError
from gpuscope.core.runspec import RunSpec
from gpuscope.recording.command_check import refuse_missing_command, refuse_missing_folder
from gpuscope.storage.preflight import refuse_unwritable
from gpuscope.workloads import catalog
from gpuscope.workloads.capabilities import Capabilities, free_memory_bytes

Refusal = tuple[str, GpuscopeError]
"""The key of the field that it is about ("" for none), and the error."""


def start_refusal(spec: RunSpec, capabilities: Capabilities | None, store_url: str) -> Refusal | None:
    """Return what the command line would refuse a spec with, by the same functions; None when nothing speaks against it.

    Args:
        spec: As the form or the command line makes it.
        capabilities: What can be run here; None while that is not known, and then it speaks against nothing. The memory that
            is free is asked anew: what was free minutes ago says nothing.
        store_url: Where the run would be kept.
    """
    try:
        refuse_unwritable(store_url)
    except GpuscopeError as error:
        return "", error
    try:
        refuse_missing_folder()
        if spec.is_command:
            refuse_missing_command(spec.command[0])
            return None
        resolved = catalog.resolve(spec)
    except GpuscopeError as error:
        return ("command" if spec.is_command else "", error)
    return None if capabilities is None else catalog.refused_field(resolved, replace(capabilities, memory_bytes=free_memory_bytes()))

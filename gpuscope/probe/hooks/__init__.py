"""Detects steps, phases and logged values of programs that do not use gpuscope. Standard library only, Python 3.9 and later; never raises.

Loaded into the program by path under a separate name: the program's environment need not have gpuscope, and a gpuscope that the program
imports has its own channel and takes precedence.

- ``entry``: a folder at the start of the program's PYTHONPATH, whose ``sitecustomize`` waits for torch, or a logger, to be imported.
- ``torch_hooks``: wraps torch functions: the loader's next batch, the backward pass, the end of an optimizer's step, copies to a device.
- ``log_hooks``: wraps the functions by which programs log values.
- ``step_watch``: derives steps and their phases from these calls.
- ``step_capture``: profiles detected steps, with the same code as for programs that call ``gpuscope.step()``.
- ``seen_ring``: one record per step, in a file that the recorder reads. ``mapped_file``: how such files are created.
"""

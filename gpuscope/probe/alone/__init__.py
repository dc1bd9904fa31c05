"""A folder for the PYTHONPATH of recorded programs.

May import: the probe.

- ``gpuscope``: the probe, importable as ``gpuscope``.
"""

"""Benchmarks of the figures that gpuscope promises: ``python -m tests.benchmarks``.

Other tools to compare with are taken from the virtual environment that GPUSCOPE_PEERS names (see :mod:`tests.benchmarks.peers`).
"""

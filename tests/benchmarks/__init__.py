"""What gpuscope promises, measured: ``python -m tests.benchmarks``.

Other tools to compare with are looked for in the virtual environment that GPUSCOPE_PEERS names (see :mod:`tests.benchmarks.peers`).
"""

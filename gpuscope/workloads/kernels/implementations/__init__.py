"""The same operations on vectors in other languages: one file an implementation, imported only when a run names it.

Each has ``build(operation, setting, inputs)``, which compiles if it must and returns what computes the result again and again.

- ``eager``: torch as it is written; ``compiled``: the same through torch.compile.
- ``cpp``: C++ on the CPU, through torch's extension loader.
- ``cuda``: CUDA C++ through NVRTC.
- ``triton_code``: Triton.
"""

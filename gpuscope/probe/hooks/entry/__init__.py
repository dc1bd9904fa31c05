"""A folder in front of the PYTHONPATH of recorded programs.

May import: the standard library.

- ``sitecustomize``: what Python runs before the program, and the program's own of that name behind it.
"""

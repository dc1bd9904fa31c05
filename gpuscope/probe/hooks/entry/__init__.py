"""A folder at the start of the PYTHONPATH of recorded programs.

May import: the standard library.

- ``sitecustomize``: run by Python before the program; it then runs the program's own ``sitecustomize``.
"""

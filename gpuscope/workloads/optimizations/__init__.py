"""Optimizations: transformations of a run, each with a name, what it needs, and a paragraph on what it does and when it does not help.

One file an optimization, and one line in ``registry``. An entry imports torch only inside its methods.

- ``optimization``: what each of them is, and the steps of a run that it may change.
- ``compression``: those that work on a trained model, whose accuracy and size are told before and after.
- ``registry``: all of them, by key; what a spec has chosen.
"""

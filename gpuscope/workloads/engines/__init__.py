"""Engines: what runs a trained model's forward passes. One file an engine, and one line in ``registry``; nothing is imported unless used.

- ``engine``: what each of them is.
- ``registry``: all of them, by key.
- ``eager``: torch as it is.
"""

"""Folder for the PYTHONPATH of recorded programs, holding the probe alone under the name ``gpuscope``."""

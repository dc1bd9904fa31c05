"""A libnvidia-ml of our own, in C, with a known true power: loaded by the real helper through the real pynvml."""

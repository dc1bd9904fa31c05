"""A run's readings in memory, live or kept: plain Python and numpy, no Qt. Written by a service's thread, read by the pages."""

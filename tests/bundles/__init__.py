"""Tests of run bundles and of recordings of other programs."""

"""The child side of the event channel: standard library only, never raises, imports nothing of gpuscope."""

"""Bridges from the window to recorders, store and sensors: each works on a thread of its own and tells by signals."""

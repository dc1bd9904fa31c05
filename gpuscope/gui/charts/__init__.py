"""Charts: they draw series that they are handed, and know neither store nor sensor nor timer."""

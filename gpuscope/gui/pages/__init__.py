"""The pages of the window: one page, one file."""

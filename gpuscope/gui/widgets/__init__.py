"""Parts of the window that more than one page uses."""

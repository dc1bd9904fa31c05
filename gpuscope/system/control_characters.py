"""Characters that act on a terminal or on the text around them, which a workload's output is kept without."""

import re

CONTROL_CHARACTERS = re.compile("[\x00-\x07\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
"""Control characters but backspace, tab, newline and carriage return; line separators, and what turns the direction of text."""

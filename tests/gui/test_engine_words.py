"""Errors in sentences."""

from gpuscope.core.errors import UsageError
from gpuscope.gui.engine_words import trouble_words


def test_words_of_an_error_begin_with_a_capital_unless_they_are_a_name() -> None:
    assert trouble_words(UsageError("command 'x' is not found", "Look.")) == "Command 'x' is not found. Look."
    assert trouble_words(UsageError("gemm with a batch", "")) == "gemm with a batch."
    assert trouble_words(UsageError("cuda:0 is not there")) == "cuda:0 is not there."

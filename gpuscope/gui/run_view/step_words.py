"""How a step is called wherever the window names one: measured steps by their number, those of the warm-up as such."""

from PySide6.QtCore import QCoreApplication

from gpuscope.core import figures


def step_words(number: int, warmup_steps: int) -> str:
    """Return a step in words: ``step 120``, ``warm-up step 7``.

    Args:
        number: Among the measured steps, from 1; 0 and less in the warm-up.
        warmup_steps: How many steps of warm-up there are.
    """
    if number > 0 or not warmup_steps:
        return QCoreApplication.translate("StepWords", "step {0}").format(figures.figure(float(number), "1"))
    return QCoreApplication.translate("StepWords", "warm-up step {0}").format(figures.figure(float(number + warmup_steps), "1"))

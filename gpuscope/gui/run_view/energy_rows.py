"""The rows of a run's energy panel: label, figure, and its origin."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from PySide6.QtCore import QCoreApplication

from gpuscope.core import figures
from gpuscope.core.quantity import Quality, Quantity
from gpuscope.gui.engine_texts import composed_text, engine_text
from gpuscope.reports.energy_account import EnergyAccount, EnergyPart, energy_text, factors_text, quality_word, simulated_label, spread_text
from gpuscope.system import language
from gpuscope.system.settings import Settings

_LESS = ", less "
"""Separator after which the source of an energy above idle names its baseline."""


@dataclass(frozen=True, slots=True)
class EnergyRow:
    """One line of the panel.

    Attributes:
        value: The figure with its unit and uncertainty.
        worth: Its quality and source, or the assumption behind it; one line, elided if too long.
    """

    label: str
    value: str
    worth: str = ""


def quality_text(quantity: Quantity) -> str:
    """Return the quality and source of an energy: ``measured · NVML …``; ``simulated · …`` if it is not from real hardware."""
    names = {
        Quality.MEASURED: QCoreApplication.translate("EnergyRows", "measured"),
        Quality.DERIVED: QCoreApplication.translate("EnergyRows", "derived"),
        Quality.VENDOR_MODELLED: QCoreApplication.translate("EnergyRows", "modelled by its vendor"),
        Quality.ESTIMATED: QCoreApplication.translate("EnergyRows", "estimated"),
        Quality.MISSING: QCoreApplication.translate("EnergyRows", "missing"),
    }
    word = quality_word(quantity)
    shown = names[quantity.quality] if word == quantity.quality else engine_text(word)
    return " · ".join(part for part in (shown, composed_text(quantity.source)) if part)


def without_labels(quantity: Quantity) -> str:
    """Return :func:`quality_text` without the labels of simulated devices at its end, which the bar above the strips shows."""
    text = quality_text(quantity)
    while label := simulated_label(replace(quantity, source=text)):
        text = text.removesuffix(label)
    return text


def energy_with_spread(quantity: Quantity, unit: str) -> str:
    """Return an energy with its uncertainty."""
    return f"{energy_text(quantity, unit)} {spread_text(quantity, unit)}".strip()


def energy_rows(account: EnergyAccount, settings: Settings) -> Iterator[EnergyRow]:
    """Yield the rows below the energy itself, in reading order."""
    unit = settings.energy_unit
    for part in account.sources:
        if not part.quantity.is_missing and account.disagrees:
            yield EnergyRow(_of_device(part), energy_with_spread(part.quantity, unit), quality_text(part.quantity))
    if account.net is not None:
        label = QCoreApplication.translate("EnergyRows", "Above idle")
        is_known = not account.net.is_missing
        baseline = QCoreApplication.translate("EnergyRows", "less {0}").format(account.net.source.rpartition(_LESS)[2])
        yield EnergyRow(label, energy_with_spread(account.net, unit), baseline if is_known else composed_text(account.net.reason or ""))
    labels = {
        "energy_per_step": QCoreApplication.translate("EnergyRows", "A step"),
        "energy_per_sample": QCoreApplication.translate("EnergyRows", "A sample"),
        "energy_per_epoch": QCoreApplication.translate("EnergyRows", "An epoch"),
        "price": QCoreApplication.translate("EnergyRows", "Price"),
        "carbon": QCoreApplication.translate("EnergyRows", "CO₂ equivalent"),
    }
    for part in account.each:
        yield EnergyRow(labels[part.key], energy_with_spread(part.quantity, unit), composed_text(part.quantity.source.partition(";")[0]))
    if account.waiting is not None and not account.waiting.is_missing:
        label = QCoreApplication.translate("EnergyRows", "Waiting for data")
        yield EnergyRow(label, energy_with_spread(account.waiting, unit), _waiting_text(account))
    for part in account.others:
        yield EnergyRow(_of_device(part), energy_with_spread(part.quantity, unit), quality_text(part.quantity))
    simulated = "" if account.total is None else composed_text(simulated_label(account.total).strip())
    basis = f"{factors_text(settings.factors, language.filled)} {simulated}".rstrip()
    for assumed in account.assumed(settings.factors):
        yield EnergyRow(labels[assumed.key], assumed.shown, basis)
    if account.own_cpu_s is not None and account.own_cpu_s.value is not None:
        label = QCoreApplication.translate("EnergyRows", "gpuscope itself")
        yield EnergyRow(label, figures.figure(account.own_cpu_s.value, "s"), _own_text(account))


def _of_device(part: EnergyPart) -> str:
    device, colon, label = part.label.partition(": ")
    return f"{device}{colon}{engine_text(figures.capitalized(label)).lower()}"


def _waiting_text(account: EnergyAccount) -> str:
    method = QCoreApplication.translate("EnergyRows", "a statistical estimate")
    total, waiting = account.total, account.waiting
    if total is None or not total.value or waiting is None or waiting.value is None:
        return method
    return QCoreApplication.translate("EnergyRows", "{0} of the energy, {1}").format(figures.percent(waiting.value / total.value), method)


def _own_text(account: EnergyAccount) -> str:
    source = QCoreApplication.translate("EnergyRows", "processor time of its recorder and sensor helper")
    if account.own_cpu_s is None or not account.own_cpu_s.value or not account.window_s:
        return source
    share = figures.percent(account.own_cpu_s.value / account.window_s)
    return QCoreApplication.translate("EnergyRows", "{0}, {1} of one core").format(source, share)

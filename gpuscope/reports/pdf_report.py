"""A comparison as a PDF: written as data here, set in type by ``resources/report.typ``.

Whatever a user wrote (names, notes, commands) travels as JSON and is never markup; characters without a glyph appear by name.
"""

import json
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import Any

from gpuscope import __version__
from gpuscope.analysis.comparison import Comparison
from gpuscope.analysis.recorded_run import RecordedRun
from gpuscope.core.energy_factors import NO_FACTORS, EnergyFactors
from gpuscope.core.errors import UnavailableError
from gpuscope.reports import pdf_front
from gpuscope.reports.deployment_table import deployment_blocks
from gpuscope.reports.glyph_coverage import GlyphCoverage
from gpuscope.reports.pdf_bottleneck import bottlenecks
from gpuscope.reports.pdf_charts import charts
from gpuscope.reports.pdf_context import ReportContext
from gpuscope.reports.pdf_energy import energies
from gpuscope.reports.pdf_headline import headline
from gpuscope.reports.pdf_methods import methods
from gpuscope.reports.pdf_tables import differences, every_metric
from gpuscope.reports.printable import elided
from gpuscope.system import paths
from gpuscope.system.settings import DEFAULTS, Settings

TEMPLATE = "report.typ"
_RUNNING = 70


def refuse_without_typst() -> None:
    """Checks that PDFs can be made here, before work is put into one.

    Raises:
        UnavailableError: The package typst is not installed, or cannot be loaded on this machine.
    """
    try:
        import typst  # noqa: F401
    except ImportError as error:
        raise UnavailableError(f"PDF reports need the package typst: {error}", "Install it: python -m pip install typst") from None


def pdf_report(comparison: Comparison, runs: Iterable[RecordedRun], made_at: datetime, settings: Settings = DEFAULTS) -> bytes:
    """Returns the report as PDF 1.7, tagged, its text selectable, its fonts embedded.

    Args:
        comparison: The groups, their figures and what differs.
        runs: Their runs with their curves; a run that is not among them has figures but no curves.
        made_at: When, with its time zone; it becomes the document's date.
        settings: The unit of energies, and what the user assumes of them; told as such.

    Raises:
        UnavailableError: The package typst is not installed, or gpuscope's own resources are missing.
    """
    refuse_without_typst()
    import typst

    resources = paths.resources_folder()
    template, fonts = resources / TEMPLATE, resources / "fonts"
    if not template.is_file():
        raise UnavailableError(f"the template {template} is missing", "Install gpuscope anew.")
    context = ReportContext(comparison, {run.record.run_id: run for run in runs}, GlyphCoverage.of_folder(fonts), settings.energy_unit)
    return _typeset(typst, template, fonts, document(context, made_at, settings.factors), made_at)


def _typeset(typst: Any, template: Path, fonts: Path, content: dict[str, Any], made_at: datetime) -> bytes:
    compiler = typst.Compiler(
        str(template),
        root=str(template.parent),
        font_paths=[str(fonts)],
        ignore_system_fonts=True,
        sys_inputs={"data": json.dumps(content)},
    )
    made: bytes = compiler.compile(format="pdf", timestamp=int(made_at.timestamp()))
    return made


def document(context: ReportContext, made_at: datetime, factors: EnergyFactors = NO_FACTORS) -> dict[str, Any]:
    """Returns everything that the template sets in type, as JSON takes it."""
    runs = [record for _, record in context.runs()]
    sentence = headline(context)
    count = f"{len(runs)} {'run' if len(runs) == 1 else 'runs'} · {len(context.groups)} groups"
    more = f" and {len(runs) - 1} more" if len(runs) > 1 else ""
    return {
        "title": sentence,
        "author": f"gpuscope {__version__}",
        "description": "Comparison report",
        "keywords": [record.run_id for record in runs],
        "when": f"{made_at.day} {made_at:%B %Y} · {count}",
        "running": elided(sentence, _RUNNING),
        "footer": f"Runs {runs[0].run_id}{more}",
        "headline": sentence,
        "lead": pdf_front.lead(context),
        "blocks": [
            *pdf_front.notices(context),
            *pdf_front.result(context),
            *pdf_front.picture(context),
            *deployment_blocks(context),
            *differences(context),
            *every_metric(context),
            *energies(context, factors),
            *bottlenecks(context),
            *charts(context),
            *methods(context),
        ],
    }

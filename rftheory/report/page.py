"""The page of `rftheory report`: the HTML of a run or of the ledger, with plots. Renders no table of its own."""

from __future__ import annotations

from rftheory import registry
from rftheory.report.html import html
from rftheory.report.ledger import recorded_run
from rftheory.report.schema import Document, environment


def page(run: Document | None = None) -> str:
    """The page of a run document; without one, that of the recorded verdicts, for which nothing is run."""
    if run is not None:
        return html(run, plots=_plots(), titles=_titles())
    made = ", ".join(f"{name} {value}" for name, value in environment().items())
    missing = sum(registry.recorded_verdict(record.id) is None for record in registry.records())
    origin = (
        "The verdicts that ship with the package; nothing was verified for this page. What refutes a statement is "
        "as the recording run found it; for the others the checks that apply are named. `rftheory verify` runs "
        f"them. {_elsewhere()}{f'{missing} statements have no recorded verdict and are left out. ' if missing else ''}"
        f"Page written by {made}."
    )
    return html(recorded_run(), origin=origin, plots=_plots(), titles=_titles())


def _titles() -> dict[str, str]:
    """The titles of the papers of the package, which runs name by their keys."""
    return {key: registry.paper(key).title for key in registry.shipped_by_key()}


def _elsewhere() -> str:
    """Where the verdicts of papers that do not ship are recorded; nothing where there are none."""
    keys = [key for key in registry.modules_by_key() if registry.is_own(key)]
    return f"Verdicts of {', '.join(keys)} are those of the ledgers beside them. " if keys else ""


def _plots() -> str:
    from rftheory.report.figures import plots

    if not plots.drawable():
        return f"<p>{plots.MISSING}</p>"
    from rftheory.curves.figures import figures

    return f"<section><h2>Plots</h2><p>Heights are certified values.</p>{plots.plots(figures())}</section>"

"""What a test says of the runs that it adds up in a lifetime: nothing where it stands alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rftheory.measured.engine.run import Measurement


def over_runs(found: Measurement) -> dict[str, object]:
    """What a test adds to its facts where it adds up several runs."""
    return {"runs": found.runs, "draws": found.totals.n} if found.runs else {}


def drawn_in(found: Measurement, alone: str) -> str:
    """How many draws there were, in words: as given for a run that stands alone."""
    return f"{found.totals.n} draws in {found.runs} runs" if found.runs else alone

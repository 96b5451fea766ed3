"""A ranking by the error of attention as a document and as text."""

from __future__ import annotations

import math
from collections.abc import Iterable

from rftheory.moments.attention_error import REACH
from rftheory.recommendation.attention_ranking import AttentionRanking
from rftheory.report.grids import Grid, escape, grid
from rftheory.report.schema import SCHEMA, Document, environment


def attention_document(found: AttentionRanking) -> Document:
    """Everything the ranking says; null where a number is not finite."""
    return {
        "schema": SCHEMA,
        "environment": environment(),
        "features": found.features,
        "scale": found.scale,
        "seed": found.seed,
        "queries": found.queries,
        "keys": found.keys,
        "dimension": found.dimension,
        "attention": [
            {
                "mechanism": choice.mechanism,
                "projections": choice.projections,
                "features": choice.features,
                "A": choice.a,
                "relative_error": _finite(choice.relative),
                "squared_error": _finite(choice.predicted.squared),
                "normaliser": _finite(choice.predicted.normaliser),
                "within_reach": choice.predicted.within_reach,
            }
            for choice in found.choices
        ],
    }


def attention_lines(document: Document, top: int) -> Iterable[Grid | str]:
    """The answer, then the table."""
    ranking = document["attention"]
    yield (
        f"[bold]attention[/bold]: {document['queries']} queries, {document['keys']} keys, d = {document['dimension']}, "
        f"scale {document['scale']:.4g}"
    )
    best = ranking[0]
    if best["within_reach"]:
        yield (
            f"[bold]recommended: {escape(best['mechanism'])}[/bold], {best['projections']} projections: predicted error "
            f"of the output {_shown(best['relative_error'])} of its size"
        )
    else:
        yield (
            f"[bold]recommended: none[/bold] with {document['features']} features: every normaliser varies by more than "
            f"{REACH:g} of its square, and no prediction is within reach"
        )
    yield ""
    table = grid("mechanism", "features", "relative error", "squared", "normaliser", "A", "within reach")
    for choice in ranking[:top]:
        table.add_row(
            escape(choice["mechanism"]),
            str(choice["features"]),
            *(_shown(choice[name]) for name in ("relative_error", "squared_error", "normaliser", "A")),
            "yes" if choice["within_reach"] else "no",
        )
    yield table
    yield ""
    yield "error: of the output against exact attention, to first order; normaliser: its relative variance"


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None


def _shown(value: float | None) -> str:
    return "-" if value is None else f"{value:.3g}"

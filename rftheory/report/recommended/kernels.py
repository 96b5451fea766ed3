"""A ranking of stationary kernels and couplings as a document and as text."""

from __future__ import annotations

import math
from collections.abc import Iterable

from rftheory.recommendation.kernel_ranking import KernelRanking
from rftheory.report.grids import Grid, escape, grid
from rftheory.report.schema import SCHEMA, Document, environment

ERROR = "root mean squared error of an estimate over the data's pairs, where k(0) = 1"


def kernel_document(found: KernelRanking) -> Document:
    """Everything the ranking says."""
    return {
        "schema": SCHEMA,
        "environment": environment(),
        "features": found.features,
        "target": found.target,
        "scale": found.scale,
        "seed": found.seed,
        "pairs": found.pairs,
        "confidence": 1.0 - found.level,
        "error": ERROR,
        "data": {
            "queries": found.names[0],
            "keys": found.names[1],
            "rows": list(found.rows),
            "dimension": found.dimension,
        },
        "median_scale": found.median_scale,
        "useful_scale": found.useful_scale,
        "kernel_sizes": dict(found.kernel_sizes),
        "warnings": list(found.warnings),
        "kernels": [
            {
                "kernel": choice.kernel,
                "title": choice.title,
                "mechanism": choice.mechanism,
                "parameters": dict(choice.parameters),
                "projections": choice.projections,
                "features": choice.features,
                "rms_error": {
                    name: math.exp(end)
                    for name, end in zip(("low", "value", "high"), choice.error, strict=True)
                },
                "over_independent": choice.beside,
                "needed_features": choice.needed,
            }
            for choice in found.choices
        ],
        "recommended": found.arguments(),
    }


def kernel_lines(document: Document, top: int) -> Iterable[Grid | str]:
    """The answer, warnings, then the table."""
    data, ranking = document["data"], document["kernels"]
    best, share = ranking[0], f"{document['confidence']:.0%}"
    error = best["rms_error"]
    yield (
        f"[bold]{escape(data['keys'])}[/bold]: {data['rows'][1]} x {data['dimension']}, "
        f"{len({each['title'] for each in ranking})} kernels, scale {document['scale']:.4g}"
    )
    yield (
        f"[bold]recommended: {escape(best['mechanism'])} for the {escape(best['title'])}[/bold], {best['projections']} "
        f"projections, {best['features']} features: root mean squared error {error['value']:.3g} ({share}: "
        f"{error['low']:.3g} .. {error['high']:.3g})"
    )
    least = min(ranking, key=lambda each: each["needed_features"])
    yield f"for {document['target']:g}: {least['needed_features']:.0f} features of {escape(least['mechanism'])} for the {escape(least['title'])}"
    if document["median_scale"] is not None:
        yield f"the median heuristic's scale, 1 over the median distance: {document['median_scale']:.4g}"
    for warning in document["warnings"]:
        yield f"[yellow]warning[/]: {escape(warning)}"
    yield ""
    goal = f"features for {document['target']:g}"
    table = grid("kernel", "mechanism", "features", "rms error", share, "over iid", goal, "rms of k")
    for each in ranking[:top]:
        found = each["rms_error"]
        table.add_row(
            escape(each["title"]),
            escape(each["mechanism"]),
            str(each["features"]),
            f"{found['value']:.3g}",
            f"{found['low']:.3g} .. {found['high']:.3g}",
            f"{each['over_independent']:.3f}",
            f"{each['needed_features']:.0f}",
            f"{document['kernel_sizes'][each['title']]:.3g}",
        )
    yield table
    if len(ranking) > top:
        yield f"{len(ranking) - top} more; --top {len(ranking)} shows all"
    yield ""
    yield f"error: {document['error']}; over iid: over that of independent rows; rms of k: between different points"

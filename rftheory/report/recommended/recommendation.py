"""A recommendation as a document, as text and as a picture."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from importlib.util import find_spec
from typing import Any

from rftheory.errors import InputError, shorten
from rftheory.recommendation.intervals import Interval, shown
from rftheory.recommendation.judging import Choice
from rftheory.recommendation.ranking import Recommendation
from rftheory.report.grids import Grid, escape, grid
from rftheory.report.schema import SCHEMA, Document, environment
from rftheory.writing import replacing

ERROR = "mean over the data's pairs of sqrt(Var)/K, the relative root mean squared error of one pair"
RULE = (
    "mean: empirical Bernstein and trimmed-mean bounds with the largest possible error of this data; median: order "
    "statistics within the Dvoretzky-Kiefer-Wolfowitz band; for any distribution, all mechanisms at once"
)
TOP = 5
_LARGEST = 300.0


def recommendation_document(found: Recommendation) -> Document:
    """Everything a recommendation says; large numbers by their decimal logarithm."""
    data = found.statistics
    return {
        "schema": SCHEMA,
        "environment": environment(),
        "kernel": found.kernel,
        "features": found.features,
        "target": found.target,
        "scale": found.scale,
        "seed": found.seed,
        "pairs": found.pairs,
        "confidence": 1.0 - found.level,
        "error": ERROR,
        "rule": RULE,
        "data": {
            "queries": data.queries.name,
            "keys": data.keys.name,
            "rows": [data.queries.rows, data.keys.rows],
            "dimension": data.dimension,
            "constant_columns": list(data.constant),
            "averages": {
                "x2": data.queries.norm2,
                "y2": data.keys.norm2,
                "plus": data.squared_sum(1),
                "minus": data.squared_sum(-1),
                "overlap": math.fsum(data.overlap),
                "absolute": [float(value) for value in data.absolute],
            },
        },
        "useful": found.useful,
        "stopped": found.stopped,
        "scales": {"median": found.median_scale, "useful": found.useful_scale},
        "heavy_tails": {
            "draws": found.rarity.draws,
            "seen": _number(found.rarity.log_seen),
            "trusted": found.rarity.trusted,
            "enough_draws": _number(found.rarity.log_enough),
        },
        "warnings": list(found.warnings),
        "ranking": [_choice(choice) for choice in found.choices],
        "recommended": found.arguments(),
    }


def recommendation_lines(document: Document, top: int = TOP) -> Iterable[Grid | str]:
    """The answer first, then warnings, the `top` of the ranking and what was assumed."""
    data, kernel = document["data"], document["kernel"]
    rows = (
        " queries, ".join(map(str, data["rows"])) + " keys"
        if data["queries"] != data["keys"]
        else data["rows"][0]
    )
    yield f"[bold]{escape(data['keys'])}[/bold]: {rows} x {data['dimension']}, {kernel} kernel, scale {document['scale']:.4g}"
    yield from _answer(document)
    if document["scales"]["median"] is not None:
        yield f"the median heuristic's scale, 1 over the median distance: {document['scales']['median']:.4g}"
    for warning in document["warnings"]:
        yield f"[yellow]warning[/]: {escape(warning)}"
    yield ""
    share = f"{document['confidence']:.0%}"
    goal = f"features for {document['target']:g}"
    table = grid(
        "mechanism", "features", "mean error", share, "median", "squared", goal, "parameters", "homogeneity"
    )
    for choice in document["ranking"][:top]:
        mean, loss = choice["mean"], choice["homogeneity"]
        table.add_row(
            escape(choice["title"]),
            str(choice["features"]),
            _shown(mean["value"]),
            f"{_shown(mean['low'])} .. {_shown(mean['high'])}",
            _shown(choice["median"]["value"]),
            _shown(choice["mean_squared_error"]),
            _shown(choice["needed_features"]),
            escape(
                ", ".join(f"{name}={_parameter(value)}" for name, value in choice["parameters"].items())
                or "-"
            ),
            "-" if loss is None else f"x {_shown(loss['loss'])}",
        )
    yield table
    if len(document["ranking"]) > top:
        yield f"{len(document['ranking']) - top} more; --top {len(document['ranking'])} shows all"
    yield ""
    yield f"error: {document['error']}; squared: the mean squared error itself"
    yield f"{document['pairs']} pairs; {document['rule']}"
    yield "homogeneity: the mean error with parameters by average statistics, over the one shown"


def _answer(document: Document) -> Iterable[str]:
    """What to use, how far off it is, and how many features the target takes."""
    best = document["ranking"][0]
    mean, needed = (
        best["mean"],
        min(document["ranking"], key=lambda choice: choice["needed_features"]["log10"]),
    )
    if not document["useful"]:
        yield (
            f"[bold]recommended: none[/bold] at this scale; the best, {escape(best['title'])}, has a mean relative error "
            f"of {_shown(mean['value'])} with {best['features']} features"
        )
        return
    yield (
        f"[bold]recommended: {escape(best['title'])}[/bold], {best['projections']} projections, {best['features']} "
        f"features: mean relative error {_shown(mean['value'])} ({document['confidence']:.0%}: {_shown(mean['low'])} .. "
        f"{_shown(mean['high'])})"
    )
    yield (
        f"for {document['target']:g}: {_shown(needed['needed_features'])} features of {escape(needed['title'])}; "
        "rftheory.recommend(...).transformer() is the recommended one, ready"
    )


def plot(document: Document, file: str) -> None:
    """Mean errors with their intervals and needed features, on logarithmic axes; the format follows the file's name."""
    drawable()
    from matplotlib.figure import Figure

    ranking = document["ranking"][::-1]
    places, names = range(len(ranking)), [choice["title"] for choice in ranking]
    figure = Figure(figsize=(11, 1.6 + 0.24 * len(ranking)), layout="constrained")
    left, right = figure.subplots(1, 2, sharey=True)
    means = [choice["mean"] for choice in ranking]
    value, low, high = ([_height(mean[end]) for mean in means] for end in ("value", "low", "high"))
    left.hlines(places, low, high, color="0.7", linewidth=3)
    left.plot(value, places, "o", label="mean, with its interval")
    left.plot(
        [_height(choice["median"]["value"]) for choice in ranking], places, "|", color="black", label="median"
    )
    left.set_yticks(list(places), names)
    left.set_xlabel(f"log10 of the relative error with {document['features']} features")
    left.legend(loc="lower right")
    right.plot([_height(choice["needed_features"]) for choice in ranking], places, "s", color="tab:green")
    right.set_xlabel(f"log10 of the features for a mean error of {document['target']:g}")
    for axes in (left, right):
        axes.grid(axis="x", alpha=0.3)
    try:
        with replacing(file) as path:
            figure.savefig(path)
    except (OSError, ValueError) as error:
        raise InputError(f"cannot draw {shorten(file)}: {error}") from error


def drawable() -> None:
    """InputError where matplotlib is missing."""
    if find_spec("matplotlib") is None:
        raise InputError("--plot needs matplotlib: install the package with the extra [notebooks]")


def _choice(choice: Choice) -> Document:
    heuristic = choice.heuristic
    return {
        "mechanism": choice.mechanism,
        "title": choice.title,
        "shift": choice.shift,
        "projections": choice.projections,
        "features": choice.features,
        "parameters": dict(choice.parameters),
        "mean": _interval(choice.error),
        "median": _interval(choice.median),
        "mean_squared_error": _number(choice.log_squared),
        "needed_features": _count(choice.log_needed),
        "homogeneity": None
        if heuristic is None
        else {
            "parameters": dict(heuristic.parameters),
            "mean": _number(heuristic.log_error),
            "loss": _number(heuristic.log_loss),
        },
    }


def _interval(found: Interval) -> Document:
    return {"low": _number(found.low), "value": _number(found.value), "high": _number(found.high)}


def _number(log: float) -> Document:
    """A number by its natural logarithm; null where it is too large to write, or its logarithm where it is 0."""
    power = log / math.log(10.0)
    value = None if power > _LARGEST or math.isnan(power) else math.exp(log)
    return {"value": value, "log10": power if math.isfinite(power) else None}


def _count(log: float) -> Document:
    found = _number(log)
    return found if log > 30.0 else {"value": round(math.exp(log)), "log10": found["log10"]}


def _shown(number: Mapping[str, Any]) -> str:
    value, power = number["value"], number["log10"]
    if power is None:
        return "0" if value == 0.0 else "inf"
    if isinstance(value, int) and power < 7.0:
        return str(value)
    return shown(power * math.log(10.0))


def _parameter(value: Any) -> str:
    if isinstance(value, list) and value and isinstance(value[0], list):
        return f"a matrix {len(value)} x {len(value[0])}"
    if isinstance(value, list) and len(value) == 2 and value[1] == 0.0:
        return f"{value[0]:.4g}"
    if isinstance(value, list):
        return f"[{value[0]:.3g}, ...]" if len(value) > 2 else f"{value[0]:.4g}{value[1]:+.4g}j"
    return f"{value:.4g}"


def _height(number: Mapping[str, Any]) -> float:
    return math.nan if number["log10"] is None else float(number["log10"])

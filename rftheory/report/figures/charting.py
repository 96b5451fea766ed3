"""Charts of numbers that are computed already: lines, points with intervals, and experiments, in the house's style."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from rftheory.errors import InputError
from rftheory.report.figures import house_style
from rftheory.studies.experiments.measurements import ExperimentResult

Given = ExperimentResult | Mapping[str, Sequence[Any]]


def chart(
    *given: Given,
    across: str | None = None,
    up: str | None = None,
    title: str | None = None,
    log: str = "",
    level: float | None = None,
    marks: Mapping[str, float] | None = None,
    file: str | None = None,
) -> Any:
    """A Matplotlib figure of curves by name, `{name: (x, y)}`, points with intervals, and experiments.

    `{name: (x, y, low, high)}` are points with intervals. An experiment draws its measurements so, its exact
    expectations as lines in the same colour; names that come twice share a colour. `log`: "x", "y", "xy" or "".
    `level`: a thin horizontal line; `marks`: thin vertical ones by their names. `across`, `up`, `title`: the words, by default those of the first experiment.
    `file`: written too. Raises InputError for what has no such form.
    """
    if file is not None:
        house_style.check_format(file)
    if log not in ("", "x", "y", "xy"):
        raise InputError(f"log = {log!r}; allowed: x, y, xy or an empty text")
    house_style.require_matplotlib()
    import matplotlib as mpl

    first = next((one for one in given if isinstance(one, ExperimentResult)), None)
    parts = [part for one in given for part in _parts(one)]
    places = {name: index for index, name in enumerate(dict.fromkeys(name for name, _, _ in parts))}
    with mpl.rc_context(house_style.SETTINGS):
        figure = house_style.canvas()
        axes = figure.add_subplot()
        for name, kind, columns in parts:
            _DRAWN[kind](axes, name, places[name], columns)
        if level is not None:
            axes.axhline(level, color="grey", linewidth=0.8)
        for mark, place in (marks or {}).items():
            axes.axvline(place, color="grey", linewidth=0.8, linestyle=":")
            axes.annotate(
                mark, (place, 0.02), xycoords=("data", "axes fraction"), rotation=90, fontsize=7, ha="right"
            )
        if "x" in log:
            axes.set_xscale("log")
        if "y" in log:
            axes.set_yscale("log")
        axes.set(
            xlabel=across if across is not None else first.across if first else "",
            ylabel=up if up is not None else first.up if first else "",
            title=title if title is not None else first.title if first else "",
        )
        handles, labels = axes.get_legend_handles_labels()
        kept = {label: handle for handle, label in zip(handles, labels, strict=True)}
        axes.legend(kept.values(), kept.keys(), fontsize=8)
    if file is not None:
        house_style.saved(figure, file)
    return figure


def _parts(given: Given) -> list[tuple[str, str, list[Any]]]:
    """(name, line or points, columns) of everything that is drawn."""
    if isinstance(given, ExperimentResult):
        return [part for name in given.names for part in _measured(given, name)]
    found = []
    for name, columns in given.items():
        if len(columns) not in (2, 4) or len({len(column) for column in columns}) != 1:
            raise InputError(f"{name}: allowed: (x, y) or (x, y, low, high), columns of one length")
        found.append((str(name), "line" if len(columns) == 2 else "points", list(columns)))
    return found


def _measured(given: ExperimentResult, name: str) -> list[tuple[str, str, list[Any]]]:
    ones = given.of(name)
    columns = [[getattr(one, what) for one in ones] for what in ("at", "value", "low", "high")]
    if all(one.low == one.high for one in ones):
        return [(name, "line", columns[:2])]
    known = [(one.at, one.exact) for one in ones if one.exact is not None]
    if not known:
        return [(name, "joined", columns)]
    return [(name, "line", [list(column) for column in zip(*known, strict=True)]), (name, "points", columns)]


def _line(axes: Any, name: str, index: int, columns: list[Any]) -> None:
    axes.plot(*columns, label=name, linewidth=1.4, **house_style.look(index))


def _joined(axes: Any, name: str, index: int, columns: list[Any]) -> None:
    axes.plot(columns[0], columns[1], linewidth=0.7, alpha=0.6, **house_style.look(index))
    _points(axes, name, index, columns)


def _points(axes: Any, name: str, index: int, columns: list[Any]) -> None:
    at, values, low, high = columns
    middle = np.asarray(values, dtype=np.float64)
    ends = [middle - np.asarray(low, dtype=np.float64), np.asarray(high, dtype=np.float64) - middle]
    axes.errorbar(
        at,
        middle,
        yerr=np.where(np.isfinite(ends), np.maximum(ends, 0.0), 0.0),
        fmt=house_style.MARKERS[index % len(house_style.MARKERS)],
        color=house_style.look(index)["color"],
        markersize=4.5,
        markerfacecolor="white",
        capsize=3,
        linestyle="none",
        label=name,
    )


_DRAWN = {"line": _line, "joined": _joined, "points": _points}

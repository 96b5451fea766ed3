"""Figures for people: exact curves, simulated points with intervals, phases of two parameters, in the house's style."""

from __future__ import annotations

from typing import Any

import numpy as np

from rftheory.curves.contestants import KernelName
from rftheory.curves.phases import Phase
from rftheory.curves.series import Plot, series
from rftheory.errors import InputError
from rftheory.report.figures import house_style


def plot(
    *names: str,
    draws: int = 0,
    points: int = 12,
    kernel: KernelName = "gaussian",
    log: str | None = None,
    title: str = "",
    file: str | None = None,
    seed: int = 0,
    confidence: float = 0.99,
    **parameters: object,
) -> Any:
    """A Matplotlib figure of certified curves along one parameter, with simulated points where `draws` says so.

    `names`: ids (`simrf/thm4.3/orf:rhs`) or mechanisms (`orthogonal-positive`: the exact mean squared error by the
    statement that certifies it). One parameter is a grid, `v="0:3:0.05"` or an array. Mechanisms take d, m and where
    the points lie: v (x = y, |x + y| = v), z (x = -y), r and c (norms and cosine), or x2, y2, xy. `log`: "x", "y", "xy"
    or "" (by default y, where all heights are positive and spread over more than a factor of 100). `file`: written too.
    """
    if file is not None:
        house_style.check_format(file)
    house_style.require_matplotlib()
    if log not in (None, "", "x", "y", "xy"):
        raise InputError(f"log = {log!r}; allowed: x, y, xy or an empty text")
    found = series(
        names, parameters, draws=draws, points=points, kernel=kernel, seed=seed, confidence=confidence
    )
    figure = drawn(found, log, title)
    if file is not None:
        house_style.saved(figure, file)
    return figure


def drawn(found: Plot, log: str | None = None, title: str = "") -> Any:
    """The figure of curves that are computed already."""
    import matplotlib as mpl

    scales = _scales(found) if log is None else log
    with mpl.rc_context(house_style.SETTINGS):
        figure = house_style.canvas()
        axes = figure.add_subplot()
        for index, curve in enumerate(found.curves):
            look = house_style.look(index)
            shown = [
                (a, h) for a, h in zip(curve.at, curve.height, strict=True) if h > 0 or "y" not in scales
            ]
            axes.plot(*zip(*shown, strict=True), label=curve.label, linewidth=1.4, **look)
            if curve.simulated:
                at = [place for place, _ in curve.simulated]
                values = [each.value for _, each in curve.simulated]
                ends = [
                    [each.value - max(each.low, 0.0) for _, each in curve.simulated],
                    [min(each.high, 1e300) - each.value for _, each in curve.simulated],
                ]
                axes.errorbar(
                    at,
                    values,
                    yerr=ends,
                    fmt=house_style.MARKERS[index % len(house_style.MARKERS)],
                    color=look["color"],
                    markersize=4.5,
                    markerfacecolor="white",
                    capsize=3,
                    linestyle="none",
                    label=f"{curve.label}, {curve.simulated[0][1].draws} draws, {curve.simulated[0][1].confidence:.3g}",
                )
        if "x" in scales:
            axes.set_xscale("log")
        if "y" in scales:
            axes.set_yscale("log")
        fixed = ", ".join(f"{name} = {value}" for name, value in found.fixed.items())
        axes.set(xlabel=found.across, ylabel=found.up, title=title or fixed)
        axes.legend(fontsize=8)
    return figure


def phase_figure(found: Phase, title: str = "") -> Any:
    """The winners over the plane as greys with a pattern each, white where none is decided, and the brackets between."""
    import matplotlib as mpl
    from matplotlib.patches import Patch

    with mpl.rc_context(house_style.SETTINGS | {"axes.grid": False}):
        figure = house_style.canvas()
        axes = figure.add_subplot()
        first, second = (np.array([float(number) for number in line]) for line in (found.first, found.second))
        shades = [str(0.35 + 0.6 * index / max(len(found.names) - 1, 1)) for index in range(len(found.names))]
        handles = []
        for index, name in enumerate(found.names):
            inside = np.asarray(index == found.winners.T, dtype=float)
            if inside.any() and min(inside.shape) > 1:
                axes.contourf(
                    first, second, inside, levels=[0.5, 1.5], colors=[shades[index]],
                    hatches=[house_style.HATCHES[index % len(house_style.HATCHES)]],
                )  # fmt: skip
            handles.append(
                Patch(
                    label=name,
                    edgecolor="black",
                    facecolor=shades[index],
                    hatch=house_style.HATCHES[index % len(house_style.HATCHES)],
                )
            )
        ends = [
            ((float(c.low + c.high) / 2, float(c.at)) if c.across == found.axes[0] else (float(c.at), float(c.low + c.high) / 2))
            for c in found.crossings
        ]  # fmt: skip
        if ends:
            axes.plot(*zip(*ends, strict=True), linestyle="none", marker=".", markersize=2, color="black")
        fixed = ", ".join(f"{name} = {value}" for name, value in found.fixed.items())
        axes.set(xlabel=found.axes[0], ylabel=found.axes[1], title=title or fixed)
        axes.legend(handles=handles, fontsize=8, loc="upper right", framealpha=0.9, frameon=True)
    return figure


def _scales(found: Plot) -> str:
    """y where a logarithmic axis shows more: all heights positive, the greatest above 100 times the least."""
    heights = [h for curve in found.curves for h in curve.height]
    positive = [h for h in heights if h > 0]
    zeros = len(heights) - len(positive)
    if not positive or any(h < 0 for h in heights) or zeros > len(found.curves):
        return ""
    return "y" if max(positive) > 100.0 * min(positive) else ""

"""Figures of certified curves as SVG inside a page, drawn by Matplotlib where it is installed. Computes no height."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable
from html import escape
from importlib.util import find_spec

from rftheory.curves.figures import Figure

MISSING = (
    "Plots need Matplotlib: install the package with the extra notebooks (pip install 'rftheory[notebooks]')."
)
_STYLES = ("-", "--", "-.", ":", (0, (5, 1)))
_IDENTITY = re.compile(r'(\bid="|"#|url\(#)')


def drawable() -> bool:
    """Is Matplotlib installed?"""
    return find_spec("matplotlib") is not None


def plots(figures: Iterable[Figure]) -> str:
    """Every figure as `<figure>` with an inline SVG, its parameters and the ids that its curves are of."""
    return "".join(_figure(number, figure) for number, figure in enumerate(figures, 1))


def _figure(number: int, figure: Figure) -> str:
    sources = ", ".join(f"{escape(curve.label)}: <code>{escape(curve.id)}</code>" for curve in figure.curves)
    return (
        f"<figure>{_svg(figure, f'plot{number}-')}<figcaption>{escape(figure.title)}; {escape(figure.note)}. "
        f"{sources}.</figcaption></figure>"
    )


def _svg(figure: Figure, prefix: str) -> str:
    """The drawing; the names inside it get a prefix, since several drawings share a page."""
    import matplotlib as mpl
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure as Canvas

    with mpl.rc_context({"svg.hashsalt": prefix, "svg.fonttype": "none"}):
        drawing = Canvas(figsize=(7.0, 4.2), layout="constrained")
        FigureCanvasSVG(drawing)
        axes = drawing.add_subplot()
        for curve, style in zip(figure.curves, _STYLES, strict=False):
            shown = [
                (at, height)
                for at, height in zip(curve.at, curve.height, strict=True)
                if height > 0 or not figure.logarithmic
            ]
            axes.plot(*zip(*shown, strict=True), linestyle=style, label=curve.label)
        if figure.logarithmic:
            axes.set_yscale("log")
        axes.set(xlabel=figure.across, ylabel=figure.up, title=figure.title)
        axes.grid(alpha=0.3)
        axes.legend()
        out = io.StringIO()
        drawing.savefig(
            out, format="svg", metadata=dict.fromkeys(("Date", "Creator", "Format", "Type"), None)
        )
    text = out.getvalue()
    return _IDENTITY.sub(rf"\g<1>{prefix}", text[text.index("<svg") :])

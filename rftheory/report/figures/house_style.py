"""The one style of every figure: colours of falling lightness, so that grey prints tell them apart, dashes, markers."""

from __future__ import annotations

import re
from importlib.util import find_spec
from typing import Any

from rftheory.errors import InputError

COLOURS = ("#000000", "#b5341f", "#2a78b5", "#d98c1f", "#7a9a3b", "#8a6bb0", "#6d6d6d", "#c9a9c0")
DASHES: tuple[Any, ...] = (
    "-",
    "--",
    "-.",
    ":",
    (0, (5, 1)),
    (0, (3, 1, 1, 1, 1, 1)),
    (0, (1, 1)),
    (0, (8, 2)),
)
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
HATCHES = ("", "///", "...", "xxx", "---", "|||", "ooo", "+++")
FORMATS = (".svg", ".pdf", ".png")
SETTINGS = {
    "svg.fonttype": "none",
    "svg.hashsalt": "rftheory",
    "axes.grid": True,
    "grid.alpha": 0.3,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "legend.frameon": False,
    "font.size": 10.0,
}


def require_matplotlib() -> None:
    """InputError where Matplotlib is not installed."""
    if find_spec("matplotlib") is None:
        raise InputError("plots need Matplotlib; allowed: pip install 'rftheory[notebooks]' first")


def check_format(file: str) -> None:
    """InputError for a file that no figure is written to."""
    if not file.lower().endswith(FORMATS):
        raise InputError(f"a figure named {file!r}; allowed endings: {', '.join(FORMATS)}")


def look(index: int) -> dict[str, Any]:
    """Colour and dashes of a curve by its place."""
    return {"color": COLOURS[index % len(COLOURS)], "linestyle": DASHES[index % len(DASHES)]}


def canvas(size: tuple[float, float] = (7.0, 4.4)) -> Any:
    """An empty figure of the house, apart from any interactive state of Matplotlib."""
    require_matplotlib()
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=size, layout="constrained")
    FigureCanvasAgg(figure)
    return figure


def saved(figure: Any, file: str) -> None:
    """Write a figure; SVG and PDF without a date, so that the same call writes the same file."""
    check_format(file)
    import matplotlib as mpl

    ending = re.sub(r".*\.", ".", file.lower())
    plain = {".svg": {"Date": None}, ".pdf": {"CreationDate": None, "Producer": None}}
    with mpl.rc_context(SETTINGS):
        figure.savefig(file, metadata=plain.get(ending), dpi=200)

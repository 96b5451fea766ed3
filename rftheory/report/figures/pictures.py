"""The pictures of the documentation that are no plain curves of statements, each by its name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rftheory.conformance.power import power
from rftheory.curves.gaps import conformity_gaps
from rftheory.curves.needed import USUAL, features_needed
from rftheory.errors import UnknownIdError
from rftheory.report.figures import house_style
from rftheory.report.figures.charting import chart
from rftheory.report.figures.geometry import geometry
from rftheory.studies.experiments.directions import directions


def _gaps() -> Any:
    title = "What couplings take off the conformity of independent rows"
    return chart(conformity_gaps(), across="v = |x + y|", up="1 - rho / rho of iid rows", title=title)


def _needed() -> Any:
    return chart(
        features_needed(),
        log="y",
        marks=USUAL,
        across="norm of queries and keys, at a right angle",
        up="features for a relative error of 10 %",
        title="Softmax kernel, independent rows",
    )


PICTURES: Mapping[str, tuple[str, Callable[[], Any]]] = {
    "gaps": ("conformity gaps of orthogonal and simplex rows over v, for three dimensions", _gaps),
    "needed": (
        "features for a relative error of 10 % over the norm, attention's usual norms marked",
        _needed,
    ),
    "signs": (
        "bias of a QR decomposition without signs, by direction",
        lambda: chart(directions(), level=1.0),
    ),
    "geometry": ("blocks of four couplings in three dimensions", geometry),
    "power": ("how often conform finds a wrong bandwidth", lambda: chart(power())),
}
"""What each shows, and the function that computes and draws it."""


def picture(name: str, file: str) -> None:
    """Draw a picture into a file (.svg, .pdf, .png); UnknownIdError for a name that is none."""
    house_style.check_format(file)
    if name not in PICTURES:
        raise UnknownIdError(name, tuple(PICTURES), "picture")
    house_style.require_matplotlib()
    house_style.saved(PICTURES[name][1](), file)

"""The directions of the couplings' blocks in three dimensions."""

from __future__ import annotations

from typing import Any

import numpy as np

from rftheory.measured.inputs import Floats
from rftheory.measured.protocol import Law
from rftheory.report.figures import house_style

SHOWN = {
    "orthogonal": Law("chi_d", "orthogonal"),
    "simplex": Law("chi_d", "simplex"),
    "full simplex": Law("chi_d", "full-simplex"),
    "cross-polytope": Law("chi_d", "cross-polytope"),
}


def vectors(law: Law, d: int = 3) -> Floats:
    """Unit vectors (rows, d) with the Gram matrix that the law declares, from its eigenvectors."""
    gram = law.gram(d)
    assert gram is not None
    values, ends = np.linalg.eigh(gram)
    return np.asarray(ends[:, -d:] * np.sqrt(np.maximum(values[-d:], 0.0)))


def geometry(title: str = "") -> Any:
    """A figure of four blocks: arrows from the origin, lengths left out."""
    import matplotlib as mpl

    with mpl.rc_context(house_style.SETTINGS):
        figure = house_style.canvas((9.0, 2.9))
        for index, (name, law) in enumerate(SHOWN.items()):
            axes = figure.add_subplot(1, len(SHOWN), index + 1, projection="3d")
            found = vectors(law)
            for row in found:
                axes.plot(*np.stack([np.zeros(3), row], axis=1), color="black", linewidth=1.4)
                axes.scatter(*row, color=house_style.COLOURS[1], s=14)
            cosine = law.cosine(3)
            angle = "" if cosine is None else f", {np.degrees(np.arccos(cosine)):.1f}°"
            axes.set(xlim=(-1, 1), ylim=(-1, 1), zlim=(-1, 1), title=f"{name}{angle}")
            axes.set_xticks([])
            axes.set_yticks([])
            axes.set_zticks([])
            axes.set_box_aspect((1, 1, 1))
        if title:
            figure.suptitle(title)
    return figure

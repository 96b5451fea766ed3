"""Geometric random features, of one parameter or one for each coordinate. Rows are counts."""

from __future__ import annotations

from collections.abc import Sequence

from rftheory.measured.rowmaps.discrete import Discrete
from rftheory.measured.rowmaps.laws import GeometricLaw, values


def geometric(share: float | Sequence[float], *, name: str = "geometric") -> Discrete:
    """GeomRF: p^{-d/2} e^{-|x|^2/2} prod x_l^{w_l} (1-p)^{-w_l/2} (w_l!)^{-1/2}. Source: crt, Section 3.2.2."""
    law = GeometricLaw(values("share", share))
    return Discrete(law, name, "Geometric random features (GeomRF)", "crt, Section 3.2.2")


MECHANISMS = (geometric(0.5), geometric((0.35, 0.5, 0.7), name="geometric-by-coordinate"))

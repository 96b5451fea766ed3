"""Poisson random features, of one rate or a rate for each coordinate. Rows are counts."""

from __future__ import annotations

from collections.abc import Sequence

from rftheory.measured.rowmaps.discrete import Discrete
from rftheory.measured.rowmaps.laws import PoissonLaw, values


def poisson(rate: float | Sequence[float], *, name: str = "poisson") -> Discrete:
    """PoisRF: e^{rate d/2 - |x|^2/2} prod x_l^{w_l} rate^{-w_l/2}. Source: crt, Section 3.2.1."""
    law = PoissonLaw(values("rate", rate))
    return Discrete(law, name, "Poisson random features (PoisRF)", "crt, Section 3.2.1")


MECHANISMS = (poisson(0.8), poisson((0.5, 1.0, 1.5), name="poisson-by-coordinate"))

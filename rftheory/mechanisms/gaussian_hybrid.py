"""The Gaussian hybrid: SM++ and SMtrig, mixed by an estimate of a Gaussian kernel. Its lambda may leave [0, 1]."""

from __future__ import annotations

import math
from typing import Literal

from rftheory.errors import DomainError
from rftheory.measured.hybrids.bases import PositivePart, TrigonometricPart
from rftheory.measured.hybrids.hybrid import Hybrid
from rftheory.measured.hybrids.lambdas import GaussianLambda


def gaussian_hybrid(
    sigma: float,
    *,
    rho: float | None = None,
    radius: float | None = None,
    features: Literal["trigonometric", "positive"] = "trigonometric",
    shared: bool = False,
    real: bool = False,
) -> Hybrid:
    """lambda = (1 - e^{-sigma^2 |x - y|^2/2})/rho, from n projections. Source: hrf, (67)-(70).

    Give rho, or the common norm `radius` of the points: rho = 1 - e^{-2 sigma^2 radius^2}, lambda(pi) = 1.
    DomainError unless exactly one is given.
    """
    if (rho is None) == (radius is None):
        raise DomainError("rho", rho, "given, or else the common norm `radius` of the points")
    if rho is None and radius is not None:
        rho = -math.expm1(-2.0 * sigma**2 * radius**2)
    assert rho is not None
    name = "gaussian-hybrid" + ("-positive" if features == "positive" else "") + ("-shared" if shared else "")
    return Hybrid(
        name,
        f"Gaussian hybrid (HRF-G), {features} lambda features",
        (PositivePart(), TrigonometricPart()),
        (GaussianLambda(sigma, rho, features),),
        shared=shared,
        real=real,
        reference="hrf, (67)",
    )


MECHANISMS = (
    gaussian_hybrid(0.7, radius=1.2),
    gaussian_hybrid(0.7, radius=1.2, shared=True),
    gaussian_hybrid(0.6, radius=1.0, features="positive", real=True),
)

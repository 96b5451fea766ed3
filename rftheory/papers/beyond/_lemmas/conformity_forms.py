"""Domains of the conformity rho_c(v) for the pages of its closed forms."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import Domain, Proof, real
from rftheory.papers._shared.invariants import d
from rftheory.papers.beyond._lemmas.blocks import ANY_DIMENSION, COSINE, LENGTH, c, phi, polar, radial, taylor

PAIR = Domain(
    (ANY_DIMENSION, COSINE, LENGTH),
    extra=tuple(
        {"d": dd, "c": cc, "v": vv}
        for dd, cc, vv in (
            (2, -1, 1), (3, "-1/2", 2), (64, "-1/63", 10), (2, "1/2", 0), (5, 1, 3), (1, -1, 1), (8, 0, 2), (7, "-1", 6),
        )
    ),
)  # fmt: skip

POINTS: tuple[dict[str, object], ...] = (
    {"d": 2, "c": -1, "v": 1}, {"d": 3, "c": "-1/2", "v": 2}, {"d": 1, "c": 1, "v": "1/2"}, {"d": 8, "c": "1/3", "v": 0},
    {"d": 64, "c": "-1/63", "v": 3}, {"d": 5, "c": "9/10", "v": "1/100"}, {"d": 6, "c": 0, "v": 1},
)  # fmt: skip

IMAGINARY = Domain((ANY_DIMENSION, COSINE, real("t", meaning="v^2, of either sign")))

IMAGINARY_POINTS: tuple[dict[str, object], ...] = tuple(
    {"d": dd, "c": cc, "t": tt}
    for dd, cc, tt in ((2, -1, -1), (3, "-1/2", -4), (8, "1/2", -3), (1, 1, "-1/9"))
)


def beta_mean(squared: sp.Expr) -> sp.Expr:
    """The Beta mean with b = sin^2(phi/2), where 2 sqrt(b(1-b)) = sin phi."""
    weight = sp.gamma(d) / (2 ** (d - 1) * sp.gamma(d / 2) ** 2)
    body = sp.sin(phi) ** (d - 1) * sp.hyper((d,), (d / 2,), squared / 2 * (1 + c * sp.sin(phi)))
    return weight * sp.Integral(body, (phi, 0, sp.pi))


DEFINITION = ("simrf/def3.1",)


def single_series_steps(proof: Proof) -> None:
    """The single series, in polar coordinates of the lengths."""
    polar(proof)
    radial(proof)
    taylor(proof)

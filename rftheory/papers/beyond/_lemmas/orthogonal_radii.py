"""Covariances of two cosines along orthogonal directions with independent radii: Matern and rational quadratic kernels."""

from __future__ import annotations

import sympy as sp

from rftheory.exact.functions.radial.orthogonal_pair import (
    MaternOrthogonalPair,
    RqOrthogonalCovariance,
    RqOrthogonalPair,
)
from rftheory.kit import Domain, integer, real
from rftheory.papers.beyond._lemmas.radial_kernels import MATERN, RQ, alpha, d, l, nu, z

ORDINARY = integer("d", 2, reach=64, meaning="dimension")
NEAR = real("z", above=0, reach=("1e-2", 20), meaning="|x-y|, positive")
LENGTH = real("l", above=0, reach=("1/2", 5), meaning="lengthscale")
SMOOTH = real("nu", above=0, reach=("1/4", 8), meaning="smoothness")
SHAPE = real("alpha", above=0, reach=("1/4", 8), meaning="shape of the mixture")

MATERN_PAIR = MaternOrthogonalPair(d, nu, nu * z**2 / (2 * l**2))
RQ_PAIR = RqOrthogonalPair(d, alpha, z**2 / (2 * alpha * l**2))
MATERN_COV = MATERN_PAIR - MATERN.at(z) ** 2
RQ_COV = RQ_PAIR - RQ.at(z) ** 2
RQ_POWERS = RqOrthogonalCovariance(d, alpha, z**2 / (2 * alpha * l**2))

MATERN_DOMAIN = Domain(
    (ORDINARY, SMOOTH, LENGTH, NEAR),
    extra=tuple(
        {"d": dd, "nu": nn, "l": ll, "z": zz}
        for dd, nn, ll, zz in (
            (2, "1/2", 1, 1), (3, "3/2", 1, "1/10"), (4, "7/4", 2, 9), (64, "5/2", 1, 1), (3, "1/4", 1, "1/100"),
        )
    ),
)  # fmt: skip
RQ_DOMAIN = Domain(
    (ORDINARY, SHAPE, LENGTH, NEAR),
    extra=tuple(
        {"d": dd, "alpha": aa, "l": ll, "z": zz}
        for dd, aa, ll, zz in (
            (2, "1/2", 1, 1), (3, "7/5", 1, "1/10"), (4, 1, 2, 9), (16, "5/2", 1, 1), (3, "1/4", 1, "1/10"),
        )
    ),
)  # fmt: skip

_t, _u = sp.symbols("t u", nonnegative=True)
_c = z**2 / (2 * alpha * l**2)


def from_half_powers(rest: sp.Expr) -> sp.Expr:
    """int_0^1 t^(d/2) rest(t) dt along t = u^2, where it is analytic at 0 for odd d too; rest in the symbol t >= 0."""
    return 2 * sp.Integral(_u ** (d + 1) * rest.subs(_t, _u**2), (_u, 0, 1))


RQ_INTEGRAL = (
    -(alpha**2)
    * _c**2
    * from_half_powers(
        (1 + _c * _t) ** (-2 * alpha - 2)
        * sp.hyper((alpha + 1, alpha + 1), (2,), -(_c**2) * _t * (1 - _t) / (1 + _c * _t) ** 2)
    )
)
RQ_LESS = Domain(
    (
        integer("d", 2, reach=32, meaning="dimension"),
        real("alpha", "1/4", reach=("1/4", 4)),
        LENGTH,
        real("z", "1/10", reach=("1/10", 6)),
    ),
    extra=RQ_DOMAIN.extra[:4],
)

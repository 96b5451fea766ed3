"""Orthogonal rows with independent radii: where the covariance of a Matern kernel changes its sign for the first time."""

from __future__ import annotations

import sympy as sp

from rftheory.exact.functions.radial.first_zero import MaternFirstZero
from rftheory.kit import Below, Domain, On, SignChange, Statement, formula, integer, real
from rftheory.papers.beyond._lemmas.orthogonal_radii import MATERN_COV
from rftheory.papers.beyond._lemmas.radial_kernels import d, l, nu

_DIMENSION = integer("d", 3, reach=8, meaning="dimension")
_SMOOTH = real("nu", above=0, reach=("1/4", 4), meaning="smoothness")
_LAWS = Domain(
    (_DIMENSION, _SMOOTH),
    extra=tuple(
        {"d": dd, "nu": nn}
        for dd, nn in ((3, "1/2"), (3, "3/2"), (4, 1), (5, "1/2"), (6, "5/2"), (8, "1/10"))
    ),
)
_ZERO = MaternFirstZero(d, nu)
_HELPS = -MATERN_COV.subs(l, 1)
_LINE = Domain((*_LAWS.parameters, real("z", above=0, reach=("1e-2", 20), meaning="|x-y|")))
_SMALL = Domain(
    (*_LAWS.parameters, real("z", above=0, upper=2, reach=("1e-3", 2), meaning="|x-y|")),
    extra=({"d": 3, "nu": "1/2", "z": 2}, {"d": 8, "nu": 4, "z": "1/1000"}),
)


FIRST_ZERO = Statement(
    id="beyond/spectral/orf/first-zero-matern",
    kind="identity",
    where="orthogonal directions, independent radii",
    title="Where orthogonal rows begin to hurt a Matern kernel",
    text=(
        "The smallest z > 0 (l = 1) with Cov_d(z) = 0, where the covariance changes sign: 6.3275.. for the exponential "
        "kernel in three dimensions, k = .0018. In the plane there is none."
    ),
    latex=r"\mathrm{Cov}_d(z_0)=0",
    domain_text="d >= 3, nu > 0, l = 1",
    domain=_LAWS,
    sides={"": formula(_ZERO, _LAWS, "d nu")},
    claim=On(_SMALL, Below(sp.S.Zero, formula(_HELPS, _SMALL, "d nu z")), "up to z = 2 orthogonal rows help"),
    checks=(
        SignChange(
            "",
            formula(_HELPS, _LINE, "d nu z"),
            "z",
            ({"d": 3, "nu": "1/2"}, {"d": 4, "nu": 1}, {"d": 5, "nu": "5/2"}),
            16,
        ),
    ),
    uses=("beyond/spectral/orf/matern-cov", "beyond/spectral/orf/d2-always"),
)

STATEMENTS = (FIRST_ZERO,)

"""Appendix F.3 of performer, (29) to (31): the regularised softmax kernel as a Poisson mean.

Main results, w = |x+y|^2/2, f(k,d) = d^k/(d (d+2) .. (d+2k-2))
* (29): SMREG = Lambda sum_k w^k f(k,d)/k!; (30): SMREG/SM = e^{-w} sum_k w^k f(k,d)/k!.
* (31): f <= 1, hence SMREG <= SM.

Proofs. (2k-1)!!/(2k)! = 1/(2^k k!); every factor d/(d+2j) is at most 1. Second forms: 0F1, a Bessel function, the
integral over the angle. Drawn: the mean over the sphere.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    Agreement,
    All,
    Below,
    Derivation,
    Equal,
    Length,
    On,
    Proof,
    Representations,
    Restated,
    Statement,
    formula,
)
from rftheory.papers._shared import regularised_softmax as reg
from rftheory.papers._shared.invariants import DIMENSION, d, pairs
from rftheory.papers._shared.regularised_softmax import FACTOR, FACTOR_FAST, PLANE, Points, k
from rftheory.papers.performer._lemmas.gaussian_rows import MOMENT
from rftheory.papers.performer._lemmas.sphere_moments import (
    MOMENTS,
    POSITIVE_ORDERS,
    RATIO_SIDES,
    SMREG,
    SPHERE_MEAN,
    W_POINTS,
    Z,
    series_steps,
)
from rftheory.papers.performer._notation import LAMBDA

_F_POINTS: Points = (
    {"k": 0, "d": 3},
    {"k": 1, "d": 2},
    {"k": 7, "d": 64},
    {"k": 30, "d": 1},
    {"k": 5, "d": 10**6},
)

_HALF_SQUARE = Length(Z) ** 2 / 2  # w
_F = formula(FACTOR, MOMENTS, "k d", closed=FACTOR_FAST)
_BY_VANDERMONDE = (d / 2) ** k / sp.factorial(k) * sp.hyper((-k, d / 2 - 1), (d / 2,), 1)


def _regularised(proof: Proof) -> None:
    series_steps(proof)
    proof.equal(
        MOMENT / sp.factorial(2 * k) * 2**k * sp.factorial(k), sp.S.One, "(2k-1)!!/(2k)! = 1/(2^k k!)"
    )
    reg.mean_over_poisson(proof)


EQ29 = Statement(
    id="performer/eq29",
    kind="identity",
    where="eq. (29)",
    title="The series of the regularised softmax kernel",
    text="With the moments inserted the kernel is a series in w = |z|^2/2 with coefficients f(k,d)/k!.",
    latex=(
        r"\mathrm{SMREG}(x,y)=e^{-\frac{\|x\|^2+\|y\|^2}2}\sum_{k\ge0}\frac{w^k}{k!}f(k,d),\quad "
        r"f(k,d)=\frac{d^k}{(d+2k-2)(d+2k-4)\cdots d}"
    ),
    domain_text="z = x + y",
    domain=pairs(DIMENSION, d=(1, 2, 64)),
    companions={"performer/eq29/f": {"": _F}},
    claim=Equal(SMREG, LAMBDA * sp.Sum(_HALF_SQUARE**k / sp.factorial(k) * FACTOR, (k, 0, sp.oo))),
    checks=(
        Restated(
            "f as printed and by Gamma functions",
            {"": _F},
            MOMENTS,
            Equal("", ""),
            Representations("", None, _F_POINTS),
        ),
        Representations("performer/eq29/f", formula(_BY_VANDERMONDE, MOMENTS, "k d")),
        Restated(
            "SMREG/SM by the angle between omega and z and by the series",
            {"lhs": formula(reg.ratio_angle(), PLANE, "d w"), "rhs": RATIO_SIDES["rhs"]},
            PLANE,
            Equal(),
            Agreement(points=W_POINTS),
        ),
        Derivation(_regularised, WHOLE),
    ),
    uses=("performer/lemma3/corrected",),
    mechanism=("sphere",),
)

_BESSEL_POINTS: Points = (
    {"d": 1, "w": 2},
    {"d": 2, "w": "1/3"},
    {"d": 3, "w": 1},
    {"d": 64, "w": 4},
    {"d": 17, "w": 10},
)

EQ30 = Statement(
    id="performer/eq30",
    kind="identity",
    where="eq. (30)",
    title="Quotient of the two kernels",
    text="The quotient of the regularised and the softmax kernel is a Poisson mean of f(k,d).",
    latex=r"\frac{\mathrm{SMREG}(x,y)}{\mathrm{SM}(x,y)}=e^{-w}\sum_{k\ge0}\frac{w^k}{k!}f(k,d)",
    domain_text="w = |x+y|^2/2",
    domain=PLANE,
    sides=RATIO_SIDES,
    claim=Equal(),
    checks=(
        Agreement(points=_BESSEL_POINTS),
        Representations("lhs", None, _BESSEL_POINTS),
        Representations("rhs", None, _BESSEL_POINTS),
        Representations("lhs", formula(reg.ratio_angle(), PLANE, "d w"), W_POINTS),
        Derivation(reg.mean_over_poisson, WHOLE),
        SPHERE_MEAN,
    ),
    uses=("performer/eq29",),
    setting="exact kernels",
)

_F_ABOVE = formula(FACTOR, POSITIVE_ORDERS, "k d", closed=FACTOR_FAST)

EQ31 = Statement(
    id="performer/eq31",
    kind="inequality",
    where="eq. (31)",
    title="The coefficients are at most 1",
    text="f(k,d) is at most 1, so the regularised kernel never exceeds the softmax kernel.",
    latex=r"f(k,d)\le1\ \Rightarrow\ \mathrm{SMREG}(x,y)\le\mathrm{SM}(x,y)",
    domain_text="k >= 1",
    domain=POSITIVE_ORDERS,
    companions={"performer/eq31/f": {"lhs": _F_ABOVE}},
    claim=All(
        (
            Below(_F_ABOVE, sp.S.One, strict=False),
            On(PLANE, Below(RATIO_SIDES["lhs"], sp.S.One, strict=False), "w = |x+y|^2/2"),
        )
    ),
    checks=(
        Restated(
            "f as printed and by Gamma functions",
            {"": _F_ABOVE},
            POSITIVE_ORDERS,
            Equal("", ""),
            Representations("", None, _F_POINTS[1:]),
        ),
        Representations("performer/eq31/f:lhs", formula(_BY_VANDERMONDE, POSITIVE_ORDERS, "k d")),
        Derivation(reg.at_most_one, WHOLE),
    ),
    uses=("performer/eq30",),
    setting="exact kernels",
)


STATEMENTS = (
    EQ29,
    EQ30,
    EQ31,
)

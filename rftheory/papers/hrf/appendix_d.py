"""Appendix D of hrf, first part: sign features and Theorem D.1."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import Below, Derivation, Domain, Proof, Representations, Statement, formula
from rftheory.papers._shared.angular_hybrid import SHARE, SIGNS, TURN, UP_TO_PI, n, second_moment, theta
from rftheory.papers._shared.invariants import COUNT, DELTA2, V2, m, pairs, x2, xy, y2
from rftheory.papers.hrf._lemmas import drawn
from rftheory.papers.hrf._notation import (
    ANGLE,
    NONZERO,
    SAVED,
    SAVED_CLOSED,
    SM,
    angular_closed,
    angular_error,
    positive_error,
    trigonometric_error,
)

_ANGLES = Domain(
    (SIGNS, TURN),
    (UP_TO_PI,),
    extra=tuple(
        {"n": count, "theta": angle}
        for count, angle in (
            (1, 0),
            (1, 1),
            (2, 3),
            (10**6, "1e-6"),
            (5, "1/3"),
            (10**6, 2),
            (3, "3.1415926535"),
        )
    ),
)
_PAIR = pairs(COUNT, SIGNS, rules=(NONZERO,), m=(1, 3), n=(1, 7))
_k = sp.Symbol("k", integer=True, nonnegative=True)
_INDEPENDENT = formula(angular_error(), _PAIR, "m n x2 y2 xy", closed=angular_closed())
_TOGETHER = formula(angular_error() - SAVED, _PAIR, "m n x2 y2 xy", closed=angular_closed() - SAVED_CLOSED)


def _by_law(moment: sp.Expr) -> sp.Expr:
    """The mean of a function of k over the binomial law of the n sign indicators."""
    p, q = ANGLE / sp.pi, sp.acos(-xy / sp.sqrt(x2 * y2)) / sp.pi
    return sp.Sum(sp.binomial(n, _k) * p**_k * q ** (n - _k) * moment, (_k, 0, n))


_FEW: tuple[dict[str, object], ...] = tuple(
    {"m": 3, "n": count, "x2": a, "y2": b, "xy": s}
    for count, a, b, s in (
        (1, 1, 1, "1/2"),
        (2, 2, "1/4", "-1/3"),
        (5, 9, 4, 1),
        (12, 1, 2, -1),
        (3, 1, 1, 1),
        (2, 1, 1, -1),
    )
)
_ENUMERATED = _by_law((_k / n) ** 2) * positive_error() + _by_law((1 - _k / n) ** 2) * trigonometric_error()


def _signs(proof: Proof) -> None:
    total = sp.Symbol("S", real=True)  # sum over i of sgn(tau_i.x) sgn(tau_i.y)
    proof.equal(
        (sp.I / sp.sqrt(2 * n)) ** 2 * total,
        -total / (2 * n),
        "rho_n(x).rho_n(y) with the prefactor i/sqrt(2n)",
    )
    proof.equal(sp.Rational(1, 2) - total / (2 * n), (1 - total / n) / 2, "X_i = sgn sgn/n sum up to S/n")


def _mean(proof: Proof) -> None:
    _signs(proof)
    proof.cite(
        "the direction of tau in the plane of x and y is uniform; its signs differ on two arcs of length theta"
    )
    differ = 2 * theta / (2 * sp.pi)
    proof.equal((1 - differ) - differ, 1 - 2 * theta / sp.pi, "E sgn sgn = P(equal) - P(different)")
    proof.equal(2 * (1 - theta / sp.pi) - 1, 1 - 2 * theta / sp.pi, "which is 2 k_0 - 1, k_0 = 1 - theta/pi")
    proof.equal((1 - (1 - 2 * theta / sp.pi)) / 2, SHARE, "and E lam = (1 - E sum X_i)/2 = theta/pi")


def _hybrid_error(proof: Proof) -> None:
    p = sp.Symbol("p", nonnegative=True)
    a, b = sp.symbols("A B", real=True)
    mean, square = p, (n * p + n * (n - 1) * p**2) / n**2
    proof.equal(
        square,
        second_moment(p),
        "E lam^2: n squares I^2 = I and n(n-1) products of independent indicators of mean p",
    )
    proof.equal(
        sp.expand(1 - 2 * mean + square), sp.expand((1 - p) * (1 - p + p / n)), "E(1-lam)^2 = (1-p)(1-p+p/n)"
    )
    proof.equal(
        sp.expand(mean - square), sp.expand(p * (1 - 1 / n - p + p / n)), "E lam(1-lam) = p(1-1/n-p+p/n)"
    )
    lam = sp.Symbol("lam")
    proof.equal(
        sp.expand((lam * a + (1 - lam) * b) ** 2),
        sp.expand(lam**2 * a**2 + (1 - lam) ** 2 * b**2 + 2 * lam * (1 - lam) * a * b),
        "A, B the errors of ++ and trig: the error of the mixture is lam A + (1-lam) B; E AB = 0 when independent",
    )
    proof.equal(positive_error(), sp.exp(V2) * SM**2 * (1 - sp.exp(-V2)) ** 2 / (2 * m), "E A^2, Lemma 2.2")
    proof.equal(
        trigonometric_error(), sp.exp(V2) * SM**-2 * (1 - sp.exp(-DELTA2)) ** 2 / (2 * m), "E B^2, Lemma 2.2"
    )


def _together(proof: Proof) -> None:
    _hybrid_error(proof)
    u, w = sp.symbols("u w", real=True)
    proof.cite("E e^(omega.z) = e^(z.z/2) for complex z (Lemma 2.4), at z = x+y + i(x-y)")
    proof.equal(
        sp.expand((u + w + sp.I * (u - w)) ** 2 / 2),
        sp.expand(2 * u * w + sp.I * (u**2 - w**2)),
        "a coordinate's share of z.z/2",
    )
    proof.equal(
        (m * (m - 1) * SM**2 + m * SM**2 * sp.cos(x2 - y2)) / m**2 - SM**2,
        -(SM**2) * (1 - sp.cos(x2 - y2)) / m,
        "E AB with shared projections: m(m-1) independent pairs and m shared ones",
    )


EQ42 = Statement(
    id="hrf/eq42",
    kind="identity",
    where="eqs. (42), (43)",
    title="The lambda-estimator by sign products",
    text="The angular estimate of lambda is half of one minus the sum of n sign products, each scaled by 1/n.",
    latex=r"\hat\lambda(\theta)=\tfrac12\Big(1-\sum_{i=1}^nX_i\Big)",
    domain_text="x, y nonzero",
    checks=(Derivation(_signs),),
    uses=("hrf/eq19/estimator",),
    mechanism=("sgn",),
)

APPD_MEAN = Statement(
    id="hrf/appD/mean",
    kind="identity",
    where="Appendix D.1",
    title="Mean of the sign product",
    text="The n scaled sign products have the mean 1 - 2 theta/pi in total, so the estimate of lambda the mean theta/pi.",
    latex=r"\mathbb E\Big[\sum_{i=1}^nX_i\Big]=1-\tfrac{2\theta}\pi",
    domain_text="x, y nonzero",
    domain=_ANGLES,
    sides={"": formula(1 - 2 * theta / sp.pi, _ANGLES, "theta")},
    checks=(
        Representations("", formula(2 / sp.pi * sp.asin(sp.cos(theta)), _ANGLES, "theta")),
        Derivation(_mean),
    ),
    uses=("hrf/eq42",),
    mechanism=("sgn",),
)

_C = (
    1 - 2 * (1 - 2 * theta / sp.pi) + n * (1 / n**2) + n * (n - 1) * (1 / n**2) * (1 - 2 * theta / sp.pi) ** 2
) / 4


def _square(proof: Proof) -> None:
    _mean(proof)
    one, pair = sp.symbols("E_1 E_2", real=True)
    squared = (1 - 2 * one + n * (1 / n**2) + n * (n - 1) * pair) / 4
    mean = 1 - 2 * theta / sp.pi
    proof.equal(
        squared.subs({one: mean, pair: (mean / n) ** 2}),
        _C,
        "E(1-S)^2/4, S = sum X_i, X_i^2 = 1/n^2, independent signs",
    )
    proof.equal(_C, second_moment(SHARE), "the left side of Lemma 3.2")


EQ44 = Statement(
    id="hrf/eq44",
    kind="identity",
    where="eq. (44)",
    title="Second moment of lambda by sign products",
    text="The second moment of the estimate of lambda, expanded over single products and pairs of them.",
    latex=r"c=\tfrac14\left(1-2(1-\tfrac{2\theta}\pi)+n\tfrac1{n^2}+n(n-1)\tfrac1{n^2}(1-\tfrac{2\theta}\pi)^2\right)",
    domain_text="theta in [0,pi], n >= 1",
    domain=_ANGLES,
    sides={"": formula(_C, _ANGLES, "n theta", closed=second_moment(SHARE))},
    checks=(
        Representations("", points=tuple(dict(p) for p in _ANGLES.extra if p["theta"] != 0)),
        Derivation(_square),
    ),
    uses=("hrf/eq42",),
    mechanism=("sgn",),
    note="The last line of (44), a regrouping, is not legible in the source and is not judged.",
)

THMD_1_INDEPENDENT = Statement(
    id="hrf/thmD.1/independent",
    kind="identity",
    where="Theorem D.1, eq. (45)",
    title="Error of the angular hybrid, independent projections",
    text="The MSE of the angular hybrid weighs the two base errors with the second moments of lam and of 1 - lam.",
    latex=(
        r"\tfrac\theta\pi\left(\tfrac\theta\pi-\tfrac\theta{n\pi}+\tfrac1n\right)\tfrac1{2m}e^{\|z\|^2}SM^2(1-e^{-\|z\|^2})^2"
        r"+\left(1-\tfrac\theta\pi\right)\left(1-\tfrac\theta\pi+\tfrac\theta{n\pi}\right)\tfrac1{2m}e^{\|z\|^2}SM^{-2}(1-e^{-\|\Delta\|^2})^2"
    ),
    domain_text="x, y nonzero",
    domain=_PAIR,
    sides={"": _INDEPENDENT},
    checks=(
        Representations("", formula(_ENUMERATED, _PAIR, "m n x2 y2 xy"), _FEW[:4]),
        Representations("", formula(angular_closed(), _PAIR, "m n x2 y2 xy"), _FEW[:4]),
        Derivation(_hybrid_error),
        drawn.error("angular hybrid", drawn.angular, _INDEPENDENT, drawn.UNEQUAL),
    ),
    uses=("hrf/thm3.1/independent", "hrf/lemma3.2/second", "hrf/lemma2.2/trig", "hrf/lemma2.2/positive"),
    mechanism=("angular-hybrid",),
)

_PRODUCT = SM**2 * (1 - 1 / m) + SM**2 * sp.cos(x2 - y2) / m

_ENUMERATED_TOGETHER = _ENUMERATED + 2 * (_PRODUCT - SM**2) * _by_law((_k / n) * (1 - _k / n))

THMD_1_SHARED = Statement(
    id="hrf/thmD.1/shared",
    kind="identity",
    where="Theorem D.1, eq. (46)",
    title="Error of the angular hybrid, shared projections",
    text="If both base estimators use one set of projections, a term with E lam(1-lam) is subtracted.",
    latex=(
        r"(45)-\tfrac2mSM^2\,(1-\cos(\|x\|_2^2-\|y\|_2^2))\,"
        r"\tfrac\theta\pi\left(1-\tfrac1n-\tfrac\theta\pi+\tfrac\theta{n\pi}\right)"
    ),
    domain_text="x, y nonzero",
    domain=_PAIR,
    sides={"": _TOGETHER},
    checks=(
        Representations("", formula(_ENUMERATED_TOGETHER, _PAIR, "m n x2 y2 xy"), _FEW[:4]),
        Derivation(_together),
        drawn.error("angular hybrid", drawn.angular_shared, _TOGETHER, drawn.UNEQUAL),
        drawn.error(
            "products of features", drawn.angular_shared, _TOGETHER, drawn.UNEQUAL[1:], features=True
        ),
    ),
    uses=("hrf/thm3.1/shared", "hrf/lemma3.2/second"),
    mechanism=("angular-hybrid-shared",),
)


def _reduced_never(proof: Proof) -> None:
    _together(proof)
    proof.equal(
        SAVED.subs(n, 1), sp.S.Zero, "with one sign projection the two errors are equal for all x and y"
    )


def _reduced(proof: Proof) -> None:
    _together(proof)
    p, rise = sp.symbols("p q", nonnegative=True)
    proof.equal(
        sp.expand(p * (1 - 1 / n - p + p / n)),
        sp.expand(p * (1 - p) * (1 - 1 / n)),
        "E lam(1-lam) = p(1-p)(1-1/n)",
    )
    proof.nonnegative(
        (p * rise * (1 - 1 / n)).subs(n, 1 + sp.Symbol("j", integer=True, nonnegative=True)),
        "p, q = 1-p >= 0",
    )
    proof.equal(1 - sp.cos(x2 - y2), 2 * sp.sin((x2 - y2) / 2) ** 2, "and 1 - cos >= 0, as a square")


_REDUCED = (Representations("lhs", None, _FEW[:4]), Representations("rhs", None, _FEW[:4]))

THMD_1_REDUCED = Statement(
    id="hrf/thmD.1/reduced",
    kind="inequality",
    where="Theorem D.1, sentence before eq. (46)",
    title="Sharing projections reduces the error",
    text="Sharing the projections of the two base estimators is said to make the MSE of the angular hybrid smaller.",
    latex=r"(46)<(45)",
    domain_text="x, y nonzero, n >= 1",
    domain=_PAIR,
    sides={"lhs": _TOGETHER, "rhs": _INDEPENDENT},
    claim=Below(),
    checks=(
        *_REDUCED,
        Derivation(_reduced_never, "n = 1, all x and y", refutes=True),
    ),
    uses=("hrf/thmD.1/independent", "hrf/thmD.1/shared"),
    mechanism=("angular-hybrid",),
    note="Read strictly. The two are equal for n = 1, at theta = 0 and pi, and where |x|^2 - |y|^2 is a multiple of 2 pi.",
).corrected(
    text=(
        "Sharing never increases the MSE, and lowers it exactly if n >= 2, 0 < theta < pi and |x|^2 - |y|^2 is no "
        "multiple of 2 pi."
    ),
    latex=r"(46)\le(45)",
    claim=Below(strict=False),
    checks=(*_REDUCED, Derivation(_reduced)),
    uses=(),
)

STATEMENTS = (
    EQ42,
    APPD_MEAN,
    EQ44,
    THMD_1_INDEPENDENT,
    THMD_1_SHARED,
    THMD_1_REDUCED,
)

"""Theorem D.1 of hrf: the error of the angular hybrid for any two inputs.

Main results, p = theta/pi
* (45), independent projections: p(p - p/n + 1/n) MSE(SM++) + (1-p)(1-p+p/n) MSE(SMtrig).
* (46), shared projections: (45) - (2/m) SM^2 (1 - cos(|x|^2 - |y|^2)) p(1 - 1/n - p + p/n).
* (46) is never above (45). They are equal for n = 1, at theta = 0 and pi, and where |x|^2 - |y|^2 is a multiple of
  2 pi; elsewhere (46) is smaller.

Proofs. Theorem 3.1 with the moments of Lemma 3.2. Second forms: sums over the binomial law of lam, and hyperbolic
sines with the angles to y and -y, whose zeros are exact. Drawn: both, the shared one also by products of features.
"""

from __future__ import annotations

from dataclasses import replace

import sympy as sp

from rftheory.kit import (
    WHOLE,
    All,
    Below,
    Derivation,
    Equal,
    MeanSquareError,
    On,
    Proof,
    Representations,
    Rule,
    Statement,
    formula,
    integer,
)
from rftheory.papers._shared.angular_hybrid import n, second_moment
from rftheory.papers._shared.bipolar_hybrids import CROSS
from rftheory.papers._shared.hybrid_errors import (
    ANGLE,
    NONZERO,
    NONZERO_PAIRS,
    SAVED,
    SAVED_CLOSED,
    SM,
    angular_closed,
    angular_error,
    positive_error,
    trigonometric_error,
)
from rftheory.papers._shared.invariants import COUNT, DELTA2, V2, m, pairs, x2, xy, y2
from rftheory.papers.hrf._lemmas import drawn
from rftheory.papers.hrf._lemmas.base_terms import ANGULAR, ANGULAR_SHARED

_INDEPENDENT = formula(angular_error(), NONZERO_PAIRS, "m n x2 y2 xy", closed=angular_closed())
_TOGETHER = formula(
    angular_error() - SAVED, NONZERO_PAIRS, "m n x2 y2 xy", closed=angular_closed() - SAVED_CLOSED
)

_SMALL = pairs(COUNT, integer("n", 1, reach=12), rules=(NONZERO,), m=(1, 3), n=(1, 7))
_LAW = "by the binomial law of lambda, searched at n <= 12"
_k = sp.Symbol("k", integer=True, nonnegative=True)


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


def _hybrid_error(proof: Proof) -> None:
    p = sp.Symbol("p", nonnegative=True)
    a, b = sp.symbols("A B", real=True)
    mean, square = p, (n * p + n * (n - 1) * p**2) / n**2
    proof.equal(
        square,
        second_moment(p),
        "E lam^2: n squares I^2 = I and n(n-1) products of independent indicators of mean p",
    )
    proof.equal(1 - 2 * mean + square, (1 - p) * (1 - p + p / n), "E(1-lam)^2 = (1-p)(1-p+p/n)")
    proof.equal(mean - square, p * (1 - 1 / n - p + p / n), "E lam(1-lam) = p(1-1/n-p+p/n)")
    lam = sp.Symbol("lam")
    proof.equal(
        (lam * a + (1 - lam) * b) ** 2,
        lam**2 * a**2 + (1 - lam) ** 2 * b**2 + 2 * lam * (1 - lam) * a * b,
        "A, B the errors of ++ and trig: the error of the mixture is lam A + (1-lam) B; E AB = 0 when independent",
    )
    proof.equal(positive_error(), sp.exp(V2) * SM**2 * (1 - sp.exp(-V2)) ** 2 / (2 * m), "E A^2, Lemma 2.2")
    proof.equal(
        trigonometric_error(), sp.exp(V2) * SM**-2 * (1 - sp.exp(-DELTA2)) ** 2 / (2 * m), "E B^2, Lemma 2.2"
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
    domain=NONZERO_PAIRS,
    sides={"": _INDEPENDENT},
    claim=All(
        (
            Equal(MeanSquareError(ANGULAR), ""),
            On(_SMALL, Equal("", formula(_ENUMERATED, _SMALL, "m n x2 y2 xy")), _LAW),
        )
    ),
    checks=(
        Representations("", formula(_ENUMERATED, NONZERO_PAIRS, "m n x2 y2 xy"), _FEW[:4]),
        Representations("", formula(angular_closed(), NONZERO_PAIRS, "m n x2 y2 xy"), _FEW[:4]),
        Derivation(_hybrid_error, WHOLE),
        drawn.error("angular hybrid", drawn.angular, _INDEPENDENT, drawn.UNEQUAL),
    ),
    uses=("hrf/thm3.1/independent", "hrf/lemma3.2/second", "hrf/lemma2.2/trig", "hrf/lemma2.2/positive"),
    mechanism=("angular-hybrid",),
)


def _together(proof: Proof) -> None:
    _hybrid_error(proof)
    u, w = sp.symbols("u w", real=True)
    proof.cite("E e^(omega.z) = e^(z.z/2) for complex z (Lemma 2.4), at z = x+y + i(x-y)")
    proof.equal(
        (u + w + sp.I * (u - w)) ** 2 / 2, 2 * u * w + sp.I * (u**2 - w**2), "a coordinate's share of z.z/2"
    )
    proof.equal(
        (m * (m - 1) * SM**2 + m * SM**2 * sp.cos(x2 - y2)) / m**2 - SM**2,
        -(SM**2) * (1 - sp.cos(x2 - y2)) / m,
        "E AB with shared projections: m(m-1) independent pairs and m shared ones",
    )


_ENUMERATED_TOGETHER = _ENUMERATED + 2 * (CROSS - SM**2) * _by_law((_k / n) * (1 - _k / n))

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
    domain=NONZERO_PAIRS,
    sides={"": _TOGETHER},
    claim=All(
        (
            Equal(MeanSquareError(ANGULAR_SHARED), ""),
            On(_SMALL, Equal("", formula(_ENUMERATED_TOGETHER, _SMALL, "m n x2 y2 xy")), _LAW),
        )
    ),
    checks=(
        Representations("", formula(_ENUMERATED_TOGETHER, NONZERO_PAIRS, "m n x2 y2 xy"), _FEW[:4]),
        Derivation(_together, WHOLE),
        drawn.error("angular hybrid", drawn.angular_shared, _TOGETHER, drawn.UNEQUAL),
        drawn.error(
            "products of features", drawn.angular_shared, _TOGETHER, drawn.UNEQUAL[1:], features=True
        ),
    ),
    uses=("hrf/thm3.1/shared", "hrf/lemma3.2/second", "hrf/lemma2.4"),
    mechanism=("angular-hybrid-shared",),
)


def _reduced(proof: Proof) -> None:
    _together(proof)
    p, rise = sp.symbols("p q", nonnegative=True)
    proof.equal(p * (1 - 1 / n - p + p / n), p * (1 - p) * (1 - 1 / n), "E lam(1-lam) = p(1-p)(1-1/n)")
    proof.nonnegative(
        (p * rise * (1 - 1 / n)).subs(n, 1 + sp.Symbol("j", integer=True, nonnegative=True)),
        "p, q = 1-p >= 0",
    )
    proof.equal(1 - sp.cos(x2 - y2), 2 * sp.sin((x2 - y2) / 2) ** 2, "and 1 - cos >= 0, as a square")


_SAVED = formula(SAVED_CLOSED, NONZERO_PAIRS, "m n x2 y2 xy")  # what (46) subtracts from (45)
_SHARE = ANGLE / sp.pi
_BY_SINE = formula(
    4 / m * SM**2 * sp.sin((x2 - y2) / 2) ** 2 * _SHARE * (1 - _SHARE) * (1 - 1 / n),
    NONZERO_PAIRS,
    "m n x2 y2 xy",
)
_WHERE_LOWER = "n >= 2, 0 < theta < pi, 0 < ||x|^2 - |y|^2| < 2 pi"
_STRICTLY = sp.And(n >= 2, xy**2 < x2 * y2, sp.Ne(x2, y2), (x2 - y2) ** 2 < 4 * sp.pi**2)
_LOWERED = replace(
    NONZERO_PAIRS,
    rules=(*NONZERO_PAIRS.rules, Rule(_STRICTLY, _WHERE_LOWER)),
    extra=tuple(
        {"m": 3, "n": count, "x2": a, "y2": b, "xy": s}
        for count, a, b, s in (
            (2, 1, 2, 1),
            (5, 9, 4, 1),
            (2, 2, "1/4", "-1/3"),
            (100, 1, "101/100", 0),
            (7, 1, 7, 2),
        )
    ),
)
_REDUCED = (Representations("lhs", None, _FEW[:4]), Representations("rhs", None, _FEW[:4]))

THMD_1_REDUCED = Statement(
    id="hrf/thmD.1/reduced",
    kind="inequality",
    where="Theorem D.1, sentence before eq. (46)",
    title="Sharing projections reduces the error",
    text="Sharing the projections of the two base estimators is said to reduce the MSE of the angular hybrid further.",
    latex=r"(46)\le(45)",
    domain_text="x, y nonzero, n >= 1",
    domain=NONZERO_PAIRS,
    sides={"lhs": _TOGETHER, "rhs": _INDEPENDENT},
    claim=All((Below(strict=False), On(_LOWERED, Below(), _WHERE_LOWER), Equal(_SAVED, _BY_SINE))),
    checks=(*_REDUCED, Derivation(_reduced, WHOLE)),
    uses=("hrf/thmD.1/independent", "hrf/thmD.1/shared"),
    mechanism=("angular-hybrid",),
    note=(
        "Read as: never larger, and smaller where something is shared to gain from. Sharing takes away (4/m) SM^2 "
        "sin^2((|x|^2-|y|^2)/2) p(1-p)(1-1/n), p = theta/pi: nothing for n = 1, at theta = 0 and pi, and where "
        "|x|^2 - |y|^2 is a multiple of 2 pi."
    ),
)


STATEMENTS = (
    THMD_1_INDEPENDENT,
    THMD_1_SHARED,
    THMD_1_REDUCED,
)

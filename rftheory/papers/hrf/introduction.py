"""Abstract and Section 1 of hrf: kernels, the two base estimators and where each of them errs."""

from __future__ import annotations

import sympy as sp

from rftheory.domain import Domain, Rule
from rftheory.evidence.deterministic.agreement import Representations
from rftheory.evidence.deterministic.derivation import Derivation, Proof
from rftheory.evidence.deterministic.restated import Restated
from rftheory.exact.functions.hybrids.angular_maximum import LargestH
from rftheory.papers._shared.angular_bound import LARGEST
from rftheory.papers._shared.angular_hybrid import RADIUS, SIGNS, WIDTH, n, r
from rftheory.papers._shared.invariants import (
    CAUCHY_SCHWARZ,
    COUNT,
    DELTA2,
    SQUARES,
    V2,
    fit,
    m,
    pairs,
    x2,
    xy,
    y2,
)
from rftheory.papers.hrf._lemmas.base_moments import (
    COUNTED,
    FALLING,
    NAMES,
    RISING,
    falls,
    rises,
    unbounded_above,
    unbounded_below,
    wave_mean,
)
from rftheory.papers.hrf._lemmas.compositional import unbiased_steps
from rftheory.papers.hrf._lemmas.estimates import (
    BY_EXPONENTIALS,
    BY_SINES_AND_COSINES,
    MINUS,
    NORMS,
    PLUS,
    SAMPLES,
    mean_of,
)
from rftheory.papers.hrf._notation import SM
from rftheory.statements import Below, Equal, Statement, formula

_k = sp.Symbol("k", nonnegative=True, integer=True)
_PAIRS = pairs()
_GAUSSIAN = sp.exp(-DELTA2 / 2)
_WORST = Domain(
    (COUNT, SIGNS, RADIUS),
    extra=tuple(
        dict(zip(("m", "n", "r"), column, strict=True))
        for column in ((1, 1, 1), (10, 1, 5), (1, 1, "1/1000"), (1, 2, 30), (8, 8, "3/2"), (3, 10**6, 1000), (2, 1, "1/10"))
    ),
)  # fmt: skip
_BY_H = formula(sp.exp(2 * r**2) * sp.sqrt(LargestH(n, r) / (2 * m)), _WORST, "m n r")
_RADII: tuple[dict[str, object], ...] = (
    {"m": 1, "n": 1, "r": 1},
    {"m": 10, "n": 3, "r": "5/2"},
    {"m": 4, "n": 8, "r": "1/3"},
)
_OPPOSED = Domain(
    (COUNT, *SQUARES),
    (CAUCHY_SCHWARZ, Rule(("xy",), "xy <= 0 (SM <= 1)", lambda s: s <= 0)),
    fit,
    COUNTED.extra,
)
_ALIGNED = Domain(
    (COUNT, *SQUARES),
    (CAUCHY_SCHWARZ, Rule(("xy",), "xy >= 0 (SM >= 1)", lambda s: s >= 0)),
    fit,
    COUNTED.extra,
)

_TRIGONOMETRIC = sp.exp(V2) / (2 * m) * SM**-2 * (1 - sp.exp(-DELTA2)) ** 2
_POSITIVE = sp.exp(V2) / (2 * m) * SM**2 * (1 - sp.exp(-V2)) ** 2


def _all_unbiased(proof: Proof) -> None:
    unbiased_steps(proof)
    proof.equal(
        sp.exp(-x2 / 2) * SM * sp.exp(-y2 / 2),
        _GAUSSIAN,
        "the weights exp(-|u|^2/2) turn the mean SM into the Gaussian kernel",
    )


def _worst_case(proof: Proof) -> None:
    p, q = sp.symbols("p q", positive=True)  # p/(p+q) = theta/pi: every value in (0, 1)
    j, s, t = sp.symbols("j s t", nonnegative=True)
    share, count = p / (p + q), 1 + j
    second = share * (share + (1 - share) / count)
    other = (1 - share) * (1 - share + share / count)
    proof.nonnegative(
        sp.factor(1 - second - other),
        "0 < theta < pi: E lam^2 + E(1-lam)^2 = 1 - 2p(1-p)(1-1/n) is at most 1",
    )
    proof.positive(sp.factor(second), "E lam^2 > 0")
    proof.positive(sp.factor(other), "E(1-lam)^2 > 0")
    proof.positive(
        sp.diff(sp.sinh(s), s),
        "sinh is increasing, so the relative errors (2/m)^(1/2) sinh(2r^2 c) of ++ and",
    )
    proof.equal(
        sp.cos(t) ** 2 + sp.sin(t) ** 2,
        sp.S.One,
        "(2/m)^(1/2) sinh(2r^2 (1-c)) of trig, 0 < c = cos^2(theta/2) < 1,",
    )
    proof.equal(
        WIDTH / sp.sqrt(2 * m),
        sp.sqrt(2 / m) * sp.sinh(2 * r**2).rewrite(sp.exp),
        "stay below W(r)/sqrt(2m), the largest error of either",
    )
    a, b, one, two, worst = sp.symbols("a b P Q W", real=True)
    proof.equal(
        worst**2 - (a * one**2 + b * two**2),
        (1 - a - b) * worst**2 + a * (worst**2 - one**2) + b * (worst**2 - two**2),
        "so eps^2 = E lam^2 P^2 + E(1-lam)^2 Q^2 < W^2/(2m): one term >= 0, two terms > 0",
    )
    proof.equal(
        share.subs(p, 0) + (1 - share.subs(p, 0)) * sp.sinh(0),
        sp.S.Zero,
        "theta = 0: lam = 0 and trig is exact, so eps = 0; likewise at pi",
    )
    proof.cite(
        "Weierstrass: the continuous eps attains its maximum on [0, pi], so the maximum itself is below W/sqrt(2m)"
    )


def _link(proof: Proof) -> None:
    one, two, weight, other = sp.symbols("p q g h", real=True)
    proof.equal(-DELTA2 / 2, -x2 / 2 + xy - y2 / 2, "the exponents agree: |x-y|^2 = |x|^2 - 2 x.y + |y|^2")
    proof.equal(
        (weight * one) * (other * two),
        weight * (one * two) * other,
        "entry by entry the scaled maps multiply to the scaled product",
    )


def _small_values(proof: Proof) -> None:
    falls(proof)
    unbounded_below(proof)


def _large_values(proof: Proof) -> None:
    rises(proof)
    unbounded_above(proof)


STATEMENTS = (
    Statement(
        id="hrf/abstract/unbiased",
        kind="identity",
        where="Abstract",
        title="Hybrid estimators are unbiased",
        text="Hybrids of unbiased estimators have mean SM, and with Gaussian weights the mean of the Gaussian kernel.",
        latex=r"\mathbb E\,\widehat{SM}^{hyb}=SM",
        domain_text="all hybrid estimators of the paper",
        checks=(Derivation(_all_unbiased),),
        uses=("hrf/eq8/unbiased",),
        mechanism="any coupling with unbiased base estimators",
    ),
    Statement(
        id="hrf/abstract/worst-case",
        kind="inequality",
        where="Abstract, and Section 1 (contributions)",
        title="The worst relative error of the hybrid is strictly smaller",
        text="Over every sphere the largest relative error of the angular hybrid is below that of trig and of ++.",
        latex=r"\epsilon_{S(r)}(\widehat{SM}^{anghyb}_{m,n})<\epsilon_{S(r)}(\widehat{SM}^{trig}_m)=\epsilon_{S(r)}(\widehat{SM}^{++}_m)",
        domain_text="inputs on a sphere of radius r > 0; equal m, any n >= 1",
        domain=_WORST,
        sides={
            "lhs": formula(LARGEST, _WORST, "m n r"),
            "rhs": formula(WIDTH / sp.sqrt(2 * m), _WORST, "m r", closed=sp.sqrt(2 / m) * sp.sinh(2 * r**2)),
        },
        claim=Below(),
        checks=(Representations("rhs"), Representations("lhs", _BY_H, _RADII), Derivation(_worst_case)),
        uses=("hrf/thm3.5/bound", "hrf/lemma3.4/max"),
        mechanism="angular hybrid; m base projections, n sign projections",
        note="At an equal number m of base projections; the hybrid has more features (of order mn).",
    ),
    Statement(
        id="hrf/eq1/kernels",
        kind="definition",
        where="eq. (1)",
        title="The softmax and the Gaussian kernel",
        text="The softmax kernel exp(x.y) and the Gaussian kernel exp(-|x-y|^2/2).",
        latex=r"SM(x,y)=e^{x^\top y},\quad K_{gauss}(x,y)=e^{-\|x-y\|_2^2/2}",
        domain_text="printed K: R^{d x d} -> R",
        domain=_PAIRS,
        sides={"sm": formula(SM, _PAIRS, "xy"), "gauss": formula(_GAUSSIAN, _PAIRS, "x2 y2 xy")},
        checks=(
            Representations("sm", formula(sp.Sum(xy**_k / sp.factorial(_k), (_k, 0, sp.oo)), _PAIRS, "xy")),
            Representations("gauss", formula(wave_mean(-DELTA2), _PAIRS, "x2 y2 xy")),
        ),
        mechanism="kernels",
        note="A kernel takes two vectors: the domain R^{d x d} is read as R^d x R^d, as in Definition 2.1.",
    ),
    Statement(
        id="hrf/eq1/link",
        kind="identity",
        where="Section 1, after eq. (1)",
        title="From softmax to Gaussian features",
        text="Weights exp(-|u|^2/2) turn the softmax kernel, and any features of it, into the Gaussian kernel.",
        latex=r"K_{gauss}(x,y)=e^{-\|x\|^2/2}\,SM(x,y)\,e^{-\|y\|^2/2}",
        domain_text="x, y in R^d",
        domain=_PAIRS,
        sides={
            "lhs": formula(_GAUSSIAN, _PAIRS, "x2 y2 xy"),
            "rhs": formula(sp.Mul(sp.exp(-x2 / 2), SM, sp.exp(-y2 / 2), evaluate=False), _PAIRS, "x2 y2 xy"),
        },
        claim=Equal(),
        checks=(Derivation(_link),),
        uses=("hrf/eq1/kernels",),
        mechanism="any map",
    ),
    Statement(
        id="hrf/eq2",
        kind="definition",
        where="eq. (2)",
        title="Trigonometric features",
        text="m sines and m cosines of Gaussian projections, weighted by exp(|u|^2/2)/sqrt m.",
        latex=(
            r"\phi^{trig}_m(u)=\tfrac1{\sqrt m}e^{\|u\|^2/2}(\sin\omega_1^\top u,\dots,\sin\omega_m^\top u,"
            r"\cos\omega_1^\top u,\dots,\cos\omega_m^\top u)^\top"
        ),
        domain_text="u in R^d; omega_i iid N(0, I_d)",
        domain=SAMPLES,
        sides={
            "": formula(
                BY_SINES_AND_COSINES, SAMPLES, "W x y", closed=sp.exp(NORMS / 2) * mean_of(sp.cos(MINUS))
            )
        },
        mechanism="iid x trigonometric x softmax; m projections, 2m entries",
        note="The sentence calls m the number of random features: it counts the projections, the map has 2m entries.",
    ),
    Statement(
        id="hrf/sec1/trig-small-values",
        kind="inequality",
        where="Section 1",
        title="Trigonometric features err most at small kernel values",
        text="The trigonometric error is particularly large where the kernel is close to zero.",
        latex=r"\mathrm{MSE}(\widehat{SM}^{trig}_m)\ \text{large for}\ SM\approx0",
        domain_text="qualitative",
        domain=_OPPOSED,
        checks=(
            Derivation(
                _small_values,
                "in two senses: at fixed norms the error falls strictly in SM, and over all pairs it tends to infinity as SM -> 0",
            ),
            FALLING,
            Restated(
                "for SM <= 1 the error is at least (SM^-1 - SM^3)^2/(2m)",
                {
                    "least": formula((SM**-1 - SM**3) ** 2 / (2 * m), _OPPOSED, "m xy"),
                    "error": formula(_TRIGONOMETRIC, _OPPOSED, NAMES),
                },
                _OPPOSED,
                Below("least", "error", strict=False),
            ),
        ),
        uses=("hrf/lemma2.2/trig",),
        mechanism="trig",
    ),
    Statement(
        id="hrf/eq3",
        kind="definition",
        where="eq. (3)",
        title="Positive features",
        text="Exponentials of m Gaussian projections and of their negatives, weighted by exp(-|u|^2/2)/sqrt(2m).",
        latex=(
            r"\phi^{++}_m(u)=\tfrac1{\sqrt{2m}}e^{-\|u\|^2/2}(e^{\omega_1^\top u},\dots,e^{\omega_m^\top u},"
            r"e^{-\omega_1^\top u},\dots,e^{-\omega_m^\top u})^\top"
        ),
        domain_text="u in R^d; omega_i iid N(0, I_d)",
        domain=SAMPLES,
        sides={
            "": formula(BY_EXPONENTIALS, SAMPLES, "W x y", closed=sp.exp(-NORMS / 2) * mean_of(sp.cosh(PLUS)))
        },
        mechanism="iid x positive x softmax; m projections, 2m entries",
    ),
    Statement(
        id="hrf/sec1/positive-large-values",
        kind="inequality",
        where="Section 1",
        title="Positive features err most at large kernel values",
        text="The positive error is larger where the kernel is large.",
        latex=r"\mathrm{MSE}(\widehat{SM}^{++}_m)\ \text{large for large}\ SM",
        domain_text="qualitative",
        domain=_ALIGNED,
        checks=(
            Derivation(
                _large_values,
                "in two senses: at fixed norms the error rises strictly in SM, and over all pairs it tends to infinity with SM",
            ),
            RISING,
            Restated(
                "for SM >= 1 the error is at least (SM^3 - SM^-1)^2/(2m)",
                {
                    "least": formula((SM**3 - SM**-1) ** 2 / (2 * m), _ALIGNED, "m xy"),
                    "error": formula(_POSITIVE, _ALIGNED, NAMES),
                },
                _ALIGNED,
                Below("least", "error", strict=False),
            ),
        ),
        uses=("hrf/lemma2.2/positive",),
        mechanism="++",
    ),
)  # fmt: skip

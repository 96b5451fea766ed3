"""Section 1 of hrf: the softmax and the Gaussian kernel, the two base estimators and where each of them errs.

Main results
* (1): SM = exp(x.y), K_gauss = exp(-|x-y|^2/2) = exp(-|x|^2/2) SM exp(-|y|^2/2), and so for their features.
* (2), (3): trigonometric and positive features, evaluated at given projections W.
* At fixed norms the error of trig falls in x.y, that of ++ rises. For SM <= 1 the first is at least
  (SM^-1 - SM^3)^2/(2m), for SM >= 1 the second at least (SM^3 - SM^-1)^2/(2m), whatever the norms.

As printed the kernels of (1) live on R^{d x d} and m counts features; read are R^d x R^d and m projections.

Proofs. The errors are those of Lemma 2.2; their slopes in |x-y|^2 and |x+y|^2 at fixed norms have one sign, and
|x|^2 + |y|^2 >= 2|x.y| gives the bounds. The kernels are compared with power series of Gaussian moments.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    All,
    Below,
    Derivation,
    Domain,
    Equal,
    Given,
    Monotone,
    On,
    Order,
    Proof,
    Representations,
    Statement,
    formula,
    real,
    whole,
)
from rftheory.papers._shared.base_estimators import (
    COUNTED,
    FALLING,
    NAMES,
    POSITIVE_CLOSED,
    RISING,
    TRIGONOMETRIC_CLOSED,
    TRIGONOMETRIC_PRINTED,
    falls,
    rises,
    unbounded_above,
    unbounded_below,
    wave_mean,
)
from rftheory.papers._shared.hybrid_errors import GAUSSIAN_KERNEL, SM, positive_error
from rftheory.papers._shared.invariants import (
    COUNT,
    DELTA2,
    m,
    pairs,
    x2,
    xy,
    y2,
)
from rftheory.papers.hrf._lemmas.estimates import (
    BY_EXPONENTIALS,
    BY_SINES_AND_COSINES,
    MINUS,
    NORMS,
    PLUS,
    SAMPLES,
    mean_of,
)

_PAIRS = pairs()
_k = sp.Symbol("k", nonnegative=True, integer=True)

EQ1_KERNELS = Statement(
    id="hrf/eq1/kernels",
    kind="definition",
    where="eq. (1)",
    title="The softmax and the Gaussian kernel",
    text="The softmax kernel exp(x.y) and the Gaussian kernel exp(-|x-y|^2/2).",
    latex=r"SM(x,y)=e^{x^\top y},\quad K_{gauss}(x,y)=e^{-\|x-y\|_2^2/2}",
    domain_text="printed K: R^{d x d} -> R",
    domain=_PAIRS,
    sides={"sm": formula(SM, _PAIRS, "xy"), "gauss": formula(GAUSSIAN_KERNEL, _PAIRS, "x2 y2 xy")},
    checks=(
        Representations("sm", formula(sp.Sum(xy**_k / sp.factorial(_k), (_k, 0, sp.oo)), _PAIRS, "xy")),
        Representations("gauss", formula(wave_mean(-DELTA2), _PAIRS, "x2 y2 xy")),
    ),
    setting="kernels",
    note="A kernel takes two vectors: the domain R^{d x d} is read as R^d x R^d, as in Definition 2.1.",
)


def _link(proof: Proof) -> None:
    one, two, weight, other = sp.symbols("p q g h", real=True)
    proof.equal(-DELTA2 / 2, -x2 / 2 + xy - y2 / 2, "the exponents agree: |x-y|^2 = |x|^2 - 2 x.y + |y|^2")
    proof.equal(
        (weight * one) * (other * two),
        weight * (one * two) * other,
        "entry by entry the scaled maps multiply to the scaled product",
    )


EQ1_LINK = Statement(
    id="hrf/eq1/link",
    kind="identity",
    where="Section 1, after eq. (1)",
    title="From softmax to Gaussian features",
    text="Weights exp(-|u|^2/2) turn the softmax kernel, and any features of it, into the Gaussian kernel.",
    latex=r"K_{gauss}(x,y)=e^{-\|x\|^2/2}\,SM(x,y)\,e^{-\|y\|^2/2}",
    domain_text="x, y in R^d",
    domain=_PAIRS,
    sides={
        "lhs": formula(GAUSSIAN_KERNEL, _PAIRS, "x2 y2 xy"),
        "rhs": formula(sp.Mul(sp.exp(-x2 / 2), SM, sp.exp(-y2 / 2), evaluate=False), _PAIRS, "x2 y2 xy"),
    },
    claim=Equal(),
    checks=(Derivation(_link, WHOLE),),
    uses=("hrf/eq1/kernels",),
    setting="any map",
)

EQ2 = Statement(
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
        "": formula(BY_SINES_AND_COSINES, SAMPLES, "W x y", closed=sp.exp(NORMS / 2) * mean_of(sp.cos(MINUS)))
    },
    mechanism=("iid", "trigonometric"),
    setting="iid x trigonometric x softmax; m projections, 2m entries",
    note="The sentence calls m the number of random features: it counts the projections, the map has 2m entries.",
)

_s = sp.Symbol("s", positive=True)
_BELOW_ONE = Domain((COUNT, real("s", above=0, below=1, meaning="value of the softmax kernel")))
_ABOVE_ONE = Domain((COUNT, real("s", above=1, reach=("1e-3", 1000), meaning="value of the softmax kernel")))


def _least_trigonometric(value: sp.Expr) -> sp.Expr:
    """The least error over all pairs with this kernel value, which is at most 1."""
    return (1 / value - value**3) ** 2 / (2 * m)


def _small_values(proof: Proof) -> None:
    falls(proof)
    unbounded_below(proof)
    proof.limit(_s**2 * _least_trigonometric(_s), _s, 0, 1 / (2 * m), "it grows as 1/SM^2")


SEC1_TRIG_SMALL_VALUES = Statement(
    id="hrf/sec1/trig-small-values",
    kind="inequality",
    where="Section 1",
    title="Trigonometric features err most at small kernel values",
    text="The trigonometric error is particularly large where the kernel is close to zero.",
    latex=r"\mathrm{MSE}(\widehat{SM}^{trig}_m)\ \text{large for}\ SM\approx0",
    domain_text="qualitative",
    domain=COUNTED,
    claim=All(
        (
            Monotone(
                formula(TRIGONOMETRIC_PRINTED, COUNTED, NAMES, closed=TRIGONOMETRIC_CLOSED),
                "xy",
                increasing=False,
            ),
            Given(xy <= 0, Below(_least_trigonometric(SM), TRIGONOMETRIC_PRINTED, strict=False)),
            On(
                _BELOW_ONE,
                Order(_s**-2, "s", 1 / _least_trigonometric(_s), sp.S.Zero, toward=sp.S.Zero),
                "kernel values s < 1",
            ),
        )
    ),
    checks=(Derivation(_small_values, whole("both senses in which the words are read")), FALLING),
    uses=("hrf/lemma2.2/trig",),
    mechanism=("trigonometric",),
    note=(
        "Read in two senses: at fixed norms the error falls strictly in SM, and over all pairs, whatever their norms, "
        "it grows as 1/SM^2 or faster as SM tends to 0."
    ),
)

EQ3 = Statement(
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
    mechanism=("iid", "hyperbolic"),
    setting="iid x positive x softmax; m projections, 2m entries",
)


def _least_positive(value: sp.Expr) -> sp.Expr:
    """The least error over all pairs with this kernel value, which is at least 1."""
    return (value**3 - 1 / value) ** 2 / (2 * m)


def _large_values(proof: Proof) -> None:
    rises(proof)
    unbounded_above(proof)
    proof.limit(_least_positive(_s) / _s**6, _s, sp.oo, 1 / (2 * m), "it grows as SM^6")


SEC1_POSITIVE_LARGE_VALUES = Statement(
    id="hrf/sec1/positive-large-values",
    kind="inequality",
    where="Section 1",
    title="Positive features err most at large kernel values",
    text="The positive error is larger where the kernel is large.",
    latex=r"\mathrm{MSE}(\widehat{SM}^{++}_m)\ \text{large for large}\ SM",
    domain_text="qualitative",
    domain=COUNTED,
    claim=All(
        (
            Monotone(formula(positive_error(), COUNTED, NAMES, closed=POSITIVE_CLOSED), "xy"),
            Given(xy >= 0, Below(_least_positive(SM), positive_error(), strict=False)),
            On(_ABOVE_ONE, Order(_s**6, "s", 1 / _least_positive(_s), sp.S.Zero), "kernel values s > 1"),
        )
    ),
    checks=(Derivation(_large_values, whole("both senses in which the words are read")), RISING),
    uses=("hrf/lemma2.2/positive",),
    mechanism=("hyperbolic",),
    note=(
        "Read in two senses: at fixed norms the error rises strictly in SM, and over all pairs, whatever their norms, "
        "it grows as SM^6 or faster with SM."
    ),
)


STATEMENTS = (
    EQ1_KERNELS,
    EQ1_LINK,
    EQ2,
    SEC1_TRIG_SMALL_VALUES,
    EQ3,
    SEC1_POSITIVE_LARGE_VALUES,
)

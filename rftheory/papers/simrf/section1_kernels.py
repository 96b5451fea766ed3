"""Section 1 of simrf, (1) to (7): kernels and their feature maps.

* (2): K(x-y) = int p(w) e^{i w.(x-y)} dw, derived for the Gaussian kernel, where p is N(0, I).
* (5): K_gauss = e^{x.y} e^{-|x|^2/2-|y|^2/2}.
* (6), (7): E phi_PRF(x).phi_PRF(y) = K_gauss, by E e^{w.(x+y)} = e^{v^2/2} with v = |x+y|; drawn as well.

The others, (1), (3) and (4), are definitions.
"""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from rftheory.kit import (
    WHOLE,
    All,
    Derivation,
    Distribution,
    Domain,
    Draw,
    Equal,
    Estimate,
    Expectation,
    Inner,
    Point,
    Proof,
    Representations,
    Simulation,
    Statement,
    formula,
    part,
)
from rftheory.papers.simrf._lemmas.random_terms import ANY
from rftheory.papers.simrf._notation import (
    CAUCHY_SCHWARZ,
    DISTANCE,
    EXPERIMENT,
    SQUARES,
    V2,
    chosen,
    drawn_square,
    k,
    m,
    positive_v,
    x2,
    xy,
    y2,
    z,
)

EQ1 = Statement(
    id="simrf/eq1",
    kind="definition",
    where="eq. (1)",
    title="Unbiased estimate of a kernel",
    text="A kernel is the mean of the inner product of two random feature vectors.",
    latex=r"K(x,y)=\mathbb E[\widehat K(x,y)],\ \widehat K(x,y)=\phi(x)^\top\phi(y)",
    domain_text="x, y in R^d",
)


def _gaussian_spectrum(proof: Proof) -> None:
    s, t = sp.symbols("s t", real=True)
    density = sp.exp(-(s**2) / 2) / sp.sqrt(2 * sp.pi)
    proof.cite("Bochner's theorem (continuous K); here one coordinate at a time, as N(0, I) is a product")
    transform = sp.integrate(density * sp.cos(s * t), (s, -sp.oo, sp.oo))
    proof.equal(transform, sp.exp(-(t**2) / 2), "the integral of p(w) e^{iwt} (its odd part vanishes)")
    proof.equal(
        sp.integrate(sp.exp(-(t**2) / 2) * sp.cos(s * t), (t, -sp.oo, sp.oo)) / (2 * sp.pi),
        density,
        "p is the transform of K, with the factor 1/(2 pi) a coordinate",
    )


_DELTA = sp.Symbol("delta")  # x - y

EQ2 = Statement(
    id="simrf/eq2",
    kind="identity",
    where="eq. (2)",
    title="Spectral representation of a stationary kernel",
    text=(
        "A stationary kernel is the Fourier integral of its transform p, which is nonnegative when the kernel "
        "is positive semidefinite."
    ),
    latex=r"K(x-y)=\int_{\mathbb R^d}p(w)e^{iw^\top(x-y)}d^dw",
    domain_text="K stationary (and positive semidefinite for p >= 0)",
    claim=Equal(
        sp.Function("K")(_DELTA),
        Expectation(sp.exp(sp.I * Inner(Draw("w", Distribution("spectral law of K")), _DELTA))),
    ),
    checks=(Derivation(_gaussian_spectrum, part("the Gaussian kernel in any dimension, p = N(0, I)")),),
    setting="spectral law N(0, I)",
    note="The convention of the transform (which side carries (2 pi)^-d) is not printed; p must integrate to K(0).",
)

EQ3 = Statement(
    id="simrf/eq3",
    kind="definition",
    where="eq. (3), repeated as (71)",
    title="Trigonometric feature map",
    text="Random Fourier features: a sine and a cosine of every projection, scaled by 1/sqrt(m).",
    latex=r"\phi_{\rm RFF}(z)=\sqrt{\tfrac1m}\left(\odot_{i=1}^m[\sin(w_i^\top z),\cos(w_i^\top z)]\right)^\top",
    domain_text="w_i from p(w)",
    mechanism=("trigonometric",),
)

_DISTANCE = Domain((DISTANCE,), extra=({"z": 0}, {"z": 1}, {"z": 100}))

EQ4 = Statement(
    id="simrf/eq4",
    kind="definition",
    where="eq. (4)",
    title="Gaussian kernel",
    text="The Gaussian kernel of unit lengthscale.",
    latex=r"K_{\rm gauss}(x,y)=\exp\left(-\tfrac{\|x-y\|_2^2}2\right)",
    domain_text="x, y in R^d",
    domain=_DISTANCE,
    sides={"": formula(sp.exp(-(z**2) / 2), _DISTANCE, "z")},
    checks=(
        Representations(
            "",
            formula(sp.Sum((-(z**2) / 2) ** k / sp.factorial(k), (k, 0, sp.oo)), _DISTANCE, "z"),
            ({"z": 0}, {"z": "1/3"}, {"z": 1}, {"z": 4}),
        ),
    ),
)


def _turn(point: Point) -> Point:
    """Read the third number as a cosine: xy = cosine |x| |y|."""
    a, b, s = (point[name] for name in ("x2", "y2", "xy"))
    turn = Fraction(1, 1 + abs(s)) * (1 if s > 0 else -1)  # type: ignore[arg-type, operator]
    return {"x2": a * a, "y2": b * b, "xy": turn * a * b}  # type: ignore[operator]


_INVARIANTS = Domain(
    SQUARES,
    (CAUCHY_SCHWARZ,),
    _turn,
    (
        {"x2": 0, "y2": 0, "xy": 0},
        {"x2": 1, "y2": 1, "xy": -1},
        {"x2": "1/4", "y2": 1, "xy": "1/2"},
        {"x2": 10000, "y2": 10000, "xy": 10000},
    ),
)

_KERNEL = sp.exp(-(x2 + y2 - 2 * xy) / 2)


def _softmax(proof: Proof) -> None:
    proof.equal(_KERNEL, sp.exp(xy) * sp.exp(-x2 / 2 - y2 / 2), "expanding |x-y|^2")


EQ5 = Statement(
    id="simrf/eq5",
    kind="identity",
    where="eq. (5) and the sentence after it",
    title="Softmax and Gaussian kernel",
    text="The Gaussian kernel is the softmax kernel exp(x.y) damped by both squared norms.",
    latex=r"K_{\rm smax}=e^{x^\top y},\quad K_{\rm gauss}=K_{\rm smax}\,e^{-x^2/2-y^2/2}",
    domain_text="x, y in R^d",
    domain=_INVARIANTS,
    sides={
        "lhs": formula(_KERNEL, _INVARIANTS, "x2 y2 xy"),
        "rhs": formula(sp.exp(xy, evaluate=False) * sp.exp(-x2 / 2 - y2 / 2), _INVARIANTS, "x2 y2 xy"),
    },
    claim=Equal(),
    checks=(Derivation(_softmax, WHOLE),),
    uses=("simrf/eq4",),
)


def _positive_features(proof: Proof) -> None:
    t = sp.Symbol("t", real=True)
    normal = sp.exp(-(t**2) / 2) / sp.sqrt(2 * sp.pi)
    mean = sp.integrate(sp.exp(positive_v * t) * normal, (t, -sp.oo, sp.oo))
    proof.equal(mean, sp.exp(positive_v**2 / 2), "w.(x+y) is normal with variance v^2")
    proof.equal(sp.exp(-x2 - y2) * sp.exp(V2 / 2), _KERNEL, "with the prefactors e^{-x^2} e^{-y^2}")
    proof.equal(m * sp.sqrt(1 / m) ** 2, sp.S.One, "the m equal means with weight 1/m")


EQ7 = Statement(
    id="simrf/eq7",
    kind="identity",
    where="eq. (6), (7)",
    title="Positive features are unbiased",
    text="The positive random feature map with standard normal projections estimates the Gaussian kernel without bias.",
    latex=(
        r"\phi_{\rm PRF}(z)=\sqrt{\tfrac1m}\,e^{-\|z\|_2^2}\left(\odot_{i=1}^m[e^{w_i^\top z}]\right)^\top,\quad "
        r"K_{\rm gauss}=\mathbb E[\phi_{\rm PRF}(x)^\top\phi_{\rm PRF}(y)]"
    ),
    domain_text="marginals N(0, I_d)",
    domain=_INVARIANTS,
    sides={
        "lhs": formula(_KERNEL, _INVARIANTS, "x2 y2 xy"),
        "rhs": formula(
            sp.exp(-x2 - y2) * sp.Sum((V2 / 2) ** k / sp.factorial(k), (k, 0, sp.oo)),
            _INVARIANTS,
            "x2 y2 xy",
            closed=sp.exp(-x2 - y2 + V2 / 2),
        ),
    },
    claim=All((Equal(Expectation(Estimate(ANY, "positive", m)), "lhs"), Equal("lhs", "rhs"))),
    checks=(
        Derivation(_positive_features, WHOLE),
        Simulation(
            "iid",
            "positive",
            "mean",
            formula(sp.exp(chosen**2 / 2), EXPERIMENT, "d m length"),
            ({"d": 16, "m": 16, "length": 1},),
            second=formula(drawn_square(sp.exp(chosen**2)), EXPERIMENT, "d m length"),
        ),
    ),
    uses=("simrf/eq4",),
    mechanism=("iid", "positive"),
)


STATEMENTS = (
    EQ1,
    EQ2,
    EQ3,
    EQ4,
    EQ5,
    EQ7,
)

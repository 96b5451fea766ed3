"""Orthogonal positive features beyond Theorem 2 of performer: exact gaps of the error and the best constant.

With w = |x+y|^2/2, t = 2w, Lambda = e^(-(|x|^2+|y|^2)/2) and g(t) = 0F1(; d/2; dt/4). Main results:
* Gaussian rows, m <= d: the errors of independent and orthogonal rows differ by
  (1-1/m) Lambda^2 (e^(2w) - 1F1(d; d/2; w)); rows of length sqrt d: by (1-1/m) Lambda^2 (g(t)^2 - g(2t)).
* The gain over (SM - Lambda)^2 is at least 2/(d+2) and tends to it as x + y -> 0: the constant of Theorem 2 is best,
  for both lengths. For |x+y| -> infinity the ratio tends to 1.

Proofs compare power series: the moments of orthogonal directions are tau times those of independent ones. Each gap has
a second form, a double series or Bailey's square of 0F1.
"""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from rftheory.kit import (
    WHOLE,
    Agreement,
    All,
    Below,
    Derivation,
    Equal,
    Estimate,
    Limit,
    MeanSquareError,
    Order,
    Proof,
    Representations,
    ShrinkingGap,
    Statement,
    formula,
    integer,
)
from rftheory.papers._shared.beautiful_functions import (
    gaussian_series,
    sphere_coefficient,
    sphere_series,
    square_steps,
    unbiased_steps,
)
from rftheory.papers._shared.invariants import COUNT, V2, WITHIN_BLOCK, d, m, pairs, x2, y2
from rftheory.papers.beyond._lemmas.orthogonal_gaps import GAIN_RATIO, HALF_SQUARES, pair, sphere, w

_LAMBDA = sp.exp(-(x2 + y2) / 2)
_SHARE = (1 - 1 / m) * _LAMBDA**2

_GAPS = pairs(
    integer("d", 2, meaning="input dimension"),
    COUNT,
    rules=(WITHIN_BLOCK,),
    d=(2, 3, 64, 3, 10**6),
    m=(2, 2, 64, 1, 1000),
)

_NAMES = "d m x2 y2 xy"

_POINTS: tuple[dict[str, object], ...] = (
    {"d": 2, "m": 2, "x2": 1, "y2": 1, "xy": 0},
    {"d": 3, "m": 2, "x2": "1/4", "y2": 1, "xy": "1/2"},
    {"d": 64, "m": 64, "x2": 1, "y2": "1/4", "xy": "-1/2"},
)

_CITED = ("performer/thm2", "performer/thm6")
_HALF = V2 / 2
_n = sp.Symbol("n", nonnegative=True, integer=True)

_DIAGONALS = sp.Sum(
    _HALF**_n
    / sp.factorial(_n)
    * (2**_n - sp.gamma(d + _n) * sp.gamma(d / 2) / (sp.gamma(d) * sp.gamma(d / 2 + _n))),
    (_n, 0, sp.oo),
)  # terms of the double series with j + k = n

_GAUSSIAN_GAP = sp.exp(V2) - pair(_HALF)


def _gain_is_rhs(independent: str, orthogonal: str, kernel: str) -> All:
    """The errors of independent and of orthogonal rows differ by the right side, which is the left one."""
    free, bound = (
        MeanSquareError(Estimate(coupling, "positive", m, kernel=kernel))
        for coupling in (independent, orthogonal)
    )
    return All((Equal(free - bound, "rhs"), Equal()))


def _gaussian_gap(proof: Proof) -> None:
    unbiased_steps(proof)
    gaussian_series(proof)
    proof.equal(sp.exp(w) ** 2, sp.exp(2 * w), "independent rows: E X_1 X_2 = e^(2w) at |z|^2 = 2w")


FAVOR_GAUSSIAN_GAP = Statement(
    id="beyond/favor/gaussian-gap",
    kind="identity",
    where="performer, Theorem 2",
    title="Exact gain of Gaussian-orthogonal positive features",
    text="The errors of independent and of orthogonal Gaussian rows differ by a power series in w = |x+y|^2/2, in closed form a 1F1.",
    latex=(
        r"\Big(1-\frac1m\Big)\Lambda^2\sum_n\frac{w^n}{n!}\left(2^n-\frac{(d)_n}{(d/2)_n}\right)"
        r"=\Big(1-\frac1m\Big)\Lambda^2\left(e^{v^2}-{}_1F_1(d;\tfrac d2;\tfrac{v^2}2)\right)"
    ),
    domain_text="m <= d, all x, y",
    domain=_GAPS,
    sides={
        "lhs": formula(
            _SHARE * _DIAGONALS,
            _GAPS,
            _NAMES,
            closed=_SHARE * _GAUSSIAN_GAP,
        ),
        "rhs": formula(_SHARE * _GAUSSIAN_GAP, _GAPS, _NAMES),
    },
    claim=_gain_is_rhs("iid", "orthogonal", "softmax"),
    checks=(
        Derivation(_gaussian_gap, WHOLE),
        Agreement(points=_POINTS),
        Representations("lhs", points=_POINTS),
    ),
    uses=_CITED,
    mechanism=("iid", "orthogonal", "positive"),
)

_SPHERE_GAP = sphere(V2) ** 2 - sphere(2 * V2)
_SQUARED_SPHERE = sp.hyper(((d - 1) / 2,), (d / 2, d - 1), d * V2)  # the square of 0F1(; d/2; d V2/4)


def _sphere_gap(proof: Proof) -> None:
    unbiased_steps(proof)
    sphere_series(proof)
    one, two = sp.symbols("r_1 r_2", positive=True)
    proof.equal(
        (one**2 + two**2).subs({one: sp.sqrt(d), two: sp.sqrt(d)}), 2 * d, "|omega_1 + omega_2|^2 = 2d"
    )
    for order in range(4):
        squared = sum(
            (d / 4) ** order
            / (sp.factorial(i) * sp.rf(d / 2, i) * sp.factorial(order - i) * sp.rf(d / 2, order - i))
            for i in range(order + 1)
        )
        direct = (
            (d / 4) ** order * sp.rf(d + order - 1, order) / (sp.factorial(order) * sp.rf(d / 2, order) ** 2)
        )
        proof.equal(squared, direct, f"coefficient {order} of the square of 0F1(; d/2; d t/4)")
        several = d + 1  # d >= 2: at d = 1 the formula is 0/0
        bailey = sp.rf((d - 1) / 2, order) / (sp.rf(d / 2, order) * sp.rf(d - 1, order)) * d**order
        proof.equal(
            (bailey / sp.factorial(order)).subs(d, several),
            direct.subs(d, several),
            f"and of 1F2 for d >= 2 (written d + 1): (d-1)_(2n) = 4^n ((d-1)/2)_n (d/2)_n at n = {order}",
        )
    proof.cite("Bailey: 0F1(; b; x)^2 = 1F2(b - 1/2; b, 2b - 1; 4x) for b > 1/2")


FAVOR_SPHERE_GAP = Statement(
    id="beyond/favor/sphere-gap",
    kind="identity",
    where="performer, Theorem 2, last sentence",
    title="Exact gain of sphere-orthogonal positive features",
    text="For rows of length sqrt d the errors differ by g(v^2)^2 - g(2 v^2), up to (1 - 1/m) Lambda^2.",
    latex=(
        r"\Big(1-\frac1m\Big)\Lambda^2\left({}_1F_2(\tfrac{d-1}2;\tfrac d2,d-1;dv^2)-g(2v^2)\right)"
        r"=\Big(1-\frac1m\Big)\Lambda^2\left(g(v^2)^2-g(2v^2)\right)"
    ),
    domain_text="d >= 2, m <= d, all x, y",
    domain=_GAPS,
    sides={
        "lhs": formula(
            _SHARE * (_SQUARED_SPHERE - sphere(2 * V2)), _GAPS, _NAMES, closed=_SHARE * _SPHERE_GAP
        ),
        "rhs": formula(_SHARE * _SPHERE_GAP, _GAPS, _NAMES),
    },
    claim=_gain_is_rhs("sphere", "orthogonal-fixed-norm", "SMREG"),
    checks=(
        Derivation(_sphere_gap, WHOLE),
        Agreement(points=_POINTS),
        Representations("lhs", points=_POINTS),
    ),
    uses=_CITED,
    mechanism=("orthogonal-fixed-norm", "positive"),
)


def _best(proof: Proof) -> None:
    square_steps(proof)
    gaussian = sum((2**i - sp.rf(d, i) / sp.rf(d / 2, i)) * w**i / sp.factorial(i) for i in range(3))
    proof.equal(gaussian, 2 * w**2 / (d + 2), "the gap up to w^2: constant and linear terms cancel")
    proof.limit((sp.exp(w) - 1) / w, w, 0, 1, "(e^w - 1)^2 is w^2 to that order")
    proof.cite("a quotient of two power series with lowest terms c w^2 and w^2 is c + O(w)")


FAVOR_BEST_CONSTANT = Statement(
    id="beyond/favor/best-constant",
    kind="optimality",
    where="performer, Theorem 2",
    title="2/(d+2) is the best constant",
    text="The gain over (SM - Lambda)^2 is at least 2/(d+2) everywhere and tends to it as x + y tends to 0.",
    latex=r"\lim_{w\to0}\frac{e^{2w}-{}_1F_1(d;\frac d2;w)}{(e^w-1)^2}=\frac2{d+2},\quad w=\tfrac{v^2}2",
    domain_text="any d; w -> 0",
    domain=HALF_SQUARES,
    sides={"lhs": formula(GAIN_RATIO, HALF_SQUARES, "d w"), "rhs": formula(2 / (d + 2), HALF_SQUARES, "d")},
    claim=All(
        (
            Order(1 / w, variable="w", toward=sp.S.Zero),
            Below("rhs", "lhs"),
        )
    ),
    checks=(Derivation(_best, WHOLE),),
    uses=("performer/thm2",),
    mechanism=("iid", "orthogonal", "positive"),
)

_SPHERE_RATIO = (sphere(2 * w) ** 2 - sphere(4 * w)) / (sphere(2 * w) - 1) ** 2


def _best_sphere(proof: Proof) -> None:
    square_steps(proof)
    sphere_series(proof)
    one, two = (sphere_coefficient(sp.Integer(i)) for i in (1, 2))
    proof.equal(one, sp.Rational(1, 2), "g(t) = 1 + t/2 + .., so g(t) - 1 starts with t/2")
    proof.equal((2 * two + one**2 - 4 * two) * 4, 2 / (d + 2), "their t^2 terms differ by 2/(d+2) of 1/4")
    proof.cite("a quotient of two power series with lowest terms c t^2/4 and t^2/4 is c + O(t)")


FAVOR_BEST_CONSTANT_SPHERE = Statement(
    id="beyond/favor/best-constant-sphere",
    kind="optimality",
    where="performer, Theorem 2, last sentence",
    title="2/(d+2) is the best constant on the sphere",
    text="For rows of length sqrt d the gain over (SMREG - Lambda)^2 has the same infimum 2/(d+2), at x + y -> 0.",
    latex=r"\lim_{t\to0}\frac{g(t)^2-g(2t)}{(g(t)-1)^2}=\frac2{d+2}",
    domain_text="any d; t = 2w -> 0",
    domain=HALF_SQUARES,
    sides={
        "lhs": formula(_SPHERE_RATIO, HALF_SQUARES, "d w"),
        "rhs": formula(2 / (d + 2), HALF_SQUARES, "d"),
    },
    claim=All((Order(1 / w, variable="w", toward=sp.S.Zero), Below("rhs", "lhs"))),
    checks=(Derivation(_best_sphere, WHOLE),),
    uses=("performer/thm2/smreg",),
    mechanism=("orthogonal-fixed-norm", "positive"),
)


def _large(proof: Proof) -> None:
    gaussian_series(proof)
    factor = (d + _n) / (d + 2 * _n)
    proof.equal(sp.rf(d, _n + 1) / sp.rf(d / 2, _n + 1) / (sp.rf(d, _n) / sp.rf(d / 2, _n)) / 2, factor, "1F1(d; d/2; w) e^(-2w) is the Poisson(2w) mean of prod_(i<n) (d+i)/(d+2i)")  # fmt: skip
    proof.limit(factor, _n, sp.oo, sp.Rational(1, 2), "whose factors tend to 1/2: the product tends to 0")
    proof.cite("bounded convergence: a Poisson(2w) number tends to infinity in probability as w grows")
    proof.limit(sp.exp(2 * w) / (sp.exp(w) - 1) ** 2, w, sp.oo, 1, "and e^(2w)/(e^w - 1)^2 to 1")


FAVOR_GAP_RATIO_LARGE = Statement(
    id="beyond/favor/gap-ratio-large",
    kind="limit",
    where="performer, Theorem 2",
    title="The gain for large norms",
    text="As |x + y| grows the gain over (SM - Lambda)^2 tends to 1, far above 2/(d+2).",
    latex=r"\lim_{w\to\infty}\frac{e^{2w}-{}_1F_1(d;\frac d2;w)}{(e^w-1)^2}=1",
    domain_text="any d; w -> oo",
    domain=HALF_SQUARES,
    claim=Limit(formula(GAIN_RATIO, HALF_SQUARES, "d w"), "w", sp.oo, sp.S.One),
    checks=(
        Derivation(_large, WHOLE),
        ShrinkingGap(
            "1 - ratio",
            formula(1 - GAIN_RATIO, HALF_SQUARES, "d w"),
            tuple((f"w={ww}", tuple({"d": dd, "w": ww} for dd in (1, 2, 3, 8))) for ww in (5, 20, 80, 320)),
            Fraction(1, 10**6),
        ),
    ),
    uses=("performer/thm2",),
)

STATEMENTS = (
    FAVOR_GAUSSIAN_GAP,
    FAVOR_SPHERE_GAP,
    FAVOR_BEST_CONSTANT,
    FAVOR_BEST_CONSTANT_SPHERE,
    FAVOR_GAP_RATIO_LARGE,
)

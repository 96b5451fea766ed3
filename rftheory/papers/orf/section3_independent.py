"""Section 3 of orf up to (2): the Gaussian kernel, independent rows (Lemma 1), and rows of unit length.

* Lemma 1: E K_RFF = e^{-z^2/2} and Var K_RFF = (1-e^{-z^2})^2/(2D), z = |x-y|/sigma, by the cosine series and
  the moments of a normal variable; drawn as well.
* Before (2): unit rows are biased, E cos(q.z) = 0F1(; d/2; -z^2/4), which differs from e^{-z^2/2} at z^4 in
  every d.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    All,
    Below,
    Derivation,
    Distribution,
    Domain,
    Draw,
    Equal,
    Estimate,
    Exists,
    Expectation,
    Inner,
    Proof,
    Representations,
    Statement,
    Variance,
    formula,
    real,
    whole,
)
from rftheory.papers.orf._lemmas.remainders import sphere_series
from rftheory.papers.orf._notation import (
    DISTANCE,
    KERNEL,
    LINE,
    PLANE,
    ROWS,
    D,
    Points,
    U,
    d,
    k,
    rff_variance,
    simulated,
    z,
)

_MOMENT = 2**k * sp.gamma(k + sp.S.Half) / sp.sqrt(sp.pi)  # E g^(2k), g ~ N(0, 1)


def _cosine_mean(scale: int) -> sp.Expr:
    """E cos(scale g z) by the cosine series and the Gaussian moments."""
    term = (-1) ** k * (scale * z) ** (2 * k) / sp.factorial(2 * k) * _MOMENT
    return sp.Sum(term, (k, 0, sp.oo))


_MEAN = formula(_cosine_mean(1), LINE, "z")

_MODEST: Points = ({"z": 0}, {"z": "1/3"}, {"z": 1}, {"z": 3}, {"z": 10})

SEC3_KERNEL = Statement(
    id="orf/sec3/kernel",
    kind="definition",
    where="Section 3, first display",
    title="The Gaussian kernel",
    text="The kernel is the Gaussian of the distance over the bandwidth.",
    latex=r"K(x,y)=e^{-\|x-y\|^2/2\sigma^2}",
    domain_text="x, y in R^d, sigma > 0",
    domain=LINE,
    sides={"": formula(KERNEL, LINE, "z")},
    checks=(Representations("", _MEAN, _MODEST),),
)

EQ1 = Statement(
    id="orf/eq1",
    kind="definition",
    where="eq. (1)",
    title="Gaussian projections",
    text="RFF projects with a matrix of independent standard normals over sigma.",
    latex=r"W_{\rm RFF}=\tfrac1\sigma G",
    domain_text="D = d; fewer rows by truncation, more by stacking",
    mechanism=("iid",),
)


def _cosine(proof: Proof) -> None:
    proof.cite("the Gamma integral gives the moments E g^(2k) = 2^k Gamma(k+1/2)/sqrt(pi)")
    term = (-1) ** k * z ** (2 * k) / sp.factorial(2 * k) * _MOMENT
    quotient = term / ((-U / 2) ** k / sp.factorial(k))
    proof.equal(quotient.subs(k, k + 1), quotient, "the cosine series has the ratios of exp(-z^2/2)")
    proof.equal(quotient.subs(k, 0), sp.S.One, "and its first term")
    proof.cite("w.(x-y)/sigma is N(0, z^2); the mean of D equal means is the same")


LEMMA1_MEAN = Statement(
    id="orf/lemma1/mean",
    kind="identity",
    where="Lemma 1, first part",
    title="RFF is unbiased",
    text="The mean of the RFF estimate is the Gaussian kernel.",
    latex=r"\mathbb E(K_{\rm RFF}(x,y))=e^{-\|x-y\|^2/2\sigma^2}",
    domain_text="all x, y and D",
    domain=LINE,
    sides={"": formula(KERNEL, LINE, "z")},
    claim=All((Equal(Expectation(Estimate("iid", "trigonometric", D)), ""), Equal("", _MEAN))),
    checks=(
        Representations("", _MEAN, _MODEST),
        Derivation(_cosine, WHOLE),
        simulated("iid", "mean", KERNEL, (4, 4, 1), (8, 16, "3/2")),
    ),
    uses=("orf/eq1", "orf/sec1/map"),
    mechanism=("iid", "trigonometric"),
)

_WITH_ROWS = Domain(
    (DISTANCE, ROWS), extra=({"z": 1, "D": 1}, {"z": 0, "D": 7}, {"z": "1e-3", "D": 10**6}, {"z": 4, "D": 64})
)

_SECOND = formula(
    ((1 + _cosine_mean(2)) / 2 - _cosine_mean(1) ** 2) / sp.Symbol("D", positive=True, integer=True),
    _WITH_ROWS,
    "z D",
)

_MODEST_ROWS: Points = ({"z": "1e-3", "D": 3}, {"z": 1, "D": 1}, {"z": 2, "D": 64}, {"z": 6, "D": 10**6})


def _variance(proof: Proof) -> None:
    _cosine(proof)
    angle = sp.Symbol("a", real=True)
    proof.equal(sp.cos(angle) ** 2, (1 + sp.cos(2 * angle)) / 2, "squared cosine by the double angle")
    rows = sp.Symbol("D", positive=True, integer=True)
    single = (1 + KERNEL.subs(z, 2 * z)) / 2 - KERNEL**2
    proof.equal(single / rows, rff_variance(rows), "variance of one cosine over D independent rows")


LEMMA1_VARIANCE = Statement(
    id="orf/lemma1/variance",
    kind="identity",
    where="Lemma 1, second part",
    title="Variance of RFF",
    text="The variance of the RFF estimate with D projections in closed form.",
    latex=r"\mathrm{Var}(K_{\rm RFF}(x,y))=\tfrac1{2D}\left(1-e^{-z^2}\right)^2",
    domain_text="all z and D",
    domain=_WITH_ROWS,
    sides={"": formula(rff_variance(), _WITH_ROWS, "z D")},
    claim=All((Equal(Variance(Estimate("iid", "trigonometric", D)), ""), Equal("", _SECOND))),
    checks=(
        Representations("", _SECOND, _MODEST_ROWS),
        Derivation(_variance, WHOLE),
        simulated("iid", "square", rff_variance() + sp.exp(-U), (8, 4, 1), (4, 2, 3)),
    ),
    uses=("orf/lemma1/mean",),
    mechanism=("iid", "trigonometric"),
)

_UNIT = sp.hyper((), (d / 2,), -U / 4)

_ANGLE = sp.Symbol("phi", real=True)

_ON_SPHERE = (
    sp.gamma(d / 2) / (sp.sqrt(sp.pi) * sp.gamma((d - 1) / 2))
    * sp.Integral(sp.cos(z * sp.cos(_ANGLE)) * sp.sin(_ANGLE) ** (d - 2), (_ANGLE, 0, sp.pi))
)  # fmt: skip

_DIRECTIONS: Points = ({"z": 1, "d": 2}, {"z": 2, "d": 3}, {"z": 5, "d": 8}, {"z": "1/10", "d": 33})


def _biased(proof: Proof) -> None:
    sphere_series(proof)
    fourth = sp.S.One / (sp.factorial(2) * (d / 2) * (d / 2 + 1) * 16)
    proof.equal(fourth, 1 / (8 * d * (d + 2)), "coefficient of z^4 in the mean of the cosine of a unit row")
    proof.equal(sp.series(KERNEL, z, 0, 6).coeff(z, 4), sp.Rational(1, 8), "coefficient of z^4 in the kernel")
    proof.positive(d * (d + 2) - 1, "they differ in every dimension, so the two functions of z differ")


_AXIS = sp.Symbol("e_1")

SEC3_ORTHOGONAL_ONLY = Statement(
    id="orf/sec3/orthogonal-only",
    kind="identity",
    where="Section 3, before (2)",
    title="Rows of unit length are biased",
    text="With an orthogonal matrix in place of G, whose rows have length one, the mean is not the kernel.",
    latex=r"\mathbb E\cos(q^\top z)\neq e^{-z^2/2}",
    domain_text="any d",
    domain=PLANE,
    sides={"": formula(_UNIT, PLANE, "z d")},
    claim=All(
        (
            Equal(Expectation(sp.cos(z * Inner(Draw("q", Distribution("sphere", d)), _AXIS))), ""),
            Exists((real("z", above=0),), Below(sp.S.Zero, sp.Abs(_UNIT - KERNEL))),
        )
    ),
    checks=(
        Representations("", formula(_ON_SPHERE, PLANE, "z d"), _DIRECTIONS),
        Derivation(_biased, whole("every d: the two functions of z are not the same")),
    ),
    mechanism=("orthogonal", "trigonometric"),
    setting="orthogonal of unit rows x trigonometric",
    note="Read as functions of z: at z = 0, and for small d at isolated other z, the two values coincide.",
)


STATEMENTS = (
    SEC3_KERNEL,
    EQ1,
    LEMMA1_MEAN,
    LEMMA1_VARIANCE,
    SEC3_ORTHOGONAL_ONLY,
)

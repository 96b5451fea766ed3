"""Covariances of two complex exponential estimators at shared projections, and errors of their hybrids.

With z and z' of two matrices A and B, main results:
* Cov of the real parts = (SM^2/m)(Re(e^(z.z') + e^(z.conj z'))/2 - 1); at antithetic pairs with hyperbolic cosines.
* A hybrid with weights that add up to 1 and are independent of unbiased base estimates has the error
  sum E[lam_k lam_l] Cov(S^k, S^l), whatever the bias of the weights.

Proved from T T' = SM^2 exp(-(z.z + z'.z')/2) exp(w.(z + z')); compared with integrals over each coordinate.
"""

from __future__ import annotations

import sympy as sp

from rftheory.exact.functions.complex_vectors import Dot, Imaginary, Plus, Real
from rftheory.exact.functions.linear_images import Image, InverseImage
from rftheory.kit import (
    WHOLE,
    All,
    Covariance,
    Derivation,
    Distribution,
    Draw,
    Equal,
    Expectation,
    Height,
    MeanSquareError,
    Proof,
    Rule,
    Statement,
    Width,
    formula,
    invertible,
    real,
    same_length,
    vectors,
)
from rftheory.papers._shared.complex_pairs import (
    POINTS,
    SM,
    A_re,
    Z,
    estimator_steps,
    gaussian_mgf,
    matrix_pairs,
    with_values,
    x,
    y,
)
from rftheory.papers._shared.invariants import COUNT, m
from rftheory.papers.beyond._lemmas.complex_moments import (
    REAL_PART_MOMENT,
    by_quadrature,
    integrated,
    variance,
)
from rftheory.papers.beyond._lemmas.hybrid_terms import (
    ANTITHETIC,
    REAL_PART,
    SECOND_ANTITHETIC,
    SECOND_REAL_PART,
)

_B_re, _B_im = sp.IndexedBase("B_re"), sp.IndexedBase("B_im")
_ZB = Plus(Image(_B_re, _B_im, x), InverseImage(_B_re, _B_im, y))

_SECOND: tuple[str, ...] = (
    "1/2,0;1,1|1,0;0,-1",
    "1|3",
    "0,0;0,1|1,0;0,0",
    "1,0,0;0,1,0;0,0,1|0,0,0;0,0,1/2;0,0,0",
    "0,0;0,0|1,0;0,1",
    "-2|1/2",
    "1,0;0,1|0,0;0,0",
    "3,-1;1/5,1|1,1;0,-2",
    "0,1;1,0|1,0;0,1",
    "1,0;0,1|0,1;1,0",
    "1,0;1/2,2|0,1;-1,1/3",
    "1,0;0,1|0,0;0,0",
)

_TWO_POINTS: tuple[dict[str, object], ...] = tuple(
    {**point, "B_re": second.split("|")[0], "B_im": second.split("|")[1]}
    for point, second in zip(POINTS, _SECOND, strict=True)
)

_SECOND_MATRIX = (
    vectors("B_re", meaning="real part of B, by rows"),
    vectors("B_im", meaning="imaginary part of B, by rows"),
)

_SECOND_RULES = (
    Rule(
        sp.And(
            same_length(A_re, _B_re, _B_im),
            sp.Eq(Width(_B_re), Height(A_re)),
            sp.Eq(Width(_B_im), Height(A_re)),
        ),
        "A and B have the same size",
        "A_re B_re B_im",
    ),
    Rule(invertible(_B_re, _B_im), "B = B_re + i B_im is invertible"),
)

_TWO = matrix_pairs(COUNT, *_SECOND_MATRIX, extra=with_values(_TWO_POINTS, m=(1, 3, 10)), rules=_SECOND_RULES)
_BOTH = "m A_re A_im B_re B_im x y"
_SHARED = (Real(_ZB), Imaginary(_ZB))
_A, _B = Real(Z), Imaginary(Z)

# z.z' and z.conj(z') in their parts
_PLAIN_RE = Dot(_A, _SHARED[0]) - Dot(_B, _SHARED[1])

_PLAIN_IM = Dot(_A, _SHARED[1]) + Dot(_B, _SHARED[0])
_CONJ_RE = Dot(_A, _SHARED[0]) + Dot(_B, _SHARED[1])
_CONJ_IM = Dot(_B, _SHARED[0]) - Dot(_A, _SHARED[1])


def _mixed(plain: sp.Expr, conjugated: sp.Expr) -> sp.Expr:
    """(SM^2/m)((plain + conjugated)/2 - 1)."""
    return SM**2 / m * ((plain + conjugated) / 2 - 1)


_COVARIANCE = _mixed(sp.exp(_PLAIN_RE) * sp.cos(_PLAIN_IM), sp.exp(_CONJ_RE) * sp.cos(_CONJ_IM))
_CROSS_MOMENT, _OTHER_MOMENT = integrated(Z, _ZB), integrated(_ZB, _ZB)


def _shared_projection(proof: Proof) -> None:
    """E T T' = SM^2 e^{z.z'} for two estimators at the same w."""
    estimator_steps(proof)
    gaussian_mgf(proof)
    p, q, s = sp.symbols("p q s")  # z.z, z'.z', z.z'
    proof.equal(
        -(p + q) / 2 + (p + q + 2 * s) / 2,
        s,
        "T T' = SM^2 exp(-(z.z + z'.z')/2) exp(w.(z + z')): exponent z.z'",
    )
    u, v, r, t = sp.symbols("u v r t", real=True)
    first, second = u + sp.I * v, r + sp.I * t
    proof.equal(
        sp.re(sp.expand(first * second + first * sp.conjugate(second))) / 2,
        u * r,
        "Re T Re T' = Re(T T' + T conj(T'))/2; conj(T') is the estimator with conj(z')",
    )


def _covariance(proof: Proof) -> None:
    _shared_projection(proof)
    proof.cite("both real parts have mean SM; the m projections are independent")


CE_COVARIANCE = Statement(
    id="beyond/ce/covariance",
    kind="identity",
    where="generalises hrf, eqs. (37), (38)",
    title="Covariance of two CE estimators at shared projections",
    text="The covariance of two real parts at the same projections, from z.z' and z.conj(z').",
    latex=r"\mathrm{Cov}=\tfrac{SM^2}m\Big[\tfrac{\mathrm{Re}(e^{z\cdot z'}+e^{z\cdot\bar z'})}2-1\Big]",
    domain_text="A, B invertible complex",
    domain=_TWO,
    sides={"": formula(_COVARIANCE, _TWO, _BOTH)},
    claim=All(
        (
            Equal(Covariance(REAL_PART, SECOND_REAL_PART), ""),
            by_quadrature(SM**2 * (_CROSS_MOMENT - 1) / m, _TWO, _BOTH),
        )
    ),
    checks=(Derivation(_covariance, WHOLE),),
    uses=("hrf/lemma2.4",),
    mechanism=("complex-exponential",),
    setting="CE, shared projections, m projections",
)

_EVEN_COVARIANCE = _mixed(sp.cosh(_PLAIN_RE) * sp.cos(_PLAIN_IM), sp.cosh(_CONJ_RE) * sp.cos(_CONJ_IM))


def _even_covariance(proof: Proof) -> None:
    _shared_projection(proof)
    z = sp.Symbol("z")
    proof.equal(
        (sp.exp(z) + sp.exp(-z)) / 2 * 2 / 2,
        sp.cosh(z).rewrite(sp.exp),
        "four sign choices (+-z).(+-z'), each a quarter: two give e^(z.z'), two e^(-z.z')",
    )


CE_COVARIANCE_ANTITHETIC = Statement(
    id="beyond/ce/covariance-antithetic",
    kind="identity",
    where="generalises hrf, eqs. (37), (38)",
    title="Covariance at shared antithetic pairs",
    text="With shared antithetic pairs the exponentials of the covariance become hyperbolic cosines.",
    latex=r"\mathrm{Cov}=\tfrac{SM^2}m\Big[\tfrac{\mathrm{Re}(\cosh(z\cdot z')+\cosh(z\cdot\bar z'))}2-1\Big]",
    domain_text="A, B invertible complex",
    domain=_TWO,
    sides={"": formula(_EVEN_COVARIANCE, _TWO, _BOTH)},
    claim=All(
        (
            Equal(Covariance(ANTITHETIC, SECOND_ANTITHETIC), ""),
            by_quadrature(SM**2 * (integrated(Z, _ZB, (1, -1)) - 1) / m, _TWO, _BOTH),
        )
    ),
    checks=(Derivation(_even_covariance, WHOLE),),
    uses=("beyond/ce/covariance",),
    mechanism=("complex-exponential", "complex-exponential-antithetic"),
    setting="CE, shared antithetic pairs",
)

_el2, _el1l = sp.symbols("el2 el1l", real=True)

_HYBRID = matrix_pairs(
    COUNT,
    *_SECOND_MATRIX,
    real("el2", meaning="E[lam^2]"),
    real("el1l", meaning="E[lam(1-lam)]"),
    extra=with_values(_TWO_POINTS, m=(1, 3), el2=("1/2", "1/3", 1, 0), el1l=("1/10", 0, "-1/4")),
    rules=_SECOND_RULES,
)

_VARIANCE_A = SM**2 / m * (variance(1) - 1)
_BB = (Dot(_SHARED[0], _SHARED[0]), Dot(_SHARED[1], _SHARED[1]), Dot(*_SHARED))
_VARIANCE_B = SM**2 / m * ((sp.exp(_BB[0] + _BB[1]) + sp.exp(_BB[0] - _BB[1]) * sp.cos(2 * _BB[2])) / 2 - 1)
_MIXTURE = _el2 * _VARIANCE_A + (1 - _el2 - 2 * _el1l) * _VARIANCE_B + 2 * _el1l * _COVARIANCE


def _average_of_errors(proof: Proof) -> None:
    """The error of a hybrid with weights that add up to 1."""
    weight, first, second, kernel = sp.symbols("l S1 S2 S", real=True)
    error = weight * first + (1 - weight) * second - kernel
    proof.equal(
        error,
        weight * (first - kernel) + (1 - weight) * (second - kernel),
        "the error averages the errors of the base estimates; likewise for p + 1 of them, by induction",
    )
    a, b = sp.symbols("A B", real=True)
    proof.equal(
        (weight * a + (1 - weight) * b) ** 2,
        weight**2 * a**2 + (1 - weight) ** 2 * b**2 + 2 * weight * (1 - weight) * a * b,
        "its square, averaged over the base estimates given lambda: sum lam_k lam_l Cov(S^k, S^l)",
    )
    proof.equal(
        (1 - 2 * weight + weight**2),
        1 - weight**2 - 2 * weight * (1 - weight),
        "E(1-lam)^2 = 1 - el2 - 2 el1l",
    )
    _shared_projection(proof)


_weight, _base = sp.IndexedBase("lam"), sp.IndexedBase("S")  # weights that add up to 1, unbiased estimates
_k, _l, _p = sp.symbols("k l p", integer=True)
_LAM = Draw("lam", Distribution("moments el2 = E lam^2, el1l = E lam(1 - lam)"))

CE_HYBRID = Statement(
    id="beyond/ce/hybrid",
    kind="identity",
    where="generalises hrf, Theorem 3.1",
    title="Error of any hybrid of unbiased estimators",
    text=(
        "With weights that add up to 1 and are independent of unbiased base estimators the MSE is the average of "
        "their covariances; here for two CE real parts at shared projections."
    ),
    latex=(
        r"\mathrm{MSE}=\sum_{k,l=1}^{p+1}\mathbb E[\hat\lambda_k\hat\lambda_l]\,"
        r"\mathrm{Cov}(\widehat{SM}^k,\widehat{SM}^l)"
    ),
    domain_text="lambda estimators may be biased",
    domain=_HYBRID,
    sides={"": formula(_MIXTURE, _HYBRID, f"{_BOTH} el2 el1l")},
    claim=All(
        (
            Equal(
                MeanSquareError(sp.Sum(_weight[_k] * _base[_k], (_k, 1, _p + 1)), SM),
                sp.Sum(
                    Expectation(_weight[_k] * _weight[_l]) * Covariance(_base[_k], _base[_l]),
                    (_k, 1, _p + 1),
                    (_l, 1, _p + 1),
                ),
            ),
            Equal(MeanSquareError(_LAM * REAL_PART + (1 - _LAM) * SECOND_REAL_PART, SM), ""),
            by_quadrature(
                SM**2
                / m
                * (
                    _el2 * REAL_PART_MOMENT
                    + (1 - _el2 - 2 * _el1l) * _OTHER_MOMENT
                    + 2 * _el1l * _CROSS_MOMENT
                    - 1
                ),
                _HYBRID,
                f"{_BOTH} el2 el1l",
            ),
        )
    ),
    checks=(Derivation(_average_of_errors, WHOLE),),
    uses=("beyond/ce/covariance", "hrf/eq8"),
    setting="general hybrid",
)

STATEMENTS = (
    CE_COVARIANCE,
    CE_COVARIANCE_ANTITHETIC,
    CE_HYBRID,
)

"""Exact errors of complex exponential estimators, beyond Section 2.3 of hrf.

T is the estimate from one projection, z = Ax + A^(-T)y = a + ib, L = |z|^2 = |a|^2 + |b|^2. Main results:
* E T^2 = SM^2 e^(z.z), without conjugation; E|T - SM|^2 = SM^2 (e^l - 1), l(A) the loss of hrf.
* Var Re = (SM^2/m)((e^L + e^(|a|^2-|b|^2) cos(2 a.b))/2 - 1), Var Im the same with a minus sign and without - 1.
* With m antithetic pairs (w, -w) the exponentials become hyperbolic cosines.

Proved from E exp(w.u) = e^(u.u/2) for complex u; compared with integrals over each coordinate and with draws.
"""

from __future__ import annotations

import sympy as sp

from rftheory.exact.functions.complex_vectors import Real
from rftheory.kit import (
    WHOLE,
    All,
    Derivation,
    Equal,
    Expectation,
    On,
    Proof,
    Representations,
    Sampled,
    Statement,
    Variance,
    formula,
)
from rftheory.papers._shared.complex_pairs import (
    DRAWN,
    IMAGINARY2,
    LOSS,
    PAIR,
    POINTS,
    SM,
    SQUARE,
    XY,
    Z,
    complex_error,
    estimator_steps,
    gaussian_mgf,
    matrix_pairs,
    second_moments,
    square_of,
    with_values,
)
from rftheory.papers._shared.invariants import COUNT, m
from rftheory.papers.beyond._lemmas.complex_moments import (
    RADIUS,
    REAL_PART_MOMENT,
    SIZE,
    TURN,
    by_quadrature,
    integral,
    integrated,
    variance,
)
from rftheory.papers.beyond._lemmas.hybrid_terms import (
    ANTITHETIC,
    IMAGINARY_PART,
    MEAN,
    ONE,
    REAL_MATRIX,
    REAL_PART,
)

_PAIRS = matrix_pairs()
_ONE = matrix_pairs(COUNT, extra=with_values(POINTS, m=(1, 3, 10)))

CE_SECOND_MOMENT = Statement(
    id="beyond/ce/second-moment",
    kind="identity",
    where="completes hrf, eq. (15)",
    title="Second moment of the CE estimator",
    text="The square of the one-projection CE estimate has mean SM^2 exp(z.z), without conjugation.",
    latex=r"\mathbb E\,T^2=SM^2e^{z\cdot z}",
    domain_text="A invertible complex, x, y real, m = 1",
    domain=_PAIRS,
    sides={"": formula(sp.exp(2 * XY + SQUARE), _PAIRS, PAIR, complex_valued=True)},
    claim=All(
        (
            Equal(Expectation(ONE**2), ""),
            by_quadrature(sp.exp(2 * XY) * sp.exp(-SQUARE) * integral(Z, Z), _PAIRS, PAIR),
        )
    ),
    checks=(Derivation(second_moments, WHOLE),),
    uses=("hrf/lemma2.4", "hrf/eq14"),
    mechanism=("complex-exponential",),
)

_SECOND_ABSOLUTE = sp.exp(-SIZE) * integral(Real(Z), Real(Z))

CE_COMPLEX_ERROR = Statement(
    id="beyond/ce/complex-error",
    kind="identity",
    where="completes hrf, eq. (21)",
    title="Exact error of the complex estimate",
    text="The loss l(A) gives the mean squared modulus of the error at its own point: SM^2 (exp(l(A)) - 1)/m.",
    latex=r"\mathbb E|\widehat{SM}^{cexp}_m-SM|^2=\tfrac{SM^2}m(e^{l(A)}-1)",
    domain_text="A invertible complex",
    domain=_ONE,
    sides={"": formula(SM**2 * (sp.exp(LOSS) - 1) / m, _ONE, f"m {PAIR}")},
    claim=All(
        (
            Equal(Expectation(sp.Abs(MEAN - SM) ** 2), ""),
            by_quadrature(SM**2 * (_SECOND_ABSOLUTE - 1) / m, _ONE, f"m {PAIR}"),
        )
    ),
    checks=(Derivation(complex_error, WHOLE),),
    uses=("hrf/lemma2.4", "hrf/eq21"),
    mechanism=("complex-exponential",),
    setting="CE, m projections",
)


def _real_parts(proof: Proof) -> None:
    """Squares of the real and the imaginary part from E T^2 and E|T|^2."""
    second_moments(proof)
    u, v = sp.symbols("u v", real=True)
    t = u + sp.I * v
    proof.equal((sp.Abs(t) ** 2 + sp.re(sp.expand(t**2))) / 2, u**2, "(Re T)^2 = (|T|^2 + Re T^2)/2")
    proof.equal((sp.Abs(t) ** 2 - sp.re(sp.expand(t**2))) / 2, v**2, "(Im T)^2 = (|T|^2 - Re T^2)/2")
    a2, b2 = sp.symbols("a2 b2", nonnegative=True)
    ab = sp.Symbol("ab", real=True)
    proof.equal(
        sp.exp(a2 - b2) * sp.re(sp.exp(2 * sp.I * ab)),
        sp.exp(a2 - b2) * sp.cos(2 * ab),
        "Re e^(z.z) with z.z = |a|^2 - |b|^2 + 2i a.b",
    )
    proof.cite("E Re T = SM, E Im T = 0; a mean of m independent copies has 1/m of the variance")


CE_REAL_VARIANCE = Statement(
    id="beyond/ce/real-variance",
    kind="identity",
    where="completes hrf, eq. (16)",
    title="Variance of the real part",
    text="The variance of Re SM^cexp, whose mean is SM, in |a|^2, |b|^2 and a.b for z = a + ib.",
    latex=(
        r"\mathrm{Var}\,\mathrm{Re}\,\widehat{SM}^{cexp}_m=\tfrac{SM^2}m\Big["
        r"\tfrac{e^{|a|^2+|b|^2}+e^{|a|^2-|b|^2}\cos(2a\cdot b)}2-1\Big]"
    ),
    domain_text="A invertible complex",
    domain=_ONE,
    sides={"": formula(SM**2 * (variance(1) - 1) / m, _ONE, f"m {PAIR}")},
    claim=All(
        (
            Equal(Variance(REAL_PART), ""),
            Equal(Expectation(REAL_PART), SM),
            by_quadrature(SM**2 * (REAL_PART_MOMENT - 1) / m, _ONE, f"m {PAIR}"),
        )
    ),
    checks=(
        Derivation(_real_parts, WHOLE),
        Sampled(
            "squared real part of one projection",
            square_of,
            formula(SM**2 * variance(1), _PAIRS, PAIR),
            DRAWN,
        ),
    ),
    uses=("beyond/ce/second-moment", "beyond/ce/complex-error"),
    mechanism=("complex-exponential",),
    setting="CE, real part, m projections",
)

_NOT_REAL = tuple(dict(point) for place, point in enumerate(_ONE.extra[:6]) if place not in (2, 4))

_REAL = matrix_pairs(
    COUNT,
    extra=tuple(dict(point) for point in _ONE.extra if point["A_im"] == "0,0;0,0"),
    rules=(REAL_MATRIX,),
)

_IMAGINARY = SM**2 / (2 * m) * sp.exp(SIZE) * (sp.exp(2 * IMAGINARY2) - sp.cos(TURN))

CE_IMAG_VARIANCE = Statement(
    id="beyond/ce/imag-variance",
    kind="identity",
    where="completes hrf, eq. (16)",
    title="Variance of the imaginary part",
    text="The variance of Im SM^cexp, which is noise around 0 and vanishes for real A.",
    latex=(
        r"\mathrm{Var}\,\mathrm{Im}\,\widehat{SM}^{cexp}_m=\tfrac{SM^2}{2m}\left["
        r"e^{|a|^2+|b|^2}-e^{|a|^2-|b|^2}\cos(2a\cdot b)\right]"
    ),
    domain_text="A invertible complex",
    domain=_ONE,
    sides={
        "": formula(
            SM**2 * variance(-1) / m,
            _ONE,
            f"m {PAIR}",
            closed=_IMAGINARY,
        )
    },
    claim=All(
        (
            Equal(Variance(IMAGINARY_PART), ""),
            Equal(Expectation(IMAGINARY_PART), sp.S.Zero),
            On(
                matrix_pairs(COUNT, extra=_NOT_REAL),
                Equal(
                    "",
                    formula(
                        SM**2 / (2 * m) * (_SECOND_ABSOLUTE - sp.re(sp.exp(-SQUARE) * integral(Z, Z))),
                        _ONE,
                        f"m {PAIR}",
                    ),
                ),
                "A invertible",
            ),
            On(_REAL, Equal(formula(_IMAGINARY, _REAL, f"m {PAIR}"), sp.S.Zero), "A real"),
        )
    ),
    checks=(
        Derivation(_real_parts, WHOLE),
        Representations("", points=_NOT_REAL),
    ),
    uses=("beyond/ce/second-moment", "beyond/ce/complex-error"),
    mechanism=("complex-exponential",),
    setting="CE, imaginary part",
)


def _pairs_of_signs(proof: Proof) -> None:
    """Second moments of one antithetic pair."""
    estimator_steps(proof)
    gaussian_mgf(proof)
    s, t = sp.symbols("s t", real=True)
    z = sp.Symbol("z")
    wave = sp.Symbol("u")
    proof.equal(
        (sp.cosh(wave) ** 2 - (sp.cosh(2 * wave) + 1) / 2).rewrite(sp.exp),
        sp.S.Zero,
        "cosh(u)^2 = (cosh(2u) + 1)/2, u = w.z: its mean is (e^(2 z.z) + 1)/2",
    )
    proof.equal(
        sp.exp(-z) * (sp.exp(2 * z) + 1) / 2,
        sp.cosh(z).rewrite(sp.exp),
        "times exp(-z.z): E of the squared pair is SM^2 cosh(z.z)",
    )
    modulus = sp.cosh(s + sp.I * t) * sp.cosh(s - sp.I * t)
    proof.equal(
        (modulus - (sp.cosh(2 * s) + sp.cos(2 * t)) / 2).rewrite(sp.exp),
        sp.S.Zero,
        "|cosh(s + it)|^2 = (cosh 2s + cos 2t)/2, s = w.a, t = w.b: mean (e^(2|a|^2) + e^(-2|b|^2))/2",
    )
    a2, b2 = sp.symbols("a2 b2", nonnegative=True)
    proof.equal(
        sp.exp(b2 - a2) * (sp.exp(2 * a2) + sp.exp(-2 * b2)) / 2,
        sp.cosh(a2 + b2).rewrite(sp.exp),
        "times exp(-Re z.z): E of the squared modulus is SM^2 cosh(|a|^2 + |b|^2)",
    )
    u, v = sp.symbols("u v", real=True)
    square = u + sp.I * v
    proof.equal(
        (sp.Abs(square) ** 2 + sp.re(sp.expand(square**2))) / 2, u**2, "(Re T)^2 = (|T|^2 + Re T^2)/2"
    )
    proof.cite("the m pairs are independent, and one pair has mean SM")


CE_ANTITHETIC = Statement(
    id="beyond/ce/antithetic",
    kind="identity",
    where="a new estimator",
    title="Antithetic CE pairs",
    text="With m pairs (w, -w) the exponentials in the variance of the real part become hyperbolic cosines.",
    latex=r"\mathrm{Var}=\tfrac{SM^2}m\Big[\tfrac{\cosh L+\mathrm{Re}\cosh(z\cdot z)}2-1\Big]",
    domain_text="A invertible complex",
    domain=_ONE,
    sides={
        "": formula(
            SM**2 * ((sp.cosh(RADIUS) + sp.cosh(SIZE) * sp.cos(TURN)) / 2 - 1) / m,
            _ONE,
            f"m {PAIR}",
        )
    },
    claim=All(
        (
            Equal(Variance(ANTITHETIC), ""),
            by_quadrature(SM**2 * (integrated(Z, Z, (1, -1)) - 1) / m, _ONE, f"m {PAIR}"),
        )
    ),
    checks=(Derivation(_pairs_of_signs, WHOLE),),
    uses=("hrf/lemma2.4",),
    mechanism=("complex-exponential", "complex-exponential-antithetic"),
    setting="CE, antithetic pairs; m pairs",
)

STATEMENTS = (
    CE_SECOND_MOMENT,
    CE_COMPLEX_ERROR,
    CE_REAL_VARIANCE,
    CE_IMAG_VARIANCE,
    CE_ANTITHETIC,
)

"""Section 2.3 and Appendix A of hrf: Lemma 2.4 and the kernel as a mean of complex exponentials.

Main results, with the bilinear square z^2 = sum_i z_i^2
* Lemma 2.4: E exp(w.z) = exp(z^2/2) for w ~ N(0, I_d), z in C^d; (28), (29): it is a product over coordinates.
* (14): E exp(w.z) = exp((Ax)^2/2) exp((A^-T y)^2/2) SM(x, y) at z = Ax + A^-T y, A invertible and complex.
* (15): the A-features of x and the A^-T-features of y multiply to an estimate of mean SM.

Proofs. The Gaussian moments E g^(2k) = (2k)!/(2^k k!) sum to exp(z^2/2), for every complex z at once; and
(Ax).(A^-T y) = x.y. Appendix A's way, two entire functions that agree on both axes, is proved as well. Second
forms: the moment coordinate by coordinate, and in the plane of Re z and Im z. Drawn: (15) at a complex matrix
that is neither real nor symmetric.
"""

from __future__ import annotations

import sympy as sp

from rftheory.exact.functions.complex_vectors import Complex, Dot
from rftheory.exact.functions.gaussian_exponential import GaussianMoment
from rftheory.kit import (
    WHOLE,
    All,
    Derivation,
    Distribution,
    Domain,
    Draw,
    Equal,
    Expectation,
    Inner,
    Proof,
    Prose,
    Representations,
    Row,
    Rule,
    Sampled,
    Statement,
    formula,
    real,
    same_length,
    vector,
)
from rftheory.papers._shared.complex_pairs import (
    AX,
    AY,
    CROSS,
    DRAWN,
    GENTLE,
    IMAGINARY2,
    PAIR,
    REAL2,
    SM,
    SQUARE,
    Z,
    by_planes,
    estimator_steps,
    gaussian_mgf,
    mean_of,
)
from rftheory.papers.hrf._lemmas import drawn
from rftheory.papers.hrf._lemmas.complex_exponential import COMPLEX_EXPONENTIAL, COUNTED_PAIRS, PAIRS, WEIGHT

_re, _im = sp.IndexedBase("z_re"), sp.IndexedBase("z_im")
_d = sp.Symbol("d", positive=True, integer=True)
_i, _k = sp.symbols("i k", integer=True, nonnegative=True)

_VECTOR = Domain(
    (vector("z_re", "real parts"), vector("z_im", "imaginary parts")),
    (Rule(same_length(_re, _im), "z_re and z_im have the same length"),),
    extra=(
        {"z_re": "1,-1/2", "z_im": "1/3,2"},
        {"z_re": "0", "z_im": "0"},
        {"z_re": "3", "z_im": "0"},
        {"z_re": "0,0", "z_im": "2,-1"},
        {"z_re": "1/1000", "z_im": "-1/1000"},
        {"z_re": "1,2,3", "z_im": "3,2,1"},
        {"z_re": "4", "z_im": "-5"},
    ),
)

_ROW, _NORMAL, _VECTOR_Z = Row("iid", 1), Distribution("normal", 0, 1), sp.IndexedBase("z")

LEMMA2_4 = Statement(
    id="hrf/lemma2.4",
    kind="identity",
    where="Lemma 2.4, eq. (13)",
    title="Exponential moments of a Gaussian vector at complex arguments",
    text="The mean of exp(w.z) over w ~ N(0, I_d) is exp of half the bilinear square of z, for every complex z.",
    latex=r"\mathbb E[e^{\omega^\top z}]=\exp\Big(\tfrac12\sum_{i=1}^dz_i^2\Big)",
    domain_text="z in C^d",
    domain=_VECTOR,
    sides={
        "": formula(
            sp.exp(sp.Sum((_re[_k] + sp.I * _im[_k]) ** 2, (_k, 0, _d - 1)) / 2),
            _VECTOR,
            "z_re z_im",
            complex_valued=True,
        )
    },
    claim=All(
        (
            Equal(Expectation(sp.exp(Inner(_ROW, _re + sp.I * _im))), ""),
            Equal(formula(GaussianMoment(Complex(_re, _im)), _VECTOR, "z_re z_im", complex_valued=True), ""),
        )
    ),
    checks=(Derivation(gaussian_mgf, WHOLE),),
    mechanism=("complex-exponential",),
)

_a, _b = sp.symbols("z_re z_im", real=True)

_NUMBER = Domain(
    (real("z_re", reach=("1/100", 6)), real("z_im", reach=("1/100", 6))),
    extra=(
        {"z_re": 1, "z_im": 2},
        {"z_re": 0, "z_im": 0},
        {"z_re": 0, "z_im": "7/2"},
        {"z_re": -3, "z_im": 0},
    ),
)

EQ28 = Statement(
    id="hrf/eq28",
    kind="identity",
    where="eqs. (28), (29)",
    title="Reduction to one Gaussian variable",
    text="The mean of exp(w.z) is a product over coordinates, and one factor is exp(z^2/2) for every complex z.",
    latex=r"\mathbb E[e^{gz}]=e^{z^2/2}",
    domain_text="z in C",
    domain=_NUMBER,
    sides={
        "": formula(sp.exp((_a + sp.I * _b) ** 2 / 2), _NUMBER, "z_re z_im", complex_valued=True),
    },
    claim=All(
        (
            Equal(
                Expectation(sp.exp(Inner(_ROW, _VECTOR_Z))),
                sp.Product(Expectation(sp.exp(Draw("g", _NORMAL) * sp.Indexed("z", _i))), (_i, 1, _d)),
            ),
            Equal(Expectation(sp.exp(Draw("g", _NORMAL) * (_a + sp.I * _b))), ""),
            Equal(formula(GaussianMoment(Complex(_a, _b)), _NUMBER, "z_re z_im", complex_valued=True), ""),
        )
    ),
    checks=(Derivation(gaussian_mgf, WHOLE),),
    mechanism=("complex-exponential",),
)

_g = sp.Symbol("g", real=True)


def _entire(proof: Proof) -> None:
    """Both functions are entire and agree on both axes; zeros of an analytic function other than 0 are isolated."""
    s = sp.Symbol("s", real=True)
    for name, point in (("real", s), ("imaginary", sp.I * s)):
        mean = sp.integrate(sp.exp(_g * point - _g**2 / 2), (_g, -sp.oo, sp.oo)) / sp.sqrt(2 * sp.pi)
        proof.equal(mean, sp.exp(point**2 / 2), f"E exp(gz) = exp(z^2/2) on the {name} axis")
    u, v = sp.symbols("u v", real=True)
    size, angle = sp.exp((u**2 - v**2) / 2), u * v
    parts = size * sp.cos(angle), size * sp.sin(angle)
    proof.equal((u + sp.I * v) ** 2 / 2, (u**2 - v**2) / 2 + sp.I * angle, "z^2/2 at u + iv")
    proof.equal(sp.diff(parts[0], u), sp.diff(parts[1], v), "exp(z^2/2): first Cauchy-Riemann equation")
    proof.equal(sp.diff(parts[0], v), -sp.diff(parts[1], u), "exp(z^2/2): second Cauchy-Riemann equation")
    wave = sp.exp(_g * (u + sp.I * v))
    proof.equal(
        sp.diff(wave, v), sp.I * sp.diff(wave, u), "exp(gz) obeys the Cauchy-Riemann equations for every g"
    )
    t = sp.Symbol("t", positive=True)
    growth = sp.integrate(sp.exp(t * _g - _g**2 / 2), (_g, -sp.oo, sp.oo)) / sp.sqrt(2 * sp.pi)
    proof.equal(
        2 * growth,
        2 * sp.exp(t**2 / 2),
        "E |g| exp(|g||z|) <= E exp(t|g|) <= 2 E exp(tg), t = |z| + 1, is finite: the mean is differentiated inside",
    )
    proof.cite(
        "Bolzano-Weierstrass: of countably many unit squares one holds infinitely many of uncountably many points, "
        "which accumulate there"
    )
    z, c, rest = sp.symbols("z c rest")
    order = sp.Symbol("k", positive=True, integer=True)
    proof.limit(
        (c * z**order * (1 + rest * z)) / z**order,
        z,
        0,
        c,
        "a difference that is not 0 starts with c z^k, c != 0, at the accumulation point: no zero nearby, so it is 0",
    )


APPA_IDENTITY_PRINCIPLE = Statement(
    id="hrf/appA/identity-principle",
    kind="identity",
    where="Appendix A",
    title="From the axes to the plane",
    text=(
        "Entire functions that agree at uncountably many points agree everywhere; the mean of exp(gz) and "
        "exp(z^2/2) are entire and agree on the real and on the imaginary axis."
    ),
    latex=r"f=g\text{ on an uncountable set}\ \Rightarrow\ f=g\text{ on }\mathbb C",
    domain_text="entire functions",
    claim=Prose(
        "two entire functions that agree at uncountably many points are equal; E exp(gz) and exp(z^2/2) are entire "
        "and agree on the real and on the imaginary axis"
    ),
    checks=(Derivation(_entire, WHOLE),),
    setting="proof step of Lemma 2.4",
)


def _representation(proof: Proof) -> None:
    """(14): the mean of exp(w.z) with the square of z = Ax + A^{-T}y spelled out."""
    gaussian_mgf(proof)
    estimator_steps(proof)
    p, q, s = sp.symbols("p q s")
    proof.equal(
        sp.exp((p + q + 2 * s) / 2), sp.exp(p / 2) * sp.exp(q / 2) * sp.exp(s), "z.z/2 split in its parts"
    )


EQ14 = Statement(
    id="hrf/eq14",
    kind="identity",
    where="eq. (14)",
    title="The softmax kernel inside an exponential mean",
    text=(
        "At z = Ax + A^(-T)y the mean of exp(w.z) is SM(x,y) times the exponentials of half the bilinear squares "
        "of Ax and A^(-T)y."
    ),
    latex=r"e^{(Ax)^2/2}\,e^{(A^{-\top}y)^2/2}\,SM(x,y)=\mathbb E\big[e^{\omega^\top(Ax+A^{-\top}y)}\big]",
    domain_text="A invertible in C^{d x d}; x, y in R^d",
    domain=PAIRS,
    sides={
        "lhs": formula(
            sp.exp(Dot(AX, AX) / 2) * sp.exp(Dot(AY, AY) / 2) * SM,
            PAIRS,
            PAIR,
            closed=sp.exp(SQUARE / 2),
            complex_valued=True,
        ),
        "rhs": formula(by_planes(REAL2, IMAGINARY2, CROSS), PAIRS, PAIR, complex_valued=True),
    },
    claim=All((Equal(Expectation(sp.exp(Inner(_ROW, Z))), "rhs"), Equal())),
    checks=(
        Derivation(_representation, WHOLE),
        Representations("rhs", formula(GaussianMoment(Z), PAIRS, PAIR, complex_valued=True), points=GENTLE),
    ),
    uses=("hrf/lemma2.4",),
    mechanism=("complex-exponential",),
)


def _unbiased(proof: Proof) -> None:
    """(15): each of the m summands has mean SM/m."""
    estimator_steps(proof)
    gaussian_mgf(proof)
    s, count = sp.symbols("s m", positive=True)
    proof.equal(
        sp.exp(-s / 2) * sp.exp(s / 2), sp.S.One, "E exp(-z.z/2) exp(w.z) = 1, so each projection has mean SM"
    )
    proof.equal(count * (1 / sp.sqrt(count)) ** 2, sp.S.One, "m summands, each with the weight (1/sqrt m)^2")


EQ15 = Statement(
    id="hrf/eq15",
    kind="identity",
    where="eq. (15)",
    title="Complex exponential features are unbiased",
    text=(
        "With weights exp(-(Mu)^2/2)/sqrt m, bilinear, the product of the A-features of x and the A^(-T)-features "
        "of y has mean SM(x,y)."
    ),
    latex=r"SM(x,y)=\mathbb E\big[\Psi^m_A(x)^\top\Psi^m_{A^{-\top}}(y)\big]",
    domain_text="A invertible in C^{d x d}",
    domain=COUNTED_PAIRS,
    claim=All(
        (
            Equal(Expectation(COMPLEX_EXPONENTIAL), SM),
            Equal(  # one projection, its moment taken in the plane of Re z and Im z
                formula(
                    sp.exp(WEIGHT) * by_planes(REAL2, IMAGINARY2, CROSS), PAIRS, PAIR, complex_valued=True
                ),
                formula(SM, PAIRS, PAIR, complex_valued=True),
            ),
        )
    ),
    checks=(
        Derivation(_unbiased, WHOLE),
        Sampled("real part of one projection", mean_of, formula(SM, PAIRS, "x y"), DRAWN[1:]),
        *drawn.complex_means(formula(SM, PAIRS, "x y"), drawn.COMPLEX),
    ),
    uses=("hrf/eq14",),
    mechanism=("complex-exponential",),
)


STATEMENTS = (
    LEMMA2_4,
    EQ28,
    APPA_IDENTITY_PRINCIPLE,
    EQ14,
    EQ15,
)

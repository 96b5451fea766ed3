"""Section 2.3 of hrf: complex exponential (CE) estimators, their special cases and where their variance vanishes.

Main results
* (16): the CE estimate is the mean over m projections of SM exp(-z^2/2) exp(w.z), z = Ax + A^-T y.
* (17): it has no variance where x = -A^-1 A^-T y, that is z = 0. (18), its real and its imaginary part, is called
  a relaxation; for real x, y it says the same.

* A = I: it is the mean of exp(w.(x+y)), and averaged over w and -w it is SM++. (Which of the two the sentence means
  is lost with a superscript.)

A misprint: at A = iI the estimate is the mean of exp(iw.(x-y)); only its real part is the trigonometric estimate.

Proofs. E|T - SM|^2 = SM^2 (e^{|z|^2} - 1) for one projection, |z| Hermitian. Projections are parameters, so
estimates are compared draw by draw.
"""

from __future__ import annotations

import sympy as sp

from rftheory.exact.functions.complex_vectors import Complex, Dot, Imaginary, Minus, Plus, Real, Size
from rftheory.exact.functions.exponential_mean import ExponentialMean
from rftheory.kit import (
    PLACE,
    WHOLE,
    All,
    Derivation,
    Domain,
    Equal,
    Erratum,
    Every,
    Height,
    Proof,
    Rule,
    Statement,
    Supposing,
    Variance,
    Width,
    entries,
    formula,
    part,
)
from rftheory.papers._shared.complex_pairs import (
    AX,
    AY,
    INPUTS,
    LOSS,
    PAIR,
    PROJECTIONS,
    SAME_LENGTH,
    SAMPLED,
    SM,
    A_im,
    A_re,
    W,
    Z,
    matrix_pairs,
    x,
    y,
)
from rftheory.papers.hrf._lemmas.complex_exponential import (
    COMPLEX_EXPONENTIAL,
    COUNTED_PAIRS,
    PAIRS,
    WEIGHT,
    vanishing,
)

_i = sp.Symbol("i", integer=True, nonnegative=True)
_SAMPLES = matrix_pairs(PROJECTIONS, extra=SAMPLED)

_PLAIN = Domain(
    (PROJECTIONS, *INPUTS),
    (
        SAME_LENGTH,
        Rule(sp.Eq(Width(W), Height(x)), "the projections W have the length of x"),
    ),
    extra=(
        {"W": "1,-1;1/2,2;-1/3,1/5", "x": "1/2,-1", "y": "1,1/3"},
        {"W": "1/2;-1;3", "x": "1", "y": "-2"},
        {"W": "1/2", "x": "1/3", "y": "1/3"},
        {"W": "1,0,2;1/3,1,-1", "x": "1,1/2,0", "y": "-1,-1/2,0"},
        {"W": "1,2;-1,-2", "x": "1,0", "y": "0,1"},
        {"W": "1/7,-2", "x": "0,0", "y": "0,0"},
        {"W": "1/7,-2;1,1", "x": "40,-30", "y": "10,20"},
    ),
)

_ESTIMATE = ExponentialMean(W, Z, WEIGHT)
_COUNT = Size(W)
_ROW = W[_i]
_X2, _Y2 = Dot(x, x), Dot(y, y)
_AHEAD, _ASIDE = Dot(_ROW, x), Dot(_ROW, y)

_FEATURES = sp.Sum(
    sp.exp(-Dot(AX, AX) / 2) * sp.exp(Dot(_ROW, AX)) / sp.sqrt(_COUNT)
    * sp.exp(-Dot(AY, AY) / 2) * sp.exp(Dot(_ROW, AY)) / sp.sqrt(_COUNT),
    (_i, 0, _COUNT - 1),
)  # fmt: skip

EQ16 = Statement(
    id="hrf/eq16",
    kind="definition",
    where="eq. (16)",
    title="Complex exponential (CE) estimator",
    text="The estimator multiplies the A-features of x with the A^(-T)-features of y, without conjugation.",
    latex=r"\widehat{SM}^{cexp}_m(x,y)=\Psi^m_A(x)^\top\Psi^m_{A^{-\top}}(y)",
    domain_text="A invertible in C^{d x d}",
    domain=_SAMPLES,
    sides={"": formula(_FEATURES, _SAMPLES, f"W {PAIR}", closed=_ESTIMATE, complex_valued=True)},
    uses=("hrf/eq15",),
    mechanism=("complex-exponential",),
    setting="complex exponential, asymmetric; m projections, m complex features",
)

_AT_I = sp.exp((_X2 + _Y2) / 2) / _COUNT * sp.Sum(
    sp.exp(sp.I * (_AHEAD - _ASIDE)), (_i, 0, _COUNT - 1)
)  # fmt: skip
_TRIG = sp.exp((_X2 + _Y2) / 2) / _COUNT * sp.Sum(sp.cos(_AHEAD - _ASIDE), (_i, 0, _COUNT - 1))


def _at_i(proof: Proof) -> None:
    """A = iI: bilinear squares change sign, A^{-T} = -iI, and each term is a wave in w.(x-y)."""
    unit = sp.Symbol("u", real=True)
    proof.equal((sp.I * unit) ** 2, -(unit**2), "(iu)^2 = -u^2: the weights are exp(+|x|^2/2), exp(+|y|^2/2)")
    proof.equal(sp.I * (1 / sp.I), sp.S.One, "the inverse of iI is -iI, symmetric")
    proof.equal(1 / sp.I, -sp.I, "so w.z = i w.(x-y)")
    proof.equal(sp.re(sp.exp(sp.I * unit)), sp.cos(unit), "real part of one term, with w.(x-y) = u")
    proof.equal(
        sp.cos(unit - 1),
        sp.sin(unit) * sp.sin(1) + sp.cos(unit) * sp.cos(1),
        "the same term of the trigonometric features: sin sin + cos cos",
    )


SEC2_3_A_IMAGINARY = Statement(
    id="hrf/sec2.3/a-imaginary",
    kind="identity",
    where="Section 2.3, after eq. (16)",
    title="A = iI against trigonometric features",
    text="At A = iI the CE estimator is the trigonometric one.",
    latex=r"A=iI_d:\ \widehat{SM}^{cexp}_m=\widehat{SM}^{trig}_m",
    domain_text="A = i I_d",
    domain=_PLAIN,
    sides={
        "lhs": formula(
            _AT_I,
            _PLAIN,
            "W x y",
            closed=ExponentialMean(W, Complex(Minus(x, x), Minus(x, y)), (_X2 + _Y2) / 2),
            complex_valued=True,
        ),
        "rhs": formula(_TRIG, _PLAIN, "W x y", complex_valued=True),
    },
    claim=Equal(),
    uses=("hrf/eq16", "hrf/eq2"),
    mechanism=("complex-exponential", "trigonometric"),
    note=(
        "The CE estimate at A = iI is a mean of exp(i w.(x-y)): its real part is the trigonometric estimate, its "
        "imaginary part is a mean of sines and not 0. With the real part understood the sentence holds."
    ),
    erratum=Erratum(
        kind="misprint",
        at="Section 2.3, after eq. (16)",
        quote="CE-estimator becomes trigonometric",
        false="The real part is missing: the estimate itself is a mean of exp(i w.(x-y)), which is not real.",
        weight=1,
        points=(
            {"W": "1,0;0,1", "x": "1,1", "y": "1,0"},
            {"W": "1,0;1/2,1", "x": "1,1", "y": "0,1"},
        ),
        objection="The imaginary part has mean 0, and the real part is the estimate of (2), projection by projection.",
    ),
).corrected(
    title="The real part at A = iI is trigonometric",
    text="At A = iI the real part of the CE estimate is the trigonometric estimate at the same projections.",
    latex=r"A=iI_d:\ \mathrm{Re}\,\widehat{SM}^{cexp}_m=\widehat{SM}^{trig}_m",
    sides={
        "lhs": formula(sp.re(_AT_I), _PLAIN, "W x y"),
        "rhs": formula(_TRIG, _PLAIN, "W x y"),
    },
    checks=(Derivation(_at_i, WHOLE),),
)

# one exponential a row, as in the positive features of one sign
_ONE_SIGN = formula(
    sp.Sum(
        sp.exp(-_X2 / 2)
        * sp.exp(_AHEAD)
        / sp.sqrt(_COUNT)
        * sp.exp(-_Y2 / 2)
        * sp.exp(_ASIDE)
        / sp.sqrt(_COUNT),
        (_i, 0, _COUNT - 1),
    ),
    _PLAIN,
    "W x y",
)

_ONE_SIDED = sp.exp(-(_X2 + _Y2) / 2) / _COUNT * sp.Sum(sp.exp(_AHEAD + _ASIDE), (_i, 0, _COUNT - 1))
_POSITIVE = formula(
    sp.exp(-(_X2 + _Y2) / 2) / _COUNT * sp.Sum(sp.cosh(_AHEAD + _ASIDE), (_i, 0, _COUNT - 1)),
    _PLAIN,
    "W x y",
)
_ANTITHETIC = _ONE_SIDED / 2 + sp.exp(-(_X2 + _Y2) / 2) / (2 * _COUNT) * sp.Sum(
    sp.exp(-_AHEAD - _ASIDE), (_i, 0, _COUNT - 1)
)


def _at_identity(proof: Proof) -> None:
    """A = I: the terms exp(w.v) and exp(-w.v), v = x + y, average to cosh(w.v)."""
    t, p, q = sp.symbols("t p q", real=True)
    one = sp.exp(-(p + q) / 2) * sp.exp(t)
    proof.equal(
        (one + one.subs(t, -t)) / 2,
        sp.exp(-(p + q) / 2) * sp.cosh(t).rewrite(sp.exp),
        "w and -w together, with w.(x+y) = t",
    )
    proof.equal(
        sp.exp(-p / 2) * sp.exp(-q / 2) * (sp.exp(t) + sp.exp(-t)) / 2,
        (one + one.subs(t, -t)) / 2,
        "the same of the 2m positive features, with weights 1/sqrt(2m)",
    )


SEC2_3_A_IDENTITY = Statement(
    id="hrf/sec2.3/a-identity",
    kind="identity",
    where="Section 2.3, after eq. (16)",
    title="A = I against positive features",
    text="At A = I the CE estimator is the positive one.",
    latex=r"A=I_d:\ \widehat{SM}^{cexp}_m=\widehat{SM}^{+}_m",
    domain_text="A = I_d",
    domain=_PLAIN,
    sides={
        "lhs": formula(_ONE_SIDED, _PLAIN, "W x y"),
        "rhs": _POSITIVE,
    },
    claim=All((Equal("lhs", _ONE_SIGN), Equal(formula(_ANTITHETIC, _PLAIN, "W x y"), "rhs"))),
    checks=(Derivation(_at_identity, part("the mean over w and -w")),),
    uses=("hrf/eq16", "hrf/eq3"),
    mechanism=("complex-exponential", "positive", "hyperbolic"),
    note=(
        "Source unclear: the superscript of the positive estimator is not legible. Claimed are the reading with one "
        "exponential a projection, exp(w.(x+y)), and what holds of SM++ (side rhs): it is the mean of the CE "
        "estimates at w and at -w. Draw by draw SM++ is a mean of cosh(w.(x+y)) and another estimate."
    ),
)


def _gram(first: sp.IndexedBase, second: sp.IndexedBase) -> sp.Expr:
    """Entry PLACE of first^T second x."""
    k, j = sp.symbols("k j", integer=True, nonnegative=True)
    terms = first[k, PLACE] * second[k, j] * x[j]
    return sp.Sum(terms, (j, 0, Height(x) - 1), (k, 0, Height(x) - 1))


# A^T A x + y = 0, in its real and in its imaginary parts
_CONDITION = Every(
    sp.And(
        sp.Eq(_gram(A_re, A_re) - _gram(A_im, A_im) + y[PLACE], 0),
        sp.Eq(_gram(A_re, A_im) + _gram(A_im, A_re), 0),
    ),
    entries(x),
)
_ZERO = Domain(
    _SAMPLES.parameters,
    (*_SAMPLES.rules, Rule(_CONDITION, "x = -A^(-1) A^(-T) y")),
    extra=(
        {"W": "1,-1;1/2,2", "A_re": "0,0;0,1", "A_im": "1,0;0,0", "x": "1,1", "y": "1,-1"},
        {"W": "2;-1;1/3", "A_re": "0", "A_im": "3", "x": "1", "y": "9"},
        {"W": "1,-1;1/2,2", "A_re": "1,1;0,2", "A_im": "0,0;0,0", "x": "1,-2", "y": "1,9"},
        {"W": "1,0;3,-2", "A_re": "0,0;1/2,1/2", "A_im": "1,-1;0,0", "x": "1,1", "y": "-1/2,-1/2"},
        {"W": "1,0;3,-2", "A_re": "5,1;0,2", "A_im": "1,0;-1,1", "x": "0,0", "y": "0,0"},
    ),
)  # fmt: skip

EQ17 = Statement(
    id="hrf/eq17",
    kind="identity",
    where="eq. (17)",
    title="Where the CE estimator has no variance",
    text="If x = -A^(-1) A^(-T) y the CE estimator has variance 0.",
    latex=r"x=-A^{-1}A^{-\top}y\ \Rightarrow\ \mathrm{Var}=0",
    domain_text="A invertible in C^{d x d}",
    domain=_ZERO,
    claim=All(
        (
            Equal(Variance(COMPLEX_EXPONENTIAL), sp.S.Zero),
            Equal(  # whatever the projections
                formula(_ESTIMATE, _ZERO, f"W {PAIR}", complex_valued=True),
                formula(SM, _ZERO, f"W {PAIR}", complex_valued=True),
            ),
        )
    ),
    checks=(Derivation(vanishing, WHOLE),),
    uses=("hrf/eq16",),
    mechanism=("complex-exponential",),
)

_BOTH_RE, _BOTH_IM = Plus(Real(AX), Real(AY)), Plus(Imaginary(AX), Imaginary(AY))


def _parts_vanish(proof: Proof) -> None:
    """(18): for real x, y its two equations are the real and the imaginary part of z = 0."""
    vanishing(proof)
    a, b, c, e, u, v = sp.symbols("a b c e u v", real=True)
    z = (a + sp.I * b) * u + (c + sp.I * e) * v
    proof.equal(
        sp.re(sp.expand(z)), a * u + c * v, "row by row: Re z = Re(A)x + Re(A^(-T))y for real x and y"
    )
    proof.equal(sp.im(sp.expand(z)), b * u + e * v, "Im z = Im(A)x + Im(A^(-T))y")
    proof.cite("a complex number is 0 exactly where both parts are: (18) says z = 0, sufficient as (17) is")


EQ18 = Statement(
    id="hrf/eq18",
    kind="identity",
    where="eq. (18)",
    title="Real and imaginary part of the condition",
    text="For variance 0 it is enough that Re(A)x + Re(A^(-T))y and Im(A)x + Im(A^(-T))y are both 0, x and y real.",
    latex=r"\mathrm{Re}(A)x+\mathrm{Re}(A^{-\top})y=0,\ \mathrm{Im}(A)x+\mathrm{Im}(A^{-\top})y=0",
    domain_text="x, y in R^d, A invertible complex",
    domain=COUNTED_PAIRS,
    claim=All(
        (
            Supposing(
                (Equal(Dot(_BOTH_RE, _BOTH_RE), sp.S.Zero), Equal(Dot(_BOTH_IM, _BOTH_IM), sp.S.Zero)),
                Equal(Variance(COMPLEX_EXPONENTIAL), sp.S.Zero),
            ),
            Equal(
                formula(Dot(_BOTH_RE, _BOTH_RE) + Dot(_BOTH_IM, _BOTH_IM), PAIRS, PAIR),
                formula(LOSS, PAIRS, PAIR),
            ),
        )
    ),
    checks=(Derivation(_parts_vanish, WHOLE),),
    uses=("hrf/eq17",),
    mechanism=("complex-exponential",),
    note="Called a relaxation of (17); for real x and y the two equations together are (17).",
)


STATEMENTS = (
    EQ16,
    SEC2_3_A_IMAGINARY,
    SEC2_3_A_IDENTITY,
    EQ17,
    EQ18,
)

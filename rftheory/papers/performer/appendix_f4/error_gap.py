"""Appendix F.4 of performer, (69) to (75): the proof of Theorem 6.

Main results
* (69)-(73): MSE(iid) - MSE(ort) = (1 - 1/m) (E X_1 X_2 (iid) - E X_1 X_2 (ort)).
* (74): as a double series in moments of lengths with the factors 1 - tau(t, u).
* F(z) = sum_t a_2t |z|^{2t} E|omega|^{2t} E r^{2t}/E|g|^{2t}; odd powers drop out.
* (75): the difference is at least (1 - 1/m) 2/(d+2) (F(z) - a_0)^2.

Proofs. Both estimators are unbiased with equal squares; Lemma 6 in every term. For g = exp the series are
e^{v^2} - 1F1(d; d/2; v^2/2) under N(0, I_d) and 0F1 on the sphere, v = |z|.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    Agreement,
    All,
    Below,
    Derivation,
    Domain,
    Equal,
    Expectation,
    Given,
    Inner,
    Length,
    Proof,
    Restated,
    Statement,
    formula,
    integer,
    whole,
)
from rftheory.papers._shared.beautiful_functions import (
    LENGTH,
    SMALL_DIMENSION,
    gaussian_series,
    odd_steps,
    sphere_series,
    sphere_steps,
    square_steps,
    unbiased_steps,
    v,
)
from rftheory.papers._shared.invariants import COUNT, WITHIN_BLOCK, d, fit, m
from rftheory.papers.performer._lemmas.beautiful_terms import (
    IID,
    NORMAL,
    ORT,
    ROW,
    F,
    e,
    error,
    pair,
    term,
    z,
)
from rftheory.papers.performer._notation import orthogonal_pair, sphere_kernel

_PLANE = Domain(
    (SMALL_DIMENSION, LENGTH),
    extra=tuple({"d": dd, "v": vv} for dd in (1, 2, 3, 64) for vv in (1, 2, "1/10", 0)),
)
_W = v**2 / 2
_BLOCK = Domain((SMALL_DIMENSION, COUNT), (WITHIN_BLOCK,), fit)
_FINITE = Expectation(term(IID) ** 2) < sp.oo  # both errors are defined
_t, _u = sp.symbols("t u", nonnegative=True, integer=True)
_a = sp.IndexedBase("a")  # g(x) = sum a_t x^t


def _chi(power: sp.Expr) -> sp.Expr:
    """E |g|^power, g ~ N(0, I_d)."""
    return Expectation(Length(NORMAL) ** power)


def _coefficient(power: sp.Expr) -> sp.Expr:
    """a_t |z|^t E|omega|^t E r^t/E|g|^t, r the first entry of g."""
    one = Expectation(Inner(e[1], NORMAL) ** power)
    return _a[power] * Length(z) ** power * Expectation(ROW**power) * one / _chi(power)


_UNLIKE = 1 - _chi(_t) * _chi(_u) / _chi(_t + _u)  # 1 - tau(t, u)

EQ69 = Statement(
    id="performer/eq69",
    kind="identity",
    where="eqs (69)-(73)",
    title="Errors differ by pair products",
    text="The two errors differ by (1 - 1/m) times the difference of E X_1 X_2.",
    latex=(
        r"\mathrm{MSE}(\hat F^{\rm iid}_m(z))-\mathrm{MSE}(\hat F^{\rm ort}_m(z))=\Big(1-\frac1m\Big)"
        r"\left(\mathbb E[X_1^{\rm iid}X_2^{\rm iid}]-\mathbb E[X_1^{\rm ort}X_2^{\rm ort}]\right)"
    ),
    domain_text="m <= d",
    domain=_BLOCK,
    claim=Given(_FINITE, Equal(error(IID) - error(ORT), (1 - 1 / m) * (pair(IID) - pair(ORT)))),
    checks=(Derivation(unbiased_steps, whole("m <= d, wherever the errors are finite")),),
)

_FEW: tuple[dict[str, object], ...] = ({"d": 1, "v": 1}, {"d": 3, "v": "1/10"}, {"d": 64, "v": 1})
_N, _J = sp.symbols("n j", nonnegative=True, integer=True)
_TAU = sp.rf(d / 2, _J) * sp.rf(d / 2, _N - _J) / sp.rf(d / 2, _N)  # tau(2j, 2n-2j)
_DIAGONALS = sp.Sum(
    sp.Sum(_W**_N / (sp.factorial(_J) * sp.factorial(_N - _J)) * (1 - _TAU), (_J, 0, _N)), (_N, 0, sp.oo)
)
_DIAGONAL_BOUND = {_N: (2 * _W) ** _N / sp.factorial(_N)}  # each 1 - tau is in [0, 1]


def _double_series(proof: Proof) -> None:
    square_steps(proof)
    gaussian_series(proof)


EQ74 = Statement(
    id="performer/eq74",
    kind="identity",
    where="eq. (74)",
    title="The difference of errors as a double series",
    text="Expanding both factors of the pair product gives a double series in moments of lengths, with 1 - tau.",
    latex=(
        r"\Big(1-\frac1m\Big)\sum_{t,u\ge0}a_ta_u\|z\|^{t+u}\mathbb E\|\omega\|^t\,\mathbb E\|\omega\|^u"
        r"\frac{\mathbb E[r^t]\mathbb E[r^u]}{\mathbb E\|g\|^t\,\mathbb E\|g\|^u}(1-\tau(t,u))"
    ),
    domain_text="beautiful function",
    domain=_BLOCK,
    claim=Given(
        _FINITE,
        Equal(
            error(IID) - error(ORT),
            (1 - 1 / m)
            * sp.Sum(_coefficient(_t) * _coefficient(_u) * _UNLIKE, (_t, 0, sp.oo), (_u, 0, sp.oo)),
        ),
    ),
    checks=(
        Derivation(_double_series, whole("m <= d, wherever the errors are finite")),
        Restated(
            "for g = exp under N(0, I_d), summed along t + u = 2n, the series is e^(v^2) - 1F1(d; d/2; v^2/2)",
            {
                "series": formula(_DIAGONALS, _PLANE, "d v", majorants=_DIAGONAL_BOUND),
                "closed": formula(sp.exp(v**2) - orthogonal_pair(v**2), _PLANE, "d v"),
            },
            _PLANE,
            Equal("series", "closed"),
            Agreement("series", "closed", points=_FEW),
        ),
    ),
    uses=("performer/eq62", "performer/eq69"),
)

_SPHERE = Domain((integer("d", 2, reach=1000), LENGTH), extra=tuple(p for p in _PLANE.extra if p["d"] != 1))
_f = sp.Symbol("f", real=True)
_SERIES_TERM = (
    v ** (2 * _t) * d**_t * sp.rf(sp.Rational(1, 2), _t) / (sp.rf(d / 2, _t) * sp.factorial(2 * _t))
)
_ANGLE = sp.gamma(d / 2) / (sp.sqrt(sp.pi) * sp.gamma((d - 1) / 2)) * sp.Integral(
    sp.sin(_f) ** (d - 2) * sp.exp(sp.sqrt(d) * v * sp.cos(_f)), (_f, 0, sp.pi)
)  # fmt: skip


def _mean_series(proof: Proof) -> None:
    odd_steps(proof)
    sphere_steps(proof)
    sphere_series(proof)
    gaussian_series(proof)


EQ74_F = Statement(
    id="performer/eq74/F",
    kind="identity",
    where="after (74)",
    title="Power series of a beautiful function",
    text="F is a power series in |z|; odd powers drop out.",
    latex=r"F_{\Omega,g}(z)=\sum_{t\ge0}a_{2t}\|z\|^{2t}\mathbb E\|\omega\|^{2t}\frac{\mathbb E[r^{2t}]}{\mathbb E\|g\|^{2t}}",
    domain_text="beautiful function",
    domain=Domain((SMALL_DIMENSION,)),
    claim=All(
        (
            Equal(F, sp.Sum(_coefficient(_t), (_t, 0, sp.oo))),
            Equal(F, sp.Sum(_coefficient(2 * _t), (_t, 0, sp.oo))),
        )
    ),
    checks=(
        Derivation(_mean_series, WHOLE),
        Restated(
            "for exp on the sphere the series is the integral over the angle, and 0F1",
            {
                "series": formula(sp.Sum(_SERIES_TERM, (_t, 0, sp.oo)), _SPHERE, "d v"),
                "integral": formula(_ANGLE, _SPHERE, "d v", closed=sphere_kernel(v**2)),
            },
            _SPHERE,
            Equal("series", "integral"),
            Agreement("series", "integral", points=tuple(dict(p) for p in _SPHERE.extra if p["v"] != 0)),
        ),
    ),
    uses=("performer/def1",),
)

EQ75 = Statement(
    id="performer/eq75",
    kind="inequality",
    where="eq. (75)",
    title="Lower bound of the difference of errors",
    text="Lemma 6 in every term of the double series gives (1 - 1/m) 2/(d+2) (F(z) - a_0)^2.",
    latex=r"\ge\Big(1-\frac1m\Big)\frac2{d+2}\left(F_{\Omega,g}(z)-a_0\right)^2",
    domain_text="m <= d",
    domain=_BLOCK,
    claim=Given(
        _FINITE,
        Below((1 - 1 / m) * 2 / (d + 2) * (F - _a[0]) ** 2, error(IID) - error(ORT), strict=False),
    ),
    checks=(
        Derivation(square_steps, whole("m <= d, wherever the errors are finite")),
        Restated(
            "for exp, Gaussian rows: the bound is at most e^(v^2) - 1F1(d; d/2; v^2/2)",
            {
                "bound": formula(2 / (d + 2) * (sp.exp(_W) - 1) ** 2, _PLANE, "d v"),
                "gap": formula(sp.exp(v**2) - orthogonal_pair(v**2), _PLANE, "d v"),
            },
            _PLANE,
            Below("bound", "gap", strict=False),
        ),
        Restated(
            "for exp, rows on the sphere: the bound is at most g(v^2)^2 - g(2 v^2)",
            {
                "bound": formula(2 / (d + 2) * (sphere_kernel(v**2) - 1) ** 2, _PLANE, "d v"),
                "gap": formula(sphere_kernel(v**2) ** 2 - sphere_kernel(2 * v**2), _PLANE, "d v"),
            },
            _PLANE,
            Below("bound", "gap", strict=False),
        ),
    ),
    uses=("performer/eq74", "performer/lemma6"),
)


STATEMENTS = (
    EQ69,
    EQ74,
    EQ74_F,
    EQ75,
)

"""Rows of the wrong law or weight: rotated or orthogonalised after the map, weights forgotten or doubled.

Main results, the exact factor on the mean of Khat/K:
* rotation after the map: det(H)^(-1/2) exp(v.(H^(-1) - I)v/2) over Haar Q, H = Q Sigma^(-1) Q^T + I - Sigma^(-1).
* no weight: exp(-2 v.A v); the full weight on both sides: det(Sigma) det(I-8A)^(-1/2) exp(2 v.A(I-8A)^(-1) v).
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    All,
    Derivation,
    Equal,
    Erratum,
    Height,
    On,
    Proof,
    Rule,
    Statement,
    formula,
)
from rftheory.papers.beyond._lemmas.dense.lists import (
    FAMILY,
    MEAN,
    MOMENTS,
    S,
    V,
    a,
    i,
    lists,
    normal,
    times,
    total,
)
from rftheory.papers.beyond._lemmas.drawn.dense_rows import (
    orthogonalised_direction,
    rotated_mean,
    wrong_weights,
)

_WHERE = "dense features, wrong rows"
_theta = sp.Symbol("theta", real=True)
_TWO = Rule(sp.Eq(Height(a), 2), "a has two entries")
_s1, _s2 = (1 - 4 * a[k] for k in (0, 1))
_MODULUS = Rule(
    sp.And(1 / (1 - 4 * a[0]) - 1 / (1 - 4 * a[1]) < 1, 1 / (1 - 4 * a[1]) - 1 / (1 - 4 * a[0]) < 1),
    "|1/s_1 - 1/s_2| < 1",
)
_SPECTRA = ("1/10,-1/2", "0,-3", "-1,-1", "1/10,0", "-1/3,-1/7")
_PLANES = lists("a", MEAN, _TWO, _MODULUS, extra=tuple({"a": each} for each in _SPECTRA))
_ANY = lists("a", MEAN, _TWO, extra=tuple({"a": each} for each in (*_SPECTRA, "1/5,-3")))
_PAIRS = lists(
    "a x y",
    MEAN,
    _TWO,
    _MODULUS,
    extra=(
        {"a": "1/10,-1/2", "x": "1/2,0", "y": "0,1/3"},
        {"a": "-1,-1", "x": "1,0", "y": "1/7,1"},
        {"a": "-1/3,-1/7", "x": "0,0", "y": "1,-1"},
    ),
    roams=False,
)
_NAMES = "a x y"
_TURN = sp.Matrix([[sp.cos(_theta), -sp.sin(_theta)], [sp.sin(_theta), sp.cos(_theta)]])
_INVERSE = sp.Matrix([[1 / _s1, 0], [0, 1 / _s2]])
_H = _TURN * _INVERSE * _TURN.T + sp.eye(2) - _INVERSE
_DET = _H[0, 0] * _H[1, 1] - _H[0, 1] ** 2
_TOTAL = sp.Matrix([sp.IndexedBase("x")[k] + sp.IndexedBase("y")[k] for k in (0, 1)])
_FORM = (
    _TOTAL[0] ** 2 * (_H[1, 1] / _DET - 1)
    - 2 * _TOTAL[0] * _TOTAL[1] * _H[0, 1] / _DET
    + _TOTAL[1] ** 2 * (_H[0, 0] / _DET - 1)
)


def _turned(body: sp.Expr) -> sp.Expr:
    """The mean over a uniform angle, of period pi."""
    return sp.Integral(body, (_theta, 0, sp.pi)) / sp.pi


_BY_ROTATION = _turned(sp.exp(_FORM / 2) / sp.sqrt(_DET))
_COV = _TURN * sp.Matrix([[_s1, 0], [0, _s2]]) * _TURN.T
_TILT = sp.eye(2) + (sp.eye(2) - _INVERSE) * _COV
_TILT_DET = _TILT[0, 0] * _TILT[1, 1] - _TILT[0, 1] * _TILT[1, 0]
_SHIFTED = (  # (C^(-1) + B)^(-1) = (I + C B)^(-1) C
    sp.Matrix([[_TILT[1, 1], -_TILT[1, 0]], [-_TILT[0, 1], _TILT[0, 0]]]) * _COV / _TILT_DET
)
_EXPONENT = (_TOTAL.T * (_SHIFTED - sp.eye(2)) * _TOTAL)[0] / 2
_BY_LAW = sp.sqrt(_s1 * _s2) * _turned(sp.exp(_EXPONENT) / sp.sqrt(_TILT_DET))
_K = 1 / _s1 - 1 / _s2
_ELLIPTIC = sp.hyper((sp.S.Half, sp.S.Half), (sp.S.One,), _K**2)
_FIRST_ROW = sp.sqrt(_s1) / (sp.sqrt(_s1) + sp.sqrt(_s2))
_DIRECTION = _s1 * sp.cos(_theta) ** 2 / (_s1 * sp.cos(_theta) ** 2 + _s2 * sp.sin(_theta) ** 2)


def _rotated_steps(proof: Proof) -> None:
    p, q, angle = sp.symbols("p q theta", positive=True)  # 1/s_1, 1/s_2
    turn = sp.Matrix([[sp.cos(angle), -sp.sin(angle)], [sp.sin(angle), sp.cos(angle)]])
    inverse = sp.diag(p, q)
    h = turn * inverse * turn.T + sp.eye(2) - inverse
    proof.equal(h.det(), 1 - (p - q) ** 2 * sp.sin(angle) ** 2, "det H in the plane")
    cov = turn * sp.diag(1 / p, 1 / q) * turn.T
    proof.equal(
        (sp.eye(2) + (sp.eye(2) - inverse) * cov).det(),
        h.det() / (p * q),
        "given Q: E exp(-w.(I - Sigma^(-1))w/2) has det(Sigma) det(H) under the root, which cancels det(Sigma)^(1/2) of the weight",
    )
    proof.cite("(2/pi) K(k) is the mean of (1 - k^2 sin^2)^(-1/2) over a uniform angle (DLMF 19.2.8)")
    s, t = sp.symbols("s t", positive=True)
    proof.equal(
        sp.sqrt(s) / (sp.sqrt(s) + sp.sqrt(t)) + sp.sqrt(t) / (sp.sqrt(s) + sp.sqrt(t)),
        1,
        "the second row of Gram-Schmidt has the complement",
    )


_TEXT = (
    "Rows Q Sigma^(1/2) z (Haar rotation after the map) with the weights of N(0, Sigma) are biased unless Sigma is scalar: "
    "E Z/K = {factor}E_Q det(H)^(-1/2) exp(v.(H^(-1) - I)v/2). For d = 2, v = 0 it is (2/pi) K(k), k = |1/s_1 - 1/s_2|. "
    "Gram-Schmidt on rows of N(0, Sigma): in the plane E u_1^2 = s_1^(1/2)/(s_1^(1/2) + s_2^(1/2)) for the first row."
)


def _claim(factor: sp.Expr) -> All:
    return All(
        (
            On(
                _PAIRS,
                Equal(formula(_BY_LAW, _PAIRS, _NAMES), formula(factor * _BY_ROTATION, _PAIRS, _NAMES)),
                "d = 2",
            ),
            Equal("", formula(_turned(1 / sp.sqrt(_DET)), _PLANES, "a")),
            On(_ANY, Equal(formula(_FIRST_ROW, _ANY, "a"), formula(_turned(_DIRECTION), _ANY, "a"))),
        )
    )


ROTATED_AFTER = Statement(
    id="beyond/dense/rotated-after",
    kind="identity",
    where=_WHERE,
    title="Rotated or orthogonalised after the map",
    text=_TEXT.format(factor="det(Sigma)^(1/2) "),
    latex=(
        r"\frac2\pi\,\mathbf K\left(k=\left|\tfrac1{s_1}-\tfrac1{s_2}\right|\right);\quad "
        r"\mathbb Eu_1^2=\frac{\sqrt{s_1}}{\sqrt{s_1}+\sqrt{s_2}}"
    ),
    domain_text="d = 2, 4 A < I, |1/s_1 - 1/s_2| < 1; Gram-Schmidt: 4 A < I",
    domain=_PLANES,
    sides={"": formula(_ELLIPTIC, _PLANES, "a")},
    companions={"beyond/dense/gram-schmidt": {"": formula(_FIRST_ROW, _ANY, "a")}},
    claim=_claim(sp.sqrt(_s1 * _s2)),
    uses=("beyond/dense/weight",),
    erratum=Erratum(
        kind="error",
        at="the general formula",
        quote="E Z/K = det(Sigma)^(1/2) E_Q det(H)^(-1/2) exp(v.(H^(-1) - I)v/2)",
        false="The factor det(Sigma)^(1/2) does not belong there: for scalar Sigma = s I the mean is 1, and H = I.",
        weight=1,
        objection="The value in the plane, (2/pi) K(k), is right: it is the formula without the factor.",
    ),
).corrected(
    text=_TEXT.format(factor=""),
    claim=_claim(sp.S.One),
    checks=(
        Derivation(_rotated_steps, WHOLE),
        rotated_mean(formula(_ELLIPTIC, _PLANES, "a")),
        orthogonalised_direction(formula(_FIRST_ROW, _ANY, "a")),
    ),
)


def _weight_steps(proof: Proof) -> None:
    s, v = sp.symbols("s v", positive=True)
    quarter = (1 - s) / 4
    proof.equal(s * v**2 / 2 - v**2 / 2, -2 * quarter * v**2, "no weight: E exp(w v - v^2/2), w ~ N(0, s)")
    narrow = sp.Symbol("p", positive=True)  # 1 - 8a
    wide = (1 + narrow) / 2
    proof.equal(1 - 8 * (1 - wide) / 4, narrow, "the weight squared: s exp(4a g^2), 1 - 8a = 2s - 1")
    proof.equal(
        wide * v**2 / (2 * narrow) - v**2 / 2,
        2 * (1 - narrow) / 8 * v**2 / narrow,
        "the exponent 2 a v^2/(1-8a)",
    )


_NO_WEIGHT = sp.exp(-2 * total(a[i] * V**2))
_DOUBLE = times(S) / sp.sqrt(times(1 - 8 * a[i])) * sp.exp(2 * total(a[i] * V**2 / (1 - 8 * a[i])))

NO_WEIGHT = Statement(
    id="beyond/dense/no-weight",
    kind="identity",
    where=_WHERE,
    title="Weights forgotten, or doubled",
    text=(
        "Rows N(0, Sigma) with plain features and no weight: the mean is K exp(-2 v.A v). With the full weight p/q on both "
        "sides, in place of its root: K det(Sigma) det(I-8A)^(-1/2) exp(2 v.A(I-8A)^(-1) v)."
    ),
    latex=(
        r"\mathbb E\hat K/K=e^{-2v^\top Av};\quad \mathbb E\hat K/K="
        r"\det\Sigma\det(I-8A)^{-1/2}e^{2v^\top A(I-8A)^{-1}v}"
    ),
    domain_text="4 A < I; weight doubled: 8 A < I",
    domain=FAMILY,
    sides={"": formula(_NO_WEIGHT, FAMILY, _NAMES)},
    companions={"beyond/dense/double-weight": {"": formula(_DOUBLE, MOMENTS, _NAMES)}},
    claim=All(
        (
            Equal(
                "",
                formula(times(normal(sp.S.Zero, sp.sqrt(S) * V) * sp.exp(-(V**2) / 2)), FAMILY, _NAMES),
            ),
            On(
                MOMENTS,
                Equal(
                    formula(_DOUBLE, MOMENTS, _NAMES),
                    formula(
                        times(S * normal(4 * a[i], sp.sqrt(S) * V) * sp.exp(-(V**2) / 2)), MOMENTS, _NAMES
                    ),
                ),
                "8 A < I",
            ),
        )
    ),
    checks=(
        Derivation(_weight_steps, WHOLE),
        *wrong_weights(formula(_NO_WEIGHT, FAMILY, _NAMES), formula(_DOUBLE, MOMENTS, _NAMES)),
    ),
    uses=("beyond/dense/weight",),
    note="B = I - 4A in the place of its root, with the weight kept, gives the first factor as well.",
)

STATEMENTS = (
    ROTATED_AFTER,
    NO_WEIGHT,
)

"""The ratio estimate of attention with rows shared by all keys: its variance, bias, and the floor of the variance.

Main results, p the softmax weights, o the output, C the mean of two products on one row:
* m Var -> sum p_i p_j (V_i - o)(V_j - o) C(y_i, y_j); m bias -> -sum p_i p_j (V_i - o) C(y_i, y_j).
* over all proposals the least m Var for two keys is (2 p(1-p) erf(|y-z|/(2 sqrt 2)))^2.
"""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp

from rftheory.kit import (
    PLACE,
    WHOLE,
    All,
    Below,
    Derivation,
    Equal,
    Given,
    On,
    Proof,
    Statement,
    formula,
    some,
)
from rftheory.papers.beyond._lemmas.dense.lists import (
    SECOND,
    R,
    S,
    a,
    at_points,
    c_of_r,
    i,
    lists,
    normal,
    times,
    total,
    x,
    y,
    z,
)

_WHERE = "dense features, attention"
_KEYS = lists("a x y z", SECOND, extra=at_points("a x y z"), roams=False)
_INPUTS = lists("x y z", extra=at_points("x y z"))
_NAMES = "a x y z"
_APART = some(y, lambda entry: sp.Ne(entry, z[PLACE]))
_FIRST = total(x[i] * y[i])
_SECOND = total(x[i] * z[i])
_P = 1 / (1 + sp.exp(_SECOND - _FIRST))
_NOT_P = 1 / (1 + sp.exp(_FIRST - _SECOND))


def _c(one: sp.IndexedBase, two: sp.IndexedBase) -> sp.Expr:
    """C(y, z) in closed form."""
    return c_of_r() * sp.exp(total(R * (2 * x[i] + one[i] + two[i]) ** 2 - (one[i] - two[i]) ** 2) / 4)


def _by_rows(one: sp.IndexedBase, two: sp.IndexedBase) -> sp.Expr:
    """C(y, z) by an integral over each coordinate of the row."""
    first, second = x[i] + one[i], x[i] + two[i]
    return times(S * normal(4 * a[i], sp.sqrt(S) * (first + second)) * sp.exp(-(first**2 + second**2) / 2))


def _sums(moment: Callable[[sp.IndexedBase, sp.IndexedBase], sp.Expr]) -> tuple[sp.Expr, sp.Expr]:
    """The variance and the bias for values 1 and 0: the sums over both keys, o = p."""
    weight = sp.exp(_FIRST) / (sp.exp(_FIRST) + sp.exp(_SECOND))
    keys = ((y, weight, 1 - weight), (z, 1 - weight, -weight))
    pairs = [(p * q, v, u, moment(k, j)) for k, p, v in keys for j, q, u in keys]
    variance = sp.Add(*(w * v * u * c for w, v, u, c in pairs))
    return variance, -sp.Add(*(w * v * c for w, v, _, c in pairs))


def _of_two_keys(value: sp.Expr) -> sp.Expr:
    """The value, 0 where both keys are one."""
    return sp.Piecewise((sp.S.Zero, sp.Eq(total((y[i] - z[i]) ** 2), 0)), (value, True))


_VARIANCE = _of_two_keys((_P * _NOT_P) ** 2 * (_c(y, y) - 2 * _c(y, z) + _c(z, z)))
_BIAS = _of_two_keys(-_P * _NOT_P * (_P * _c(y, y) - _NOT_P * _c(z, z) + (_NOT_P - _P) * _c(y, z)))
_DEFINED = _sums(_by_rows)


def _delta_steps(proof: Proof) -> None:
    n, q, o = sp.symbols("N D o", positive=True)
    e = sp.Symbol("e", real=True)
    proof.equal(
        sp.series((o + e * n) / (1 + e * q), e, 0, 3).removeO(),
        o + e * (n - o * q) + e**2 * q * (o * q - n),
        "the ratio of o + eN over 1 + eD to second order: N - oD, then D (oD - N)",
    )
    p, c, f, g = sp.symbols("p c f g", positive=True)
    proof.equal(
        p**2 * (1 - p) ** 2 * c - 2 * p**2 * (1 - p) ** 2 * f + (1 - p) ** 2 * p**2 * g,
        (p * (1 - p)) ** 2 * (c - 2 * f + g),
        "two keys with values 1 and 0, o = p: V_i - o are 1-p and -p",
    )
    proof.equal(
        -(p**2 * (1 - p) * c + p * (1 - p) * (1 - p) * f - (1 - p) * p * p * f - (1 - p) ** 2 * p * g),
        -p * (1 - p) * (p * c - (1 - p) * g + (1 - 2 * p) * f),
        "and the bias",
    )
    proof.cite("the delta method: the estimates of both sums are means of m iid rows with finite variances")
    proof.cite(
        "ohat lies between the values and m (D-1)^2 is uniformly integrable, so that the expectations converge"
    )


ATTENTION_VARIANCE = Statement(
    id="beyond/dense/attention/variance",
    kind="asymptotic",
    where=_WHERE,
    title="Variance and bias of the ratio",
    text=(
        "m iid rows shared by all keys: m Var -> sum p_i p_j (V_i-o)(V_j-o) C(y_i,y_j) and "
        "m E(ohat - o) -> -sum p_i p_j (V_i-o) C(y_i,y_j). The sides: two keys y, z with values 1, 0."
    ),
    latex=(
        r"m\,\mathrm{Var}\to\sum_{ij}p_ip_j(V_i-o)(V_j-o)C(y_i,y_j);\quad "
        r"m\,\mathbb E(\hat o-o)\to-\sum_{ij}p_ip_j(V_i-o)C(y_i,y_j)"
    ),
    domain_text="8 A < I",
    domain=_KEYS,
    sides={"": formula(_VARIANCE, _KEYS, _NAMES)},
    companions={"beyond/dense/attention/bias": {"": formula(_BIAS, _KEYS, _NAMES)}},
    claim=All(
        (
            Given(_APART, Equal("", formula(_DEFINED[0], _KEYS, _NAMES))),
            Given(_APART, Equal(formula(_BIAS, _KEYS, _NAMES), formula(_DEFINED[1], _KEYS, _NAMES))),
        )
    ),
    checks=(Derivation(_delta_steps, WHOLE),),
    uses=("beyond/dense/cross-moment",),
)

_DISTANCE = sp.sqrt(total((y[i] - z[i]) ** 2))
_FLOOR = (2 * _P * _NOT_P * sp.erf(_DISTANCE / (2 * sp.sqrt(2)))) ** 2
_u = sp.Symbol("u", real=True)
_TOTAL_VARIATION = sp.Integral(sp.exp(-(_u**2) / 2), (_u, -_DISTANCE / 2, _DISTANCE / 2)) / sp.sqrt(2 * sp.pi)


def _floor_steps(proof: Proof) -> None:
    u, gap, p = sp.symbols("u D p", positive=True)
    law = sp.exp(-(u**2) / 2) / sp.sqrt(2 * sp.pi)
    proof.equal(
        2 * sp.integrate(law, (u, 0, gap / 2)),
        sp.erf(gap / (2 * sp.sqrt(2))),
        "total variation of N(y, I) and N(z, I): they cross halfway, D = |y - z|",
    )
    proof.equal(p * (1 - p) + (1 - p) * p, 2 * p * (1 - p), "sum p_i |V_i - o| for values 1, 0")
    proof.cite("Cauchy-Schwarz: the integral of F^2/q over proposals q is least at q proportional to |F|")
    proof.equal(
        sp.Rational(1, 4) - p * (1 - p), (p - sp.Rational(1, 2)) ** 2, "p(1-p) <= 1/4: the floor is below 1/4"
    )


ATTENTION_FLOOR = Statement(
    id="beyond/dense/attention/floor",
    kind="optimality",
    where=_WHERE,
    title="The floor of the variance of attention",
    text=(
        "Over all proposals that may depend on x and all keys, the least asymptotic m Var is the squared integral of "
        "|sum p_i (V_i-o) N(w; v_i, I)|, at most (sum p_i |V_i-o|)^2. For two keys with values 1, 0 it depends on their "
        "distance and the weight only, never exceeds 1/4 and vanishes for equal keys."
    ),
    latex=r"\left(2p(1-p)\,\mathrm{erf}\frac{|y-z|}{2\sqrt2}\right)^2",
    domain_text="x, y, z real",
    domain=_INPUTS,
    sides={"": formula(_FLOOR, _INPUTS, "x y z")},
    claim=All(
        (
            Given(
                _APART,
                Equal("", formula((2 * _P * (1 - _P) * _TOTAL_VARIATION) ** 2, _INPUTS, "x y z")),
            ),
            On(_KEYS, Below("", formula(_VARIANCE, _KEYS, _NAMES), strict=False), "any A"),
            Below("", sp.Rational(1, 4)),
        )
    ),
    checks=(Derivation(_floor_steps, WHOLE),),
    uses=("beyond/dense/attention/variance",),
    note="The best proposal is proportional to |N(w; x+y, I) - N(w; x+z, I)|, not to what is best for either kernel value.",
)

STATEMENTS = (
    ATTENTION_VARIANCE,
    ATTENTION_FLOOR,
)

"""The least mean log second moment of dense features, and what it gains over plain positive features.

Main result: it is the sum of ell(t_i), ell concave with ell' = r(t) and ell(0) = 0.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    All,
    Below,
    Derivation,
    Equal,
    Monotone,
    On,
    Order,
    Proof,
    Rule,
    Statement,
    formula,
    some,
)
from rftheory.papers.beyond._lemmas.dense.best import (
    LINE,
    SPECTRUM,
    T,
    best_r,
    ell,
    envelope_steps,
    least,
)
from rftheory.papers.beyond._lemmas.dense.lists import (
    above,
    i,
    lists,
    t,
    total,
)

_WHERE = "dense features, the log optimum"
_NOT_NULL = lists(
    "t", above("t"), Rule(some(t, lambda entry: entry > 0), "some entry of t > 0"), extra=SPECTRUM.extra
)
_PLAIN_GAIN = total(t[i] - ell(t[i]))


def _value_steps(proof: Proof) -> None:
    envelope_steps(proof)
    size = sp.Symbol("t", positive=True)
    fraction = 1 / (1 + 2 * size)
    proof.positive(
        2 * size * fraction**2 + (1 + 2 * size) * fraction - 1,
        "at r = 1/(1+2t) the numerator of the slope is positive: r(t) < 1/(1+2t)",
    )
    proof.equal(
        sp.diff(size - sp.log(1 + 2 * size) / 2, size),
        2 * size / (1 + 2 * size),
        "so ell < log(1+2t)/2 < t: the difference of the last two has a positive slope",
    )
    proof.equal(
        sp.series(best_r(size), size, 0, 2).removeO(),
        1 - 4 * size,
        "r(t) = 1 - 4t + O(t^2): t - ell = 2 t^2 + O(t^3)",
    )


LOG_VALUE = Statement(
    id="beyond/dense/log-optimum/value",
    kind="identity",
    where=_WHERE,
    title="The least mean log second moment",
    text=(
        "It is the sum of ell(t_i); ell rises, is strictly concave, ell' = r, ell(0) = 0. Plain positive features exceed it "
        "by the sum of t_i - ell(t_i), at least that of t_i - log(1+2t_i)/2, and 2 t_i^2 + O(t_i^3) for small t."
    ),
    latex=r"\min G=\sum_i\ell(t_i),\quad\ell'(t)=r(t);\quad \sum_i\left(t_i-\ell(t_i)\right)",
    domain_text="t_i >= 0; for the gain not all 0",
    domain=SPECTRUM,
    sides={"": formula(total(ell(t[i])), SPECTRUM, "t")},
    companions={"beyond/dense/plain-gain": {"": formula(_PLAIN_GAIN, _NOT_NULL, "t")}},
    claim=All(
        (
            Equal("", formula(total(least(t[i])), SPECTRUM, "t")),
            On(LINE, Monotone(formula(ell(T), LINE, "t"), "t")),
            On(
                _NOT_NULL,
                Below(
                    formula(total(t[i] - sp.log(1 + 2 * t[i]) / 2), _NOT_NULL, "t"),
                    formula(_PLAIN_GAIN, _NOT_NULL, "t"),
                ),
                "not all t_i are 0",
            ),
            On(
                _NOT_NULL,
                Equal(
                    formula(_PLAIN_GAIN, _NOT_NULL, "t"), formula(total(t[i] - least(t[i])), _NOT_NULL, "t")
                ),
                "over the least objective",
            ),
            On(_NOT_NULL, Below(sp.S.Zero, formula(total(t[i] - sp.log(1 + 2 * t[i]) / 2), _NOT_NULL, "t"))),
            On(LINE, Order(T**-3, "t", formula(T - ell(T), LINE, "t"), 2 * T**2, toward=sp.S.Zero)),
        )
    ),
    checks=(Derivation(_value_steps, WHOLE, covered="at t = 0 both sides are 0"),),
    uses=("beyond/dense/log-optimum/r",),
)

STATEMENTS = (LOG_VALUE,)

"""Section 2: rows in pairs at 120 degrees, a coupling that rftheory has not."""

import sympy as sp

from rftheory.authoring import (
    Domain,
    Drawing,
    Equal,
    Estimate,
    Expectation,
    Height,
    Rule,
    Sampled,
    Statement,
    formula,
    integer,
    real,
    same_length,
    vector,
)

x2, y2, xy = sp.symbols("x2 y2 xy", real=True)
x, y = sp.IndexedBase("x"), sp.IndexedBase("y")
i = sp.Symbol("i", integer=True, nonnegative=True)
m, d = sp.symbols("m d", integer=True, positive=True)

_PAIRS = Domain(
    (vector("x"), vector("y"), integer("m", 1)),
    (
        Rule(same_length(x, y), "x and y of one length"),
        Rule(Height(x) >= 2, "at least two entries"),
    ),
)
_DRAWN = Domain((real("xy"), real("x2", 0), real("y2", 0), integer("m", 1), integer("d", 2)))
_KERNEL = sp.exp(sp.Sum(x[i] * y[i], (i, 0, d - 1)))
_SECOND = sp.exp(2 * xy) * (1 + (sp.exp(x2 + y2 + 2 * xy) - 1) / m)

ROWS = Statement(
    id="example/rows",
    kind="definition",
    where="eq. (2)",
    title="Pairs of rows",
    text="Two rows with independent chi_d norms and the cosine -1/2, uniformly rotated; pairs are independent.",
    latex=r"\cos\angle(w_1,w_2)=-\tfrac12",
    domain_text="d >= 2",
    mechanism=("pairs-120",),
)

UNBIASED = Statement(
    id="example/unbiased",
    kind="identity",
    where="eq. (3)",
    title="Estimates with pairs are unbiased",
    text="Positive features with pairs of rows estimate the softmax kernel without bias.",
    latex=r"\mathbb E\widehat K=e^{x^\top y}",
    domain_text="d >= 2, m >= 1",
    domain=_PAIRS,
    sides={"": formula(_KERNEL, _PAIRS, "x y")},
    claim=Equal(Expectation(Estimate("pairs-120", "positive", m, kernel="softmax")), ""),
    checks=(
        Sampled(
            "mean with pairs",
            Drawing("pairs-120", "positive", "mean", "softmax"),
            formula(sp.exp(xy), _DRAWN, "xy"),
            ({"d": 4, "m": 2, "x2": "1/2", "y2": "1/4", "xy": "1/4"},),
            second=formula(_SECOND, _DRAWN, "x2 y2 xy m"),
        ),
    ),
    uses=("example/rows",),
    mechanism=("pairs-120", "positive"),
)

STATEMENTS = (ROWS, UNBIASED)

"""Spectra of the second moment: what a matrix gains over a scalar, and what a wrong spectrum costs.

Main results, ell(t) the least log second moment of one eigenvalue:
* the gain over the best scalar lies between 0 and (d/2) log(AM/GM) of the spectrum.
* tuning to c times the second moment costs (log c + 1/c - 1)/2 nats a dimension in the limit.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    All,
    Below,
    Derivation,
    Domain,
    Equal,
    Given,
    Height,
    On,
    Order,
    Proof,
    Rule,
    Statement,
    formula,
    real,
    some,
)
from rftheory.papers._shared.invariants import d
from rftheory.papers.beyond._lemmas.dense.best import (
    SIZE,
    T,
    best_r,
    ell,
    envelope_steps,
    gain,
    least,
)
from rftheory.papers.beyond._lemmas.dense.lists import above, i, lists, t, times, total

_WHERE = "dense features, spectra"
_SPECTRA = lists(
    "t",
    above("t", strict=True),
    Rule(Height(t) >= 2, "t has at least two entries"),
    extra=(
        {"t": "1,2"}, {"t": "1/10,3,1/7"}, {"t": "100,1e-6,1,7"}, {"t": "1e9,1e-9"}, {"t": "1e6,2e6,3e6"}, {"t": "5,5,5"},
    ),
)  # fmt: skip
_MEAN = total(t[i]) / d
_SPREAD = total((t[i] - _MEAN) ** 2)
_UNEQUAL = some(t, lambda entry: sp.Ne(entry, t[0]))
_GAIN = sp.Piecewise((sp.S.Zero, sp.Eq(_SPREAD, 0)), (d * ell(_MEAN) - total(ell(t[i])), True))
_BOUND = sp.log(_MEAN**d / times(t[i])) / 2


def _anisotropy_steps(proof: Proof) -> None:
    envelope_steps(proof)
    proof.cite("Jensen's inequality for the concave ell, and for the concave log(t)/2 - ell(t)")
    r, e = sp.symbols("r e", positive=True)
    size = (1 - r) / (2 * r * (1 + r))
    speed = 2 * r**2 * (1 + r) ** 2 / (1 + 2 * r - r**2)
    proof.equal(-1 / sp.diff(size, r), speed, "-r' at t = (1-r)/(2r(1+r))")
    proof.equal(1 / (2 * size**2), 2 * r**2 * (1 + r) ** 2 / (1 - r) ** 2, "1/(2t^2)")
    proof.nonnegative(
        sp.factor((1 + 2 * r - r**2 - (1 - r) ** 2).subs(r, 1 / (1 + e))),
        "1 + 2r - r^2 is at least (1-r)^2 for r <= 1: log(t)/2 - ell(t) is concave",
    )


ANISOTROPY_GAIN = Statement(
    id="beyond/dense/anisotropy-gain",
    kind="inequality",
    where=_WHERE,
    title="What the shape of the spectrum is worth",
    text=(
        "The mean log gain of the best matrix over the best scalar (OPRF tuned to the mean of |v|^2) is nonnegative, 0 iff "
        "all t_i are equal, and at most half the sum of log(tbar/t_i), tbar the mean of the t_i."
    ),
    latex=r"0\le d\,\ell(\bar t)-\sum_i\ell(t_i)\le\tfrac12\sum_i\log\frac{\bar t}{t_i}",
    domain_text="t_i > 0, at least two",
    domain=_SPECTRA,
    sides={"lhs": formula(_GAIN, _SPECTRA, "t"), "rhs": formula(_BOUND, _SPECTRA, "t")},
    claim=All(
        (
            Below(sp.S.Zero, "lhs", strict=False),
            Below("lhs", "rhs", strict=False),
            Given(_UNEQUAL, Below(sp.S.Zero, "lhs")),
            Given(_UNEQUAL, Equal("lhs", formula(d * least(_MEAN) - total(least(t[i])), _SPECTRA, "t"))),
            Given(_UNEQUAL, Equal("rhs", formula(total(sp.log(_MEAN) - sp.log(t[i])) / 2, _SPECTRA, "t"))),
        )
    ),
    checks=(Derivation(_anisotropy_steps, WHOLE),),
    uses=("beyond/dense/log-optimum/value",),
)

_t0 = sp.Symbol("t0", nonnegative=True)
_c = sp.Symbol("c", positive=True)
_TUNED = Domain(
    (SIZE, real("t0", 0, reach=("1e-6", 10**6), meaning="second moment that A is tuned to")),
    extra=(
        {"t": 1, "t0": 2},
        {"t": 0, "t0": 1},
        {"t": 1, "t0": 0},
        {"t": 3, "t0": 3},
        {"t": "1e9", "t0": "1e-9"},
    ),
)
_FACTOR = real("c", above=0, reach=("1e-3", 1000), meaning="t0/t")
_FACTORS = Domain((_FACTOR,), extra=({"c": 1}, {"c": "1/10"}, {"c": 10}, {"c": "1e-6"}, {"c": 10**9}))
_LARGE = Domain(
    (real("t", above=0, reach=(1, 10**9), meaning="second moment"), _FACTOR),
    extra=({"t": 100, "c": "1/10"}, {"t": 10, "c": 10}, {"t": 1, "c": 2}),
)


def _regret(t0: sp.Expr, value: sp.Expr) -> sp.Expr:
    """g(r(t0)) + r(t0) t - value."""
    return gain(best_r(t0)) + best_r(t0) * T - value


_LIMIT = (sp.log(_c) + 1 / _c - 1) / 2


def _regret_steps(proof: Proof) -> None:
    envelope_steps(proof)
    size, factor = sp.symbols("t c", positive=True)
    proof.limit(2 * size * best_r(size), size, sp.oo, 1, "r(t) = 1/(2t) (1 + O(1/t))")
    ratio = 1 / (2 * factor * size)
    proof.equal(
        sp.log(1 / (2 * sp.sqrt(ratio))) + ratio * size - sp.log(sp.E * size / 2) / 2,
        (sp.log(factor) + 1 / factor - 1) / 2,
        "the leading terms of g(r(ct)) + r(ct) t - ell(t), ell(t) = log(e t/2)/2 + o(1)",
    )


REGRET = Statement(
    id="beyond/dense/regret",
    kind="identity",
    where=_WHERE,
    title="What a wrong second moment costs",
    text=(
        "Excess of the mean log second moment of an eigenvalue where A is tuned to t0 and the data have t: 0 iff t0 = t. At "
        "t0 = c t it tends to (log c + 1/c - 1)/2: too large a t0 costs its logarithm, too small a one far more."
    ),
    latex=(
        r"\log\frac{1+r_0}{2\sqrt{r_0}}+r_0t-\ell(t),\quad r_0=r(t_0);\quad \tfrac12\left(\log c+\tfrac1c-1\right)"
    ),
    domain_text="t, t0 >= 0; c > 0",
    domain=_TUNED,
    sides={
        "": formula(sp.Piecewise((sp.S.Zero, sp.Eq(T, _t0)), (_regret(_t0, ell(T)), True)), _TUNED, "t t0")
    },
    companions={"beyond/dense/regret/limit": {"": formula(_LIMIT, _FACTORS, "c")}},
    claim=All(
        (
            Below(sp.S.Zero, "", strict=False),
            Given(sp.Ne(T, _t0), Below(sp.S.Zero, "")),
            Given(sp.Ne(T, _t0), Equal("", formula(_regret(_t0, least(T)), _TUNED, "t t0"))),
            On(
                _LARGE,
                Order(
                    sp.S.One,
                    "t",
                    formula(_regret(_c * T, ell(T)), _LARGE, "t c"),
                    formula(_LIMIT, _LARGE, "c"),
                    vanishing=True,
                ),
                "t0 = c t",
            ),
            On(_FACTORS, Below(sp.S.Zero, formula(_LIMIT, _FACTORS, "c"), strict=False)),
        )
    ),
    checks=(Derivation(_regret_steps, WHOLE, covered="at t = 0 and t0 = 0 r(0) = 1"),),
    uses=("beyond/dense/log-optimum/r",),
)

STATEMENTS = (
    ANISOTROPY_GAIN,
    REGRET,
)

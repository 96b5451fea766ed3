"""The matrix with the least mean log second moment.

Main results, T = E (x+y)(x+y)^T:
* the mean log second moment depends on the law of the inputs through T alone.
* it is least at R = r(T), eigenvalue by eigenvalue; A is never positive there.
* it is convex along geodesics, and convex neither in R nor in A.
"""

from __future__ import annotations

import sympy as sp

from rftheory.exact.functions.tilts import PositiveTilt
from rftheory.kit import (
    WHOLE,
    All,
    Below,
    Derivation,
    Domain,
    Equal,
    Height,
    On,
    Optimal,
    Proof,
    Rule,
    Statement,
    Width,
    formula,
    real,
    vectors,
)
from rftheory.papers._shared.invariants import m
from rftheory.papers.beyond._lemmas.dense.best import (
    LINE,
    SIZE,
    T,
    best_r,
    ell,
    gain,
    root_steps,
)
from rftheory.papers.beyond._lemmas.dense.lists import (
    SECOND,
    R,
    a,
    above,
    c_of_r,
    i,
    lists,
    log_c,
    mu,
    t,
    times,
    total,
)

_WHERE = "dense features, the log optimum"
_AT = (
    {"a": "-1/4", "t": "1"},
    {"a": "1/10,-3", "t": "1/2,7"},
    {"a": "0,0,0", "t": "1,0,2"},
    {"a": "-1/9,1/9", "t": "3,3"},
)
_OBJECTIVES = lists("a t", SECOND, above("t"), extra=_AT)
_OBJECTIVE = sp.log(times((1 + R) / 2)) - sp.log(times(R)) / 2 + total(R * t[i])
_X = sp.IndexedBase("X")
_j = sp.Symbol("j", integer=True, nonnegative=True)
_EACH = (_j, 0, m - 1)
_FITS = Rule(sp.Eq(Width(_X), Height(a)), "the vectors of X have the length of a")
_DATA = Domain(
    (*lists("a").parameters, vectors("X", "the sums x + y of a data set")),
    (SECOND, _FITS),
    extra=(
        {"a": "-1/4", "X": [["1"], ["-2"], ["1/3"]]},
        {"a": "1/10,-3", "X": [["1", "0"], ["1/2", "-1"]]},
        {"a": "0,-1/2,1/9", "X": [["1", "2", "-1"], ["0", "1/7", "3"], ["1", "1", "1"], ["-1", "0", "2"]]},
    ),
)
_SHIFTS = Domain(
    (*lists("a mu").parameters, vectors("X", "the sums x + y of a data set")),
    (SECOND, _FITS, Rule(sp.Eq(Height(mu), Height(a)), "a and mu have one length")),
    extra=tuple({**point, "mu": mu} for point, mu in zip(_DATA.extra, ("1/2", "0,1", "1,1,1"), strict=True)),
)
_COLUMN = sp.Sum(_X[_j, i], _EACH) / m


def _average(centre: sp.Expr) -> sp.Expr:
    """The average of log chi over the data, v less a centre."""
    return sp.Sum(sp.log(c_of_r() * sp.exp(total(R * (_X[_j, i] - centre) ** 2))), _EACH) / m


def _objective_steps(proof: Proof) -> None:
    r, size, mean, shift, square = sp.symbols("r t p q s", positive=True)
    proof.equal(
        sp.log((1 + r) / (2 * sp.sqrt(r))),
        sp.log((1 + r) / 2) - sp.log(r) / 2,
        "log c(R), one eigenvalue",
    )
    proof.equal(
        r * (size + mean) / 2 - r * size / 2,
        r * mean / 2,
        "the rest is linear in v v^T: a mean of it is tr(RT)",
    )
    proof.equal(
        square - 2 * shift * mean + shift**2 - (square - mean**2),
        (shift - mean) ** 2,
        "E (v-q)^2 exceeds the variance by (q - E v)^2: the best shift is the mean",
    )


LOG_OBJECTIVE = Statement(
    id="beyond/dense/log-objective",
    kind="identity",
    where=_WHERE,
    title="Mean log second moment",
    text=(
        "Over any law of v the mean log relative second moment depends on the law through T = E v v^T alone; with a free "
        "shift the best one is E v, and T becomes Cov v."
    ),
    latex=r"G(R)=\log\det\tfrac{I+R}2-\tfrac12\log\det R+\mathrm{tr}(RT)",
    domain_text="8 A < I, T >= 0, A and T in one basis",
    domain=_OBJECTIVES,
    sides={"": formula(_OBJECTIVE, _OBJECTIVES, "a t", closed=log_c() + total(R * t[i]))},
    claim=All(
        (
            Equal("", formula(sp.log(c_of_r() * sp.exp(total(R * t[i]))), _OBJECTIVES, "a t")),
            On(
                _DATA,
                Equal(
                    formula(_average(sp.S.Zero), _DATA, "a X"),
                    formula(log_c() + total(R * sp.Sum(_X[_j, i] ** 2, _EACH) / m), _DATA, "a X"),
                ),
                "v uniform over a data set",
            ),
            On(
                _SHIFTS,
                Below(
                    formula(_average(_COLUMN), _SHIFTS, "a X"),
                    formula(_average(mu[i]), _SHIFTS, "a X mu"),
                    strict=False,
                ),
                "any shift mu",
            ),
        )
    ),
    checks=(Derivation(_objective_steps, WHOLE),),
    uses=("beyond/dense/relative",),
)

_r = sp.Symbol("r", positive=True)
_RATE = real("r", above=0, reach=("1e-6", 100), meaning="an eigenvalue of R")
_RIVALS = Domain(
    (SIZE, _RATE),
    extra=({"t": 1, "r": "1/3"}, {"t": 0, "r": 1}, {"t": "1/10", "r": "9/10"}, {"t": 10, "r": "1/21"}),
)
_THETA = real("theta", reach=("1e-2", 3), meaning="angle between eigenvectors")
_theta, _p, _q = sp.Symbol("theta", real=True), sp.Symbol("p", positive=True), sp.Symbol("q", positive=True)
_t1, _t2 = sp.Symbol("t1", nonnegative=True), sp.Symbol("t2", nonnegative=True)
_PLANE = Domain(
    (
        real("t1", 0, reach=("1e-2", 20), meaning="first eigenvalue of T"),
        real("t2", 0, reach=("1e-2", 20), meaning="second eigenvalue of T"),
        real("p", above=0, reach=("1e-2", 3), meaning="first eigenvalue of R"),
        real("q", above=0, reach=("1e-2", 3), meaning="second eigenvalue of R"),
        _THETA,
    ),
    extra=(
        {"t1": 1, "t2": 3, "p": "1/2", "q": "1/5", "theta": "1/10"},
        {"t1": 5, "t2": "1/10", "p": "1/11", "q": "4/5", "theta": 0},
        {"t1": 0, "t2": 0, "p": 1, "q": "99/100", "theta": 1},
        {"t1": 2, "t2": 2, "p": "1/5", "q": "1/5", "theta": 2},
    ),
)
_TRACE = _t1 * (_p * sp.cos(_theta) ** 2 + _q * sp.sin(_theta) ** 2) + _t2 * (
    _p * sp.sin(_theta) ** 2 + _q * sp.cos(_theta) ** 2
)
_SIGMA = (3 + 2 * T + sp.sqrt(4 * T**2 + 12 * T + 1)) / 4
_PARAMETER = (1 - 2 * T - sp.sqrt((2 * T + 1) ** 2 + 8 * T)) / 16


def _optimum_steps(proof: Proof) -> None:
    root_steps(proof)
    proof.cite(
        "von Neumann's trace inequality: tr(RT) is at least the sum of oppositely sorted products of the eigenvalues, with "
        "equality iff R and T commute in that order; the other terms see the spectrum of R alone"
    )
    u = sp.Symbol("u", real=True)
    size = sp.Symbol("t", positive=True)
    objective = sp.log(sp.cosh(u / 2)) + size * sp.exp(-u)
    proof.equal(
        sp.diff(objective, u, 2),
        1 / (4 * sp.cosh(u / 2) ** 2) + size * sp.exp(-u),
        "in u = -log r the scalar problem is strictly convex",
    )
    proof.positive(
        -sp.diff(best_r(size), size), "and r(t) falls in t, so that the sorted assignment is consistent"
    )


LOG_OPTIMUM = Statement(
    id="beyond/dense/log-optimum/r",
    kind="optimality",
    where=_WHERE,
    title="The log optimum, eigenvalue by eigenvalue",
    text=(
        "The mean log second moment has exactly one minimiser over all R > 0: R = r(T), with the eigenvectors of T. "
        "0 < r <= 1, so no eigenvalue of A is positive, and all are negative where T > 0."
    ),
    latex=(
        r"r(t)=\frac2{1+2t+\sqrt{(1+2t)^2+8t}};\quad \Sigma(t)=\tfrac14\left(3+2t+\sqrt{4t^2+12t+1}\right);\quad "
        r"A(t)=\tfrac1{16}\left(1-2t-\sqrt{(2t+1)^2+8t}\right)"
    ),
    domain_text="t >= 0",
    domain=LINE,
    sides={"": formula(best_r(T), LINE, "t")},
    companions={
        "beyond/dense/log-optimum/sigma": {"": formula(_SIGMA, LINE, "t")},
        "beyond/dense/log-optimum/a": {"": formula(_PARAMETER, LINE, "t", closed=-T * (1 + best_r(T)) / 4)},
    },
    claim=All(
        (
            Optimal(formula(gain(_r) + _r * T, _RIVALS, "t r"), {"r": ""}, unique=True, among=_RIVALS),
            Equal("", formula(sp.exp(-PositiveTilt(sp.S.One, T)), LINE, "t")),
            Equal(formula(_SIGMA, LINE, "t"), formula((1 + 1 / best_r(T)) / 2, LINE, "t")),
            Equal(formula(_PARAMETER, LINE, "t"), formula(-T * (1 + best_r(T)) / 4, LINE, "t")),
            Below("", sp.S.One, strict=False),
            On(
                _PLANE,
                Below(
                    formula(ell(_t1) + ell(_t2), _PLANE, "t1 t2"),
                    formula(gain(_p) + gain(_q) + _TRACE, _PLANE, "t1 t2 p q theta"),
                    strict=False,
                ),
                "d = 2, R with eigenvectors turned by theta",
            ),
        )
    ),
    checks=(
        Derivation(
            _optimum_steps, WHOLE, covered="at t = 0 the root is r = 1, where the slope changes sign as well"
        ),
    ),
    uses=("beyond/dense/log-objective",),
    note="With t = v^2/d and A scalar this is the optimal A of OPRF.",
)

STATEMENTS = (
    LOG_OBJECTIVE,
    LOG_OPTIMUM,
)

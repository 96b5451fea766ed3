"""Appendix A.3 of simrf: the geometry of SimRFs+ from the truncated objective.

* (49), (50): stationary vectors are negative multiples of the sum of the others.
* After (50): such vectors exist for all norms, antialigned or closed to a loop (in a plane, so d >= 2).
* (51): said to minimise (15). False, as (16) is: norms 6, 5, 5 on a line solve it and lose to a triangle.
  True: minimisers with nonzero resultants solve it, and min |sum_i w_i| = max(0, 2 max_i w_i - sum_i w_i).
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
    Erratum,
    Exists,
    Height,
    Length,
    Proof,
    Rule,
    Statement,
    every,
    vector,
    vectors,
)
from rftheory.papers.simrf._lemmas.least_total import LEAST_TOTAL
from rftheory.papers.simrf._lemmas.truncated_objective import (
    A_ROW,
    LEAST,
    OPPOSED_ROWS,
    SOLUTIONS,
    TURNING,
    minimisers,
    polygon,
)
from rftheory.papers.simrf._notation import d, i, j, m, v

_VECTOR, _NORM, _OPPOSING = sp.IndexedBase("w"), sp.IndexedBase("r"), sp.IndexedBase("mu")

_PAIR_TERM = sp.gamma(d / 2) * v**2 / (4 * m * (m - 1) * sp.gamma(1 + d / 2))


def _over_others(term: sp.Expr) -> sp.Expr:
    return sp.Sum(sp.Piecewise((0, sp.Eq(i, j)), (term, True)), (j, 1, m))


_OBJECTIVE = _PAIR_TERM * sp.Sum(_over_others(Length(_VECTOR[i] + _VECTOR[j]) ** 2), (i, 1, m))

_RESULTANT = _over_others(_VECTOR[j])


def _stationary(proof: Proof) -> None:
    for rows in (2, 3, 4):
        x, y = sp.symbols(f"x1:{rows + 1}", real=True), sp.symbols(f"y1:{rows + 1}", real=True)
        pairs = [(i, j) for i in range(rows) for j in range(rows) if i != j]
        objective = sum((x[i] + x[j]) ** 2 + (y[i] + y[j]) ** 2 for i, j in pairs)
        printed = 4 * sum(x[0] + x[j] for j in range(1, rows))
        proof.equal(sp.diff(objective, x[0]), printed, f"gradient of the double sum in w_1, m = {rows}")
    proof.cite("each further vector adds 2 |w_i + w_j|^2 and so 4 (w_i + w_j); constants go into lambda_i")
    w, mu = sp.symbols("w mu", positive=True)
    rest = -w / mu
    proof.equal(
        (m - 1) * w + rest,
        ((m - 1) - 1 / mu) * w,
        "with w_i = -mu sum_(j != i) w_j the gradient is a multiple of w_i",
    )


EQ49 = Statement(
    id="simrf/eq49",
    kind="identity",
    where="eq. (49), (50)",
    title="Stationarity of the truncated objective",
    text="The Lagrange condition of (15) is solved by vectors that are negative multiples of the sum of the others.",
    latex=r"\sum_{j\ne i}\frac{v^2}{4\Gamma(1+\frac d2)}(w_i+w_j)-\lambda_iw_i=0,\quad w_i\propto-\sum_{j\ne i}w_j",
    domain_text="i = 1..d, given norms",
    domain=OPPOSED_ROWS,
    claim=All(
        (
            Equal(
                sp.Derivative(_OBJECTIVE, _VECTOR[i]),
                4 * _PAIR_TERM * _over_others(_VECTOR[i] + _VECTOR[j]),
            ),
            Equal(TURNING, sp.S.Zero),
        )
    ),
    checks=(Derivation(_stationary, WHOLE),),
    uses=("simrf/eq15",),
    mechanism=("simplex-plus",),
)


def _existence(proof: Proof) -> None:
    rest, one = sp.symbols("s w", positive=True)  # rest: the sum of all norms but the longest, W = s + e
    excess = sp.Symbol("e", positive=True)
    above = rest + excess
    proof.positive(rest, "longest vector +W, all others antialigned: the sum of the others is -s, against +W")
    total = above - rest
    proof.equal(total + one, excess + one, "for another vector -w the others sum to W - s + w")
    proof.positive(total + one, "which is positive if W > s: each vector opposes the sum of the others")
    polygon(proof)
    vector, others = sp.symbols("v o", real=True)
    proof.equal(sp.solve(vector + others, vector)[0], -others, "a closed loop has w_i = -sum_(j != i) w_j")


_NORMS = Domain(
    (vector("r", meaning="the norms"),),
    (
        Rule(Height(_NORM) >= 2, "at least two norms"),
        Rule(every(_NORM, lambda norm: norm > 0), "positive norms"),
    ),
    extra=({"r": "1,1"}, {"r": "6,5,5"}, {"r": "9,2,3"}, {"r": "1,2,3,4"}),
)

SECA_3_EXISTENCE = Statement(
    id="simrf/seca.3/existence",
    kind="identity",
    where="A.3, after (50)",
    title="The geometry exists for all norms",
    text=(
        "If one norm exceeds the sum of the others, antialigning it with all of them satisfies (50); otherwise "
        "the vectors can be closed to a loop."
    ),
    latex=r"w_i=-\sum_{j\ne i}w_j",
    domain_text="any norms",
    domain=_NORMS,
    claim=Exists(
        (vectors("w"), vector("mu")),
        All(
            (
                Equal(Length(_VECTOR[i]), _NORM[i]),
                Equal(_VECTOR[i], -_OPPOSING[i] * _RESULTANT),
                Below(sp.S.Zero, _OPPOSING[i]),
            )
        ),
    ),
    checks=(Derivation(_existence, WHOLE),),
    uses=("simrf/eq49",),
    mechanism=("simplex-plus",),
    note="The loop needs a plane, that is d >= 2; in the antialigned case (50) holds up to positive factors.",
)

EQ51 = Statement(
    id="simrf/eq51",
    kind="optimality",
    where="eq. (51) and the sentences around it",
    title="The SimRFs+ geometry minimises the truncated objective",
    text="Arrangements in which every vector opposes the resultant of the others are said to minimise (15).",
    latex=r"w_i=-\frac{\sum_{j\ne i}w_j}{\|\sum_{j\ne i}w_j\|_2}\,w_i\ \Rightarrow\ \tilde\rho\ \text{minimal}",
    domain_text="given norms",
    domain=SOLUTIONS,
    claim=LEAST,
    erratum=Erratum(
        kind="error",
        at="eq. (51)",
        quote="We conclude that the SimRFs+ geometry",
        formula=r"w_i=-\frac{\sum_{j\ne i}w_j}{\|\sum_{j\ne i}w_j\|_2}w_i\ \text{minimises}\ \tilde\rho",
        false="Vectors of norms 6, 5, 5 on a line satisfy (51), and a closed triangle of these norms has a smaller value.",
        weight=3,
        follows_from="simrf/eq16",
        points=({"W": "6,0,0;-5,0,0;-5,0,0", "V": "6,0,0;-3,4,0;-3,-4,0", "v": "1"},),
        objection=(
            "Equation (50) is a condition of stationarity; every minimiser with nonzero resultants satisfies (51), "
            "not conversely."
        ),
    ),
    uses=("simrf/eq49", "simrf/seca.3/existence"),
    mechanism=("simplex-plus",),
    note="Stationary points that are no minima satisfy (51) too: norms 6, 5, 5 on a line, against the closed triangle.",
).corrected(
    where="eq. (51), corrected",
    title="Minimisers satisfy (51), and where the minimum lies",
    text=(
        "Every minimiser of (15) with nonzero resultants satisfies (51), not conversely; the least |sum w_i| "
        "is 0 or, if one norm exceeds the sum of the others, their difference."
    ),
    latex=r"\min\|\textstyle\sum_iw_i\|=\max\left(0,\,2\max_iw_i-\sum_iw_i\right)",
    domain_text="given norms, at least two vectors in R^d, d >= 2",
    domain=A_ROW,
    claim=LEAST_TOTAL,
    checks=(Derivation(minimisers, WHOLE),),
    uses=("simrf/eq39",),
)


STATEMENTS = (
    EQ49,
    SECA_3_EXISTENCE,
    EQ51,
)

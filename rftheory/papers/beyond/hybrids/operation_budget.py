"""The best split of a number of projections or of operations in the angular hybrid, beyond hrf.

G(n, r) is the largest error of the angular hybrid as a share (`sphere`). Main results:
* m + n = K projections: the best n minimises G(n, r)/(K-n); the ratio to a base estimate with K is sqrt(K G/(K-n)).
* (m+n) d + m n <= K d operations: the best m for an n is floor((K d - n d)/(d+n)), the best n minimises G(n, r)/m.

Best numbers are found by certified comparison, and by trying them all at K = 9.
"""

from __future__ import annotations

import sympy as sp

from rftheory.exact.functions.hybrids.budget_choice import OperationChoice, OperationRows, ProjectionChoice
from rftheory.kit import (
    WHOLE,
    All,
    Below,
    Derivation,
    Equal,
    On,
    Optimal,
    Representations,
    Rule,
    Statement,
    formula,
    integer,
)
from rftheory.papers._shared.angular_hybrid import RADIUS, r
from rftheory.papers._shared.hybrids import g, g_by_h
from rftheory.papers.beyond._lemmas import budget_steps
from rftheory.papers.beyond._lemmas.budget_trials import OTHER, K, by_trial, domain_of, k

_TOTAL = integer("K", 2, meaning="projections of the base estimator")

_PROJECTED = domain_of(
    _TOTAL, RADIUS, values=((2, 1), (64, 3), (10**6, 100), (16, "1/1000"), (1000, 1000), (3, "21/20"))
)

_PROJECTED_RIVALS = domain_of(
    integer("K", 2, reach=100),
    RADIUS,
    OTHER,
    rules=(Rule(k < K, "k < K"),),
    values=((64, 3, 16), (64, 3, 18), (10, 1, 1), (1000, 100, 900), (2, 1, 1), (5, "1/10", 2), (16, 2, 6)),
)

_PROJECTED_BEST = ProjectionChoice(K, r)

BUDGET_PROJECTIONS = Statement(
    id="beyond/budget/projections",
    kind="optimality",
    where="projection budget",
    title="Best n for a given number of projections",
    text="With m + n = K projections in all the best n minimises G(n,r)/(K-n); the ratio to a base estimator with K of them is sqrt(K G/(K-n)).",
    latex=r"\arg\min_nG(n,r)/(K-n)",
    domain_text="1 <= n < K",
    domain=_PROJECTED,
    sides={
        "n": formula(_PROJECTED_BEST, _PROJECTED, "K r"),
        "ratio": formula(sp.sqrt(K * g(_PROJECTED_BEST) / (K - _PROJECTED_BEST)), _PROJECTED, "K r"),
    },
    claim=All(
        (
            Optimal(formula(g(k) / (K - k), _PROJECTED_RIVALS, "K r k"), {"k": "n"}, among=_PROJECTED_RIVALS),
            Equal(
                "ratio",
                formula(sp.sqrt(K * g_by_h(_PROJECTED_BEST) / (K - _PROJECTED_BEST)), _PROJECTED, "K r"),
            ),
        )
    ),
    checks=(
        Derivation(budget_steps.projections, WHOLE),
        *(
            by_trial(side, _PROJECTED, {k: sp.Rational(1, 9 - k) for k in range(1, 9)}, {"K": 9}, "K r")
            for side in ("n", "ratio")
        ),
    ),
    uses=("beyond/angular/g",),
    mechanism=("angular-hybrid",),
    note="Where two n are best, as n = 1 and 2 for K = 5 and small r, the smaller one is given. For r <= r0(1) the choice does not depend on r.",
)

_OPERATIONS = integer("K", 3, meaning="projections of the base estimator")
_d = sp.Symbol("d", positive=True, integer=True)
_INPUT = integer("d", 1, meaning="input dimension")

_OPERATED = domain_of(
    _OPERATIONS,
    _INPUT,
    RADIUS,
    values=(
        (64, 64, 3),
        (3, 1, 1),
        (1000, 8, 10),
        (10**6, 64, 100),
        (16, 10**6, "1/1000"),
        (1000, 1, 1000),
        (4, 2, 5),
    ),
)

_OPERATED_RIVALS = domain_of(
    integer("K", 3, reach=100),
    integer("d", 1, reach=100),
    RADIUS,
    OTHER,
    rules=(Rule((K - k) * _d >= _d + k, "a base projection is left: (K - k) d >= d + k"),),
    values=(
        (64, 64, 3, 13),
        (64, 64, 3, 15),
        (64, 64, 3, 1),
        (1000, 8, 10, 30),
        (100, 1, 2, 5),
        (5, 2, 1, 2),
        (64, 8, 5, 20),
    ),
)

_OPERATED_BEST = OperationChoice(K, _d, r)
_OPERATED_ROWS = OperationRows(K, _d, _OPERATED_BEST)


def _tried_operations(total: int, dimension: int) -> tuple[Representations, ...]:
    """All three values by trying every n that leaves a base projection."""
    rows = {k: (total - k) * dimension // (dimension + k) for k in range(1, total)}
    weights = {k: sp.Rational(1, count) for k, count in rows.items() if count}
    given: dict[str, object] = {"K": total, "d": dimension}
    chosen = sp.Add(*(count * sp.KroneckerDelta(_OPERATED_BEST, k) for k, count in rows.items()))
    points = tuple({**given, "r": radius} for radius in (1, 2, 5))
    return (
        Representations("m", formula(chosen, _OPERATED, "K d r"), points),
        *(by_trial(side, _OPERATED, weights, given, "K d r") for side in ("n", "ratio")),
    )


_ROOM = (K - k) * _d / (_d + k)

BUDGET_FLOPS = Statement(
    id="beyond/budget/flops",
    kind="optimality",
    where="operation budget",
    title="Best (m, n) for a given number of operations",
    text=(
        "With (m+n) d + m n <= K d the best m for an n is floor((K d - n d)/(d+n)) and the best n minimises G(n,r)/m; the "
        "ratio to a base estimator with m = K is sqrt(K G/m)."
    ),
    latex="(m+n)d+mn\\le Kd",
    domain_text="K >= 3 (else no n leaves a base projection), d >= 1",
    domain=_OPERATED,
    sides={
        "m": formula(_OPERATED_ROWS, _OPERATED, "K d r"),
        "n": formula(_OPERATED_BEST, _OPERATED, "K d r"),
        "ratio": formula(sp.sqrt(K * g(_OPERATED_BEST) / _OPERATED_ROWS), _OPERATED, "K d r"),
    },
    claim=All(
        (
            Optimal(
                formula(g(k) / OperationRows(K, _d, k), _OPERATED_RIVALS, "K d r k"),
                {"k": "n"},
                among=_OPERATED_RIVALS,
            ),
            On(
                _OPERATED_RIVALS,
                All(
                    (
                        Below(OperationRows(K, _d, k), _ROOM, strict=False),
                        Below(_ROOM, OperationRows(K, _d, k) + 1),
                    )
                ),
                "the most rows that k leaves",
            ),
            Below(
                formula(
                    (_OPERATED_ROWS + _OPERATED_BEST) * _d + _OPERATED_ROWS * _OPERATED_BEST,
                    _OPERATED,
                    "K d r",
                ),
                formula(K * _d, _OPERATED, "K d"),
                strict=False,
            ),
            Equal("ratio", formula(sp.sqrt(K * g_by_h(_OPERATED_BEST) / _OPERATED_ROWS), _OPERATED, "K d r")),
        )
    ),
    checks=(
        Derivation(budget_steps.operations, WHOLE),
        *_tried_operations(9, 20),
        *_tried_operations(9, 4),
    ),
    uses=("beyond/angular/g", "hrf/eq106"),
    mechanism=("angular-hybrid",),
    note="Where two n are best, as n = 1 and 2 for K = 6, d = 7 and small r, the smaller one is given. For r <= r0(1) the choice does not depend on r.",
)

STATEMENTS = (
    BUDGET_PROJECTIONS,
    BUDGET_FLOPS,
)

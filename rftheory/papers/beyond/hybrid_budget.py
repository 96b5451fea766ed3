"""The best split of a budget between the projections of the angular hybrid and of its lambda, beyond hrf."""

from __future__ import annotations

import sympy as sp

from rftheory.exact.functions.hybrids.budget_choice import (
    BudgetThreshold,
    FeatureChoice,
    OperationChoice,
    OperationRows,
    ProjectionChoice,
)
from rftheory.kit import (
    Below,
    Derivation,
    Domain,
    Formula,
    Parameter,
    Representations,
    Restated,
    Rule,
    SignChange,
    Statement,
    formally,
    formula,
    integer,
    real,
)
from rftheory.papers._shared.angular_hybrid import RADIUS, SIGNS, UP_TO_PI, n, r, second_moment, theta
from rftheory.papers._shared.hybrids import g, g_by_h
from rftheory.papers.beyond._lemmas import budget_steps

_K, _d, _k = (sp.Symbol(name, positive=True, integer=True) for name in ("K", "d", "k"))
_OTHER = integer("k", 1, reach=100, meaning="another number of projections for lambda")


def _domain(
    *parameters: Parameter, rules: tuple[Rule, ...] = (), values: tuple[tuple[object, ...], ...]
) -> Domain:
    extra = tuple(dict(zip([p.name for p in parameters], row, strict=True)) for row in values)
    return Domain(parameters, rules, extra=extra)


def _no_other(best: Formula, other: Formula, domain: Domain) -> Restated:
    return Restated(
        "no other number does better",
        {"best": best, "other": other},
        domain,
        Below("best", "other", strict=False),
    )


def _by_trial(
    side: str, domain: Domain, weights: dict[int, sp.Expr], given: dict[str, object], names: str
) -> Representations:
    """The n of the smallest G weight, or sqrt(K G weight) there, by trying them all, at r = 1, 2 and 5."""
    tried = {count: g_by_h(sp.Integer(count)) * weight for count, weight in weights.items()}
    if side == "ratio":
        found = sp.sqrt(_K * sp.Min(*tried.values()))
    else:
        found = sp.Piecewise(
            *((k, value < sp.Min(*(v for j, v in tried.items() if j != k))) for k, value in tried.items())
        )
    points = tuple({**given, "r": radius} for radius in (1, 2, 5))
    return Representations(side, formula(found, domain, names), points)


_COUNTED = _domain(
    SIGNS,
    RADIUS,
    values=((1, 1), (2, "1/2"), (5, 10), (1, 1000), (10**6, 1000), (100, "1/1000"), (3, "21/20")),
)

_TOP = 25

_FEATURE_RIVALS = _domain(
    RADIUS,
    integer("k", 1, _TOP, meaning="another number of projections for lambda"),
    values=((1, 1), (1, 3), (5, 3), (5, 5), (10, 7), ("1/2", 2), (100, 24)),
)

_BEST = FeatureChoice(_TOP, r)

_FEATURES = sp.sqrt(2 * (n + 1) * g())

_ALWAYS = formula(sp.sqrt(4 * g(sp.S.One)), budget_steps.RADII, "r")

BUDGET_FEATURES = Statement(
    id="beyond/budget/features",
    kind="optimality",
    where="feature budget",
    title="Best n for a given number of features",
    text=(
        "The map of the angular hybrid has 4m(n+1) entries. With their number fixed and m real the largest relative "
        "error is proportional to sqrt((n+1) G(n,r)) and sqrt(2(n+1)G(n,r)) times that of a base estimator of as many "
        "entries, which n = 1 beats for every r. The best n is 1 at r = 1/2, 2 at 1 and 3/2, 3 at 2 and 3, 4 at 5, 6 at 10."
    ),
    latex=r"\arg\min_n(n+1)G(n,r)",
    domain_text="n >= 1; base estimator with D/2 projections",
    domain=_COUNTED,
    sides={"n": formula(_BEST, budget_steps.RADII, "r"), "ratio": formula(_FEATURES, _COUNTED, "n r")},
    checks=(
        Derivation(budget_steps.features),
        Representations("ratio", formula(sp.sqrt(2 * (n + 1) * g_by_h()), _COUNTED, "n r")),
        _by_trial("n", budget_steps.RADII, {k: sp.Integer(k + 1) for k in range(1, 6)}, {}, "r"),
        Restated(
            "n = 1 beats the base estimator", {"one": _ALWAYS}, budget_steps.RADII, Below("one", sp.S.One)
        ),
        _no_other(
            formula((_BEST + 1) * g(_BEST), _FEATURE_RIVALS, "r"),
            formula((_k + 1) * g(_k), _FEATURE_RIVALS, "r k"),
            _FEATURE_RIVALS,
        ),
    ),
    uses=("beyond/angular/g", "hrf/lemma2.3"),
    mechanism=("angular-hybrid",),
    note=f"The value n is the best among 1..{_TOP}: at the radii named the best of all, but far out larger ones win, 66 at r = 1000.",
)

_NAMED = Domain(
    (integer("n", 2, meaning="number of projections of the lambda-estimator"),),
    (Rule(("n",), "n is 2, 4 or 8", lambda count: count in (2, 4, 8)),),
    extra=({"n": 2}, {"n": 4}, {"n": 8}),
)

_NAMED_RADII = Domain((*_NAMED.parameters, RADIUS))

BUDGET_THRESHOLD = Statement(
    id="beyond/budget/threshold",
    kind="optimality",
    where="feature budget",
    title="Where more projections for lambda pay",
    text="With n = 2, 4 or 8 the hybrid beats a base estimator of as many entries exactly for r beyond the root of 2(n+1)G(n,r) = 1.",
    latex="2(n+1)G(n,r)=1",
    domain_text="n in {2, 4, 8}",
    domain=_NAMED,
    sides={"": formally(formula(BudgetThreshold(n), _NAMED, "n"), without=("n",))},
    checks=(
        Derivation(budget_steps.threshold),
        SignChange(
            "",
            formula(2 * (n + 1) * g() - 1, _NAMED_RADII, "n r"),
            "r",
            ({"n": 2}, {"n": 4}, {"n": 8}, {"n": 100}),
            8,
        ),
    ),
    uses=("beyond/budget/features",),
    mechanism=("angular-hybrid",),
    note="The same holds for every n >= 2, and the value is given for every such n.",
)

_OPEN_TURN = real("theta", above=0, reach=("1e-6", 3), meaning="angle between x and y in radians, below pi")

_OPEN = Domain(
    (_OPEN_TURN,),
    (UP_TO_PI,),
    extra=tuple({"theta": angle} for angle in (1, "1e-6", "3.1415926535", "3/2", 3)),
)

_OPEN_RIVALS = _domain(
    _OPEN_TURN,
    real("nu", above=0, reach=("1e-3", 1000), meaning="another n, not rounded"),
    rules=(UP_TO_PI,),
    values=((1, 1), (1, "3/2"), (3, "1/10"), ("1e-6", 1000), ("3/2", 1)),
)

BUDGET_POINTWISE = Statement(
    id="beyond/budget/pointwise",
    kind="optimality",
    where="feature budget",
    title="Best n at one angle",
    text="At one angle (n+1) E[lam^2] = p^2 n + p(1-p)/n + p, which over real n is least at sqrt((1-p)/p), p = theta/pi.",
    latex=r"n=\sqrt{(1-p)/p}",
    domain_text="0 < theta < pi",
    domain=_OPEN,
    sides={"": formula(budget_steps.POINT, _OPEN, "theta", closed=budget_steps.POINT_CLOSED)},
    checks=(
        Derivation(budget_steps.pointwise),
        _no_other(
            formula(
                (budget_steps.POINT + 1) * second_moment(theta / sp.pi).subs(n, budget_steps.POINT),
                _OPEN_RIVALS,
                "theta",
            ),
            formula(
                ((n + 1) * second_moment(theta / sp.pi)).subs(n, sp.Symbol("nu", positive=True)),
                _OPEN_RIVALS,
                "theta nu",
            ),
            _OPEN_RIVALS,
        ),
    ),
    uses=("hrf/lemma3.2/second",),
    mechanism=("sgn",),
)

_PRODUCTS = sp.sqrt(n * g())

_MORE = Domain(
    (integer("n", 2), RADIUS),
    extra=tuple({"n": a, "r": b} for a, b in ((2, 1), (2, 1000), (100, 3), (3, "1/1000"), (10**6, 10))),
)

BUDGET_PRODUCTS = Statement(
    id="beyond/budget/products",
    kind="optimality",
    where="product budget",
    title="Best n for a given product m n",
    text="With m n fixed, n = 1 is the best for every r; against a base estimator with m n projections the ratio is sqrt(n G(n,r)).",
    latex=r"\arg\min_nnG(n,r)=1",
    domain_text="n >= 1",
    domain=_COUNTED,
    sides={"ratio": formula(_PRODUCTS, _COUNTED, "n r")},
    checks=(
        Derivation(budget_steps.products),
        Representations("ratio", formula(sp.sqrt(n * g_by_h()), _COUNTED, "n r")),
        Restated(
            "every other n does worse",
            {"one": formula(sp.sqrt(g(sp.S.One)), _MORE, "r"), "more": formula(_PRODUCTS, _MORE, "n r")},
            _MORE,
            Below("one", "more"),
        ),
    ),
    uses=("beyond/angular/g",),
    mechanism=("angular-hybrid",),
)

_TOTAL = integer("K", 2, meaning="projections of the base estimator")

_PROJECTED = _domain(
    _TOTAL, RADIUS, values=((2, 1), (64, 3), (10**6, 100), (16, "1/1000"), (1000, 1000), (3, "21/20"))
)

_PROJECTED_RIVALS = _domain(
    integer("K", 2, reach=100),
    RADIUS,
    _OTHER,
    rules=(Rule(("K", "k"), "k < K", lambda total, count: count < total),),
    values=((64, 3, 16), (64, 3, 18), (10, 1, 1), (1000, 100, 900), (2, 1, 1), (5, "1/10", 2), (16, 2, 6)),
)

_PROJECTED_BEST = ProjectionChoice(_K, r)

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
        "ratio": formula(sp.sqrt(_K * g(_PROJECTED_BEST) / (_K - _PROJECTED_BEST)), _PROJECTED, "K r"),
    },
    checks=(
        Derivation(budget_steps.projections),
        *(
            _by_trial(side, _PROJECTED, {k: sp.Rational(1, 9 - k) for k in range(1, 9)}, {"K": 9}, "K r")
            for side in ("n", "ratio")
        ),
        _no_other(
            formula(g(_PROJECTED_BEST) / (_K - _PROJECTED_BEST), _PROJECTED_RIVALS, "K r"),
            formula(g(_k) / (_K - _k), _PROJECTED_RIVALS, "K r k"),
            _PROJECTED_RIVALS,
        ),
    ),
    uses=("beyond/angular/g",),
    mechanism=("angular-hybrid",),
    note="Where two n are best, as n = 1 and 2 for K = 5 and small r, the smaller one is given. For r <= r0(1) the choice does not depend on r.",
)

_OPERATIONS = integer("K", 3, meaning="projections of the base estimator")

_INPUT = integer("d", 1, meaning="input dimension")

_OPERATED = _domain(
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

_OPERATED_RIVALS = _domain(
    integer("K", 3, reach=100),
    integer("d", 1, reach=100),
    RADIUS,
    _OTHER,
    rules=(
        Rule(
            ("K", "d", "k"),
            "a base projection is left: (K - k) d >= d + k",
            lambda total, dimension, count: (total - count) * dimension >= dimension + count,
        ),
    ),
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

_OPERATED_BEST = OperationChoice(_K, _d, r)

_OPERATED_ROWS = OperationRows(_K, _d, _OPERATED_BEST)


def _tried_operations(total: int, dimension: int) -> tuple[Representations, ...]:
    """All three values by trying every n that leaves a base projection."""
    rows = {k: (total - k) * dimension // (dimension + k) for k in range(1, total)}
    weights = {k: sp.Rational(1, count) for k, count in rows.items() if count}
    given: dict[str, object] = {"K": total, "d": dimension}
    chosen = sp.Add(*(count * sp.KroneckerDelta(_OPERATED_BEST, k) for k, count in rows.items()))
    points = tuple({**given, "r": radius} for radius in (1, 2, 5))
    return (
        Representations("m", formula(chosen, _OPERATED, "K d r"), points),
        *(_by_trial(side, _OPERATED, weights, given, "K d r") for side in ("n", "ratio")),
    )


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
        "ratio": formula(sp.sqrt(_K * g(_OPERATED_BEST) / _OPERATED_ROWS), _OPERATED, "K d r"),
    },
    checks=(
        Derivation(budget_steps.operations),
        *_tried_operations(9, 20),
        *_tried_operations(9, 4),
        _no_other(
            formula(g(_OPERATED_BEST) / _OPERATED_ROWS, _OPERATED_RIVALS, "K d r"),
            formula(g(_k) / OperationRows(_K, _d, _k), _OPERATED_RIVALS, "K d r k"),
            _OPERATED_RIVALS,
        ),
    ),
    uses=("beyond/angular/g", "hrf/eq106"),
    mechanism=("angular-hybrid",),
    note="Where two n are best, as n = 1 and 2 for K = 6, d = 7 and small r, the smaller one is given. For r <= r0(1) the choice does not depend on r.",
)

STATEMENTS = (
    BUDGET_FEATURES,
    BUDGET_THRESHOLD,
    BUDGET_POINTWISE,
    BUDGET_PRODUCTS,
    BUDGET_PROJECTIONS,
    BUDGET_FLOPS,
)

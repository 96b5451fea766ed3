"""The best split of a number of features, or of a product m n, in the angular hybrid, beyond hrf.

G(n, r) is the largest error of the angular hybrid as a share (`sphere`). Main results:
* D = 4m(n+1) entries: the best n minimises (n+1) G(n, r), convex in n: 1 at r = 1/2, 2 at 1 and 3/2, 3 at 2 and 3, 4 at
  5, 6 at 10. Against a base estimate of D entries the ratio is sqrt(2(n+1) G), below 1 for n = 1 and every r.
* n = 2, 4 or 8 beats the base estimate exactly beyond the root r of 2(n+1) G(n, r) = 1.
* At one angle, p = theta/pi, (n+1) E[lam^2] is least at n = sqrt((1-p)/p).
* With m n fixed n = 1 is the best for every r.

G is affine in 1/n at each angle, hence a maximum of convex functions; best numbers are found by certified comparison and
by trying them all.
"""

from __future__ import annotations

import sympy as sp

from rftheory.exact.functions.hybrids.budget_choice import BudgetThreshold, FeatureChoice
from rftheory.kit import (
    WHOLE,
    All,
    Below,
    Derivation,
    Domain,
    Equal,
    Given,
    On,
    Optimal,
    Representations,
    Rule,
    SignChange,
    Statement,
    formally,
    formula,
    integer,
    real,
)
from rftheory.papers._shared.angular_hybrid import RADIUS, SIGNS, n, r, second_moment, theta
from rftheory.papers._shared.hybrids import W, g, g_by_h
from rftheory.papers.beyond._lemmas import budget_steps
from rftheory.papers.beyond._lemmas.budget_trials import by_trial, domain_of, k

_COUNTED = domain_of(
    SIGNS,
    RADIUS,
    values=((1, 1), (2, "1/2"), (5, 10), (1, 1000), (10**6, 1000), (100, "1/1000"), (3, "21/20")),
)

_TOP = 25

_FEATURE_RIVALS = domain_of(
    RADIUS,
    integer("k", 1, _TOP, meaning="another number of projections for lambda"),
    values=((1, 1), (1, 3), (5, 3), (5, 5), (10, 7), ("1/2", 2), (100, 24)),
)

_BEST = FeatureChoice(_TOP, r)
_FEATURES = sp.sqrt(2 * (n + 1) * g())
_HYBRID = W * sp.sqrt(g_by_h() / 2)  # largest errors times sqrt m, at m (n+1) = D/4
_BASE = W / sp.sqrt(2 * 2 * (n + 1))
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
    claim=All(
        (
            Optimal(formula((k + 1) * g(k), _FEATURE_RIVALS, "r k"), {"k": "n"}, among=_FEATURE_RIVALS),
            *(
                Equal(formula(FeatureChoice(0, sp.Rational(radius)), Domain(), ""), sp.Integer(count))
                for radius, count in budget_steps.BEST_COUNTS
            ),
            Equal("ratio", formula(_HYBRID / _BASE, _COUNTED, "n r")),
            On(budget_steps.RADII, Below(_ALWAYS, sp.S.One), "n = 1"),
        )
    ),
    checks=(
        Derivation(budget_steps.features, WHOLE),
        Representations("ratio", formula(sp.sqrt(2 * (n + 1) * g_by_h()), _COUNTED, "n r")),
        by_trial("n", budget_steps.RADII, {k: sp.Integer(k + 1) for k in range(1, 6)}, {}, "r"),
    ),
    uses=("beyond/angular/g", "hrf/lemma2.3"),
    mechanism=("angular-hybrid",),
    note=f"The value n is the best among 1..{_TOP}: at the radii named the best of all, but far out larger ones win, 66 at r = 1000.",
)

_NAMED = Domain(
    (integer("n", 2, meaning="number of projections of the lambda-estimator"),),
    (Rule(sp.Contains(n, sp.FiniteSet(2, 4, 8)), "n is 2, 4 or 8"),),
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
    claim=All(
        (
            On(_NAMED_RADII, Given(r > BudgetThreshold(n), Below(2 * (n + 1) * g(), sp.S.One)), "r > 0"),
            On(
                _NAMED_RADII,
                Given(r <= BudgetThreshold(n), Below(sp.S.One, 2 * (n + 1) * g(), strict=False)),
                "r > 0",
            ),
        )
    ),
    checks=(
        Derivation(budget_steps.threshold, WHOLE),
        SignChange(
            "",
            formula(2 * (n + 1) * g() - 1, _NAMED_RADII, "n r"),
            "r",
            ({"n": 2}, {"n": 4}, {"n": 8}, {"n": 100}),
            8,
        ),
    ),
    uses=("beyond/budget/features", "hrf/thm3.5/bound/corrected"),
    mechanism=("angular-hybrid",),
    note="The same holds for every n >= 2, and the value is given for every such n.",
)

_OPEN_TURN = real("theta", above=0, reach=("1e-6", 3), meaning="angle between x and y in radians, below pi")

_BELOW_PI = Rule(
    theta < sp.pi, "theta < pi"
)  # at pi, (n+1) E[lam^2] is n + 1: over n > 0 it has no least value

_OPEN = Domain(
    (_OPEN_TURN,),
    (_BELOW_PI,),
    extra=tuple({"theta": angle} for angle in (1, "1e-6", "3.1415926535", "3/2", 3)),
)

_OPEN_RIVALS = domain_of(
    _OPEN_TURN,
    real("nu", above=0, reach=("1e-3", 1000), meaning="another n, not rounded"),
    rules=(_BELOW_PI,),
    values=((1, 1), (1, "3/2"), (3, "1/10"), ("1e-6", 1000), ("3/2", 1)),
)

_nu, _SHARE = sp.Symbol("nu", positive=True), theta / sp.pi

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
    claim=All(
        (
            Optimal(
                formula(((n + 1) * second_moment(theta / sp.pi)).subs(n, _nu), _OPEN_RIVALS, "theta nu"),
                {"nu": ""},
                unique=True,
                among=_OPEN_RIVALS,
            ),
            On(
                _OPEN_RIVALS,
                Equal(
                    ((n + 1) * second_moment(_SHARE)).subs(n, _nu),
                    _SHARE**2 * _nu + _SHARE * (1 - _SHARE) / _nu + _SHARE,
                ),
                "real n = nu",
            ),
        )
    ),
    checks=(Derivation(budget_steps.pointwise, WHOLE),),
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
    claim=All(
        (
            On(
                _MORE,
                Below(formula(sp.sqrt(g(sp.S.One)), _MORE, "r"), formula(_PRODUCTS, _MORE, "n r")),
                "n >= 2 against n = 1",
            ),
            Equal("ratio", formula(W * sp.sqrt(g_by_h() * n / 2) / (W / sp.sqrt(2)), _COUNTED, "n r")),
        )
    ),
    checks=(
        Derivation(budget_steps.products, WHOLE),
        Representations("ratio", formula(sp.sqrt(n * g_by_h()), _COUNTED, "n r")),
    ),
    uses=("beyond/angular/g",),
    mechanism=("angular-hybrid",),
)

STATEMENTS = (
    BUDGET_FEATURES,
    BUDGET_THRESHOLD,
    BUDGET_POINTWISE,
    BUDGET_PRODUCTS,
)

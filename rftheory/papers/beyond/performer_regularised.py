"""The regularised softmax kernel beyond Theorem 1 of performer: sharp bounds and the exact rate.

With w = |x+y|^2/2 the ratio SMREG/SM is e^(-w) 0F1(; d/2; dw/2). Main results, for all inputs and d >= 1:
* e^(-w^2/(d+2)) <= SMREG/SM <= e^(-w^2/(d+2) + 8 w^3/(3(d+2)(d+4))), and d + 2 is best possible as w -> 0.
* 1 - w^2/d <= SMREG/SM <= 1 - w^2/d + w^2 (w^2 + 4w + 2)/d^2: at fixed w the error is w^2/d + O(1/d^2), not d^(-1/3).

Proofs compare coefficients of the series, or slopes of both sides; the ratio has a second form by a Bessel function.
What follows for long, short and typical inputs is in `performer_regularised_inputs`.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import WHOLE, Below, Derivation, Order, OrderCheck, Representations, Statement, formula
from rftheory.papers._shared import regularised_softmax as reg
from rftheory.papers._shared.invariants import d
from rftheory.papers._shared.regularised_softmax import PLANE, Points, w
from rftheory.papers.beyond._lemmas.regularised_steps import (
    LOWER,
    UPPER,
    lower_steps,
    rate_steps,
    rational_steps,
    smallest_steps,
    upper_steps,
)

_RATIO = formula(reg.ratio(), PLANE, "d w")

_MODEST: Points = (
    {"d": 1, "w": 2},
    {"d": 2, "w": "1/3"},
    {"d": 3, "w": 1},
    {"d": 64, "w": 4},
    {"d": 17, "w": 10},
)

_BY_BESSEL = Representations("ratio", formula(reg.ratio_bessel(), PLANE, "d w"), _MODEST)
_TEXT = "performer, Theorem 1"

SMREG_LOWER = Statement(
    id="beyond/smreg/lower",
    kind="inequality",
    where=_TEXT,
    title="Lower bound of the regularised softmax kernel",
    text="SMREG/SM is at least exp(-w^2/(d+2)), w = |x+y|^2/2, for all inputs in every dimension.",
    latex=r"\frac{\mathrm{SMREG}(x,y)}{\mathrm{SM}(x,y)}\ge e^{-w^2/(d+2)}",
    domain_text="d >= 1, w >= 0",
    domain=PLANE,
    sides={"ratio": _RATIO, "bound": formula(LOWER, PLANE, "d w")},
    claim=Below("bound", "ratio", strict=False),
    checks=(_BY_BESSEL, Derivation(lower_steps, WHOLE)),
    uses=("performer/eq30",),
    setting="exact kernels",
)

SMREG_QUADRATIC = Statement(
    id="beyond/smreg/quadratic",
    kind="inequality",
    where=_TEXT,
    title="Lower bound of order 1/d",
    text="SMREG/SM is at least 1 - w^2/d for all inputs in every dimension.",
    latex=r"\frac{\mathrm{SMREG}(x,y)}{\mathrm{SM}(x,y)}\ge1-\frac{w^2}d",
    domain_text="d >= 1, w >= 0",
    domain=PLANE,
    sides={"ratio": _RATIO, "bound": formula(1 - w**2 / d, PLANE, "d w")},
    claim=Below("bound", "ratio", strict=False),
    checks=(_BY_BESSEL, Derivation(reg.quadratic_bound, WHOLE)),
    uses=("beyond/smreg/lower",),
    setting="exact kernels",
)

SMREG_UPPER = Statement(
    id="beyond/smreg/upper",
    kind="inequality",
    where=_TEXT,
    title="Upper bound of the regularised softmax kernel",
    text="SMREG/SM is at most exp(-w^2/(d+2) + 8 w^3/(3(d+2)(d+4))), the lower bound up to a cubic term.",
    latex=r"\frac{\mathrm{SMREG}(x,y)}{\mathrm{SM}(x,y)}\le\exp\Big(-\frac{w^2}{d+2}+\frac{8w^3}{3(d+2)(d+4)}\Big)",
    domain_text="d >= 1, w >= 0",
    domain=PLANE,
    sides={"ratio": _RATIO, "bound": formula(UPPER, PLANE, "d w")},
    claim=Below("ratio", "bound", strict=False),
    checks=(_BY_BESSEL, Derivation(upper_steps, WHOLE)),
    uses=("performer/eq30",),
    setting="exact kernels",
)

SMREG_RATIONAL = Statement(
    id="beyond/smreg/rational",
    kind="inequality",
    where=_TEXT,
    title="Upper bound of order 1/d^2 above the quadratic one",
    text="SMREG/SM is at most 1 - w^2/d + w^2 (w^2 + 4w + 2)/d^2.",
    latex=r"\frac{\mathrm{SMREG}(x,y)}{\mathrm{SM}(x,y)}\le1-\frac{w^2}d+\frac{w^2(w^2+4w+2)}{d^2}",
    domain_text="d >= 1, w >= 0",
    domain=PLANE,
    sides={
        "ratio": _RATIO,
        "bound": formula(1 - w**2 / d + w**2 * (w**2 + 4 * w + 2) / d**2, PLANE, "d w"),
    },
    claim=Below("ratio", "bound", strict=False),
    checks=(_BY_BESSEL, Derivation(rational_steps, WHOLE)),
    uses=("performer/eq30",),
    setting="exact kernels",
)

_FOLLOWED: Points = ({"w": 0}, {"w": 1}, {"w": 20}, {"w": "1/100"})

SMREG_RATE = Statement(
    id="beyond/smreg/rate",
    kind="asymptotic",
    where=_TEXT,
    title="Exact rate at fixed inputs",
    text="At fixed w the ratio SMREG/SM is 1 - w^2/d + O(1/d^2): the error is of order 1/d, not d^(-1/3).",
    latex=r"\frac{\mathrm{SMREG}(x,y)}{\mathrm{SM}(x,y)}=1-\frac{w^2}d+O\Big(\frac1{d^2}\Big)",
    domain_text="w fixed, d -> infinity",
    domain=PLANE,
    sides={"ratio": _RATIO, "main": formula(1 - w**2 / d, PLANE, "d w")},
    claim=Order(d**2, "d", "ratio", "main"),
    checks=(OrderCheck(_FOLLOWED), _BY_BESSEL, Derivation(rate_steps, WHOLE)),
    uses=("beyond/smreg/quadratic", "beyond/smreg/rational"),
    setting="exact kernels",
)

_DIMENSIONS: Points = ({"d": 1}, {"d": 2}, {"d": 64}, {"d": 10**6})

SMREG_BEST_CONSTANT = Statement(
    id="beyond/smreg/best-constant",
    kind="optimality",
    where=_TEXT,
    title="d + 2 is best possible",
    text="As w tends to 0, SMREG/SM is 1 - w^2/(d+2) + O(w^3): no larger number can replace d + 2 in the lower bound.",
    latex=r"\frac{\mathrm{SMREG}(x,y)}{\mathrm{SM}(x,y)}=1-\frac{w^2}{d+2}+O(w^3)",
    domain_text="d fixed, w -> 0",
    domain=PLANE,
    sides={"ratio": _RATIO, "main": formula(1 - w**2 / (d + 2), PLANE, "d w")},
    claim=Order(w**-3, "w", "ratio", "main", toward=sp.S.Zero),
    checks=(OrderCheck(_DIMENSIONS), _BY_BESSEL, Derivation(smallest_steps, WHOLE)),
    uses=("beyond/smreg/lower", "beyond/smreg/upper"),
    setting="exact kernels",
)

STATEMENTS = (
    SMREG_LOWER,
    SMREG_QUADRATIC,
    SMREG_UPPER,
    SMREG_RATIONAL,
    SMREG_RATE,
    SMREG_BEST_CONSTANT,
)

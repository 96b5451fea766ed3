"""The regularised softmax kernel beyond Theorem 1 of performer: monotone in both arguments, and for which inputs a proxy.

With w = |x+y|^2/2, main results:
* SMREG/SM never rises in w and never falls in d.
* At w = c sqrt d it tends to e^(-c^2): it tends to 1 along inputs if and only if |x+y|^4 = o(d).
* SMREG/SM <= e^(-w) cosh sqrt(2dw), with equality at d = 1: without a bound on the norms there is none on the ratio.
* Theorem 1 sharpened: |x|^2, |y|^2 <= ln C gives SMREG/SM >= e^(-4 ln(C)^2/(d+2)) in every dimension.

Proofs compare coefficients of the series, or use the bounds of `performer_regularised`.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    All,
    Below,
    Derivation,
    Domain,
    Limit,
    Representations,
    Rule,
    Statement,
    formula,
    real,
)
from rftheory.papers._shared import regularised_softmax as reg
from rftheory.papers._shared.invariants import (
    CAUCHY_SCHWARZ,
    DIMENSION,
    ON_A_LINE,
    PAIRS,
    SQUARES,
    V2,
    d,
    fit,
    x2,
    y2,
)
from rftheory.papers._shared.regularised_softmax import HALF_SQUARE, PLANE, Points, w
from rftheory.papers.beyond._lemmas.regularised_steps import (
    BOUND,
    c,
    decreases_steps,
    increases_steps,
    long_steps,
    short_steps,
    threshold_steps,
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
_h = sp.Symbol("h", nonnegative=True)

_STEP = Domain(
    (DIMENSION, HALF_SQUARE, real("h", 0, meaning="an increase of w")),
    extra=tuple({"d": dd, "w": ww, "h": 1} for dd in (1, 2, 64, 10**6) for ww in (0, 1, 100)),
)

SMREG_DECREASING = Statement(
    id="beyond/smreg/decreasing",
    kind="inequality",
    where=_TEXT,
    title="The ratio falls with |x+y|",
    text="SMREG/SM never rises when w = |x+y|^2/2 grows, in any dimension.",
    latex=r"\partial_w\frac{\mathrm{SMREG}}{\mathrm{SM}}\le0",
    domain_text="d >= 1, w >= 0",
    domain=_STEP,
    sides={
        "later": formula(reg.ratio(w + _h), _STEP, "d w h"),
        "earlier": formula(reg.ratio(), _STEP, "d w"),
    },
    claim=Below("later", "earlier", strict=False),
    checks=(
        Representations("earlier", formula(reg.ratio_bessel(), PLANE, "d w"), _MODEST),
        Derivation(decreases_steps, WHOLE),
    ),
    uses=("performer/eq30",),
    setting="exact kernels",
)

SMREG_INCREASING_IN_D = Statement(
    id="beyond/smreg/increasing-in-d",
    kind="inequality",
    where=_TEXT,
    title="The ratio rises with the dimension",
    text="At fixed w the ratio SMREG/SM never falls from one dimension to the next.",
    latex=r"\frac{\mathrm{SMREG}_d}{\mathrm{SM}}\le\frac{\mathrm{SMREG}_{d+1}}{\mathrm{SM}}",
    domain_text="d >= 1, w >= 0",
    domain=PLANE,
    sides={"ratio": _RATIO, "next": formula(reg.ratio().subs(d, d + 1), PLANE, "d w")},
    claim=Below("ratio", "next", strict=False),
    checks=(_BY_BESSEL, Derivation(increases_steps, WHOLE)),
    uses=("performer/eq30",),
    setting="exact kernels",
)

_SHARE = Domain(
    (DIMENSION, real("c", 0, reach=("1e-6", 10), meaning="w/sqrt(d)")),
    extra=tuple({"d": dd, "c": cc} for dd in (1, 2, 64, 10**6) for cc in (0, 1, "1/100", 3)),
)

SMREG_THRESHOLD = Statement(
    id="beyond/smreg/threshold",
    kind="limit",
    where=_TEXT,
    title="Where the regularised kernel stops being a proxy",
    text=(
        "At w = c sqrt(d) the ratio SMREG/SM tends to exp(-c^2), between it and exp(-c^2 + 2c^2/(d+2) + 8c^3/(3 sqrt d)). "
        "As it falls in w, it tends to 1 along a sequence of inputs if and only if |x+y|^4 = o(d)."
    ),
    latex=r"e^{-c^2}\le\frac{\mathrm{SMREG}}{\mathrm{SM}}\Big|_{w=c\sqrt d}\le e^{-c^2+2c^2/(d+2)+8c^3/(3\sqrt d)}",
    domain_text="c >= 0 fixed, d -> infinity",
    domain=_SHARE,
    sides={
        "ratio": formula(reg.ratio(c * sp.sqrt(d)), _SHARE, "d c"),
        "bound": formula(sp.exp(-(c**2) + 2 * c**2 / (d + 2) + 8 * c**3 / (3 * sp.sqrt(d))), _SHARE, "d c"),
    },
    claim=All(
        (
            Below("ratio", "bound", strict=False),
            Below(sp.exp(-(c**2)), "ratio", strict=False),
            Limit("bound", "d", sp.oo, sp.exp(-(c**2))),
        )
    ),
    checks=(Derivation(threshold_steps, WHOLE),),
    uses=("beyond/smreg/lower", "beyond/smreg/upper", "beyond/smreg/decreasing"),
    setting="exact kernels",
    note="Queries and keys with entries of unit variance, divided by d^(1/4), have w near sqrt(d), that is c near 1.",
)

SMREG_LONG_INPUTS = Statement(
    id="beyond/smreg/long-inputs",
    kind="inequality",
    where=_TEXT,
    title="No bound without the norms",
    text="SMREG/SM is at most exp(-w) cosh(sqrt(2dw)), which tends to 0 as |x+y| grows in any given dimension.",
    latex=r"\frac{\mathrm{SMREG}(x,y)}{\mathrm{SM}(x,y)}\le e^{-w}\cosh\sqrt{2dw}",
    domain_text="d >= 1, w >= 0; equality at d = 1",
    domain=PLANE,
    sides={
        "ratio": _RATIO,
        "bound": formula(sp.exp(-w) * sp.cosh(sp.sqrt(2 * d * w)), PLANE, "d w"),
    },
    claim=Below("ratio", "bound", strict=False),
    checks=(_BY_BESSEL, Derivation(long_steps, WHOLE)),
    uses=("performer/eq30",),
    setting="exact kernels",
)

_SHORT = Domain(
    (DIMENSION, *SQUARES, real("K", 0, meaning="ln C, a bound on |x|^2 and |y|^2")),
    (
        CAUCHY_SCHWARZ,
        ON_A_LINE,
        Rule(sp.And(x2 <= BOUND, y2 <= BOUND), "|x|^2 <= K and |y|^2 <= K"),
    ),
    fit,
    tuple(
        {**pair, "d": dd, "K": bound}
        for pair in PAIRS[:7]
        for dd, bound in ((2, 1), (1, 4), (64, 4), (10**6, 100))
    ),
)

SMREG_THEOREM1 = Statement(
    id="beyond/smreg/theorem1",
    kind="inequality",
    where=_TEXT,
    title="Theorem 1 sharpened",
    text="For |x|^2, |y|^2 <= ln C the ratio SMREG/SM is at least exp(-4 ln(C)^2/(d+2)), in every dimension.",
    latex=r"\|x\|^2,\|y\|^2\le\ln C\ \Rightarrow\ \frac{\mathrm{SMREG}(x,y)}{\mathrm{SM}(x,y)}\ge e^{-4\ln^2C/(d+2)}",
    domain_text="|x|^2 <= K, |y|^2 <= K, K = ln C, d >= 1",
    domain=_SHORT,
    sides={
        "ratio": formula(reg.ratio(V2 / 2), _SHORT, "d x2 y2 xy"),
        "bound": formula(sp.exp(-4 * BOUND**2 / (d + 2)), _SHORT, "d K"),
    },
    claim=Below("bound", "ratio", strict=False),
    checks=(
        Representations(
            "ratio",
            formula(reg.ratio_series().subs(w, V2 / 2), _SHORT, "d x2 y2 xy"),
            ({"d": 2, "x2": 1, "y2": 1, "xy": "1/2"}, {"d": 5, "x2": 4, "y2": 1, "xy": -1}),
        ),
        Derivation(short_steps, WHOLE),
    ),
    uses=("beyond/smreg/lower",),
    setting="exact kernels",
)

STATEMENTS = (
    SMREG_DECREASING,
    SMREG_INCREASING_IN_D,
    SMREG_THRESHOLD,
    SMREG_LONG_INPUTS,
    SMREG_THEOREM1,
)

"""Section 3 of performer, after Lemma 2: small kernel values, and hyperbolic against twice as many positive features.

Main result: as SM -> 0 the error of trigonometric features tends to infinity, being at least
(SM^-1 - SM^3)^2/(2m) for SM <= 1.

False as printed
* That the error of positive features tends to 0 with SM: for SM = 1/s, |x|^2 = |y|^2 = (5/2) ln s it is
  (s - s^-2)/m. True while |x+y|^2 <= K, where it is at most SM^2 (e^K - 1)/m.
* That MSE(hyp+_m) < MSE(+_2m) for all x, y: at x = -y both are 0. Elsewhere the quotient is 1 - e^{-|x+y|^2} < 1.

Proofs. Lemma 2, |x|^2 + |y|^2 >= 2|x.y|, and the two families.
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
    Estimate,
    Limit,
    MeanSquareError,
    On,
    Proof,
    Representations,
    Restated,
    Rule,
    Statement,
    formula,
    part,
    real,
)
from rftheory.papers._shared.invariants import CAUCHY_SCHWARZ, COUNT, DELTA2, SQUARES, V2, fit, m, x2, xy, y2
from rftheory.papers.performer._lemmas.gaussian_rows import (
    COUNTED,
    ERROR_BY_BOTH,
    HYPERBOLIC_PRINTED,
    MODEST,
    NAMES,
    POSITIVE_PRINTED,
    TRIGONOMETRIC_PRINTED,
    exponential_variance,
    hyperbolic_steps,
    positive_steps,
    trigonometric_steps,
)
from rftheory.papers.performer._lemmas.small_kernel_terms import (
    POSITIVE_VANISHES,
    TRIGONOMETRIC_GROWS,
    VALUES,
)
from rftheory.papers.performer._notation import LAMBDA, SM, trigonometric_error


def _grows(proof: Proof) -> None:
    trigonometric_steps(proof)
    a, b, s, rest = sp.symbols("a b s r", nonnegative=True)
    proof.nonnegative(
        sp.factor(a**2 + b**2 - 2 * a * b), "|x|^2 + |y|^2 >= 2 |x||y| >= 2 s for x.y = -s (Cauchy-Schwarz)"
    )
    proof.equal(DELTA2.subs({x2: 2 * s + rest - y2, xy: -s}), 4 * s + rest, "so |x-y|^2 = 4 s + r, r >= 0")
    size = sp.exp(2 * s + rest) * (1 - sp.exp(-4 * s - rest)) ** 2 / (2 * m)
    proof.equal(trigonometric_error().subs({x2: 2 * s + rest - y2, xy: -s}), size, "the error in s and r")
    proof.nonnegative(sp.diff(sp.exp(rest), rest), "both factors grow with r")
    least = size.subs(rest, 0)
    proof.equal(least, sp.exp(2 * s) * (1 - sp.exp(-4 * s)) ** 2 / (2 * m), "least at r = 0, that is x = -y")
    proof.limit(least.subs(m, 1), s, sp.oo, sp.oo, "and this tends to infinity as SM = exp(-s) tends to 0")


LEMMA2_SMALL_KERNEL_TRIG = Statement(
    id="performer/lemma2/small-kernel-trig",
    kind="limit",
    where="after Lemma 2",
    title="Trigonometric features fail at small kernel values",
    text="As SM(x,y) tends to 0 the error of trigonometric features tends to infinity.",
    latex=r"\mathrm{SM}(x,y)\to0\Rightarrow\mathrm{MSE}(\widehat{\mathrm{SM}}^{\rm trig}_m)\to\infty",
    domain_text="SM(x,y) -> 0, m fixed",
    domain=VALUES,
    claim=TRIGONOMETRIC_GROWS,
    checks=(
        Derivation(_grows, WHOLE),
        Restated(
            "for SM <= 1 the error is at least (SM^-1 - SM^3)^2/(2m)",
            {
                "least": formula((SM**-1 - SM**3) ** 2 / (2 * m), COUNTED, "m xy"),
                "error": formula(TRIGONOMETRIC_PRINTED, COUNTED, NAMES),
            },
            Domain(
                COUNTED.parameters,
                (*COUNTED.rules, Rule(xy <= 0, "x.y <= 0")),
                fit,
                COUNTED.extra,
            ),
            Below("least", "error", strict=False),
        ),
    ),
    uses=("performer/lemma2/trig",),
    mechanism=("iid", "trigonometric"),
)

# pairs with SM = 1/s whose resultant grows as v^2 = 3 ln s, by |x|^2 = |y|^2 = (5/2) ln s
_s = sp.Symbol("s", positive=True)
_POSITIVE = MeanSquareError(Estimate("iid", "positive", m))
_WIDE = Domain((COUNT, real("s", 2, reach=(2, 10**6), meaning="1/SM(x,y)")), extra=({"m": 1, "s": 2},))
_ALONG = {x2: sp.Rational(5, 2) * sp.log(_s), y2: sp.Rational(5, 2) * sp.log(_s), xy: -sp.log(_s)}

# K bounds |x+y|^2, the reading under which small kernels have small errors
_K = sp.Symbol("K", nonnegative=True)
_BOUND = SM**2 * (sp.exp(_K) - 1) / m

_BOUNDED = Domain(
    (COUNT, *SQUARES, real("K", 0, meaning="bound on |x+y|^2")),
    (
        CAUCHY_SCHWARZ,
        Rule(V2 <= _K, "|x+y|^2 <= K"),
    ),
    fit,
    tuple({**pair, "K": bound} for pair in COUNTED.extra for bound in (0, 4, 100)),
)


def _does_not_vanish(proof: Proof) -> None:
    positive_steps(proof)
    s = sp.Symbol("s", positive=True) + 1
    proof.positive(
        sp.Rational(5, 2) - 1, "|x.y| = ln s < |x||y| = (5/2) ln s: such x, y exist for d >= 2, s > 1"
    )
    log = sp.log(s)
    proof.equal(
        V2.subs({x2: sp.Rational(5, 2) * log, y2: sp.Rational(5, 2) * log, xy: -log}), 3 * log, "v^2 = 3 ln s"
    )
    error = sp.expand(sp.powsimp(sp.exp(3 * log) * sp.exp(-2 * log) * (1 - sp.exp(-3 * log))))
    proof.equal(error, s - s**-2, "m times the error is s - 1/s^2 while SM = 1/s")
    proof.limit(_s - _s**-2, _s, sp.oo, sp.oo, "it tends to infinity as SM tends to 0")


def _bounded(proof: Proof) -> None:
    positive_steps(proof)
    proof.equal(POSITIVE_PRINTED, SM**2 * (sp.exp(V2) - 1) / m, "the error is SM^2 (exp(|x+y|^2) - 1)/m")
    r, q = sp.symbols("r q", positive=True)
    proof.equal(
        (_BOUND.subs(_K, V2 + r) - POSITIVE_PRINTED) * m / SM**2,
        sp.exp(V2) * (sp.exp(r) - 1),
        "what the bound leaves when K = |x+y|^2 + r",
    )
    proof.positive(sp.diff(sp.exp(r) - 1, r), "exp(r) - 1 rises from 0 at r = 0")
    proof.limit(q**2, q, 0, 0, "for fixed K and m the bound tends to 0 with SM = q")


# the error at SM = 1/s is left, that at the larger value SM = 1/2 is right
_SCRIPT = """
def error(s):
    x2, y2, xy = 5*log(s)/2, 5*log(s)/2, -log(s)
    v2 = x2 + y2 + 2*xy
    return exp(v2)*exp(xy)**2*(1 - exp(-v2))/m
left, right = error(s), error(2)
"""

LEMMA2_SMALL_KERNEL_POSITIVE = Statement(
    id="performer/lemma2/small-kernel-positive",
    kind="limit",
    where="after Lemma 2",
    title="Positive features are exact at small kernel values",
    text="As SM(x,y) tends to 0 the error of positive features tends to 0.",
    latex=r"\mathrm{SM}(x,y)\to0\Rightarrow\mathrm{MSE}(\widehat{\mathrm{SM}}^{+}_m)\to0",
    domain_text="SM(x,y) -> 0, m fixed",
    domain=VALUES,
    claim=All(
        (
            POSITIVE_VANISHES,
            On(
                _WIDE,
                Limit(formula(POSITIVE_PRINTED.subs(_ALONG), _WIDE, "m s"), "s", sp.oo, sp.S.Zero),
                "SM = 1/s, |x|^2 = |y|^2 = (5/2) ln s",
            ),
        )
    ),
    checks=(
        Derivation(
            _does_not_vanish,
            part("the family SM = 1/s, |x+y|^2 = 3 ln s, d >= 2"),
            refutes=True,
            example={"m": "1", "s": "100", "left": "99.9999", "right": "1.75"},
        ),
    ),
    uses=("performer/lemma2/positive",),
    mechanism=("iid", "positive"),
    erratum=Erratum(
        kind="missing hypothesis",
        at="p. 5, after (8)",
        formula=r"\mathrm{SM}(x,y)\to0:\ \mathrm{MSE}(\widehat{\mathrm{SM}}^{+}_m(x,y))\to0",
        false=(
            "By (8) the error is SM^2 (exp(|x+y|^2) - 1)/m; for SM = 1/s and |x|^2 = |y|^2 = (5/2) ln s it is "
            "(s - 1/s^2)/m, which grows as SM vanishes. True while |x+y| stays bounded."
        ),
        weight=3,
        script=_SCRIPT,
        relation="<=",
        objection=(
            "Inputs that become opposite are safe; inputs of growing length at 90 to 120 degrees are not, although "
            "their kernel value vanishes as well."
        ),
    ),
    note=(
        "The error is SM^2 (exp(|x+y|^2) - 1)/m: at a given kernel value it is unbounded in |x+y|. It vanishes "
        "with SM while |x+y| stays bounded, as for inputs that become opposite."
    ),
).corrected(
    title="Positive features are exact at small kernel values and bounded |x+y|",
    text="While |x+y|^2 <= K the error is at most SM^2 (e^K - 1)/m, hence tends to 0 with SM.",
    latex=r"\|x+y\|^2\le K\ \Rightarrow\ \mathrm{MSE}(\widehat{\mathrm{SM}}^{+}_m)\le\frac{\mathrm{SM}^2(x,y)(e^K-1)}m",
    domain_text="|x+y|^2 <= K, m fixed",
    domain=_BOUNDED,
    sides={
        "lhs": formula(POSITIVE_PRINTED, _BOUNDED, NAMES),
        "rhs": formula(_BOUND, _BOUNDED, "m xy K"),
    },
    claim=All((Equal(_POSITIVE, "lhs"), Below(strict=False))),
    checks=(Derivation(_bounded, WHOLE),),
)

_DOUBLE_BY_EXPONENTIALS = formula(LAMBDA**2 / (2 * m) * exponential_variance(V2), COUNTED, NAMES)

_APART = Domain(
    COUNTED.parameters,
    (*COUNTED.rules, Rule(V2 > 0, "|x+y| > 0")),
    fit,
    COUNTED.extra,
)

_HYP = formula(HYPERBOLIC_PRINTED, COUNTED, NAMES)
_DOUBLE = formula(POSITIVE_PRINTED.subs(m, 2 * m), COUNTED, NAMES)


_SMALLER = All(
    (
        Equal(MeanSquareError(Estimate("iid", "hyperbolic", m)), "lhs"),
        Equal(MeanSquareError(Estimate("iid", "positive", 2 * m)), "rhs"),
        Below(),
    )
)


def _halves(proof: Proof) -> None:
    hyperbolic_steps(proof)
    u = sp.Symbol("u", positive=True)
    proof.equal(_HYP.expression / _DOUBLE.expression, 1 - sp.exp(-V2), "the quotient of the two errors")
    proof.positive(1 - (1 - sp.exp(-u)), "which is below 1")
    proof.positive(
        sp.diff(1 - sp.exp(-u), u), "1 - e^-u rises from 0, so both errors are positive for |x+y|^2 = u > 0"
    )


LEMMA2_HYP_VS_DOUBLE = Statement(
    id="performer/lemma2/hyp-vs-double",
    kind="inequality",
    where="after Lemma 2",
    title="Hyperbolic features beat twice as many positive ones",
    text="At 2m features each, the hyperbolic estimator has a smaller error than the positive one.",
    latex=r"\mathrm{MSE}(\widehat{\mathrm{SM}}^{\rm hyp+}_m)<\mathrm{MSE}(\widehat{\mathrm{SM}}^{+}_{2m})",
    domain_text="all x, y",
    domain=COUNTED,
    sides={"lhs": _HYP, "rhs": _DOUBLE},
    claim=_SMALLER,
    uses=("performer/lemma2/hyperbolic",),
    mechanism=("iid", "hyperbolic", "positive"),
    erratum=Erratum(
        kind="edge case",
        at="p. 5, after (8)",
        quote="accuracy improvements that are strictly better",
        false="At x = -y both estimators are exact: both errors are 0.",
        weight=1,
        points=({"m": "1", "x2": "1", "y2": "1", "xy": "-1"}, {"m": "2", "x2": "4", "y2": "4", "xy": "-4"}),
        objection="The only exception: elsewhere the quotient is 1 - exp(-|x+y|^2) < 1.",
    ),
    note="At x = -y both estimators are exact, the only exception.",
).corrected(
    title="Hyperbolic features beat twice as many positive ones away from x = -y",
    text="The quotient of the errors is 1 - exp(-|x+y|^2), below 1 for x + y nonzero; at x = -y both are 0.",
    latex=(
        r"\mathrm{MSE}(\widehat{\mathrm{SM}}^{\rm hyp+}_m)<\mathrm{MSE}(\widehat{\mathrm{SM}}^{+}_{2m})"
        r"\quad(x\ne-y)"
    ),
    domain_text="x + y nonzero",
    domain=_APART,
    sides={
        "lhs": formula(HYPERBOLIC_PRINTED, _APART, NAMES),
        "rhs": formula(POSITIVE_PRINTED.subs(m, 2 * m), _APART, NAMES),
    },
    checks=(
        Representations("lhs", ERROR_BY_BOTH, MODEST),
        Representations("rhs", _DOUBLE_BY_EXPONENTIALS, MODEST),
        Derivation(_halves, WHOLE),
    ),
)


STATEMENTS = (
    LEMMA2_SMALL_KERNEL_TRIG,
    LEMMA2_SMALL_KERNEL_POSITIVE,
    LEMMA2_HYP_VS_DOUBLE,
)

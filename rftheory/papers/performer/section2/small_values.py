"""Section 2.3 of performer: variances at small kernel values.

Main result: as SM -> 0 at fixed m the variance of trigonometric features tends to infinity, being at least
(1 - SM^4)^2/(2m SM^2) for SM <= 1; a negative estimate can make an entry of the renormaliser negative.

False as printed: that the variance of positive features tends to 0 with SM. For y = -x/6, |y|^2 = s it is
(e^{13s} - e^{-12s})/m at SM = e^{-6s}. True: it is (e^{|x+y|^2 + 2x.y} - SM^2)/m, and tends to 0 with SM if and only
if |x+y|^2 + 2 x.y -> -infinity, as where |x+y| stays bounded.

Proofs. Lemma 2; at a given SM the trigonometric error is least at x = -y. Instances of both.
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
    Exists,
    Limit,
    On,
    Point,
    Proof,
    Restated,
    Rule,
    Statement,
    Variance,
    formula,
    part,
    real,
    whole,
)
from rftheory.papers._shared.invariants import CAUCHY_SCHWARZ, COUNT, SQUARES, V2, fit, m, pairs, x2, xy, y2
from rftheory.papers.performer._lemmas.row_estimates import ROWS, TRIGONOMETRIC_ESTIMATE
from rftheory.papers.performer._lemmas.small_kernel_terms import (
    BOUNDED_VANISHES,
    POSITIVE_VANISHES,
    TRIGONOMETRIC_GROWS,
    VALUES,
)
from rftheory.papers.performer._notation import SM, iid_error, trigonometric_error

_t, _s = sp.symbols("t s", positive=True)
_COUNTED = pairs(COUNT, m=(1, 5))


def _oppose(point: Point) -> Point:
    """Turn y so that x.y <= 0."""
    moved = fit(point)
    return {**moved, "xy": -abs(moved["xy"])}  # type: ignore[arg-type]


_NEGATIVE = Domain(
    ROWS.parameters,
    ROWS.rules,
    extra=(
        {"W": [[3]], "x": [1], "y": [0]},
        {"W": [[2, -1], [1, -2], ["3/2", "-3/2"]], "x": [1, 0], "y": [0, 1]},
    ),
)

_OPPOSED = Domain(
    (COUNT, *SQUARES),
    (CAUCHY_SCHWARZ, Rule(xy <= 0, "xy <= 0 (SM <= 1)")),
    _oppose,
    _COUNTED.extra,
)


def _large_variance(proof: Proof) -> None:
    squared, grown, shrunk = sp.symbols("q a b", nonnegative=True)
    proof.cite(
        "with x.y = -t and |x+y|^2 = q >= 0 (any q): |x|^2 + |y|^2 = q + 2t, |x-y|^2 = q + 4t; SM = e^-t"
    )
    error = trigonometric_error().subs({xy: -_t, x2: squared + 2 * _t - y2})
    least = sp.exp(2 * _t) * (1 - sp.exp(-4 * _t)) ** 2 / (2 * m)
    proof.equal(error.subs(squared, 0), least, "the error at x = -y")
    stretch, damp = 1 + grown, 1 / (1 + shrunk)  # e^q >= 1, e^(-4t) <= 1
    rescaled = sp.exp(2 * _t) * (sp.exp(squared) - sp.exp(-4 * _t)) ** 2 / sp.exp(squared) / (2 * m)
    proof.equal(error, rescaled, "in general, with e^q and e^(-4t)")
    ratio = (stretch - damp) ** 2 / stretch - (1 - damp) ** 2
    proof.nonnegative(
        sp.factor(ratio), "it does not fall as e^q grows from 1: x = -y is the least error for given SM"
    )
    proof.limit(least, _t, sp.oo, sp.oo, "the least error tends to infinity as t = -ln SM does")
    proof.below(sp.cos(3), 0, "omega = 3, x = 1, y = 0: the estimate e^(1/2) cos 3 is negative")
    proof.cite(
        "cos is continuous and omega.(x-y) has a positive density: negative estimates have positive probability; where "
        "all L keys are y, the entry of the renormaliser is L times such an estimate, and so is negative its inverse"
    )


SEC2_3_TRIG_VARIANCE_LARGE = Statement(
    id="performer/sec2.3/trig-variance-large",
    kind="limit",
    where="Section 2.3, after (6)",
    title="Trigonometric features fail at small kernel values",
    text=(
        "As the kernel value tends to 0 the variance of the trigonometric estimator becomes large; negative "
        "estimates can make diagonal entries of the renormaliser negative."
    ),
    latex=r"\mathrm{SM}(x,y)\to0\Rightarrow\mathrm{Var}(\widehat{\mathrm{SM}}^{\rm trig}_m)\ \text{large}",
    domain_text="SM(x,y) -> 0",
    domain=VALUES,
    claim=All((TRIGONOMETRIC_GROWS, Exists(ROWS.parameters, Below(TRIGONOMETRIC_ESTIMATE, sp.S.Zero)))),
    checks=(
        Derivation(
            _large_variance, whole("fixed m; large read as tending to infinity, uniformly over the pairs")
        ),
        Restated(
            "the least variance at a given value SM = s is (1 - s^4)^2/(2 m s^2)",
            {
                "least": formula((1 - SM**4) ** 2 / (2 * m * SM**2), _OPPOSED, "m xy"),
                "variance": formula(trigonometric_error(), _OPPOSED, "m x2 y2 xy"),
            },
            _OPPOSED,
            Below("least", "variance", strict=False),
        ),
        Restated(
            "a negative diagonal entry of the renormaliser at given projections (one key)",
            {"entry": TRIGONOMETRIC_ESTIMATE},
            _NEGATIVE,
            Below("entry", sp.S.Zero),
        ),
    ),
    uses=("performer/lemma2/trig",),
    mechanism=("iid", "trigonometric"),
)

# pairs y = -x/6 with SM = 1/s: |x|^2 = 6 ln s, |y|^2 = (ln s)/6
_FAMILY = Domain((COUNT, real("s", 2, reach=(2, 10**6), meaning="1/SM(x,y)")), extra=({"m": 1, "s": 2},))
_ALONG = formula(iid_error().subs({x2: 6 * sp.log(_s), y2: sp.log(_s) / 6, xy: -sp.log(_s)}), _FAMILY, "m s")


def _no_vanishing(proof: Proof) -> None:
    family = {x2: 36 * _s, y2: _s, xy: -6 * _s}
    proof.cite("y = -x/6, |y|^2 = s: a pair of every dimension d >= 1")
    proof.equal((xy**2 - x2 * y2).subs(family), sp.S.Zero, "Cauchy-Schwarz with equality")
    error = iid_error().subs(family)
    proof.equal(error, (sp.exp(13 * _s) - sp.exp(-12 * _s)) / m, "its variance")
    proof.limit(SM.subs(family), _s, sp.oo, 0, "SM = e^(-6s) tends to 0")
    proof.limit(error.subs(m, 1), _s, sp.oo, sp.oo, "while m times the variance tends to infinity")
    equal = {x2: 4 * _s, y2: 4 * _s, xy: -_s}
    proof.limit(
        iid_error().subs(equal).subs(m, 1),
        _s,
        sp.oo,
        sp.oo,
        "and so it does for equal lengths at the cosine -1/4 (d >= 2)",
    )


_ENVELOPE = sp.exp(x2 + y2 + 4 * xy) / m


def _vanishing(proof: Proof) -> None:
    bound, both = sp.symbols("R S", positive=True)
    proof.equal(_ENVELOPE - iid_error(), SM**2 / m, "the variance is e^(|x+y|^2 + 2 x.y)/m less SM^2/m")
    proof.positive(SM**2 / m, "so it stays below that envelope")
    proof.cite("as SM tends to 0 at fixed m the variance tends to 0 if and only if the envelope does")
    proof.equal(
        sp.log(_ENVELOPE * m), V2 + 2 * xy, "that is, if and only if |x+y|^2 + 2 x.y tends to -infinity"
    )
    proof.limit(
        sp.exp(bound**2 - 2 * _t), _t, sp.oo, 0, "it does where |x+y| <= R, as x.y = -t tends to -infinity"
    )
    cosine = sp.Symbol("c", real=True)
    equal = (x2 + y2 + 4 * xy).subs({x2: both, y2: both, xy: cosine * both})
    proof.equal(
        equal, 2 * both * (1 + 2 * cosine), "equal lengths: exactly beyond 120 degrees, asymptotically"
    )


# the variance at SM = 1/s is left, that at the larger value SM = 1/2 is right
_SCRIPT = """
def variance(s):
    x2, y2, xy = 6*log(s), log(s)/6, -log(s)
    return exp(-x2 - y2)*(exp(2*(x2 + y2 + 2*xy)) - exp(x2 + y2 + 2*xy))/m
left, right = variance(s), variance(2)
"""

SEC2_3_VARIANCE_VANISHES = Statement(
    id="performer/sec2.3/variance-vanishes",
    kind="limit",
    where="Section 2.3, before Lemma 1",
    title="Positive features at small kernel values",
    text="As the kernel value tends to 0 so does the variance of the positive estimator.",
    latex=r"\mathrm{SM}(x,y)\to0\Rightarrow\mathrm{Var}(\widehat{\mathrm{SM}}^{+}_m)\to0",
    domain_text="SM(x,y) -> 0",
    domain=VALUES,
    claim=All(
        (
            POSITIVE_VANISHES,
            On(_FAMILY, Limit(_ALONG, "s", sp.oo, sp.S.Zero), "SM = 1/s, y = -x/6, |x|^2 = 6 ln s"),
        )
    ),
    checks=(
        Derivation(
            _no_vanishing,
            part("pairs y = -x/6 in every dimension"),
            refutes=True,
            example={"m": "1", "s": "64", "left": "8191.99975585", "right": "4.23984819"},
        ),
    ),
    uses=("performer/lemma2/positive",),
    mechanism=("iid", "positive"),
    erratum=Erratum(
        kind="missing hypothesis",
        at="p. 4, before Lemma 1",
        quote="tends to 0 as approximated values tend to 0",
        false=(
            "For SM = 1/s, y = -x/6 and |x|^2 = 6 ln s the variance is (s^(13/6) - 1/s^2)/m: it grows as SM "
            "vanishes. True where |x+y| stays bounded."
        ),
        weight=3,
        follows_from="performer/lemma2/small-kernel-positive",
        script=_SCRIPT,
        relation="<=",
        objection=(
            "Not only for inputs in one line: equal lengths at the cosine -1/4 do the same, and so do all inputs "
            "that meet at 90 to 120 degrees as they grow."
        ),
    ),
    note="True where |x+y| stays bounded, as for x = -y; false where long inputs meet at 90 to 120 degrees.",
).corrected(
    where="Section 2.3, before Lemma 1, corrected",
    title="When the variance of positive features vanishes with the kernel",
    text=(
        "As SM tends to 0 the variance of the positive estimator tends to 0 if and only if |x+y|^2 + 2 x.y tends "
        "to -infinity; it does where |x+y| stays bounded. It is below exp(|x+y|^2 + 2 x.y)/m throughout."
    ),
    latex=r"\mathrm{Var}(\widehat{\mathrm{SM}}^{+}_m)=\tfrac1m\left(e^{\|x+y\|^2+2x^\top y}-\mathrm{SM}^2(x,y)\right)",
    domain_text="all x, y for the bound; SM(x,y) -> 0 at fixed m for the limit",
    domain=_COUNTED,
    sides={
        "lhs": formula(iid_error(), _COUNTED, "m x2 y2 xy"),
        "rhs": formula(_ENVELOPE, _COUNTED, "m x2 y2 xy"),
    },
    claim=All(
        (
            Equal(Variance(Estimate("iid", "positive", m)), "lhs"),
            Equal("lhs", (sp.exp(V2 + 2 * xy) - SM**2) / m),
            Below(),
            BOUNDED_VANISHES,
        )
    ),
    checks=(Derivation(_vanishing, WHOLE),),
)


STATEMENTS = (
    SEC2_3_TRIG_VARIANCE_LARGE,
    SEC2_3_VARIANCE_VANISHES,
)

"""Section 3.2 of simrf, from (16) on: SimRFs+, whose directions are chosen from the norms.

* (16): the truncated objective is said to be least exactly where every vector points away from the resultant
  of the others. False: collinear vectors of norms 6, 5, 5 solve the equations and lose to a triangle. True:
  minimisers with nonzero resultants solve them, and min |sum_i w_i| = max(0, 2 max_i w_i - sum_i w_i).
* (17): no update raises the objective, and v plays no part; the few passes it takes are run.
* Figure 3: at small v SimRFs+ are no worse than SimRFs, by the descent from the simplex and on drawn norms.
* Section 3.2, end: at d = 6, v = 1 the gain is below a tenth of the conformity, on drawn norms.
"""

from __future__ import annotations

import sympy as sp

from rftheory.evidence.statistical.simplex_plus import (
    ConformityDecrease,
    ConformityLeadingOrder,
    MarginalGain,
    Sweeps,
)
from rftheory.kit import (
    WHOLE,
    All,
    Below,
    Count,
    Derivation,
    Domain,
    Equal,
    Erratum,
    Exists,
    Expectation,
    Given,
    InPart,
    Length,
    Limit,
    Probability,
    Proof,
    Quantity,
    Row,
    Statement,
    integer,
    part,
    real,
)
from rftheory.papers.simrf._lemmas.arrangements import CONFORMITY
from rftheory.papers.simrf._lemmas.least_total import LEAST_TOTAL
from rftheory.papers.simrf._lemmas.random_terms import error
from rftheory.papers.simrf._lemmas.truncated_objective import (
    A_ROW,
    LEAST,
    SOLUTIONS,
    minimisers,
)
from rftheory.papers.simrf._notation import DIMENSION, LENGTH, SUMMAND_TERM, d, k, m, v

EQ16 = Statement(
    id="simrf/eq16",
    kind="optimality",
    where="eq. (16); derived in A.3 as (51)",
    title="The SimRFs+ equations",
    text="The truncated objective is minimised exactly when every vector points away from the resultant of the others.",
    latex=r"w_i=-\frac{\sum_{j\ne i}w_j}{\|\sum_{j\ne i}w_j\|_2}\,w_i,\quad i=1,..,d",
    domain_text="given norms, d vectors in R^d",
    domain=SOLUTIONS,
    claim=LEAST,
    uses=("simrf/eq15",),
    mechanism=("simplex-plus",),
    note="The equations are necessary, not sufficient: three collinear vectors of norms 6, 5, 5 satisfy them, yet a triangle is better.",
    erratum=Erratum(
        "error",
        "eq. (16)",
        "Vectors of norms 6, 5, 5 on a line satisfy (16), and a closed triangle of these norms has a smaller value.",
        3,
        quote="This is exactly minimised by",
        points=(
            {"W": "6,0,0;-5,0,0;-5,0,0", "V": "6,0,0;-3,4,0;-3,-4,0", "v": "1"},
            {"W": "8,0,0;-5,0,0;-5,0,0", "V": "8,0,0;-4,3,0;-4,-3,0", "v": "1"},
        ),
        objection=(
            "Equation (16) is a condition of stationarity: minimisers with nonzero resultants satisfy it, but so do "
            "other arrangements."
        ),
    ),
).corrected(
    where="eq. (16), corrected",
    title="The minimisers of the truncated objective",
    text=(
        "Every minimiser with nonzero resultants satisfies (16). The minimum is reached exactly where the "
        "vectors sum to zero, if the largest norm is at most the sum of the others, and else by antialigning "
        "the longest vector with all others."
    ),
    latex=r"\min\|\textstyle\sum_iw_i\|=\max\left(0,\,2\max_iw_i-\sum_iw_i\right)",
    domain_text="given norms, at least two vectors in R^d, d >= 2",
    domain=A_ROW,
    claim=LEAST_TOTAL,
    checks=(Derivation(minimisers, WHOLE),),
    uses=("simrf/eq39",),
)


def _descent(proof: Proof) -> None:
    minimisers(proof)
    proof.equal(
        sp.diff(SUMMAND_TERM.subs(k, 1) / v**2, v),
        0,
        "the truncated objective depends on v by a factor only: so do its solutions not",
    )


_PASSES = sp.Symbol("n", nonnegative=True, integer=True)
_row = sp.Symbol("i", positive=True, integer=True)

_REACHED = "directions that (17) reaches"

_PLUS, _SIMPLEX, _LOWEST = (  # given the norms
    Quantity(f"conformity of {mechanism}", d, v)
    for mechanism in ("SimRFs+", "SimRFs", "the best arrangement")
)

EQ17 = Statement(
    id="simrf/eq17",
    kind="algorithm",
    where="eq. (17)",
    title="The SimRFs+ iteration",
    text=(
        "Turning each vector in turn against the resultant of the others converges in a few passes, best from "
        "the simplex; the outcome does not depend on v."
    ),
    latex=r"w_i\leftarrow-\frac{\sum_{j\ne i}w_j}{\|\sum_{j\ne i}w_j\|_2}\,w_i",
    domain_text="empirical",
    domain=Domain((DIMENSION, LENGTH)),
    claim=All(
        (
            Limit(Quantity("distance from (16) after n passes", d, _PASSES), "n", sp.oo, sp.S.Zero),
            Count("passes", "(17) from the simplex, for most norms,", sp.Integer(10), "at most"),
            Equal(Quantity(_REACHED, d, v), Quantity(_REACHED, d, sp.S.One)),
        )
    ),
    checks=(
        Derivation(_descent, part("no update raises the objective, and v plays no part; the speed is run")),
        InPart("the passes that drawn norms take", Sweeps()),
    ),
    uses=("simrf/eq16/corrected",),
    mechanism=("simplex-plus",),
    note="`A small number` is read as at most ten for most norms. Few passes in the typical draw; near-degenerate norms (the largest close to the sum of the others, d = 3, 4) take dozens.",
)


def _squared_total(coupling: str) -> sp.Expr:
    """E |w_1 + .. + w_d|^2, to which the conformity at small v owes its size."""
    return Expectation(Length(sp.Sum(Row(coupling, _row), (_row, 1, d))) ** 2)


FIG3 = Statement(
    id="simrf/fig3",
    kind="inequality",
    where="Figure 3 caption",
    title="SimRFs+ beat SimRFs at small v",
    text="With SimRFs+ longer vectors open larger angles, and the MSE is below that of SimRFs once v is small.",
    latex=r"\mathrm{MSE}_{\rm SimRF+}\le\mathrm{MSE}_{\rm SimRF}\quad(v\to0)",
    domain_text="v sufficiently small",
    domain=Domain((integer("d", 3, meaning="input dimension"), LENGTH)),
    claim=All(
        (
            Exists(
                (real("v_0", above=0),),
                Given(
                    sp.And(v > 0, sp.Symbol("v_0", positive=True) > v),
                    Below(*(error(each, "positive").subs(m, d) for each in ("simplex-plus", "simplex"))),
                ),
            ),
            Below(*map(_squared_total, ("simplex-plus", "simplex"))),
        )
    ),
    checks=(
        Derivation(
            _descent,
            part("the v^2 coefficient of the conformity: started at the simplex, no update raises it"),
        ),
        InPart("drawn norms at v = 1/100", ConformityDecrease(CONFORMITY, (3, 6, 12), "1/100")),
        InPart("drawn norms at v from 1/4 to 1/16", ConformityLeadingOrder(CONFORMITY)),
    ),
    uses=("simrf/eq16/corrected",),
    mechanism=("simplex-plus", "simplex"),
    note=(
        "At d = 2 both mechanisms are the same two opposite vectors. The second part is the v^2 coefficient, the "
        "larger angles of longer vectors among it: what the MSE is below by as v tends to 0."
    ),
)

SEC3_2_MARGINAL = Statement(
    id="simrf/sec3.2/marginal",
    kind="inequality",
    where="Section 3.2, last paragraph",
    title="The gain of SimRFs+ is marginal",
    text=(
        "SimRFs+ reach only a slightly lower conformity than SimRFs, for an extra O(d^3) step, and lie close to "
        "the optimum over all directions chosen from the norms."
    ),
    latex=r"\rho_{\rm SimRF+}\lesssim\rho_{\rm SimRF}",
    domain_text="as in Figure 4 (d = 6, v = 1, one draw of norms)",
    domain=Domain((integer("d", 6, 6), real("v", 1, 1))),
    claim=All(
        (
            Below(_PLUS, _SIMPLEX),
            Below(sp.S.Half, Probability(sp.Lt(_SIMPLEX - _PLUS, _SIMPLEX / 10))),
            Below(sp.S.Half, Probability(sp.Lt(_PLUS - _LOWEST, _SIMPLEX - _PLUS))),
            Count("operations", "the iteration of SimRFs+", d**3),
        )
    ),
    checks=(
        InPart("a lower conformity, at drawn norms", ConformityDecrease(CONFORMITY, (6,), "1")),
        InPart("a small gain and a smaller rest, at drawn norms", MarginalGain(CONFORMITY, 6, "1", 0.1)),
    ),
    uses=("simrf/eq12", "simrf/eq17"),
    mechanism=("simplex-plus", "simplex"),
    note=(
        "`Slightly` is read as less than a tenth of the conformity and `close` as closer than SimRFs are to SimRFs+, both "
        "for most norms: near-degenerate ones leave more than they gain. As v -> 0 the relative gain in MSE is not "
        "marginal."
    ),
)


STATEMENTS = (
    EQ16,
    EQ17,
    FIG3,
    SEC3_2_MARGINAL,
)

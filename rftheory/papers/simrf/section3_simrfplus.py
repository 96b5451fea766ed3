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
from rftheory.kit import WHOLE, Derivation, Domain, Proof, Statement, part
from rftheory.papers.simrf._lemmas.arrangements import CONFORMITY
from rftheory.papers.simrf._lemmas.truncated_objective import MINIMAL, SOLUTIONS, minimisers
from rftheory.papers.simrf._notation import SUMMAND_TERM, k, v

EQ16 = Statement(
    id="simrf/eq16",
    kind="optimality",
    where="eq. (16); derived in A.3 as (51)",
    title="The SimRFs+ equations",
    text="The truncated objective is minimised exactly when every vector points away from the resultant of the others.",
    latex=r"w_i=-\frac{\sum_{j\ne i}w_j}{\|\sum_{j\ne i}w_j\|_2}\,w_i,\quad i=1,..,d",
    domain_text="given norms, d vectors in R^d",
    domain=SOLUTIONS,
    checks=(MINIMAL,),
    uses=("simrf/eq15",),
    mechanism=("simplex-plus",),
    note="The equations are necessary, not sufficient: three collinear vectors of norms 6, 5, 5 satisfy them, yet a triangle is better.",
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
    checks=(Derivation(minimisers, WHOLE),),
    domain=Domain(),
    uses=(),
)


def _descent(proof: Proof) -> None:
    minimisers(proof)
    proof.equal(
        sp.diff(SUMMAND_TERM.subs(k, 1) / v**2, v),
        0,
        "the truncated objective depends on v by a factor only: so do its solutions not",
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
    checks=(
        Derivation(_descent, part("no update raises the objective, and v plays no part; the speed is run")),
        Sweeps(),
    ),
    uses=("simrf/eq16",),
    mechanism=("simplex-plus",),
    note="Few passes in the typical draw; near-degenerate norms (the largest close to the sum of the others, d = 3, 4) take dozens.",
)

FIG3 = Statement(
    id="simrf/fig3",
    kind="inequality",
    where="Figure 3 caption",
    title="SimRFs+ beat SimRFs at small v",
    text="With SimRFs+ longer vectors open larger angles, and the MSE is below that of SimRFs once v is small.",
    latex=r"\mathrm{MSE}_{\rm SimRF+}\le\mathrm{MSE}_{\rm SimRF}\quad(v\to0)",
    domain_text="v sufficiently small",
    checks=(
        Derivation(
            _descent,
            part("the v^2 coefficient of the conformity: started at the simplex, no update raises it"),
        ),
        ConformityDecrease(CONFORMITY, (3, 6, 12), "1/100"),
        ConformityLeadingOrder(CONFORMITY),
    ),
    uses=("simrf/eq16",),
    mechanism=("simplex-plus", "simplex"),
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
    checks=(ConformityDecrease(CONFORMITY, (6,), "1"), MarginalGain(CONFORMITY, 6, "1", 0.1)),
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

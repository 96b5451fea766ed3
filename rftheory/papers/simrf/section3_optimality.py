"""Section 3.1 of simrf: SimRFs beat ORFs and are the best of the weight-independent couplings.

* Before Corollary 3.3: |w_i + w_j| is strictly smaller at the cosine -1/(d-1) than at 0, for positive norms.
* Corollary 3.3: MSE_SimRF < MSE_ORF. False as printed, which allows x = -y and m = 1, where both errors are
  equal; true for 2 <= m <= d and x + y nonzero.
* Theorem 3.4: at m = d no weight-independent coupling has a smaller MSE. Derived for jointly
  rotation-invariant ensembles, which the corrected statement asks for (Definition 1.1 alone is not enough,
  see Appendix A.1): the conformity is convex in the cosine and the cosines of d unit vectors sum to at least
  -d. Searched against every equal cosine.
"""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from rftheory.kit import (
    WHOLE,
    All,
    Below,
    Derivation,
    Domain,
    Erratum,
    Proof,
    Rule,
    Statement,
    formally,
    formula,
    part,
    real,
    whole,
)
from rftheory.papers.simrf._lemmas.positive_mse import (
    INVARIANT_COUPLINGS,
    ISOTROPY_NOTE,
    increasing_in_conformity,
    mean_of_terms,
    sphere_average,
)
from rftheory.papers.simrf._lemmas.random_terms import error
from rftheory.papers.simrf._lemmas.simplex_bound import simplex_bound, summand_is_convex
from rftheory.papers.simrf._notation import (
    ANY_DIMENSION,
    COSINE,
    DIMENSION,
    MSE_DOMAIN,
    MSE_NAMES,
    NEAR,
    SIMPLEX,
    STRICT_DOMAIN,
    c,
    conformity,
    d,
    m,
    orf_mse,
    simrf_mse,
    w,
)


def _simplex_resultant(proof: Proof) -> None:
    u, x, n = sp.symbols("u w n", positive=True)
    proof.equal(
        (u**2 + x**2) - (u**2 + x**2 - 2 * u * x / n), 2 * u * x / n, "difference of the squares, n = d - 1"
    )
    proof.positive(2 * u * x / n, "which is positive for positive norms; both squares are nonnegative")
    proof.equal(
        u**2 + x**2 - 2 * u * x / n,
        (u - x) ** 2 + 2 * u * x * (n - 1) / n,
        "(u-w)^2 plus a term >= 0 for n >= 1",
    )


def _wij_domain(open_norms: bool) -> Domain:
    bound = {"above": 0} if open_norms else {"lower": 0}
    return Domain(
        (DIMENSION, real("u", **bound, meaning="norm of w_i"), real("w", **bound, meaning="norm of w_j")),  # type: ignore[arg-type]
        extra=({"d": 2, "u": 1, "w": 1}, {"d": 64, "u": 8, "w": 9}, {"d": 10**6, "u": "1/1000", "w": 1000}),
    )


_NORMS, _POSITIVE_NORMS = _wij_domain(False), _wij_domain(True)

_U = sp.Symbol("u", nonnegative=True)

SEC3_1_WIJ = Statement(
    id="simrf/sec3.1/wij",
    kind="inequality",
    where="Section 3.1, before Corollary 3.3",
    title="Simplex pairs have shorter resultants",
    text="For given norms the resultant of a SimRF pair is strictly shorter than that of an ORF pair.",
    latex=r"w_{ij}=(w_i^2+w_j^2+2w_iw_j\cos\theta)^{1/2}",
    domain_text="any norms",
    domain=_POSITIVE_NORMS,
    sides={
        "lhs": formula(sp.sqrt(_U**2 + w**2 + 2 * _U * w * SIMPLEX), _NORMS, "d u w"),
        "rhs": formula(sp.sqrt(_U**2 + w**2), _NORMS, "d u w"),
    },
    claim=Below(),
    checks=(Derivation(_simplex_resultant, WHOLE),),
    uses=("simrf/eq9",),
    mechanism=("simplex", "orthogonal"),
    note="Read for vectors that have a direction, that is positive norms.",
)


def _simrf_below_orf(proof: Proof) -> None:
    _simplex_resultant(proof)
    summand_is_convex(proof)
    increasing_in_conformity(proof)
    proof.cite("norms are positive almost surely, so the means over the norms are strictly ordered for v > 0")


COR3_3 = Statement(
    id="simrf/cor3.3",
    kind="inequality",
    where="Corollary 3.3",
    title="SimRFs beat ORFs",
    text="With positive features the MSE of SimRFs is strictly below that of ORFs in any dimension.",
    latex=r"\mathrm{MSE}_{\rm SimRF}<\mathrm{MSE}_{\rm ORF}",
    domain_text="arbitrary d",
    domain=MSE_DOMAIN,
    sides={
        "lhs": formula(simrf_mse(), MSE_DOMAIN, MSE_NAMES),
        "rhs": formally(formula(orf_mse(), MSE_DOMAIN, MSE_NAMES), ANY_DIMENSION),
    },
    claim=Below(),
    uses=("simrf/thm3.2/corrected", "simrf/sec3.1/wij"),
    mechanism=("simplex", "orthogonal", "positive"),
    note="At x = -y both errors are exactly 0, and a single row has no coupling: equality, not a strict gain.",
    erratum=Erratum(
        "edge case",
        "Corollary 3.3",
        "At x = -y both errors are 0, and with one row both are the same: there the MSE is equal, not lower.",
        1,
        quote="strictly lower than with ORFs for arbitrary data dimensionality",
        points=(
            {"d": "3", "m": "3", "x2": "1", "y2": "1", "xy": "-1"},
            {"d": "3", "m": "1", "x2": "1", "y2": "1", "xy": "0"},
        ),
        objection="No other pair of points and no other number of rows is concerned.",
    ),
).corrected(
    where="Corollary 3.3, corrected",
    title="SimRFs beat ORFs away from x = -y",
    text="For 2 <= m <= d and x + y nonzero the MSE of SimRFs is strictly below that of ORFs; else they are equal.",
    latex=r"\mathrm{MSE}_{\rm SimRF}<\mathrm{MSE}_{\rm ORF}\quad(v>0,\ 2\le m\le d)",
    domain_text="2 <= m <= d, |x+y| > 0",
    domain=STRICT_DOMAIN,
    sides={
        "lhs": formula(simrf_mse(), STRICT_DOMAIN, MSE_NAMES),
        "rhs": formula(orf_mse(), STRICT_DOMAIN, MSE_NAMES),
    },
    checks=(Derivation(_simrf_below_orf, WHOLE),),
    uses=("simrf/thm3.2/corrected", "simrf/sec3.1/wij"),
)


def _simplex_is_best(proof: Proof) -> None:
    mean_of_terms(proof)
    sphere_average(proof)
    simplex_bound(proof)
    increasing_in_conformity(proof)
    proof.equal(
        (-1 / (m - 1)).subs(m, d), SIMPLEX, "at m = d the least mean cosine is that of the simplex block"
    )
    proof.cite("conditioning on the directions, which are independent of the iid norms")


_EQUAL_COSINES = Domain(
    (DIMENSION, COSINE, NEAR),
    (Rule(c * (d - 1) >= -1, "c >= -1/(d-1) (d directions of equal cosines)"),),
    lambda point: {**point, "c": max(Fraction(str(point["c"])), -1 / (Fraction(str(point["d"])) - 1))},
    ({"d": 2, "c": 0, "v": 1}, {"d": 3, "c": "-1/4", "v": "1/100"}, {"d": 64, "c": "1/2", "v": 2}),
)

_AT_ZERO = "at v = 0 every conformity is 1"

_AGAINST_EQUAL_COSINES = Below(
    formula(conformity(SIMPLEX), _EQUAL_COSINES, "d v"),
    formula(conformity(c), _EQUAL_COSINES, "d c v"),
    strict=False,
)


def _best_among(coupling: str) -> All:
    """No d rows of a coupling have a smaller MSE than the simplex; and so with equal cosines, by conformities."""
    simplex, rival = error("simplex", "positive").subs(m, d), error(coupling, "positive").subs(m, d)
    return All((Below(simplex, rival, strict=False), _AGAINST_EQUAL_COSINES))


THM3_4 = Statement(
    id="simrf/thm3.4",
    kind="optimality",
    where="Theorem 3.4",
    title="SimRFs are the best weight-independent coupling of d rows",
    text=(
        "For d rows with iid norms no weight-independent coupling gives the positive-feature estimator a lower "
        "MSE than the simplex."
    ),
    latex=r"\mathrm{MSE}_{\rm SimRF}\le\mathrm{MSE}_{\rm coupling}",
    domain_text="m = d vectors with iid norms; weight-independent couplings of Definition 1.1",
    domain=_EQUAL_COSINES,
    claim=_best_among("weight-independent"),
    checks=(Derivation(_simplex_is_best, part("m = d, " + INVARIANT_COUPLINGS), covered=_AT_ZERO),),
    uses=("simrf/def1.1", "simrf/thm3.2/corrected", "simrf/lemmaA.1"),
    mechanism=("positive",),
    setting="weight-independent couplings x positive",
    note=ISOTROPY_NOTE,
).corrected(
    where="Theorem 3.4, corrected",
    title="SimRFs are the best rotation-invariant weight-independent coupling of d rows",
    text=(
        "For d rows with iid norms no weight-independent coupling whose ensemble is jointly rotation-invariant gives "
        "the positive-feature estimator a lower MSE than the simplex."
    ),
    domain_text="m = d vectors with iid norms; weight-independent, jointly rotation-invariant couplings",
    claim=_best_among("rotation-invariant weight-independent"),
    checks=(Derivation(_simplex_is_best, whole("m = d, " + INVARIANT_COUPLINGS), covered=_AT_ZERO),),
    uses=("simrf/def1.1", "simrf/thm3.2/corrected", "simrf/lemmaA.1"),
    setting="rotation-invariant weight-independent couplings x positive",
)


STATEMENTS = (
    SEC3_1_WIJ,
    COR3_3,
    THM3_4,
)

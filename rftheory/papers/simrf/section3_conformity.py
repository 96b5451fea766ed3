"""Section 3.1 of simrf: the RF-conformity and the MSE of positive features as a function of it.

* Definition 3.1, (10): rho averages 0F1(; d/2; v^2 w_ij^2/4) over the pairs, w_ij = |w_i + w_j|, v = |x+y|.
* Theorem 3.2, (11): MSE = e^{-2|x|^2-2|y|^2}/m (e^{2v^2} - e^{v^2} + (m-1)(rho - e^{v^2})). Derived for
  jointly rotation-invariant couplings: E b_i and E b_i^2 are Gaussian, E b_i b_j is a mean over the sphere
  (Appendix A.1). Definition 1.1 alone does not make w_i + w_j isotropic: the corrected statement asks for it.
* Theorem 3.2, last sentence: the MSE increases with rho, for m >= 2.

Beside the derivation, (11) is evaluated by moments and by the split of two norms, and drawn for ORF and
SimRF.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    Agreement,
    Derivation,
    Domain,
    Equal,
    InPart,
    Monotone,
    Proof,
    Quantity,
    Representations,
    Restated,
    Simulation,
    Statement,
    formally,
    formula,
    part,
    real,
    whole,
)
from rftheory.papers.simrf._lemmas.pairs import by_split
from rftheory.papers.simrf._lemmas.positive_mse import (
    INVARIANT_COUPLINGS,
    ISOTROPY_NOTE,
    increasing_in_conformity,
    mean_of_terms,
    sphere_average,
)
from rftheory.papers.simrf._lemmas.random_terms import error
from rftheory.papers.simrf._notation import (
    ANY_DIMENSION,
    CAUCHY_SCHWARZ,
    COSINE,
    COUNT,
    DIMENSION,
    EXPERIMENT,
    FEASIBLE_COSINE,
    LENGTH,
    MANY,
    NEAR_SQUARES,
    PAIRS,
    SCALE,
    SIMPLEX,
    V2,
    c,
    chosen,
    conformity,
    d,
    drawn_square,
    fit,
    k,
    m,
    prf_mse,
    rho,
    summand,
    v,
    w,
    x2,
    xy,
    y2,
)

_SUMMAND = Domain(
    (DIMENSION, real("w", 0, meaning="|w_i + w_j|"), LENGTH),
    extra=(
        {"d": 2, "w": 1, "v": 0},
        {"d": 64, "w": 10, "v": 10},
        {"d": 3, "w": 0, "v": 1},
        {"d": 5, "w": 100, "v": 3},
    ),
)

_PRINTED_SUMMAND = sp.gamma(d / 2) * sp.Sum(
    v ** (2 * k) * w ** (2 * k) / (2 ** (2 * k) * sp.factorial(k) * sp.gamma(k + d / 2)), (k, 0, sp.oo)
)

DEF3_1 = Statement(
    id="simrf/def3.1",
    kind="definition",
    where="Definition 3.1, eq. (10), repeated as (35), (59)",
    title="RF-conformity",
    text="The conformity averages over pairs an entire function of the length of the pair's resultant.",
    latex=(
        r"\rho(x,y)=\frac{\Gamma(\frac d2)}{m(m-1)}\sum_{i,j\ne i}\mathbb E_{w_{ij}}\left(\sum_{k=0}^\infty"
        r"\frac{v^{2k}w_{ij}^{2k}}{2^{2k}k!\,\Gamma(k+\frac d2)}\right)"
    ),
    domain_text="m random vectors in R^d",
    domain=_SUMMAND,
    companions={
        "simrf/def3.1/summand": {
            "": formally(
                formula(_PRINTED_SUMMAND, _SUMMAND, "d w v", closed=summand(w)),
                ANY_DIMENSION,
            )
        }
    },
    checks=(
        Restated(
            "the summand as a series and as 0F1(; d/2; v^2 w^2/4)",
            {
                "lhs": formula(_PRINTED_SUMMAND, _SUMMAND, "d w v"),
                "rhs": formula(summand(w), _SUMMAND, "d w v"),
            },
            _SUMMAND,
            Equal(),
        ),
    ),
    mechanism=("positive",),
    setting="any coupling x positive",
)

_PAIR_MSE = Domain(
    (DIMENSION, COUNT, COSINE, *NEAR_SQUARES, real("rho", meaning="any value of the conformity")),
    (CAUCHY_SCHWARZ, FEASIBLE_COSINE),
    fit,
    tuple(
        {"d": dd, "m": mm, "c": cc, "rho": 2, **pair}
        for dd, mm, cc in ((2, 2, -1), (3, 2, "-1/2"), (4, 4, "-1/3"), (16, 16, 0), (3, 1, 1))
        for pair in PAIRS
    ),
)

_GENTLE = tuple(
    {"d": dd, "m": mm, "c": cc, **pair}
    for dd, mm, cc, pair in (
        (2, 2, -1, PAIRS[2]),
        (3, 2, "-1/2", PAIRS[3]),
        (4, 4, "-1/3", PAIRS[4]),
        (5, 3, "1/2", PAIRS[3]),
        (3, 1, 1, PAIRS[1]),
    )
)


def _mse_by_moments(pair: sp.Expr) -> sp.Expr:
    """E Khat^2 - (E Khat)^2 for m exchangeable terms with mean pair product `pair`."""
    return SCALE * (sp.exp(2 * V2) / m + (1 - 1 / m) * pair - sp.exp(V2))


def _theorem_32(proof: Proof) -> None:
    mean_of_terms(proof)
    sphere_average(proof)
    proof.cite(
        "Tonelli: E b_i b_j is the mean of the sphere average over |w_i + w_j|, since w_i + w_j is isotropic"
    )
    pair = sp.Symbol("P", positive=True)
    proof.equal(
        _mse_by_moments(pair),
        prf_mse(pair, V2),
        "with P the mean of E b_i b_j over the pairs, the conformity",
    )


_SQUARES = tuple(
    Simulation(
        coupling,
        "positive",
        "square",
        formula(drawn_square(conformity(cosine, chosen**2)), EXPERIMENT, "d m length"),
        ({"d": 4, "m": 4, "length": 1}, {"d": 16, "m": 16, "length": 3}, {"d": 64, "m": 64, "length": 10}),
        mean=formula(sp.exp(chosen**2 / 2), EXPERIMENT, "length"),
    )
    for coupling, cosine in (("orthogonal", sp.S.Zero), ("simplex", SIMPLEX))
)

_PRINTED_MSE = formula(prf_mse(rho, V2), _PAIR_MSE, "m x2 y2 xy rho")

_FROM_MOMENTS = formula(
    SCALE * sp.exp(2 * V2) / m + (1 - 1 / m) * SCALE * rho - sp.exp(-(x2 + y2 - 2 * xy)),
    _PAIR_MSE,
    "m x2 y2 xy rho",
)

_OF_COUPLING = prf_mse(Quantity("conformity of the coupling", m, V2), V2)

_EQUAL_COSINES = {
    "lhs": formula(
        _mse_by_moments(by_split(c, V2)),
        _PAIR_MSE,
        "d m c x2 y2 xy",
        closed=prf_mse(conformity(c, V2), V2),
    ),
    "rhs": formula(prf_mse(conformity(c, V2), V2), _PAIR_MSE, "d m c x2 y2 xy"),
}

_BY_MOMENTS = (
    Restated(
        "the printed MSE is the second moment less the squared kernel",
        {"printed": _PRINTED_MSE, "moments": _FROM_MOMENTS},
        _PAIR_MSE,
        Equal("printed", "moments"),
    ),
    InPart("rows of equal pair cosines, randomly rotated", Agreement(points=_GENTLE)),
    Representations("lhs", points=_GENTLE[:2]),
)

THM3_2 = Statement(
    id="simrf/thm3.2",
    kind="identity",
    where="Theorem 3.2, eq. (11), repeated as (34)",
    title="The MSE is a function of the conformity",
    text="For positive features the MSE of the unbiased estimator is affine in the conformity of the coupling.",
    latex=(
        r"\mathrm{MSE}(\widehat K)=\frac{e^{-2x^2-2y^2}}m\left((e^{2v^2}-e^{v^2})"
        r"+(m-1)(\rho(x,y)-e^{v^2})\right)"
    ),
    domain_text="PRFs, the unbiased estimator",
    domain=_PAIR_MSE,
    sides=_EQUAL_COSINES,
    companions={
        "simrf/thm3.2/formula": {"": _PRINTED_MSE},
    },
    claim=Equal(error("geometrical", "positive"), _OF_COUPLING),
    checks=(*_BY_MOMENTS, Derivation(_theorem_32, part(INVARIANT_COUPLINGS)), *_SQUARES),
    uses=("simrf/def3.1", "simrf/eq30", "simrf/eq33/corrected"),
    mechanism=("positive",),
    setting="any geometrical coupling x positive",
    note=ISOTROPY_NOTE,
).corrected(
    where="Theorem 3.2, corrected",
    title="The MSE of a rotation-invariant coupling is a function of its conformity",
    text=(
        "For positive features and N(0, I_d) rows whose ensemble is jointly rotation-invariant the MSE is affine in "
        "the conformity of the coupling."
    ),
    domain_text="PRFs; rows N(0, I_d), jointly rotation-invariant",
    claim=Equal(error("rotation-invariant", "positive"), _OF_COUPLING),
    checks=(*_BY_MOMENTS, Derivation(_theorem_32, whole(INVARIANT_COUPLINGS))),
    uses=("simrf/def3.1", "simrf/eq30", "simrf/eq33/corrected", "simrf/seca.1/isotropy/corrected"),
    setting="any jointly rotation-invariant coupling x positive",
)

_TWO_OR_MORE = Domain(
    (MANY, *NEAR_SQUARES, real("rho", meaning="any value of the conformity")),
    (CAUCHY_SCHWARZ,),
    fit,
    tuple({"m": mm, "rho": 2, **pair} for mm in (2, 64) for pair in PAIRS),
)


THM3_2_INCREASING = Statement(
    id="simrf/thm3.2/increasing",
    kind="inequality",
    where="Theorem 3.2, last sentence; Appendix A.1",
    title="The MSE increases with the conformity",
    text="A larger conformity means a larger MSE.",
    latex=r"\partial_\rho\,\mathrm{MSE}>0",
    domain_text="none",
    domain=_TWO_OR_MORE,
    claim=Monotone(formula(prf_mse(rho, V2), _TWO_OR_MORE, "m x2 y2 xy rho"), "rho"),
    checks=(Derivation(increasing_in_conformity, WHOLE),),
    uses=("simrf/thm3.2/corrected",),
    mechanism=("positive",),
    setting="any coupling x positive",
    note="The conformity needs m >= 2; a single row has none.",
)


STATEMENTS = (
    DEF3_1,
    THM3_2,
    THM3_2_INCREASING,
)

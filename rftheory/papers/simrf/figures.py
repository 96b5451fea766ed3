"""Figures 4 to 7 of simrf, whose content is theory.

* Figure 4: conformities at d = 6, v = 1; the means over norms are certified, the picture of one draw is a
  sample.
* Figure 5: the three densities, by the derivations of Lemmas 4.1 and 4.2.
* Figure 6: MSE ratios at m = d = 64 by Theorems 3.2 and 4.3, in order for every v > 0; SimRFs gain more at
  smaller v, since (1 - e_k)/(2^k - 1) falls in k (Biernacki and Krzyz), e_k the coefficients of rho_SimRF.
* Figure 7: the expected Frobenius distance of Gram matrices, a sum of MSEs, falls with m and in the same
  order.
"""

from __future__ import annotations

import sympy as sp

from rftheory.evidence.statistical.simplex_plus import ConformityDecrease, MarginalGain
from rftheory.kit import (
    WHOLE,
    All,
    Below,
    Derivation,
    Distribution,
    Domain,
    Equal,
    Estimate,
    Exists,
    Given,
    Law,
    Length,
    MeanSquareError,
    Monotone,
    On,
    Proof,
    Quantity,
    Representations,
    Restated,
    Simulation,
    Statement,
    formally,
    formula,
    integer,
    part,
    real,
    vector,
    whole,
)
from rftheory.papers.simrf._lemmas import pairs
from rftheory.papers.simrf._lemmas.arrangements import CONFORMITY
from rftheory.papers.simrf._lemmas.error_ratio import growth_steps, order_steps, ratio
from rftheory.papers.simrf._lemmas.orf_conformity import hyper11, orf_series
from rftheory.papers.simrf._lemmas.pairs import by_split
from rftheory.papers.simrf._lemmas.random_terms import error, resultant
from rftheory.papers.simrf._notation import (
    ANY_DIMENSION,
    COUNT,
    DIMENSION,
    EXPERIMENT,
    MANY,
    SIMPLEX,
    WITHIN_BLOCK,
    c,
    chi,
    chosen,
    conformity,
    d,
    drawn_square,
    fit,
    i,
    j,
    m,
    v,
    w,
)

_T = v**2

_CURVE = Domain(
    (integer("d", 2, reach=256), real("v", above=0, reach=("1e-6", 30))),
    extra=({"d": 64, "v": 1}, {"d": 64, "v": "1e-3"}, {"d": 64, "v": 5}, {"d": 2, "v": 1}),
)

_CURVES = {
    "simrf": formula(conformity(SIMPLEX, _T), _CURVE, "d v"),
    "orf": formula(hyper11(_T / 2), _CURVE, "d v"),
    "iid": formula(sp.exp(_T), _CURVE, "v"),
}


def _at_norms(directions: str) -> sp.Expr:
    return Quantity(f"conformity of {directions} directions at v = 1", sp.Symbol("r"))


FIG4 = Statement(
    id="simrf/fig4",
    kind="inequality",
    where="Figure 4",
    title="Conformities for one draw of norms",
    text=(
        "For given norms at d = 6 and v = 1 the conformity falls from independent over orthogonal and simplex to "
        "SimRF+ directions; what lies below the simplex is marginal."
    ),
    latex=r"\rho_{\rm SimRF+}<\rho_{\rm SimRF}<\rho_{\rm ORF}",
    domain_text="d = 6, v = 1",
    claim=Exists(
        (vector("r", meaning="the six norms"),),
        All(
            (
                Below(_at_norms("SimRF+"), _at_norms("simplex")),
                Below(_at_norms("simplex"), _at_norms("orthogonal")),
                Below(_at_norms("orthogonal"), _at_norms("independent")),
                Below(_at_norms("simplex") - _at_norms("SimRF+"), _at_norms("simplex") / 10),
            )
        ),
    ),
    checks=(
        ConformityDecrease(CONFORMITY, (6,), "1"),
        MarginalGain(CONFORMITY, 6, "1", 0.1),
        Restated("in the mean over norms, simplex below orthogonal", _CURVES, _CURVE, Below("simrf", "orf")),
        Restated(
            "in the mean over norms, orthogonal below independent", _CURVES, _CURVE, Below("orf", "iid")
        ),
    ),
    uses=("simrf/eq12", "simrf/eq17"),
    mechanism=("positive",),
    setting="five arrangements x positive",
    note=(
        "Drawn norms: a sample that supports the picture and proves nothing. Marginal is read as in "
        "simrf/sec3.2/marginal, less than a tenth of the conformity for most norms; the step from ORF to SimRF is about 15%."
    ),
)


def _densities(proof: Proof) -> None:
    """(18) from N(0, 2I); (20) from independent chi_d norms in polar coordinates; its orthogonal case."""
    r = sp.Symbol("w", positive=True)
    independent = r ** (d - 1) * sp.exp(-(r**2) / 4) / (2 ** (d - 1) * sp.gamma(d / 2))
    proof.equal(chi(r / sp.sqrt(2)) / sp.sqrt(2), independent, "w_1 + w_2 is N(0, 2I): (18)")
    pairs.polar_steps(proof)
    pairs.density_steps(proof)
    proof.cite("int_0^{pi/2} (sin f cos f)^{d-1} df = Gamma(d/2)^2/(2 Gamma(d))")
    radial = r ** (2 * d - 1) * sp.exp(-(r**2) / 2) / (2 ** (d - 2) * sp.gamma(d / 2) ** 2)
    half = sp.gamma(d / 2) ** 2 / (2 * sp.gamma(d))
    proof.equal(radial * half, pairs.chi_twice(r), "at c = 0 it is chi_{2d}")


_RESULTANTS = Domain((DIMENSION, pairs.RESULTANT), extra=({"d": 2, "w": 1}, {"d": 64, "w": 11}))

_INDEPENDENT = w ** (d - 1) * sp.exp(-(w**2) / 4) / (2 ** (d - 1) * sp.gamma(d / 2))

_SIMPLEX_STRETCH = pairs.STRETCH.subs(c, SIMPLEX)

FIG5 = Statement(
    id="simrf/fig5",
    kind="identity",
    where="Figure 5",
    title="Densities of the resultant",
    text="The densities of w_ij for independent, orthogonal and simplex pairs are those of Lemmas 4.1 and 4.2.",
    latex=r"p(w_{ij})",
    domain_text="dimension not stated",
    domain=_RESULTANTS,
    claim=All(
        (
            Law(Length(resultant("iid")), Distribution("density in w", _INDEPENDENT)),
            Law(Length(resultant("orthogonal")), Distribution("chi", 2 * d)),
            Law(
                Length(resultant("simplex")),
                Distribution("density in w", pairs.printed_density(_SIMPLEX_STRETCH)),
            ),
            Equal(pairs.DENSITY.subs(c, 0), pairs.chi_twice(w)),
        )
    ),
    checks=(Derivation(_densities, WHOLE, covered="at w = 0 all three densities are 0"),),
    uses=("simrf/lemma4.1/pdf", "simrf/lemma4.2/pdf"),
    mechanism=("iid", "orthogonal", "simplex"),
)

_POSITIVE_LENGTH = real("v", above=0, meaning="|x+y|, positive")

_SPOTS = (
    {"d": 64, "m": 64, "v": 1}, {"d": 64, "m": 64, "v": "1e-3"}, {"d": 64, "m": 64, "v": 5}, {"d": 2, "m": 2, "v": 1},
    {"d": 64, "m": 1, "v": 2}, {"d": 64, "m": 64, "v": 100},
)  # fmt: skip

_RATIOS = Domain((DIMENSION, COUNT, _POSITIVE_LENGTH), (WITHIN_BLOCK,), fit, _SPOTS)

_ORF, _SIMRF = ratio(hyper11(_T / 2)), ratio(conformity(SIMPLEX, _T))


FIG6_ORF = Statement(
    id="simrf/fig6/orf",
    kind="identity",
    where="Figure 6",
    title="MSE of ORFs relative to IIDRFs",
    text="The ratio of the MSEs of orthogonal and independent rows as a function of v, drawn for m = d = 64.",
    latex=r"\mathrm{MSE}_{\rm ORF}/\mathrm{MSE}_{\rm IIDRF}",
    domain_text="d = 64, v > 0",
    domain=_RATIOS,
    sides={"": formally(formula(ratio(orf_series(_T / 2)), _RATIOS, "d m v", closed=_ORF), ANY_DIMENSION)},
    claim=Equal(error("orthogonal", "positive") / error("iid", "positive"), ""),
    checks=(
        Restated("the conformity of orthogonal rows is below e^{v^2}", _CURVES, _CURVE, Below("orf", "iid")),
        Derivation(order_steps, whole("the value, and that it lies below 1 for m >= 2")),
        Simulation(
            "orthogonal",
            "positive",
            "square",
            formula(drawn_square(hyper11(chosen**2 / 2)), EXPERIMENT, "d m length"),
            ({"d": 16, "m": 16, "length": 2}, {"d": 64, "m": 64, "length": 3}),
            mean=formula(sp.exp(chosen**2 / 2), EXPERIMENT, "length"),
        ),
    ),
    uses=("simrf/eq30", "simrf/eq33/corrected", "simrf/thm4.3/orf"),
    mechanism=("orthogonal", "iid", "positive"),
)

_BY_SPLIT = formula(
    ratio(by_split(SIMPLEX, _T)), _RATIOS, "d m v"
)  # the conformity as Lemma 4.2 integrates it


_DRAWN = Domain((_POSITIVE_LENGTH,), extra=({"v": 1}, {"v": "1/1000"}, {"v": 5}))

FIG6_SIMRF = Statement(
    id="simrf/fig6/simrf",
    kind="identity",
    where="Figure 6",
    title="MSE of SimRFs relative to IIDRFs",
    text=(
        "The ratio of the MSEs of simplex and independent rows as a function of v, for m = d = 64: simplex rows are "
        "always best, then orthogonal ones, and they gain more the smaller v is."
    ),
    latex=r"\mathrm{MSE}_{\rm SimRF}/\mathrm{MSE}_{\rm IIDRF}",
    domain_text="d = 64, v > 0",
    domain=_RATIOS,
    sides={"": formula(_SIMRF, _RATIOS, "d m v")},
    claim=All(
        (
            Equal(error("simplex", "positive") / error("iid", "positive"), ""),
            Given(m >= 2, Below("", _ORF)),
            Given(m >= 2, Below(_ORF, sp.S.One)),
            On(_DRAWN, Monotone(_SIMRF.subs({d: 64, m: 64}), "v"), "d = m = 64"),
        )
    ),
    checks=(
        Restated(
            "the conformity of simplex rows is below that of orthogonal ones",
            _CURVES,
            _CURVE,
            Below("simrf", "orf"),
        ),
        Representations(
            "", _BY_SPLIT, tuple({"d": dd, "m": dd, "v": vv} for dd, vv in ((2, 1), (3, 2), (64, 1)))
        ),
        Derivation(
            growth_steps, whole("the order for all d, m >= 2 and v > 0; the growth in v at d = m = 64")
        ),
        Simulation(
            "simplex",
            "positive",
            "square",
            formula(drawn_square(conformity(SIMPLEX, chosen**2)), EXPERIMENT, "d m length"),
            ({"d": 16, "m": 16, "length": 2}, {"d": 64, "m": 64, "length": 3}),
            mean=formula(sp.exp(chosen**2 / 2), EXPERIMENT, "length"),
        ),
    ),
    uses=("simrf/eq30", "simrf/eq33/corrected", "simrf/thm4.3/simrf"),
    mechanism=("simplex", "iid", "positive"),
    note="At m = 1 all couplings coincide and both ratios are 1.",
)


def _frobenius(proof: Proof) -> None:
    order_steps(proof)
    rows, blocks = sp.symbols("rows B", positive=True)
    variance, extra = sp.symbols("A C", positive=True)
    within = (variance - (rows - 1) * extra) / rows
    proof.cite(
        "linearity: the expected squared Frobenius distance is the sum of the pairwise MSEs, x_i = x_j included"
    )
    proof.nonnegative(
        -sp.diff(within, rows) * rows**2 - variance,
        "rows of one block, covariance -C <= 0: the MSE falls with their number",
    )
    proof.positive(-sp.diff(variance / blocks, blocks), "independent blocks divide it by their number")


def _frobenius_distance(coupling: str) -> sp.Expr:
    """The expected squared distance of the Gram matrices of N points."""
    entry = MeanSquareError(Estimate(coupling, "positive", m, at="x_i, x_j"))
    return sp.Sum(entry, (i, 1, _POINTS), (j, 1, _POINTS))


_POINTS = sp.Symbol("N", positive=True, integer=True)

_BLOCK_ROWS = Domain((DIMENSION, MANY), (WITHIN_BLOCK,), fit, ({"d": 2, "m": 2}, {"d": 64, "m": 64}))

FIG7 = Statement(
    id="simrf/fig7",
    kind="inequality",
    where="Figure 7, Section 5.2",
    title="Gram matrices",
    text=(
        "The squared Frobenius distance of approximate Gram matrices falls with the number of features and is "
        "smallest with simplex, then orthogonal rows."
    ),
    latex=r"\sum_{i,j}(K_{ij}-\widehat K_{ij})^2",
    domain_text="N = 64, d = 64, sigma = 0.1",
    domain=_BLOCK_ROWS,
    claim=All(
        (
            Below(_frobenius_distance("simplex"), _frobenius_distance("orthogonal")),
            Below(_frobenius_distance("orthogonal"), _frobenius_distance("iid")),
            *(
                Monotone(_frobenius_distance(name), "m", increasing=False)
                for name in ("simplex", "orthogonal", "iid")
            ),
        )
    ),
    checks=(Derivation(_frobenius, part("the expected distance for any points with |x_i+x_j| > 0")),),
    uses=("simrf/fig6/orf", "simrf/fig6/simrf"),
    mechanism=("positive",),
    setting="three couplings x positive",
    note="The plotted values are one draw of points and features; its expectation is what a proof can speak of.",
)


STATEMENTS = (
    FIG4,
    FIG5,
    FIG6_ORF,
    FIG6_SIMRF,
    FIG7,
)

"""Figures, tables and experiments of simrf."""

from __future__ import annotations

import itertools

import sympy as sp

from rftheory.evidence.statistical.simplex_plus import Improvement
from rftheory.kit import (
    Below,
    Derivation,
    Domain,
    Proof,
    Representations,
    Restated,
    Simulation,
    Statement,
    formally,
    formula,
    integer,
    real,
)
from rftheory.papers.simrf._lemmas import lemmas, pairs
from rftheory.papers.simrf._lemmas.arrangements import CONFORMITY
from rftheory.papers.simrf._notation import (
    ANY_DIMENSION,
    COUNT,
    DIMENSION,
    EXPERIMENT,
    SIMPLEX,
    WITHIN_BLOCK,
    chosen,
    conformity,
    d,
    f,
    fit,
    hyper11,
    k,
    m,
    orf_series,
    v,
)  # fmt: skip

T = v**2
MOVING = real("v", above=0, meaning="|x+y|, positive")
_SPOTS = (
    {"d": 64, "m": 64, "v": 1}, {"d": 64, "m": 64, "v": "1e-3"}, {"d": 64, "m": 64, "v": 5}, {"d": 2, "m": 2, "v": 1},
    {"d": 64, "m": 1, "v": 2}, {"d": 64, "m": 64, "v": 100},
)  # fmt: skip
RATIOS = Domain((DIMENSION, COUNT, MOVING), (WITHIN_BLOCK,), fit, _SPOTS)
_VARIANCE = sp.exp(2 * T) - sp.exp(T)


def _ratio(rho: sp.Expr) -> sp.Expr:
    """MSE/MSE_IIDRF by Theorem 3.2 for a conformity rho."""
    return 1 + (m - 1) * (rho - sp.exp(T)) / _VARIANCE


_ORF, _SIMRF = _ratio(hyper11(T / 2)), _ratio(conformity(SIMPLEX, T))
CURVE = Domain(
    (integer("d", 2, reach=256), real("v", above=0, reach=("1e-6", 30))),
    extra=({"d": 64, "v": 1}, {"d": 64, "v": "1e-3"}, {"d": 64, "v": 5}, {"d": 2, "v": 1}),
)
_CURVES = {
    "simrf": formula(conformity(SIMPLEX, T), CURVE, "d v"),
    "orf": formula(hyper11(T / 2), CURVE, "d v"),
    "iid": formula(sp.exp(T), CURVE, "v"),
}


def _second(rho: sp.Expr) -> sp.Expr:
    """E Khat^2 without the prefactor, at |x+y| = length."""
    return ((sp.exp(2 * T) + (m - 1) * rho) / m).subs(v, chosen)


def _quotient(proof: Proof) -> None:
    lemmas.mean_of_terms(proof)
    rho = sp.Symbol("rho", real=True)
    mean = _VARIANCE + (m - 1) * (rho - sp.exp(T))
    proof.equal(
        mean / mean.subs(rho, sp.exp(T)),
        _ratio(rho),
        "the prefactors e^{-2x^2-2y^2}/m cancel: a function of v alone",
    )


def _order(proof: Proof) -> None:
    """SimRF < ORF < IIDRF for v > 0 and m >= 2: coefficients of v^(2k)."""
    lemmas.convex_in_cosine(proof)
    proof.cite(
        "-1/(d-1) < 0: the conformity of simplex pairs is strictly below that of orthogonal pairs for v > 0"
    )
    orthogonal = sp.gamma(d / 2) / sp.gamma(d) * sp.gamma(k + d) / sp.gamma(k + d / 2) / 2**k
    factor = sp.gammasimp(orthogonal.subs(k, k + 1) / orthogonal)
    proof.equal(
        orthogonal.subs(k, 0),
        sp.S.One,
        "k! times the coefficients of rho_ORF start at 1, as those of e^{v^2}",
    )
    proof.equal(
        1 - factor, k / (d + 2 * k), "and each is the one before times 1 - k/(d+2k) < 1 from k = 1 on"
    )
    _quotient(proof)


_OUTSIDE_DATA = "needs data sets and classifiers that are not at hand"

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
    checks=(
        Improvement(CONFORMITY, (6,), "1", slight=0.1),
        Restated("in the mean over norms, simplex below orthogonal", _CURVES, CURVE, Below("simrf", "orf")),
        Restated("in the mean over norms, orthogonal below independent", _CURVES, CURVE, Below("orf", "iid")),
    ),
    uses=("simrf/eq12", "simrf/eq17"),
    mechanism=("positive",),
    setting="five arrangements x positive",
    note=(
        "Drawn norms: a sample that supports the picture and proves nothing. Marginal is read as in "
        "simrf/sec3.2/marginal, less than a tenth of the conformity; the step from ORF to SimRF is about 15%."
    ),
)


def _densities(proof: Proof) -> None:
    """(18) from N(0, 2I); (20) from independent chi_d norms in polar coordinates; its orthogonal case."""
    r = sp.Symbol("w", positive=True)
    independent = r ** (d - 1) * sp.exp(-(r**2) / 4) / (2 ** (d - 1) * sp.gamma(d / 2))
    proof.equal(pairs.chi(r / sp.sqrt(2)) / sp.sqrt(2), independent, "w_1 + w_2 is N(0, 2I): (18)")
    pairs.polar_steps(proof)
    pairs.density_steps(proof)
    proof.cite("int_0^{pi/2} (sin f cos f)^{d-1} df = Gamma(d/2)^2/(2 Gamma(d))")
    radial = r ** (2 * d - 1) * sp.exp(-(r**2) / 2) / (2 ** (d - 2) * sp.gamma(d / 2) ** 2)
    half = sp.gamma(d / 2) ** 2 / (2 * sp.gamma(d))
    proof.equal(radial * half, pairs.chi_twice(r), "at c = 0 it is chi_{2d}")


FIG5 = Statement(
    id="simrf/fig5",
    kind="identity",
    where="Figure 5",
    title="Densities of the resultant",
    text="The densities of w_ij for independent, orthogonal and simplex pairs are those of Lemmas 4.1 and 4.2.",
    latex=r"p(w_{ij})",
    domain_text="dimension not stated",
    checks=(Derivation(_densities),),
    uses=("simrf/lemma4.1/pdf", "simrf/lemma4.2/pdf"),
    mechanism=("iid", "orthogonal", "simplex"),
)

FIG6_ORF = Statement(
    id="simrf/fig6/orf",
    kind="identity",
    where="Figure 6",
    title="MSE of ORFs relative to IIDRFs",
    text="The ratio of the MSEs of orthogonal and independent rows as a function of v, drawn for m = d = 64.",
    latex=r"\mathrm{MSE}_{\rm ORF}/\mathrm{MSE}_{\rm IIDRF}",
    domain_text="d = 64, v > 0",
    domain=RATIOS,
    sides={"": formally(formula(_ratio(orf_series(T / 2)), RATIOS, "d m v", closed=_ORF), ANY_DIMENSION)},
    checks=(
        Restated("the conformity of orthogonal rows is below e^{v^2}", _CURVES, CURVE, Below("orf", "iid")),
        Derivation(_order, scope="the value by Theorem 3.2, and that it lies below 1 for m >= 2"),
        Simulation(
            "orthogonal",
            "positive",
            "square",
            formula(_second(hyper11(T / 2)), EXPERIMENT, "d m length"),
            ({"d": 16, "m": 16, "length": 2}, {"d": 64, "m": 64, "length": 3}),
            mean=formula(sp.exp(chosen**2 / 2), EXPERIMENT, "length"),
        ),
    ),
    uses=("simrf/thm3.2", "simrf/thm4.3/orf"),
    mechanism=("orthogonal", "iid", "positive"),
)

_WEIGHT = sp.gamma((d + 1) / 2) / (sp.sqrt(sp.pi) * sp.gamma(d / 2))

_SPLIT = sp.Integral(sp.sin(f) ** (d - 1) * hyper11(T * (1 + SIMPLEX * sp.sin(f)) / 2), (f, 0, sp.pi))

_BY_SPLIT = formula(_ratio(_WEIGHT * _SPLIT), RATIOS, "d m v")  # the conformity as Lemma 4.2 integrates it


def _improves(proof: Proof) -> None:
    """d = m = 64: 1 - MSE_SimRF/MSE_IIDRF falls in v: a quotient of power series in v^2 with falling ratios."""
    _order(proof)
    size = sp.Integer(64)

    def sine(power: int) -> sp.Expr:
        top = sp.gamma((size + power) / 2) * sp.gamma((size + 1) / 2)
        return top / (sp.gamma(size / 2) * sp.gamma((size + power + 1) / 2))

    def coefficient(index: int) -> sp.Expr:
        moments = sum(sp.binomial(index, j) * SIMPLEX.subs(d, size) ** j * sine(j) for j in range(index + 1))
        return sp.rf(size, index) / sp.rf(size / 2, index) / 2**index * moments

    values = [coefficient(index).n(40) for index in range(1, 14)]
    shares = [(1 - e) / (2**index - 1) for index, e in enumerate(values, 1)]
    proof.true(
        all(bool(a > b) for a, b in itertools.pairwise(shares)),
        "(1 - e_k)/(2^k - 1) falls for k <= 13",
    )
    proof.true(bool(values[-1] < sp.S.Half), "e_13 < 1/2")
    proof.cite("e_k is a mean of k-th powers of 1 + c sin f in [0, 1] times a falling factor: it falls in k")
    e = sp.Symbol("e", positive=True)
    proof.positive((1 - e / (2 * (1 + e))) * 2 - 1, "and e_k falls further: 1 - e_{k+1} < 1 < 2 (1 - e_k)")
    proof.positive(
        ((2 ** (k + 2) - 1) - 2 * (2 ** (k + 1) - 1)),
        "while 2^{k+1} - 1 > 2 (2^k - 1): the ratio keeps falling",
    )
    proof.cite(
        "Biernacki and Krzyz: a quotient of power series with falling ratios of coefficients falls for v > 0"
    )


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
    domain=RATIOS,
    sides={"": formula(_SIMRF, RATIOS, "d m v")},
    checks=(
        Restated(
            "the conformity of simplex rows is below that of orthogonal ones",
            _CURVES,
            CURVE,
            Below("simrf", "orf"),
        ),
        Representations(
            "", _BY_SPLIT, tuple({"d": dd, "m": dd, "v": vv} for dd, vv in ((2, 1), (3, 2), (64, 1)))
        ),
        Derivation(_improves, scope="the order for all d, m >= 2 and v > 0; the growth in v at d = m = 64"),
        Simulation(
            "simplex",
            "positive",
            "square",
            formula(_second(conformity(SIMPLEX, T)), EXPERIMENT, "d m length"),
            ({"d": 16, "m": 16, "length": 2}, {"d": 64, "m": 64, "length": 3}),
            mean=formula(sp.exp(chosen**2 / 2), EXPERIMENT, "length"),
        ),
    ),
    uses=("simrf/thm3.2", "simrf/thm4.3/simrf"),
    mechanism=("simplex", "iid", "positive"),
    note="At m = 1 all couplings coincide and both ratios are 1.",
)


def _frobenius(proof: Proof) -> None:
    _order(proof)
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
    checks=(
        Derivation(_frobenius, scope="the expected distance for any points with |x_i+x_j| > 0", whole=False),
    ),
    uses=("simrf/sec5.2/frobenius", "simrf/thm3.2"),
    mechanism=("positive",),
    setting="three couplings x positive",
    note="The plotted values are one draw of points and features; its expectation is what a proof can speak of.",
)

FIG8 = Statement(
    id="simrf/fig8",
    kind="inequality",
    where="Figure 8, Section 5.3",
    title="Kernel regression on eight data sets",
    text="Classification by kernel regression is most accurate with simplex rows and tends to the exact kernel's accuracy.",
    latex=r"y'_{\rm pred}=\sum_iK(\sigma x',\sigma x^{(i)})y^{(i)}\big/\sum_iK(\sigma x',\sigma x^{(i)})",
    domain_text="eight data sets",
    outside=_OUTSIDE_DATA,
    uses=("simrf/thm3.2",),
    mechanism=("positive",),
    setting="three couplings x positive",
)

TABLE2 = Statement(
    id="simrf/table2",
    kind="inequality",
    where="Table 2, Section 5.3.1",
    title="Accuracies of SimRFs and SimRFs+",
    text="On the same data SimRFs+ gain at most marginally over SimRFs, and both beat ORFs.",
    latex="-",
    domain_text="m = d",
    outside=_OUTSIDE_DATA,
    uses=("simrf/fig8", "simrf/eq17"),
    mechanism=("simplex", "simplex-plus", "positive"),
)

TABLE3 = Statement(
    id="simrf/table3",
    kind="inequality",
    where="Table 3, Appendix B.2.2",
    title="Accuracies of regular and fast features",
    text="Replacing the rotation by a Hadamard product leaves the accuracies nearly unchanged.",
    latex="-",
    domain_text="eight data sets; standard errors .0001 to .0027",
    outside=_OUTSIDE_DATA,
    uses=("simrf/fig8", "simrf/eq89"),
    mechanism=("positive",),
    setting="regular and fast couplings x positive",
)

FIG9 = Statement(
    id="simrf/fig9",
    kind="inequality",
    where="Figure 9, Section 5.4",
    title="Performers on image data",
    text="A vision transformer with simplex rows in its attention is never worse than with orthogonal rows.",
    latex="-",
    domain_text="ImageNet2012, Fashion-MNIST, I_naturalist2021, Places365",
    outside="needs transformers trained on image data sets that are not at hand",
    uses=("simrf/cor3.3",),
    mechanism=("simplex", "orthogonal", "positive"),
)

STATEMENTS = (
    FIG4,
    FIG5,
    FIG6_ORF,
    FIG6_SIMRF,
    FIG7,
    FIG8,
    TABLE2,
    TABLE3,
    FIG9,
)

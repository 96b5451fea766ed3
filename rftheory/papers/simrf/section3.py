"""Section 3 of simrf up to Theorem 3.4: the RF-conformity and what it says about the MSE of positive features."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from rftheory.kit import (
    Agreement,
    Below,
    Derivation,
    Domain,
    Equal,
    Proof,
    Representations,
    Restated,
    Rule,
    Search,
    Simulation,
    Statement,
    formally,
    formula,
    real,
)
from rftheory.papers.simrf._lemmas import lemmas
from rftheory.papers.simrf._lemmas.lemmas import many
from rftheory.papers.simrf._notation import (
    ANY_DIMENSION,
    CAUCHY_SCHWARZ,
    COSINE,
    COUNT,
    DIMENSION,
    EXPERIMENT,
    FEASIBLE_COSINE,
    LENGTH,
    MSE_DOMAIN,
    NEAR,
    NEAR_SQUARES,
    PAIRS,
    SCALE,
    SIMPLEX,
    STRICT_DOMAIN,
    V2,
    c,
    chosen,
    conformity,
    d,
    fit,
    k,
    m,
    orf_mse,
    prf_mse,
    rho,
    simrf_mse,
    v,
    w,
    x2,
    xy,
    y2,
)

_ALL_COUPLINGS = "couplings whose ensemble is jointly rotation-invariant (isotropic resultants, as A.1 assumes), N(0, I_d) rows"
_ISOTROPY_NOTE = (
    "The proof takes the resultants w_i + w_j to be isotropic. Definition 1.1 alone does not imply that: a simplex "
    "ensemble turned by a non-uniform rotation keeps Gaussian rows and the same conformity but has another MSE in "
    "most directions of x + y, below SimRFs in some (evidence of simrf/seca.1/isotropy)."
)


def _increasing(proof: Proof) -> None:
    slope = sp.diff(prf_mse(rho, V2), rho).subs(m, many)
    proof.positive(slope, "the slope in rho, for the m >= 2 rows that rho is defined for")


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
                formula(_PRINTED_SUMMAND, _SUMMAND, "d w v", closed=sp.hyper((), (d / 2,), v**2 * w**2 / 4)),
                ANY_DIMENSION,
            )
        }
    },
    checks=(
        Restated(
            "the summand as a series and as 0F1(; d/2; v^2 w^2/4)",
            {
                "lhs": formula(_PRINTED_SUMMAND, _SUMMAND, "d w v"),
                "rhs": formula(sp.hyper((), (d / 2,), v**2 * w**2 / 4), _SUMMAND, "d w v"),
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


def _pair_by_split() -> sp.Expr:
    """E b_1 b_2 by its definition: the split of |w_1|^2 + |w_2|^2, its radius integrated."""
    f = sp.Symbol("f", real=True)
    kernel = sp.sin(f) ** (d - 1) * sp.hyper((d,), (d / 2,), V2 / 2 * (1 + c * sp.sin(f)))
    weight = sp.gamma((d + 1) / 2) / (sp.sqrt(sp.pi) * sp.gamma(d / 2))
    return weight * sp.Integral(kernel, (f, 0, sp.pi))


def _mse_by_moments(pair: sp.Expr) -> sp.Expr:
    """E Khat^2 - (E Khat)^2 for m exchangeable terms with mean pair product `pair`."""
    return SCALE * (sp.exp(2 * V2) / m + (1 - 1 / m) * pair - sp.exp(V2))


def _theorem_32(proof: Proof) -> None:
    lemmas.mean_of_terms(proof)
    lemmas.sphere_average(proof)
    proof.cite(
        "Tonelli: E b_i b_j is the mean of the sphere average over |w_i + w_j|, since w_i + w_j is isotropic"
    )
    pair = sp.Symbol("P", positive=True)
    proof.equal(
        _mse_by_moments(pair),
        prf_mse(pair, V2),
        "with P the mean of E b_i b_j over the pairs, the conformity",
    )


def _second_moment(pair: sp.Expr) -> sp.Expr:
    return (sp.exp(2 * chosen**2) + (m - 1) * pair) / m


_SQUARES = tuple(
    Simulation(
        coupling,
        "positive",
        "square",
        formula(_second_moment(conformity(cosine, chosen**2)), EXPERIMENT, "d m length"),
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
    sides={
        "lhs": formula(
            _mse_by_moments(_pair_by_split()),
            _PAIR_MSE,
            "d m c x2 y2 xy",
            closed=prf_mse(conformity(c, V2), V2),
        ),
        "rhs": formula(prf_mse(conformity(c, V2), V2), _PAIR_MSE, "d m c x2 y2 xy"),
    },
    companions={
        "simrf/thm3.2/formula": {"": _PRINTED_MSE},
    },
    claim=Equal(),
    checks=(
        Restated(
            "the printed MSE is the second moment less the squared kernel",
            {"printed": _PRINTED_MSE, "moments": _FROM_MOMENTS},
            _PAIR_MSE,
            Equal("printed", "moments"),
        ),
        Agreement(points=_GENTLE),
        Representations("lhs", points=_GENTLE[:2]),
        Derivation(_theorem_32, _ALL_COUPLINGS, whole=False),
        *_SQUARES,
    ),
    uses=("simrf/def3.1", "simrf/eq30", "simrf/eq33"),
    mechanism=("positive",),
    setting="any geometrical coupling x positive",
    note=_ISOTROPY_NOTE,
)

THM3_2_INCREASING = Statement(
    id="simrf/thm3.2/increasing",
    kind="inequality",
    where="Theorem 3.2, last sentence; Appendix A.1",
    title="The MSE increases with the conformity",
    text="A larger conformity means a larger MSE.",
    latex=r"\partial_\rho\,\mathrm{MSE}>0",
    domain_text="none",
    checks=(Derivation(_increasing),),
    uses=("simrf/thm3.2",),
    mechanism=("positive",),
    setting="any coupling x positive",
    note="The conformity needs m >= 2; a single row has none.",
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
    checks=(Derivation(_simplex_resultant),),
    uses=("simrf/eq9",),
    mechanism=("simplex", "orthogonal"),
    note="Read for vectors that have a direction, that is positive norms.",
)


def _simrf_below_orf(proof: Proof) -> None:
    _simplex_resultant(proof)
    lemmas.summand_is_convex(proof)
    _increasing(proof)
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
        "lhs": formula(simrf_mse(), MSE_DOMAIN, "d m x2 y2 xy"),
        "rhs": formally(formula(orf_mse(), MSE_DOMAIN, "d m x2 y2 xy"), ANY_DIMENSION),
    },
    claim=Below(),
    uses=("simrf/thm3.2", "simrf/sec3.1/wij"),
    mechanism=("simplex", "orthogonal", "positive"),
    note="At x = -y both errors are exactly 0, and a single row has no coupling: equality, not a strict gain.",
).corrected(
    where="Corollary 3.3, corrected",
    title="SimRFs beat ORFs away from x = -y",
    text="For 2 <= m <= d and x + y nonzero the MSE of SimRFs is strictly below that of ORFs; else they are equal.",
    latex=r"\mathrm{MSE}_{\rm SimRF}<\mathrm{MSE}_{\rm ORF}\quad(v>0,\ 2\le m\le d)",
    domain_text="2 <= m <= d, |x+y| > 0",
    domain=STRICT_DOMAIN,
    sides={
        "lhs": formula(simrf_mse(), STRICT_DOMAIN, "d m x2 y2 xy"),
        "rhs": formula(orf_mse(), STRICT_DOMAIN, "d m x2 y2 xy"),
    },
    checks=(Derivation(_simrf_below_orf),),
    uses=(),
)


def _simplex_is_best(proof: Proof) -> None:
    lemmas.mean_of_terms(proof)
    lemmas.sphere_average(proof)
    lemmas.simplex_bound(proof)
    _increasing(proof)
    proof.equal(
        (-1 / (m - 1)).subs(m, d), SIMPLEX, "at m = d the least mean cosine is that of the simplex block"
    )
    proof.cite("conditioning on the directions, which are independent of the iid norms")


_EQUAL_COSINES = Domain(
    (DIMENSION, COSINE, NEAR),
    (Rule(("d", "c"), "c >= -1/(d-1) (d directions of equal cosines)", lambda dd, cc: cc * (dd - 1) >= -1),),
    lambda point: {**point, "c": max(Fraction(str(point["c"])), -1 / (Fraction(str(point["d"])) - 1))},
    ({"d": 2, "c": 0, "v": 1}, {"d": 3, "c": "-1/4", "v": "1/100"}, {"d": 64, "c": "1/2", "v": 2}),
)

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
    checks=(
        Derivation(_simplex_is_best, "m = d, " + _ALL_COUPLINGS, whole=False),
        Restated(
            "SimRF against every equal cosine",
            {
                "lhs": formula(conformity(SIMPLEX), _EQUAL_COSINES, "d v"),
                "rhs": formula(conformity(c), _EQUAL_COSINES, "d c v"),
            },
            _EQUAL_COSINES,
            Below(strict=False),
            Search(),
        ),
    ),
    uses=("simrf/def1.1", "simrf/thm3.2", "simrf/lemmaA.1"),
    mechanism=("positive",),
    setting="weight-independent couplings x positive",
    note=_ISOTROPY_NOTE,
)

STATEMENTS = (
    DEF3_1,
    THM3_2,
    THM3_2_INCREASING,
    SEC3_1_WIJ,
    COR3_3,
    THM3_4,
)

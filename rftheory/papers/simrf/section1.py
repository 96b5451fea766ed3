"""Abstract and Section 1 of simrf: the claims of optimality, the kernels and feature maps, the class of couplings."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from rftheory.evidence.statistical.simplex_plus import Improvement, LeadingOrder
from rftheory.kit import (
    Below,
    Derivation,
    Domain,
    Equal,
    Point,
    Proof,
    Representations,
    Restated,
    Rule,
    Simulation,
    Statement,
    formula,
    real,
)
from rftheory.papers.simrf._lemmas import lemmas
from rftheory.papers.simrf._lemmas.arrangements import CONFORMITY
from rftheory.papers.simrf._notation import (
    CAUCHY_SCHWARZ,
    DIMENSION,
    DISTANCE,
    EXPERIMENT,
    FEASIBLE_COSINE,
    MANY,
    NEAR,
    SIMPLEX,
    SQUARES,
    V2,
    WITHIN_BLOCK,
    c,
    chosen,
    conformity,
    d,
    k,
    m,
    v,
    x2,
    xy,
    y2,
    z,
)

_INVARIANTS = Domain(
    SQUARES,
    (CAUCHY_SCHWARZ,),
    lambda point: _turn(point),
    (
        {"x2": 0, "y2": 0, "xy": 0},
        {"x2": 1, "y2": 1, "xy": -1},
        {"x2": "1/4", "y2": 1, "xy": "1/2"},
        {"x2": 10000, "y2": 10000, "xy": 10000},
    ),
)
_KERNEL = sp.exp(-(x2 + y2 - 2 * xy) / 2)
_MOVING = Domain(
    (DIMENSION, real("v", above=0, reach=("1e-6", 10), meaning="|x+y|")),
    extra=({"d": 2, "v": "1/1000"}, {"d": 64, "v": 10}, {"d": 2, "v": 3}),
)


def _turn(point: Point) -> Point:
    """Read the third number as a cosine: xy = cosine |x| |y|."""
    a, b, s = (point[name] for name in ("x2", "y2", "xy"))
    turn = Fraction(1, 1 + abs(s)) * (1 if s > 0 else -1)  # type: ignore[arg-type, operator]
    return {"x2": a * a, "y2": b * b, "xy": turn * a * b}  # type: ignore[operator]


def _ordered(better: sp.Expr, worse: sp.Expr, words: str) -> Restated:
    sides = {"lhs": formula(better, _MOVING, "d v"), "rhs": formula(worse, _MOVING, "d v")}
    return Restated(words, sides, _MOVING, Below())


_ORF_BELOW_IID = _ordered(conformity(sp.S.Zero), sp.exp(v**2), "conformity of ORF against IIDRF")

_BLOCK = Domain(
    (DIMENSION, MANY, NEAR), (WITHIN_BLOCK,), extra=({"d": 3, "m": 2, "v": 1}, {"d": 2, "m": 2, "v": 1})
)

_VERTICES = Rule(("d", "m"), "m <= d+1 (vertices of a regular simplex in R^d)", lambda dd, mm: mm <= dd + 1)

_COUPLINGS = Domain(
    (DIMENSION, MANY, real("c", -1, 1, meaning="equal cosine of all pairs"), NEAR),
    (_VERTICES, FEASIBLE_COSINE),
    lambda point: _feasible(point),
    (
        {"d": 3, "m": 2, "c": -1, "v": 1},
        {"d": 3, "m": 4, "c": "-1/4", "v": 1},
        {"d": 3, "m": 3, "c": 0, "v": "1/100"},
        {"d": 2, "m": 3, "c": 1, "v": 3},
    ),
)


def _feasible(point: Point) -> Point:
    """At most d+1 rows, and a cosine that so many rows can have."""
    dimension, rows, cosine = (Fraction(str(point[name])) for name in ("d", "m", "c"))
    rows = min(rows, dimension + 1)
    return {**point, "m": rows, "c": max(cosine, -1 / (rows - 1))}


def _equal_cosines(proof: Proof) -> None:
    lemmas.mean_of_terms(proof)
    lemmas.simplex_bound(proof)
    proof.cite(
        "conditioning on the directions, which are independent of the norms: the bound holds for each of them"
    )


_SIMPLEX_BLOCKS = Restated(
    "m rows of a simplex block against m rows of cosine -1/(m-1), a coupling of the same class",
    {
        "simrf": formula(conformity(-1 / (d - 1)), _BLOCK, "d m v"),
        "rival": formula(conformity(-1 / (m - 1)), _BLOCK, "d m v"),
    },
    _BLOCK,
    Below("simrf", "rival", strict=False),
)

ABSTRACT_OPTIMAL = Statement(
    id="simrf/abstract/optimal",
    kind="optimality",
    where="Abstract; Section 1, contribution 1; Section 6",
    title="SimRFs are optimal among weight-independent couplings",
    text=(
        "No coupling of positive features whose directions ignore the norms estimates the softmax or Gaussian "
        "kernel without bias at a smaller MSE than SimRFs; no condition on d, m or the inputs is printed."
    ),
    latex=r"\mathrm{MSE}(\widehat K_{\rm SimRF})=\min_{\text{weight-independent geometrical couplings}}\mathrm{MSE}(\widehat K)",
    domain_text="no restriction on d, m or (x, y) stated",
    domain=_BLOCK,
    checks=(_SIMPLEX_BLOCKS,),
    uses=("simrf/thm3.4", "simrf/def1.1"),
    mechanism=("positive",),
    setting="all weight-independent couplings x positive",
    note=(
        "Within one block of m < d rows the cosine -1/(m-1) is feasible and beats the -1/(d-1) of the simplex "
        "block; at m = d the two coincide (Theorem 3.4)."
    ),
).corrected(
    where="Abstract, corrected",
    title="The m-vertex simplex is optimal",
    text=(
        "For 2 <= m <= d+1 rows with iid norms, jointly rotation-invariant and with directions independent "
        "of the norms, the PRF MSE is least when all pair cosines equal -1/(m-1)."
    ),
    latex=r"\sum_{i\ne j}\rho_{c_{ij}}\ge m(m-1)\,\rho_{-1/(m-1)}",
    domain_text="2 <= m <= d+1; jointly rotation-invariant weight-independent couplings, iid norms",
    domain=_COUPLINGS,
    sides={
        "lhs": formula(conformity(-1 / (m - 1)), _COUPLINGS, "d m v"),
        "rhs": formula(conformity(c), _COUPLINGS, "d c v"),
    },
    claim=Below(strict=False),
    checks=(Derivation(_equal_cosines, "2 <= m <= d+1, rotation-invariant weight-independent couplings"),),
    uses=(),
)

ABSTRACT_SIMRFPLUS = Statement(
    id="simrf/abstract/simrfplus",
    kind="optimality",
    where="Abstract; Section 3.2, after (17)",
    title="SimRFs+ are asymptotically optimal",
    text=(
        "As v tends to 0 the conformity of SimRFs+ is, to leading order, the least that any coupling with "
        "directions chosen from the norms attains."
    ),
    latex=r"\rho_{\rm SimRF+}\to\min\rho\quad(v\ll1)",
    domain_text="v << 1",
    checks=(
        Derivation(
            lemmas.leading_order,
            "arrangements that minimise the truncated objective (15), given norms; that the iteration "
            "reaches them is run, not derived",
            whole=False,
        ),
        LeadingOrder(CONFORMITY),
    ),
    uses=("simrf/eq15", "simrf/eq16", "simrf/eq17"),
    mechanism=("simplex-plus", "positive"),
)

EQ1 = Statement(
    id="simrf/eq1",
    kind="definition",
    where="eq. (1)",
    title="Unbiased estimate of a kernel",
    text="A kernel is the mean of the inner product of two random feature vectors.",
    latex=r"K(x,y)=\mathbb E[\widehat K(x,y)],\ \widehat K(x,y)=\phi(x)^\top\phi(y)",
    domain_text="x, y in R^d",
)


def _gaussian_spectrum(proof: Proof) -> None:
    s, t = sp.symbols("s t", real=True)
    density = sp.exp(-(s**2) / 2) / sp.sqrt(2 * sp.pi)
    proof.cite("Bochner's theorem (continuous K); here one coordinate at a time, as N(0, I) is a product")
    transform = sp.integrate(density * sp.cos(s * t), (s, -sp.oo, sp.oo))
    proof.equal(transform, sp.exp(-(t**2) / 2), "the integral of p(w) e^{iwt} (its odd part vanishes)")
    proof.equal(
        sp.integrate(sp.exp(-(t**2) / 2) * sp.cos(s * t), (t, -sp.oo, sp.oo)) / (2 * sp.pi),
        density,
        "p is the transform of K, with the factor 1/(2 pi) a coordinate",
    )


EQ2 = Statement(
    id="simrf/eq2",
    kind="identity",
    where="eq. (2)",
    title="Spectral representation of a stationary kernel",
    text=(
        "A stationary kernel is the Fourier integral of its transform p, which is nonnegative when the kernel "
        "is positive semidefinite."
    ),
    latex=r"K(x-y)=\int_{\mathbb R^d}p(w)e^{iw^\top(x-y)}d^dw",
    domain_text="K stationary (and positive semidefinite for p >= 0)",
    checks=(
        Derivation(_gaussian_spectrum, "the Gaussian kernel in any dimension, p = N(0, I)", whole=False),
    ),
    setting="spectral law N(0, I)",
    note="The convention of the transform (which side carries (2 pi)^-d) is not printed; p must integrate to K(0).",
)

EQ3 = Statement(
    id="simrf/eq3",
    kind="definition",
    where="eq. (3), repeated as (71)",
    title="Trigonometric feature map",
    text="Random Fourier features: a sine and a cosine of every projection, scaled by 1/sqrt(m).",
    latex=r"\phi_{\rm RFF}(z)=\sqrt{\tfrac1m}\left(\odot_{i=1}^m[\sin(w_i^\top z),\cos(w_i^\top z)]\right)^\top",
    domain_text="w_i from p(w)",
    mechanism=("trigonometric",),
)

_DISTANCE = Domain((DISTANCE,), extra=({"z": 0}, {"z": 1}, {"z": 100}))

EQ4 = Statement(
    id="simrf/eq4",
    kind="definition",
    where="eq. (4)",
    title="Gaussian kernel",
    text="The Gaussian kernel of unit lengthscale.",
    latex=r"K_{\rm gauss}(x,y)=\exp\left(-\tfrac{\|x-y\|_2^2}2\right)",
    domain_text="x, y in R^d",
    domain=_DISTANCE,
    sides={"": formula(sp.exp(-(z**2) / 2), _DISTANCE, "z")},
    checks=(
        Representations(
            "",
            formula(sp.Sum((-(z**2) / 2) ** k / sp.factorial(k), (k, 0, sp.oo)), _DISTANCE, "z"),
            ({"z": 0}, {"z": "1/3"}, {"z": 1}, {"z": 4}),
        ),
    ),
)


def _softmax(proof: Proof) -> None:
    proof.equal(_KERNEL, sp.exp(xy) * sp.exp(-x2 / 2 - y2 / 2), "expanding |x-y|^2")


EQ5 = Statement(
    id="simrf/eq5",
    kind="identity",
    where="eq. (5) and the sentence after it",
    title="Softmax and Gaussian kernel",
    text="The Gaussian kernel is the softmax kernel exp(x.y) damped by both squared norms.",
    latex=r"K_{\rm smax}=e^{x^\top y},\quad K_{\rm gauss}=K_{\rm smax}\,e^{-x^2/2-y^2/2}",
    domain_text="x, y in R^d",
    domain=_INVARIANTS,
    sides={
        "lhs": formula(_KERNEL, _INVARIANTS, "x2 y2 xy"),
        "rhs": formula(sp.exp(xy, evaluate=False) * sp.exp(-x2 / 2 - y2 / 2), _INVARIANTS, "x2 y2 xy"),
    },
    claim=Equal(),
    checks=(Derivation(_softmax),),
    uses=("simrf/eq4",),
)


def _positive_features(proof: Proof) -> None:
    t = sp.Symbol("t", real=True)
    normal = sp.exp(-(t**2) / 2) / sp.sqrt(2 * sp.pi)
    mean = sp.integrate(sp.exp(lemmas.length * t) * normal, (t, -sp.oo, sp.oo))
    proof.equal(mean, sp.exp(lemmas.length**2 / 2), "w.(x+y) is normal with variance v^2")
    proof.equal(sp.exp(-x2 - y2) * sp.exp(V2 / 2), _KERNEL, "with the prefactors e^{-x^2} e^{-y^2}")
    proof.equal(m * sp.sqrt(1 / m) ** 2, sp.S.One, "the m equal means with weight 1/m")


EQ7 = Statement(
    id="simrf/eq7",
    kind="identity",
    where="eq. (6), (7)",
    title="Positive features are unbiased",
    text="The positive random feature map with standard normal projections estimates the Gaussian kernel without bias.",
    latex=(
        r"\phi_{\rm PRF}(z)=\sqrt{\tfrac1m}\,e^{-\|z\|_2^2}\left(\odot_{i=1}^m[e^{w_i^\top z}]\right)^\top,\quad "
        r"K_{\rm gauss}=\mathbb E[\phi_{\rm PRF}(x)^\top\phi_{\rm PRF}(y)]"
    ),
    domain_text="marginals N(0, I_d)",
    domain=_INVARIANTS,
    sides={
        "lhs": formula(_KERNEL, _INVARIANTS, "x2 y2 xy"),
        "rhs": formula(
            sp.exp(-x2 - y2) * sp.Sum((V2 / 2) ** k / sp.factorial(k), (k, 0, sp.oo)),
            _INVARIANTS,
            "x2 y2 xy",
            closed=sp.exp(-x2 - y2 + V2 / 2),
        ),
    },
    claim=Equal(),
    checks=(
        Derivation(_positive_features),
        Simulation(
            "iid",
            "positive",
            "mean",
            formula(sp.exp(chosen**2 / 2), EXPERIMENT, "d m length"),
            ({"d": 16, "m": 16, "length": 1},),
            second=formula(
                (sp.exp(2 * chosen**2) + (m - 1) * sp.exp(chosen**2)) / m, EXPERIMENT, "d m length"
            ),
        ),
    ),
    uses=("simrf/eq4",),
    mechanism=("iid", "positive"),
)


def _orthogonal_rows(proof: Proof) -> None:
    r = sp.Symbol("r", positive=True)
    chi = 2 ** (1 - d / 2) * r ** (d - 1) * sp.exp(-(r**2) / 2) / sp.gamma(d / 2)
    sphere = 2 * sp.pi ** (d / 2) / sp.gamma(d / 2) * r ** (d - 1)
    proof.cite(
        "a row of a Haar matrix is uniform on the sphere, and the rows are orthonormal; m <= d is their rank"
    )
    proof.equal(
        chi / sphere,
        (2 * sp.pi) ** (-d / 2) * sp.exp(-(r**2) / 2),
        "chi_d norm times uniform direction has the density of N(0, I_d)",
    )


SEC1_ORF_COUPLING = Statement(
    id="simrf/sec1/orf-coupling",
    kind="identity",
    where="Section 1 and footnote 2",
    title="Orthogonal rows can stay Gaussian",
    text=(
        "Since N(0, I_d) is isotropic, up to d projections can be made exactly orthogonal with every one of "
        "them still standard normal; more come in independent blocks."
    ),
    latex=r"w_i^\top w_j=0,\ w_i\sim\mathcal N(0,I_d)",
    domain_text="m <= d within a block",
    checks=(Derivation(_orthogonal_rows),),
    mechanism=("orthogonal",),
)

DEF1_1 = Statement(
    id="simrf/def1.1",
    kind="definition",
    where="Definition 1.1",
    title="Geometrical coupling; weight independence",
    text=(
        "A mechanism is geometrically coupled when the norms are independent while directions may depend on "
        "each other and on the norms; weight-independent when the directions are independent of the norms."
    ),
    latex=r"w_i=\|w_i\|_2,\ \hat w_i=w_i/\|w_i\|_2",
    domain_text="random vectors in R^d; unless otherwise stated all couplings are geometrical",
    note="The definition does not ask for joint isotropy of the ensemble; see simrf/seca.1/isotropy.",
)

SEC1_ORF_BETTER = Statement(
    id="simrf/sec1/orf-better",
    kind="inequality",
    where="Section 1, after Definition 1.1",
    title="ORFs beat IIDRFs",
    text="ORFs have a lower MSE than IIDRFs for the Gaussian kernel; for trigonometric features asymptotically in d.",
    latex=r"\mathrm{MSE}_{\rm ORF}<\mathrm{MSE}_{\rm IIDRF}",
    domain_text="PRF: general; RFF: d -> infinity",
    checks=(
        Derivation(
            lemmas.orthogonal_below_iid_everywhere,
            "PRF: 2 <= m <= d, v > 0; RFF: every fixed z > 0 as d -> infinity",
        ),
        _ORF_BELOW_IID,
    ),
    uses=("simrf/cor4.4", "simrf/thm4.5"),
    mechanism=("orthogonal", "iid"),
    note="At x = -y (positive) or x = y (trigonometric) and for m = 1 both errors are equal.",
)

_SIMRF_BELOW_ORF = _ordered(conformity(SIMPLEX), conformity(sp.S.Zero), "conformity of SimRF against ORF")

FIG1 = Statement(
    id="simrf/fig1",
    kind="inequality",
    where="Figure 1 (schematic)",
    title="Order of the four couplings",
    text="Performance rises from IIDRFs over ORFs and SimRFs to SimRFs+; only the last choose directions by the norms.",
    latex=r"\text{IIDRFs}<\text{ORFs}<\text{SimRFs}<\text{SimRFs+}",
    domain_text="none",
    checks=(
        _ORF_BELOW_IID,
        _SIMRF_BELOW_ORF,
        Improvement(CONFORMITY, (3, 6, 12), "1"),
    ),
    uses=("simrf/cor3.3", "simrf/cor4.4", "simrf/sec3.2/marginal"),
    mechanism=("iid", "orthogonal", "simplex", "simplex-plus", "positive"),
    note="A schematic without a domain: read at v > 0, 2 <= m <= d; at d = 2 SimRFs+ and SimRFs are the same.",
)

STATEMENTS = (
    ABSTRACT_OPTIMAL,
    ABSTRACT_SIMRFPLUS,
    EQ1,
    EQ2,
    EQ3,
    EQ4,
    EQ5,
    EQ7,
    SEC1_ORF_COUPLING,
    DEF1_1,
    SEC1_ORF_BETTER,
    FIG1,
)

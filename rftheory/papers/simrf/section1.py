"""Section 1 of simrf: kernels and their feature maps, the class of couplings, and how four of them compare.

* (2): K(x-y) = int p(w) e^{i w.(x-y)} dw, derived for the Gaussian kernel, where p is N(0, I).
* (5): K_gauss = e^{x.y} e^{-|x|^2/2-|y|^2/2}.
* (6), (7): E phi_PRF(x).phi_PRF(y) = K_gauss, by E e^{w.(x+y)} = e^{v^2/2} with v = |x+y|.
* Section 1: up to d orthogonal rows, each still N(0, I_d): a chi_d norm times a uniform direction.
* Section 1: MSE_ORF < MSE_IIDRF. For positive features at v > 0 and m >= 2, as the series of rho_ORF lies
  below e^{v^2} term by term; for trigonometric ones at every fixed z > 0 as d -> oo, by the limit of d times
  the difference.
* Figure 1: IIDRF, ORF, SimRF by certified conformities, SimRF+ on drawn norms.

Nothing is false here. Definition 1.1 asks for no joint isotropy of the rows, which Appendix A.1 needs.
"""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from rftheory.evidence.statistical.simplex_plus import Improvement
from rftheory.kit import (
    Below,
    Derivation,
    Domain,
    Equal,
    Point,
    Proof,
    Representations,
    Restated,
    Simulation,
    Statement,
    formula,
    real,
)
from rftheory.papers.simrf._lemmas.arrangements import CONFORMITY
from rftheory.papers.simrf._lemmas.positive_mse import mean_of_terms
from rftheory.papers.simrf._notation import (
    CAUCHY_SCHWARZ,
    DIMENSION,
    DISTANCE,
    EXPERIMENT,
    SIMPLEX,
    SQUARES,
    V2,
    chi,
    chosen,
    conformity,
    d,
    drawn_square,
    k,
    m,
    positive_v,
    v,
    x2,
    xy,
    y2,
    z,
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


def _turn(point: Point) -> Point:
    """Read the third number as a cosine: xy = cosine |x| |y|."""
    a, b, s = (point[name] for name in ("x2", "y2", "xy"))
    turn = Fraction(1, 1 + abs(s)) * (1 if s > 0 else -1)  # type: ignore[arg-type, operator]
    return {"x2": a * a, "y2": b * b, "xy": turn * a * b}  # type: ignore[operator]


_INVARIANTS = Domain(
    SQUARES,
    (CAUCHY_SCHWARZ,),
    _turn,
    (
        {"x2": 0, "y2": 0, "xy": 0},
        {"x2": 1, "y2": 1, "xy": -1},
        {"x2": "1/4", "y2": 1, "xy": "1/2"},
        {"x2": 10000, "y2": 10000, "xy": 10000},
    ),
)

_KERNEL = sp.exp(-(x2 + y2 - 2 * xy) / 2)


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
    mean = sp.integrate(sp.exp(positive_v * t) * normal, (t, -sp.oo, sp.oo))
    proof.equal(mean, sp.exp(positive_v**2 / 2), "w.(x+y) is normal with variance v^2")
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
            second=formula(drawn_square(sp.exp(chosen**2)), EXPERIMENT, "d m length"),
        ),
    ),
    uses=("simrf/eq4",),
    mechanism=("iid", "positive"),
)


def _orthogonal_rows(proof: Proof) -> None:
    r = sp.Symbol("r", positive=True)
    sphere = 2 * sp.pi ** (d / 2) / sp.gamma(d / 2) * r ** (d - 1)
    proof.cite(
        "a row of a Haar matrix is uniform on the sphere, and the rows are orthonormal; m <= d is their rank"
    )
    proof.equal(
        chi(r) / sphere,
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

_MOVING = Domain(
    (DIMENSION, real("v", above=0, reach=("1e-6", 10), meaning="|x+y|")),
    extra=({"d": 2, "v": "1/1000"}, {"d": 64, "v": 10}, {"d": 2, "v": 3}),
)


def _ordered(better: sp.Expr, worse: sp.Expr, words: str) -> Restated:
    sides = {"lhs": formula(better, _MOVING, "d v"), "rhs": formula(worse, _MOVING, "d v")}
    return Restated(words, sides, _MOVING, Below())


_ORF_BELOW_IID = _ordered(conformity(sp.S.Zero), sp.exp(v**2), "conformity of ORF against IIDRF")


def _positive_gap(proof: Proof) -> None:
    """rho_ORF < rho_IIDRF for v > 0: positive features."""
    mean_of_terms(proof)
    quotient = sp.gamma(k + d) * sp.gamma(d / 2) / (2**k * sp.gamma(k + d / 2) * sp.gamma(d))
    proof.equal(
        quotient.subs(k, 0), sp.S.One, "quotient of the k-th terms of rho_ORF and rho_IIDRF = e^{v^2}, k = 0"
    )
    step = sp.gammasimp(quotient.subs(k, k + 1) / quotient)
    proof.equal(step, (d + k) / (d + 2 * k), "each step multiplies it by (d+k)/(d+2k), which is 1 at k = 0")
    following = (k + 1) / (d + 2 * (k + 1))
    proof.equal(
        1 - ((d + k) / (d + 2 * k)).subs(k, k + 1), following, "what it falls short of 1 by from k = 1 on"
    )
    proof.positive(following, "so rho_ORF < rho_IIDRF once v > 0, and the MSE increases with rho")


def _orthogonal_below_iid(proof: Proof) -> None:
    """The same, and trigonometric features at fixed z > 0 as d grows."""
    _positive_gap(proof)
    t, j = sp.Symbol("t", positive=True), sp.Symbol("j", nonnegative=True)
    proof.equal(1 - (d + j) / (d + 2 * j), j / (d + 2 * j), "1 - (d+j)/(d+2j)")
    proof.nonnegative(2 * j**2 / (d * (d + 2 * j)), "j/d - j/(d+2j)")
    proof.equal(
        j / d - j / (d + 2 * j),
        2 * j**2 / (d * (d + 2 * j)),
        "so d (1 - prod_(j<k) (d+j)/(d+2j)) is in [0, k(k-1)/2]",
    )
    proof.equal(sp.limit(d * j / (d + 2 * j), d, sp.oo), j, "and tends to the sum of the j < k, k(k-1)/2")
    proof.cite("dominated convergence, with the convergent majorant of terms z^(2k)/k! k(k-1)/2")
    shifted = (-t) ** (k + 2) / sp.gamma(k + 3) * (k + 2) * (k + 1) / 2
    proof.equal(
        sp.gammasimp(shifted / ((-t) ** k / sp.gamma(k + 1))),
        t**2 / 2,
        "t = z^2: the limit of d (E_ort a_1 a_2 - e^{-z^2}) is -(t^2/2) e^{-t}, by the exponential series",
    )
    proof.positive(t**2 * sp.exp(-t) / 2, "so for RFFs ORFs win at every z > 0 once d is large")


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
            _orthogonal_below_iid,
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

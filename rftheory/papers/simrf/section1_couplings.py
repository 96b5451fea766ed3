"""Section 1 of simrf, from orthogonal rows to Figure 1: the class of couplings, and how four of them compare.

* Up to d rows can be orthogonal with each still N(0, I_d): a chi_d norm times a uniform direction.
* Definition 1.1: geometrical and weight-independent couplings. It asks for no joint isotropy of the rows,
  which Appendix A.1 needs.
* MSE_ORF < MSE_IIDRF. For positive features at v > 0 and m >= 2, as the series of rho_ORF lies below e^{v^2}
  term by term; for trigonometric ones at every fixed z > 0 as d -> oo, by the limit of d times the
  difference.
* Figure 1: IIDRF, ORF, SimRF by certified conformities, SimRF+ on drawn norms.
"""

from __future__ import annotations

import sympy as sp

from rftheory.evidence.statistical.simplex_plus import ConformityDecrease
from rftheory.kit import (
    WHOLE,
    All,
    Below,
    Derivation,
    Distribution,
    Domain,
    Equal,
    Exists,
    Formula,
    Given,
    Inner,
    InPart,
    Law,
    On,
    Proof,
    Row,
    Statement,
    formula,
    integer,
    part,
    real,
)
from rftheory.papers.simrf._lemmas.arrangements import CONFORMITY
from rftheory.papers.simrf._lemmas.positive_mse import mean_of_terms
from rftheory.papers.simrf._lemmas.random_terms import error
from rftheory.papers.simrf._lemmas.trigonometric import SEPARATED
from rftheory.papers.simrf._notation import (
    ANY_DIMENSION,
    COUNT,
    DIMENSION,
    MANY,
    MSE_NAMES,
    SIMPLEX,
    STRICT_DOMAIN,
    WITHIN_BLOCK,
    chi,
    conformity,
    d,
    i,
    iid_mse,
    j,
    k,
    m,
    orf_mse,
    v,
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
    domain=Domain((ANY_DIMENSION, COUNT), (WITHIN_BLOCK,)),
    claim=All(
        (
            Given(sp.Ne(i, j), Equal(Inner(Row("orthogonal", i), Row("orthogonal", j)), sp.S.Zero)),
            Law(Row("orthogonal", i), Distribution("normal", 0, "I_d")),
        )
    ),
    checks=(Derivation(_orthogonal_rows, WHOLE),),
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


_INDEPENDENT, _ORTHOGONAL, _SIMPLEX = (  # conformities
    formula(rho, _MOVING, "d v") for rho in (sp.exp(v**2), conformity(sp.S.Zero), conformity(SIMPLEX))
)


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
    proof.limit(d * j / (d + 2 * j), d, sp.oo, j, "and tends to the sum of the j < k, k(k-1)/2")
    proof.cite("dominated convergence, with the convergent majorant of terms z^(2k)/k! k(k-1)/2")
    shifted = (-t) ** (k + 2) / sp.gamma(k + 3) * (k + 2) * (k + 1) / 2
    proof.equal(
        shifted / ((-t) ** k / sp.gamma(k + 1)),
        t**2 / 2,
        "t = z^2: the limit of d (E_ort a_1 a_2 - e^{-z^2}) is -(t^2/2) e^{-t}, by the exponential series",
    )
    proof.positive(t**2 * sp.exp(-t) / 2, "so for RFFs ORFs win at every z > 0 once d is large")


_FROM = sp.Symbol("d_0", positive=True, integer=True)

_ONCE_LARGE = On(  # trigonometric features: for every m and z > 0, from some dimension on
    Domain((MANY, SEPARATED)),
    Exists(
        (integer("d_0", 1),),
        On(
            Domain((DIMENSION,)),
            Given(
                sp.And(d >= _FROM, d >= m),
                Below(error("orthogonal", "trigonometric"), error("iid", "trigonometric")),
            ),
            "every d",
        ),
    ),
    "every m >= 2 and z > 0",
)


def _mse(expression: sp.Expr) -> Formula:
    return formula(expression, STRICT_DOMAIN, MSE_NAMES)


SEC1_ORF_BETTER = Statement(
    id="simrf/sec1/orf-better",
    kind="inequality",
    where="Section 1, after Definition 1.1",
    title="ORFs beat IIDRFs",
    text="ORFs have a lower MSE than IIDRFs for the Gaussian kernel; for trigonometric features asymptotically in d.",
    latex=r"\mathrm{MSE}_{\rm ORF}<\mathrm{MSE}_{\rm IIDRF}",
    domain_text="PRF: general; RFF: d -> infinity",
    domain=STRICT_DOMAIN,
    claim=All(
        (
            Below(error("orthogonal", "positive"), error("iid", "positive")),
            Below(_mse(orf_mse()), _mse(iid_mse())),
            _ONCE_LARGE,
        )
    ),
    checks=(
        Derivation(
            _orthogonal_below_iid, part("PRF: 2 <= m <= d, v > 0; RFF: every fixed z > 0 as d -> infinity")
        ),
    ),
    uses=("simrf/cor4.4/positive/corrected", "simrf/thm4.5"),
    mechanism=("orthogonal", "iid"),
    note=(
        "Read of one block and where the rows matter: at x = -y (positive) or x = y (trigonometric) and for m = 1 both "
        "errors are equal."
    ),
)

FIG1 = Statement(
    id="simrf/fig1",
    kind="inequality",
    where="Figure 1 (schematic)",
    title="Order of the four couplings",
    text="Performance rises from IIDRFs over ORFs and SimRFs to SimRFs+; only the last choose directions by the norms.",
    latex=r"\text{IIDRFs}<\text{ORFs}<\text{SimRFs}<\text{SimRFs+}",
    domain_text="none",
    domain=_MOVING,
    claim=All(
        (
            Below(_ORTHOGONAL, _INDEPENDENT),
            Below(_SIMPLEX, _ORTHOGONAL),
            Given(d >= 3, Below(error("simplex-plus", "positive"), error("simplex", "positive"))),
        )
    ),
    checks=(
        InPart("SimRFs+ and SimRFs at drawn norms, v = 1", ConformityDecrease(CONFORMITY, (3, 6, 12), "1")),
    ),
    uses=("simrf/cor3.3/corrected", "simrf/cor4.4/positive/corrected", "simrf/sec3.2/marginal"),
    mechanism=("iid", "orthogonal", "simplex", "simplex-plus", "positive"),
    note="A schematic without a domain: read at v > 0, 2 <= m <= d; at d = 2 SimRFs+ and SimRFs are the same.",
)


STATEMENTS = (
    SEC1_ORF_COUPLING,
    DEF1_1,
    SEC1_ORF_BETTER,
    FIG1,
)

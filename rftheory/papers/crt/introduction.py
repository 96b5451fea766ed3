"""Abstract and Section 1 of crt: what optimal positive features (OPRF) are said to be, and what positive ones lack.

Main results:
* `abstract/positive-bounded`: for real A < 0 and s = 1 the features are unbiased, positive and at most
  D exp(-|x|^2/(4A)). Proved by completing the square in w.
* `abstract/lower-variance`: the counterparts of OPRF are read as the other positive features. For x + y nonzero, where
  OPRF are defined, its variance is smaller: the gain ((1+rho)/(2 sqrt rho))^d e^((1+rho) t), t = |x+y|^2, falls below
  its value e^(2t) at rho = 1, because its slope in rho changes sign once, at rho* < 1. (Trigonometric features have
  variance 0 at x = y.)
* `abstract/ort-any-d`: Var of orthogonal <= Var of independent projections for every d. The moments of an orthogonal
  pair are those of an independent one times prod_(j<k) (d+j)/(d+2j) <= 1.
* `sec1/mgf-infinite`: E exp(theta Z) is infinite for positive features: Z is log-normal.

The theorems behind them are in Sections 3.1 and 4; the proofs here are short ones of their own.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    All,
    Below,
    Derivation,
    Domain,
    Equal,
    Estimate,
    Expectation,
    Given,
    Inner,
    Length,
    Limit,
    Proof,
    Row,
    Statement,
    Variance,
    formula,
    real,
    whole,
)
from rftheory.papers._shared.invariants import COUNT, DELTA2, DIMENSION, V2, d, m, pairs, x2
from rftheory.papers._shared.optimal_positive import best_rho
from rftheory.papers.crt._notation import (
    APART,
    KERNEL,
    N2,
    a,
    gain,
    optimal_variance,
    positive_variance,
)


def _bounded(proof: Proof) -> None:
    w, b, u, norm, size = sp.symbols("w b u n x", real=True)
    alpha = sp.Symbol("alpha", positive=True)  # A = -alpha
    proof.equal(
        -alpha * w**2 + b * w * u,
        -alpha * (w - b * u / (2 * alpha)) ** 2 + b**2 * u**2 / (4 * alpha),
        "completing the square in each coordinate of w, A = -alpha < 0",
    )
    proof.nonnegative(alpha * norm**2, "the square only lowers the exponent, so a feature is at most its top")
    top = (1 + 4 * alpha) * size**2 / (4 * alpha) - size**2
    proof.equal(top, size**2 / (4 * alpha), "with B^2 = 1-4A and C = -1 the top is D exp(-|x|^2/(4A))")
    proof.positive(
        (1 + 4 * alpha) ** sp.Rational(1, 4), "D > 0 and an exponential is positive: so is the feature"
    )
    g = sp.Symbol("g", real=True)
    c = sp.Symbol("c", positive=True)  # 1-4A
    proof.equal(
        -c * g**2 / 2 + sp.sqrt(c) * g * u,
        -c / 2 * (g - u / sp.sqrt(c)) ** 2 + u**2 / 2,
        "the mean of the product: one coordinate, with the Gaussian density",
    )
    proof.equal(
        sp.integrate(sp.exp(-c * g**2 / 2) / sp.sqrt(2 * sp.pi), (g, -sp.oo, sp.oo)) * sp.sqrt(c),
        1,
        "its Gaussian integral cancels D^2 = c^(d/2), leaving exp(u^2/2), u = x + y",
    )
    proof.equal(V2 / 2 - N2 + DELTA2 / 2, 0, "|x+y|^2/2 - |x|^2 - |y|^2 = -|x-y|^2/2: the mean is K")


_SCALE = (1 - 4 * a) ** (d / 4)
_FEATURE = _SCALE * sp.exp(
    a * Length(Row("iid")) ** 2 + sp.sqrt(1 - 4 * a) * Inner(Row("iid"), sp.Symbol("x")) - x2
)

_BOUNDED = pairs(
    DIMENSION,
    real("A", below=0, reach=("1e-3", 1000), meaning="real A of the features"),
    d=(1, 2, 64),
    A=(-1, "-1/8", -10),
)

ABSTRACT_POSITIVE_BOUNDED = Statement(
    id="crt/abstract/positive-bounded",
    kind="existence",
    where="Abstract; Section 1",
    title="Positive, bounded and unbiased features exist",
    text="Optimal positive features estimate the softmax kernel without bias, are positive and bounded.",
    latex=r"0<f^{(\cdot)}(\omega,\mathbf x)\le\mathrm{const}(\mathbf x)",
    domain_text="x, y in R^d",
    domain=_BOUNDED,
    claim=All(
        (
            Equal(Expectation(Estimate("iid", "gerf")), KERNEL),
            Below(sp.S.Zero, _FEATURE),
            Below(_FEATURE, _SCALE * sp.exp(-x2 / (4 * a)), strict=False),
        )
    ),
    checks=(Derivation(_bounded, whole("all x and y, with every real A < 0")),),
    uses=("crt/thm3.1", "crt/thm3.3/minimum", "crt/sec3.1/note-bounded"),
    mechanism=("iid", "gerf"),
    setting="iid x GERF with real A, s = +1",
    note=(
        "Every real A < 0 gives such features. At x = -y the optimal A is 0, the positive map: still unbiased, "
        "with features that are no longer bounded."
    ),
)

_NAMES = "d x2 y2 xy"


def _below_positive(proof: Proof) -> None:
    """log gain at rho* is below log gain at rho = 1 for t > 0: g is strictly convex in log rho, stationary at rho*."""
    rho, size, dd = sp.symbols("rho t d", positive=True)
    log_gain = dd * sp.log((1 + rho) / (2 * sp.sqrt(rho))) + (1 + rho) * size
    slope = sp.factor(sp.diff(log_gain, rho))
    quadratic = 2 * size * rho**2 + (2 * size + dd) * rho - dd
    proof.equal(slope, quadratic / (2 * rho * (rho + 1)), "the derivative in rho, up to a positive factor")
    best = best_rho(size).subs(d, dd)
    proof.equal(quadratic.subs(rho, best), 0, "rho* is its root")
    proof.positive(best, "rho* > 0")
    proof.positive(sp.diff(quadratic, rho), "the quadratic rises: negative before rho*, positive after")
    proof.positive(
        quadratic.subs(rho, 1), "at rho = 1 it is 4 t > 0, so rho* < 1 and the gain at 1 is larger"
    )
    proof.equal(gain(sp.S.One, size), sp.exp(2 * size), "rho = 1 is the positive map: e^(2n2) E Z^2 = e^(2t)")
    proof.equal(
        positive_variance() - optimal_variance(),
        sp.exp(-2 * N2) * (sp.exp(2 * V2) - gain(best_rho(V2), V2)),
        "the difference of the variances is e^(-2 n2) times that of the gains",
    )


ABSTRACT_LOWER_VARIANCE = Statement(
    id="crt/abstract/lower-variance",
    kind="inequality",
    where="Abstract",
    title="Optimal positive features have a lower variance than their counterparts",
    text="Optimal positive features have a much lower variance than their counterparts, the other positive features.",
    latex=r"\mathrm{Var}_{OPRF}\ll\mathrm{Var}_{PosRF}",
    domain_text="none given; OPRF are defined for x + y nonzero",
    domain=APART,
    claim=All(
        (
            Equal(Variance(Estimate("iid", "oprf")), optimal_variance()),
            Equal(Variance(Estimate("iid", "positive")), positive_variance()),
            Below(optimal_variance(), positive_variance()),
        )
    ),
    checks=(Derivation(_below_positive, WHOLE),),
    uses=("crt/thm3.3/minimum", "crt/sec2.2/pos-variance"),
    mechanism=("oprf", "positive"),
    note=(
        "The tails of the same sentence are Theorem 4.2. "
        "Printed of `its counterparts`, in a sentence on positive features: these are meant, for trigonometric ones have "
        "a smaller variance near x = y, 0 at x = y. How much lower is Figure 1; near x = -y the quotient tends to 1."
    ),
).corrected(
    title="Optimal positive features have a lower variance than positive ones",
    text="For x + y nonzero the variance of OPRF is below that of PosRF; at x = -y both are 0.",
    latex=r"\mathrm{Var}_{OPRF}<\mathrm{Var}_{PosRF}\quad(\mathbf x\ne-\mathbf y)",
    domain_text="x + y nonzero",
    sides={
        "lhs": formula(optimal_variance(), APART, _NAMES),
        "rhs": formula(positive_variance(), APART, "x2 y2 xy"),
    },
    claim=Below(),
    checks=(Derivation(_below_positive, WHOLE),),
)


def _orthogonal(proof: Proof) -> None:
    j = sp.Symbol("j", nonnegative=True, integer=True)
    proof.cite(
        "given the lengths a GERF product has nonnegative Taylor coefficients in w.(x+y); its weight cancels in "
        "the mean of a product of two, which is e^(-2 n2) E exp((w_1+w_2).(x+y)) whatever A is"
    )
    factor = (d + j) / (d + 2 * j)
    proof.nonnegative(
        sp.factor(1 - factor), "the coefficient of v2^k/k! of an orthogonal pair, prod_j<k (d+j)/(d+2j),"
    )
    proof.equal(
        factor.subs(j, 0), 1, "starts at 1 and is at most 1, that of an independent pair: no term exceeds"
    )
    n = sp.Symbol("n", positive=True, integer=True)
    proof.positive(sp.factor(1 - factor.subs(d, n).subs(j, 1)), "and the term k = 2 is smaller")


ABSTRACT_ORT_ANY_D = Statement(
    id="crt/abstract/ort-any-d",
    kind="inequality",
    where="Abstract; Section 1; Section 4",
    title="Orthogonal projections lower the variance in every dimension",
    text="Orthogonal projections reduce the variance of OPRF for every d, not only asymptotically.",
    latex=r"\mathrm{Var}(\widehat K^{ort}_M)\le\mathrm{Var}(\widehat K^{iid}_M)",
    domain_text="any d > 0",
    domain=pairs(DIMENSION, COUNT, d=(2, 64), m=(2, 100)),
    claim=Below(
        Variance(Estimate("orthogonal", "oprf", m)), Variance(Estimate("iid", "oprf", m)), strict=False
    ),
    checks=(Derivation(_orthogonal, WHOLE),),
    uses=("crt/thm4.1",),
    mechanism=("orthogonal", "oprf"),
    setting="block-orthogonal coupling x OPRF",
    note="Read as: never larger. The reduction is strict for d >= 2, M >= 2 and x + y nonzero.",
)


def _infinite(proof: Proof) -> None:
    g, theta, scale = sp.symbols("g theta s", positive=True)
    proof.cite("Z = exp(s g - n2) with g ~ N(0, 1) and s = |x+y| > 0: log-normal")
    exponent = theta * sp.exp(scale * g) - g**2
    proof.limit(
        sp.exp(scale * g) / g**2,
        g,
        sp.oo,
        sp.oo,
        "theta e^(s g) outgrows g^2/2: the integrand of E exp(theta Z) tends to infinity, so the integral is infinite",
    )
    proof.positive(sp.diff(exponent, theta), "for every theta > 0")
    proof.limit(sp.exp(g * scale), g, sp.oo, sp.oo, "and the feature exp(w.x - |x|^2) is unbounded in w")


_theta, _t = sp.symbols("theta t", positive=True)
_EXPONENTS = Domain(
    (*APART.parameters, real("theta", above=0)),
    APART.rules,
    APART.repair,
    tuple({**point, "theta": 1} for point in APART.extra),
)

SEC1_MGF_INFINITE = Statement(
    id="crt/sec1/mgf-infinite",
    kind="identity",
    where="Section 1",
    title="Positive features are unbounded, without moment generating function",
    text="Features of FAVOR+ are unbounded and the moment generating function of their estimate is infinite.",
    latex=r"\mathbb E\,e^{\theta Z}=\infty",
    domain_text="none given",
    domain=_EXPONENTS,
    claim=All(
        (
            Equal(Expectation(sp.exp(_theta * Estimate("iid", "positive"))), sp.oo),
            Given(x2 > 0, Limit(sp.exp(_t * sp.sqrt(x2) - x2), "t", sp.oo, sp.oo)),
        )
    ),
    checks=(Derivation(_infinite, WHOLE),),
    uses=("crt/sec2.2/pos",),
    mechanism=("iid", "positive"),
    note=(
        "Read for theta > 0 and x + y nonzero: at x = -y the product of the features is a constant. The feature is "
        "exp(t |x| - |x|^2) at w = t x/|x|, unbounded unless x = 0."
    ),
)

STATEMENTS = (
    ABSTRACT_POSITIVE_BOUNDED,
    ABSTRACT_LOWER_VARIANCE,
    ABSTRACT_ORT_ANY_D,
    SEC1_MGF_INFINITE,
)

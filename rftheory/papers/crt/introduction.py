"""Abstract and Section 1 of crt: what optimal positive features (OPRF) are said to be, and what positive ones lack.

Main results:
* `abstract/positive-bounded`: for real A < 0 and s = 1 the features are unbiased, positive and at most
  D exp(-|x|^2/(4A)). Proved by completing the square in w.
* `abstract/lower-variance`: false of all other features, since trigonometric ones have variance 0 at x = y. Against
  positive features it is true for x + y nonzero: the gain ((1+rho)/(2 sqrt rho))^d e^((1+rho) t), t = |x+y|^2, falls
  below its value e^(2t) at rho = 1, because its slope in rho changes sign once, at rho* < 1.
* `abstract/ort-any-d`: Var of orthogonal <= Var of independent projections for every d. The moments of an orthogonal
  pair are those of an independent one times prod_(j<k) (d+j)/(d+2j) <= 1.
* `sec1/mgf-infinite`: E exp(theta Z) is infinite for positive features: Z is log-normal.

The theorems behind them are in Sections 3.1 and 4; the proofs here are short ones of their own.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import WHOLE, Below, Derivation, Proof, Restated, Statement, formula, part
from rftheory.papers._shared.invariants import DELTA2, V2, d
from rftheory.papers._shared.optimal_positive import best_rho
from rftheory.papers.crt._notation import ANY_PAIR, APART, N2, gain, optimal_variance, positive_variance


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


ABSTRACT_POSITIVE_BOUNDED = Statement(
    id="crt/abstract/positive-bounded",
    kind="existence",
    where="Abstract; Section 1",
    title="Positive, bounded and unbiased features exist",
    text="Optimal positive features estimate the softmax kernel without bias, are positive and bounded.",
    latex=r"0<f^{(\cdot)}(\omega,\mathbf x)\le\mathrm{const}(\mathbf x)",
    domain_text="x, y in R^d",
    checks=(Derivation(_bounded, WHOLE),),
    uses=("crt/thm3.1", "crt/thm3.3/minimum", "crt/sec3.1/note-bounded"),
    mechanism=("iid", "gerf"),
    setting="iid x GERF with real A, s = +1",
    note=(
        "Every real A < 0 gives such features. At x = -y the optimal A is 0, the positive map: still unbiased, "
        "with features that are no longer bounded."
    ),
)

_NAMES = "d x2 y2 xy"
_TRIGONOMETRIC = (1 - sp.exp(-DELTA2)) ** 2 / 2


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
    title="Optimal positive features have the lowest variance",
    text="Optimal positive features have a much lower variance than the other random features.",
    latex=r"\mathrm{Var}_{OPRF}\ll\mathrm{Var}",
    domain_text="none given",
    domain=ANY_PAIR,
    checks=(
        Restated(
            "against trigonometric features, one projection each",
            {
                "optimal": formula(optimal_variance(), ANY_PAIR, _NAMES),
                "trigonometric": formula(_TRIGONOMETRIC, ANY_PAIR, "x2 y2 xy"),
            },
            ANY_PAIR,
            Below("optimal", "trigonometric", strict=False),
        ),
    ),
    uses=("crt/thm3.3/minimum", "crt/thm4.2/iid"),
    mechanism=("oprf", "trigonometric", "positive"),
    note="Near x = y trigonometric features have a smaller variance, 0 at x = y.",
).corrected(
    title="Optimal positive features have a lower variance than positive ones",
    text="For x + y nonzero the variance of OPRF is below that of PosRF; at x = -y both are 0.",
    latex=r"\mathrm{Var}_{OPRF}<\mathrm{Var}_{PosRF}\quad(\mathbf x\ne-\mathbf y)",
    domain_text="x + y nonzero",
    domain=APART,
    sides={
        "lhs": formula(optimal_variance(), APART, _NAMES),
        "rhs": formula(positive_variance(), APART, "x2 y2 xy"),
    },
    claim=Below(),
    checks=(Derivation(_below_positive, WHOLE),),
    uses=("crt/thm3.3/minimum", "crt/sec2.2/pos-variance"),
    mechanism=("oprf", "positive"),
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
        sp.exp(2 * g) / g**2,
        g,
        sp.oo,
        sp.oo,
        "theta e^(s g) outgrows g^2/2: the integrand of E exp(theta Z) tends to infinity, so the integral is infinite",
    )
    proof.positive(sp.diff(exponent, theta), "for every theta > 0")
    proof.limit(sp.exp(g * scale), g, sp.oo, sp.oo, "and the feature exp(w.x - |x|^2) is unbounded in w")


SEC1_MGF_INFINITE = Statement(
    id="crt/sec1/mgf-infinite",
    kind="identity",
    where="Section 1",
    title="Positive features are unbounded, without moment generating function",
    text="Features of FAVOR+ are unbounded and the moment generating function of their estimate is infinite.",
    latex=r"\mathbb E\,e^{\theta Z}=\infty",
    domain_text="none given",
    checks=(Derivation(_infinite, part("x + y nonzero and theta > 0")),),
    uses=("crt/sec2.2/pos",),
    mechanism=("iid", "positive"),
    note="At x = -y the product of the features is a constant.",
)

STATEMENTS = (
    ABSTRACT_POSITIVE_BOUNDED,
    ABSTRACT_LOWER_VARIANCE,
    ABSTRACT_ORT_ANY_D,
    SEC1_MGF_INFINITE,
)

"""Abstract, Section 1 and Figure 1 of crt: what optimal positive features are said to do, and the e^60 of d = 64."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    Below,
    Derivation,
    Domain,
    Equal,
    Proof,
    Representations,
    Restated,
    Rule,
    Statement,
    formula,
    integer,
    real,
)
from rftheory.papers._shared.invariants import DELTA2, DIMENSION, V2, d, fit, pairs
from rftheory.papers.crt._lemmas import drawn
from rftheory.papers.crt._lemmas.rows import gain, optimal_below_positive, optimal_variance
from rftheory.papers.crt._notation import N2, optimal_rho, positive_variance, v2

_PAIRS = pairs(DIMENSION, d=(1, 2, 64))
_NAMES = "d x2 y2 xy"
_APART = Domain(
    _PAIRS.parameters,
    (*_PAIRS.rules, Rule(("x2", "y2", "xy"), "|x+y| > 0", lambda a, b, s: a + b + 2 * s > 0)),
    fit,
    _PAIRS.extra,
)
_SQUARED = real("v2", above=0, reach=("1e-6", 1000), meaning="|x+y|^2")
_CURVE = Domain(
    (DIMENSION, _SQUARED),
    extra=({"d": 64, "v2": 100}, {"d": 1, "v2": 1}, {"d": 2, "v2": "1e-4"}, {"d": 10**6, "v2": 10}),
)
_MU = sp.log((gain(optimal_rho(), v2) - sp.exp(v2)) / (sp.exp(2 * v2) - sp.exp(v2)))
_LOG_GAIN = d * sp.log((1 + optimal_rho()) / (2 * sp.sqrt(optimal_rho()))) + (1 + optimal_rho()) * v2
_MU_BY_LOGS = (
    _LOG_GAIN + sp.log(1 - sp.exp(v2 - _LOG_GAIN)) - 2 * v2 - sp.log(1 - sp.exp(-v2))
)  # both variances through their logarithms


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
    proof.equal(
        sp.expand(V2 / 2 - N2 + DELTA2 / 2), 0, "|x+y|^2/2 - |x|^2 - |y|^2 = -|x-y|^2/2: the mean is K"
    )


ABSTRACT_POSITIVE_BOUNDED = Statement(
    id="crt/abstract/positive-bounded",
    kind="existence",
    where="Abstract; Section 1",
    title="Positive, bounded and unbiased features exist",
    text="Optimal positive features estimate the softmax kernel without bias, are positive and bounded.",
    latex=r"0<f^{(\cdot)}(\omega,\mathbf x)\le\mathrm{const}(\mathbf x)",
    domain_text="x, y in R^d",
    checks=(Derivation(_bounded),),
    uses=("crt/thm3.1", "crt/thm3.3/minimum", "crt/sec3.1/note-bounded"),
    mechanism=("iid", "gerf"),
    setting="iid x GERF with real A, s = +1",
    note=(
        "Every real A < 0 gives such features. At x = -y the optimal A is 0, the positive map: still unbiased, "
        "with features that are no longer bounded."
    ),
)

_TRIGONOMETRIC = (1 - sp.exp(-DELTA2)) ** 2 / 2


def _below_positive(proof: Proof) -> None:
    optimal_below_positive(proof)
    proof.equal(
        positive_variance() - optimal_variance(),
        sp.exp(-2 * N2) * (sp.exp(2 * V2) - gain(optimal_rho(V2), V2)),
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
    domain=_PAIRS,
    checks=(
        Restated(
            "against trigonometric features, one projection each",
            {
                "optimal": formula(optimal_variance(), _PAIRS, _NAMES),
                "trigonometric": formula(_TRIGONOMETRIC, _PAIRS, "x2 y2 xy"),
            },
            _PAIRS,
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
    domain=_APART,
    sides={
        "lhs": formula(optimal_variance(), _APART, _NAMES),
        "rhs": formula(positive_variance(), _APART, "x2 y2 xy"),
    },
    claim=Below(),
    checks=(Derivation(_below_positive),),
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
    checks=(Derivation(_orthogonal),),
    uses=("crt/thm4.1",),
    mechanism=("orthogonal", "oprf"),
    setting="block-orthogonal coupling x OPRF",
    note="Read as: never larger. The reduction is strict for d >= 2, M >= 2 and x + y nonzero.",
)


def _infinite(proof: Proof) -> None:
    g, theta, scale = sp.symbols("g theta s", positive=True)
    proof.cite("Z = exp(s g - n2) with g ~ N(0, 1) and s = |x+y| > 0: log-normal")
    exponent = theta * sp.exp(scale * g) - g**2
    proof.true(
        sp.limit(sp.exp(2 * g) / g**2, g, sp.oo) == sp.oo,
        "theta e^(s g) outgrows g^2/2: the integrand of E exp(theta Z) tends to infinity, so the integral is infinite",
    )
    proof.positive(sp.diff(exponent, theta), "for every theta > 0")
    proof.true(
        sp.limit(sp.exp(g * scale), g, sp.oo) == sp.oo, "and the feature exp(w.x - |x|^2) is unbounded in w"
    )


SEC1_MGF_INFINITE = Statement(
    id="crt/sec1/mgf-infinite",
    kind="identity",
    where="Section 1",
    title="Positive features are unbounded, without moment generating function",
    text="Features of FAVOR+ are unbounded and the moment generating function of their estimate is infinite.",
    latex=r"\mathbb E\,e^{\theta Z}=\infty",
    domain_text="none given",
    checks=(Derivation(_infinite, "x + y nonzero and theta > 0"),),
    uses=("crt/sec2.2/pos",),
    mechanism=("iid", "positive"),
    note="At x = -y the product of the features is a constant.",
)

_SPOTS: tuple[dict[str, object], ...] = (
    {"d": 64, "v2": 100}, {"d": 1, "v2": 1}, {"d": 3, "v2": "1/10"}, {"d": 256, "v2": 7}, {"d": 2, "v2": 300},
)  # fmt: skip


def _function_of_two(proof: Proof) -> None:
    weight, best, flat, one = sp.symbols("w G P e", positive=True)
    proof.equal(
        optimal_variance()
        - (weight * (best - one)).subs(
            {weight: sp.exp(-2 * N2), best: gain(optimal_rho(V2), V2), one: sp.exp(V2)}
        ),
        0,
        "the variance of OPRF is e^(-2 n2) times a function of d and |x+y|^2",
    )
    proof.equal(
        positive_variance()
        - (weight * (flat - one)).subs({weight: sp.exp(-2 * N2), flat: sp.exp(2 * V2), one: sp.exp(V2)}),
        0,
        "so is that of positive features",
    )
    proof.equal(
        weight * (best - one) / (weight * (flat - one)), (best - one) / (flat - one), "the weight cancels"
    )
    proof.equal(
        sp.exp(_MU)
        - ((best - one) / (flat - one)).subs(
            {best: gain(optimal_rho(), v2), flat: sp.exp(2 * v2), one: sp.exp(v2)}
        ),
        0,
        "and mu is the logarithm of what is left; the softmax kernel multiplies both variances by e^(n2)",
    )


FIG1_MU = Statement(
    id="crt/fig1/mu",
    kind="identity",
    where="Figure 1 (right) and caption",
    title="The utility depends on |x+y|^2 and d only",
    text="log(Var OPRF/Var PosRF) is a function of |x+y|^2 and d, the same for both kernels.",
    latex=r"\mu=\log\frac{\mathrm{Var}_{OPRF}}{\mathrm{Var}_{PosRF}}",
    domain_text="|x+y|^2 > 0, several d",
    domain=_CURVE,
    sides={"": formula(_MU, _CURVE, "d v2")},
    checks=(
        Representations("", formula(_MU_BY_LOGS, _CURVE, "d v2"), _SPOTS),
        Restated(
            "the quotient of the two variances, at any norms",
            {
                "quotient": formula(optimal_variance() / positive_variance(), _APART, _NAMES),
                "function": formula(sp.exp(_MU).subs(v2, V2), _APART, _NAMES),
            },
            _APART,
            Equal("quotient", "function"),
        ),
        Derivation(_function_of_two),
    ),
    uses=("crt/thm3.2", "crt/thm3.3/minimum", "crt/sec2.2/pos-variance"),
    mechanism=("iid", "oprf", "positive"),
    setting="iid x OPRF at the minimiser against iid x PosRF",
)

_E60 = Domain((integer("d", 64, 64), real("v2", 100, 100)))


def _sixty(proof: Proof) -> None:
    at = {d: 64, v2: 100}
    proof.equal(optimal_rho().subs(at), sp.Rational(128) / (264 + sp.sqrt(264**2 + 51200)), "rho* there")
    proof.true(_LOG_GAIN.subs(at) < 139, "the logarithm of e^(2 n2) E Z^2 at rho* is below 139")
    proof.true(
        sp.Rational(100) > sp.log(2) and sp.log(2) < 1, "e^-100 < 1/2, so -log(1 - e^-100) < log 2 < 1 and"
    )
    proof.true(139 - 200 + 1 <= -60, "the logarithm of the quotient is below 139 - 200 + 1 = -60")


FIG1_E60 = Statement(
    id="crt/fig1/e60",
    kind="inequality",
    where="Section 1, Figure 1 caption",
    title="More than e^60",
    text="At d = 64 and |x+y|^2 = 100 the variance of OPRF is more than e^60 times smaller than that of PosRF.",
    latex=r"\mathrm{Var}_{PosRF}/\mathrm{Var}_{OPRF}>e^{60}",
    domain_text="d = 64, |x+y|^2 = 100",
    domain=_E60,
    sides={"lhs": formula(-_MU, _CURVE, "d v2"), "rhs": formula(sp.Integer(60), _E60, "")},
    claim=Below("rhs", "lhs"),
    checks=(
        Representations("lhs", formula(-_MU_BY_LOGS, _CURVE, "d v2"), ({"d": 64, "v2": 100},)),
        Derivation(_sixty),
        drawn.variance_ratio(formula(_MU, _CURVE, "d v2")),
    ),
    uses=("crt/fig1/mu",),
    setting="as crt/fig1/mu",
)

STATEMENTS = (
    ABSTRACT_POSITIVE_BOUNDED,
    ABSTRACT_LOWER_VARIANCE,
    ABSTRACT_ORT_ANY_D,
    SEC1_MGF_INFINITE,
    FIG1_MU,
    FIG1_E60,
)

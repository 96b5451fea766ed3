"""Figure 1 of crt, its right half and caption: the utility mu = log(Var OPRF/Var PosRF), and the e^60 of d = 64.

Main results:
* `fig1/mu`: both variances are e^(-2 n2) times a function of d and t = |x+y|^2, so mu is one, for both kernels:
  mu = log((G - e^t)/(e^(2t) - e^t)), G = ((1+rho*)/(2 sqrt rho*))^d e^((1+rho*) t).
* `fig1/e60`: -mu > 60 at d = 64, t = 100. Derived by log G < 139, and checked by rows drawn from both laws.

The left half of the figure and its curves are in `figures`.
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
    On,
    Proof,
    Representations,
    Statement,
    Variance,
    formula,
    integer,
    real,
)
from rftheory.papers._shared.invariants import DIMENSION, V2, d
from rftheory.papers._shared.optimal_positive import best_rho, log_gain, v2
from rftheory.papers.crt._lemmas import drawn
from rftheory.papers.crt._notation import APART, N2, gain, optimal_variance, positive_variance

_SQUARED = real("v2", above=0, reach=("1e-6", 1000), meaning="|x+y|^2")

_CURVE = Domain(
    (DIMENSION, _SQUARED),
    extra=({"d": 64, "v2": 100}, {"d": 1, "v2": 1}, {"d": 2, "v2": "1e-4"}, {"d": 10**6, "v2": 10}),
)

_MU = sp.log((gain(best_rho(), v2) - sp.exp(v2)) / (sp.exp(2 * v2) - sp.exp(v2)))
_LOG_GAIN = log_gain(best_rho(), v2)

_MU_BY_LOGS = (
    _LOG_GAIN + sp.log(1 - sp.exp(v2 - _LOG_GAIN)) - 2 * v2 - sp.log(1 - sp.exp(-v2))
)  # both variances through their logarithms

_SPOTS: tuple[dict[str, object], ...] = (
    {"d": 64, "v2": 100}, {"d": 1, "v2": 1}, {"d": 3, "v2": "1/10"}, {"d": 256, "v2": 7}, {"d": 2, "v2": 300},
)  # fmt: skip

_NAMES = "d x2 y2 xy"
_MOMENTS = tuple(
    tuple(Variance(Estimate("iid", features, kernel=kernel)) for features in ("oprf", "positive"))
    for kernel in ("gaussian", "softmax")
)


def _function_of_two(proof: Proof) -> None:
    weight, best, flat, one = sp.symbols("w G P e", positive=True)
    proof.equal(
        optimal_variance(),
        (weight * (best - one)).subs(
            {weight: sp.exp(-2 * N2), best: gain(best_rho(V2), V2), one: sp.exp(V2)}
        ),
        "the variance of OPRF is e^(-2 n2) times a function of d and |x+y|^2",
    )
    proof.equal(
        positive_variance(),
        (weight * (flat - one)).subs({weight: sp.exp(-2 * N2), flat: sp.exp(2 * V2), one: sp.exp(V2)}),
        "so is that of positive features",
    )
    proof.equal(
        weight * (best - one) / (weight * (flat - one)), (best - one) / (flat - one), "the weight cancels"
    )
    proof.equal(
        sp.exp(_MU),
        ((best - one) / (flat - one)).subs(
            {best: gain(best_rho(), v2), flat: sp.exp(2 * v2), one: sp.exp(v2)}
        ),
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
    claim=All(
        (
            *(Equal(sp.log(optimal / positive), "") for optimal, positive in _MOMENTS),
            On(
                APART,
                Equal(
                    formula(optimal_variance() / positive_variance(), APART, _NAMES),
                    formula(sp.exp(_MU).subs(v2, V2), APART, _NAMES),
                ),
                "the quotient of the two variances, at any norms",
            ),
        )
    ),
    checks=(
        Representations("", formula(_MU_BY_LOGS, _CURVE, "d v2"), _SPOTS),
        Derivation(_function_of_two, WHOLE),
    ),
    uses=("crt/thm3.2", "crt/thm3.3/minimum", "crt/sec2.2/pos-variance"),
    mechanism=("iid", "oprf", "positive"),
    setting="iid x OPRF at the minimiser against iid x PosRF",
)

_E60 = Domain((integer("d", 64, 64), real("v2", 100, 100)))


def _sixty(proof: Proof) -> None:
    at = {d: 64, v2: 100}
    proof.equal(best_rho().subs(at), sp.Rational(128) / (264 + sp.sqrt(264**2 + 51200)), "rho* there")
    proof.below(_LOG_GAIN.subs(at), 139, "the logarithm of e^(2 n2) E Z^2 at rho* is below 139")
    proof.below(sp.log(2), 100, "e^-100 < 1/2, so -log(1 - e^-100) < log 2,")
    proof.below(sp.log(2), 1, "which is below 1, and")
    proof.below(
        139 - 200 + 1, -60, "the logarithm of the quotient is below 139 - 200 + 1 = -60", strict=False
    )


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
        Derivation(_sixty, WHOLE),
        drawn.variance_ratio(formula(_MU, _CURVE, "d v2")),
    ),
    uses=("crt/fig1/mu",),
    setting="as crt/fig1/mu",
)

STATEMENTS = (
    FIG1_MU,
    FIG1_E60,
)

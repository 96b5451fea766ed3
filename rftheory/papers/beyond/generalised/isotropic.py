"""The best isotropic sampler of positive features, and how near optimal positive features come to it, beyond crt.

v2 = |x+y|^2. Main results:
* Over radial proposals min E Z^2 = e^(-2 n2) (E sqrt 0F1(; d/2; v2 r^2))^2, r ~ chi_d, by Cauchy and Schwarz;
  it grows like e^(-2 n2) e^(v2) v^(d-1) sqrt(pi) 2^(2-d)/Gamma(d/2).
* OPRF is in the class: the log quotient delta of its moment to that one is positive, 1.3e-6, .0056 and .1158 at
  d = 64, v2 = 1, 16, 100, and e^delta ~ (e/(2d))^(d/2) Gamma(d/2) 2^(d-2) pi^(-1/2) v.

The mean is computed by two quadratures; the growth is Laplace's method.
"""

from __future__ import annotations

import sympy as sp

from rftheory.exact.functions.isotropic import IsotropicRoot, IsotropicRootByIntegral
from rftheory.kit import (
    WHOLE,
    Agreement,
    Below,
    Derivation,
    Domain,
    Equal,
    Order,
    Proof,
    Representations,
    Restated,
    Rule,
    Statement,
    formula,
    real,
)
from rftheory.papers._shared import optimal_positive as best
from rftheory.papers._shared.invariants import d
from rftheory.papers._shared.optimal_positive import v2
from rftheory.papers.beyond._lemmas.long_inputs import (
    ALONG,
    ISOTROPIC,
    ISOTROPIC_LARGE,
    LARGE,
    LOG_SECOND,
    SMALL_D,
    SOME,
    isotropic_steps,
    large_steps,
)

_SAMPLED = Domain((SMALL_D, real("v2", 0, reach=("1e-4", 10**4), meaning="|x+y|^2")), extra=SOME)

ISOTROPIC_LOWER_BOUND = Statement(
    id="beyond/isotropic/lower-bound",
    kind="optimality",
    where="isotropic samplers of positive features",
    title="The best isotropic sampler",
    text="Over all radial proposals the least second moment is a squared mean over chi_d lengths; its growth for large v2.",
    latex=(
        r"\min_q\mathbb EZ^2=e^{-2n_2}\left(\mathbb E_{r\sim\chi_d}\sqrt{{}_0F_1(;d/2;v^2r^2)}\right)^2"
        r"\sim e^{-2n_2}e^{v^2}v^{d-1}\tfrac{\sqrt\pi\,2^{2-d}}{\Gamma(d/2)}"
    ),
    domain_text="d >= 1, v2 >= 0",
    domain=_SAMPLED,
    companions={"beyond/isotropic/log-second-moment": {"": formula(ISOTROPIC, _SAMPLED, "d v2")}},
    checks=(
        Restated(
            "two quadratures of the mean",
            {
                "trapezoidal": formula(IsotropicRoot(d, v2), _SAMPLED, "d v2"),
                "adaptive": formula(IsotropicRootByIntegral(d, v2), _SAMPLED, "d v2"),
            },
            _SAMPLED,
            Equal("trapezoidal", "adaptive"),
            Agreement(
                "trapezoidal",
                "adaptive",
                ({"d": 2, "v2": "1/2"}, {"d": 3, "v2": "1/3"}, {"d": 5, "v2": 1}),
            ),
        ),
        Restated(
            "the stated growth",
            {
                "least": formula(ISOTROPIC, ALONG, "d v2"),
                "growth": formula(ISOTROPIC_LARGE, ALONG, "d v2"),
            },
            ALONG,
            Order(sp.sqrt(v2), "v2", "least", "growth"),
        ),
        Derivation(isotropic_steps, WHOLE),
    ),
    mechanism=("positive",),
    setting="positive features sampled from any radial law",
)

_POSITIVE = Domain((SMALL_D, real("v2", above=0, reach=("1e-1", 1000), meaning="|x+y|^2")), extra=SOME)
_DELTA = LOG_SECOND - ISOTROPIC

_DELTA_LARGE = (
    d / 2 * sp.log(sp.E / (2 * d))
    + sp.log(sp.gamma(d / 2))
    + (d - 2) * sp.log(2)
    - sp.log(sp.pi) / 2
    + sp.log(v2) / 2
)

_ROWS: tuple[dict[str, object], ...] = (
    {"d": 64, "v2": 1, "value": "13e-7", "unit": "1e-7"},
    {"d": 64, "v2": 16, "value": "0.0056", "unit": "1e-4"},
    {"d": 64, "v2": 100, "value": "0.1158", "unit": "1e-4"},
)

_KNOWN = sp.FiniteSet(*(sp.Tuple(*(sp.Rational(str(p[name])) for name in ("v2", "value"))) for p in _ROWS))
_value, _unit = sp.symbols("value unit", positive=True)

_TABLE = Domain(
    (SMALL_D, real("v2", above=0), real("value", above=0), real("unit", above=0)),
    (Rule(sp.Contains(sp.Tuple(v2, _value), _KNOWN), "a stated value"),),
    extra=_ROWS,
)


def _against(proof: Proof) -> None:
    w, gap = sp.Symbol("w", real=True), sp.Symbol("c", positive=True)  # c = 1-4A
    proof.equal(
        (1 - gap) / 2 * w**2 / gap, (-(w**2) / 2) * (1 - 1 / gap), "2A|w|^2 = (1-c)|w|^2/2 in w' = sqrt(c) w"
    )
    proof.equal(
        sp.exp(-(w**2) / 2) / (sp.exp(-(w**2) / (2 * gap)) / sp.sqrt(gap)),
        sp.sqrt(gap) * sp.exp(-(w**2) / 2 * (1 - 1 / gap)),
        "phi/q for q = N(0, c): the factor D^2 e^(2A|w|^2), coordinate by coordinate. OPRF is in the class: delta >= 0",
    )
    isotropic_steps(proof)
    large_steps(proof)
    proof.equal(
        sp.expand_log(LARGE - d**2 / (2 * v2) - ISOTROPIC_LARGE - _DELTA_LARGE, force=True),
        0,
        "the difference of both expansions is the stated form, up to o(1)",
    )
    size = sp.Symbol("d", positive=True)
    stirling = sp.sqrt(4 * sp.pi / size) * (size / (2 * sp.E)) ** (size / 2)
    factor = (sp.E / (2 * size)) ** (size / 2) * stirling * 2 ** (size - 2) / sp.sqrt(sp.pi)
    proof.equal(
        sp.expand_log(sp.log(factor), force=True),
        -sp.log(2) - sp.log(size) / 2,
        "with Stirling's formula for Gamma(d/2) the factor is 1/(2 sqrt d)",
    )


OPRF_VS_ISOTROPIC = Statement(
    id="beyond/oprf/vs-isotropic",
    kind="asymptotic",
    where="optimal positive features against the best isotropic sampler",
    title="OPRF is nearly the best isotropic sampler",
    text="The log quotient delta of their second moments is positive, tiny at moderate v2, and grows like log(v2)/2.",
    latex=r"e^\delta\sim\left(\tfrac e{2d}\right)^{d/2}\Gamma(d/2)\,2^{d-2}\pi^{-1/2}\sqrt{v^2}\approx\tfrac12\sqrt{v^2/d}",
    domain_text="d >= 1, v2 > 0",
    domain=_POSITIVE,
    sides={
        "": formula(_DELTA, _POSITIVE, "d v2"),
        "rhs": formula(_DELTA_LARGE, _POSITIVE, "d v2"),
    },
    claim=Below(sp.S.Zero, ""),
    checks=(
        Representations(
            "",
            formula(best.least_log_gain() - ISOTROPIC, _POSITIVE, "d v2"),
            ({"d": 64, "v2": 16}, {"d": 3, "v2": 1}),
        ),
        Restated(
            "the asymptotic form",
            {"delta": formula(_DELTA, ALONG, "d v2"), "form": formula(_DELTA_LARGE, ALONG, "d v2")},
            ALONG,
            Order(sp.sqrt(v2), "v2", "delta", "form"),
        ),
        Restated(
            "the stated values at d = 64, to one unit of their last place",
            {
                "difference": formula(sp.Abs(_DELTA - _value), _TABLE, "d v2 value"),
                "unit": formula(_unit, _TABLE, "d v2 value unit"),
            },
            _TABLE,
            Below("difference", "unit"),
        ),
        Derivation(_against, WHOLE),
    ),
    uses=("beyond/oprf/large-v", "beyond/isotropic/lower-bound"),
    mechanism=("oprf",),
    setting="OPRF against the best radial proposal",
)

STATEMENTS = (
    ISOTROPIC_LOWER_BOUND,
    OPRF_VS_ISOTROPIC,
)

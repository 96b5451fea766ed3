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
    All,
    Below,
    Derivation,
    Distribution,
    Domain,
    Draw,
    Equal,
    Expectation,
    Inner,
    Length,
    On,
    Order,
    Printed,
    Proof,
    Representations,
    Restated,
    Row,
    Statement,
    formula,
    integer,
    real,
)
from rftheory.papers._shared import optimal_positive as best
from rftheory.papers._shared.generalised_exponential import N2, second_gain
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

_LENGTH = Draw("r", Distribution("chi", d))
_LEAST = sp.exp(-2 * N2) * Expectation(sp.sqrt(sp.hyper((), (d / 2,), v2 * _LENGTH**2))) ** 2


def _second(law: str, density: sp.Expr) -> sp.Expr:
    """E Z^2 of a positive feature whose row is drawn from a radial law of this density."""
    w = Row(f"iid, {law}", 1)
    weight = sp.Function("phi")(Length(w)) / density.subs(_radius, Length(w))
    return Expectation((weight * sp.exp(Inner(w, sp.Symbol("x") + sp.Symbol("y")) - N2)) ** 2)


_radius = sp.Symbol("r", positive=True)
_BEST_DENSITY = (
    sp.Symbol("N") * sp.Function("phi")(_radius) * sp.sqrt(sp.hyper((), (d / 2,), v2 * _radius**2))
)
_GAUSSIAN = Domain(
    (SMALL_D, real("A", below="1/8", reach=("1e-3", 10)), _SAMPLED["v2"]),
    extra=tuple(
        {"d": dd, "A": a, "v2": t} for dd, a, t in ((1, 0, 1), (2, "-1/8", 4), (5, "-1", 10), (64, "1/20", 1))
    ),
)

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
    claim=All(
        (
            Below(_LEAST, _second("radial law q", sp.Function("q")(_radius)), strict=False),
            Equal(_second("radial law N phi sqrt(0F1(; d/2; v2 r^2))", _BEST_DENSITY), _LEAST),
            On(_GAUSSIAN, Below(ISOTROPIC, sp.log(second_gain(v2)), strict=False), "q = N(0, I/(1-4A))"),
            On(ALONG, Order(sp.S.One, "v2", ISOTROPIC, ISOTROPIC_LARGE, vanishing=True), "v2 -> oo"),
        )
    ),
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

_PRINTED = {1: "1.3e-6", 16: "0.0056", 100: "0.1158"}  # at d = 64
_ALL_D = Domain((integer("d", 1, meaning="input dimension"), _POSITIVE["v2"]), extra=({"d": 1, "v2": 1},))


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
    claim=All(
        (
            Below(sp.S.Zero, ""),
            On(ALONG, Order(sp.S.One, "v2", _DELTA, _DELTA_LARGE, vanishing=True), "v2 -> oo"),
            On(_ALL_D, Order(sp.S.One, "d", "rhs", sp.log(v2 / (4 * d)) / 2, vanishing=True), "d -> oo"),
            *(Printed(_DELTA.subs({d: 64, v2: at}), printed) for at, printed in _PRINTED.items()),
        )
    ),
    checks=(
        Representations(
            "",
            formula(best.least_log_gain() - ISOTROPIC, _POSITIVE, "d v2"),
            ({"d": 64, "v2": 16}, {"d": 3, "v2": 1}),
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

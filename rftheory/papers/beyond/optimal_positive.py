"""Optimal positive features beyond crt: expansions for long and short x + y, the monotone gain, the best isotropic sampler."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from rftheory.exact.functions.isotropic import IsotropicRoot, IsotropicRootByIntegral
from rftheory.kit import (
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
    integer,
    real,
)
from rftheory.papers._shared import optimal_positive as best
from rftheory.papers._shared.invariants import d
from rftheory.papers._shared.optimal_positive import CURVE, v2

_LOG_SECOND = v2 + best.excess()
_LARGE = v2 + d / 2 * sp.log(sp.E * v2 / (2 * d)) + d**2 / (2 * v2)
_EXCESS = best.excess()
_SMALL_D = integer("d", 1, reach=64, meaning="input dimension")
_SOME: tuple[dict[str, object], ...] = (
    {"d": 1, "v2": 1}, {"d": 2, "v2": 10}, {"d": 64, "v2": 1}, {"d": 64, "v2": 100}, {"d": 3, "v2": "1e-3"},
    {"d": 5, "v2": 1000}, {"d": 200, "v2": 30},
)  # fmt: skip
_ALONG = Domain(  # at d = 1 the difference is exponentially small
    (integer("d", 2, reach=8), real("v2", above=0)),
    extra=tuple({"d": size, "v2": 1} for size in (2, 3, 4, 8)),
)
_ISOTROPIC = 2 * sp.log(IsotropicRoot(d, v2))
_ISOTROPIC_LARGE = (
    v2 + (d - 1) / 2 * sp.log(v2) + sp.log(sp.pi) / 2 + (2 - d) * sp.log(2) - sp.log(sp.gamma(d / 2))
)
_e, _t, _q = sp.symbols("e t q", positive=True)


def _large(proof: Proof) -> None:
    best.root_steps(proof)
    rho = best.best_rho(d / (2 * _e))  # e = d/(2 v2)
    proof.equal(
        rho,
        2 * _e / (sp.sqrt((1 + _e) ** 2 + 4 * _e) + 1 + _e),
        "rho* as a function of e = d/(2 v2), analytic at e = 0",
    )
    shape = 2 / (sp.sqrt((1 + _e) ** 2 + 4 * _e) + 1 + _e)  # rho*/e
    rest = sp.log(1 + _e * shape) - sp.log(shape) / 2 + shape / 2 - sp.Rational(1, 2)
    proof.equal(
        sp.expand_log(
            best.log_gain(_e * shape, d / (2 * _e))
            - d / (2 * _e)
            - d / 2 * sp.log(sp.E / (4 * _e))
            - d * rest,
            force=True,
        ),
        0,
        "the log second moment is v2 + (d/2) log(e v2/(2d)) + d R(e), R analytic at 0",
    )
    for order, value in enumerate((0, 1, -3)):
        proof.equal(
            sp.diff(rest, _e, order).subs(_e, 0), value, f"{order}! times the coefficient {order} of R"
        )
    proof.equal(
        (d * (_e - sp.Rational(3, 2) * _e**2)).subs(_e, d / (2 * v2)),
        d**2 / (2 * v2) - 3 * d**3 / (8 * v2**2),
        "d(e - 3 e^2/2) + O(e^3) in v2",
    )


def _lower(proof: Proof) -> None:
    k = sp.Symbol("k", nonnegative=True, integer=True)
    sphere = sp.gamma(k + sp.S.Half) * sp.gamma(d / 2) / (sp.sqrt(sp.pi) * sp.gamma(d / 2 + k))  # E u_1^(2k)
    term = (2 * _q) ** (2 * k) * sphere / sp.factorial(2 * k)
    ratio = sp.gammasimp(sp.combsimp(term.subs(k, k + 1) / term))
    proof.equal(
        ratio, _q**2 / ((k + 1) * (d / 2 + k)), "E e^(2 q u_1) on the sphere: the series of 0F1(; d/2; q^2)"
    )
    proof.equal(
        term.subs(k, 0), 1, "starting at 1; q = v r gives the mean of e^(2 w.v) over directions at |w| = r"
    )
    f, p, weight = sp.symbols("f phi g", positive=True)
    proof.equal(
        (p**2 / f * weight) * f,
        (p * sp.sqrt(weight)) ** 2,
        "the second moment is e^(-2 n2) int (phi^2/q) 0F1, q radial",
    )
    proof.cite(
        "Cauchy and Schwarz: (int phi sqrt(0F1))^2 <= int (phi^2/q) 0F1 . int q, the last being 1, with equality exactly "
        "for q proportional to phi sqrt(0F1), which is integrable and positive"
    )
    r, v = sp.symbols("r v", positive=True)
    asymptotic = sp.gamma(d / 2) * (v * r) ** (1 - d / 2) * sp.exp(2 * v * r) / sp.sqrt(4 * sp.pi * v * r)
    proof.cite(
        "0F1(; d/2; q^2) = Gamma(d/2) q^(1-d/2) I_(d/2-1)(2q) and I(2q) ~ e^(2q)/sqrt(4 pi q); Laplace's method at r = v, "
        "where e^(vr - r^2/2) has the mass sqrt(2 pi) e^(v^2/2) and the powers of r vary slowly"
    )
    density = 2 ** (1 - d / 2) * r ** (d - 1) / sp.gamma(d / 2)
    mean = (density * sp.sqrt(asymptotic) * sp.exp(-v * r)).subs(r, v) * sp.sqrt(2 * sp.pi) * sp.exp(v**2 / 2)
    claimed = sp.exp(v**2) * v ** (d - 1) * sp.sqrt(sp.pi) * 2 ** (2 - d) / sp.gamma(d / 2)
    proof.equal(
        sp.powsimp(sp.expand_power_base(mean**2 / claimed, force=True)), 1, "its square is the stated form"
    )


_LARGER = _LARGE - 3 * d**3 / (8 * v2**2)

OPRF_LARGE_V = Statement(
    id="beyond/oprf/large-v",
    kind="asymptotic",
    where="optimal positive features, long x + y",
    title="Second moment of OPRF for long x + y",
    text="Relative to K^2 the second moment grows like (e v2/(2d))^(d/2), where that of PosRF grows like e^v2.",
    latex=r"\log(e^{2n_2}\mathbb EZ^2)=v^2+\tfrac d2\log\tfrac{ev^2}{2d}+\tfrac{d^2}{2v^2}-\tfrac{3d^3}{8v^4}+O(v^{-6})",
    domain_text="d fixed, v2 -> infinity",
    domain=CURVE,
    sides={"rhs": formula(_LARGE, CURVE, "d v2")},
    companions={
        "beyond/oprf/log-second-moment": {
            "": formula(best.least_log_gain(), CURVE, "d v2", closed=_LOG_SECOND)
        }
    },
    checks=(
        Restated(
            "the log second moment less four terms is of the order of v2^-3",
            {"moment": formula(_LOG_SECOND, CURVE, "d v2"), "terms": formula(_LARGER, CURVE, "d v2")},
            CURVE,
            Order(v2**3, "v2", "moment", "terms"),
        ),
        Restated(
            "less the stated side it is of the order of v2^-2",
            {"moment": formula(_LOG_SECOND, CURVE, "d v2"), "rhs": formula(_LARGE, CURVE, "d v2")},
            CURVE,
            Order(v2**2, "v2", "moment", "rhs"),
        ),
        Derivation(_large),
    ),
    uses=("crt/thm3.3/minimum",),
    mechanism=("iid", "oprf"),
)

_MU = _EXCESS + sp.log(1 - sp.exp(-_EXCESS)) - v2 - sp.log(1 - sp.exp(-v2))

_A = (1 - 1 / best.best_rho()) / 8


def _small(proof: Proof) -> None:
    best.envelope_steps(proof)
    rho = best.best_rho(_t)
    proof.equal(sp.diff(rho, _t).subs(_t, 0), -4 / d, "rho* = 1 - 4t/d + O(t^2), analytic at t = 0")
    r = _t - 2 * _t**2 / d
    proof.equal(
        sp.integrate(1 - 4 * _t / d, (_t, 0, _t)), r, "integrating r' = rho*: r = t - 2 t^2/d + O(t^3)"
    )
    ratio = sp.series((sp.exp(r) - 1) / (sp.exp(_t) - 1), _t, 0, 2).removeO()
    proof.equal(ratio, 1 - 2 * _t / d, "Var_OPRF/Var_PosRF = (e^r - 1)/(e^t - 1): mu = -2t/d + O(t^2)")
    value = sp.diff((1 - 1 / rho) / 8, _t).subs(_t, 0)
    proof.equal(value, -1 / (2 * d), "A* = (1 - 1/rho*)/8 = -t/(2d) + O(t^2)")


OPRF_SMALL_V = Statement(
    id="beyond/oprf/small-v",
    kind="asymptotic",
    where="optimal positive features, short x + y",
    title="Gain of OPRF for short x + y",
    text="The log quotient of the variances of OPRF and PosRF starts with -2 v2/d, the optimal A with -v2/(2d).",
    latex=r"\mu=-\tfrac{2v^2}d+O(v^4),\quad A^*=-\tfrac{v^2}{2d}+O(v^4)",
    domain_text="d fixed, v2 -> 0",
    domain=CURVE,
    sides={"lhs": formula(_MU, CURVE, "d v2"), "rhs": formula(-2 * v2 / d, CURVE, "d v2")},
    claim=Order(v2**-2, "v2", toward=sp.S.Zero),
    checks=(
        Restated(
            "the optimal A plus v2/(2d) is of the order of v2^2",
            {"best": formula(_A, CURVE, "d v2"), "stated": formula(-v2 / (2 * d), CURVE, "d v2")},
            CURVE,
            Order(v2**-2, "v2", "best", "stated", toward=sp.S.Zero),
        ),
        Derivation(_small),
    ),
    uses=("crt/fig1/mu",),
    mechanism=("oprf", "positive"),
)

_SLOPE = best.best_rho() / (1 - sp.exp(-_EXCESS)) - 1 / (1 - sp.exp(-v2))

_SLOPE_AS_DERIVATIVE = sp.diff(sp.log((sp.exp(_EXCESS) - 1) / (sp.exp(v2) - 1)), v2)

OPRF_GAIN = Statement(
    id="beyond/oprf/gain",
    kind="inequality",
    where="optimal positive features",
    title="The gain of OPRF grows with |x+y|",
    text="In every dimension mu falls strictly as v2 grows, with a slope in closed form.",
    latex=r"\mu'=\tfrac{\rho^*}{1-e^{-r}}-\tfrac1{1-e^{-v^2}}<0,\quad r=\log(e^{2n_2}\mathbb EZ^2)-v^2",
    domain_text="v2 > 0",
    domain=CURVE,
    sides={"": formula(_SLOPE, CURVE, "d v2")},
    claim=Below("", sp.S.Zero),
    checks=(
        Restated(
            "the stated slope is the derivative of mu",
            {
                "slope": formula(_SLOPE, CURVE, "d v2"),
                "derivative": formula(_SLOPE_AS_DERIVATIVE, CURVE, "d v2"),
            },
            CURVE,
            Equal("slope", "derivative"),
        ),
        Derivation(best.gain_steps),
    ),
    uses=("crt/sec3.1/note-gain",),
    mechanism=("oprf", "positive"),
)

_SAMPLED = Domain((_SMALL_D, real("v2", 0, reach=("1e-4", 10**4), meaning="|x+y|^2")), extra=_SOME)

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
    companions={"beyond/isotropic/log-second-moment": {"": formula(_ISOTROPIC, _SAMPLED, "d v2")}},
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
                "least": formula(_ISOTROPIC, _ALONG, "d v2"),
                "growth": formula(_ISOTROPIC_LARGE, _ALONG, "d v2"),
            },
            _ALONG,
            Order(sp.sqrt(v2), "v2", "least", "growth"),
        ),
        Derivation(_lower),
    ),
    mechanism=("positive",),
    setting="positive features sampled from any radial law",
)

_POSITIVE = Domain((_SMALL_D, real("v2", above=0, reach=("1e-1", 1000), meaning="|x+y|^2")), extra=_SOME)

_DELTA = _LOG_SECOND - _ISOTROPIC

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

_KNOWN = {(Fraction(str(p["v2"])), Fraction(str(p["value"]))) for p in _ROWS}

_TABLE = Domain(
    (_SMALL_D, real("v2", above=0), real("value", above=0), real("unit", above=0)),
    (Rule(("v2", "value"), "a stated value", lambda *entry: entry in _KNOWN),),
    extra=_ROWS,
)

_value, _unit = sp.symbols("value unit", positive=True)


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
    _lower(proof)
    _large(proof)
    proof.equal(
        sp.expand_log(_LARGE - d**2 / (2 * v2) - _ISOTROPIC_LARGE - _DELTA_LARGE, force=True),
        0,
        "the difference of both expansions is the stated form, up to o(1)",
    )
    size = sp.Symbol("d", positive=True)
    stirling = sp.sqrt(4 * sp.pi / size) * (size / (2 * sp.E)) ** (size / 2)
    factor = (sp.E / (2 * size)) ** (size / 2) * stirling * 2 ** (size - 2) / sp.sqrt(sp.pi)
    proof.equal(
        sp.simplify(sp.expand_log(sp.log(factor), force=True)),
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
            formula(best.least_log_gain() - _ISOTROPIC, _POSITIVE, "d v2"),
            ({"d": 64, "v2": 16}, {"d": 3, "v2": 1}),
        ),
        Restated(
            "the asymptotic form",
            {"delta": formula(_DELTA, _ALONG, "d v2"), "form": formula(_DELTA_LARGE, _ALONG, "d v2")},
            _ALONG,
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
        Derivation(_against),
    ),
    uses=("beyond/oprf/large-v", "beyond/isotropic/lower-bound"),
    mechanism=("oprf",),
    setting="OPRF against the best radial proposal",
)

STATEMENTS = (
    OPRF_LARGE_V,
    OPRF_SMALL_V,
    OPRF_GAIN,
    ISOTROPIC_LOWER_BOUND,
    OPRF_VS_ISOTROPIC,
)

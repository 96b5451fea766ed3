"""Rational quadratic, exponential-power and generalised Cauchy kernels: their mixtures and spectral densities.

tau = G/alpha (rational quadratic), 2 S_(a/2) (exponential power), 2 S_(a/2) G^(2/a) (generalised Cauchy), with G a
Gamma variable and S_b positive stable. Compared with certified quadrature, series with Mellin's inversion of moments.
"""

from __future__ import annotations

import sympy as sp

from rftheory.exact.functions.radial.gamma_integral import GammaIntegral
from rftheory.exact.functions.radial.stable import StableMean, StableMeanByContour
from rftheory.kit import (
    Agreement,
    All,
    Domain,
    Equal,
    Limit,
    On,
    Restated,
    Rule,
    Statement,
    formula,
    integer,
    real,
)
from rftheory.papers.beyond._lemmas.drawn.frequencies import EXPOWER_ROWS, RQ_ROWS
from rftheory.papers.beyond._lemmas.drawn.kernels import heavy_kernel, imq_kernel, kernel_of
from rftheory.papers.beyond._lemmas.radial_kernels import (
    DIMENSION,
    DISTANCE,
    EXPONENT,
    EXPOWER,
    MOVING,
    RQ,
    SCALE,
    a,
    alpha,
    beta,
    d,
    l,
    w,
    z,
)

_RQ = RQ.domain()
_DENSE = Domain(
    (integer("d", 1, reach=200, meaning="dimension"), RQ.parameter, SCALE, MOVING),
    extra=tuple(
        {"d": dd, "alpha": aa, "l": ll, "w": ww}
        for dd, aa, ll, ww in (
            (1, 1, 1, 1), (3, "1/2", 2, "1/1000"), (64, 20, "1/2", 20), (2, 1, 1, "1/10"), (2, 1000, 1, 2), (5, "1/100", 50, "1/50"),
        )
    ),
)  # fmt: skip
_DENSITY = (
    2
    * (l**2 / (2 * sp.pi)) ** (d / 2)
    * alpha**alpha
    / sp.gamma(alpha)
    * (l**2 * w**2 / (2 * alpha)) ** ((alpha - d / 2) / 2)
    * sp.besselk(alpha - d / 2, sp.sqrt(2 * alpha) * l * w)
)
_MIXED = (
    (l**2 * alpha / (2 * sp.pi)) ** (d / 2)
    * GammaIntegral(alpha - d / 2, alpha * l**2 * w**2 / 2, sp.S.Zero)
    / sp.gamma(alpha)
)
_AT_ZERO = (l**2 * alpha / (2 * sp.pi)) ** (d / 2) * sp.gamma(alpha - d / 2) / sp.gamma(alpha)
_NEAR_ZERO = (
    (l**2 * alpha / (2 * sp.pi)) ** (d / 2)
    * (alpha * l**2 / 2) ** (alpha - d / 2)
    * sp.gamma(d / 2 - alpha)
    / sp.gamma(alpha)
)
_FINITE = Domain(
    (integer("d", 1, reach=6), RQ.parameter, SCALE, MOVING),
    (Rule(alpha >= d / 2 + 1),),
    extra=({"d": 1, "alpha": 2, "l": 1, "w": 1}, {"d": 3, "alpha": 5, "l": 2, "w": 1}),
)
_SINGULAR = Domain(
    (integer("d", 3, reach=64), real("alpha", above=0, upper="1/2"), SCALE, MOVING),
    extra=({"d": 3, "alpha": "1/2", "l": 1, "w": 1}, {"d": 8, "alpha": "1/4", "l": 2, "w": 1}),
)
_IMQ_DOMAIN = Domain((EXPONENT, SCALE, DISTANCE))
_IMQ = (1 + z**2 / l**2) ** (-beta)

RATIONAL_QUADRATIC = Statement(
    id="beyond/spectral/rq/kernel",
    kind="identity",
    where="kernels and their frequency laws",
    title="Rational quadratic and inverse multiquadric kernels",
    text=(
        "The rational quadratic kernel is the mixture with tau = G/alpha, G of the Gamma law of shape alpha, and tends to "
        "the Gaussian kernel as alpha grows. Its density is finite at 0 for alpha > d/2 and like w^(2 alpha - d) for "
        "alpha < d/2. (1 + z^2/l^2)^(-beta) is the same with alpha = beta and the lengthscale l/sqrt(2 beta): "
        "frequencies sqrt(2G) g/l."
    ),
    latex=(
        r"k(z)=\left(1+\tfrac{z^2}{2\alpha l^2}\right)^{-\alpha},\quad S(w)=2\left(\tfrac{l^2}{2\pi}\right)^{d/2}"
        r"\tfrac{\alpha^\alpha}{\Gamma(\alpha)}\left(\tfrac{l^2w^2}{2\alpha}\right)^{\frac{\alpha-d/2}2}"
        r"K_{\alpha-\frac d2}(\sqrt{2\alpha}\,lw),\quad k(z)=(1+z^2/l^2)^{-\beta}"
    ),
    domain_text="alpha > 0, l > 0, z >= 0; density: d >= 1, w > 0; kernel: beta > 0",
    domain=_RQ,
    sides={"": formula(RQ.at(z), _RQ, "alpha l z")},
    companions={
        "beyond/spectral/rq/density": {"": formula(_DENSITY, _DENSE, "d alpha l w", closed=_MIXED)},
        "beyond/spectral/imq/kernel": {"": formula(_IMQ, _IMQ_DOMAIN, "beta l z")},
    },
    claim=All(
        (
            Equal("", formula(RQ.mixture(z), _RQ, "alpha l z")),
            Limit("", "alpha", sp.oo, formula(sp.exp(-(z**2) / (2 * l**2)), _RQ, "l z")),
            On(
                _DENSE,
                Equal(formula(_DENSITY, _DENSE, "d alpha l w"), formula(_MIXED, _DENSE, "d alpha l w")),
                "the density",
            ),
            On(_FINITE, Limit(_DENSITY, "w", sp.S.Zero, _AT_ZERO), "the density, alpha >= d/2 + 1"),
            On(
                _SINGULAR,
                Limit(_DENSITY * w ** (d - 2 * alpha), "w", sp.S.Zero, _NEAR_ZERO),
                "the density, alpha <= 1/2, d >= 3",
            ),
            On(
                _IMQ_DOMAIN,
                Equal(
                    formula(_IMQ, _IMQ_DOMAIN, "beta l z"),
                    formula(
                        GammaIntegral(beta, sp.S.Zero, z**2 / l**2) / sp.gamma(beta), _IMQ_DOMAIN, "beta l z"
                    ),
                ),
                "the inverse multiquadric kernel, tau = 2G",
            ),
        )
    ),
    checks=(
        kernel_of("rational quadratic", RQ_ROWS, formula(RQ.at(z), _RQ, "alpha l z")),
        imq_kernel(formula(_IMQ, _IMQ_DOMAIN, "beta l z")),
    ),
    uses=("beyond/spectral/scale-mixture",),
)

_POWER = EXPOWER.domain()
_STABLE = Domain(
    (DIMENSION, EXPOWER.parameter, SCALE, MOVING),
    extra=tuple(
        {"d": dd, "a": aa, "l": ll, "w": ww}
        for dd, aa, ll, ww in (
            (1, 1, 1, 1), (3, "3/2", 2, "1/10"), (64, 2, "1/2", 20), (1000, "1/2", 1, 30), (2, "7/10", 1, "1/10"),
            (5, "19/10", 1, 3),
        )
    ),
)  # fmt: skip
_square = l**2 * w**2 / 4
_FRONT = l**d / (4 * sp.pi) ** (d / 2)
_STABLE_DENSITY = _FRONT * StableMean(a / 2, d / 2, _square)
_ORDINARY = Domain(
    (integer("d", 1, reach=9), real("a", "1/4", "9/5"), SCALE, MOVING),
    extra=(
        {"d": 2, "a": "7/10", "l": 1, "w": 2}, {"d": 3, "a": "3/2", "l": 1, "w": 1},
        {"d": 1, "a": 1, "l": 2, "w": "1/2"}, {"d": 8, "a": "1/2", "l": 1, "w": 5}, {"d": 4, "a": "6/5", "l": 1, "w": 4},
    ),
)  # fmt: skip
_LAPLACE: tuple[dict[str, object], ...] = ({"a": "3/2", "l": 2, "z": 1}, {"a": "7/10", "l": 1, "z": 3})
_EXPONENTIAL = Domain((SCALE, DISTANCE))

EXPONENTIAL_POWER = Statement(
    id="beyond/spectral/expower/kernel",
    kind="identity",
    where="kernels and their frequency laws",
    title="The exponential-power kernel as a mixture",
    text=(
        "exp(-(z/l)^a), 0 < a <= 2, is the mixture with tau = 2 S_(a/2): frequencies form an isotropic a-stable vector "
        "(P. Levy). a = 1 is the Matern kernel of smoothness 1/2. Its density is a power series in w for a > 1, one in "
        "w^(-a) for a < 1. S_b = sin(bU)/sin(U)^(1/b) (sin((1-b)U)/E)^((1-b)/b) draws it (Kanter, 1975)."
    ),
    latex=(
        r"k(z)=e^{-(z/l)^a},\quad\tau=2S_{a/2},\quad S(w)=\frac{2l^d}{a(4\pi)^{d/2}\Gamma(\frac d2)}"
        r"\sum_k\frac{(-1)^k\Gamma(\frac{2k+d}a)}{k!(\frac d2)_k}\left(\tfrac{lw}2\right)^{2k}"
    ),
    domain_text="0 < a <= 2, l > 0, z >= 0; density: d >= 1, w > 0",
    domain=_POWER,
    sides={"": formula(EXPOWER.at(z), _POWER, "a l z")},
    companions={"beyond/spectral/expower/density": {"": formula(_STABLE_DENSITY, _STABLE, "d a l w")}},
    claim=All(
        (
            On(
                _EXPONENTIAL,
                Equal(
                    formula(EXPOWER.at(z).subs(a, 1), _EXPONENTIAL, "l z"),
                    formula(
                        GammaIntegral(sp.S.Half, z**2 / (4 * l**2), sp.S.Zero) / sp.sqrt(sp.pi),
                        _EXPONENTIAL,
                        "l z",
                    ),
                ),
                "a = 1, as the Matern mixture of smoothness 1/2",
            ),
            On(
                _ORDINARY,
                Equal(
                    formula(_STABLE_DENSITY, _ORDINARY, "d a l w"),
                    formula(_FRONT * StableMeanByContour(a / 2, d / 2, _square), _ORDINARY, "d a l w"),
                ),
                "the density: series and the mean over the mixture from its moments",
            ),
        )
    ),
    checks=(
        Restated(
            "E exp(-S z^2/l^2) from the moments of S",
            {
                "kernel": formula(EXPOWER.at(z), _POWER, "a l z"),
                "mean": formula(EXPOWER.mixture(z), _POWER, "a l z"),
            },
            _POWER,
            Equal("kernel", "mean"),
            Agreement("kernel", "mean", _LAPLACE),
        ),
        kernel_of("exponential power", EXPOWER_ROWS, formula(EXPOWER.at(z), _POWER, "a l z")),
    ),
    uses=("beyond/spectral/scale-mixture", "beyond/spectral/matern/kernel"),
    note="The sampler is cited from Kanter (1975); the series are those of the mean of tau^(-d/2) exp(-l^2 w^2/(2 tau)).",
)

_CAUCHY = Domain((EXPOWER.parameter, EXPONENT, SCALE, DISTANCE))
_GENERALISED = (1 + (z / l) ** a) ** (-beta)

GENERALISED_CAUCHY = Statement(
    id="beyond/spectral/gencauchy/kernel",
    kind="identity",
    where="kernels and their frequency laws",
    title="The generalised Cauchy kernel as a mixture",
    text=(
        "(1 + (z/l)^a)^(-beta) is the mixture with tau = 2 S_(a/2) G^(2/a), G of the Gamma law of shape beta, independent "
        "of S: given G the mean is exp(-G (z/l)^a)."
    ),
    latex=r"k(z)=(1+(z/l)^a)^{-\beta},\quad\tau=2S_{a/2}G^{2/a}",
    domain_text="0 < a <= 2, beta > 0, l > 0, z >= 0",
    domain=_CAUCHY,
    sides={"": formula(_GENERALISED, _CAUCHY, "a beta l z")},
    claim=Equal(
        "", formula(GammaIntegral(beta, sp.S.Zero, (z / l) ** a) / sp.gamma(beta), _CAUCHY, "a beta l z")
    ),
    checks=(heavy_kernel(formula(_GENERALISED, _CAUCHY, "a beta l z")),),
    uses=("beyond/spectral/expower/kernel",),
)

STATEMENTS = (RATIONAL_QUADRATIC, EXPONENTIAL_POWER, GENERALISED_CAUCHY)

"""The two estimators of a stationary kernel from one frequency: sine/cosine pairs and cosines with an offset.

V = (1 + k(2z) - 2 k(z)^2)/2 for a pair, V + 1/2 for a cosine with a uniform offset; where which is better at an equal
number of real features, what part of V the mixing variable causes, and how well 1 - k is estimated at small z.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    All,
    Below,
    Derivation,
    Domain,
    Equal,
    Limit,
    On,
    Proof,
    Statement,
    formula,
    part,
    real,
)
from rftheory.papers.beyond._lemmas.drawn.frequencies import (
    EXPOWER_ROWS,
    MATERN_ROWS,
    RQ_ROWS,
    covariance_of_one_scale,
    one_error,
    one_error_below,
    threshold,
    variance_within_one_scale,
)
from rftheory.papers.beyond._lemmas.radial_kernels import (
    APART,
    EXPOWER,
    MATERN,
    RQ,
    SCALE,
    RadialKernel,
    a,
    alpha,
    l,
    nu,
    z,
)

_phi = sp.Symbol("phi", real=True)


def variance(kernel: RadialKernel, at: sp.Expr = z) -> sp.Expr:
    """V at a distance."""
    return (1 + kernel.at(2 * at) - 2 * kernel.at(at) ** 2) / 2


def offset_variance(kernel: RadialKernel) -> sp.Expr:
    """The variance of 2 cos(w.x + b) cos(w.y + b)."""
    return 1 + kernel.at(2 * z) / 2 - kernel.at(z) ** 2


def _second(kernel: RadialKernel) -> sp.Expr:
    """V by quadrature over the mixture: E (1 + e^(-4a))/2 - (E e^(-a))^2."""
    return (1 + kernel.mixture(2 * z)) / 2 - kernel.mixture(z) ** 2


_M, _Q, _E = MATERN.domain(), RQ.domain(), EXPOWER.domain()
_M_APART, _Q_APART = MATERN.domain(distance=APART), RQ.domain(distance=APART)


_E_MODEST = Domain(
    (
        real("a", "3/4", 2, meaning="power"),
        real("l", above=0, reach=("1/2", 2), meaning="lengthscale"),
        real("z", above=0, reach=("1/10", 2), meaning="|x-y|, positive"),
    )
)
_AT_ZERO = Domain((MATERN.parameter, SCALE))


def _pair_steps(proof: Proof) -> None:
    proof.equal(sp.cos(_phi) ** 2, (1 + sp.cos(2 * _phi)) / 2, "so E cos(w.(x-y))^2 = (1 + k(2z))/2")
    k, k2 = sp.symbols("k k_2", real=True)
    proof.equal((1 + k2) / 2 - k**2, (1 + k2 - 2 * k**2) / 2, "less the squared mean")


PAIR = Statement(
    id="beyond/spectral/variance/matern",
    kind="identity",
    where="the two estimators",
    title="Variance of a sine/cosine pair",
    text="cos(w.(x-y)) is unbiased for every stationary kernel; its variance is (1 + k(2z) - 2 k(z)^2)/2, 0 at z = 0.",
    latex=r"\mathrm{Var}=\tfrac12\left(1+k(2z)-2k(z)^2\right)",
    domain_text="any stationary kernel; nu > 0, alpha > 0, 0 < a <= 2, l > 0, z >= 0",
    domain=_M,
    sides={"": formula(variance(MATERN), _M, "nu l z")},
    companions={
        "beyond/spectral/variance/rq": {"": formula(variance(RQ), _Q, "alpha l z")},
        "beyond/spectral/variance/expower": {"": formula(variance(EXPOWER), _E, "a l z")},
    },
    claim=All(
        (
            On(_M_APART, Equal("", formula(_second(MATERN), _M, "nu l z")), "z > 0"),
            On(
                _Q_APART,
                Equal(formula(variance(RQ), _Q, "alpha l z"), formula(_second(RQ), _Q, "alpha l z")),
                "rational quadratic, z > 0",
            ),
            On(
                _E_MODEST,
                Equal(
                    formula(variance(EXPOWER), _E_MODEST, "a l z"),
                    formula(_second(EXPOWER), _E_MODEST, "a l z"),
                ),
                "exponential power, 3/4 <= a <= 2, from the moments of the mixing variable",
            ),
            On(_AT_ZERO, Equal(formula(variance(MATERN).subs(z, 0), _AT_ZERO, "nu l"), sp.S.Zero), "z = 0"),
        )
    ),
    checks=(
        Derivation(_pair_steps, part("the variance from the mean at z and 2z, for every stationary kernel")),
        one_error("a pair, matern", MATERN_ROWS, formula(variance(MATERN), _M, "nu l z")),
        one_error("a pair, rq", RQ_ROWS, formula(variance(RQ), _Q, "alpha l z")),
        one_error("a pair, expower", EXPOWER_ROWS, formula(variance(EXPOWER), _E, "a l z")),
    ),
    uses=("beyond/spectral/matern/kernel", "beyond/spectral/rq/kernel", "beyond/spectral/expower/kernel"),
)


def _offset_steps(proof: Proof) -> None:
    s, b = sp.symbols("s b", real=True)
    proof.equal(
        sp.integrate(sp.cos(s + 2 * b), (b, 0, 2 * sp.pi)), sp.S.Zero, "cos(w.(x+y) + 2b) has mean 0 given w"
    )
    proof.equal(
        sp.integrate(sp.cos(s + 2 * b) ** 2, (b, 0, 2 * sp.pi)) / (2 * sp.pi),
        sp.S.Half,
        "and mean square 1/2 given w, uncorrelated with cos(w.(x-y))",
    )
    proof.equal(
        2 * sp.cos(_phi) * sp.cos(s), sp.cos(_phi - s) + sp.cos(_phi + s), "the product of the two features"
    )


_OFFSET_SECOND = 1 + MATERN.mixture(2 * z) / 2 - MATERN.mixture(z) ** 2

OFFSET = Statement(
    id="beyond/spectral/offset-variance/matern",
    kind="identity",
    where="the two estimators",
    title="Variance of a cosine with a random offset",
    text=(
        "2 cos(w.x + b) cos(w.y + b) with b uniform is unbiased with variance 1 + k(2z)/2 - k(z)^2, the variance of the "
        "pair and 1/2, whatever x + y is."
    ),
    latex=r"\mathrm{Var}=1+\tfrac12k(2z)-k(z)^2",
    domain_text="any stationary kernel; nu > 0, l > 0, z >= 0",
    domain=_M,
    sides={"": formula(offset_variance(MATERN), _M, "nu l z")},
    claim=All((Equal("", formula(_OFFSET_SECOND, _M, "nu l z")),)),
    checks=(
        Derivation(_offset_steps, part("what the offset adds, for every stationary kernel")),
        one_error("an offset", MATERN_ROWS, formula(offset_variance(MATERN), _M, "nu l z"), offset=True),
    ),
    uses=("beyond/spectral/variance/matern",),
)

_SMOOTH = Domain(
    (
        real("nu", "1/2", reach=("1/2", 50), meaning="smoothness"),
        real("l", above=0, reach=("1/2", 50), meaning="lengthscale"),
        real("z", above=0, reach=("1e-4", 50), meaning="|x-y|, positive"),
    ),
    extra=tuple(
        {"nu": n, "l": s, "z": t} for n, s, t in (("1/2", 1, 1), ("1/2", 1, "1/1000"), (3, 2, 5), (50, 1, 1))
    ),
)
_SMOOTHER = Domain(
    (real("nu", above="1/2", reach=("1e-3", 50), meaning="smoothness"), SCALE, APART),
    extra=({"nu": 1, "l": 1, "z": 1}, {"nu": "501/1000", "l": 1, "z": 30}),
)
_ROUGH = Domain(
    (real("nu", above=0, upper="3/10", meaning="smoothness"), SCALE, APART),
    extra=({"nu": "1/10", "l": 1, "z": 1},),
)

PAIR_OR_OFFSET = Statement(
    id="beyond/spectral/pair-or-offset",
    kind="inequality",
    where="the two estimators",
    title="Pairs or offsets at an equal number of features",
    text=(
        "At an equal number of real features pairs have the smaller variance iff k(2z) < 2 k(z)^2, which is V < 1/2; for "
        "Matern kernels of smoothness nu >= 1/2 this holds at every z > 0, since k(2z) <= k(z)^2 (equal at nu = 1/2); for nu < 1/2 it fails at "
        "large z."
    ),
    latex=r"k(2z)<2k(z)^2",
    domain_text="nu >= 1/2, z > 0 for the Matern part",
    domain=_SMOOTH,
    sides={
        "pair": formula(2 * variance(MATERN), _SMOOTH, "nu l z"),
        "offset": formula(offset_variance(MATERN), _SMOOTH, "nu l z"),
    },
    claim=All(
        (
            Below("pair", "offset"),
            On(
                _SMOOTHER,
                Below(
                    formula(MATERN.at(2 * z), _SMOOTHER, "nu l z"),
                    formula(MATERN.at(z) ** 2, _SMOOTHER, "nu l z"),
                ),
                "nu > 1/2: k(2z) < k(z)^2",
            ),
            On(
                _ROUGH,
                Limit(MATERN.at(z) ** 2 / MATERN.at(2 * z), "z", sp.oo, sp.S.Zero),
                "nu <= 3/10: k(z)^2/k(2z) tends to 0",
            ),
        )
    ),
    checks=(one_error_below(MATERN_ROWS, formula(offset_variance(MATERN) / 2, _SMOOTH, "nu l z")),),
    uses=("beyond/spectral/variance/matern", "beyond/spectral/offset-variance/matern"),
)

_THRESHOLD_DOMAIN = Domain((RQ.parameter, SCALE))
_power = sp.Integer(2) ** (1 / alpha)
_THRESHOLD = l * sp.sqrt(2 * alpha * (2 * _power - 1 + sp.sqrt(4 * _power**2 - 3 * _power)))
_BELOW_ONE = Domain(
    (real("a", above=0, below=1, reach=("1e-1", 1), meaning="power"), SCALE),
    extra=({"a": "1/2", "l": 1}, {"a": "1/100", "l": 1}, {"a": "99/100", "l": 3}),
)
_POWER_THRESHOLD = l * (sp.log(2) / (2 - 2**a)) ** (1 / a)
_ABOVE_ONE = Domain((real("a", 1, 2, meaning="power"), SCALE, APART), extra=({"a": 1, "l": 1, "z": 50},))
_OTHER_ROOT = l * sp.sqrt(2 * alpha * (_power - 1) / (sp.sqrt(4 * _power**2 - 3 * _power) - (2 * _power - 1)))
_BY_LOGARITHMS = sp.exp(sp.log(l) + (sp.log(sp.log(2)) - sp.log(2 - sp.exp(a * sp.log(2)))) / a)
_u = sp.Symbol("u", positive=True)
_sides = (RQ.at(2 * z), 2 * RQ.at(z) ** 2)


def _beside(scale: sp.Expr, threshold: sp.Expr, sides: tuple[sp.Expr, sp.Expr]) -> tuple[sp.Expr, sp.Expr]:
    """k(2z) and 2 k(z)^2 at a multiple of the threshold."""
    return sides[0].subs(z, scale * threshold), sides[1].subs(z, scale * threshold)


def _crossing(
    domain: Domain, threshold: sp.Expr, sides: tuple[sp.Expr, sp.Expr], names: str
) -> tuple[On, ...]:
    """Equality at the threshold, and the order on both sides of it."""
    below = Domain((*domain.parameters, real("u", above=0, below=1)))
    beyond = Domain((*domain.parameters, real("u", above=1, reach=("1e-2", 50))))
    at, near = _beside(sp.S.One, threshold, sides), _beside(_u, threshold, sides)
    return (
        On(domain, Equal(formula(at[0], domain, names), formula(at[1], domain, names)), "at the threshold"),
        On(below, Below(near[0], near[1]), "u times the threshold, u < 1"),
        On(beyond, Below(near[1], near[0]), "u times the threshold, u > 1"),
    )


_power_sides = (EXPOWER.at(2 * z), 2 * EXPOWER.at(z) ** 2)

THRESHOLD = Statement(
    id="beyond/spectral/pair-or-offset/rq-threshold",
    kind="identity",
    where="the two estimators",
    title="Where offsets overtake pairs",
    text=(
        "For the rational quadratic kernel pairs are better exactly below this distance. For exponential-power kernels they "
        "are always better if a >= 1, and exactly below l (ln 2/(2 - 2^a))^(1/a) if a < 1."
    ),
    latex=(
        r"z^*=l\sqrt{2\alpha\left(2q-1+\sqrt{4q^2-3q}\right)},\quad q=2^{1/\alpha};\quad "
        r"z^*=l\left(\frac{\ln2}{2-2^a}\right)^{1/a}"
    ),
    domain_text="alpha > 0, l > 0; expower-threshold: 0 < a < 1, l > 0",
    domain=_THRESHOLD_DOMAIN,
    sides={"": formula(_THRESHOLD, _THRESHOLD_DOMAIN, "alpha l")},
    companions={
        "beyond/spectral/pair-or-offset/expower-threshold": {"": formula(_POWER_THRESHOLD, _BELOW_ONE, "a l")}
    },
    claim=All(
        (
            Equal("", formula(_OTHER_ROOT, _THRESHOLD_DOMAIN, "alpha l")),
            On(
                _BELOW_ONE,
                Equal(
                    formula(_POWER_THRESHOLD, _BELOW_ONE, "a l"), formula(_BY_LOGARITHMS, _BELOW_ONE, "a l")
                ),
                "exponential power, by logarithms",
            ),
            *_crossing(_THRESHOLD_DOMAIN, _THRESHOLD, _sides, "alpha l"),
            *_crossing(_BELOW_ONE, _POWER_THRESHOLD, _power_sides, "a l"),
            On(_ABOVE_ONE, Below(*_power_sides), "exponential power, a >= 1"),
        )
    ),
    checks=(
        threshold(
            "rational quadratic",
            RQ_ROWS,
            formula(_THRESHOLD, _THRESHOLD_DOMAIN, "alpha l"),
            {"alpha": "1/2", "l": 1},
        ),
        threshold(
            "exponential power",
            EXPOWER_ROWS,
            formula(_POWER_THRESHOLD, _BELOW_ONE, "a l"),
            {"a": "1/2", "l": 2},
        ),
    ),
    uses=("beyond/spectral/pair-or-offset",),
)

_MIXING = MATERN.at(sp.sqrt(2) * z) - MATERN.at(z) ** 2
_CONDITIONAL = (1 + MATERN.at(2 * z) - 2 * MATERN.at(sp.sqrt(2) * z)) / 2


_MIXED_CONDITIONAL = (1 + MATERN.mixture(2 * z)) / 2 - MATERN.mixture(sp.sqrt(2) * z)
_MIXED_PART = MATERN.mixture(sp.sqrt(2) * z) - MATERN.mixture(z) ** 2


def _split(proof: Proof) -> None:
    x = sp.Symbol("a", nonnegative=True)
    k, root, k2 = sp.symbols("k k_r k_2", real=True)
    proof.equal(
        sp.exp(-x) ** 2, sp.exp(-2 * x), "given tau the mean is e^(-a), whose square has the mean k(sqrt2 z)"
    )
    proof.equal(
        (1 + sp.exp(-4 * x)) / 2 - sp.exp(-2 * x), (1 - sp.exp(-2 * x)) ** 2 / 2, "the variance given tau"
    )
    proof.equal((root - k**2) + (1 + k2 - 2 * root) / 2, (1 + k2 - 2 * k**2) / 2, "the two parts add up to V")


SPLIT = Statement(
    id="beyond/spectral/split/mixing-matern",
    kind="identity",
    where="the two estimators",
    title="The part of the variance that the mixing variable causes",
    text=(
        "For a scale mixture V is the variance k(sqrt2 z) - k(z)^2 of the mean given tau and the mean (1 + k(2z) - 2 "
        "k(sqrt2 z))/2 of the variance given tau; coupling directions can only reduce the second."
    ),
    latex=r"V=\left[k(\sqrt2z)-k(z)^2\right]+\tfrac12\left[1+k(2z)-2k(\sqrt2z)\right]",
    domain_text="scale mixtures; nu > 0, l > 0, z >= 0",
    domain=_M,
    sides={"": formula(_MIXING, _M, "nu l z")},
    companions={"beyond/spectral/split/conditional-matern": {"": formula(_CONDITIONAL, _M, "nu l z")}},
    claim=All(
        (
            On(
                _M_APART,
                Equal("", formula(_MIXED_PART, _M, "nu l z")),
                "z > 0, the variance of the mean given tau",
            ),
            On(
                _M_APART,
                Equal(formula(_CONDITIONAL, _M, "nu l z"), formula(_MIXED_CONDITIONAL, _M, "nu l z")),
                "z > 0, the mean of the variance given tau",
            ),
            On(
                _M_APART,
                Equal(formula(_CONDITIONAL + _MIXING, _M, "nu l z"), formula(_second(MATERN), _M, "nu l z")),
                "z > 0",
            ),
            On(_M_APART, Below(sp.S.Zero, ""), "z > 0"),
        )
    ),
    checks=(
        Derivation(_split, part("the two parts, for every scale mixture")),
        covariance_of_one_scale(formula(_MIXING, _M, "nu l z")),
        variance_within_one_scale(formula(_CONDITIONAL, _M, "nu l z")),
    ),
    uses=("beyond/spectral/variance/matern",),
)

_FAR = MATERN.domain(distance=APART)
_RELATIVE = variance(MATERN) / (1 - MATERN.at(z)) ** 2
_EXACT = Domain((real("nu", "1/2", "1/2", meaning="smoothness"), SCALE, APART))
_TWICE = Domain((real("nu", 4, reach=(4, 20)), SCALE, APART), extra=({"nu": 5, "l": 1, "z": 1},))
_COARSE = Domain(
    (real("nu", "1/4", "3/4", meaning="smoothness"), SCALE, APART), extra=({"nu": "1/2", "l": 1, "z": 1},)
)
_RQ_FAR = RQ.domain(distance=APART)
VARIOGRAM = Statement(
    id="beyond/spectral/variogram/relative-matern",
    kind="asymptotic",
    where="the two estimators",
    title="Relative variance of the variogram",
    text=(
        "Q = V/(1-k)^2 per frequency: where 1 - k ~ A z^a with a < 2, Q (1-k) tends to 2 - 2^(a-1), so that Q grows without "
        "bound as z -> 0; with E tau^2 finite Q tends to 3 E tau^2/(E tau)^2 - 1, (2 nu - 1)/(nu - 2) for Matern and "
        "(2 alpha + 3)/alpha for rational quadratic kernels. For nu = 1/2 it is coth(z/(2l))/2."
    ),
    latex=(
        r"\frac{V}{(1-k)^2}\sim\frac{2-2^{a-1}}{1-k},\qquad\frac{V}{(1-k)^2}\to\frac{3\,\mathbb E\tau^2}"
        r"{(\mathbb E\tau)^2}-1"
    ),
    domain_text="nu > 0, l > 0, z > 0",
    domain=_FAR,
    sides={"": formula(_RELATIVE, _FAR, "nu l z")},
    claim=All(
        (
            On(
                _EXACT,
                Equal("", formula((1 + sp.exp(-z / l)) / (1 - sp.exp(-z / l)) / 2, _EXACT, "l z")),
                "nu = 1/2",
            ),
            On(
                _COARSE,
                Limit(_RELATIVE * (1 - MATERN.at(z)), "z", sp.S.Zero, 2 - 2 ** (2 * nu - 1)),
                "1/4 <= nu <= 3/4",
            ),
            On(_TWICE, Limit("", "z", sp.S.Zero, (2 * nu - 1) / (nu - 2)), "nu >= 4"),
            On(
                _RQ_FAR,
                Limit(variance(RQ) / (1 - RQ.at(z)) ** 2, "z", sp.S.Zero, (2 * alpha + 3) / alpha),
                "rational quadratic",
            ),
        )
    ),
    checks=(
        one_error(
            "1 - Khat, relative",
            MATERN_ROWS,
            formula(_RELATIVE, _FAR, "nu l z"),
            over=formula((1 - MATERN.at(z)) ** 2, _FAR, "nu l z"),
        ),
    ),
    uses=("beyond/spectral/variance/matern",),
)

STATEMENTS = (PAIR, OFFSET, PAIR_OR_OFFSET, THRESHOLD, SPLIT, VARIOGRAM)

"""Kernels that wrong frequencies have: what results exactly from a known mistake.

Every mean here is E exp(-tau z^2/(2 l^2)) for the mixing variable tau that a mistaken draw has.
"""

from __future__ import annotations

import sympy as sp

from rftheory.exact.functions.radial.gamma_integral import GammaIntegral
from rftheory.exact.functions.radial.matern import MaternKernel
from rftheory.exact.functions.radial.stable import StableLaplace
from rftheory.kit import (
    Agreement,
    All,
    Derivation,
    Domain,
    Equal,
    On,
    Proof,
    Restated,
    Statement,
    formula,
    integer,
    part,
    real,
)
from rftheory.papers.beyond._lemmas.drawn.kernels import mistaken, mistaken_norm
from rftheory.papers.beyond._lemmas.radial_kernels import (
    DISTANCE,
    EXPOWER,
    MATERN,
    RQ,
    SCALE,
    a,
    alpha,
    d,
    l,
    nu,
    z,
)

_WHERE = "known mistakes"
_MATERN = MATERN.domain()
_NAMES = "nu l z"


def _over(shape: sp.Expr, inverse: sp.Expr, direct: sp.Expr) -> sp.Expr:
    """E exp(-inverse/G - direct G), G of the Gamma law of the shape, by quadrature."""
    return GammaIntegral(shape, inverse, direct) / sp.gamma(shape)


_HALVED = MaternKernel(nu / 2, nu * z**2 / (4 * l**2))

HALVED = Statement(
    id="beyond/spectral/mistake/chi2-nu",
    kind="identity",
    where=_WHERE,
    title="chi^2_nu in the place of chi^2_(2 nu)",
    text="w = sqrt(nu/chi^2_nu) g/l, meant for a Matern kernel, gives the Matern kernel of smoothness nu/2 at the same l.",
    latex=r"\mathbb E\,e^{-\nu z^2/(2l^2\chi^2_\nu)}=k_{\nu/2}(z)",
    domain_text="nu > 0, l > 0, z >= 0",
    domain=_MATERN,
    sides={"": formula(_HALVED, _MATERN, _NAMES)},
    claim=All(
        (
            Equal("", formula(_over(nu / 2, nu * z**2 / (4 * l**2), sp.S.Zero), _MATERN, _NAMES)),
            On(
                Domain((SCALE, DISTANCE)),
                Equal(
                    formula(_HALVED.subs(nu, 3), _MATERN, "l z"),
                    formula((1 + sp.sqrt(3) * z / l) * sp.exp(-sp.sqrt(3) * z / l), _MATERN, "l z"),
                ),
                "nu = 3 gives the kernel of smoothness 3/2",
            ),
        )
    ),
    checks=(mistaken("chi2-nu", formula(_HALVED, _MATERN, _NAMES)),),
    uses=("beyond/spectral/matern/kernel",),
)

_MULTIPLIED = (1 + z**2 / (2 * nu * l**2)) ** (-nu)
_RQ = RQ.domain()


def _rescaled(lengthscale: sp.Expr, kernel: sp.Expr) -> sp.Expr:
    """A kernel at another lengthscale."""
    return kernel.subs(l, lengthscale)


MULTIPLIED = Statement(
    id="beyond/spectral/mistake/multiplied",
    kind="identity",
    where=_WHERE,
    title="Multiplied by the Gamma variable, not divided; a factor of it lost",
    text=(
        "w = sqrt(chi^2_(2 nu)/(2 nu)) g/l, meant for a Matern kernel, gives the rational quadratic kernel with alpha = nu; "
        "division, meant for a rational quadratic kernel, the Matern kernel of smoothness alpha. tau = G for G/alpha gives "
        "the rational quadratic kernel of lengthscale l/sqrt(alpha), tau = 1/G for nu/G the Matern kernel of lengthscale l sqrt(nu)."
    ),
    latex=r"\mathbb E\,e^{-Gz^2/(2\nu l^2)}=\left(1+\tfrac{z^2}{2\nu l^2}\right)^{-\nu}",
    domain_text="nu > 0, l > 0, z >= 0",
    domain=_MATERN,
    sides={"": formula(_MULTIPLIED, _MATERN, _NAMES)},
    claim=All(
        (
            Equal("", formula(_over(nu, sp.S.Zero, z**2 / (2 * nu * l**2)), _MATERN, _NAMES)),
            On(
                _RQ,
                Equal(
                    formula(_over(alpha, alpha * z**2 / (2 * l**2), sp.S.Zero), _RQ, "alpha l z"),
                    formula(MATERN.at(z).subs(nu, alpha), _RQ, "alpha l z"),
                ),
                "rational quadratic by division",
            ),
            On(
                _RQ,
                Equal(
                    formula(_over(alpha, sp.S.Zero, z**2 / (2 * l**2)), _RQ, "alpha l z"),
                    formula(_rescaled(l / sp.sqrt(alpha), RQ.at(z)), _RQ, "alpha l z"),
                ),
                "rational quadratic, tau = G",
            ),
            On(
                _MATERN,
                Equal(
                    formula(_over(nu, z**2 / (2 * l**2), sp.S.Zero), _MATERN, _NAMES),
                    formula(_rescaled(l * sp.sqrt(nu), MATERN.at(z)), _MATERN, _NAMES),
                ),
                "Matern, tau = 1/G",
            ),
        )
    ),
    checks=(
        mistaken("multiplied", formula(_MULTIPLIED, _MATERN, _NAMES)),
        mistaken("factor-lost", formula(_rescaled(l / sp.sqrt(alpha), RQ.at(z)), _RQ, "alpha l z")),
        mistaken("factor-lost-inverse", formula(_rescaled(l * sp.sqrt(nu), MATERN.at(z)), _MATERN, _NAMES)),
    ),
    uses=("beyond/spectral/matern/kernel", "beyond/spectral/rq/kernel"),
)

_FIXED = Domain(
    (integer("d", 1, reach=200, meaning="dimension"), RQ.parameter, SCALE, DISTANCE),
    extra=tuple(
        {"d": dd, "alpha": aa, "l": ll, "z": zz}
        for dd, aa, ll, zz in (
            (1, 1, 1, 1), (2, "1/2", 2, "1/1000"), (64, 3, 1, 2), (10**4, "1/10", 1, 1), (3, 2, 1, 0), (5, 20, 2, 3),
        )
    ),
)  # fmt: skip
_MODEST = Domain(
    (
        integer("d", 1, 16, meaning="dimension"),
        real("alpha", "1/4", 5),
        real("l", "1/2", 2),
        real("z", 0, 2),
    ),
    extra=({"d": 1, "alpha": 1, "l": 1, "z": 1}, {"d": 2, "alpha": "1/2", "l": 2, "z": "1/1000"}),
)
_c = z**2 / (2 * alpha * l**2)
_FIXED_NORM = sp.hyper((alpha,), (d / 2,), -d * _c / 2)
_TURNED = sp.exp(-d * _c / 2) * sp.hyper((d / 2 - alpha,), (d / 2,), d * _c / 2)


def _fixed_steps(proof: Proof) -> None:
    size, g, t = sp.symbols("d g t", positive=True)
    j = sp.Symbol("j", integer=True, nonnegative=True)
    proof.equal(
        (-(t**2) / 4).subs(t, sp.sqrt(2 * size * g)),
        -size * g / 2,
        "Om_d at t^2 = z^2 d tau/l^2, tau z^2/(2 l^2) = g",
    )
    proof.equal(
        sp.gamma(alpha + j) / sp.gamma(alpha), sp.rf(alpha, j), "E G^j: the series of 0F1 becomes that of 1F1"
    )
    e = sp.Symbol("e", positive=True)
    proof.equal(
        sp.series(sp.Rational(1, 2) / (1 + 2 * e), e, 0, 2).removeO(),
        sp.Rational(1, 2) - e,
        "(d/2)^j/(d/2)_j = 1 - j(j-1)/d + .. at j = 2, half of it, e = 1/d: the term of g^2 loses g^2/d",
    )


FIXED_NORM = Statement(
    id="beyond/spectral/mistake/fixed-norm-rq",
    kind="identity",
    where=_WHERE,
    title="Rows of norm sqrt(d tau)/l",
    text=(
        "With the norm sqrt(d) in the place of chi_d and tau kept, the kernel is E Om_d(z sqrt(d tau)/l) = k - M_2/d + "
        "O(d^(-2)); for the rational quadratic kernel it is 1F1(alpha; d/2; -d z^2/(4 alpha l^2))."
    ),
    latex=r"{}_1F_1\left(\alpha;\tfrac d2;-\tfrac{dz^2}{4\alpha l^2}\right)=k(z)-\tfrac{M_2(z)}d+\mathcal O(d^{-2})",
    domain_text="d >= 1, alpha > 0, l > 0, z >= 0",
    domain=_FIXED,
    sides={"": formula(_FIXED_NORM, _FIXED, "d alpha l z")},
    claim=On(_MODEST, Equal("", formula(_TURNED, _FIXED, "d alpha l z")), "by Kummer's transformation"),
    checks=(
        Derivation(_fixed_steps, part("the series, and the term of order 1/d")),
        mistaken_norm(formula(_FIXED_NORM, _FIXED, "d alpha l z")),
    ),
    uses=("beyond/spectral/omega", "beyond/spectral/rq/kernel"),
)

_STABLE = Domain(
    (real("a", above=0, below=2, reach=("1e-1", 2), meaning="power"), SCALE, DISTANCE),
    extra=tuple(
        {"a": aa, "l": ll, "z": zz}
        for aa, ll, zz in (
            (1, 1, 1),
            ("1/2", 2, "1/1000"),
            ("199/100", 1, "1/2"),
            ("3/2", 1, 0),
            ("1/10", 1, 40),
        )
    ),
)
_WRONG_SCALE = sp.exp(-((z / l) ** a) / sp.cos(sp.pi * a / 4))
_SCALE_LOST = l * sp.cos(sp.pi * a / 4) ** (1 / a)
_LAPLACE: tuple[dict[str, object], ...] = ({"a": "3/2", "l": 2, "z": 1}, {"a": "7/10", "l": 1, "z": 3})
_t = sp.Symbol("t", nonnegative=True)
_DIAGONAL = Domain(
    (integer("d", 1, reach=10**4), EXPOWER.parameter, SCALE, real("t", 0, reach=("1e-4", 50))),
    extra=({"d": 2, "a": 1, "l": 1, "t": 1}, {"d": 9, "a": "1/2", "l": 2, "t": 3}),
)

STABLE_SCALE = Statement(
    id="beyond/spectral/mistake/stable-scale",
    kind="identity",
    where=_WHERE,
    title="A positive stable variable of the usual scale 1",
    text=(
        "The usual parametrisation at scale 1 has the Laplace transform exp(-s^b/cos(pi b/2)), b = a/2: the kernel becomes "
        "exp(-(z/l)^a/cos(pi a/4)), of lengthscale l cos(pi a/4)^(1/a). Independent symmetric stable coordinates give "
        "exp(-sum |z_i/l|^a), along the diagonal exp(-d^(1-a/2) (t/l)^a)."
    ),
    latex=r"e^{-(z/l)^a/\cos(\pi a/4)}",
    domain_text="0 < a < 2, l > 0, z >= 0",
    domain=_STABLE,
    sides={"": formula(_WRONG_SCALE, _STABLE, "a l z")},
    claim=All(
        (
            Equal("", formula(_rescaled(_SCALE_LOST, EXPOWER.at(z)), _STABLE, "a l z")),
            On(
                _DIAGONAL,
                Equal(
                    formula(EXPOWER.at(_t / sp.sqrt(d)) ** d, _DIAGONAL, "d a l t"),
                    formula(sp.exp(-(d ** (1 - a / 2)) * (_t / l) ** a), _DIAGONAL, "d a l t"),
                ),
                "independent coordinates, along the diagonal",
            ),
        )
    ),
    checks=(
        Restated(
            "E exp(-c S z^2/l^2), c = cos(pi a/4)^(-2/a), from the moments of S",
            {
                "kernel": formula(_WRONG_SCALE, _STABLE, "a l z"),
                "mean": formula(
                    StableLaplace(a / 2, z**2 / l**2 * sp.cos(sp.pi * a / 4) ** (-2 / a)), _STABLE, "a l z"
                ),
            },
            _STABLE,
            Equal("kernel", "mean"),
            Agreement("kernel", "mean", _LAPLACE),
        ),
        mistaken("stable-scale", formula(_WRONG_SCALE, _STABLE, "a l z")),
    ),
    uses=("beyond/spectral/expower/kernel",),
)

STATEMENTS = (HALVED, MULTIPLIED, FIXED_NORM, STABLE_SCALE)

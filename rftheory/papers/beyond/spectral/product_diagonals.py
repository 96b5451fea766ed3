"""Product kernels along the diagonal z_i = t/sqrt(d), beside the radial kernels that they are taken for.

Independent Student-t coordinates give k(t/sqrt d)^d, at most k(t), and in high dimension a Gaussian kernel or none.
"""

from __future__ import annotations

import sympy as sp

from rftheory.exact.functions.radial.gamma_integral import GammaIntegral
from rftheory.kit import (
    All,
    Below,
    Derivation,
    Domain,
    Equal,
    Height,
    Limit,
    On,
    Optimal,
    Proof,
    Rule,
    Statement,
    formula,
    integer,
    part,
    real,
    vector,
)
from rftheory.papers.beyond._lemmas.drawn.kernels import student_kernel
from rftheory.papers.beyond._lemmas.radial_kernels import DIMENSION, MATERN, PLANE, SCALE, d, l, nu

_t, _s = sp.symbols("t s", nonnegative=True)
_i = sp.Symbol("i", integer=True, nonnegative=True)
_FAR = real("t", 0, reach=("1e-4", 50), meaning="|x-y| along the diagonal")
_APART = real("t", above=0, reach=("1e-4", 50), meaning="|x-y| along the diagonal, positive")
_DIAGONAL = Domain(
    (DIMENSION, MATERN.parameter, SCALE, _FAR),
    extra=tuple(
        {"d": dd, "nu": nn, "l": ll, "t": tt}
        for dd, nn, ll, tt in (
            (1, "1/2", 1, 1), (3, "3/2", 2, "1/100"), (64, 3, "1/2", 2), (10**6, "11/10", 1, 1), (2, 1, 1, 0),
        )
    ),
)  # fmt: skip
_SMOOTH = real("nu", above=1, reach=("1e-2", 50), meaning="smoothness")
_LIMITS = Domain(
    (_SMOOTH, SCALE, _FAR), extra=({"nu": 2, "l": 1, "t": 1}, {"nu": "101/100", "l": 3, "t": "1/7"})
)
_NAMES = "d nu l t"


def diagonal(kernel: sp.Expr) -> sp.Expr:
    """k(t/sqrt d)^d from k(t/sqrt d)."""
    return kernel**d


_PRODUCT = diagonal(MATERN.at(_t / sp.sqrt(d)))
_MIXED = diagonal(MATERN.mixture(_t / sp.sqrt(d)))
_GAUSSIAN = sp.exp(-nu / (nu - 1) * _t**2 / (2 * l**2))
_MEAN_SQUARE = nu * GammaIntegral(nu - 1, 0, 0) / (l**2 * sp.gamma(nu))
_HALVES = Domain((DIMENSION, SCALE, _FAR))
_SEVERAL = Domain(
    (
        integer("d", 2, reach=10**4, meaning="dimension"),
        real("nu", above=0, reach=("1e-1", 20), meaning="smoothness"),
        real("l", above=0, reach=("1/2", 5), meaning="lengthscale"),
        real("t", above=0, reach=("1e-2", 20), meaning="|x-y| along the diagonal, positive"),
    )
)
_GROWING = Domain(
    (integer("d", 2, reach=10**6), real("nu", 3, reach=(3, 20)), SCALE, _APART),
    extra=({"d": 4, "nu": 3, "l": 1, "t": 1}, {"d": 4, "nu": 10, "l": 2, "t": 3}),
)
_ROUGH = Domain(
    (
        integer("d", 2, reach=10**6),
        real("nu", "1/2", "9/10"),
        real("l", above=0, reach=("1/2", 2)),
        real("t", above=0, reach=("1/2", 2)),
    ),
    extra=({"d": 4, "nu": "1/2", "l": 1, "t": 1}, {"d": 4, "nu": "3/4", "l": 2, "t": 3}),
)


def _below_radial(proof: Proof) -> None:
    proof.cite("the means of e^(-tau_i t^2/(2 d l^2)) over independent tau_i multiply")
    proof.cite("Lyapunov: (E X^(1/d))^d <= E X for X >= 0, strictly unless X is constant or d = 1")
    x = sp.Symbol("x", positive=True)
    size = sp.Symbol("n", positive=True, integer=True)
    proof.equal(
        (sp.exp(-x / size)) ** size, sp.exp(-x), "X = e^(-a): X^(1/d) is the factor of one coordinate"
    )


DIAGONAL = Statement(
    id="beyond/spectral/product/diagonal-matern",
    kind="identity",
    where="product kernels in place of radial ones",
    title="Independent Student-t coordinates give a product of Matern kernels",
    text=(
        "Independent univariate Student-t coordinates with 2 nu degrees of freedom give prod_i k(|z_i|), not k(|z|): equal on "
        "the axes, k(t/sqrt d)^d along the diagonal, which is less for d >= 2 and t > 0. As d grows it tends to a Gaussian "
        "kernel of lengthscale l sqrt((nu-1)/nu) if nu > 1, to 0 at every t > 0 if nu <= 1."
    ),
    latex=r"k(t/\sqrt d)^d\to e^{-\frac{\nu}{\nu-1}\frac{t^2}{2l^2}}",
    domain_text="d >= 1, nu > 0, l > 0, t >= 0; gaussian-limit: nu > 1",
    domain=_DIAGONAL,
    sides={"": formula(_PRODUCT, _DIAGONAL, _NAMES)},
    companions={"beyond/spectral/product/gaussian-limit": {"": formula(_GAUSSIAN, _LIMITS, "nu l t")}},
    claim=All(
        (
            Equal("", formula(_MIXED, _DIAGONAL, _NAMES)),
            On(
                _HALVES,
                Equal(
                    formula(_PRODUCT.subs(nu, sp.S.Half), _HALVES, "d l t"),
                    formula(sp.exp(-sp.sqrt(d) * _t / l), _HALVES, "d l t"),
                ),
                "nu = 1/2, the exponential of the L1 norm",
            ),
            On(
                _SEVERAL,
                Below(formula(_PRODUCT, _SEVERAL, _NAMES), formula(MATERN.at(_t), _SEVERAL, "nu l t")),
                "d >= 2 and t > 0",
            ),
            On(
                _LIMITS,
                Equal(
                    formula(_GAUSSIAN, _LIMITS, "nu l t"),
                    formula(sp.exp(-_MEAN_SQUARE * _t**2 / 2), _LIMITS, "nu l t"),
                ),
                "the mean square of a coordinate, by quadrature",
            ),
            On(_GROWING, Limit(_PRODUCT, "d", sp.oo, _GAUSSIAN), "nu >= 3"),
            On(_ROUGH, Limit(_PRODUCT, "d", sp.oo, sp.S.Zero), "1/2 <= nu <= 9/10"),
        )
    ),
    checks=(
        Derivation(_below_radial, part("at most k(t), with equality only for d = 1 or t = 0")),
        student_kernel(formula(_PRODUCT, _DIAGONAL, _NAMES)),
    ),
    uses=("beyond/spectral/matern/kernel",),
)

_root = sp.sqrt(d)
_DIMENSIONS = Domain((PLANE,), extra=({"d": 4}, {"d": 64}, {"d": 10**6}))
_PLACES = Domain(
    (PLANE, _FAR), extra=({"d": 2, "t": 1}, {"d": 4, "t": "7/10"}, {"d": 100, "t": "1/4"}, {"d": 9, "t": 0})
)
_GREATEST = d ** (-1 / (2 * (_root - 1))) * (1 - 1 / _root)
_AT = sp.log(d) / (2 * (_root - 1))
_GAP = sp.exp(-_t) - sp.exp(-_root * _t)
_zvec = sp.IndexedBase("zvec")
_EVERY = (_i, 0, d - 1)
_LONG = sp.sqrt(sp.Sum(_zvec[_i] ** 2, _EVERY))
_DIRECTIONS = Domain(
    (vector("zvec", meaning="x-y", reach=("1e-2", 5)),),
    (Rule(Height(_zvec) >= 2, "at least two entries"),),
    extra=tuple({"zvec": entries} for entries in ("1,1", "1,0", "1/3,-1/3,1/3,1/3", "0,0", "2,1/100,3")),
)


def _greatest_steps(proof: Proof) -> None:
    c = sp.Symbol("c", positive=True)  # sqrt(d) = 1 + c
    s = sp.Symbol("s", positive=True)
    proof.equal(
        sp.diff(sp.exp(-s) - sp.exp(-(1 + c) * s), s) * sp.exp((1 + c) * s),
        (1 + c) - sp.exp(c * s),
        "the slope of e^(-t) - e^(-sqrt d t), times e^(sqrt d t): falling in t, 0 at log(sqrt d)/(sqrt d - 1)",
    )
    proof.equal(
        sp.exp(-sp.log(1 + c) / c) * (1 - sp.exp(-sp.log(1 + c))),
        (1 + c) ** (-1 / c) * (1 - 1 / (1 + c)),
        "the value there",
    )
    proof.cite(
        "|z|_2 <= |z|_1 <= sqrt d |z|_2: the gap at z is at most that along the diagonal at the same |z|_2"
    )


GREATEST_GAP = Statement(
    id="beyond/spectral/product/max-exponential",
    kind="identity",
    where="product kernels in place of radial ones",
    title="The largest gap between the two exponential kernels",
    text=(
        "Along the diagonal e^(-|z|_2) - e^(-|z|_1) is greatest at t = ln(d)/(2(sqrt d - 1)), where it is "
        "d^(-1/(2(sqrt d - 1))) (1 - 1/sqrt d): 1/4 at d = 4, tending to 1. No direction has a larger gap."
    ),
    latex=(
        r"\max_t\left(e^{-t}-e^{-\sqrt dt}\right)=d^{-\frac1{2(\sqrt d-1)}}\left(1-\tfrac1{\sqrt d}\right)"
    ),
    domain_text="d >= 2",
    domain=_DIMENSIONS,
    sides={"": formula(_GREATEST, _DIMENSIONS, "d")},
    claim=All(
        (
            Equal("", formula(_GAP.subs(_t, _AT), _DIMENSIONS, "d")),
            On(
                _PLACES,
                Optimal(formula(_GAP, _PLACES, "d t"), {"t": _AT}, greatest=True, unique=True),
                "t >= 0",
            ),
            On(
                _DIRECTIONS,
                Below(
                    formula(sp.exp(-_LONG) - sp.exp(-sp.Sum(sp.Abs(_zvec[_i]), _EVERY)), _DIRECTIONS, "zvec"),
                    formula(_GREATEST, _DIRECTIONS, "zvec"),
                    strict=False,
                ),
                "every direction",
            ),
            Limit("", "d", sp.oo, sp.S.One),
        )
    ),
    checks=(Derivation(_greatest_steps, part("where the gap is greatest, and its value")),),
    uses=("beyond/spectral/laplace-product/kernel",),
)

STATEMENTS = (DIAGONAL, GREATEST_GAP)

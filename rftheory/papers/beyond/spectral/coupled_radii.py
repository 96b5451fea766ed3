"""Simplex coupling and shared mixing: pairs of any cosine, and blocks of orthogonal rows with one mixing variable.

A pair of cosine c and given radii has the mean product (Om_d(z rho_+) + Om_d(z rho_-))/2, even in c. With one mixing
variable for both rows of an orthogonal pair the mean is E 1F1(d; d/2; -a).
"""

from __future__ import annotations

import sympy as sp

from rftheory.exact.functions.radial.orthogonal_pair import SharedMaternPair
from rftheory.kit import (
    WHOLE,
    All,
    Below,
    Derivation,
    Domain,
    Equal,
    Monotone,
    On,
    Proof,
    Statement,
    formula,
    integer,
    part,
    real,
)
from rftheory.papers.beyond._lemmas.drawn.frequencies import (
    MATERN_ROWS,
    RQ_ROWS,
    block_error,
    covariance,
    opposite,
    product,
)
from rftheory.papers.beyond._lemmas.orthogonal_radii import LENGTH, NEAR, ORDINARY, SMOOTH
from rftheory.papers.beyond._lemmas.radial_kernels import MATERN, PLANE, RQ, SCALE, a, alpha, d, l, nu, z

_SIMPLEX = "simplex coupling"
_SHARED = "coupling the radii: shared and stratified mixing"
_c, _q = sp.symbols("c q", real=True)
_r1, _r2 = sp.symbols("r1 r2", nonnegative=True)
_phi = sp.Symbol("phi", nonnegative=True)
_LENGTHS = (
    real("r1", 0, reach=("1e-3", 20)),
    real("r2", 0, reach=("1e-3", 20)),
    real("z", 0, reach=("1e-3", 20)),
)
_TWO = integer("d", 2, 2, meaning="dimension")
_RADII = Domain(
    (PLANE, real("c", -1, 1, meaning="cosine of the two directions"), *_LENGTHS),
    extra=(
        {"d": 2, "c": "-1/2", "r1": 1, "r2": 2, "z": 1}, {"d": 3, "c": -1, "r1": 5, "r2": 5, "z": 5},
        {"d": 10**6, "c": "1/3", "r1": 1000, "r2": 900, "z": 1}, {"d": 4, "c": 0, "r1": 1, "r2": 0, "z": 3},
    ),
)  # fmt: skip


def _omega(squared: sp.Expr) -> sp.Expr:
    """Om_d at a distance of this square."""
    return sp.hyper((), (d / 2,), -squared / 4)


def _pair(cosine: sp.Expr, one: sp.Expr, two: sp.Expr) -> sp.Expr:
    """The mean product of two cosines at given radii."""
    square, cross = one**2 + two**2, 2 * cosine * one * two
    return (_omega(z**2 * (square + cross)) + _omega(z**2 * (square - cross))) / 2


_FLAT = Domain((_TWO, *_RADII.parameters[1:]), extra=({"d": 2, "c": "-1/2", "r1": 1, "r2": 2, "z": 1},))
_TURNED = _c * sp.cos(_phi) + sp.sqrt(1 - _c**2) * sp.sin(_phi)
_CIRCLE = sp.Integral(sp.cos(z * _r1 * sp.cos(_phi)) * sp.cos(z * _r2 * _TURNED), (_phi, 0, sp.pi)) / sp.pi


def _product(proof: Proof) -> None:
    x, y = sp.symbols("x y", real=True)
    proof.equal(2 * sp.cos(x) * sp.cos(y), sp.cos(x + y) + sp.cos(x - y), "the product of two cosines")
    proof.cite("r1 u1 +- r2 u2 has a uniform direction when (u1, u2) is turned uniformly, at a fixed cosine")


PAIR_RADII = Statement(
    id="beyond/spectral/simplex/pair-radii",
    kind="identity",
    where=_SIMPLEX,
    title="Mean product of two cosines along directions of any cosine",
    text=(
        "Given the radii, a pair of cosine c has E cos cos = (Om_d(z rho_+) + Om_d(z rho_-))/2, "
        "rho_+-^2 = r1^2 + r2^2 +- 2 c r1 r2; even in c. It is averaged over independent radii for any radial law."
    ),
    latex=r"\tfrac12\left[\Omega_d(z\rho_+)+\Omega_d(z\rho_-)\right],\quad\rho_\pm^2=r_1^2+r_2^2\pm2cr_1r_2",
    domain_text="d >= 2, -1 <= c <= 1, r1, r2, z >= 0",
    domain=_RADII,
    sides={"": formula(_pair(_c, _r1, _r2), _RADII, "d c r1 r2 z")},
    claim=On(_FLAT, Equal("", formula(_CIRCLE, _FLAT, "c r1 r2 z")), "d = 2, the mean over the angle"),
    checks=(
        Derivation(_product, part("every d, from the law of the sum")),
        product(
            "of any angle",
            formula(_pair(_c, _r1, _r2), _RADII, "d c r1 r2 z"),
            {"d": 3, "c": "-1/2", "r1": 2, "r2": 1, "z": 1},
        ),
    ),
    uses=("beyond/spectral/omega",),
)

_COSINES = Domain(
    (
        PLANE,
        real("a", above=0, upper=2, meaning="index of the tail, 2 for a finite mean square"),
        real("c", 0, 1),
    ),
    extra=({"d": 3, "a": 1, "c": "1/2"}, {"d": 2, "a": 2, "c": 0}),
)
_W = (
    sp.gamma((d + a) / 2) ** 2
    / (sp.gamma(d / 2) * sp.gamma(d / 2 + a))
    * sp.hyper((-a / 2, -a / 2), (sp.S.Half,), _c**2)
    - 1
)


def _rising_steps(proof: Proof) -> None:
    s = sp.Symbol("a", positive=True)
    k = sp.Symbol("k", nonnegative=True, integer=True)
    proof.positive((s / 2) ** 2 / sp.Rational(1, 2), "the first coefficient of 2F1(-a/2, -a/2; 1/2; x)")
    proof.nonnegative(
        (k - s / 2) ** 2 / ((k + sp.Rational(1, 2)) * (k + 1)), "ratios of the coefficients: none is negative"
    )


BEST_SMALL_Z = Statement(
    id="beyond/spectral/simplex/orthogonal-best-small-z",
    kind="inequality",
    where=_SIMPLEX,
    title="Orthogonal rows are the best at small distances",
    text=(
        "At small z the pair covariance strictly increases in |c|, so orthogonal rows beat simplex rows; with a = 2 the pair "
        "is worse than independent exactly when c^2 > 1/d."
    ),
    latex=r"\partial_{|c|}W(d,a,c)>0",
    domain_text="d >= 2, 0 < a <= 2",
    domain=_COSINES,
    claim=Monotone(formula(_W, _COSINES, "d a c"), "c"),
    checks=(Derivation(_rising_steps, WHOLE),),
    uses=("beyond/spectral/orf/small-z-constant",),
)

__TWO_RADII = Domain(
    (PLANE, real("q", 0, 1, meaning="probability of the first radius"), *_LENGTHS),
    extra=({"d": 2, "q": "1/2", "r1": 1, "r2": 2, "z": 1}, {"d": 3, "q": "1/3", "r1": 4, "r2": 1, "z": 2}),
)
_OPPOSITE = (
    _q**2 * _pair(-sp.S.One, _r1, _r1)
    + 2 * _q * (1 - _q) * _pair(-sp.S.One, _r1, _r2)
    + (1 - _q) ** 2 * _pair(-sp.S.One, _r2, _r2)
)
_SQUARE = (_q * _omega((z * _r1) ** 2) + (1 - _q) * _omega((z * _r2) ** 2)) ** 2


def _jensen(proof: Proof) -> None:
    mean, off = sp.symbols("k x", real=True)
    proof.cite(
        "given the direction the two cosines are independent, each of mean C(z u_1): E cos cos = E C(z u_1)^2"
    )
    proof.equal(
        (mean + off) ** 2 - mean**2 - 2 * mean * off, off**2, "C = k + x with E x = 0: E C^2 = k^2 + E x^2"
    )
    proof.nonnegative(off**2, "which is at least k^2, equal where C is constant")


ANTITHETIC = Statement(
    id="beyond/spectral/simplex/antithetic",
    kind="inequality",
    where=_SIMPLEX,
    title="Opposite directions with independent radii are never better",
    text=(
        "For every radial law E cos cos = E_u C(z u_1)^2 >= k^2 along opposite directions, C(t) = E cos(r t); equality where "
        "C(z u_1) is constant."
    ),
    latex=r"\mathbb E_u\left[C(zu_1)^2\right]\ge k(z)^2",
    domain_text="d >= 1, any radial law",
    domain=__TWO_RADII,
    claim=Below(
        formula(_SQUARE, __TWO_RADII, "d q r1 r2 z"),
        formula(_OPPOSITE, __TWO_RADII, "d q r1 r2 z"),
        strict=False,
    ),
    checks=(
        Derivation(_jensen, WHOLE),
        opposite(formula(_OPPOSITE, __TWO_RADII, "d q r1 r2 z")),
    ),
    uses=("beyond/spectral/simplex/pair-radii",),
    note="The search is over laws of two radii; the derivation is for every law.",
)

_RQ = Domain(
    (PLANE, RQ.parameter, SCALE, real("z", 0, reach=("1e-3", 30))),
    extra=(
        {"d": 2, "alpha": 1, "l": 1, "z": 1}, {"d": 3, "alpha": "1/2", "l": 1, "z": 0},
        {"d": 1000, "alpha": 3, "l": 2, "z": 1}, {"d": 5, "alpha": "7/5", "l": 1, "z": 20},
    ),
)  # fmt: skip
_SHARED_RQ = sp.hyper((d, alpha), (d / 2,), -(z**2) / (2 * alpha * l**2))
_PLANE_RQ = Domain((_TWO, RQ.parameter, LENGTH, NEAR), extra=({"d": 2, "alpha": 1, "l": 1, "z": 1},))
_s = z**2 / (2 * alpha * l**2)
_NEAR_POINTS = tuple(
    {"d": dd, "nu": nn, "l": ll, "z": zz}
    for dd, nn, ll, zz in ((2, "1/2", 1, 1), (3, "3/2", 1, "1/10"), (4, "7/4", 2, 9), (64, "5/2", 1, 1))
)
_MATERN = Domain((ORDINARY, SMOOTH, LENGTH, NEAR), extra=_NEAR_POINTS)
_TOUCHING = Domain(
    (ORDINARY, SMOOTH, LENGTH, real("z", 0, reach=("1e-2", 20), meaning="|x-y|")),
    extra=(*_NEAR_POINTS, {"d": 3, "nu": "1/2", "l": 1, "z": 0}),
)
_PLANE_MATERN = Domain((_TWO, SMOOTH, LENGTH, NEAR), extra=({"d": 2, "nu": "1/2", "l": 1, "z": 1},))
_y = nu * z**2 / (2 * l**2)
SHARED_MATERN = SharedMaternPair(d, nu, _y)
_PLANE_CLOSED = MATERN.at(z) - 2 * (_y ** ((nu + 1) / 2)) * sp.besselk(nu - 1, 2 * sp.sqrt(_y)) / sp.gamma(nu)

PAIR_SHARED = Statement(
    id="beyond/spectral/shared/pair-rq",
    kind="identity",
    where=_SHARED,
    title="Orthogonal rows of one mixing variable",
    text=(
        "Orthogonal rows with independent chi_d radii but one tau for both have E cos cos = E 1F1(d; d/2; -a): a 2F1 for the "
        "rational quadratic kernel, a contour integral for Matern."
    ),
    latex=r"{}_2F_1\left(d,\alpha;\tfrac d2;-\tfrac{z^2}{2\alpha l^2}\right)",
    domain_text="d >= 2, alpha > 0 (nu > 0), l > 0, z >= 0",
    domain=_RQ,
    sides={"": formula(_SHARED_RQ, _RQ, "d alpha l z")},
    companions={"beyond/spectral/shared/pair-matern": {"": formula(SHARED_MATERN, _TOUCHING, "d nu l z")}},
    claim=All(
        (
            On(
                _PLANE_RQ,
                Equal(
                    "",
                    formula(
                        (1 + _s) ** -alpha - alpha * _s * (1 + _s) ** (-alpha - 1), _PLANE_RQ, "alpha l z"
                    ),
                ),
                "rational quadratic, d = 2: E (1-a) e^(-a)",
            ),
            On(
                _PLANE_MATERN,
                Equal(
                    formula(SHARED_MATERN, _PLANE_MATERN, "d nu l z"),
                    formula(_PLANE_CLOSED, _PLANE_MATERN, "nu l z"),
                ),
                "Matern, d = 2",
            ),
        )
    ),
    checks=(
        covariance(
            "rows of one tau",
            RQ_ROWS,
            formula(_SHARED_RQ - RQ.at(z) ** 2, _RQ, "d alpha l z"),
            {"d": 3, "alpha": "1/2", "l": 1, "z": 2, "m": 3},
            RQ_ROWS.coupled(sharing="block"),
        ),
        covariance(
            "Matern rows of one tau",
            MATERN_ROWS,
            formula(SHARED_MATERN - MATERN.at(z) ** 2, _MATERN, "d nu l z"),
            {"d": 4, "nu": "1/2", "l": 1, "z": 1, "m": 4},
            MATERN_ROWS.coupled(sharing="block"),
        ),
    ),
    uses=("beyond/spectral/orf/two-scale-cov",),
)

_B = sp.Symbol("B", positive=True, integer=True)
_BLOCKS = Domain(
    (_MATERN["d"], integer("B", 1, reach=64, meaning="independent blocks"), SMOOTH, LENGTH, NEAR),
    extra=tuple({**p, "B": 3} for p in _NEAR_POINTS),
)
_HALFWAY, _FAR = MATERN.at(sp.sqrt(2) * z), MATERN.at(2 * z)
_INSIDE = ((1 + _FAR - 2 * _HALFWAY) / 2 + (d - 1) * (SHARED_MATERN - _HALFWAY)) / d
_BLOCK_MSE = (_HALFWAY - MATERN.at(z) ** 2 + _INSIDE) / _B
_V = (1 + _FAR - 2 * MATERN.at(z) ** 2) / 2


def _total_variance(proof: Proof) -> None:
    half, far, k, pair = sp.symbols("h f k p", real=True)
    n = sp.Symbol("d", positive=True)
    proof.equal(
        half - k**2 + ((1 + far - 2 * half) / 2 + (n - 1) * (pair - half)) / n,
        ((1 + far - 2 * k**2) / 2 + (n - 1) * (pair - k**2)) / n,
        "between and within the values of tau: the variance of a block with this pair moment",
    )
    proof.cite("E e^(-2a) = k(sqrt2 z), E e^(-4a) = k(2z)")


BLOCK_MSE = Statement(
    id="beyond/spectral/shared/block-mse",
    kind="identity",
    where=_SHARED,
    title="Blocks of orthogonal rows with one mixing variable each",
    text=(
        "B independent blocks of d orthogonal rows, one tau per block, are unbiased with this error; with one tau for all "
        "rows the error never falls below k(sqrt2 z) - k(z)^2."
    ),
    latex=(
        r"\frac1B\left[k(\sqrt2z)-k^2+\frac1d\left(\tfrac{1+k(2z)-2k(\sqrt2z)}2+(d-1)(\mathbb E{}_1F_1-k(\sqrt2z))"
        r"\right)\right]"
    ),
    domain_text="d >= 2, B >= 1, nu > 0, l > 0, z > 0",
    domain=_BLOCKS,
    sides={"": formula(_BLOCK_MSE, _BLOCKS, "d B nu l z")},
    claim=Equal(
        "",
        formula((_V + (d - 1) * (SHARED_MATERN - MATERN.at(z) ** 2)) / (d * _B), _BLOCKS, "d B nu l z"),
    ),
    checks=(
        Derivation(_total_variance, WHOLE),
        block_error(
            "blocks of one tau",
            MATERN_ROWS,
            formula(_BLOCK_MSE, _BLOCKS, "d B nu l z"),
            {"d": 4, "B": 2, "nu": "1/2", "l": 1, "z": 1, "m": 8},
            "block",
        ),
    ),
    uses=("beyond/spectral/shared/pair-rq", "beyond/spectral/split/mixing-matern"),
)

STATEMENTS = (PAIR_RADII, BEST_SMALL_Z, ANTITHETIC, PAIR_SHARED, BLOCK_MSE)

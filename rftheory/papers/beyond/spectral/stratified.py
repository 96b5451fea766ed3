"""A mixing variable drawn once in each of B strata of equal probability, and blocks of orthogonal rows that share it.

With a = y/G, G of the Gamma law of shape nu, and I_b = E[e^(-a); G in stratum b], the variance of the mean of e^(-a) is
k(sqrt2 z)/B - sum I_b^2; what remains inside the blocks is untouched by the strata.
"""

from __future__ import annotations

import sympy as sp

from rftheory.exact.functions.radial.orthogonal_pair import SharedMaternPair
from rftheory.exact.functions.radial.strata import GammaQuantile, GammaStratum
from rftheory.kit import (
    WHOLE,
    All,
    Below,
    Derivation,
    Domain,
    Equal,
    On,
    Proof,
    Rule,
    Statement,
    formula,
    integer,
    real,
)
from rftheory.papers.beyond._lemmas.drawn.frequencies import MATERN_ROWS, block_error, stratified_mixing
from rftheory.papers.beyond._lemmas.orthogonal_radii import LENGTH, NEAR, ORDINARY, SMOOTH
from rftheory.papers.beyond._lemmas.radial_kernels import MATERN, d, l, nu, z

_WHERE = "coupling the radii: shared and stratified mixing"
_B, _b = sp.symbols("B b", positive=True, integer=True)
_k, _j = sp.symbols("k j", nonnegative=True, integer=True)
_y = nu * z**2 / (2 * l**2)
_NEARBY, _HALFWAY, _FAR = MATERN.at(z), MATERN.at(sp.sqrt(2) * z), MATERN.at(2 * z)
_STRATA = integer("B", 1, reach=5, meaning="strata, one block each")
_SOME = integer("B", 2, reach=5, meaning="strata, one block each")
_POINTS = tuple(
    {"B": count, "nu": shape, "l": scale, "z": far}
    for count, shape, scale, far in ((1, "1/2", 1, 1), (2, "3/2", 1, "1/10"), (3, "7/4", 2, 9), (5, 2, 1, 1))
)
_DRAWN = Domain((_STRATA, SMOOTH, LENGTH, NEAR), extra=_POINTS)
_CUT = Domain((_SOME, SMOOTH, LENGTH, NEAR), extra=_POINTS[1:])
_ROUGH = Domain((_SOME, LENGTH, NEAR), extra=({"B": 2, "l": 1, "z": 1}, {"B": 7, "l": 2, "z": "1/10"}))


def _squares(below: dict[str, sp.Expr], whole: sp.Expr) -> sp.Expr:
    """sum I_b^2 for B >= 2, of means below the quantiles of 1/B, b/B, (b-1)/B and (B-1)/B."""
    inner = sp.Sum((below["b"] - below["before"]) ** 2, (_b, 2, _B - 1))
    return below["first"] ** 2 + inner + (whole - below["last"]) ** 2


_SHARES = {"first": 1 / _B, "b": _b / _B, "before": (_b - 1) / _B, "last": 1 - 1 / _B}
_INDICES = {name: sp.Symbol(f"k_{name}", nonnegative=True, integer=True) for name in _SHARES}


def _quantile(name: str) -> sp.Expr:
    return GammaQuantile(nu, _SHARES[name])


def _below(name: str) -> sp.Expr:
    """E[e^(-y/G); G < q] by expanding e^(-G)."""
    k = _INDICES[name]
    term = (-1) ** k / sp.factorial(k) * _y ** (nu + k) * sp.uppergamma(-nu - k, _y / _quantile(name))
    return sp.Sum(term, (k, 0, sp.oo)) / sp.gamma(nu)


_MAJORANTS = {
    k: _quantile(name) ** (nu + k) / sp.factorial(k) / nu for name, k in _INDICES.items()
}  # A_k <= q^(nu+k)/nu
_BY_SERIES = _squares({name: _below(name) for name in _SHARES}, _NEARBY)
_s = z / (2 * l)


def _error_function(share: sp.Expr) -> sp.Expr:
    """E[e^(-y/G); G < v^2] for nu = 1/2, v = erfinv(share)."""
    v = sp.erfinv(share, evaluate=False)
    return (sp.exp(-2 * _s) * (1 + sp.erf(v - _s / v)) - sp.exp(2 * _s) * sp.erfc(v + _s / v)) / 2


_BY_ERRORS = _squares({name: _error_function(share) for name, share in _SHARES.items()}, sp.exp(-z / l))
_MIXING = _HALFWAY / _B - sp.Sum(GammaStratum(nu, _y, _b, _B) ** 2, (_b, 1, _B))


def _strata_steps(proof: Proof) -> None:
    count = sp.Symbol("B", positive=True)
    square, mean = sp.symbols("S I", positive=True)
    proof.equal(
        (count * square - (count * mean) ** 2) / count**2,
        square / count - mean**2,
        "the variance inside a stratum over B^2, E[e^(-2a); b] = S: the conditional means are B times the restricted ones",
    )
    proof.cite(
        "the draws of different strata are independent, and E e^(-2a) = k(sqrt2 z) is the sum of the S"
    )
    gap = sp.Symbol("g", real=True)
    proof.equal(
        (mean + gap) ** 2 - mean**2 - 2 * mean * gap,
        gap**2,
        "sum I_b^2 = k^2/B + sum (I_b - k/B)^2, so the strata never harm",
    )
    v, s = sp.symbols("v s", positive=True)
    whole = (sp.exp(2 * s) * (sp.erf(v + s / v) - 1) + sp.exp(-2 * s) * (sp.erf(v - s / v) + 1)) / 2
    proof.equal(
        sp.diff(whole, v),
        2 / sp.sqrt(sp.pi) * sp.exp(-(v**2) - s**2 / v**2),
        "nu = 1/2, v = G^(1/2): the slope is the density of v times e^(-s^2/v^2), s = z/(2l)",
    )


MIXING = Statement(
    id="beyond/spectral/stratified/mixing-matern",
    kind="identity",
    where=_WHERE,
    title="A stratified mixing variable",
    text=(
        "With tau drawn once in each of B strata of equal probability the mean of e^(-a) has the variance k(sqrt2 z)/B - "
        "sum I_b^2 <= (k(sqrt2 z) - k^2)/B, I_b = E[e^(-a) 1{tau in stratum b}]; error functions for nu = 1/2."
    ),
    latex=r"\frac{k(\sqrt2z)}B-\sum_bI_b^2",
    domain_text="B >= 1, nu > 0, l > 0, z > 0",
    domain=_DRAWN,
    sides={"": formula(_MIXING, _DRAWN, "B nu l z")},
    claim=All(
        (
            On(
                _CUT,
                Equal("", formula(_HALFWAY / _B - _BY_SERIES, _CUT, "B nu l z", majorants=_MAJORANTS)),
                "B >= 2, by incomplete Gamma functions",
            ),
            On(
                _ROUGH,
                Equal(
                    formula(_MIXING.subs(nu, sp.S.Half), _ROUGH, "B l z"),
                    formula(sp.exp(-sp.sqrt(2) * z / l) / _B - _BY_ERRORS, _ROUGH, "B l z"),
                ),
                "nu = 1/2, B >= 2, by error functions",
            ),
            On(
                _CUT,
                Below("", formula((_HALFWAY - _NEARBY**2) / _B, _CUT, "B nu l z")),
                "B >= 2, less than independent draws",
            ),
        )
    ),
    checks=(
        Derivation(_strata_steps, WHOLE),
        stratified_mixing(formula(_MIXING, _DRAWN, "B nu l z")),
    ),
    uses=("beyond/spectral/split/mixing-matern",),
)

_PAIR = SharedMaternPair(d, nu, _y)
_BLOCK_POINTS = tuple({"d": dd, **point} for dd, point in zip((2, 3, 4, 64), _POINTS, strict=True))
_BLOCKS = Domain((ORDINARY, _STRATA, SMOOTH, LENGTH, NEAR), extra=_BLOCK_POINTS)
_NO_LOGARITHM = Domain(
    (
        integer("d", 2, reach=16, meaning="dimension"),
        _SOME,
        real("nu", above=0, reach=("1/4", 5), meaning="smoothness"),
        LENGTH,
        NEAR,
    ),
    (Rule(sp.Ne(sp.Mod(nu, 1), 0), "nu is no integer"),),
    extra=_BLOCK_POINTS[1:3],
)
_BLOCK_MSE = _MIXING + ((1 + _FAR - 2 * _HALFWAY) / 2 + (d - 1) * (_PAIR - _HALFWAY)) / (_B * d)
_TWO_SERIES = sp.hyper((d,), (d / 2, 1 - nu), _y) + (
    _y**nu
    * (sp.gamma(-nu) * sp.gamma(d / 2) * sp.gamma(d + nu))
    / (sp.gamma(nu) * sp.gamma(d) * sp.gamma(d / 2 + nu))
    * sp.hyper((d + nu,), (d / 2 + nu, 1 + nu), _y)
)
_TOTAL = ((1 + _FAR) / 2 + (d - 1) * _TWO_SERIES) / (_B * d) - _BY_SERIES


def _block_steps(proof: Proof) -> None:
    half, far, pair, squares = sp.symbols("h f p Q", real=True)
    n, count = sp.symbols("d B", positive=True)
    proof.equal(
        half / count - squares + ((1 + far - 2 * half) / 2 + (n - 1) * (pair - half)) / (count * n),
        ((1 + far) / 2 + (n - 1) * pair) / (count * n) - squares,
        "the variance of the mean given tau, and the mean of the variance given tau: second moments less sum I_b^2",
    )
    proof.cite("given their strata the blocks are independent, and rows of a block are exchangeable")


BLOCK = Statement(
    id="beyond/spectral/stratified/block-mse",
    kind="identity",
    where=_WHERE,
    title="Blocks of orthogonal rows with a stratified mixing variable",
    text=(
        "tau shared inside each orthogonal block of d rows and stratified over the B blocks: the error is that of the "
        "stratified mixing plus (1/(Bd)) ((1 + k(2z) - 2k(sqrt2 z))/2 + (d-1)(E 1F1(d; d/2; -a) - k(sqrt2 z))); unbiased."
    ),
    latex=(
        r"\mathrm{MSE}=\frac{k(\sqrt2z)}B-\sum_bI_b^2+\frac1{Bd}\left(\tfrac{1+k(2z)-2k(\sqrt2z)}2+(d-1)"
        r"(\mathbb E{}_1F_1-k(\sqrt2z))\right)"
    ),
    domain_text="d >= 2, B >= 1, nu > 0, l > 0, z > 0",
    domain=_BLOCKS,
    sides={"": formula(_BLOCK_MSE, _BLOCKS, "d B nu l z")},
    claim=On(
        _NO_LOGARITHM,
        Equal("", formula(_TOTAL, _NO_LOGARITHM, "d B nu l z", majorants=_MAJORANTS)),
        "B >= 2, nu no integer: second moments less sum I_b^2, by series",
    ),
    checks=(
        Derivation(_block_steps, WHOLE),
        block_error(
            "stratified blocks",
            MATERN_ROWS,
            formula(_BLOCK_MSE, _BLOCKS, "d B nu l z"),
            {"d": 4, "B": 8, "nu": "3/2", "l": 1, "z": 1, "m": 32},
            "stratified",
        ),
    ),
    uses=("beyond/spectral/stratified/mixing-matern", "beyond/spectral/shared/pair-rq"),
)

STATEMENTS = (MIXING, BLOCK)

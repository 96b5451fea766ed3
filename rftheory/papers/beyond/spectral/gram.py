"""Gram matrices from random frequencies: how many are needed for an entry, for all entries, for a ridge system.

V(z) is the variance of a sine/cosine pair. Relative errors need (V/k^2)/eps^2 frequencies, uniform ones a logarithm of
the number of points, ridge systems of two close points of a rough kernel as many as one likes.
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
    Limit,
    On,
    Proof,
    Quantity,
    Rule,
    Statement,
    TailBound,
    formula,
    integer,
    part,
    real,
)
from rftheory.papers.beyond._lemmas.drawn.matrices import (
    entries_beyond,
    matrix_errors,
    relative_error,
    ridge_error,
)
from rftheory.papers.beyond._lemmas.radial_kernels import APART, MATERN, SCALE, l, nu, z

_WHERE = "Gram matrices"
_eps, _delta, _lam = sp.symbols("eps delta lam", positive=True)
_k2 = MATERN.at(2 * z)
_k = MATERN.at(z)
_VARIANCE = (1 + _k2 - 2 * _k**2) / 2
_BY_MIXTURE = (1 + MATERN.mixture(2 * z)) / 2 - MATERN.mixture(z) ** 2
_ERROR = real("eps", above=0, reach=("1e-4", 2), meaning="relative standard error")
_FREQUENCIES = Domain(
    (*MATERN.domain().parameters, _ERROR),
    extra=tuple(
        {"nu": nn, "l": ll, "z": zz, "eps": ee}
        for nn, ll, zz, ee in (
            ("1/2", 1, 1, "1/10"), ("3/2", 2, "1/1000", 1), (1, "1/3", 5, "1/100"), ("5/2", 1, 0, "1/10"),
        )
    ),
)  # fmt: skip
_COUNT = (1 + _k2 - 2 * _k**2) / (2 * _eps**2 * _k**2)
_NAMES = "nu l z eps"
_EXPONENTIAL = Domain((SCALE, *_FREQUENCIES.parameters[2:]))
_NEAR = Domain(
    (
        real("nu", above=0, reach=("1e-1", 20), meaning="smoothness"),
        real("l", above=0, reach=("1/2", 5), meaning="lengthscale"),
        real("z", above=0, reach=("1e-2", 20), meaning="|x-y|, positive"),
        _ERROR,
    ),
    extra=_FREQUENCIES.extra[:3],
)


def _matrix_steps(proof: Proof) -> None:
    k, k2 = sp.symbols("k k_2", real=True)
    n, m = sp.symbols("n m", positive=True, integer=True)
    proof.equal((1 + k2 - 2 * k**2) / (2 * m), ((1 + k2) / 2 - k**2) / m, "an entry of m iid frequencies")
    proof.equal((1 + k2 / 2 - k**2) - ((1 + k2) / 2 - k**2), sp.S.Half, "an offset adds 1/2 to every entry")
    proof.equal((sp.S.Half / m) * n**2, n**2 / (2 * m), "n^2 entries")
    proof.equal(((1 + k2) / 2 - k**2).subs({k: 1, k2: 1}), 0, "the diagonal is exact for pairs, k(0) = 1")
    proof.equal((1 + k2 / 2 - k**2).subs({k: 1, k2: 1}) * n / m, n / (2 * m), "and not with an offset")


ENTRY = Statement(
    id="beyond/spectral/gram/frequencies-entry",
    kind="identity",
    where=_WHERE,
    title="How many frequencies an entry needs",
    text=(
        "m iid frequencies give an entry a relative standard error eps for m = (1 + k(2z) - 2k^2)/(2 eps^2 k^2), "
        "(e^(2z/l) - 1)/(2 eps^2) for the exponential kernel. The whole matrix has E|Khat-K|_F^2 = (1/m)(sum_ij "
        "(1 + k(2z_ij))/2 - |K|_F^2), its diagonal exact for pairs; an offset adds n^2/(2m), n/(2m) of it on the diagonal."
    ),
    latex=r"m=\frac{1+k(2z)-2k(z)^2}{2\varepsilon^2k(z)^2}",
    domain_text="nu > 0, l > 0, z >= 0, eps > 0",
    domain=_FREQUENCIES,
    sides={"": formula(_COUNT, _FREQUENCIES, _NAMES)},
    claim=All(
        (
            On(
                _NEAR,
                Equal("", formula(_BY_MIXTURE / (_eps * MATERN.mixture(z)) ** 2, _FREQUENCIES, _NAMES)),
                "z > 0",
            ),
            On(
                _EXPONENTIAL,
                Equal(
                    formula(_COUNT.subs(nu, sp.S.Half), _EXPONENTIAL, "l z eps"),
                    formula((sp.exp(2 * z / l) - 1) / (2 * _eps**2), _EXPONENTIAL, "l z eps"),
                ),
                "nu = 1/2",
            ),
        )
    ),
    checks=(
        Derivation(_matrix_steps, part("the whole matrix, with and without offsets")),
        relative_error(
            formula(_COUNT, _FREQUENCIES, _NAMES), formula((_eps * _k) ** 2, _FREQUENCIES, _NAMES)
        ),
        *matrix_errors(),
    ),
    uses=("beyond/spectral/variance/matern", "beyond/spectral/offset-variance/matern"),
    note="The number is not rounded.",
)

_n, _m = sp.symbols("n m", positive=True, integer=True)
_j, _i = sp.symbols("j i", nonnegative=True, integer=True)
_POINTS = Domain(
    (
        integer("n", 2, reach=10**6, meaning="number of points"),
        real("eps", above=0, reach=("1e-4", 2), meaning="largest error of an entry"),
        real("delta", above=0, below=1, meaning="probability of a larger error"),
    ),
    extra=tuple(
        {"n": nn, "eps": ee, "delta": dd}
        for nn, ee, dd in (
            (2, "1/10", "1/20"),
            (1000, "1/100", "1e-6"),
            (2, 2, "99/100"),
            (10**9, 1, "1e-30"),
        )
    ),
)
_BOUND = 2 / _eps**2 * sp.log(_n * (_n - 1) / _delta)
_BY_LOGARITHMS = (sp.log(_n) + sp.log(_n - 1) - sp.log(_delta)) / (_eps**2 / 2)
_FAIR = Domain(
    (integer("m", 1, reach=200, meaning="frequencies"), integer("j", 1, reach=200, meaning="values +1")),
    (Rule(_j <= _m, "j <= m"), Rule(2 * _j > _m, "2j > m")),
    extra=tuple({"m": mm, "j": jj} for mm, jj in ((1, 1), (10, 7), (100, 60), (200, 101), (50, 50))),
)


def _hoeffding_steps(proof: Proof) -> None:
    m, e = sp.symbols("m eps", positive=True)
    proof.cite("Hoeffding's inequality for the mean of m independent variables in [-1, 1]")
    proof.equal(
        -2 * (m * e) ** 2 / (m * (1 - (-1)) ** 2), -m * e**2 / 2, "its exponent, twice for both tails"
    )
    proof.equal(
        _n * (_n - 1) / 2 * 2 * sp.exp(-m * e**2 / 2),
        _n * (_n - 1) * sp.exp(-m * e**2 / 2),
        "over n(n-1)/2 pairs; the diagonal is exact",
    )
    share = sp.Symbol("delta", positive=True)
    # n = 2 + k, so that n(n-1) is seen to be positive
    k = sp.Symbol("k", nonnegative=True, integer=True)
    pairs = (2 + k) * (1 + k)
    proof.equal(
        pairs * sp.exp(-(2 / e**2 * sp.log(pairs / share)) * e**2 / 2), share, "which is delta at this m"
    )


HOEFFDING = Statement(
    id="beyond/spectral/gram/hoeffding",
    kind="tail bound",
    where=_WHERE,
    title="How many frequencies all entries need",
    text=(
        "With m >= (2/eps^2) ln(n(n-1)/delta) iid frequencies, sines and cosines, all n^2 entries are within eps with "
        "probability at least 1 - delta, for every stationary kernel, whatever the tail of its frequencies."
    ),
    latex=r"m\ge\tfrac2{\varepsilon^2}\ln\tfrac{n(n-1)}\delta",
    domain_text="n >= 2 integer, eps > 0, 0 < delta < 1",
    domain=_POINTS,
    sides={"": formula(_BOUND, _POINTS, "n eps delta")},
    claim=All(
        (
            Equal("", formula(_BY_LOGARITHMS, _POINTS, "n eps delta")),
            TailBound(
                Quantity("the largest |khat - k| of n points, m iid frequencies", _n, _m),
                _eps,
                _n * (_n - 1) * sp.exp(-_m * _eps**2 / 2),
            ),
            On(
                _FAIR,
                Below(
                    formula(2 ** (1 - _m) * sp.Sum(sp.binomial(_m, _i), (_i, _j, _m)), _FAIR, "m j"),
                    formula(2 * sp.exp(-_m * ((2 * _j - _m) / _m) ** 2 / 2), _FAIR, "m j"),
                ),
                "two points and cosines that are 1 or -1 with equal chances: P(|khat| >= (2j-m)/m)",
            ),
        )
    ),
    checks=(
        Derivation(_hoeffding_steps, WHOLE),
        entries_beyond(formula(_BOUND, _POINTS, "n eps delta"), formula(_delta, _POINTS, "delta")),
    ),
    uses=("beyond/spectral/variance/matern",),
    note="The side is the least m, not rounded.",
)

_RIDGE = Domain(
    (
        MATERN.parameter,
        SCALE,
        APART,
        real("lam", 0, reach=("1e-6", 10), meaning="ridge"),
    ),
    extra=tuple(
        {"nu": nn, "l": ll, "z": zz, "lam": aa}
        for nn, ll, zz, aa in (
            ("1/2", 1, 1, 0),
            ("3/2", 2, "1/1000", "1e-3"),
            (3, 1, "1/2", 1),
            (1, 1, 40, 0),
        )
    ),
)
_ridge = sp.Symbol("lam", nonnegative=True)
_SECOND = _VARIANCE / (1 - _k + _ridge) ** 2
_SECOND_BY_MIXTURE = _BY_MIXTURE / (1 - MATERN.mixture(z) + _ridge) ** 2
_PLAIN = Domain((SCALE, APART))
_COARSE = Domain(
    (real("nu", "1/4", "3/4", meaning="smoothness"), SCALE, APART), extra=({"nu": "1/2", "l": 1, "z": 1},)
)
_c, _e = sp.Symbol("c", nonnegative=True), sp.Symbol("e", real=True)
_TWO = Domain(
    (
        real("c", 0, below=1, meaning="k(z)"),
        real("e", -2, 2, meaning="khat - k"),
        real("lam", 0, reach=("1e-6", 10)),
    ),
    (Rule(1 - _c + _ridge > 0, "1 - k + lam > 0"),),
)
_GREATEST = sp.Max(sp.Abs(_e) / (1 + _c + _ridge), sp.Abs(_e) / (1 - _c + _ridge))


def _two_points(proof: Proof) -> None:
    k, e = sp.symbols("k e", real=True)
    lam = sp.Symbol("lam", positive=True)
    system = sp.Matrix([[1 + lam, k], [k, 1 + lam]])
    error = sp.Matrix([[0, e], [e, 0]])
    for sign in (1, -1):
        along = sp.Matrix([1, sign])
        proof.equal(system * along, (1 + sign * k + lam) * along, "K + lam on (1, +-1)")
        proof.equal(error * along, sign * e * along, "Khat - K on it")
    proof.cite("both are functions of commuting matrices: the eigenvalues are +-(khat-k)/(1+-k+lam)")


TWO_POINTS = Statement(
    id="beyond/spectral/gram/two-points",
    kind="identity",
    where=_WHERE,
    title="The error of a ridge system of two points",
    text=(
        "For two points at distance z and k >= 0, |(K+lam)^(-1/2)(Khat-K)(K+lam)^(-1/2)|_op = |khat-k|/(1-k+lam), with second "
        "moment V/(m(1-k+lam)^2). At lam = 0 this is Q/m, Q the relative variance of the variogram: close points make it "
        "arbitrarily large for rough kernels."
    ),
    latex=r"\frac{V(z)}{m(1-k(z)+\lambda)^2}",
    domain_text="lam >= 0, z > 0",
    domain=_RIDGE,
    sides={"": formula(_SECOND, _RIDGE, "nu l z lam")},
    claim=All(
        (
            Equal("", formula(_SECOND_BY_MIXTURE, _RIDGE, "nu l z lam")),
            On(
                _TWO,
                Equal(
                    formula(_GREATEST, _TWO, "c e lam"),
                    formula(sp.Abs(_e) / (1 - _c + _ridge), _TWO, "c e lam"),
                ),
                "the larger eigenvalue, k = c >= 0",
            ),
            On(
                _PLAIN,
                Equal(
                    formula(_SECOND.subs({nu: sp.S.Half, _ridge: 0}), _PLAIN, "l z"),
                    formula((1 + sp.exp(-z / l)) / (1 - sp.exp(-z / l)) / 2, _PLAIN, "l z"),
                ),
                "nu = 1/2 and lam = 0",
            ),
            On(
                _COARSE,
                Limit(1 / _SECOND.subs(_ridge, 0), "z", sp.S.Zero, sp.S.Zero),
                "lam = 0, 1/4 <= nu <= 3/4: its inverse tends to 0 with z",
            ),
        )
    ),
    checks=(
        Derivation(_two_points, part("the norm, for every kernel")),
        ridge_error(formula(_SECOND, _RIDGE, "nu l z lam")),
    ),
    uses=("beyond/spectral/variance/matern", "beyond/spectral/variogram/relative-matern"),
    note="The side is that of one frequency, m = 1.",
)

STATEMENTS = (ENTRY, HOEFFDING, TWO_POINTS)

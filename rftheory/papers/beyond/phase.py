"""Random phase features sqrt(2) cos(w.x + b): mean and variance of their estimate of the Gaussian kernel.

Main results, z = |x-y|, w ~ N(0, I_d), b uniform on [0, 2 pi]:
* The estimate is unbiased: 2 cos(w.x + b) cos(w.y + b) has the mean e^(-z^2/2).
* Var = (1 + e^(-2 z^2)/2 - e^(-z^2))/m, half of 1/m more than that of sines with cosines.

Both are integrals over the phase; the Gaussian mean of the cosine is proved and given by its series.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import WHOLE, Derivation, Equal, Proof, Representations, Statement, formula
from rftheory.papers._shared.invariants import COUNT, DELTA2, PAIRS, V2, m, pairs, x2, y2

_NAMES = "m x2 y2 xy"
_ROWS = (1, 2, 64)
_DOMAIN = pairs(COUNT, m=_ROWS)
_MODEST = tuple({"m": rows, **pair} for rows, pair in zip((1, 3, 64, 2, 7), (*PAIRS[:5],), strict=True))


def _characteristic(square: sp.Expr) -> sp.Expr:
    """E cos(w.u) for w ~ N(0, I), |u|^2 = square."""
    return sp.exp(-square / 2)


_k = sp.Symbol("k", nonnegative=True, integer=True)


def _series(square: sp.Expr) -> sp.Expr:
    """The same by the cosine series and E g^(2k) = 2^k Gamma(k + 1/2)/sqrt(pi)."""
    return sp.Sum(
        (-2 * square) ** _k * sp.gamma(_k + sp.S.Half) / (sp.sqrt(sp.pi) * sp.factorial(2 * _k)),
        (_k, 0, sp.oo),
    )


_b = sp.Symbol("b", real=True)


def _over_phases(body: sp.Expr) -> sp.Expr:
    """The mean over b uniform on [0, 2 pi]."""
    return sp.Integral(body, (_b, 0, 2 * sp.pi)) / (2 * sp.pi)


_MEAN_OVER_PHASES = _over_phases(_characteristic(DELTA2) + _characteristic(V2) * sp.cos(2 * _b))


def _mean(proof: Proof) -> None:
    p, q, b = sp.symbols("p q b", real=True)
    product = 2 * sp.cos(p + b) * sp.cos(q + b)
    proof.equal(
        product, sp.cos(p - q) + sp.cos(p + q + 2 * b), "2 cos(p+b) cos(q+b) = cos(p-q) + cos(p+q+2b)"
    )
    for turns, words in ((2, "cos 2b"), (4, "cos 4b")):
        proof.equal(sp.integrate(sp.cos(turns * b), (b, 0, 2 * sp.pi)), sp.S.Zero, f"{words} has mean 0")
        proof.equal(
            sp.integrate(sp.sin(turns * b), (b, 0, 2 * sp.pi)),
            sp.S.Zero,
            "and so has the sine, any shift with it",
        )
    g, u = sp.symbols("g u", real=True)
    density = sp.exp(-(g**2) / 2) / sp.sqrt(2 * sp.pi)
    proof.equal(
        sp.integrate(sp.cos(u * g) * density, (g, -sp.oo, sp.oo)),
        sp.exp(-(u**2) / 2),
        "w.(x-y) is N(0, z^2), and E cos of it is exp(-z^2/2)",
    )


_MEAN = _characteristic(DELTA2)

PHASE_MEAN = Statement(
    id="beyond/phase/mean",
    kind="identity",
    where="orf, Section 1",
    title="Random phase features are unbiased",
    text=(
        "Cosines of w.x + b with a uniform phase b estimate the Gaussian kernel without bias. The left side is the "
        "integral over the phase, the right side the kernel."
    ),
    latex=r"\mathbb E\,\frac2m\sum_{i\le m}\cos(w_i^\top x+b_i)\cos(w_i^\top y+b_i)=e^{-z^2/2},\quad z=\|x-y\|",
    domain_text="all x, y and m, w ~ N(0, I_d), b uniform on [0, 2 pi]",
    domain=_DOMAIN,
    sides={
        "lhs": formula(_MEAN_OVER_PHASES, _DOMAIN, _NAMES),
        "rhs": formula(_MEAN, _DOMAIN, _NAMES),
    },
    claim=Equal(),
    checks=(
        Derivation(_mean, WHOLE),
        Representations("rhs", formula(_series(DELTA2), _DOMAIN, _NAMES), _MODEST),
    ),
    uses=("orf/sec1/bochner",),
    setting="random phases",
)

_VARIANCE = (1 + sp.exp(-2 * DELTA2) / 2 - sp.exp(-DELTA2)) / m

_SECOND_OVER_PHASES = _over_phases(
    (1 + _characteristic(4 * DELTA2)) / 2
    + (_characteristic(4 * x2) + _characteristic(4 * y2)) * sp.cos(2 * _b)
    + (1 + _characteristic(4 * V2) * sp.cos(4 * _b)) / 2
)

_BY_SERIES = (1 + _series(4 * DELTA2) / 2 - _series(DELTA2) ** 2) / m


def _variance(proof: Proof) -> None:
    _mean(proof)
    p, q = sp.symbols("p q", real=True)
    proof.equal(
        sp.cos(p) ** 2, (1 + sp.cos(2 * p)) / 2, "both squares of cos(s) + cos(t+2b), by double angles"
    )
    proof.equal(
        sp.expand_trig(2 * sp.cos(p - q) * sp.cos(p + q)).rewrite(sp.exp),
        (sp.cos(2 * p) + sp.cos(2 * q)).rewrite(sp.exp),
        "s = p - q, t = p + q: what cos(2b) carries in the cross term; sin(2b) carries an odd function of w",
    )
    square = sp.Symbol("z2", nonnegative=True)
    second = (1 + sp.exp(-2 * square)) / 2 + sp.S.Half
    proof.equal(
        second - sp.exp(-square),
        1 + sp.exp(-2 * square) / 2 - sp.exp(-square),
        "b keeps (1 + exp(-2 z^2))/2 + 1/2; less the squared mean",
    )
    proof.cite("independence of the rows and of their phases: variances of the m terms add")


PHASE_VARIANCE = Statement(
    id="beyond/phase/variance",
    kind="identity",
    where="orf, Section 1",
    title="Variance of random phase features",
    text=(
        "The variance of m independent random phase features; half of 1/m more than that of sines with cosines. "
        "The left side is the integral over the phase."
    ),
    latex=(
        r"\mathrm{Var}\Big(\frac2m\sum_{i\le m}\cos(w_i^\top x+b_i)\cos(w_i^\top y+b_i)\Big)"
        r"=\frac1m\left(1+\tfrac12e^{-2z^2}-e^{-z^2}\right),\quad z=\|x-y\|"
    ),
    domain_text="all x, y and m, independent w_i ~ N(0, I_d) and b_i uniform on [0, 2 pi]",
    domain=_DOMAIN,
    sides={
        "lhs": formula((_SECOND_OVER_PHASES - _MEAN_OVER_PHASES**2) / m, _DOMAIN, _NAMES),
        "rhs": formula(_VARIANCE, _DOMAIN, _NAMES),
    },
    claim=Equal(),
    checks=(
        Derivation(_variance, WHOLE),
        Representations("rhs", formula(_BY_SERIES, _DOMAIN, _NAMES), _MODEST),
    ),
    uses=("beyond/phase/mean", "orf/lemma1/variance"),
    setting="random phases",
)

STATEMENTS = (
    PHASE_MEAN,
    PHASE_VARIANCE,
)

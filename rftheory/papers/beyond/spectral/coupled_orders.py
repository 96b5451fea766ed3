"""Cosines and shared mixing in many dimensions: what the simplex loses, what a shared mixing variable restores.

Both are stated given the mixing variables, a = tau z^2/(2 l^2); all terms are bounded in a, so they may be averaged.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    All,
    Below,
    Derivation,
    Domain,
    Limit,
    On,
    Order,
    Proof,
    Rule,
    Statement,
    formula,
    part,
    real,
)
from rftheory.papers.beyond._lemmas.radial_kernels import PLANE, d

_a, _s = sp.symbols("a s", nonnegative=True)
_j = sp.Symbol("j", integer=True, nonnegative=True)
_SIZE = real("a", above=0, reach=("1e-2", 10), meaning="tau z^2/(2 l^2)")
_MANY = Domain(
    (PLANE, _SIZE, real("s", 0, reach=("1/10", 2), meaning="d c^2")),
    (Rule(_s <= d, "s <= d (a cosine)"),),
    extra=({"d": 10, "a": 1, "s": 0}, {"d": 10, "a": 2, "s": 2}, {"d": 10, "a": "1/10", "s": "1/2"}),
)
_half = d / 2
_TERM = (4 * _a**2 * _s / d) ** _j / sp.factorial(2 * _j)
_GIVEN = sp.Sum(
    _TERM
    * (sp.gamma(_half + _j) ** 2 / (sp.gamma(_half) * sp.gamma(_half + 2 * _j)))
    * sp.hyper((d + 2 * _j,), (_half + 2 * _j,), -_a),
    (_j, 0, sp.oo),
) - sp.exp(-2 * _a)
_FIRST = (_s - 1) / d * 2 * _a**2 * sp.exp(-2 * _a)


def _loss(proof: Proof) -> None:
    n = sp.Symbol("d", positive=True)
    slope, c = sp.symbols("D c", real=True)
    proof.equal(
        ((1 / (n + 1)) ** 2 - 1 / n) * slope / 2 + slope / (2 * n),
        slope / (2 * (n + 1) ** 2),
        "simplex rows, c = -1/(d-1): the loss against orthogonal ones is (z k')^2/(2 (d-1)^2) to this order",
    )
    x, y = sp.symbols("x y", positive=True)
    proof.equal(
        sp.series(sp.cosh(2 * c * sp.sqrt(x * y)), c, 0, 3).removeO(),
        1 + 2 * x * y * c**2,
        "the coefficient of c^2 in e^(-a-b) cosh(2 c (ab)^(1/2)) has the mean 2 M_1^2 = (z k')^2/2",
    )


LARGE_D = Statement(
    id="beyond/spectral/simplex/large-d",
    kind="asymptotic",
    where="simplex coupling",
    title="Pairs of any cosine in many dimensions",
    text=(
        "For scale mixtures, c = O(d^(-1/2)), d -> infinity at fixed z: Cov_c = (c^2 - 1/d)(z k')^2/2 + O(d^-2). The simplex "
        "loses (z k')^2/(2(d-1)^2) against orthogonal rows, about 1/d of the gain."
    ),
    latex=r"\mathrm{Cov}_c=\tfrac12\left(c^2-\tfrac1d\right)(zk')^2+\mathcal O(d^{-2})",
    domain_text="scale mixtures, z > 0",
    domain=_MANY,
    claim=Order(
        d**2,
        "d",
        formula(_GIVEN, _MANY, "d a s", majorants={_j: (4 * _a**2 * _s / d) ** _j / sp.factorial(_j)}),
        formula(_FIRST, _MANY, "d a s"),
    ),
    checks=(Derivation(_loss, part("the leading coefficients")),),
    uses=("beyond/spectral/simplex/pair-radii", "beyond/spectral/orf/large-d-matern"),
    note="The claim is given equal mixing variables (the Gaussian kernel), with c^2 = s/d.",
)

_LINE = Domain((_SIZE,), extra=({"a": 1}, {"a": "1/1000"}))
_PLANE = Domain((PLANE, _SIZE), extra=({"d": 4, "a": 1}, {"d": 10, "a": "1/10"}))
_RESTORED = (1 - sp.exp(-2 * _a)) ** 2 / 2 - 2 * _a**2 * sp.exp(-2 * _a)
_SECOND = (1 + sp.exp(-4 * _a) - 2 * sp.exp(-2 * _a)) / 2 + (d - 1) * (
    sp.hyper((d,), (_half,), -_a) - sp.exp(-2 * _a)
)


def _gain(proof: Proof) -> None:
    x = sp.Symbol("x", positive=True)
    proof.equal(
        ((1 - sp.exp(-x)) ** 2 - x**2 * sp.exp(-x)).rewrite(sp.exp),
        sp.exp(-x) * (4 * sp.sinh(x / 2) ** 2 - x**2).rewrite(sp.exp),
        "x = 2a: twice the integrand",
    )
    proof.cite("sinh(t) >= t for t >= 0")
    proof.equal(
        sp.series(_RESTORED, _a, 0, 5).removeO(), sp.Rational(2, 3) * _a**4, "the first term of the integrand"
    )


RESTORES = Statement(
    id="beyond/spectral/stratified/restores-gain",
    kind="asymptotic",
    where="coupling the radii: shared and stratified mixing",
    title="A shared mixing variable restores the gain at small distances",
    text=(
        "As d grows the part inside the blocks, times B d, is E[(1-e^(-2a))^2/2 - 2a^2 e^(-2a)], whose integrand is "
        "2a^4/3 + O(a^5) and nonnegative: the small-z gain of the Gaussian kernel returns for every mixing law."
    ),
    latex=r"\mathbb E\left[\tfrac12(1-e^{-2a})^2-2a^2e^{-2a}\right]",
    domain_text="scale mixtures",
    domain=_LINE,
    claim=All(
        (
            Below(sp.S.Zero, formula(_RESTORED, _LINE, "a"), strict=False),
            Order(
                _a**-5,
                "a",
                formula(_RESTORED, _LINE, "a"),
                formula(2 * _a**4 / 3, _LINE, "a"),
                toward=sp.S.Zero,
            ),
            On(
                _PLANE,
                Limit(_SECOND, "d", sp.oo, formula(_RESTORED, _PLANE, "a")),
                "given the mixing variable",
            ),
        )
    ),
    checks=(Derivation(_gain, part("the sign, and the first term")),),
    uses=("beyond/spectral/shared/block-mse",),
)

STATEMENTS = (LARGE_D, RESTORES)

"""The mean and variance of f1 f2 with other roots in (5) than the principal ones: i^j (1-4A)^(1/4), either sign of B (crt, 9.2)."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import All, Claim, Distribution, Domain, Draw, Equal, Rule, Variance, formula, integer
from rftheory.papers._shared import gerf
from rftheory.papers._shared.gerf import W4, B, C, general
from rftheory.papers._shared.invariants import d
from rftheory.papers.crt._notation import KERNEL, N2, S2, s

_ANY = general(finite=False)
_ROOT = integer("j", 0, 3, meaning="the fourth root i^j times the principal one")
_SIGN = integer("b", 0, 1, meaning="the root B of (5) with the sign (-1)^b")

ROOTS = Domain(
    (*_ANY.parameters, _ROOT, _SIGN),
    _ANY.rules,
    _ANY.repair,
    tuple({**p, "j": j, "b": b} for p in gerf.MODEST[:6] for j, b in ((1, 0), (2, 1), (0, 1), (3, 0))),
)

_j, _b = sp.symbols("j b", integer=True, nonnegative=True)

EVEN = Domain(
    ROOTS.parameters,
    (
        *ROOTS.rules,
        Rule(sp.Eq(sp.Mod(d * _j, 2), 0), "d j is even: D is the principal one up to its sign"),
    ),
    ROOTS.repair,
    ROOTS.extra,
)

_SLOPE = (-1) ** _b * B * sp.sqrt(S2)
_WITH_ROOT = sp.re(
    (sp.I**_j * sp.root(W4, 4)) ** (2 * d) * sp.exp(C * N2) * gerf.by_coordinates(2 * gerf.A, _SLOPE)
)

_TURNED = sp.re(sp.I ** (2 * _j * d) * sp.exp(s * S2 / 2 + C * N2))


_CHOSEN, _PRINCIPAL = (
    Draw(f"Re(f1 f2) by {name} roots", Distribution("Re of one product, roots j and b", gerf.A, s, *roots))
    for name, roots in (("these", (_j, _b)), ("principal", (0, 0)))
)


def same_moments(domain: Domain) -> Claim:
    """With other roots of 1-4A the real part of the mean, from the definition, is K, and the variance the same."""
    return All(
        (
            Equal(
                formula(_WITH_ROOT, domain, "d A s x2 y2 xy j b", closed=_TURNED),
                formula(KERNEL, domain, "x2 y2 xy"),
            ),
            Equal(Variance(_CHOSEN), Variance(_PRINCIPAL)),
        )
    )

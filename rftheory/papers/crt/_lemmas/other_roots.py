"""The mean of f1 f2 with the fourth root i^j (1-4A)^(1/4) in place of the principal one (crt, end of 9.2)."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import Agreement, Domain, Equal, Restated, Rule, formula, integer
from rftheory.papers._shared import gerf
from rftheory.papers._shared.gerf import W4, B, C, general
from rftheory.papers._shared.invariants import d
from rftheory.papers.crt._notation import KERNEL, N2, S2, s

_ANY = general(finite=False)
_ROOT = integer("j", 0, 3, meaning="the fourth root i^j times the principal one")

ROOTS = Domain(
    (*_ANY.parameters, _ROOT),
    _ANY.rules,
    _ANY.repair,
    tuple({**p, "j": j} for p in gerf.MODEST[:6] for j in (1, 2, 0, 3)),
)

_j = sp.Symbol("j", integer=True, nonnegative=True)

EVEN = Domain(
    ROOTS.parameters,
    (
        *ROOTS.rules,
        Rule(sp.Eq(sp.Mod(d * _j, 2), 0), "d j is even: D is the principal one up to its sign"),
    ),
    ROOTS.repair,
    ROOTS.extra,
)

CHOSEN: tuple[dict[str, object], ...] = tuple(
    {**p, "j": j} for p, j in zip(gerf.MODEST[:6], (1, 1, 2, 1, 3, 2), strict=True)
)

_WITH_ROOT = sp.re(
    (sp.I**_j * sp.root(W4, 4)) ** (2 * d) * sp.exp(C * N2) * gerf.by_coordinates(2 * gerf.A, B * sp.sqrt(S2))
)

_TURNED = sp.re(sp.I ** (2 * _j * d) * sp.exp(s * S2 / 2 + C * N2))


def mean_is_kernel(domain: Domain, points: tuple[dict[str, object], ...]) -> Restated:
    """The mean with another fourth root of 1-4A, from the definition, is K on a domain."""
    return Restated(
        "the mean with the fourth root i^j times the principal one is K",
        {
            "mean": formula(_WITH_ROOT, domain, "d A s x2 y2 xy j", closed=_TURNED),
            "kernel": formula(KERNEL, domain, "x2 y2 xy"),
        },
        domain,
        Equal("mean", "kernel"),
        Agreement("mean", "kernel", points),
    )

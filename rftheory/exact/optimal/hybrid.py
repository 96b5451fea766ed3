"""The angular hybrid on a sphere: the best numbers of base projections m and sign features n under a budget.

On the sphere of radius r the largest relative error squared is W G(n, r)/m, W = 2 sinh(2r^2)^2; G(n, r) is a maximum
over the angle. The best deterministic lambda, for comparison, reaches sinh(r^2)/sqrt(m) and no less.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from rftheory.errors import DomainError
from rftheory.exact import balls
from rftheory.exact.functions.hybrids.budget_choice import best_count, share
from rftheory.exact.optimal.optimum import Certificate, Certifier, Optimum, enclosed, exactly, rounded
from rftheory.exact.scalars import Ball, Rational

MEANING = (
    "the largest relative error sqrt(MSE)/SM of the angular hybrid over all angles on the sphere of radius r"
)


@dataclass(frozen=True)
class Budget:
    """m as a function of n within the budget K, and 1/m before rounding down, which makes G/m fall and then rise."""

    text: str
    rows: Callable[[int, int, int], int]
    relaxed: Callable[[int, int, int], Rational]
    last: Callable[[int, int], int]
    base: Callable[[int], int]
    shape: str


BUDGETS = {
    "features": Budget(
        "4m(n+1) <= K entries of the feature map",
        lambda k, d, n: k // (4 * (n + 1)),  # noqa: ARG005
        lambda k, d, n: balls.fmpq(4 * (n + 1), k),  # noqa: ARG005
        lambda k, d: k // 4 - 1,  # noqa: ARG005
        lambda k: k // 2,
        "(n+1) G is a maximum of convex functions of real n",
    ),
    "products": Budget(
        "mn <= K products of a base projection and a sign feature",
        lambda k, d, n: k // n,  # noqa: ARG005
        lambda k, d, n: balls.fmpq(n, k),  # noqa: ARG005
        lambda k, d: k,  # noqa: ARG005
        lambda k: k,
        "n G is a maximum of affine functions of real n",
    ),
    "projections": Budget(
        "m + n <= K Gaussian projections",
        lambda k, d, n: k - n,  # noqa: ARG005
        lambda k, d, n: balls.fmpq(1, k - n),  # noqa: ARG005
        lambda k, d: k - 1,  # noqa: ARG005
        lambda k: k,
        "G/(K-n) is a maximum of log-convex functions of real n",
    ),
    "flops": Budget(
        "(m+n)d + mn <= Kd operations",
        lambda k, d, n: (k - n) * d // (d + n),
        lambda k, d, n: balls.fmpq(d + n, (k - n) * d),
        lambda k, d: (k - 1) * d // (d + 1),
        lambda k: k,
        "G (d+n)/(K-n) is a maximum of convex functions of real n",
    ),
}


def objective(n: int, m: int, r: Fraction) -> Ball:
    """The largest relative error with m base projections and n sign features, as a ball."""
    radius = balls.exact(r)
    whole = 2 * (2 * balls.ball(radius) ** 2).sinh() ** 2
    return (whole * share(balls.fmpq(n), radius) / m).sqrt()


def optimise(budget: str, total: int, d: int, r: Fraction, digits: int) -> Optimum:
    """The best n, the most m that the budget leaves, and the error there."""
    kind = BUDGETS[budget]
    last = kind.last(total, d)
    if last < 1:
        raise DomainError("K", total, f"a budget that allows m = n = 1: {kind.text}")

    def rows(n: int) -> int:
        return kind.rows(total, d, n)

    n = best_count(r, lambda count: kind.relaxed(total, d, count), rows, last)
    m = rows(n)
    value = enclosed(lambda: objective(n, m, r), digits)
    others = {
        "base_estimator": enclosed(lambda: _base(r, kind.base(total)), digits),
        "best_lambda": enclosed(
            lambda: (balls.ball(balls.exact(r)) ** 2).sinh() / balls.arb(m).sqrt(), digits
        ),
    }
    found = {"m": exactly(m), "n": exactly(n)}
    certificate = _certificate(kind, rows, n, last, r)
    return Optimum("hybrid", found, value, MEANING, certificate, others)


def _base(r: Fraction, m: int) -> Ball:
    """sqrt(2/m) sinh(2r^2), the largest relative error of a base estimator with m projections."""
    return (2 / balls.arb(m)).sqrt() * (2 * balls.ball(balls.exact(r)) ** 2).sinh()


def _certificate(kind: Budget, rows: Callable[[int], int], n: int, last: int, r: Fraction) -> Certificate:
    proof = Certifier()
    with balls.working_precision(160):
        here = objective(n, rows(n), r)
        for other in (n - 1, n + 1):
            if not 1 <= other <= last:
                continue
            there = objective(other, rows(other), r)
            proof.require(
                not there < here,
                f"n = {other}, m = {rows(other)} is no better",
                error=rounded(there, 12),
                best=rounded(here, 12),
            )
    proof.require(
        1 <= n <= last and rows(n) >= 1,
        "all other n: certified signs of differences from the least place of the bound outwards, until the bound "
        "exceeds the error found",
        n=exactly(n),
        last=exactly(last),
    )
    proof.cite(
        f"G(n, r) = max of a + b/n over the angle with a, b >= 0; hence {kind.shape}: the bound falls, then rises"
    )
    return proof.certify(f"no other m, n >= 1 have a smaller largest error within {kind.text}")

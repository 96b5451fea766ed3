"""Of any hybrid at a pair: its exact variance, a bound of its fourth moment, where it is exact.

Rows are independent and Gaussian, lambdas have projections of their own, and coefficients c sum to one. So the error
is Z = sum_k c_k e_k with E e_k = 0 and E|Z|^2 = sum_kl E[c_k conj(c_l)] E[e_k conj(e_l)], whether or not a
lambda-estimate stays in [0, 1]. Rows of every part are sums of exponentials, whose moments are E e^{w.s} = e^{s.s/2}.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from rftheory.errors import InputError
from rftheory.measured.hybrids.bases import ComplexExponentialPart, PositivePart, TrigonometricPart
from rftheory.measured.hybrids.hybrid import Hybrid
from rftheory.measured.hybrids.lambdas import (
    ClusterLambda,
    GaussianLambda,
    SignLambda,
)
from rftheory.measured.hybrids.parts import AbstractPart
from rftheory.measured.hybrids.protocol import AbstractHybrid
from rftheory.measured.inputs import Floats
from rftheory.measured.protocol import AbstractCoupling
from rftheory.moments.catalogue import moments
from rftheory.moments.exponential_sums import Sum
from rftheory.moments.hybrid_rows import angle, row_of
from rftheory.moments.induced_kernels import plane_mean
from rftheory.moments.pairs import Pair

LARGEST_NORM = 18.0
"""e^{2 |x|^2}, the square of the kernel at y = x, is a number up to here."""
ZERO = 1e-12
"""A variance below this share of the squared kernel is none, but for the rounding of its cancellations."""


@dataclass(frozen=True)
class HybridMoments:
    """A hybrid with m rows for the bases and n for each lambda; n = None is n = 1, the largest variance of any n.

    separate: lambda features of queries and of keys have projections of their own. coupling: of the rows of bases,
    where their variances by it are wanted (`coupled`); else rows are independent.
    """

    hybrid: AbstractHybrid
    m: int
    n: int | None
    separate: bool = False
    coupling: AbstractCoupling | None = None

    def variance(self, x: Floats, y: Floats) -> float:
        """Var Re of the estimate, exact: (E|Z|^2 + Re E Z^2)/2."""
        plain, hermitian = self._products(x, y)
        lambdas, other = self._coefficients(x, y)
        total = np.sum(other * hermitian).real + np.sum(lambdas * plain).real
        return max(float(total) / (2.0 * self.m), 0.0)

    def fourth(self, x: Floats, y: Floats) -> float:
        """A bound of E (Re Z)^4: Minkowski over the bases, or Jensen where coefficients are a convex combination."""
        sizes = [self._fourth_of_base(row) for row in self._centred(x, y)]
        means, norms = self._lambda_norms(x, y)
        coefficients = [
            *(abs(mean) + norm for mean, norm in zip(means, norms, strict=True)),
            abs(1.0 - sum(means)) + math.fsum(norms),
        ]
        bound = math.fsum(c * size**0.25 for c, size in zip(coefficients, sizes, strict=True)) ** 4
        if self.convex(x, y):
            shares = [*(mean.real for mean in means), 1.0 - sum(means).real]
            bound = min(bound, math.fsum(s * size for s, size in zip(shares, sizes, strict=True)))
        return bound

    def convex(self, x: Floats, y: Floats) -> bool:
        """Whether every draw of the coefficients is in [0, 1]."""
        if all(isinstance(part, ClusterLambda) for part in self.hybrid.lambdas):
            return True
        reaches = [part.reach(x, y) for part in self.hybrid.lambdas]
        only = reaches[0] if len(reaches) == 1 else None
        return only is not None and only.interval[0] >= 0.0 and only.interval[1] <= 1.0

    def positive(self, x: Floats, y: Floats) -> bool:
        """Whether no estimate is negative: bases of positive rows, convex coefficients."""
        return self.convex(x, y) and all(
            isinstance(part, PositivePart)
            or (isinstance(part, ComplexExponentialPart) and not np.any(part.queries_matrix.imag))
            for part in self.hybrid.bases
        )

    def swapped(self) -> HybridMoments:
        """The same with lambdas at the wrong bases."""
        return replace(self, hybrid=_with(self.hybrid, self.hybrid.bases[::-1]))

    def coupled(self, coupling: AbstractCoupling, x: Floats, y: Floats) -> HybridMoments | None:
        """The same with bases on rows of the coupling; None where a variance at the pair has no closed form."""
        if self.hybrid.shared or any(
            _of_rows(part, coupling, self.m, x, y) is None for part in self.hybrid.bases
        ):
            return None
        return replace(self, coupling=coupling)

    def reuse_bias(self, x: Floats, y: Floats) -> float:
        """The bias where every lambda is made of projections of the first base: E lam_k (e_k - e_last) of one row.

        Rows meet their own in min(m, n) of m n products.
        """
        bases = self._centred(x, y)
        if not self.hybrid.shared:
            bases[1:] = [Sum.constant(0.0, 2 * len(x))] * (len(bases) - 1)
        found = 0.0
        for k, part in enumerate(self.hybrid.lambdas):
            gap = bases[k] - bases[-1]
            if isinstance(part, SignLambda):
                found += plane_mean(partial(_of_changes, gap, x, y), x, y)
            elif not part.deterministic:
                found += (row_of(part, x, y) * gap).mean().real
        return found / max(self.n or self.m, self.m)

    def _centred(self, x: Floats, y: Floats) -> list[Sum]:
        truth = _truth(x, y)
        return [row_of(part, x, y) + Sum.constant(-truth, 2 * len(x)) for part in self.hybrid.bases]

    def _products(self, x: Floats, y: Floats) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
        """E e_k e_l and E e_k conj(e_l) of one row."""
        rows = self._centred(x, y)
        plain, hermitian = (np.zeros((len(rows), len(rows)), dtype=complex) for _ in range(2))
        for k, first in enumerate(rows):
            for j, second in enumerate(rows):
                if self.hybrid.shared or k == j:
                    plain[k, j] = (first * second).mean()
                    hermitian[k, j] = (first * second.conjugate()).mean()
        if self.coupling is not None:
            found = [_of_rows(part, self.coupling, self.m, x, y) for part in self.hybrid.bases]
            plain = hermitian = np.diag([complex(self.m * value) for value in found if value is not None])
        return plain, hermitian

    def _coefficients(self, x: Floats, y: Floats) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
        """E c_k c_l and E c_k conj(c_l) of (lam_1, .., lam_p, 1 - sum lam); lambdas are independent."""
        laws = [self._law(part, x, y) for part in self.hybrid.lambdas]
        p, n = len(laws), self.n or 1
        turn = np.zeros((p + 1, p + 1))
        turn[:p, 1:] = np.eye(p)
        turn[p, 0], turn[p, 1:] = 1.0, -1.0
        means = np.array([1.0, *(law[0] for law in laws)], dtype=complex)
        plain, hermitian = np.outer(means, means), np.outer(means, means.conj())
        plain += np.diag([0.0, *(law[1] / n for law in laws)])
        hermitian += np.diag([0.0, *(law[2] / n for law in laws)])
        return turn @ plain @ turn.T, turn @ hermitian @ turn.T

    def _law(self, part: AbstractPart, x: Floats, y: Floats) -> tuple[complex, complex, float, float]:
        """Mean, E (r - mean)^2, E|r - mean|^2 and E|r - mean|^4 of one row of a lambda."""
        if isinstance(part, SignLambda):
            share = 0.5 if self.separate else angle(x, y) / math.pi
            spread = share * (1.0 - share)
            return share, spread, spread, spread * (1.0 - 3.0 * spread)
        row = row_of(part, x, y)
        joined = row if not self.separate or part.deterministic else row.apart()
        mean = joined.mean()
        off = joined + Sum.constant(-mean, joined.dimension)
        square = off * off.conjugate()
        return mean, (off * off).mean(), square.mean().real, (square * square).mean().real

    def _lambda_norms(self, x: Floats, y: Floats) -> tuple[list[complex], list[float]]:
        """Means, and (E|delta|^4)^{1/4} of delta = lambda - mean for n rows."""
        laws, n = [self._law(part, x, y) for part in self.hybrid.lambdas], self.n or 1
        norms = [_of_mean(law[1], law[2], law[3], n) ** 0.25 for law in laws]
        return [law[0] for law in laws], norms

    def _fourth_of_base(self, row: Sum) -> float:
        """E|e|^4 for the mean of m independent rows."""
        square = row * row.conjugate()
        plain, size = (row * row).mean(), square.mean().real
        return _of_mean(plain, size, (square * square).mean().real, self.m)


def _of_rows(part: AbstractPart, coupling: AbstractCoupling, m: int, x: Floats, y: Floats) -> float | None:
    """The variance of a real base of m rows of the coupling, where it has a closed form."""
    name = {TrigonometricPart: "trigonometric", PositivePart: "hyperbolic"}.get(type(part))
    if name is None:
        return None
    pair, theory = Pair("", x, y), moments(coupling, name, "softmax")
    return theory.variance(pair, m, theory.term(pair))


def _of_changes(gap: Sum, x: Floats, y: Floats, p: Floats, q: Floats) -> Floats:
    """The gap where w.x and w.y have different signs, else 0."""
    return np.asarray(np.where(p * q < 0.0, gap.along(p, q, x, y), 0.0))


def _of_mean(plain: complex, size: float, fourth: float, count: int) -> float:
    """E|mean of count centred rows|^4 from E r^2, E|r|^2 and E|r|^4."""
    mixed = count * (count - 1.0) * (2.0 * size**2 + abs(plain) ** 2)
    return max((count * fourth + mixed) / count**4, 0.0)


def exact_pairs(hybrid: HybridMoments, d: int, norm: float) -> list[tuple[str, Floats, Floats]]:
    """Where the claimed variance is none, among angles 0 and pi and the centres of clusters."""
    x = np.cos(1.0 + 2.399963 * np.arange(d))
    x /= np.linalg.norm(x)
    candidates = [("theta = 0", norm * x, norm * x), ("theta = pi", norm * x, -norm * x)]
    for part in hybrid.hybrid.lambdas:
        if isinstance(part, GaussianLambda) and part.rho < 1.0:
            radius = math.sqrt(-math.log1p(-part.rho) / 2.0) / part.sigma
            candidates.append(("theta = pi at the norm of rho", radius * x, -radius * x))
    clusters = next((part for part in hybrid.hybrid.lambdas if isinstance(part, ClusterLambda)), None)
    if clusters is not None:
        candidates += [
            (f"centres {i} and {j}", np.array(centre), np.array(other))
            for i, centre in enumerate(clusters.queries, 1)
            for j, other in enumerate(clusters.keys, 1)
        ]
    return [(label, a, b) for label, a, b in candidates if hybrid.variance(a, b) <= ZERO * _truth(a, b) ** 2]


def _truth(x: Floats, y: Floats) -> float:
    """e^{x.y}; InputError where the squares of such numbers are none of double precision."""
    norm = math.sqrt(max(float(x @ x), float(y @ y)))
    if norm > LARGEST_NORM:
        raise InputError(
            f"points of norm {norm:.3g}: moments of hybrids overflow there; allowed: norms up to {LARGEST_NORM:g}"
        )
    return math.exp(float(x @ y))


def _with(hybrid: AbstractHybrid, bases: Sequence[AbstractPart]) -> Hybrid:
    return Hybrid(
        hybrid.name, hybrid.title, tuple(bases), hybrid.lambdas, hybrid.shared, hybrid.real, hybrid.dimension
    )

"""What every hybrid is: base and lambda-estimators put together, in both forms."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from typing import Any, NamedTuple, Protocol

import numpy as np

from rftheory.errors import DomainError, InputError
from rftheory.measured.hybrids.parts import AbstractPart, Numbers
from rftheory.measured.inputs import Floats, generator, integer, points, reals


class Rows(NamedTuple):
    """Projections of every part, each (..., q, d): m rows for a base estimator, n for a lambda-estimator."""

    bases: tuple[Floats, ...]
    lambdas: tuple[Floats, ...]


class Source(Protocol):
    """Anything that draws projections, (n, m, d) for n draws: every coupling does."""

    def sample(self, d: int, m: int, *, rng: np.random.Generator, n: int) -> Floats: ...


class AbstractHybrid(ABC):
    """sum_k lam_k SM_k + (1 - sum_k lam_k) SM_{p+1}: p + 1 bases, p lambdas, p >= 0. hrf, (8), Lemma 2.3.

    Products never conjugate: estimate = queries(x) . keys(y), sample by sample. Lambdas have projections of
    their own; the bases share one set (`shared`) or have one each. `real`: the real part, whose features are
    real and twice as many. `dimension`: the d that a matrix or a centre asks for, None for any.
    """

    name: str
    title: str
    reference: str
    bases: tuple[AbstractPart, ...]
    lambdas: tuple[AbstractPart, ...]
    shared: bool
    real: bool
    dimension: int | None

    @property
    def featured(self) -> bool:
        """Whether there is a feature form."""
        return all(part.featured for part in (*self.bases, *self.lambdas))

    def families(self, m: int, n: int) -> tuple[int, ...]:
        """How many rows each independent set of projections has: those of the bases, then one a lambda."""
        integer("m", m, 1)
        integer("n", n, 1)
        bases = (m,) if self.shared else (m,) * len(self.bases)
        return (*bases, *(1 if part.deterministic else n for part in self.lambdas))

    def rows(self, families: tuple[Floats, ...]) -> Rows:
        """The projections of every part from the sets of `families`."""
        count = 1 if self.shared else len(self.bases)
        bases = families[:1] * len(self.bases) if self.shared else families[:count]
        return Rows(tuple(bases), tuple(families[count:]))

    def sample(
        self,
        d: int,
        m: int,
        n: int,
        *,
        rng: np.random.Generator,
        size: int = 1,
        coupling: Source | None = None,
    ) -> Rows:
        """`size` draws of all projections, from N(0, I_d) or a coupling, each set on its own."""
        integer("d", d, 1)
        integer("size", size, 1)
        if self.dimension not in (None, d):
            raise DomainError("d", d, f"{self.dimension}, the dimension of {self.name}")
        rng = generator(rng)

        def draw(q: int) -> Floats:
            if coupling is None:
                return rng.standard_normal((size, q, d))
            return coupling.sample(d, q, rng=rng, n=size)

        return self.rows(tuple(draw(q) for q in self.families(m, n)))

    def estimate(self, x: Any, y: Any, rows: Rows) -> Numbers:
        """The estimator form at one pair x, y (d,): rows (..., q, d) to (...)."""
        x, y = (np.asarray(reals(k, v, ndims=(1,), shape="(d,)"), float) for k, v in (("x", x), ("y", y)))
        self._check(x, rows)
        self._check(y, rows)
        with np.errstate(over="ignore", invalid="ignore"):
            found = self.combine(*self.values(x, y, rows))
        found = np.real(found) if self.real else found
        if not np.all(np.isfinite(found)):
            raise InputError("an estimate overflows; allowed: smaller points")
        return found

    def values(self, x: Floats, y: Floats, rows: Rows) -> tuple[list[Numbers], list[Numbers]]:
        """The estimates of all bases and of all lambdas."""
        bases = [part.value(x, y, w) for part, w in zip(self.bases, rows.bases, strict=True)]
        return bases, [part.value(x, y, w) for part, w in zip(self.lambdas, rows.lambdas, strict=True)]

    def combine(self, bases: list[Numbers], lambdas: list[Numbers]) -> Numbers:
        """(8)."""
        rest: Any = 1.0
        total: Any = 0.0
        for base, coefficient in zip(bases[:-1], lambdas, strict=True):
            total, rest = total + coefficient * base, rest - coefficient
        return np.asarray(total + rest * bases[-1])

    def queries(self, x: Any, rows: Rows) -> Numbers:
        """Psi_1 of Lemma 2.3: (d,) or (p, d) to (..., D) or (..., p, D); real of twice the length where `real`."""
        return self._features(x, rows, 0)

    def keys(self, y: Any, rows: Rows) -> Numbers:
        """Psi_2 of Lemma 2.3, shaped as `queries`; queries(x) . keys(y) without conjugation is the estimate."""
        return self._features(y, rows, 1)

    def features(self, x: Any, y: Any, rows: Rows) -> tuple[Numbers, Numbers]:
        """(queries(x), keys(y))."""
        return self.queries(x, rows), self.keys(y, rows)

    def size(self, d: int, m: int, n: int) -> int:
        """The number of features, m sum_k t_k + m n sum_k l_k (t_k + t_{p+1}) with n = 1 for a fixed lambda; twice
        that where `real`."""
        t = [part.functions(d) for part in self.bases]
        total = m * sum(t)
        for k, part in enumerate(self.lambdas):
            total += m * (1 if part.deterministic else n) * part.functions(d) * (t[k] + t[-1])
        return total * (2 if self.real else 1)

    def _features(self, u: Any, rows: Rows, side: int) -> Numbers:
        if not self.featured:
            raise InputError(f"{self.name} has no feature form; allowed: estimate")
        single = np.ndim(u) == 1
        p = points(np.asarray(u)[None] if single else u)
        self._check(p[0], rows)
        with np.errstate(over="ignore", invalid="ignore"):
            psi = self.compose(self.functions(p, rows, side))
        if not np.all(np.isfinite(psi)):
            raise InputError("a feature overflows; allowed: smaller points")
        if self.real:
            psi = np.concatenate([psi.real, -psi.imag if side else psi.imag], axis=-1)
        return psi[..., 0, :] if single else psi

    def functions(self, p: Floats, rows: Rows, side: int) -> tuple[list[Numbers], list[Numbers]]:
        """phi^k and rho^k as (..., p, l, q), of the queries (0) or the keys (1)."""
        parts = (zip(self.bases, rows.bases, strict=True), zip(self.lambdas, rows.lambdas, strict=True))
        bases, lambdas = (
            [part.right(p, w) if side else part.left(p, w) for part, w in each] for each in parts
        )
        return bases, lambdas

    def compose(self, functions: tuple[list[Numbers], list[Numbers]]) -> Numbers:
        """Psi^1 * Psi^2 * Psi^3 * Psi^4 of Lemma 2.3."""
        bases, lambdas = functions
        m, constants = bases[-1].shape[-1], [part.constant for part in self.lambdas]
        first = [_flat(_root(a / m) * phi) for a, phi in zip(constants, bases[:-1], strict=True)]
        second = [_outer(rho, phi) for rho, phi in zip(lambdas, bases[:-1], strict=True)]
        third = [_flat(_root((1.0 - math.fsum(constants)) / m) * bases[-1])]
        fourth = [self.unit() * _outer(rho, bases[-1]) for rho in lambdas]
        return np.concatenate([*first, *second, *third, *fourth], axis=-1)

    def unit(self) -> complex:
        """The factor of Psi^4."""
        return 1j

    def product(self, x: Any, y: Any, rows: Rows) -> Numbers:
        """The estimate from the features, at one pair."""
        phi, psi = self.features(np.asarray(x), np.asarray(y), rows)
        return np.asarray(np.sum(phi * psi, axis=-1))

    @abstractmethod
    def mutants(self) -> tuple[AbstractHybrid, ...]:
        """Deliberately wrong variants; each has a text `wrong`."""

    def _check(self, point: Floats, rows: Rows) -> None:
        if len(rows.bases) != len(self.bases) or len(rows.lambdas) != len(self.lambdas):
            given = f"{len(rows.bases)} and {len(rows.lambdas)} sets of projections"
            raise InputError(f"{given}; allowed: {len(self.bases)} of bases, {len(self.lambdas)} of lambdas")
        for w in (*rows.bases, *rows.lambdas):
            if w.ndim < 2 or w.shape[-1] != len(point):
                raise InputError(
                    f"projections {w.shape} for d = {len(point)}; allowed: (..., q, {len(point)})"
                )


def _root(a: float) -> complex:
    """The square root, imaginary for a negative number."""
    return 1j * math.sqrt(-a) if a < 0.0 else complex(math.sqrt(a))


def _flat(phi: Numbers) -> Numbers:
    """(..., l, q) to (..., l q)."""
    return phi.reshape(*phi.shape[:-2], -1)


def _outer(rho: Numbers, phi: Numbers) -> Numbers:
    """(n m)^{-1/2} of all products rho^i (x) phi^l, flat: (..., l, n) and (..., t, m) to (..., l t n m)."""
    scale = 1.0 / math.sqrt(rho.shape[-1] * phi.shape[-1])
    products = scale * rho[..., :, None, :, None] * phi[..., None, :, None, :]
    return products.reshape(*products.shape[:-4], -1)

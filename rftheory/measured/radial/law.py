"""What a law of frequencies must offer, and what follows from it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import Field
from typing import Any, ClassVar

import numpy as np

from rftheory.errors import DomainError, InputError
from rftheory.measured.couplings.frames import chi
from rftheory.measured.inputs import Floats, generator, integer
from rftheory.measured.radial.lengthscales import Lengthscale, divided, lengthscale

Shape = tuple[int, ...]


class AbstractSpectralLaw(ABC):
    """The law of one frequency w in R^d of a stationary kernel k(x - y) = E cos(w.(x - y)), k(0) = 1.

    Everything but `rows` is at lengthscale 1: the lengthscale divides last, after any coupling. Where it has d
    numbers (one a coordinate) the kernel is that of diag(lengthscale)^{-1} (x - y).
    """

    name: str
    title: str
    reference: str
    lengthscale: Lengthscale
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    def check(self, d: int) -> None:
        """DomainError unless d is an integer >= 1, and as many as the lengthscales where these are many."""
        integer("d", d, 1)
        if isinstance(self.lengthscale, tuple) and len(self.lengthscale) != d:
            given = f"{len(self.lengthscale)} numbers"
            raise DomainError("lengthscale", given, f"one number, or d = {d} numbers")

    def divide(self, vectors: Floats) -> Floats:
        """Vectors (..., d) divided by the lengthscale: rows after a coupling, or the points instead of the rows."""
        return divided(vectors, self.lengthscale)

    def rows(self, d: int, m: int, *, rng: np.random.Generator, n: int) -> Floats:
        """n draws of m independent frequencies, lengthscale included; shape (n, m, d). Raises DomainError."""
        self.check(d)
        size = (integer("n", n, 1), integer("m", m, 1))
        return self.divide(self.unit_rows(d, generator(rng), size))

    @abstractmethod
    def unit_rows(self, d: int, rng: np.random.Generator, shape: Shape) -> Floats:
        """Independent frequencies at lengthscale 1, shape (*shape, d)."""

    def __str__(self) -> str:
        shown = [name for name, entry in self.__dataclass_fields__.items() if entry.init]
        return f"{self.name}({', '.join(f'{name}={getattr(self, name)!r}' for name in shown)})"

    def _keep(self, **values: Any) -> None:
        """Checked parameters in place of those given: the way in which a frozen dataclass sets its own fields."""
        for parameter, value in values.items():
            object.__setattr__(self, parameter, value)


class AbstractRadialLaw(AbstractSpectralLaw):
    """w = r u / lengthscale with u uniform on the unit sphere of R^d and r >= 0 independent of it.

    A scale mixture has r = sqrt(tau) chi_d, that is w = sqrt(tau) g / lengthscale with g ~ N(0, I_d) and one tau a
    row. Source: beyond, spectral/omega and spectral/scale-mixture.
    """

    mixture: bool = True

    @abstractmethod
    def scales(self, rng: np.random.Generator, shape: Shape) -> Floats:
        """The mixing variables tau, independent; InputError for a law that is no scale mixture."""

    @abstractmethod
    def quantiles(self, shares: Floats) -> Floats:
        """The inverse cdf of tau at shares in (0, 1), increasing; InputError where none is known."""

    def radii(self, d: int, rng: np.random.Generator, shape: Shape) -> Floats:
        """The radii r = sqrt(tau) chi_d at lengthscale 1, independent; shape `shape`. Raises DomainError."""
        self.check(d)
        radii = chi(d, shape, rng=rng)
        radii *= np.sqrt(self.scales(rng, shape))
        return radii

    def unit_rows(self, d: int, rng: np.random.Generator, shape: Shape) -> Floats:
        rows = rng.standard_normal((*shape, d))
        rows *= np.sqrt(self.scales(rng, shape))[..., None]
        return rows


class AbstractLengthLaw(AbstractRadialLaw):
    """A radial law given by its radii alone: no scale mixture, so it has no tau to share or to stratify."""

    mixture: bool = False

    @abstractmethod
    def radii(self, d: int, rng: np.random.Generator, shape: Shape) -> Floats:
        """Independent radii at lengthscale 1; shape `shape`. Raises DomainError."""

    def scales(self, rng: np.random.Generator, shape: Shape) -> Floats:
        del rng, shape
        raise InputError(f"{self} is no scale mixture and has no tau; use radii(d, rng, shape)")

    def quantiles(self, shares: Floats) -> Floats:
        del shares
        raise InputError(f"{self} is no scale mixture and has no tau to stratify")

    def unit_rows(self, d: int, rng: np.random.Generator, shape: Shape) -> Floats:
        rows = rng.standard_normal((*shape, d))
        rows *= (self.radii(d, rng, shape) / np.linalg.norm(rows, axis=-1))[..., None]
        return rows


class AbstractProductLaw(AbstractSpectralLaw):
    """Independent coordinates of one law; the kernel is the product of those of the coordinates, not radial.

    Directions are not uniform, so no frame stands for the rows and only independent rows are drawn.
    """

    @abstractmethod
    def coordinates(self, rng: np.random.Generator, shape: Shape) -> Floats:
        """Independent coordinates at lengthscale 1."""

    def unit_rows(self, d: int, rng: np.random.Generator, shape: Shape) -> Floats:
        return self.coordinates(rng, (*shape, d))


def checked_lengthscale(law: AbstractSpectralLaw) -> Lengthscale:
    """The lengthscale of a law as a float or a tuple of floats; DomainError unless all are finite and > 0."""
    return lengthscale(law.lengthscale)


def unknown_quantiles(law: AbstractSpectralLaw) -> InputError:
    """What is said where strata are asked of a law whose mixing variable has no inverse cdf here."""
    return InputError(f"no inverse cdf of tau is known for {law}; allowed: gaussian, matern and rq")

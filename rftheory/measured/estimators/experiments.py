"""Scalar functionals of a random block as i.i.d. draws with a known scale and range."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np

from rftheory.errors import DomainError
from rftheory.measured.couplings.rotations import LABEL, RotatedPair
from rftheory.measured.couplings.tilting import rotatable, tiltable, tilted_projections
from rftheory.measured.inputs import Floats, generator, integer
from rftheory.measured.protocol import AbstractCoupling, Law

Features = Literal["positive", "trigonometric"]
Functional = Literal["mean", "square", "pair", "term-square"]
DEGREE: dict[str, int] = {"mean": 1, "square": 2, "pair": 2, "term-square": 2}
PADDING = 1e-9  # far above the rounding of a scaled value, far below any margin that a test resolves
LARGEST_POWER = 700.0  # e^709 is about the largest float


@dataclass(frozen=True, slots=True)
class Experiment:
    """One functional of m terms b_i = exp(length p_i) (positive) or cos(length p_i) (trigonometric), p_i = w_i . e.

    mean: (1/m) sum b_i; square: its square; term-square: (1/m) sum b_i^2; pair: the average of b_i b_j
    over i != j (m >= 2). `centre` is subtracted from the mean before squaring (trigonometric square only), so
    that an MSE is drawn as such. length is |x + y| for positive, |x - y| for trigonometric features. direction:
    d numbers, the direction e, required by and only by a coupling that is not isotropic.
    tilt = t draws from density (1/m) sum_i exp(t p_i - t^2/2) relative to the coupling's declared law and
    weights (positive features); averaged = True averages the pair term over rotations, and is labelled so.
    Both read `coupling.law`, not its code, hence refuse a mutant. Raises DomainError.
    """

    coupling: AbstractCoupling
    features: Features
    functional: Functional
    d: int
    m: int
    length: float
    tilt: float | None = None
    direction: tuple[float, ...] | None = None
    averaged: bool = False
    centre: float = 0.0

    def __post_init__(self) -> None:
        integer("d", self.d, 1)
        integer("m", self.m, 2 if self.functional == "pair" else 1)
        self.coupling.check(self.d, self.m)
        if self.features not in ("positive", "trigonometric"):
            raise DomainError("features", self.features, "positive or trigonometric")
        if self.functional not in DEGREE:
            raise DomainError("functional", self.functional, f"one of {', '.join(DEGREE)}")
        if not 0 <= self.length < math.inf:
            raise DomainError("length", self.length, "finite and >= 0")
        self._check_direction()
        if self.centre and (self.features != "trigonometric" or self.functional != "square"):
            raise DomainError("centre", self.centre, "0, except for the square of trigonometric features")
        if not abs(self.centre) <= 1:
            raise DomainError("centre", self.centre, "at most 1 in size")
        if self.tilt is not None:
            self._check_tilt(self.tilt)
        if self.averaged:
            self._check_law("averaged")
            legal = self.functional == "pair" and self.tilt is None and self.d >= 2
            if not (legal and rotatable(self.coupling.law)):
                raise DomainError(
                    "averaged", True, "for the functional pair, without tilt, d >= 2, one angle"
                )

    @property
    def log_scale(self) -> float:
        """Every value is divided by exp(log_scale): v^2/2 (mean), v^2 (pair), 2 v^2 (squares); 0 for cosines;
        the logarithm of the largest value where averaged."""
        if self.features == "trigonometric":
            return 0.0
        if self.averaged:
            logs = [math.log(share) + pair.log_bound for share, pair in self._rotated()]
            return float(np.logaddexp.reduce(logs))
        return {"mean": 0.5, "pair": 1.0, "square": 2.0, "term-square": 2.0}[self.functional] * self.length**2

    @property
    def support(self) -> tuple[float, float]:
        """An interval that holds every scaled value (padded by 1e-9 against rounding); the end may be inf."""
        if self.features == "trigonometric":
            low, high = {
                "mean": (-1.0, 1.0),
                "pair": (-1 / max(1, self.m - 1), 1.0),
            }.get(self.functional, (0.0, (1.0 + abs(self.centre)) ** 2))
        elif self.averaged:
            low, high = 0.0, 1.0
        elif self.tilt == 2 * self.length and self.functional in ("square", "pair"):
            low = 1 / self.m if self.functional == "square" else 0.0
            power = 0.0 if self.functional == "square" else self.length**2
            high = math.exp(power) if power < LARGEST_POWER else math.inf
        else:
            return (0.0, math.inf)
        if high == math.inf:
            return (0.0, high)
        pad = PADDING * (high - low) + PADDING * abs(low)
        return (low - pad, high + pad)

    @property
    def label(self) -> str:
        """How the values are drawn, for the report."""
        if self.averaged:
            return LABEL
        return "plain draws" if self.tilt is None else f"change of measure, tilt {self.tilt:.6g}"

    @property
    def width(self) -> int:
        """Numbers held per draw."""
        return self.coupling.height(self.d) * self.coupling.blocks(self.d, self.m) + 1

    def draw(self, n: int, *, rng: np.random.Generator) -> Floats:
        """(n,) independent scaled values, weights included; n >= 1."""
        n, rng = integer("n", n, 1), generator(rng)
        if self.averaged:
            return self._average(n, rng)
        projections = self._projections(n, rng)
        if self.features == "trigonometric":
            return _functional(np.cos(self.length * projections), self.functional, self.centre)
        return self._positive(projections)

    def _projections(self, n: int, rng: np.random.Generator) -> Floats:
        if self.tilt is not None:
            return tilted_projections(self.coupling.law, self.d, self.m, self.tilt, rng=rng, n=n)
        if self.direction is None:
            return self.coupling.frame(self.d, self.m, 1, rng=rng, n=n)[..., 0]
        unit = np.asarray(self.direction) / math.hypot(*self.direction)
        return self.coupling.project(unit[None, :], self.m, rng=rng, n=n)[..., 0]

    def _positive(self, projections: Floats) -> Floats:
        top = projections.max(axis=1)
        terms = np.exp(self.length * (projections - top[:, None]))
        logs = DEGREE[self.functional] * self.length * top - self.log_scale
        if self.tilt is not None:
            powers = np.exp(self.tilt * (projections - top[:, None]))
            logs += self.tilt**2 / 2 - self.tilt * top - np.log(powers.mean(axis=1))
        with np.errstate(over="ignore", invalid="ignore"):
            values: Floats = np.exp(logs) * _functional(terms, self.functional)
        return values

    def _average(self, n: int, rng: np.random.Generator) -> Floats:
        scale, parts = self.log_scale, self._rotated()
        drawn = [share * np.exp(pair.draw_logs(n, rng=rng) - scale) for share, pair in parts]
        values: Floats = np.add.reduce(drawn)
        return values

    def _rotated(self) -> list[tuple[float, RotatedPair]]:
        """Shares of the pairs i != j inside one block and across blocks, each with its average."""
        law, pairs = self.coupling.law, self.m * (self.m - 1)
        block = law.rows(self.d)
        sizes = [min(block, self.m - start) for start in range(0, self.m, block)]
        inside = sum(size * (size - 1) for size in sizes) / pairs
        if inside == 1.0 or law.directions == "independent":
            return [(1.0, RotatedPair(law, self.d, self.length))]
        across = RotatedPair(Law("chi_d", "independent"), self.d, self.length)
        return [(inside, RotatedPair(law, self.d, self.length)), (1 - inside, across)]

    def _check_direction(self) -> None:
        if self.coupling.isotropic:
            if self.direction is not None:
                raise DomainError("direction", self.direction, "None for an isotropic coupling")
            return
        given = self.direction or ()
        if len(given) != self.d or not (all(map(math.isfinite, given)) and any(given)):
            raise DomainError("direction", self.direction, f"{self.d} finite numbers, not all zero")

    def _check_tilt(self, tilt: float) -> None:
        self._check_law("tilt")
        if self.features != "positive" or not 0 <= tilt < math.inf:
            raise DomainError("tilt", tilt, "finite and >= 0, with positive features")
        if tilt == {"mean": 1, "term-square": 2}.get(self.functional, math.nan) * self.length:
            raise DomainError("tilt", tilt, "not this one: the weighted value is constant and tests nothing")

    def _check_law(self, parameter: str) -> None:
        if not (self.coupling.isotropic and tiltable(self.coupling.law)):
            raise DomainError(
                parameter, self.coupling.name, "iid, orthogonal, simplex or cross-polytope rows, chi_d norms"
            )
        if getattr(self.coupling, "wrong", ""):
            raise DomainError(parameter, self.coupling.name, "no mutant: the declared law would be drawn")


def _functional(terms: Floats, functional: str, centre: float = 0.0) -> Floats:
    """(n,) values of the functional of terms (n, m)."""
    m = terms.shape[1]
    if functional == "term-square":
        squares: Floats = np.mean(terms**2, axis=1)
        return squares
    if functional == "pair":
        before = np.cumsum(terms, axis=1)[:, :-1]
        products: Floats = 2 * np.sum(terms[:, 1:] * before, axis=1) / (m * (m - 1))
        return products
    mean: Floats = np.mean(terms, axis=1)
    return mean if functional == "mean" else (mean - centre) ** 2

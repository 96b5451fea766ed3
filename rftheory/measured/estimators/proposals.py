"""Laws to draw projections from in place of the declared one, with exact log density ratios.

Every law here is Q = L P with L = (1/m) sum_i l(w_i), P the declared law of m exchangeable rows: one row
is drawn from l times its marginal law, the rest from its conditional law given that row, which l does not
change. So E_P F = E_Q[F / L] for every F with F = 0 where L = 0. docs/inference.md, section 10.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from rftheory.errors import DomainError
from rftheory.measured.couplings import spherical
from rftheory.measured.couplings.tilting import tiltable, tilted_projections
from rftheory.measured.inputs import Floats
from rftheory.measured.products import vecdot
from rftheory.measured.protocol import AbstractCoupling, Law


class Proposal(Protocol):
    """Rows restricted to r orthonormal vectors, and log L of them."""

    @property
    def label(self) -> str: ...

    def draw(self, n: int, m: int, *, rng: np.random.Generator) -> Floats:
        """(n, m, r) rows under Q; a chosen row may come first, so functionals must be symmetric."""

    def log_ratio(self, rows: Floats) -> Floats:
        """(n,) log L of rows (n, m, r)."""


@dataclass(frozen=True, slots=True)
class Component:
    """A Gaussian N(shift, scale^2 I) of a mixture, with its share; the shift has r coordinates."""

    share: float
    shift: tuple[float, ...]
    scale: float = 1.0


@dataclass(frozen=True, slots=True)
class GaussianMixture:
    """l(w) = sum_j share_j N(w; shift_j, scale_j^2 I) / N(w; 0, I) for independent N(0, I) rows.

    A component without shift, of scale 1, is a defence: L is at least its share. DomainError unless the
    shares are positive and sum to one and the shifts have one length.
    """

    components: tuple[Component, ...]

    def __post_init__(self) -> None:
        check_shares([part.share for part in self.components])
        if len({len(part.shift) for part in self.components}) != 1:
            raise DomainError("shift", [len(part.shift) for part in self.components], "of one length")
        for part in self.components:
            if not 0 < part.scale < math.inf or not all(map(math.isfinite, part.shift)):
                raise DomainError("components", part, "a finite shift and a finite scale > 0")

    @property
    def label(self) -> str:
        """For the report."""
        return f"change of measure, mixture of {len(self.components)} Gaussians"

    def draw(self, n: int, m: int, *, rng: np.random.Generator) -> Floats:
        shifts = np.array([part.shift for part in self.components])
        rows = rng.standard_normal((n, m, shifts.shape[1]))
        part = choose([part.share for part in self.components], n, rng)
        scales = np.array([part.scale for part in self.components])
        rows[:, 0] = shifts[part] + scales[part][:, None] * rows[:, 0]
        return rows

    def log_ratio(self, rows: Floats) -> Floats:
        squares = vecdot(rows, rows) / 2.0
        logs = [
            math.log(part.share)
            - rows.shape[-1] * math.log(part.scale)
            + squares
            - np.sum((rows - np.array(part.shift)) ** 2, axis=-1) / (2.0 * part.scale**2)
            for part in self.components
        ]
        return log_mean(np.logaddexp.reduce(logs, axis=0))


@dataclass(frozen=True, slots=True)
class TiltMixture:
    """l(w) = sum_j share_j exp(tilt_j w.e - Lambda(tilt_j)), Lambda(t) = log E exp(t w.e), on one unit vector e.

    For rows that are Gaussian (independent, orthogonal, simplex) or on the sphere of radius sqrt(d)
    (independent, orthogonal); all these laws are symmetric, so a negative tilt flips all signs.
    """

    law: Law
    d: int
    tilts: tuple[tuple[float, float], ...]

    def __post_init__(self) -> None:
        check_shares([share for share, _ in self.tilts])
        if not shiftable(self.law):
            raise DomainError("law", self.law, "Gaussian or spherical rows of a known joint law")
        for _, tilt in self.tilts:
            if not math.isfinite(tilt):
                raise DomainError("tilts", tilt, "finite")

    @property
    def label(self) -> str:
        """For the report."""
        return "change of measure, tilts " + ", ".join(f"{tilt:.4g}" for _, tilt in self.tilts)

    def log_mean(self, tilt: float) -> float:
        """Lambda(tilt)."""
        return tilt**2 / 2.0 if self.law.norm == "chi_d" else spherical.log_mean(self.d, tilt)

    def draw(self, n: int, m: int, *, rng: np.random.Generator) -> Floats:
        part, rows = choose([share for share, _ in self.tilts], n, rng), np.empty((n, m))
        for index, (_, tilt) in enumerate(self.tilts):
            (where,) = np.nonzero(part == index)
            if where.size:
                rows[where] = math.copysign(1.0, tilt) * self._tilted(abs(tilt), m, where.size, rng)
        return rows[..., None]

    def _tilted(self, tilt: float, m: int, n: int, rng: np.random.Generator) -> Floats:
        if self.law.norm == "chi_d":
            return tilted_projections(self.law, self.d, m, tilt, rng=rng, n=n)
        orthogonal = self.law.directions == "orthogonal"
        return spherical.tilted_rows(self.d, m, tilt, orthogonal, rng=rng, n=n)

    def log_ratio(self, rows: Floats) -> Floats:
        logs = [math.log(share) + tilt * rows[..., 0] - self.log_mean(tilt) for share, tilt in self.tilts]
        return log_mean(np.logaddexp.reduce(logs, axis=0))


def shiftable(law: Law) -> bool:
    """Whether the joint law of rows given one of them is known here."""
    return tiltable(law) or (law.norm == "sqrt(d)" and law.directions in ("independent", "orthogonal"))


def check_coupling(coupling: AbstractCoupling) -> None:
    """DomainError unless the declared law of the coupling may be drawn in its place: it must be no mutant."""
    if not (coupling.isotropic and shiftable(coupling.law)):
        raise DomainError("coupling", coupling.name, "isotropic, with Gaussian or spherical rows")
    if getattr(coupling, "wrong", ""):
        raise DomainError("coupling", coupling.name, "no mutant: the declared law would be drawn")


def log_mean(logs: Floats) -> Floats:
    """log of the mean of exp over the last axis."""
    means: Floats = np.logaddexp.reduce(logs, axis=-1) - math.log(logs.shape[-1])
    return means


def choose(shares: Sequence[float], n: int, rng: np.random.Generator) -> NDArray[np.intp]:
    """(n,) independent indices with these probabilities."""
    ends = np.cumsum(shares)
    found: NDArray[np.intp] = np.searchsorted(ends[:-1], rng.random(n) * ends[-1], side="right")
    return found


def check_shares(shares: Sequence[float]) -> None:
    """DomainError unless they are positive and sum to one."""
    if not shares or not all(share > 0 for share in shares) or abs(math.fsum(shares) - 1.0) > 1e-12:
        raise DomainError("shares", list(shares), "positive, with sum one")

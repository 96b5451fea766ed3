"""Any coupling with uniform directions, under any radial law: the law is an argument."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, final

import numpy as np

from rftheory.errors import DomainError, InputError
from rftheory.measured.couplings.blocks import AbstractBlockCoupling, AbstractScaledFrame
from rftheory.measured.couplings.frames import AbstractNorms, AbstractRotation, ChiNorms, IndependentRotation
from rftheory.measured.inputs import Floats, points
from rftheory.measured.mutants.couplings import Scaled, mutant, rotation_mutants
from rftheory.measured.protocol import AbstractCoupling, Law
from rftheory.measured.radial.law import AbstractRadialLaw
from rftheory.measured.radial.norms import RadialNorms, Sharing


@final
@dataclass(frozen=True)
class _IndependentRows(AbstractScaledFrame):
    """Independent uniform directions times independent norms: what `iid` is once its norms are an argument."""

    name: str = "iid"
    title: str = "Independent projections"
    reference: str = "beyond, spectral/omega"
    law: Law = field(default=Law("radial", "independent"))
    isotropic: bool = True
    norms: AbstractNorms = field(default_factory=ChiNorms)
    rotation: AbstractRotation = field(default_factory=IndependentRotation)

    def mutants(self) -> tuple[AbstractCoupling, ...]:
        return ()


@final
@dataclass(frozen=True)
class RadialCoupling(AbstractCoupling):
    """Rows r_i u_i / lengthscale: directions u_i of the coupling `base`, radii r_i of a radial law.

    The coupling is made before the lengthscale divides, so that ARD turns no block out of shape. `sharing` says
    what shares one tau (`RadialNorms`). A pair of points costs O(d) random numbers, as it does for `base`. The
    kernel is that of the law for `trigonometric` features without a weight, which they name "gaussian". InputError for a base whose directions are not uniform or whose norms steer them;
    DomainError for a sharing that the law has not, and where strata would weigh differently (m not whole blocks).
    """

    base: AbstractCoupling
    radial: AbstractRadialLaw
    sharing: Sharing = "row"

    def __post_init__(self) -> None:
        self.inner  # noqa: B018  # what cannot be coupled is refused when it is asked for

    @cached_property
    def inner(self) -> AbstractBlockCoupling:
        """The base with norms of the radial law, at lengthscale 1."""
        return _with_norms(self.base, RadialNorms(self.radial, self.sharing))

    @property
    def name(self) -> str:  # type: ignore[override]
        """The coupling and the law."""
        shared = "" if self.sharing == "row" else f", {self.sharing}"
        return f"{self.base.name}|{self.radial}{shared}"

    @property
    def title(self) -> str:  # type: ignore[override]
        """In words."""
        return f"{self.base.title}; frequencies of the {self.radial.title}"

    @property
    def reference(self) -> str:  # type: ignore[override]
        """That of the law."""
        return self.radial.reference

    @property
    def law(self) -> Law:  # type: ignore[override]
        """The directions of the base, radial norms."""
        return replace(self.base.law, norm="radial")

    @property
    def isotropic(self) -> bool:  # type: ignore[override]
        """Unless lengthscales differ between coordinates."""
        return not isinstance(self.radial.lengthscale, tuple)

    def check(self, d: int, m: int) -> None:
        self.base.check(d, m)
        self.radial.check(d)
        if self.sharing == "stratified" and m % self.height(d):
            raise DomainError(
                "m", m, f"whole blocks, a multiple of {self.height(d)}, where tau is stratified"
            )

    def sample(self, d: int, m: int, *, rng: np.random.Generator, n: int) -> Floats:
        self.check(d, m)
        return self.radial.divide(self.inner.sample(d, m, rng=rng, n=n))

    def frame(self, d: int, m: int, r: int, *, rng: np.random.Generator, n: int) -> Floats:
        self.check(d, m)
        if not self.isotropic:
            raise InputError(f"{self.name} is not isotropic: use project(points, m, rng=rng, n=n)")
        frames = self.inner.frame(d, m, r, rng=rng, n=n)
        if self.radial.lengthscale != 1.0:
            frames /= self.radial.lengthscale
        return frames

    def project(self, vectors: Any, m: int, *, rng: np.random.Generator, n: int) -> Floats:
        x = points(vectors)
        self.check(x.shape[1], m)
        return self.inner.project(self.radial.divide(x), m, rng=rng, n=n)

    def mutants(self) -> tuple[AbstractCoupling, ...]:
        """Gaussian norms, rows of another lengthscale, wrong rotations; InputError for ARD."""

        def spoilt(label: str, wrong: str, inner: AbstractBlockCoupling) -> AbstractCoupling:
            return mutant(self, label, wrong, inner, Scaled(1.0 / self._scalar()))

        found: list[AbstractCoupling] = [
            spoilt("gaussian-norms", "the norms are chi_d", _with_norms(self.base, ChiNorms())),
            mutant(self, "doubled", "every row is twice as long", change=Scaled(2.0)),
        ]
        if self.inner.law.directions != "independent":
            turned = rotation_mutants(self.inner, lambda rotation: _replaced(self.inner, rotation=rotation))
            found += [spoilt(m.name.rsplit("/", 1)[1], m.wrong, _block(m.altered)) for m in turned]
        return tuple(found)

    def _scalar(self) -> float:
        scale = self.radial.lengthscale
        if isinstance(scale, tuple):
            raise InputError("mutants are made at one lengthscale")
        return scale


def _block(coupling: AbstractCoupling) -> AbstractBlockCoupling:
    assert isinstance(coupling, AbstractBlockCoupling)
    return coupling


def _replaced(coupling: AbstractBlockCoupling, **parts: Any) -> AbstractBlockCoupling:
    changed: AbstractBlockCoupling = replace(coupling, **parts)  # type: ignore[type-var]
    return changed


def _with_norms(base: AbstractCoupling, norms: AbstractNorms) -> AbstractBlockCoupling:
    """The base with other norms; InputError where there is no such thing."""
    if base.isotropic and base.law.directions == "independent":
        return _IndependentRows(norms=norms)
    if not (
        isinstance(base, AbstractBlockCoupling) and base.isotropic and base.law.directions != "anti-resultant"
    ):
        raise InputError(
            f"{base.name} takes no radial law: its directions are not uniform, or its norms steer them; allowed: "
            "isotropic couplings of blocks (iid, orthogonal, simplex, simplex-full, cross-polytope, pairs)"
        )
    return _replaced(base, norms=norms)

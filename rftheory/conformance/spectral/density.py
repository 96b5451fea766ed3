"""A function S(omega) held against the spectral density of a kernel: values at frequencies of all sizes, to rounding.

Two normalisations are in use: int S = 1 ("angular"), and (2 pi)^d S ("gp"); both are taken unless one is declared. A
function of ordinary frequencies s, (2 pi)^d S(2 pi s), is declared as "hertz". Source: beyond/spectral/matern/gp-density.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from rftheory.conformance.bands import identity
from rftheory.conformance.checks import ClientCheck
from rftheory.conformance.findings import Finding, Measurements
from rftheory.conformance.references import SPECTRAL_DENSITY
from rftheory.conformance.spectral.mistakes import FixedLength, mistakes
from rftheory.measured.inputs import Floats
from rftheory.moments.radial_kernels import GaussianCovariance, MaternCovariance, StationaryKernel

CHECK = "spectral density"
CONVENTIONS = ("angular", "gp", "hertz")
TURN = 2.0 * math.pi
LEVELS = (0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.98)
FINE = 1e-6


@dataclass(frozen=True, eq=False)
class DensityValues:
    """Values (p,) at frequencies (p, d), the kernel with its lengthscale, the declared convention and the rounding."""

    frequencies: Floats
    values: Floats
    kernel: StationaryKernel
    convention: str | None
    rounding: float

    @property
    def tags(self) -> frozenset[str]:
        """None: one check."""
        return frozenset()


@dataclass(frozen=True)
class DensityShape(Measurements):
    """The mistakes whose density has these values, up to a constant where only the shape is told."""

    names: tuple[str, ...]


def frequencies(kernel: StationaryKernel, d: int) -> Floats:
    """Along all ones, an axis and a direction without pattern, at quantiles of a coordinate's law: (3 K, d)."""
    grid = np.geomspace(1e-6, 1e8, 2000)
    shares = 2.0 * kernel.coordinate_cdf(grid) - 1.0
    sizes = np.exp(np.interp(LEVELS, shares, np.log(grid))) * math.sqrt(d)
    generic = np.cos(1.0 + 2.399963 * np.arange(d))
    along = np.stack([np.full(d, d**-0.5), np.eye(d)[0], generic / np.linalg.norm(generic)])
    found: Floats = (along[:, None, :] * sizes[None, :, None]).reshape(-1, d)
    scaled: Floats = found / np.asarray(kernel.lengthscale)
    return scaled


def claimed(kernel: StationaryKernel, w: Floats, convention: str) -> Floats:
    """The logarithms of the density in a convention."""
    d = w.shape[-1]
    with np.errstate(divide="ignore"):
        logs: Floats = np.log(kernel.density(TURN * w if convention == "hertz" else w))
    return logs if convention == "angular" else logs + d * math.log(TURN)


def density(subject: DensityValues) -> Finding:
    """S is the density of the kernel in the declared convention, or in one of the two of angular frequency."""
    w, values, d = subject.frequencies, subject.values, subject.frequencies.shape[-1]
    wanted = (subject.convention,) if subject.convention else CONVENTIONS[:2]
    limit = FINE + 64.0 * subject.rounding
    if not np.all(values > 0.0):
        text = "values that are not positive"
        return identity(
            CHECK, SPECTRAL_DENSITY, math.inf, limit, len(w), text, DensityShape(("density-shape",))
        )
    logs = np.log(values)
    gaps = {name: logs - claimed(subject.kernel, w, name) for name in wanted}
    name = min(gaps, key=lambda one: float(np.max(np.abs(gaps[one]))))
    gap, worst = gaps[name], float(np.max(np.abs(gaps[name])))
    text = f"{name} convention, d = {d}"
    if worst <= limit:
        return identity(CHECK, SPECTRAL_DENSITY, worst, limit, len(w), text)
    shown = f"{text}; over the claimed density: {math.exp(np.clip(gap[0], -99, 99)):.5g} where it is largest"
    shown += f", {math.exp(np.clip(gap[len(LEVELS) - 1], -99, 99)):.5g} far out"
    names = _names(subject, logs, name, limit)
    return identity(CHECK, SPECTRAL_DENSITY, worst, limit, len(w), shown, DensityShape(names))


def _names(subject: DensityValues, logs: Floats, convention: str, limit: float) -> tuple[str, ...]:
    """The first that has these values, else their shape: a lengthscale times 2 pi is the same as cycles."""
    kernel, w, d = subject.kernel, subject.frequencies, subject.frequencies.shape[-1]
    gap = logs - claimed(kernel, w, convention)
    if float(np.ptp(gap)) <= limit:
        return (_constant(float(np.mean(gap)), kernel, d, limit),)
    whole, shapes, own = [], [], isinstance(kernel, GaussianCovariance)
    for cause, other in _others(subject, convention):
        left = logs - other
        if float(np.max(np.abs(left))) <= limit:
            whole.append(cause)
        elif float(np.ptp(left)) <= limit and not (cause == "density-root" and own):
            shapes.append(cause)
    if whole or shapes:
        return tuple((whole or shapes)[:1])
    factor = _stretch(subject, logs, convention, limit)
    if factor is None:
        return ("density-shape",)
    twofold = own and abs(abs(math.log(factor)) - 0.5 * math.log(2.0)) < 1e-4
    return ("bandwidth-2" if twofold else "bandwidth",)


def _stretch(subject: DensityValues, logs: Floats, convention: str, limit: float) -> float | None:
    """A factor of all frequencies that makes the shape right, by search."""
    kernel, w = subject.kernel, subject.frequencies

    def off(log: float) -> float:
        left = logs - claimed(kernel, math.exp(log) * w, convention)
        return float(np.ptp(left)) if np.all(np.isfinite(left)) else math.inf

    grid = np.linspace(-3.0, 3.0, 241)
    near = min(grid, key=off)
    low, high = near - 0.025, near + 0.025
    for _ in range(60):
        one, other = low + (high - low) / 3.0, high - (high - low) / 3.0
        low, high = (low, other) if off(one) < off(other) else (one, high)
    factor = (low + high) / 2.0
    return math.exp(factor) if off(factor) <= 2.0 * limit else None


def _constant(level: float, kernel: StationaryKernel, d: int, limit: float) -> str:
    """What a constant factor is made of: powers of the root of 2 pi, of the lengthscale, of both."""
    turns = 2.0 * level / math.log(TURN)
    if abs(turns - round(turns)) * math.log(TURN) / 2.0 <= limit and abs(round(turns)) <= 4 * d:
        return "density-2pi"
    length = kernel.lengthscale
    scale = float(np.sum(np.log(np.broadcast_to(np.asarray(length), (d,))))) / d
    if abs(scale) > 0.01 and abs(level / scale - round(level / scale)) * abs(scale) <= limit:
        return "density-lengthscale"
    return "density-constant"


def _others(subject: DensityValues, convention: str) -> Iterator[tuple[str, Floats]]:
    """Causes and the logarithms of their densities."""
    kernel, w, d = subject.kernel, subject.frequencies, subject.frequencies.shape[-1]
    length = kernel.lengthscale
    right = claimed(kernel, w, convention)
    for factor in (TURN, 1.0 / TURN):
        yield "density-4pi2", claimed(kernel, factor * w, "gp")
    for power in (0.5, 2.0):
        yield "density-root", power * right
    if isinstance(kernel, MaternCovariance):
        for other in {1, 2, 3, d - 1, d + 1, 0, 2 * d} - {d}:
            yield "density-dimension", _of_dimension(kernel, w, other)
    scalar = 1.0 if isinstance(length, tuple) else length
    unit = replace(kernel, lengthscale=1.0) if not isinstance(length, tuple) else kernel
    for cause, law in mistakes(unit, scalar, d):
        if not isinstance(law, FixedLength):
            yield cause, claimed(law.stretched(scalar), w, convention)


def _of_dimension(kernel: MaternCovariance, w: Floats, other: int) -> Floats:
    """(1 + l^2 w^2/(2 nu))^{-(nu + d'/2)}: the power of another dimension."""
    size = np.sum((w * np.asarray(kernel.lengthscale)) ** 2, axis=-1)
    found: Floats = -(kernel.nu + other / 2.0) * np.log1p(size / (2.0 * kernel.nu))
    return found


CHECKS = (ClientCheck(CHECK, "density", DensityValues, (SPECTRAL_DENSITY,), density),)

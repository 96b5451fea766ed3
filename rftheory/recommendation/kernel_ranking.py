"""Stationary kernels and the couplings of their frequencies, ranked by the error of the estimate on a user's points."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from rftheory.errors import InputError
from rftheory.measured.inputs import Floats
from rftheory.measured.kernel_words import kernel_word
from rftheory.moments.block_covariance import block_share, trigonometric_gap
from rftheory.moments.pairs import Pairs
from rftheory.moments.radial_kernels import GaussianCovariance, Lengths, StationaryKernel
from rftheory.moments.waves.kernel_names import NAMED, stationary
from rftheory.moments.waves.wave_errors import block_covariances, row_variances
from rftheory.recommendation.feature_maps import RandomFeatures
from rftheory.recommendation.intervals import Interval, mean_interval

PARAMETERS = ("nu", "alpha", "power", "beta")
COUPLINGS = ("iid", "orthogonal")
"""Those whose errors are known exactly for every radial kernel, each row with a tau of its own."""
SIMPLEX = "simplex"
"""Known for the Gaussian kernel, whose rows have one tau. Source: beyond, rff-simplex/mse."""


@dataclass(frozen=True)
class KernelChoice:
    """One kernel with one coupling; `error`: log of the root mean squared error over pairs, where k(0) = 1.

    `beside`: the error over that of independent rows. `needed`: real features for the target.
    """

    kernel: str
    title: str
    mechanism: str
    parameters: Mapping[str, Any]
    projections: int
    features: int
    error: Interval
    beside: float
    needed: float


@dataclass(frozen=True, eq=False)
class KernelRanking:
    """`choices` from the least root mean squared error up. `kernel_sizes`: the rms of each kernel between different points.

    `median_scale`: 1 over the median distance; `useful_scale`: one at which the error is the target's share of that rms,
    where at `scale` it is larger than the rms; None elsewhere.
    """

    choices: tuple[KernelChoice, ...]
    features: int
    target: float
    scale: float
    seed: int
    pairs: int
    level: float
    dimension: int
    rows: tuple[int, int]
    names: tuple[str, str]
    kernel_sizes: Mapping[str, float]
    median_scale: float | None
    useful_scale: float | None = None
    warnings: tuple[str, ...] = ()

    @property
    def best(self) -> KernelChoice:
        """The one of least error."""
        return self.choices[0]

    def arguments(self, choice: KernelChoice | None = None) -> dict[str, Any]:
        """The arguments of `RandomFeatures` for a choice, the best one by default."""
        choice = self.best if choice is None else choice
        return {
            "features": self.features,
            "mechanism": choice.mechanism,
            "kernel": choice.kernel,
            "parameters": dict(choice.parameters),
            "shift": None,
            "scale": self.scale,
        }

    def transformer(self, choice: KernelChoice | None = None, random_state: Any = 0) -> RandomFeatures:
        """A fitted object with `transform`, for the best choice by default."""
        found = RandomFeatures(**self.arguments(choice), random_state=random_state)
        return found.fit(np.zeros((1, self.dimension)))


@dataclass(frozen=True)
class NamedKernel:
    """A kernel as it was asked for: its name, its parameters, and what they make."""

    name: str
    parameters: Mapping[str, Any]
    kernel: StationaryKernel


def named_kernels(
    names: Sequence[str], parameters: Mapping[str, Any] | None, d: int
) -> tuple[NamedKernel, ...]:
    """The kernels of these names; nu, alpha, power and beta go to those that have them, the lengthscale to all.

    InputError for an unknown name, a parameter that is missing or that no kernel has, and lengthscales that do not fit d.
    """
    given = {key: value for key, value in dict(parameters or {}).items() if value is not None}
    length = _lengths(given.pop("lengthscale", 1.0), d)
    for key, value in given.items():
        if key not in PARAMETERS:
            raise InputError(f"unknown parameter {key}; allowed: {', '.join((*PARAMETERS, 'lengthscale'))}")
        if isinstance(value, bool) or not isinstance(value, (int, float, np.number)):
            raise InputError(f"{key} = {value!r}; allowed: a number > 0")
    found: list[NamedKernel] = []
    used: set[str] = set()
    for name in names:
        if name == "softmax":
            raise InputError("the softmax kernel is not stationary; allowed: it alone, without parameters")
        own = given if len(names) == 1 else {key: given[key] for key in _needs(name) if key in given}
        used |= set(own)
        nu, alpha, power, beta = (own.get(key) for key in PARAMETERS)
        made = stationary(name, nu, alpha, power, beta) or GaussianCovariance()
        if made.additive:
            raise InputError(f"no errors of the {made.title} are known; allowed: another kernel")
        found.append(
            NamedKernel(kernel_word(name), own | {"lengthscale": _written(length)}, _long(made, length))
        )
    unused = [key for key in given if key not in used]
    if unused:
        raise InputError(f"parameter {unused[0]}: none of {', '.join(names)} has it")
    return tuple(found)


def judged(
    one: NamedKernel, differences: Floats, features: int, target: float, level: float
) -> Iterator[KernelChoice]:
    """The kernel with every coupling that it takes; `level`: of the intervals of all of them."""
    d, m = differences.shape[1], features // 2
    variances = row_variances(one.kernel, differences)
    plain = float(np.mean(variances))
    for coupling in _couplings(one, d):
        height, together = 1, np.zeros_like(variances)
        if coupling == SIMPLEX:
            height, together = d, _of_simplex(one.kernel, differences)
        elif coupling == "orthogonal":
            height, together = d, block_covariances(one.kernel, differences)
        share = block_share(height, m)
        errors = np.maximum(variances + share * together, 0.0) / m
        with np.errstate(divide="ignore"):
            found = mean_interval(np.log(errors), math.log((1.0 + share) / m), level)
        yield KernelChoice(
            one.name,
            one.kernel.name,
            f"{coupling}-trigonometric",
            one.parameters,
            m,
            2 * m,
            Interval(*(end / 2.0 for end in found)),
            math.sqrt(max(float(np.mean(errors)), 0.0) * m / plain) if plain else 1.0,
            2.0 * _needed(plain, float(np.mean(together)), height, target),
        )


def kernel_sizes(kernels: Sequence[NamedKernel], pairs: Pairs) -> dict[str, float]:
    """The root mean square of each kernel over pairs of different points; 1 where there are none."""
    z = pairs.x - pairs.y
    apart = z[np.any(z, axis=1)]
    return {
        one.kernel.name: math.sqrt(float(np.mean(one.kernel.value(apart) ** 2))) if len(apart) else 1.0
        for one in kernels
    }


def count(kernels: Sequence[NamedKernel], d: int) -> int:
    """How many choices there are."""
    return sum(len(_couplings(one, d)) for one in kernels)


def _couplings(one: NamedKernel, d: int) -> tuple[str, ...]:
    if d == 1 or not one.kernel.radial:
        return COUPLINGS[:1]
    return (*COUPLINGS, SIMPLEX) if isinstance(one.kernel, GaussianCovariance) else COUPLINGS


def _of_simplex(kernel: StationaryKernel, differences: Floats) -> Floats:
    """The covariance of two rows of a simplex block, of cosine -1/(d-1), at lengthscale 1 or several."""
    z, d = differences / np.asarray(kernel.lengthscale, dtype=np.float64), differences.shape[1]
    return trigonometric_gap(np.sum(z * z, axis=1), d, -1.0 / (d - 1.0))


def _needed(variance: float, together: float, height: int, target: float) -> float:
    """The least projections whose mean squared error is target^2: within the first block any number, then whole blocks."""
    goal = target * target

    def enough(m: int) -> bool:
        return (variance + block_share(height, m) * together) / m <= goal

    if enough(height):
        low, high = 0, height
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if enough(middle) else (middle, high)
        return float(high)
    whole = (variance + (height - 1.0) * together) / (goal * height)
    return float(height * math.ceil(whole * (1.0 - 1e-12))) if whole < 1e15 else height * whole


def _needs(name: str) -> tuple[str, ...]:
    entry = NAMED.get(kernel_word(name))
    return () if entry is None else tuple(key.removeprefix("kernel_") for key in entry[0])


def _lengths(value: Any, d: int) -> Lengths:
    """One lengthscale or d of them."""
    try:
        array = np.asarray(value, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise InputError(f"lengthscale {value!r}; allowed: a number > 0, or {d} of them") from error
    if array.shape not in ((), (d,)) or not np.all((array > 0.0) & np.isfinite(array)):
        raise InputError(f"lengthscale {value!r}; allowed: a finite number > 0, or {d} of them, one a column")
    return float(array) if array.shape == () else tuple(map(float, array))


def _written(length: Lengths) -> float | list[float]:
    return list(length) if isinstance(length, tuple) else length


def _long(kernel: StationaryKernel, length: Lengths) -> StationaryKernel:
    """A kernel made at lengthscale one (or, inside products, at its own), of this lengthscale."""
    if isinstance(length, float):
        return kernel.stretched(length)
    return replace(kernel, lengthscale=length)

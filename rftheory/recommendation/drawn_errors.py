"""The squared error of a mechanism at a pair as an experiment of bounded values: projected maps, dense ones, stationary kernels."""

from __future__ import annotations

import math
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from rftheory.errors import DomainError, InputError
from rftheory.measured.estimators.errors import bounded_error
from rftheory.measured.estimators.estimates import Estimate
from rftheory.measured.protocol import AbstractCoupling, Kernel
from rftheory.measured.radial.coupled import RadialCoupling
from rftheory.measured.radial.estimates import KernelEstimate
from rftheory.measured.radial.law import AbstractRadialLaw
from rftheory.measured.radial.names import KERNELS, frequency_law
from rftheory.measured.rowmaps.contrasts import ScaledValues
from rftheory.measured.rowmaps.dense_estimates import DenseEstimate
from rftheory.measured.rowmaps.dense_given import dense_map
from rftheory.mechanisms._names import projected
from rftheory.mechanisms._shelf import couplings
from rftheory.moments.dense.powers import spectrum
from rftheory.moments.row_maps import row_of
from rftheory.moments.tuning import best_parameter
from rftheory.recommendation.kernel_ranking import named_kernels

PLAIN: tuple[Kernel, ...] = ("gaussian", "softmax")
DENSE = ("dense", "importance-sampled", "gerf", "oprf")
"""Maps of whole rows whose errors are drawn: gerf and oprf with a real A are dense ones with a number."""
_ROUNDING = 1e-9
Point = tuple[float, ...]


class DrawnError(NamedTuple):
    """Squared errors over e^{log_unit}; the scaled values are at most e^{log_bound}, infinite where no bound is known."""

    experiment: ScaledValues
    log_bound: float
    log_unit: float = 0.0


def drawn_error(
    mechanism: str, x: Point, y: Point, m: int, kernel: str, parameters: Mapping[str, Any]
) -> DrawnError:
    """(phi(x).phi(y) - K(x, y))^2 of m rows; InputError or DomainError for what has no such error.

    `parameters`: of dense maps A or Sigma, with M or mean; of a stationary kernel its own, lengthscale and sharing.
    """
    if kernel not in PLAIN:
        return _stationary(mechanism, x, y, m, kernel, parameters)
    for name, coupling in sorted(couplings().items(), key=lambda item: -len(item[0])):
        if str(mechanism).removeprefix(f"{name}-") in DENSE:
            return _dense(
                mechanism, coupling, x, y, m, "softmax" if kernel == "softmax" else "gaussian", parameters
            )
    coupling, features = projected(mechanism)
    if parameters:
        raise InputError(f"{mechanism} takes no {', '.join(parameters)}; allowed: x, y, m")
    own: Kernel = "softmax" if kernel == "softmax" else "gaussian"
    log_kernel = _log_kernel(x, y, own)
    level = math.inf if log_kernel > 709.0 else math.exp(log_kernel)
    found = bounded_error(Estimate(coupling, features, x, y, m, "error", own, level))
    return DrawnError(found, _ROUNDING if math.isfinite(found.log_bound) else math.inf)


def _dense(
    mechanism: str,
    coupling: AbstractCoupling,
    x: Point,
    y: Point,
    m: int,
    kernel: Kernel,
    parameters: Mapping[str, Any],
) -> DrawnError:
    """Tilted where the coupling's law allows it, else plain draws, which are bounded for A < 0."""
    features = dense_map(_named(mechanism, x, y, parameters), len(x))
    row = row_of(features)
    a = np.max(spectrum(row.a, np.zeros((1, len(x)))).a)  # type: ignore[union-attr]
    if a >= 0.125:
        raise InputError(
            f"A has the eigenvalue {a:.4g}: the mean is right and the squared error infinite; allowed: A < I/8, Sigma > I/2"
        )
    log_kernel = _log_kernel(x, y, kernel)
    found = DenseEstimate(features, coupling, x, y, m, "error", kernel, 1.0, log_kernel, tilted=False)
    with suppress(DomainError):  # rows whose law cannot be tilted, or more than a block of them
        found = replace(found, tilted=True)
    bounded = math.isfinite(found.support[1])
    return DrawnError(found, math.log(found.support[1]) if bounded else math.inf, 2.0 * log_kernel)


def _named(mechanism: str, x: Point, y: Point, parameters: Mapping[str, Any]) -> Mapping[str, Any]:
    """Parameters of dense features; those of gerf and oprf are a number A, which for oprf is the best one of the pair."""
    if mechanism.endswith(("-dense", "-importance-sampled")):
        return parameters
    if mechanism.endswith("-oprf") and not parameters:
        return {"A": best_parameter(math.fsum((a + b) ** 2 for a, b in zip(x, y, strict=True)), len(x))}
    if set(parameters) != {"A"} or np.ndim(parameters["A"]) != 0:
        raise InputError(f"{mechanism} takes a number A here; a matrix is for dense features")
    return parameters


def _stationary(
    mechanism: str, x: Point, y: Point, m: int, kernel: str, parameters: Mapping[str, Any]
) -> DrawnError:
    """Cosines lie in [-1, 1], whatever the tail of the frequencies."""
    if kernel not in KERNELS:
        raise DomainError("kernel", kernel, f"softmax, {', '.join(KERNELS)}")
    coupling, features = projected(mechanism)
    if features.name != "trigonometric":
        raise InputError(f"{features.name} features have no kernel {kernel}; allowed: COUPLING-trigonometric")
    given = dict(parameters)
    sharing = given.pop("sharing", "row")
    law = frequency_law(kernel, **given)
    law.check(len(x))
    rows: Any = law
    if isinstance(law, AbstractRadialLaw):
        rows = RadialCoupling(coupling, law, sharing)
    elif coupling.name != "iid" or sharing != "row":
        raise InputError(
            f"rows of {law} have independent coordinates; allowed: iid-trigonometric, without sharing"
        )
    one = named_kernels((kernel,), given, len(x))[0].kernel
    level = float(one.value(np.array([x]) - np.array([y]))[0])
    found = KernelEstimate(rows, x, y, m, "error", level)
    return DrawnError(found, math.log(found.support[1]))


def _log_kernel(x: Point, y: Point, kernel: Kernel) -> float:
    if kernel == "softmax":
        return math.fsum(a * b for a, b in zip(x, y, strict=True))
    return -math.fsum((a - b) ** 2 for a, b in zip(x, y, strict=True)) / 2.0

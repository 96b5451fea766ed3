"""Mean log-variances of all mechanisms of crt over sets of points, by NumPy logarithms. No feature is drawn here."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from rftheory.errors import DomainError, InputError
from rftheory.measured.engine.streams import stream
from rftheory.measured.inputs import Floats, integer
from rftheory.measured.rowmaps.choices import (
    best_exponential,
    best_rate,
    best_share,
    log_difference,
    log_exponential_moment,
    log_geometric_moment,
    log_kernel_square,
    log_poisson_moment,
)
from rftheory.measured.rowmaps.exponential import average_square, optimal_parameter

REGIMES = ("normal", "sphere", "heterogen", "images")
METHODS = ("TrigRF", "PosRF", "GERF", "PoisRF", "GeomRF", "OPRF", "PoisRF+", "GeomRF+")
D, LEAST = 64, 1e-8


@dataclass(frozen=True)
class LogVariances:
    """Mean and standard deviation over pairs and sets of the log-variance, by method; `chosen` the parameters of set 0."""

    regime: str
    sigma: float
    means: dict[str, float]
    deviations: dict[str, float]
    chosen: dict[str, complex]


def sets_of(
    regime: str,
    sigma: float,
    length: int,
    *,
    rng: np.random.Generator,
    images: Floats | None = None,
    d: int = D,
) -> tuple[Floats, Floats]:
    """Two sets of points (length, d): N(0, sigma^2 I); uniform on the sphere of radius sigma; x as normal and y
    N(sigma 1, sigma^2 I); or random rows of `images` times sigma. Source: crt, 9.10.1.
    """
    if regime not in REGIMES:
        raise DomainError("regime", regime, f"one of {', '.join(REGIMES)}")
    if regime == "images":
        if images is None:
            raise InputError("the regime of images has none; allowed: images (n, d)")
        rows = rng.permutation(len(images))[: 2 * length]
        if len(rows) < 2 * length:
            raise InputError(f"{len(images)} images; allowed: at least {2 * length}")
        return sigma * images[rows[:length]], sigma * images[rows[length:]]
    x, y = rng.standard_normal((2, length, d))
    if regime == "sphere":
        x, y = (p / np.linalg.norm(p, axis=1, keepdims=True) for p in (x, y))
    if regime == "heterogen":
        y = y + 1.0
    return sigma * x, sigma * y


def log_variances(
    x: Floats, y: Floats, *, most: int | None = None
) -> tuple[dict[str, Floats], dict[str, complex]]:
    """The log-variance of every method for every pair (x_i, y_j), and the parameters the data have chosen.

    Real features are counted with two rows, complex ones with one. `most`: only the first points of each set make
    pairs; parameters come from all of them.
    """
    d, lowest = x.shape[1], np.minimum(x.min(axis=0), y.min(axis=0)) - LEAST
    up, vp = x - lowest, y - lowest
    gerf, real = best_exponential(x, y), optimal_parameter(average_square(x, y), d)
    chosen: dict[str, complex] = {
        "GERF": complex(gerf.a),
        "GERF, s": gerf.s,
        "OPRF": real,
        "PoisRF": best_rate(x, y),
        "GeomRF": best_share(x, y),
        "PoisRF+": best_rate(up, vp),
        "GeomRF+": best_share(up, vp),
    }
    first, second = x[:most], y[:most]
    n2 = np.sum(first**2, axis=1)[:, None] + np.sum(second**2, axis=1)
    inner = first @ second.T
    apart = np.maximum(n2 - 2.0 * inner, 0.0)
    level = log_kernel_square(apart)
    with np.errstate(divide="ignore"):
        found = {"TrigRF": 2.0 * np.log(-np.expm1(-apart)) - math.log(2.0)}
    half = -math.log(2.0)
    found["PosRF"] = half + log_difference(4.0 * inner, level)
    square = n2 + 2.0 * gerf.s * inner
    moment = log_exponential_moment(complex(gerf.a), gerf.s, square, n2, d)
    found["GERF"] = log_difference(moment, level) + (0.0 if gerf.complex_valued else half)
    moment = log_exponential_moment(complex(real), 1, n2 + 2.0 * inner, n2, d)
    found["OPRF"] = half + log_difference(moment, level)
    for name, u, v in (("", first, second), ("+", up[:most], vp[:most])):
        norms = np.sum(u**2, axis=1)[:, None] + np.sum(v**2, axis=1)
        moment = log_poisson_moment(chosen[f"PoisRF{name}"].real, u**2 @ (v**2).T, norms, d)
        found[f"PoisRF{name}"] = half + log_difference(moment, level)
        moment = _geometric(chosen[f"GeomRF{name}"].real, u, v, norms)
        found[f"GeomRF{name}"] = half + log_difference(moment, level)
    return {name: found[name] for name in METHODS}, chosen


def _geometric(share: float, u: Floats, v: Floats, norms: Floats) -> Floats:
    """log_geometric_moment of all pairs, row by row."""
    rows = [log_geometric_moment(share, np.abs(p * v), norm) for p, norm in zip(u, norms, strict=True)]
    return np.stack(rows)


def regime_study(
    regime: str,
    sigma: float,
    *,
    length: int = 1024,
    sets: int = 5,
    most: int | None = 64,
    images: Floats | None = None,
    seed: int = 0,
) -> LogVariances:
    """Means of log-variances over `sets` independent pairs of sets; see `sets_of` and `log_variances`.

    Pairs whose variance is zero in floating point are left out of the means.
    """
    integer("sets", sets, 1)
    values: dict[str, list[Floats]] = {name: [] for name in METHODS}
    first: dict[str, complex] = {}
    for draw in range(sets):
        rng = stream(seed, f"regimes/{regime}", 0, draw)
        x, y = sets_of(regime, sigma, integer("length", length, 1), rng=rng, images=images)
        found, chosen = log_variances(x, y, most=most)
        first = first or chosen
        for name in METHODS:
            values[name].append(found[name][np.isfinite(found[name])])
    joined = {name: np.concatenate(parts) for name, parts in values.items()}
    return LogVariances(
        regime,
        sigma,
        {name: float(v.mean()) for name, v in joined.items()},
        {name: float(v.std()) for name, v in joined.items()},
        first,
    )

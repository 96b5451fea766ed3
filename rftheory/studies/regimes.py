"""Mean log-variances of all mechanisms of crt over sets of points."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rftheory.errors import DomainError, InputError
from rftheory.measured.engine.streams import stream
from rftheory.measured.engine.workers import Executor, mapped
from rftheory.measured.inputs import Floats, integer
from rftheory.moments import second_moments
from rftheory.moments.second_moments import log_variance, trigonometric_log_variance
from rftheory.moments.tuning import average_square, best_parameter, exponential_for, rate_for, share_for

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
    gerf, real = exponential_for(x, y), best_parameter(average_square(x, y), d)
    chosen: dict[str, complex] = {
        "GERF": complex(gerf.a),
        "GERF, s": gerf.s,
        "OPRF": real,
        "PoisRF": rate_for(x, y),
        "GeomRF": share_for(x, y),
        "PoisRF+": rate_for(up, vp),
        "GeomRF+": share_for(up, vp),
    }
    first, second = x[:most], y[:most]
    norms = np.sum(first**2, axis=1)[:, None] + np.sum(second**2, axis=1)
    inner = first @ second.T
    apart, along = np.maximum(norms - 2.0 * inner, 0.0), norms + 2.0 * inner
    found = {"TrigRF": trigonometric_log_variance(apart)}
    found["PosRF"] = log_variance(second_moments.positive(along, norms), apart, 2)
    moment = second_moments.exponential(complex(gerf.a), gerf.s, d, norms + 2.0 * gerf.s * inner, norms)
    found["GERF"] = log_variance(moment, apart, 1 if gerf.complex_valued else 2)
    found["OPRF"] = log_variance(second_moments.exponential(complex(real), 1, d, along, norms), apart, 2)
    for name, u, v in (("", first, second), ("+", up[:most], vp[:most])):
        sizes = np.sum(u**2, axis=1)[:, None] + np.sum(v**2, axis=1)
        moment = second_moments.poisson(chosen[f"PoisRF{name}"].real, u**2 @ (v**2).T, sizes, d)
        found[f"PoisRF{name}"] = log_variance(moment, apart, 2)
        moment = _geometric(chosen[f"GeomRF{name}"].real, u, v, sizes)
        found[f"GeomRF{name}"] = log_variance(moment, apart, 2)
    return {name: found[name] for name in METHODS}, chosen


def _geometric(share: float, u: Floats, v: Floats, norms: Floats) -> Floats:
    """log E Z^2 of all pairs, row by row."""
    rows = [second_moments.geometric(share, np.abs(p * v), norm) for p, norm in zip(u, norms, strict=True)]
    return np.stack(rows)


def _one_set(
    regime: str, sigma: float, length: int, most: int | None, images: Floats | None, seed: int, draw: int
) -> tuple[dict[str, Floats], dict[str, complex]]:
    """The log-variances of one pair of sets, from a stream of its own."""
    rng = stream(seed, f"regimes/{regime}", 0, draw)
    x, y = sets_of(regime, sigma, length, rng=rng, images=images)
    return log_variances(x, y, most=most)


def regime_study(
    regime: str,
    sigma: float,
    *,
    length: int = 1024,
    sets: int = 5,
    most: int | None = 64,
    images: Floats | None = None,
    seed: int = 0,
    executor: Executor | None = None,
) -> LogVariances:
    """Means of log-variances over `sets` independent pairs of sets; see `sets_of` and `log_variances`.

    The sets go to the `executor` (anything with `submit`) where one is given, which changes nothing but the time.
    Pairs whose variance is zero in floating point are left out of the means.
    """
    integer("sets", sets, 1)
    length = integer("length", length, 1)
    jobs = [(regime, sigma, length, most, images, seed, draw) for draw in range(sets)]
    tried = mapped(_one_set, jobs, executor)
    first = tried[0][1]
    joined = {
        name: np.concatenate([found[name][np.isfinite(found[name])] for found, _ in tried])
        for name in METHODS
    }
    return LogVariances(
        regime,
        sigma,
        {name: float(v.mean()) for name, v in joined.items()},
        {name: float(v.std()) for name, v in joined.items()},
        first,
    )

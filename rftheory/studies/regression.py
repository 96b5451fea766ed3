"""Classification by kernel regression with random features, scores from logarithms."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from rftheory.errors import DomainError
from rftheory.measured.engine.streams import stream
from rftheory.measured.engine.workers import Executor, mapped
from rftheory.measured.inputs import Floats, integer
from rftheory.measured.protocol import AbstractCoupling
from rftheory.measured.rowmaps.discrete import shifted
from rftheory.measured.rowmaps.exponential import GeneralisedExponential
from rftheory.measured.rowmaps.laws import GaussianLaw
from rftheory.measured.rowmaps.protocol import AbstractRowMap, real_parts
from rftheory.moments.tuning import exponential_for, geometric_for, optimal_for, poisson_for

# the grid and the number of features of the experiments of crt
SIGMAS = tuple(float(v) for v in np.logspace(-2.0, 2.0, 10))
FEATURES = 128
Maker = Callable[[Floats], AbstractRowMap]

MAKERS: dict[str, Maker] = {
    "TrigRF": lambda _: GeneralisedExponential(0.0, -1, "trig"),
    "PosRF": lambda _: GeneralisedExponential(0.0, 1, "pos"),
    "GERF": lambda x: exponential_for(x, x),
    "PoisRF": lambda x: poisson_for(x, x),
    "GeomRF": lambda x: geometric_for(x, x),
    "OPRF": lambda x: optimal_for(x, x),
    "PoisRF+": lambda x: _positive(x, "poisson"),
    "GeomRF+": lambda x: _positive(x, "geometric"),
}
"""Every method of crt's Table 1, tuned to the scaled training points as both sets."""


@dataclass(frozen=True)
class Split:
    """Points and labels for training, choosing sigma, and testing."""

    train: tuple[Floats, Floats]
    choose: tuple[Floats, Floats]
    test: tuple[Floats, Floats]


@dataclass(frozen=True)
class Accuracy:
    """Test accuracy of one method at the sigma chosen: mean and standard deviation over seeds."""

    method: str
    sigma: float
    mean: float
    deviation: float


def split(
    points: Floats, labels: Floats, *, seed: int = 0, held: float = 0.05, standardise: bool = True
) -> Split:
    """A random split: `held` for choosing and testing each (at least 10 points), the rest for training; the columns
    are standardised by the training part unless told otherwise, constant ones dropped. Source: crt, 9.10.2 (which
    does not say whether it standardises).
    """
    order = stream(seed, "regression/split", 0, 0).permutation(len(points))
    size = max(10, round(held * len(points)))
    if 3 * size >= len(points):
        raise DomainError("points", len(points), "more than thirty")
    test, choose, train = order[:size], order[size : 2 * size], order[2 * size :]
    kept = points[:, points[train].std(axis=0) > 0.0]
    scaled = (kept - kept[train].mean(axis=0)) / kept[train].std(axis=0) if standardise else kept
    return Split(*((scaled[part], labels[part]) for part in (train, choose, test)))


def scores(
    row_map: AbstractRowMap, rows: Floats, points: Floats, training: Floats, one_hot: Floats
) -> Floats:
    """sum_i Khat(o, o_i) r_i for each point, up to a positive factor a point: what the largest entry depends on.

    Each feature is divided by its largest over the training points, its product by the largest of each point, in
    logarithms, so that nothing overflows.
    """
    key_signs, key_logs = real_parts(row_map.polar(rows, training, 1, "gaussian"), 1)
    signs, logs = real_parts(row_map.polar(rows, points, 0, "gaussian"), 0)
    tops = key_logs.max(axis=0)
    known = tops > -np.inf
    memory = (key_signs * np.exp(key_logs - np.where(known, tops, 0.0))).T @ one_hot
    logs = np.where(known, logs + tops, -np.inf)
    largest = logs.max(axis=1, keepdims=True)
    weights = signs * np.exp(logs - np.where(largest > -np.inf, largest, 0.0))
    return np.asarray(weights @ memory)


def accuracy_of(
    method: str,
    parts: Split,
    coupling: AbstractCoupling,
    *,
    seeds: int = 50,
    features: int = FEATURES,
    executor: Executor | None = None,
) -> Accuracy:
    """Accuracy on the test part at the sigma of the best mean accuracy over seeds on the choosing part.

    The seeds go to the `executor` (anything with `submit`) where one is given, which changes nothing but the time.
    Complex methods have half as many rows. Gaussian rows are joined by `coupling`. Source: crt, 9.10.2, Table 1.
    """
    if method not in MAKERS:
        raise DomainError("method", method, f"one of {', '.join(MAKERS)}")
    integer("seeds", seeds, 2)
    how = (method, coupling, parts)
    sigma = best_sigma(*how, seeds=seeds, features=features, executor=executor)
    tested = accuracies(*how, sigma, seeds=seeds, features=features, executor=executor)
    return Accuracy(method, sigma, float(np.mean(tested)), float(np.std(tested, ddof=1)))


def best_sigma(
    method: str,
    coupling: AbstractCoupling,
    parts: Split,
    *,
    seeds: int,
    features: int = FEATURES,
    executor: Executor | None = None,
) -> float:
    """The first sigma of the grid with the best mean accuracy over seeds on the choosing part."""
    asked = parts.choose
    found = {
        sigma: np.mean(_tried(method, sigma, asked, parts, coupling, seeds, features, executor))
        for sigma in SIGMAS
    }
    return max(SIGMAS, key=lambda value: found[value])


def accuracies(
    method: str,
    coupling: AbstractCoupling,
    parts: Split,
    sigma: float,
    *,
    seeds: int,
    features: int = FEATURES,
    executor: Executor | None = None,
) -> Floats:
    """(seeds,) accuracies on the test part at this sigma."""
    return _tried(method, sigma, parts.test, parts, coupling, seeds, features, executor)


def exact_accuracy(parts: Split) -> Accuracy:
    """The same with the kernel itself."""

    def right(sigma: float, points: Floats, labels: Floats) -> float:
        training, known = parts.train
        gaps = np.sum((points[:, None] - training) ** 2, axis=-1)
        logs = -(sigma**2) / 2.0 * (gaps - gaps.min(axis=1, keepdims=True))
        return float(np.mean(_classes(np.exp(logs) @ _one_hot(known), known) == labels))

    found = {sigma: right(sigma, *parts.choose) for sigma in SIGMAS}
    sigma = max(SIGMAS, key=lambda value: found[value])
    return Accuracy("exact", sigma, right(sigma, *parts.test), 0.0)


def _tried(
    method: str,
    sigma: float,
    asked: tuple[Floats, Floats],
    parts: Split,
    coupling: AbstractCoupling,
    seeds: int,
    features: int,
    executor: Executor | None,
) -> Floats:
    """The accuracy of every seed at one sigma."""
    training, labels = sigma * parts.train[0], parts.train[1]
    row_map, one_hot = MAKERS[method](training), _one_hot(labels)
    m, d = features // row_map.width, training.shape[1]
    joined = coupling if isinstance(row_map.law, GaussianLaw) else None
    jobs = [
        (method, seed, row_map, joined, (d, m), sigma * asked[0], training, one_hot) for seed in range(seeds)
    ]
    found = mapped(_seed_scores, jobs, executor)
    return np.array([np.mean(_classes(values, labels) == asked[1]) for values in found])


def _seed_scores(
    method: str,
    seed: int,
    row_map: AbstractRowMap,
    joined: AbstractCoupling | None,
    shape: tuple[int, int],
    points: Floats,
    training: Floats,
    one_hot: Floats,
) -> Floats:
    """The scores of all classes from the rows of one seed."""
    d, m = shape
    rng = stream(seed, f"regression/{method}", 0, 0)
    rows = row_map.sample(d, m, rng=rng, n=1, coupling=joined)[0]
    return scores(row_map, rows, points, training, one_hot)


def _positive(x: Floats, law: str) -> AbstractRowMap:
    """PoisRF+ or GeomRF+ with the parameter of the shifted points; points below the data are moved up."""
    first = shifted(poisson_for(x, x), x, x, unseen="clip")
    moved = x - np.array(first.shift)
    base = poisson_for(moved, moved) if law == "poisson" else geometric_for(moved, moved)
    return shifted(base, x, x, unseen="clip")


def _one_hot(labels: Floats) -> Floats:
    return np.asarray(labels[:, None] == np.unique(labels), dtype=np.float64)


def _classes(values: Floats, labels: Floats) -> Floats:
    return np.asarray(np.unique(labels)[np.argmax(values, axis=1)])

"""How far approximate Gram matrices are off, beside the exact expectation: Figure 7 of simrf, Figures 1 and 5 of orf."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from rftheory.errors import DomainError
from rftheory.measured.engine.streams import stream
from rftheory.measured.inputs import Floats, integer
from rftheory.mechanisms._names import projected
from rftheory.moments import catalogue
from rftheory.moments.block_covariance import block_share
from rftheory.moments.pairs import Pairs
from rftheory.studies.data import TABLES, public_table
from rftheory.studies.experiments.measurements import MEANS, ExperimentResult, mean

NEIGHBOUR, SAMPLE = 50, 1000
"""The bandwidth of orf: the mean distance to the neighbour of this rank, among so many points."""


def gram(
    mechanisms: Sequence[str] = ("iid-positive", "orthogonal-positive", "simplex-positive"),
    *,
    data: str = "normal",
    sigma: float = 0.1,
    points: int = 64,
    d: int = 64,
    blocks: Sequence[float] = (0.25, 0.5, 1.0, 2.0, 4.0),
    repeats: int = 20,
    seed: int = 0,
) -> ExperimentResult:
    """Mean over all pairs of (K - Khat)^2 of the Gaussian kernel against the projections, in blocks of d.

    `data`: "normal" for `points` vectors N(0, sigma^2 I_d), or a table of scikit-learn divided by sigma times the mean
    distance to the 50th neighbour. The points stay, the projections are drawn anew in every repetition. The exact
    expectation of independent, orthogonal and simplex rows stands beside. Source: simrf, 5.2; orf, section 5.
    """
    x = _points(data, sigma, integer("points", points, 2), integer("d", d, 2), seed)
    width, found = x.shape[1], []
    gaps = np.sum((x[:, None] - x) ** 2, axis=-1)
    true, squares = np.exp(-gaps / 2.0), np.sum(x**2, axis=1)
    for name in mechanisms:
        coupling, features = projected(name)
        for share in blocks:
            m = max(1, round(share * width))
            rng = stream(seed, f"experiment/gram/{name}", m, 0)
            errors = []
            for _ in range(integer("repeats", repeats, 2)):
                w = coupling.project(x, m, rng=rng, n=1)[0]
                phi = features.matrix(w.T, squares, kernel="gaussian")
                errors.append(float(np.mean((phi @ phi.T - true) ** 2)))
            found.append(mean(name, share, errors, expected(name, x, m)))
    setting = f"{data}, {len(x)} points, d = {width}, sigma = {sigma:g}"
    return ExperimentResult(f"Gram matrices: {setting}", "m / d", "mean of (K - K^)^2", MEANS, tuple(found))


def expected(name: str, x: Floats, m: int) -> float | None:
    """The exact expectation of that mean; None where a coupling or map has no closed form for many pairs."""
    coupling, features = projected(name)
    known, rows = catalogue.maps().get(features.name), catalogue.couplings().get(coupling.name)
    if known is None or known.relative is None or rows is None or not rows.ranked:
        return None
    first, second = np.triu_indices(len(x))
    found = Pairs(x[first], x[second]).invariants
    logs = known.relative.log_single(found, {})
    cosine = None if coupling.law.directions == "independent" else coupling.law.cosine(x.shape[1])
    share = 0.0 if cosine is None else block_share(coupling.height(x.shape[1]), m)
    turned = 0.0 if cosine is None else known.relative.correlation(found, cosine, logs)
    errors = np.exp(logs - found.minus) / m * np.maximum(1.0 + turned * share, 0.0)
    weights = np.where(first == second, 1.0, 2.0)
    return float(np.sum(weights * errors)) / len(x) ** 2


def _points(data: str, sigma: float, points: int, d: int, seed: int) -> Floats:
    if not 0.0 < sigma < math.inf:
        raise DomainError("sigma", sigma, "a finite number > 0")
    rng = stream(seed, f"experiment/gram/{data}", 0, 0)
    if data == "normal":
        return sigma * rng.standard_normal((points, d))
    if data not in TABLES:
        raise DomainError("data", data, f"normal, or one of {', '.join(TABLES)}")
    table = public_table(data)  # type: ignore[arg-type]
    chosen = table[rng.permutation(len(table))[:SAMPLE]]
    squares = np.sum(chosen**2, axis=1)
    gaps = np.maximum(squares[:, None] + squares - 2.0 * chosen @ chosen.T, 0.0)
    near = np.sqrt(np.partition(gaps, NEIGHBOUR, axis=1)[:, NEIGHBOUR])
    return chosen[:points] / (sigma * float(np.mean(near)))

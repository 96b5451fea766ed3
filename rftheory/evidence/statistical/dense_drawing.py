"""From points of exact parameters to statistics of dense features, at a pair or over random points."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rftheory.evidence.statistical.points import integer, level_at, pair, real, reals
from rftheory.exact.formula import Formula
from rftheory.measured.protocol import Kernel
from rftheory.measured.rowmaps.data_averages import MixtureOverData, SquareOverData
from rftheory.measured.rowmaps.dense import AbstractDense, DenseExponential, QuadraticFeatures, WeightedRows
from rftheory.measured.rowmaps.dense_estimates import DenseEstimate, What
from rftheory.measured.rowmaps.mapped_rows import MappedLaw, Turned
from rftheory.mechanisms._shelf import couplings

Values = Mapping[str, object]
Features = Callable[[Values], AbstractDense]


@dataclass(frozen=True)
class DenseDrawing:
    """The statistic `what` of dense features, for `Sampled` and `SampledBelow`.

    `features` makes them of a point (a function or object of the top level of a module). A point gives lists x and y, or
    their invariants x2, y2, xy and d; m (1 where missing); the power k; and z, where `both` multiplies the products at
    (x, y) and (x, z). `relative` divides every product by its kernel value, `alone` leaves the second feature out. `level`
    is what an error subtracts and the like; without `tilted` rows come from the coupling's own code.
    """

    features: Features
    what: What = "mean"
    coupling: str = "iid"
    kernel: Kernel = "softmax"
    level: Formula | None = None
    relative: bool = True
    alone: bool = False
    both: bool = False
    tilted: bool = True

    def __call__(self, point: Values) -> DenseEstimate:
        """The experiment at a point."""
        x, y = (reals(point["x"]), None) if self.alone else pair(point)
        also = reals(point["z"]) if self.both else None
        ends = [end for end in (y, also) if end is not None]
        unit = math.fsum(_log_kernel(x, end, self.kernel) for end in ends) if self.relative else 0.0
        return DenseEstimate(
            self.features(point),
            couplings()[self.coupling],
            x,
            y,
            integer(point.get("m", 1)),
            self.what,
            self.kernel,
            level_at(self.level, point),
            unit,
            real(point.get("k", 1)),
            also,
            self.tilted,
        )


def _log_kernel(x: tuple[float, ...], y: tuple[float, ...], kernel: Kernel) -> float:
    if kernel == "gaussian":
        return -0.5 * math.fsum((p - q) ** 2 for p, q in zip(x, y, strict=True))
    return math.fsum(p * q for p, q in zip(x, y, strict=True))


def dense(point: Values) -> DenseExponential:
    """Dense features of the eigenvalues a, and of the diagonal map M where there is one."""
    scales = reals(point["M"]) if "M" in point else ()
    diagonal = tuple(tuple(s if i == j else 0.0 for j in range(len(scales))) for i, s in enumerate(scales))
    return DenseExponential(reals(point["a"]), diagonal or None)


def scalar(point: Values) -> DenseExponential:
    """Those of a multiple A of the identity in R^d."""
    return DenseExponential((real(point["A"]),) * integer(point["d"]))


def quadratic(point: Values) -> QuadraticFeatures:
    """Exponentials of forms with b, c on both sides, or b1, b2, c1, c2 and D."""
    slopes, weights = (
        (reals(point.get(f"{name}1", point.get(name))), reals(point.get(f"{name}2", point.get(name))))
        for name in ("b", "c")
    )
    return QuadraticFeatures(reals(point["a"]), slopes, weights, real(point.get("D", 1)))


@dataclass(frozen=True)
class Weighted:
    """Rows N(mu, Sigma), Sigma = I - 4A, with a share of their weight; turned after the map or not."""

    share: float = 0.5
    turned: Turned = "no"

    def __call__(self, point: Values) -> WeightedRows:
        """The mechanism at a point."""
        sigma = tuple(1.0 - 4.0 * entry for entry in reals(point["a"]))
        mean = reals(point["mu"]) if "mu" in point else ()
        return WeightedRows(MappedLaw(sigma, mean, self.turned), self.share)


@dataclass(frozen=True)
class OverData:
    """The mean square of one row of dense features of eigenvalues `a` over Gaussian points of second moments lam, eta.

    `a` makes the eigenvalues of a point; None is a trigonometric row. `relative`: x of second moment t, y = 0.
    """

    a: Callable[[Values], tuple[float, ...]] | None
    kernel: Kernel = "softmax"
    relative: bool = False

    def __call__(self, point: Values) -> SquareOverData:
        """The experiment at a point."""
        features = None if self.a is None else DenseExponential(self.a(point))
        lam = reals(point["t"] if self.relative else point["lam"])
        eta = (0.0,) * len(lam) if self.relative else reals(point.get("eta", point["lam"]))
        return SquareOverData(features, lam, eta, self.kernel, self.relative)


def best_mixture(point: Values) -> MixtureOverData:
    """The square of the best mixture of the data X, softmax kernel."""
    return MixtureOverData(_data(point))


def best_gaussian_mixture(point: Values) -> MixtureOverData:
    """The squared error of the best mixture of the data X, Gaussian kernel."""
    return MixtureOverData(_data(point), "gaussian", centred=True)


def _data(point: Values) -> tuple[tuple[float, ...], ...]:
    rows = point["X"]
    assert isinstance(rows, (list, tuple))
    return tuple(reals(row) for row in rows)

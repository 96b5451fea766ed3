"""RowMapDrawing: from a point of exact parameters to a statistic of a map of whole rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rftheory.errors import InputError
from rftheory.evidence.statistical.points import integer, level_at, pair, real
from rftheory.exact.formula import Formula
from rftheory.measured.protocol import Kernel
from rftheory.measured.rowmaps.contrasts import Contrast, ScaledSampler
from rftheory.measured.rowmaps.count_estimates import CountEstimate
from rftheory.measured.rowmaps.discrete import Discrete
from rftheory.measured.rowmaps.exponential import GeneralisedExponential
from rftheory.measured.rowmaps.exponential_estimates import ExponentialEstimate
from rftheory.measured.rowmaps.laws import GeometricLaw, PoissonLaw
from rftheory.measured.rowmaps.protocol import AbstractRowMap
from rftheory.measured.rowmaps.statistics import What
from rftheory.mechanisms._shelf import couplings
from rftheory.moments.tuning import optimal_positive


@dataclass(frozen=True)
class RowMapDrawing:
    """The statistic `what` of a row map, for `Sampled` and `SampledBelow`.

    `features` makes the map of a point (one of the functions below, or any named at the top level of a module).
    A point gives m (1 where missing) and vectors x and y, or their invariants x2, y2, xy and d. `level` is what
    an error subtracts or a tail must exceed.
    """

    features: Callable[[Mapping[str, object]], AbstractRowMap]
    what: What = "mean"
    coupling: str = "iid"
    kernel: Kernel = "gaussian"
    level: Formula | None = None
    bounded: bool = True

    def __call__(self, point: Mapping[str, object]) -> ExponentialEstimate | CountEstimate:
        """The experiment at a point."""
        feature_map, level = self.features(point), level_at(self.level, point)
        m = integer(point.get("m", 1))
        x, y = pair(point)
        if isinstance(feature_map, GeneralisedExponential):
            coupling = couplings()[self.coupling]
            return ExponentialEstimate(
                feature_map, coupling, x, y, m, self.what, self.kernel, level, self.bounded
            )
        if isinstance(feature_map, Discrete):
            return CountEstimate(feature_map, x, y, m, self.what, self.kernel, level, self.bounded)
        raise InputError(f"{feature_map.name} has no experiment; allowed: exponential and discrete maps")


def exponential_map(point: Mapping[str, object]) -> GeneralisedExponential:
    """GERF of the point's A, and of its s (1 where missing)."""
    text = str(point["A"])
    a = complex(real(text)) if "j" not in text else _complex(text)
    return GeneralisedExponential(a, 1 if integer(point.get("s", 1)) == 1 else -1)


def optimal_map(point: Mapping[str, object]) -> GeneralisedExponential:
    """OPRF of the point's |x+y|^2: v2, or that of x2, y2, xy."""
    square = point.get("v2")
    squared = real(square) if square is not None else _square(point)
    return optimal_positive(squared, integer(point["d"]))


def poisson_map(point: Mapping[str, object]) -> Discrete:
    """Poisson features of the point's lam."""
    return Discrete(PoissonLaw((real(point["lam"]),)), "poisson")


def geometric_map(point: Mapping[str, object]) -> Discrete:
    """Geometric features of the point's p."""
    return Discrete(GeometricLaw((real(point["p"]),)), "geometric")


def _complex(text: str) -> complex:
    """a+bj whose parts may be fractions."""
    body = text.strip().removesuffix("j")
    cut = max(body.rfind("+"), body.rfind("-"))
    first, second = body[:cut], body[cut:]
    return complex(real(first) if first else 0.0, real(second if second.strip("+-") else f"{second}1"))


def _square(point: Mapping[str, object]) -> float:
    return real(point["x2"]) + real(point["y2"]) + 2.0 * real(point["xy"])


@dataclass(frozen=True)
class ContrastDrawing:
    """Two statistics whose means have the ratio e^{log_ratio} at each point, as one statistic of mean zero."""

    first: Callable[[Mapping[str, object]], ScaledSampler]
    second: Callable[[Mapping[str, object]], ScaledSampler]
    log_ratio: Formula

    def __call__(self, point: Mapping[str, object]) -> Contrast:
        """The experiment at a point."""
        exact = self.log_ratio.point({name: point[name] for name in self.log_ratio.names})
        return Contrast(self.first(point), self.second(point), float(self.log_ratio.at(exact, 30)))

"""Drawing: from a point of exact parameters to the statistic that is drawn there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rftheory.errors import InputError, UnknownIdError
from rftheory.evidence.statistical.points import integer, level_at, pair, reals
from rftheory.exact.formula import Formula

if TYPE_CHECKING:
    from rftheory.measured.estimators.estimates import Estimate, What
    from rftheory.measured.protocol import Kernel


@dataclass(frozen=True)
class Drawing:
    """The statistic `what` of a coupling and a feature map, for `Sampled` and `Sequential`.

    A point gives m and the two points: vectors x and y, or their invariants x2, y2, xy and d (isotropic
    couplings only); a product also x_other and y_other. `level` is the number that an error subtracts or a
    tail must exceed. With `bounded`, values are bounded by proof where a rule is known, by a change of
    measure if need be; without it they come from the coupling's own code.
    """

    coupling: str
    features: str
    what: What = "mean"
    kernel: Kernel | None = None
    level: Formula | None = None
    bounded: bool = True

    def __call__(self, point: Mapping[str, object]) -> Estimate:
        """The experiment at a point."""
        from rftheory.measured.estimators.bounds import bounded
        from rftheory.measured.estimators.estimates import Estimate
        from rftheory.mechanisms._shelf import couplings, feature_maps

        shelf, maps = couplings(), feature_maps()
        for name, known, kind in ((self.coupling, shelf, "coupling"), (self.features, maps, "feature map")):
            if name not in known:
                raise UnknownIdError(name, tuple(known), kind)
        if "x" not in point and not shelf[self.coupling].isotropic:
            raise InputError(f"{self.coupling} is not isotropic; allowed: vectors x and y at every point")
        x, y = pair(point)
        other = None
        if self.what == "product":
            other = (reals(point["x_other"]), reals(point["y_other"]))
        estimate = Estimate(
            shelf[self.coupling],
            maps[self.features],
            x,
            y,
            integer(point["m"]),
            self.what,
            kernel=self.kernel,
            level=level_at(self.level, point),
            other=other,
        )
        return bounded(estimate) if self.bounded else estimate

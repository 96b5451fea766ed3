"""What a curve is of: a side of a statement, or the exact error of a mechanism by the statement that certifies it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from rftheory.curves.places import NAMES, WAYS, distance, invariants
from rftheory.domain import Point
from rftheory.errors import InputError, PrecisionError
from rftheory.evaluation import accepted, printed_side, resolve
from rftheory.exact import balls
from rftheory.exact.formula import Formula
from rftheory.exact.scalars import Real
from rftheory.mechanisms import _shelf
from rftheory.mechanisms._names import projected
from rftheory.moments import catalogue
from rftheory.moments.entries import CertifyingSide

KernelName = Literal["gaussian", "softmax"]
_BITS = (64, 96, 160, 320, 1280)


@dataclass(frozen=True)
class Candidate:
    """A formula of exact parameters; of a mechanism its mean squared error, as of estimates of `kernel`.

    `shift`: the value is the formula times e^(shift (x2 + y2)), which takes one kernel's error to the other's.
    """

    label: str
    id: str
    formula: Formula
    mechanism: bool = False
    shift: int = 0

    @property
    def parameters(self) -> set[str]:
        """What it takes; of a mechanism d, m and the place of the points in any way."""
        return {"d", "m", *NAMES} if self.mechanism else accepted(self.formula)

    def point(self, given: Mapping[str, object]) -> Point:
        """The exact point of the formula."""
        if not self.mechanism:
            return self.formula.point(given)
        known = {name: value for name, value in given.items() if name not in NAMES}
        where = invariants({name: value for name, value in given.items() if name in NAMES})
        place: dict[str, object] = {**known, **where}
        if "z" in self.formula.names:
            place["z"] = distance(where)
        if "D" in self.formula.names and "m" in given:
            place["D"] = given["m"]
        missing = [name for name in self.formula.names if name not in place]
        if missing:
            raise InputError(f"missing parameter {', '.join(missing)} of {self.label}")
        return self.formula.point({name: place[name] for name in self.formula.names})

    def ball(self, point: Point, bits: int) -> Real:
        """The value in a ball at a working precision; PrecisionError where it is not finite or not real."""
        value = self.formula.ball(point, bits)
        real, imaginary = balls.parts(value)
        if imaginary != 0 or not balls.is_finite(value):
            raise PrecisionError(f"{self.label} has no finite real value at this precision")
        if not self.shift:
            return real
        power = point["x2"], point["y2"]
        assert isinstance(power[0], Fraction)
        assert isinstance(power[1], Fraction)
        with balls.working_precision(bits):
            return real * balls.ball(balls.exact(self.shift * (power[0] + power[1]))).exp()

    def nearest(self, given: Mapping[str, object]) -> float:
        """The correctly rounded double of the value."""
        point = self.point(given)
        if not self.shift:
            return self.formula.nearest(point)
        for bits in _BITS:
            value = self.ball(point, bits)
            with balls.working_precision(bits):
                found = balls.nearest_double(value)
            if found is not None:
                return found
        raise PrecisionError(
            f"{self.label} is beyond doubles, or not decided by {_BITS[-1]} bits, at this point"
        )


def contestant(name: str, kernel: KernelName = "gaussian") -> Candidate:
    """What a name means: `ID`, `ID:side`, or `coupling-map` for the exact mean squared error of a mechanism."""
    if "/" in name:
        entry, side = resolve(name)
        chosen = printed_side(entry) if side is None else side
        return Candidate(f"{entry.id}:{chosen}" if chosen else entry.id, entry.id, entry.sides[chosen])
    if kernel not in ("gaussian", "softmax"):
        raise InputError(f"kernel {kernel!r}; allowed: gaussian, softmax")
    coupling, features = projected(name)
    found = _certificate(coupling.name, features.name)
    if found is None:
        raise InputError(
            f"no statement certifies the error of {name}; allowed: {', '.join(mechanisms())}, or an id of a statement"
        )
    entry, side = resolve(found.id)
    shift = {("gaussian", "gaussian"): 0, ("gaussian", "softmax"): 1, ("softmax", "gaussian"): -1}.get(
        (found.kernel, kernel), 0
    )
    chosen = printed_side(entry) if side is None else side
    return Candidate(name, entry.id, entry.sides[chosen], True, shift)


def mechanisms() -> list[str]:
    """The mechanisms whose exact error a statement certifies as a function of the place of the points."""
    pairs = [(coupling, features) for coupling in catalogue.couplings() for features in _shelf.feature_maps()]
    return [f"{coupling}-{features}" for coupling, features in pairs if _certificate(coupling, features)]


def _certificate(coupling: str, features: str) -> CertifyingSide | None:
    """The side of the variance, in parameters that a place of two points gives."""
    if _shelf.couplings()[coupling].law.norm != "chi_d":
        return None  # the variance about another mean than the kernel is no error of the kernel
    if coupling == "iid":
        entry = catalogue.maps().get(features)
        found = () if entry is None else entry.certificates
    else:
        known = catalogue.couplings().get(coupling)
        found = () if known is None else tuple(one for one in known.certificates if one.map == features)
    for one in found:
        if one.what == "variance":
            entry_, side = resolve(one.id)
            names = entry_.sides[printed_side(entry_) if side is None else side].names
            if set(names) <= {"d", "m", "D", "z", *WAYS["x2"]}:
                return one
    return None

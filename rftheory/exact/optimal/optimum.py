"""What every optimiser returns: parameters, objective and a certificate whose every step was checked."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from html import escape
from typing import Literal, NoReturn

from rftheory.domain import OwnResult
from rftheory.errors import InputError, PrecisionError
from rftheory.exact import balls
from rftheory.exact.enclosure import Enclosure
from rftheory.exact.scalars import Real

Found = Enclosure | tuple[Enclosure, ...] | tuple[tuple[Enclosure, ...], ...]
Status = Literal["global", "local"]

_BITS_A_DIGIT = 3.3219280949  # log2(10)
_DOUBLINGS = 7  # of the precision: up to 128 times what the digits need


@dataclass(frozen=True)
class Step:
    """One step of a certificate: what holds, and the certified numbers that show it. A cited step has none."""

    text: str
    values: Mapping[str, Enclosure] = field(default_factory=dict)
    cited: bool = False


@dataclass(frozen=True)
class Certificate:
    """Why the parameters are optimal.

    `global`: nothing else in the class named by `claim` is better, or better by more than the gap given there.
    `local`: the objective is certified, its optimality is not. `attained` is False for an infimum that only a
    limit of parameters reaches.
    """

    status: Status
    claim: str
    steps: tuple[Step, ...]
    attained: bool = True


@dataclass(frozen=True)
class Optimum(OwnResult):
    """The best parameters of one mechanism, the objective there, what else was compared, and the certificate."""

    what: str
    parameters: Mapping[str, Found]
    objective: Enclosure
    meaning: str
    certificate: Certificate
    others: Mapping[str, Enclosure] = field(default_factory=dict)

    def __repr__(self) -> str:
        found = ", ".join(f"{name}={_short(value)}" for name, value in self.parameters.items())
        return f"Optimum({self.what}: {found}; objective {_short(self.objective)}; {self.certificate.status})"

    def _repr_html_(self) -> str:
        """For notebooks: parameters and objective with all their digits, and what the certificate claims."""
        numbers = {**self.parameters, f"objective ({self.meaning})": self.objective}
        rows = "".join(
            f"<tr><td>{escape(name)}</td><td>{_drawn(value)}</td></tr>" for name, value in numbers.items()
        )
        claim = f"{self.certificate.status}: {self.certificate.claim}"
        return f"<div><b>{escape(self.what)}</b><table>{rows}</table><small>{escape(claim)}</small></div>"

    def exact_value(self) -> NoReturn:
        """An optimum is no number; the numbers in it are."""
        raise InputError("a number; an optimum holds several: give its .objective or one of its .parameters")


def _short(value: Found) -> str:
    """Six digits, or how many numbers there are."""
    if isinstance(value, Enclosure):
        return (
            value.value
            if len(value.value) <= 8
            else f"{value.value[:8]}…{value.value[value.value.find('e') :] if 'e' in value.value else ''}"
        )
    return f"({len(value)} entries)"


def _drawn(value: Found) -> str:
    return (
        value._repr_html_() if isinstance(value, Enclosure) else ", ".join(_drawn(entry) for entry in value)
    )


class Certifier:
    """Collects steps; a condition that does not hold certainly stops it."""

    def __init__(self) -> None:
        self._steps: list[Step] = []

    def require(self, holds: bool, text: str, **values: Enclosure) -> None:
        """A step checked by machine; PrecisionError unless `holds` is certain."""
        if not bool(holds):
            raise PrecisionError(f"the certificate fails at the step: {text}")
        self._steps.append(Step(text, values))

    def cite(self, text: str) -> None:
        """A mathematical fact that a step rests on."""
        self._steps.append(Step(text, cited=True))

    def certify(self, claim: str, *, status: Status = "global", attained: bool = True) -> Certificate:
        """The certificate of all steps so far."""
        return Certificate(status, claim, tuple(self._steps), attained)


def enclosed(compute: Callable[[], Real], digits: int, method: str = "ball arithmetic") -> Enclosure:
    """`compute()` at rising working precisions until `digits` digits are certain (or the value is exact)."""
    bits = math.ceil(digits * _BITS_A_DIGIT) + 64
    for _ in range(_DOUBLINGS):
        with balls.working_precision(bits):
            value = compute()
            text = balls.digits_of(value, digits) if balls.is_finite(value) else None
        if text is not None:
            kept = balls.as_fraction(value) if isinstance(value, balls.fmpq) else balls.dyadics(value)
            return Enclosure(*text, digits, kept, method)
        bits *= 2
    raise PrecisionError(f"no enclosure with {digits} certified digits at {bits // 2} bits")


def rounded(value: Real, digits: int = 3) -> Enclosure:
    """A ball already computed, to as many digits up to `digits` as it certifies; for the numbers of a step. PrecisionError at nan and inf."""
    for fewer in range(digits, 0, -1):
        text = balls.digits_of(value, fewer)
        if text is not None:
            kept = balls.as_fraction(value) if isinstance(value, balls.fmpq) else balls.dyadics(value)
            return Enclosure(*text, fewer, kept, "ball arithmetic")
    ball = balls.ball(value)
    if not ball.is_finite():
        raise PrecisionError("a number of the certificate has no finite enclosure: ask for more digits")
    bound = abs(ball).upper()
    return Enclosure("0", f"1e{balls.power_of_ten_above(bound)}", 1, balls.dyadics(ball), "ball arithmetic")


def exactly(value: Fraction | int, digits: int = 30) -> Enclosure:
    """An exact rational: whole numbers in full, others to `digits` digits."""
    exact = Fraction(value)
    if exact.denominator == 1:
        text = balls.str_int(exact.numerator)
        return Enclosure(text, "0", max(digits, len(text)), exact, "exact")
    return enclosed(lambda: balls.exact(exact), digits, "exact")

"""Arithmetic and comparison of certified numbers: in balls, so that a result is certain, and what is open is an error."""

from __future__ import annotations

import math
import operator
from abc import ABC, abstractmethod
from collections.abc import Callable
from fractions import Fraction
from typing import Any, Self, TypeVar

from rftheory.domain import ComplexRational, OwnResult
from rftheory.domain.exact import exact_complex
from rftheory.errors import DomainError, PrecisionError
from rftheory.exact import balls
from rftheory.exact.balls import Scalar
from rftheory.exact.decimal_format import formatted
from rftheory.exact.scalars import Real

_GUARD = 64  # bits beyond those of the operands
Whole = TypeVar("Whole")
Ends = tuple[Fraction, Fraction]


class CertifiedNumber(OwnResult, ABC):
    """A number in a ball that behaves like one: its operators give certified numbers or raise.

    Operands are numbers of any library at their exact value (a float at its binary one). An order that the balls leave
    open, and an equality of numbers that have a radius, is a PrecisionError; a number equals itself. What has a
    radius hashes by identity, an exact number as the Fraction that it is.
    """

    digits: int

    @abstractmethod
    def scalar(self) -> Scalar:
        """The number as an exact rational or a ball."""

    @abstractmethod
    def ends(self) -> tuple[Ends, Ends]:
        """The exact lower and upper end of the real part, and of the imaginary one."""

    @abstractmethod
    def made(self, value: Scalar, digits: int) -> Self:
        """A number of this kind from a ball, with as many digits up to `digits` as are certain."""

    def __add__(self, other: object) -> Self:
        return self._with(operator.add, other)

    def __radd__(self, other: object) -> Self:
        return self._with(operator.add, other, swapped=True)

    def __sub__(self, other: object) -> Self:
        return self._with(operator.sub, other)

    def __rsub__(self, other: object) -> Self:
        return self._with(operator.sub, other, swapped=True)

    def __mul__(self, other: object) -> Self:
        return self._with(operator.mul, other)

    def __rmul__(self, other: object) -> Self:
        return self._with(operator.mul, other, swapped=True)

    def __truediv__(self, other: object) -> Self:
        return self._with(_quotient, other)

    def __rtruediv__(self, other: object) -> Self:
        return self._with(_quotient, other, swapped=True)

    def __pow__(self, other: object) -> Self:
        return self._with(_power, other)

    def __rpow__(self, other: object) -> Self:
        return self._with(_power, other, swapped=True)

    def __neg__(self) -> Self:
        return self._of(lambda value: -value)

    def __pos__(self) -> Self:
        return self

    def __abs__(self) -> Self:
        return self._of(lambda value: abs(value))

    def sqrt(self) -> Self:
        """The square root, on the principal branch."""
        return self._of(lambda value: balls.power(value, balls.fmpq(1, 2)))

    def exp(self) -> Self:
        """The exponential."""
        return self._of(lambda value: balls.ball(value).exp())

    def log(self) -> Self:
        """The natural logarithm; PrecisionError unless the number is certainly positive."""
        if not self > 0:
            raise PrecisionError(f"the logarithm of {self!r}, which is not positive")
        return self._of(lambda value: balls.ball(value).log())

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        others = _ends(other)
        if others is None:
            return NotImplemented
        own = self.ends()
        if any(a[1] < b[0] or b[1] < a[0] for a, b in zip(own, others, strict=True)):
            return False
        if all(low == high for low, high in (*own, *others)):
            return True
        raise PrecisionError(
            f"whether {self!r} equals {other!r} is not decided: a ball with a radius never equals; "
            "ask for more digits, or compare abs(a - b) with a tolerance"
        )

    def __hash__(self) -> int:
        (low, high), (imaginary, above) = self.ends()
        if low != high or imaginary != above:
            return object.__hash__(self)
        return hash(low) if imaginary == 0 else hash((low, imaginary))

    def __bool__(self) -> bool:
        return self != 0

    def __lt__(self, other: object) -> bool:
        return self._ordered(other, operator.lt, False)

    def __le__(self, other: object) -> bool:
        return self._ordered(other, operator.le, True)

    def __gt__(self, other: object) -> bool:
        return self._ordered(other, operator.gt, False)

    def __ge__(self, other: object) -> bool:
        return self._ordered(other, operator.ge, True)

    def __format__(self, spec: str) -> str:
        """As of a float, with digits that are all certified; PrecisionError where one is not."""
        return formatted(self.scalar(), str(self), spec, self.digits)

    def __floor__(self) -> int:
        return self._whole(math.floor)

    def __ceil__(self) -> int:
        return self._whole(math.ceil)

    def __trunc__(self) -> int:
        return self._whole(math.trunc)

    def __int__(self) -> int:
        return self._whole(math.trunc)

    def __round__(self, places: int | None = None) -> Any:
        """The nearest integer, or the Fraction nearest at so many decimal places; half to even."""
        return self._whole(lambda end: round(end, places))

    def _whole(self, function: Callable[[Fraction], Whole]) -> Whole:
        low, high = self._real_ends()
        found = function(low)
        if found != function(high):
            raise PrecisionError(f"{self!r} does not decide the integer; ask for more digits")
        return found

    def _of(self, function: Callable[[Scalar], Scalar]) -> Self:
        with balls.working_precision(self._bits(self.digits)):
            return self.made(_finite(function(self.scalar())), self.digits)

    def _with(
        self, function: Callable[[Scalar, Scalar], Scalar], other: object, *, swapped: bool = False
    ) -> Self:
        value = _scalar(other)
        if value is None:
            return NotImplemented  # type: ignore[no-any-return]
        digits = max(self.digits, other.digits if isinstance(other, CertifiedNumber) else 0)
        with balls.working_precision(self._bits(digits)):
            pair = (value, self.scalar()) if swapped else (self.scalar(), value)
            return self.made(_finite(function(*pair)), digits)

    @staticmethod
    def _bits(digits: int) -> int:
        return math.ceil(digits * 3.3219280949) + 2 * _GUARD

    def _real_ends(self) -> Ends:
        real, imaginary = self.ends()
        if any(imaginary):
            raise TypeError(f"{self!r} is complex: complex numbers have no order")
        return real

    def _ordered(
        self, other: object, relation: Callable[[Fraction | float, Fraction | float], bool], equal: bool
    ) -> bool:
        if self is other:
            return equal
        if isinstance(other, float) and math.isinf(other):
            return relation(0.0, other)
        others = _ends(other)
        if others is None:
            return NotImplemented  # type: ignore[no-any-return]
        if any(others[1]):
            raise TypeError(f"{other!r} is complex: complex numbers have no order")
        (low, high), (below, above) = self._real_ends(), others[0]
        answers = {relation(low, above), relation(high, below)}
        if len(answers) == 2:
            raise PrecisionError(
                f"the order of {self!r} and {other!r} is not decided: their balls meet; ask for more digits"
            )
        return answers.pop()


def _quotient(above: Scalar, below: Scalar) -> Scalar:
    if not isinstance(below, (balls.arb, balls.acb)) and below == 0:
        raise ZeroDivisionError("division of a certified number by 0")
    return balls.ball(above) / below if isinstance(below, (balls.arb, balls.acb)) else above / below


def _power(base: Scalar, exponent: Scalar) -> Scalar:
    if not isinstance(base, (balls.arb, balls.acb)) and base == 0 and balls.parts(exponent)[0] < 0:
        raise ZeroDivisionError("0 to a negative power")
    return balls.power(base, exponent)


def _finite(value: Scalar) -> Scalar:
    if not balls.is_finite(value):
        raise PrecisionError("the result is not certain to be finite: a divisor or a base is not told from 0")
    return value


def _scalar(value: object) -> Scalar | None:
    """A number of any library as a rational or a ball; None for what is no exact number."""
    if isinstance(value, CertifiedNumber):
        return value.scalar()
    number = _exact(value)
    if isinstance(number, ComplexRational):
        return balls.gauss(balls.exact(number.re), balls.exact(number.im))
    return None if number is None else balls.exact(number)


def _ends(value: object) -> tuple[Ends, Ends] | None:
    if isinstance(value, CertifiedNumber):
        return value.ends()
    number = _exact(value)
    if number is None:
        return None
    re, im = (number.re, number.im) if isinstance(number, ComplexRational) else (number, Fraction(0))
    return (re, re), (im, im)


def _exact(value: object) -> Fraction | ComplexRational | None:
    if isinstance(value, (str, bytes)) or bool(getattr(value, "ndim", False)):
        return None
    try:
        return exact_complex(value, "operand")
    except DomainError:
        return None


def certain(value: Real, digits: int) -> tuple[str, str, int] | None:
    """(digits, radius, their number) with as many digits up to `digits` as the ball certifies; None for none."""
    bits = balls.accuracy_bits(value)
    for fewer in range(min(digits, max(1, int(bits * 0.30103) + 1)), 0, -1):
        text = balls.digits_of(value, fewer)
        if text is not None:
            return *text, fewer
    return None

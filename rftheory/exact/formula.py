"""A formula: one SymPy expression and all its readings (LaTeX, ball, mpmath, float and log arrays)."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

import sympy as sp

from rftheory.domain import ComplexRational, Domain, Point, parse_complex, parse_number, parse_vector
from rftheory.errors import DomainError, InputError, PrecisionError, not_text
from rftheory.exact import balls
from rftheory.exact.balls import Gaussian, Scalar
from rftheory.exact.compilation import check_readable, compile_ball
from rftheory.exact.compilation.reading import Env, Reading
from rftheory.exact.digits import enclosure, part_of
from rftheory.exact.enclosure import Enclosure
from rftheory.exact.oracle import evaluate_plainly
from rftheory.exact.scalars import MpNumber, Real

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

MAX_DIGITS = 10_000  # what is promised for every formula; time grows faster than digits
_DOUBLE_BITS = (80, 160, 320)  # of the working precision at which a double is tried
_CEILING = 60_000  # bits of cancellation that are followed: e^-41000 beside 1; an exact 0 costs all of them


@dataclass(frozen=True, eq=False)
class Formula:
    """A closed form, series or integral with domain-bounded parameters.

    `expression` is the formula as printed (or as the definition says); `closed`, where given, is the same
    function in a form that evaluates fast, whose agreement with `expression` is itself evidence. `majorants`
    bound the terms of an infinite sum that is not hypergeometric; names default to the free symbols. A
    `complex_valued` formula evaluates to a real and an imaginary part, each certified.
    """

    expression: sp.Expr
    domain: Domain
    names: tuple[str, ...]
    closed: sp.Expr | None = None
    majorants: Mapping[sp.Symbol, sp.Expr] = field(default_factory=dict)
    complex_valued: bool = False

    def __post_init__(self) -> None:
        """InputError where a part has no certified reading, such as an integral to infinity: now, not at evaluation."""
        unknown = [name for name in self.names if name not in self.domain.names]
        if unknown:
            raise InputError(f"the domain of this formula has no parameter {', '.join(unknown)}")
        kinds = {self.domain[name].kind for name in self.names}
        sizes = {"d", "m"} if "vectors" in kinds else {"d"} if "vector" in kinds else set()
        for expression in (self.expression, self.closed):
            if expression is not None:
                check_readable(expression, {*self.names, *sizes}, self.majorants)

    def point(self, given: Mapping[str, object]) -> Point:
        """The exact point of this formula's parameters; vectors x, y stand for x2, y2, xy (and d)."""
        return self.domain.parse(_invariants(given, self.names), self.names)

    def latex(self) -> str:
        """The formula in LaTeX."""
        return str(sp.latex(self.expression))

    @functools.cached_property
    def _fast(self) -> Reading:
        return compile_ball(self.expression if self.closed is None else self.closed, self.majorants)

    @functools.cached_property
    def _printed(self) -> Reading:
        return compile_ball(self.expression, self.majorants)

    def ball(self, point: Point, bits: int, *, printed: bool = False) -> Scalar:
        """Enclosure at a working precision of `bits`; `printed` insists on the expression as printed."""
        reading = self._printed if printed else self._fast
        with balls.working_precision(bits):
            try:
                value: Scalar = reading(environment(point))
                return value
            except ZeroDivisionError:
                return balls.arb("nan")

    def enclose(self, point: Point, digits: int, *, printed: bool = False, ceiling: int = _CEILING) -> Real:
        """A real ball of at least `digits` relative digits (or exactly 0), else PrecisionError."""
        wanted = math.ceil(digits * 3.3219280949) + 4
        bits, stuck = wanted + 40, 0
        best = None
        while bits <= ceiling + 8 * wanted:
            value = self.ball(point, bits, printed=printed)
            if not balls.is_finite(value):
                stuck += 1
                if stuck > 4:
                    break
            elif isinstance(value, (balls.acb, balls.Gauss)):
                value, imaginary = balls.parts(value)
                if imaginary != 0:
                    raise PrecisionError(
                        "the printed expression is complex here and has no real reading", value
                    )
            if not isinstance(value, (balls.acb, balls.Gauss)) and balls.is_finite(value):
                best = value
                accuracy = balls.accuracy_bits(value)
                if accuracy >= wanted:
                    return value
                missing = wanted - accuracy if accuracy > -(1 << 20) else wanted
                bits += max(missing + 20, bits // 4)
                continue
            bits *= 2
        if best is None:
            raise PrecisionError(
                f"no certified value within the budget: no finite enclosure at up to {bits} bits (a pole, a number too "
                "large to be held such as e^(e^1000), or only one too hard to enclose here)"
            )
        raise PrecisionError(
            f"no enclosure with {digits} certified digits at up to {bits} bits: the value may be exactly 0",
            best,
        )

    def evaluate(self, *, digits: int = 50, printed: bool = False, **parameters: object) -> Enclosure:
        """The value with `digits` correct significant digits (1 to 10000) at exact parameters."""
        check_digits(digits)
        point = self.point(parameters)
        return self.at(point, digits, printed=printed)

    def at(self, point: Point, digits: int, *, printed: bool = False) -> Enclosure:
        """As `evaluate`, at an exact point already parsed."""
        form = "as printed" if printed or self.closed is None else "closed form"
        method = f"ball arithmetic, {form}"
        if self.complex_valued:
            return self._complex_at(point, digits, printed, method)
        guard = 3
        while guard < 4 * digits + 200:
            value = self.enclose(point, digits + guard, printed=printed)
            found = enclosure(value, digits, math.ceil((digits + guard) * 3.33) + 60, method)
            if found is not None:
                return found
            guard = 2 * guard + digits // 8
        raise PrecisionError(
            f"no {digits} digits can be certified: the value is too large, or too close to a rounding boundary"
        )

    def _complex_at(self, point: Point, digits: int, printed: bool, method: str) -> Enclosure:
        """Both parts to `digits` digits; at the last precision a part far below the other may be 0 with a radius."""
        wanted = math.ceil(digits * 3.3219280949) + 4
        bits, last = wanted + 60, 8 * wanted + 2000
        while bits <= last:
            value = self.ball(point, bits, printed=printed)
            bits = 2 * bits
            if not balls.is_finite(value):
                continue
            real, imaginary = (
                part_of(part, value, wanted, digits, method, bits, last=bits > last)
                for part in balls.parts(value)
            )
            if real is not None and imaginary is not None:
                return replace(real, imaginary=imaginary)
        raise PrecisionError(
            f"no enclosure with {digits} certified digits of both parts at up to {last} bits: one may be exactly 0"
        )

    def oracle(self, point: Point, digits: int = 30) -> MpNumber:
        """The printed expression by plain mpmath summation and quadrature: a check of balls, never a proof."""
        return evaluate_plainly(self.expression, point, digits)

    def array(self, **arrays: object) -> npt.NDArray[np.float64]:
        """Correctly rounded float64 values over broadcast arrays of the scalar parameters, vectors as they are.

        Parameters are exact: entries of a float array their binary values, of an object array numbers of any library.
        What overflows a double raises PrecisionError (use `log_array`).
        """
        return self._map(self.nearest, arrays)

    def is_number(self, name: str) -> bool:
        """Whether it is a parameter of this formula, and no vector."""
        return name in self.names and self.domain[name].kind not in ("vector", "vectors")

    def nearest(self, point: Point) -> float:
        """The correctly rounded double at an exact point; PrecisionError where none is decided."""
        for bits in _DOUBLE_BITS:
            with balls.working_precision(bits):
                try:
                    value = self._fast(environment(point))
                except ZeroDivisionError:
                    break
                if isinstance(value, (balls.arb, balls.fmpq)):
                    found = balls.nearest_double(value)
                    if found is not None:
                        return found
        return float(self.at(point, 40))

    def log_array(self, **arrays: object) -> npt.NDArray[np.float64]:
        """log|value| in float64 over broadcast parameter arrays, -inf where the value is exactly 0."""
        return self._map(self.log_at, arrays)

    def log_at(self, point: Point) -> float:
        """log|value| at an exact point, to about 18 digits."""
        value = self.enclose(point, 20)
        with balls.working_precision(128):
            magnitude = abs(balls.ball(value))
            if magnitude == 0:
                return -math.inf
            low, high = balls.endpoints(magnitude.log())
        return float((low + high) / 2)

    def _map(
        self, function: Callable[[Point], float], given: Mapping[str, object]
    ) -> npt.NDArray[np.float64]:
        import numpy as np  # arrays alone need it, and most commands ask for none

        scalars = [name for name in given if self.is_number(name)]
        fixed = {name: value for name, value in given.items() if name not in scalars}
        grids = np.broadcast_arrays(*[np.asarray(given[name], dtype=object) for name in scalars])
        if not grids:
            return np.asarray(function(self.point(given)))
        values = [
            function(self.point({**fixed, **dict(zip(scalars, entries, strict=True))}))
            for entries in zip(*(grid.ravel().tolist() for grid in grids), strict=True)
        ]
        return np.asarray(values, dtype=np.float64).reshape(grids[0].shape)

    def with_expression(self, expression: sp.Expr) -> Formula:
        """The same formula with another expression, evaluated literally (for mutants and corrections)."""
        return replace(self, expression=expression, closed=None)


Argument: TypeAlias = "Gaussian | list[Argument]"
"""A number, a vector or a list of vectors."""


def check_digits(digits: object) -> int:
    """`digits` as an int from 1 to 10000, or DomainError."""
    if isinstance(digits, bool) or not isinstance(digits, int) or not 1 <= digits <= MAX_DIGITS:
        raise DomainError("digits", digits, f"integer from 1 to {MAX_DIGITS}{not_text(digits)}")
    return digits


def environment(point: Point) -> Env:
    """FLINT values by name; vectors also define their length d, lists of vectors their number m."""
    env: Env = {}
    for value in point.values():
        if not isinstance(value, (tuple, list)):
            continue
        first = value[0]
        if isinstance(first, (tuple, list)):
            env.setdefault("m", balls.fmpq(len(value)))
            env.setdefault("d", balls.fmpq(len(first)))
        else:
            env.setdefault("d", balls.fmpq(len(value)))
    for name, value in point.items():
        env[name] = _convert(value, name)
    return env


def _convert(value: object, name: str) -> Argument:
    if isinstance(value, Fraction):
        return balls.exact(value)
    if isinstance(value, (tuple, list)):
        return [_convert(entry, name) for entry in value]
    number = parse_complex(value, name)
    if isinstance(number, ComplexRational):
        return balls.gauss(balls.exact(number.re), balls.exact(number.im))
    return balls.exact(number)


def _invariants(given: Mapping[str, object], names: tuple[str, ...]) -> Mapping[str, object]:
    """Replace vectors x, y by x2, y2, xy (and d) where a formula asks for the invariants."""
    if not {"x2", "y2", "xy"} <= set(names) or "x" not in given or "y" not in given:
        return given
    x, y = parse_vector(given["x"], "x"), parse_vector(given["y"], "y")
    if len(x) != len(y):
        raise DomainError("y", given["y"], f"a vector of the length of x, {len(x)}")
    rest = {name: value for name, value in given.items() if name not in ("x", "y")}
    if "d" in names:
        rest.setdefault("d", len(x))
        if parse_number(rest["d"], "d") != len(x):
            raise DomainError("d", rest["d"], f"the length of x, {len(x)}")
    product = sum((a * b for a, b in zip(x, y, strict=True)), Fraction(0))
    return {**rest, "x2": sum(a * a for a in x), "y2": sum(b * b for b in y), "xy": product}

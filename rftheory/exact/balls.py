"""The one door to FLINT: guarded precision, exact conversion, special functions, rigorous integrals."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from fractions import Fraction
from typing import Any

import flint

from rftheory.exact.enclosure import Dyadic, to_fraction
from rftheory.exact.positive_series import around_peak, paired, peak_of, window

Scalar = (
    Any  # fmpq or Gauss (exact), arb (real ball) or acb (complex ball): python-flint ships no usable types
)

fmpq, arb, acb = flint.fmpq, flint.arb, flint.acb


class Gauss:
    """An exact complex number re + im i of rationals; with balls it becomes a ball. Made by `gauss`."""

    __slots__ = ("im", "re")

    def __init__(self, re: Scalar, im: Scalar) -> None:
        self.re, self.im = re, im

    def ball(self) -> Scalar:
        """The complex ball at the working precision."""
        return acb(arb(self.re), arb(self.im))

    def __add__(self, other: Scalar) -> Scalar:
        if isinstance(other, (fmpq, int, Gauss)):
            re, im = _parts(other)
            return gauss(self.re + re, self.im + im)
        return self.ball() + other

    def __mul__(self, other: Scalar) -> Scalar:
        if isinstance(other, (fmpq, int, Gauss)):
            re, im = _parts(other)
            return gauss(self.re * re - self.im * im, self.re * im + self.im * re)
        return self.ball() * other

    __radd__, __rmul__ = __add__, __mul__

    def __neg__(self) -> Gauss:
        return Gauss(-self.re, -self.im)

    def __sub__(self, other: Scalar) -> Scalar:
        return self + (-other)

    def __rsub__(self, other: Scalar) -> Scalar:
        return (-self) + other

    def __truediv__(self, other: Scalar) -> Scalar:
        return self * power(other, fmpq(-1)) if isinstance(other, (fmpq, Gauss)) else self.ball() / other

    def __rtruediv__(self, other: Scalar) -> Scalar:
        return power(self, fmpq(-1)) * other

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Gauss) and bool(self.re == other.re and self.im == other.im)

    __hash__ = None  # type: ignore[assignment]

    def __abs__(self) -> Scalar:
        return power(self.re * self.re + self.im * self.im, fmpq(1, 2))


def gauss(re: Scalar, im: Scalar) -> Scalar:
    """re + im i of exact rationals; the rational itself where im = 0."""
    return Gauss(fmpq(re), fmpq(im)) if im != 0 else fmpq(re)


def _parts(value: Scalar) -> tuple[Scalar, Scalar]:
    return (value.re, value.im) if isinstance(value, Gauss) else (fmpq(value), fmpq(0))


def parts(value: Scalar) -> tuple[Scalar, Scalar]:
    """Real and imaginary part of any scalar, exact where they are known exactly."""
    if isinstance(value, acb):
        return value.real, fmpq(0) if value.imag.is_exact() and value.imag == 0 else value.imag
    return _parts(value) if isinstance(value, (fmpq, int, Gauss)) else (value, fmpq(0))


def squared_modulus(value: Scalar) -> Scalar:
    """|value|^2, exact where the parts are."""
    re, im = parts(value)
    return re * re + im * im


_LOCK = threading.RLock()
_LONGEST_SERIES = 2e6
_FAR, _FARTHEST = 300, 1e13  # peaks and arguments of series that are summed around their peak
_SAMPLES = 24
_EVALUATIONS: ContextVar[int] = ContextVar("evaluations", default=200_000)


@contextmanager
def working_precision(bits: int) -> Iterator[None]:
    """Hold FLINT's process-global precision at `bits`, one thread at a time, and restore it."""
    with _LOCK:
        before = flint.ctx.prec
        flint.ctx.prec = bits
        try:
            yield
        finally:
            flint.ctx.prec = before


@contextmanager
def integrals_within(evaluations: int) -> Iterator[None]:
    """Integrals inside take at most so many evaluations of their integrand; past them their balls stay wide."""
    token = _EVALUATIONS.set(evaluations)
    try:
        yield
    finally:
        _EVALUATIONS.reset(token)


def precision() -> int:
    """The working precision in bits."""
    return int(flint.ctx.prec)


def exact(number: Fraction | int) -> Scalar:
    """An exact rational as FLINT sees it."""
    fraction = Fraction(number)
    return fmpq(fraction.numerator, fraction.denominator)


def as_fraction(value: Scalar) -> Fraction:
    """A FLINT rational as a Python Fraction."""
    return Fraction(int(value.p), int(value.q))


def ball(value: Scalar) -> Scalar:
    """`value` as a real or complex ball at the working precision."""
    if isinstance(value, Gauss):
        return value.ball()
    return arb(value) if isinstance(value, (fmpq, int)) else value


def to_float(value: Scalar) -> float:
    """A nearby float without any promise: for cost estimates only."""
    return int(value.p) / int(value.q) if isinstance(value, fmpq) else float(value.mid())


def is_finite(value: Scalar) -> bool:
    """False for balls that contain a pole or have infinite radius."""
    return bool(isinstance(value, (fmpq, Gauss)) or value.is_finite())


def endpoints(value: Scalar) -> tuple[Fraction, Fraction]:
    """Exact rational lower and upper end of a real ball; PrecisionError where they would not fit in memory."""
    if isinstance(value, fmpq):
        point = as_fraction(value)
        return point, point
    middle, radius = (to_fraction(part) for part in dyadics(value))
    return middle - radius, middle + radius


def dyadics(value: Scalar) -> tuple[Dyadic, Dyadic]:
    """Middle and radius of a real ball as (mantissa, exponent of 2), exactly."""
    pairs = (value.mid().man_exp(), value.rad().man_exp())
    middle, radius = ((int(mantissa), int(exponent)) for mantissa, exponent in pairs)
    return middle, radius


def accuracy_bits(value: Scalar) -> int:
    """Relative accuracy in bits; an exact value counts as 2^30 bits, a ball around zero as negative."""
    if isinstance(value, (fmpq, Gauss)) or (isinstance(value, arb) and value.is_exact()):
        return 1 << 30
    return int(value.rel_accuracy_bits())


def sign(value: Scalar) -> int | None:
    """-1, 0 or 1 when the ball decides it, else None."""
    if isinstance(value, fmpq):
        return int(value > 0) - int(value < 0)
    if value > 0:
        return 1
    if value < 0:
        return -1
    return 0 if value.is_exact() and value == 0 else None


def gamma(x: Scalar) -> Scalar:
    """Gamma(x)."""
    if isinstance(x, fmpq):
        return arb.gamma_fmpq(x) if x.q <= 2 and abs(x.p) < 1 << 20 else arb(x).gamma()
    return x.gamma()


def reciprocal_gamma(x: Scalar) -> Scalar:
    """1/Gamma(x), entire: 0 at the poles of Gamma."""
    return ball(x).rgamma()


def hypergeometric(above: Sequence[Scalar], below: Sequence[Scalar], z: Scalar) -> Scalar:
    """pFq(above; below; z) with FLINT's proved truncation bound; tries several algorithms unless z is very wide."""
    if isinstance(z, fmpq) and z == 0:
        return fmpq(1)
    complex_input = any(isinstance(v, (acb, Gauss)) for v in (*above, *below, z))
    argument = acb(ball(z)) if complex_input else ball(z)
    attempts: list[Callable[[], Scalar]] = []
    if len(above) == 1 and len(below) == 1:
        a, b = above[0], below[0]
        attempts.append(lambda: argument.hypgeom_1f1(ball(a), ball(b)))
    elif not above and len(below) == 1:
        attempts.append(lambda: argument.hypgeom_0f1(ball(below[0])))
    lists = [ball(v) for v in above], [ball(v) for v in below]
    attempts.append(lambda: _around_peak(above, below, argument))
    attempts.append(lambda: argument.hypgeom(*lists))
    attempts.append(lambda: _long_series(argument, *lists))
    if len(above) == 1 and len(below) == 1:
        a, b = above[0], below[0]
        attempts.append(lambda: argument.exp() * _long_series(-argument, [ball(b - a)], [ball(b)]))
    best, wanted = None, precision() // 4
    if not argument.is_exact():
        reachable = accuracy_bits(argument) - _magnitude_bits(argument)
        wanted = min(wanted, reachable - 16)
        if wanted < 0:
            with working_precision(64):
                return attempts[0]()
    for attempt in attempts:
        value = attempt()
        if is_finite(value):
            if accuracy_bits(value) > wanted:
                return value
            if best is None or accuracy_bits(value) > accuracy_bits(best):
                best = value
    return best if best is not None else acb("nan") if complex_input else arb("nan")


def _magnitude_bits(z: Scalar) -> int:
    """About log2|z| where |z| > 1, else 0: the bits by which an error of z grows in e^z."""
    size = abs(acb(z)).upper()
    return max(0, int(float(size.log().mid()) * 1.4427)) if size.is_finite() and size > 1 else 0


def _around_peak(above: Sequence[Scalar], below: Sequence[Scalar], z: Scalar) -> Scalar:
    """A series of positive terms with a far peak, nan where it is none."""
    if (
        not all(isinstance(v, fmpq) for v in (*above, *below))
        or not isinstance(z, arb)
        or not 0 < z < _FARTHEST
    ):
        return arb("nan")
    floats, bits = ([to_float(v) for v in above], [to_float(v) for v in below], to_float(z)), precision()
    peak = peak_of(*floats) if paired(above, below) else 0
    if peak < _FAR:
        return arb("nan")
    with working_precision(bits + 2 * peak.bit_length() + 20):
        value = around_peak(above, below, z, peak, window(*floats, peak, bits + 8))
    return +value


def _long_series(z: Scalar, above: list[Scalar], below: list[Scalar]) -> Scalar:
    """FLINT's series with enough terms for large |z|, nan where that is too many; its remainder bound is rigorous."""
    size = float(abs(acb(z)).mid()) if is_finite(z) else 0.0
    if len(below) > len(above):
        least = abs(float(acb(below[0]).real.mid()))
        size = (
            2.0 * size / (least + (least * least + 8.0 * size) ** 0.5 + 1e-300)
        )  # where terms begin to halve
    if not size < 100 * _LONGEST_SERIES:
        return acb("nan") if isinstance(z, acb) else arb("nan")
    terms = int(min(6.0 * size + 2.0 * precision() + 100, _LONGEST_SERIES))
    value = acb(z).hypgeom(above, below, n=terms)
    return value if isinstance(z, acb) else value.real


def bessel(kind: str, order: Scalar, z: Scalar) -> Scalar:
    """J_order(z) or I_order(z)."""
    argument = ball(z)
    return argument.bessel_j(ball(order)) if kind == "j" else argument.bessel_i(ball(order))


def power(base: Scalar, exponent: Scalar, analytic: bool = False) -> Scalar:
    """base**exponent: exact for small rational cases, on the principal branch for balls."""
    if isinstance(base, Gauss):
        return _gauss_power(base, exponent)
    if isinstance(exponent, fmpq) and exponent.q == 1:
        n = int(exponent.p)
        if isinstance(base, fmpq):
            size = max(int(base.p).bit_length(), int(base.q).bit_length())
            if size * abs(n) <= 1 << 16:
                return base**n if n >= 0 or base != 0 else arb("nan")
        if n == -1:
            return 1 / ball(base)
        x = ball(base)
        if n > 0 and isinstance(x, arb) and x.contains(0):
            return (acb(x) ** n).real  # arb gives nan where the midpoint is 0
        return x**n
    if isinstance(exponent, fmpq) and exponent.q <= 64 and isinstance(base, fmpq) and base >= 0:
        root = _exact_root(base, int(exponent.q))
        if root is not None:
            return power(root, fmpq(exponent.p))
    if isinstance(exponent, fmpq) and exponent.q == 2 and isinstance(base, fmpq) and base < 0:
        size, unit = power(-base, exponent), 1 if int(exponent.p) % 4 == 1 else -1
        return gauss(0, unit * size) if isinstance(size, fmpq) else acb(arb(0), unit * size)
    x, exponent = ball(base), exponent.ball() if isinstance(exponent, Gauss) else exponent
    if isinstance(x, acb):
        return x.pow(acb(exponent), analytic=analytic)
    if isinstance(exponent, fmpq) and exponent == fmpq(1, 2):
        return x.sqrt()
    if isinstance(exponent, acb) or x < 0:
        return acb(x).pow(acb(exponent))
    return x ** ball(exponent)


def _gauss_power(base: Gauss, exponent: Scalar) -> Scalar:
    """Exact for small integer exponents, the principal branch otherwise."""
    if not (isinstance(exponent, fmpq) and exponent.q == 1 and abs(exponent.p) <= 1 << 10):
        return base.ball().pow(ball(exponent) if isinstance(exponent, (Gauss, acb)) else acb(exponent))
    n, result, factor = abs(int(exponent.p)), fmpq(1), base
    while n:
        result, factor, n = result * factor if n & 1 else result, factor * factor, n >> 1
    if exponent >= 0:
        return result
    re, im = _parts(result)
    size = re * re + im * im
    return gauss(re / size, -im / size)


def _exact_root(value: Scalar, order: int) -> Scalar | None:
    p, q = flint.fmpz(value.p), flint.fmpz(value.q)
    root_p, root_q = p.root(order), q.root(order)
    return fmpq(root_p, root_q) if root_p**order == p and root_q**order == q else None


def integrate(
    integrand: Callable[[Scalar, bool], Scalar], lower: Scalar, upper: Scalar, real: bool = True
) -> Scalar:
    """Rigorous integral over a finite segment; `integrand(x, analytic)` must turn non-finite where not analytic.

    Samples of the integrand set the effort, never the enclosure: parts far below its size are not refined.
    """
    tolerance = arb(2) ** (-precision())
    low, span = acb(lower), acb(upper) - acb(lower)
    heights = (abs(acb(integrand(low + span * i / _SAMPLES, False))) for i in range(1, _SAMPLES))
    size = max((float(h.log().mid()) for h in heights if h.is_finite() and h > 0), default=-700_000.0)
    value = acb.integral(
        lambda x, analytic: acb(integrand(x, bool(analytic))),
        low,
        acb(upper),
        rel_tol=tolerance,
        abs_tol=(arb(size).exp() * abs(span)).mid() * tolerance / 16,
        eval_limit=_EVALUATIONS.get(),
        depth_limit=4 * precision(),
    )
    return value.real if real else value


def digits_of(value: Scalar, digits: int) -> tuple[str, str] | None:
    """(decimal text of `digits` significant correct digits, bound on its error), or None if too wide."""
    if (isinstance(value, fmpq) and value == 0) or (
        isinstance(value, arb) and value.is_exact() and value == 0
    ):
        return "0", "0"
    x = arb(value)
    if not x.is_finite() or x.contains(0):
        return None
    exponent = _decimal_exponent(x)
    for _ in range(2):
        shift = digits - 1 - exponent
        scaled = value * fmpq(10) ** shift if isinstance(value, fmpq) else x * arb(10) ** shift
        half_up = arb(scaled) + arb(fmpq(1, 2))
        rounded = half_up.floor().unique_fmpz()
        if rounded is None:
            return None
        size = len(str_int(abs(int(rounded))))
        if size == digits:
            is_exact = isinstance(scaled, fmpq) and scaled == fmpq(rounded)
            return format_decimal(int(rounded), -shift), "0" if is_exact else f"5e{-shift - 1}"
        exponent += size - digits
    return None


def _decimal_exponent(x: Scalar) -> int:
    magnitude = abs(x)
    logarithm = (magnitude.log() / arb(10).log()).floor()
    unique = logarithm.unique_fmpz()
    return int(unique) if unique is not None else int(float(logarithm.mid()))


def power_of_ten_above(x: Scalar) -> int:
    """An n with x < 10^n, for a positive ball."""
    return _decimal_exponent(x) + 2


def str_int(number: int) -> str:
    """Decimal text of an integer of any length (the interpreter limits its own conversion)."""
    return str(flint.fmpz(number))


def format_decimal(mantissa: int, exponent: int) -> str:
    """mantissa * 10**exponent as positional text when short, else in scientific notation."""
    digits = str_int(abs(mantissa))
    head = "-" if mantissa < 0 else ""
    scientific = len(digits) - 1 + exponent
    if 0 <= -exponent < len(digits):
        cut = len(digits) + exponent
        return head + digits[:cut] + ("." + digits[cut:] if exponent else "")
    if -6 <= scientific < 0:
        return head + "0." + "0" * (-scientific - 1) + digits
    tail = f".{digits[1:]}" if len(digits) > 1 else ""
    return f"{head}{digits[0]}{tail}e{scientific}"


def solve(rows: Sequence[Sequence[Scalar]], right: Sequence[Scalar]) -> list[Scalar]:
    """The exact solution of a square rational system; ZeroDivisionError where it is singular."""
    size = len(rows)
    matrix = flint.fmpq_mat(size, size, [entry for row in rows for entry in row])
    return list(matrix.solve(flint.fmpq_mat(size, 1, list(right))).entries())


def determinant(rows: Sequence[Sequence[Scalar]]) -> Scalar:
    """The determinant of a square rational matrix."""
    return flint.fmpq_mat(len(rows), len(rows), [entry for row in rows for entry in row]).det()

"""Intervals with rational ends, rounded outwards: sums, products, powers, exp, log, cos, sin, acos, pi, Gamma, series.

Every method takes and gives intervals (low, high) that contain the true value; what has no certain value is Refused.
Numbers that are exact stay so while they are short. Standard library only.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import factorial, isqrt

Interval = tuple[Fraction, Fraction]
Weights = tuple[Callable[[int], Interval], Callable[[int], Fraction]]  # w(k), and a bound of |w| from k on
_LARGEST = 1 << 16  # beyond it no exponential, no angle and no whole exponent is followed
_DEEPEST = 1 << 8  # the same of a root
_WIDEST = 1 << 17  # bits of a numerator or a denominator
_WORK = 4 * 10**6  # what functions cost together: a minute or two


class Refused(ValueError):
    """What is asked for is not certain: an undefined term, a wrong form, a claim that is not shown to fail."""


def exact(number: Fraction | int) -> Interval:
    """The interval of one number."""
    return (Fraction(number), Fraction(number))


ZERO, ONE = exact(0), exact(1)


class Intervals:
    """Arithmetic whose results have about `bits` significant bits."""

    def __init__(self, bits: int) -> None:
        self.bits = bits
        self._work = 0
        self._pi: Interval | None = None
        self._angles: dict[Fraction, Interval] = {}

    def add(self, a: Interval, b: Interval) -> Interval:
        """a + b."""
        return self._out(a[0] + b[0], a[1] + b[1])

    def negative(self, a: Interval) -> Interval:
        """-a."""
        return (-a[1], -a[0])

    def multiply(self, a: Interval, b: Interval) -> Interval:
        """a b."""
        if a == ZERO or b == ZERO:
            return ZERO
        if a[0] == a[1] and b[0] == b[1]:
            return self._out(a[0] * b[0], a[0] * b[0])
        ends = (a[0] * b[0], a[0] * b[1], a[1] * b[0], a[1] * b[1])
        return self._out(min(ends), max(ends))

    def inverse(self, a: Interval) -> Interval:
        """1/a."""
        if a[0] <= 0 <= a[1]:
            raise Refused("a division by what may be 0")
        return self._out(1 / a[1], 1 / a[0])

    def power(self, a: Interval, e: Interval) -> Interval:
        """a^e: a whole exponent; or a >= 0 and a rational one (a > 0 where it is negative); or a > 0."""
        if e[0] != e[1]:
            return self.exp(self.multiply(e, self.log(a)))
        p, q = e[0].numerator, e[0].denominator
        if p < 0:
            return self.inverse(self.power(a, self.negative(e)))
        if q > 1 and (a[0] < 0 or q > _DEEPEST):
            raise Refused("a root of what may be negative, or a deep one")
        whole = self._whole_power(a, p)
        return whole if q == 1 else self._out(self._root(whole[0], q)[0], self._root(whole[1], q)[1])

    def exp(self, a: Interval) -> Interval:
        """e^a, which rises."""
        return ONE if a == ZERO else self._out(self._exp(a[0])[0], self._exp(a[1])[1])

    def log(self, a: Interval) -> Interval:
        """The natural logarithm of a > 0, which rises."""
        if a[0] <= 0:
            raise Refused("a logarithm of what may not be positive")
        return ZERO if a == ONE else self._out(self._log(a[0])[0], self._log(a[1])[1])

    def cos(self, a: Interval) -> Interval:
        """The cosine: that of the middle, and at most as far from it as the ends are."""
        return ONE if a == ZERO else self._wave(a, 0)

    def sin(self, a: Interval) -> Interval:
        """The sine, in the same way."""
        return ZERO if a == ZERO else self._wave(a, 1)

    def acos(self, a: Interval) -> Interval:
        """The angle in [0, pi] whose cosine is a, for -1 <= a <= 1; it falls, and acos(a) = pi - acos(-a)."""
        if a[0] < -1 or a[1] > 1:
            raise Refused("no angle has such a cosine")
        return self._out(self._angle(a[1])[0], self._angle(a[0])[1])

    def pi(self) -> Interval:
        """pi = 16 atan(1/5) - 4 atan(1/239)."""
        if self._pi is None:
            unit = 1 << (self.bits + 16)
            near, far = _arctangent(unit, 5), _arctangent(unit, 239)
            middle, error = 16 * near[0] - 4 * far[0], 16 * near[1] + 4 * far[1]
            self._pi = self._out(Fraction(middle - error, unit), Fraction(middle + error, unit))
        return self._pi

    def gamma(self, a: Interval) -> Interval:
        """Gamma at an integer or half an odd one, a > 0."""
        x = a[0]
        if a[0] != a[1] or x <= 0 or x > 10_000 or x.denominator > 2:
            raise Refused("Gamma at what is no positive multiple of 1/2, or a large one")
        self._spend(int(x))
        if x.denominator == 1:
            return self._out(*exact(factorial(int(x) - 1)))
        n = int(x)
        whole = exact(Fraction(factorial(2 * n), 4**n * factorial(n)))
        return self.multiply(whole, self.power(self.pi(), exact(Fraction(1, 2))))

    def series(
        self,
        first: Interval,
        above: list[Fraction],
        below: list[Fraction],
        z: Interval,
        length: int,
        weights: Weights | None = None,
    ) -> tuple[Interval, Fraction]:
        """Sum of terms t_0 = first, t_(k+1) = t_k z prod(k + above)/prod(k + below): its first ones; a bound of the rest.

        From k = length on the quotient of two terms is at most q < 1 in size: each factor (k + a)/(k + b) with
        k + a >= 0 and k + b > 0 lies between its value at k = length and 1. With weights the terms are t_k w(k).
        """
        total, term = ZERO, first
        for k in range(length):
            total = self.add(total, self.multiply(term, weights[0](k)) if weights else term)
            quotient = Fraction(1)
            for a in above:
                quotient *= k + a
            for b in below:
                if k + b == 0:
                    raise Refused("a term of a series divides by 0")
                quotient /= k + b
            term = self.multiply(self.multiply(term, z), exact(quotient))
        size = max(-term[0], term[1])
        if len(above) > len(below) or any(length + c <= 0 for c in (*above, *below)):
            raise Refused("a series whose tail is not bounded")
        ratio = max(-z[0], z[1])
        for place, b in enumerate(below):
            paired = place < len(above)
            ratio *= max(Fraction(1), (length + above[place]) / (length + b)) if paired else 1 / (length + b)
        if ratio >= 1:
            raise Refused("a series whose tail is not bounded at its length")
        tail = size / (1 - ratio) * (weights[1](length) if weights else 1)
        return self._out(total[0] - tail, total[1] + tail), tail

    def _spend(self, size: Fraction | int) -> None:
        """Of a function once, at a number of that size."""
        self._work += 4 + self.bits // 8 + int(size) // 16
        if self._work > _WORK:
            raise Refused("there is too much to compute")

    def _out(self, low: Fraction, high: Fraction) -> Interval:
        """Exact while short, else rounded outwards to `bits` significant bits."""
        if any(part.bit_length() > _WIDEST for end in (low, high) for part in end.as_integer_ratio()):
            raise Refused("a number that is too large or too close to 0")
        if low == high and low.numerator.bit_length() + low.denominator.bit_length() <= 4 * self.bits:
            return (low, high)
        return (_down(low, self.bits), -_down(-high, self.bits))

    def _whole_power(self, a: Interval, n: int) -> Interval:
        if n > _LARGEST:
            raise Refused("a large exponent")
        if n % 2 == 0 and a[0] < 0:
            a = self.negative(a) if a[1] <= 0 else (Fraction(0), max(-a[0], a[1]))
        if a[0] == a[1]:
            return self._raised(a[0], n)
        return (self._raised(a[0], n)[0], self._raised(a[1], n)[1])

    def _raised(self, x: Fraction, n: int) -> Interval:
        """x^n by squaring."""
        result, square = ONE, exact(x)
        while n:
            if n & 1:
                result = self.multiply(result, square)
            n >>= 1
            square = self.multiply(square, square) if n else square
        return result

    def _root(self, x: Fraction, q: int) -> Interval:
        """The q-th root of x >= 0, exact where it is rational."""
        self._spend(q * self.bits)
        above, below = _whole_root(x.numerator, q), _whole_root(x.denominator, q)
        if above**q == x.numerator and below**q == x.denominator:
            return exact(Fraction(above, below))
        shift = self.bits + max(0, x.denominator.bit_length() - x.numerator.bit_length()) // q + 2
        root = _whole_root((x.numerator << (q * shift)) // x.denominator, q)
        return (Fraction(root, 1 << shift), Fraction(root + 1, 1 << shift))

    def _exp(self, x: Fraction) -> Interval:
        """e^x = (e^(|x|/2^j))^(2^j), inverted for x < 0; of lower and upper ends every step is rounded outwards."""
        halvings = _halvings(x)
        self._spend(abs(x))
        places = self.bits + halvings + 24
        terms = _terms(abs(x) / 2**halvings, places)
        low = sum(terms)
        high = low + 2 * len(terms) + 4
        for _ in range(halvings):
            low, high = low * low >> places, -(-high * high >> places)
        unit = 1 << places
        ends = (Fraction(low, unit), Fraction(high, unit))
        return ends if x >= 0 else (1 / ends[1], 1 / ends[0])

    def _log(self, x: Fraction) -> Interval:
        """log x = e log 2 + log m, m = x/2^e in (1/2, 2), by log m = 2 artanh((m - 1)/(m + 1))."""
        self._spend(8 * self.bits)
        e = x.numerator.bit_length() - x.denominator.bit_length()
        m = x / Fraction(2) ** e
        places = self.bits + 32
        t, error = _hyperbolic(places, (m - 1) / (m + 1))
        two, more = _hyperbolic(places, Fraction(1, 3))
        middle, width = 2 * t + 2 * e * two, 2 * error + 2 * abs(e) * more
        return (Fraction(middle - width, 1 << places), Fraction(middle + width, 1 << places))

    def _wave(self, a: Interval, part: int) -> Interval:
        """cos (part 0) or sin (part 1) of the middle, doubled up from a small angle, and no further than the radius."""
        middle, radius = (a[0] + a[1]) / 2, (a[1] - a[0]) / 2
        halvings = _halvings(middle)
        self._spend(0)
        places = self.bits + 2 * halvings + 24
        terms = _terms(abs(middle) / 2**halvings, places)
        error = 2 * len(terms) + 4
        c, s = sum(terms[::4]) - sum(terms[2::4]), sum(terms[1::4]) - sum(terms[3::4])
        for _ in range(halvings):
            c, s, error = (c * c - s * s) >> places, 2 * c * s >> places, 4 * error + 4
        value = c if not part else s if middle > 0 else -s
        low, high = (Fraction(value + sign * error, 1 << places) + sign * radius for sign in (-1, 1))
        return self._out(max(low, Fraction(-1)), min(high, Fraction(1)))

    def _angle(self, x: Fraction) -> Interval:
        """For x >= 0 by bisection of [0, 2], where the cosine falls, until it does not decide any more."""
        if x < 0:
            return self.add(self.pi(), self.negative(self._angle(-x)))
        if x not in self._angles:
            low, high = Fraction(0), Fraction(2)
            while low < high:
                middle = (low + high) / 2
                found = self.cos(exact(middle))
                if found[0] <= x <= found[1]:
                    break
                low, high = (middle, high) if found[0] > x else (low, middle)
            self._angles[x] = (low, high)
        return self._angles[x]


def _down(x: Fraction, bits: int) -> Fraction:
    """At most x, with `bits` significant bits."""
    n, d = x.numerator, x.denominator
    shift = bits - n.bit_length() + d.bit_length()
    return Fraction((n << shift) // d, 1 << shift) if shift >= 0 else Fraction(n // (d << -shift) << -shift)


def _halvings(x: Fraction) -> int:
    """How often x is halved until it is at most 1/2."""
    if abs(x) > _LARGEST:
        raise Refused("an exponent or an angle that is too large")
    return max(0, int(2 * abs(x)).bit_length())


def _terms(y: Fraction, places: int) -> list[int]:
    """y^k/k! in units of 2^-places for 0 <= y <= 1/2, rounded down: each too small by at most 2, the rest at most 4."""
    scaled, term, found, k = int(y * (1 << places)), 1 << places, [], 0
    while term:
        found.append(term)
        k += 1
        term = (term * scaled >> places) // k
    return found


def _arctangent(unit: int, n: int) -> tuple[int, int]:
    """atan(1/n) in units, and by how much it may be wrong: 1 a term (whole divisions compose) and 1 for the rest."""
    total, power, k = 0, unit // n, 0
    while power:
        total += (-1) ** k * (power // (2 * k + 1))
        power //= n * n
        k += 1
    return total, k + 1


def _hyperbolic(places: int, t: Fraction) -> tuple[int, int]:
    """artanh t = t + t^3/3 + .. in units of 2^-places, |t| <= 1/3, and by how much it may be wrong: 4 a term, 8 the rest."""
    power, square, total, k = int(abs(t) * (1 << places)), int(t * t * (1 << places)), 0, 0
    while power:
        total += power // (2 * k + 1)
        power = power * square >> places
        k += 1
    return (total if t >= 0 else -total), 4 * k + 8


def _whole_root(n: int, q: int) -> int:
    """The largest whole r with r^q <= n, by Newton's method from above."""
    if q == 2 or n < 2:
        return isqrt(n) if q == 2 else n
    root = 1 << -(-n.bit_length() // q)
    while (better := ((q - 1) * root + n // root ** (q - 1)) // q) < root:
        root = better
    return root

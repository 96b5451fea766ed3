"""Arithmetic of normal forms: quotients of exponential polynomials over the Gaussian rationals in generators.

A monomial is `(e, ((g, n), ...))`: the exponential of the e-th exponent, and generators g to powers n, negative where
a condition says that the generator is not 0. The imaginary unit is the generator 0, the root of -1. Of a quotient,
`top` is a polynomial and `bottom` a product of powers of polynomials, kept as factors.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from .reading import Term, need
from .terms import is_random

MAX_BITS = 2**16  # of a coefficient
MAX_WORK = 10**7  # products of coefficients for one object: a minute or two
MAX_STEP = 10**6  # the same for one step
MAX_TERMS = 10**5  # of a polynomial
MAX_LOOKS = 3 * 10**7  # at steps, as premises or for what is defined, for one object: a minute

Monomial = tuple[int, tuple[tuple[int, int], ...]]
Polynomial = dict[Monomial, Fraction]
ONE: Monomial = (0, ())
IMAGINARY = 0


class Divided(NamedTuple):
    top: Polynomial
    bottom: Mapping[int, int]


class Effort:
    """What has been spent on an object, and on the step in hand."""

    def __init__(self) -> None:
        self._object = self._step = self._looks = 0

    def next_step(self) -> None:
        self._step = 0

    def spend(self, work: int) -> None:
        self._object, self._step = self._object + work, self._step + work
        need(self._step <= MAX_STEP and self._object <= MAX_WORK, "there is too much to compute")

    def look(self, steps: int) -> None:
        self._looks += steps
        need(self._looks <= MAX_LOOKS, "there is too much to look through")


def constant(c: Fraction | int) -> Divided:
    return Divided({ONE: Fraction(c)} if c else {}, {})


Parts = tuple[tuple[Term, Divided | None], ...]


class Quotients:
    """Quotients over generators, and what they stand for: roots, exponents, denominators."""

    def __init__(self, budget: Effort) -> None:
        self._generators: list[tuple[str, Parts]] = [(" i", ())]
        self._random: list[bool] = [False]  # of the generators
        self._roots: dict[int, tuple[Divided, int]] = {IMAGINARY: (constant(-1), 2)}
        self._exponents: list[Divided] = [constant(0)]
        self._exponent_sums: dict[tuple[int, int], int] = {}
        self._factors: list[Polynomial] = []
        self._spend = budget.spend

    # Polynomials

    def _times(self, a: Monomial, b: Monomial) -> Monomial:
        if not a[1] and not a[0]:
            return b
        if not b[1] and not b[0]:
            return a
        powers = dict(a[1])
        for g, n in b[1]:
            powers[g] = powers.get(g, 0) + n
        return self._exponent_sum(a[0], b[0]), tuple(sorted((g, n) for g, n in powers.items() if n))

    def _exponent_sum(self, a: int, b: int) -> int:
        if not a or not b:
            return a or b
        pair = (min(a, b), max(a, b))
        if pair not in self._exponent_sums:
            self._exponent_sums[pair] = self._exponent(self.add(self._exponents[a], self._exponents[b]))
        return self._exponent_sums[pair]

    def _product(self, a: Polynomial, b: Polynomial) -> Polynomial:
        bits = sum(
            max((max(c.numerator.bit_length(), c.denominator.bit_length()) for c in p.values()), default=0)
            for p in (a, b)
        )
        need(bits <= MAX_BITS, f"a coefficient has more than {MAX_BITS} bits")
        self._spend(len(a) * len(b) * (1 + (bits // 2048) ** 2))
        product: Polynomial = {}
        for m, c in a.items():
            need(len(product) <= MAX_TERMS, f"a normal form has more than {MAX_TERMS} terms")
            for n, d in b.items():
                key = self._times(m, n)
                product[key] = product[key] + c * d if key in product else c * d
        return {m: c for m, c in product.items() if c}

    def _power(self, p: Polynomial, n: int) -> Polynomial:
        result: Polynomial = {ONE: Fraction(1)}
        while n:
            if n & 1:
                result = self._product(result, p)
            n >>= 1
            p = self._product(p, p) if n else p
        return result

    def _expand(self, bottom: Mapping[int, int]) -> Polynomial:
        result: Polynomial = {ONE: Fraction(1)}
        for f, n in bottom.items():
            result = self._product(result, self._power(self._factors[f], n))
        return result

    def _reduce(self, top: Polynomial) -> tuple[Polynomial, Polynomial]:
        """p and s with top = p/s, s not 0, and every root(b, q) in p to a power in 0..q - 1: outer roots first."""
        bottom: Polynomial = {ONE: Fraction(1)}
        for g in sorted(self._roots, reverse=True):
            base, q = self._roots[g]
            self._spend(len(top))
            parts: dict[int, Polynomial] = {}
            for (e, powers), c in top.items():
                whole, rest = divmod(dict(powers).get(g, 0), q)
                kept = [(h, n) for h, n in powers if h != g] + ([(g, rest)] if rest else [])
                parts.setdefault(whole, {})[e, tuple(sorted(kept))] = c
            low, high = min((0, *parts)), max((0, *parts))
            if low == high:
                continue
            below = self._expand(base.bottom)
            top = {}
            for whole, part in parts.items():
                scale = self._product(self._power(base.top, whole - low), self._power(below, high - whole))
                top = self._sum(top, self._product(part, scale))
            scale = self._product(self._power(base.top, -low), self._power(below, high))
            bottom = self._product(bottom, scale)
        return top, bottom

    def _sum(self, a: Polynomial, b: Polynomial) -> Polynomial:
        self._spend((len(a) + len(b)) // 16 + 1)
        total = dict(a)
        for m, c in b.items():
            total[m] = total[m] + c if m in total else c
        return {m: c for m, c in total.items() if c}

    # Quotients

    def add(self, a: Divided, b: Divided) -> Divided:
        if a.bottom == b.bottom:
            return Divided(self._sum(a.top, b.top), a.bottom)
        bottom = {f: max(a.bottom.get(f, 0), b.bottom.get(f, 0)) for f in (*a.bottom, *b.bottom)}
        tops = (
            self._product(q.top, self._expand({f: n - q.bottom.get(f, 0) for f, n in bottom.items()}))
            for q in (a, b)
        )
        return Divided(self._sum(*tops), bottom)

    def multiply(self, a: Divided, b: Divided) -> Divided:
        bottom = {f: a.bottom.get(f, 0) + b.bottom.get(f, 0) for f in (*a.bottom, *b.bottom)}
        return Divided(self._product(a.top, b.top), bottom)

    def subtract(self, a: Divided, b: Divided) -> Divided:
        return self.add(a, self.multiply(constant(-1), b))

    def power(self, a: Divided, n: int) -> Divided:
        """a^n; for n < 0 a is known not to be 0."""
        if n < 0:
            return self.power(self._inverse(a), -n)
        return Divided(self._power(a.top, n), {f: m * n for f, m in a.bottom.items() if n})

    def _inverse(self, a: Divided) -> Divided:
        need(a.top, "0 has no inverse")
        leading = max(a.top)
        c = a.top[leading]
        if len(a.top) == 1:
            e, powers = leading
            opposite = self._exponent(self.multiply(constant(-1), self._exponents[e])) if e else 0
            top = {(opposite, tuple((g, -n) for g, n in powers)): 1 / c}
            return Divided(self._product(top, self._expand(a.bottom)), {})
        factor = {m: d / c for m, d in a.top.items()}
        if factor not in self._factors:
            self._factors.append(factor)
        top = self._product({ONE: 1 / c}, self._expand(a.bottom))
        return Divided(top, {self._factors.index(factor): 1})

    def zero(self, a: Divided) -> bool:
        return not self._reduce(a.top)[0]

    def same(self, a: Divided, b: Divided) -> bool:
        return a == b or self.zero(self.subtract(a, b))

    # What is random

    def fixed(self, a: Divided) -> bool:
        """Whether nothing random occurs."""
        polynomials = (a.top, *(self._factors[f] for f in a.bottom))
        return all(self._fixed(m) for p in polynomials for m in p)

    def _fixed(self, m: Monomial) -> bool:
        return not any(self._random[g] for g, _ in m[1]) and (not m[0] or self.fixed(self._exponents[m[0]]))

    def apart(self, a: Divided) -> Iterator[tuple[Divided, Divided, list[tuple[Term, Term, Divided]]]]:
        """Of every term of a sum c·exp(e) with c and all but products with rows in e fixed.

        c; the rest of e; and row, vector and coefficient of each such product.
        """
        need(self.fixed(Divided({}, a.bottom)), "a denominator is random")
        for (e, powers), c in a.top.items():
            need(self._fixed((0, powers)), "something random stands outside an exponent")
            exponent, rest, products = self._exponents[e], {}, []
            below = exponent.bottom
            need(self.fixed(Divided({}, below)), "a denominator in an exponent is random")
            for m, d in exponent.top.items():
                found = [(g, n) for g, n in m[1] if self._random[g]]
                if not found:
                    rest[m] = d
                    continue
                ((g, n), *others) = found
                need(not others and n == 1, "an exponent is not linear in its products with rows")
                head, parts = self._generators[g]
                need(head == " dot", "something random in an exponent is no product with a row")
                pair = sorted((v for v, _ in parts), key=is_random)
                fixed = Divided({(0, tuple(p for p in m[1] if p[0] != g)): d}, below)
                products.append((pair[1], pair[0], fixed))
            yield Divided({(0, powers): c}, a.bottom), Divided(rest, below), products

    def real(self, a: Divided) -> bool:
        """Whether the imaginary unit is not seen."""
        polynomials = (a.top, *(self._factors[f] for f in a.bottom))
        return not any(g == IMAGINARY for p in polynomials for _, powers in p for g, _ in powers)

    # Exponents

    def _exponent(self, a: Divided) -> int:
        """The index of an exponent, the same for equal ones."""
        top, bottom = self._reduce(a.top)
        if len(bottom) > 1 or ONE not in bottom:
            a = self.multiply(Divided(top, a.bottom), self._inverse(Divided(bottom, {})))
        else:
            a = self.multiply(Divided(top, a.bottom), constant(1 / bottom[ONE]))
        for e, other in enumerate(self._exponents):
            if a == other or ((a.bottom or other.bottom) and self.same(a, other)):
                return e
        self._spend(len(self._exponents))
        self._exponents.append(a)
        return len(self._exponents) - 1

    def _elementary(self, a: Divided) -> bool:
        """Whether no exponential occurs."""
        return not any(e for p in (a.top, *(self._factors[f] for f in a.bottom)) for e, _ in p)

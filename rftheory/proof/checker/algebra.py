"""Normal forms: quotients of exponential polynomials over the Gaussian rationals in generators.

A monomial is `(e, ((g, n), ...))`: the exponential of the e-th exponent, and generators g to powers n, negative where
a condition says that the generator is not 0. The imaginary unit is the generator 0, the root of -1. Of a quotient,
`top` is a polynomial and `bottom` a product of powers of polynomials, kept as factors.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from .reading import BadForm, Term, need
from .terms import closed, is_vector, random

MAX_BITS = 2**16  # of a coefficient
MAX_WORK = 10**7  # products of coefficients for one object: a minute or two
MAX_STEP = 10**6  # the same for one step
MAX_TERMS = 10**5  # of a polynomial
_PRIMES_BELOW = 2**12  # larger factors of an integer in a logarithm stay together

Monomial = tuple[int, tuple[tuple[int, int], ...]]
Polynomial = dict[Monomial, Fraction]
ONE: Monomial = (0, ())
IMAGINARY = 0


class Missing(BadForm):
    """No premise gives a condition that the normal form needs."""


class Quotient(NamedTuple):
    top: Polynomial
    bottom: Mapping[int, int]


Vector = list[tuple[Term, Quotient]]  # basic vectors with coefficients


class Budget:
    """What has been spent on an object, and on the step in hand."""

    def __init__(self) -> None:
        self._object = self._step = 0

    def next_step(self) -> None:
        self._step = 0

    def spend(self, work: int) -> None:
        self._object, self._step = self._object + work, self._step + work
        need(self._step <= MAX_STEP and self._object <= MAX_WORK, "there is too much to compute")


def constant(c: Fraction | int) -> Quotient:
    return Quotient({ONE: Fraction(c)} if c else {}, {})


def literal(t: Term) -> Fraction | None:
    """The value of an integer or `q`; None of any other term."""
    if isinstance(t, int):
        return Fraction(t)
    return Fraction(t[1], t[2]) if isinstance(t, tuple) and t[0] == "q" else None


class Known:
    """Signs: of literals, pi and exp at once, of other terms by propositions that hold."""

    def __init__(self, propositions: Iterable[Term]) -> None:
        self._propositions = frozenset(propositions)

    def __contains__(self, p: Term) -> bool:
        return p in self._propositions

    def positives(self) -> Iterator[Term]:
        """The terms of which a proposition says that they are positive."""
        return (p[2] for p in sorted(self._propositions, key=repr) if p[:2] == ("<", 0))

    def positive(self, t: Term) -> bool:
        value = literal(t)
        if value is not None:
            return value > 0
        return (isinstance(t, tuple) and t[0] in ("pi", "exp")) or ("<", 0, t) in self

    def nonnegative(self, t: Term) -> bool:
        square = isinstance(t, tuple) and t[0] == "dot" and t[1] == t[2]
        return square or literal(t) == 0 or self.positive(t) or ("<=", 0, t) in self

    def nonzero(self, t: Term) -> bool:
        value = literal(t)
        if value is not None:
            return value != 0
        return self.positive(t) or any(p in self for p in (("!=", t, 0), ("!=", 0, t), ("<", t, 0)))


class Algebra:
    """Normal forms under conditions (propositions that hold).

    `congruent`: whether equal terms may be taken as equal inside moments and unknown heads.
    """

    def __init__(self, conditions: Iterable[Term], congruent: bool, budget: Budget) -> None:
        self.known = Known(conditions)
        self._congruent = congruent
        self._forms: dict[Term, Quotient] = {}
        self._generators: list[tuple[str, tuple[tuple[Term, Quotient | None], ...]]] = [(" i", ())]
        self._random: list[bool] = [False]  # of the generators
        self._roots: dict[int, tuple[Quotient, int]] = {IMAGINARY: (constant(-1), 2)}
        self._logarithms: dict[int, Quotient] = {}  # of terms known to be positive
        self._exponents: list[Quotient] = [constant(0)]
        self._exponent_sums: dict[tuple[int, int], int] = {}
        self._factors: list[Polynomial] = []
        self._spend = budget.spend

    def _nonzero(self, t: Term) -> bool:
        """Whether t, or every factor of it, is known to differ from 0."""
        if self.known.nonzero(t):
            return True
        if isinstance(t, tuple) and t[0] == "^" and isinstance(t[2], int):
            return self._nonzero(t[1])
        return isinstance(t, tuple) and t[0] == "*" and all(map(self._nonzero, t[1:]))

    # Polynomials

    def _times(self, a: Monomial, b: Monomial) -> Monomial:
        if not a[1] and not a[0]:
            return b
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
                product[key] = product.get(key, Fraction(0)) + c * d
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
            total[m] = total.get(m, Fraction(0)) + c
        return {m: c for m, c in total.items() if c}

    # Quotients

    def add(self, a: Quotient, b: Quotient) -> Quotient:
        if a.bottom == b.bottom:
            return Quotient(self._sum(a.top, b.top), a.bottom)
        bottom = {f: max(a.bottom.get(f, 0), b.bottom.get(f, 0)) for f in (*a.bottom, *b.bottom)}
        tops = (
            self._product(q.top, self._expand({f: n - q.bottom.get(f, 0) for f, n in bottom.items()}))
            for q in (a, b)
        )
        return Quotient(self._sum(*tops), bottom)

    def multiply(self, a: Quotient, b: Quotient) -> Quotient:
        bottom = {f: a.bottom.get(f, 0) + b.bottom.get(f, 0) for f in (*a.bottom, *b.bottom)}
        return Quotient(self._product(a.top, b.top), bottom)

    def subtract(self, a: Quotient, b: Quotient) -> Quotient:
        return self.add(a, self.multiply(constant(-1), b))

    def power(self, a: Quotient, n: int) -> Quotient:
        """a^n; for n < 0 a is known not to be 0."""
        if n < 0:
            return self.power(self._inverse(a), -n)
        return Quotient(self._power(a.top, n), {f: m * n for f, m in a.bottom.items() if n})

    def _inverse(self, a: Quotient) -> Quotient:
        need(a.top, "0 has no inverse")
        leading = max(a.top)
        c = a.top[leading]
        if len(a.top) == 1:
            e, powers = leading
            opposite = self._exponent(self.multiply(constant(-1), self._exponents[e])) if e else 0
            top = {(opposite, tuple((g, -n) for g, n in powers)): 1 / c}
            return Quotient(self._product(top, self._expand(a.bottom)), {})
        factor = {m: d / c for m, d in a.top.items()}
        if factor not in self._factors:
            self._factors.append(factor)
        top = self._product({ONE: 1 / c}, self._expand(a.bottom))
        return Quotient(top, {self._factors.index(factor): 1})

    def zero(self, a: Quotient) -> bool:
        return not self._reduce(a.top)[0]

    def same(self, a: Quotient, b: Quotient) -> bool:
        return a == b or self.zero(self.subtract(a, b))

    # What is random

    def fixed(self, a: Quotient) -> bool:
        """Whether nothing random occurs."""
        polynomials = (a.top, *(self._factors[f] for f in a.bottom))
        return all(self._fixed(m) for p in polynomials for m in p)

    def _fixed(self, m: Monomial) -> bool:
        return not any(self._random[g] for g, _ in m[1]) and (not m[0] or self.fixed(self._exponents[m[0]]))

    def apart(self, a: Quotient) -> Iterator[tuple[Quotient, Quotient, list[tuple[Term, Term, Quotient]]]]:
        """Of every term of a sum c·exp(e) with c and all but products with rows in e fixed.

        c; the rest of e; and row, vector and coefficient of each such product.
        """
        need(self.fixed(Quotient({}, a.bottom)), "a denominator is random")
        for (e, powers), c in a.top.items():
            need(self._fixed((0, powers)), "something random stands outside an exponent")
            exponent, rest, products = self._exponents[e], {}, []
            below = exponent.bottom
            need(self.fixed(Quotient({}, below)), "a denominator in an exponent is random")
            for m, d in exponent.top.items():
                found = [(g, n) for g, n in m[1] if self._random[g]]
                if not found:
                    rest[m] = d
                    continue
                ((g, n), *others) = found
                need(not others and n == 1, "an exponent is not linear in its products with rows")
                head, parts = self._generators[g]
                need(head == " dot", "something random in an exponent is no product with a row")
                pair = sorted((v for v, _ in parts), key=random)
                fixed = Quotient({(0, tuple(p for p in m[1] if p[0] != g)): d}, below)
                products.append((pair[1], pair[0], fixed))
            yield Quotient({(0, powers): c}, a.bottom), Quotient(rest, below), products

    def real(self, a: Quotient) -> bool:
        """Whether the imaginary unit is not seen."""
        polynomials = (a.top, *(self._factors[f] for f in a.bottom))
        return not any(g == IMAGINARY for p in polynomials for _, powers in p for g, _ in powers)

    # Exponentials, roots, opaque terms

    def _exponent(self, a: Quotient) -> int:
        """The index of an exponent, the same for equal ones."""
        top, bottom = self._reduce(a.top)
        if len(bottom) > 1 or ONE not in bottom:
            a = self.multiply(Quotient(top, a.bottom), self._inverse(Quotient(bottom, {})))
        else:
            a = self.multiply(Quotient(top, a.bottom), constant(1 / bottom[ONE]))
        for e, other in enumerate(self._exponents):
            if a == other or ((a.bottom or other.bottom) and self.same(a, other)):
                return e
        self._spend(len(self._exponents))
        self._exponents.append(a)
        return len(self._exponents) - 1

    def _elementary(self, a: Quotient) -> bool:
        """Whether no exponential occurs."""
        return not any(e for p in (a.top, *(self._factors[f] for f in a.bottom)) for e, _ in p)

    def exponential(self, a: Quotient) -> Quotient:
        """exp(a) for an exponent without exponentials: c·log(b) for rational c and positive b is taken out as b^c."""
        rest, result = dict(a.top), constant(1)
        for (e, powers), c in a.top.items():
            if not a.bottom and len(powers) == 1 and powers[0][1] == 1 and powers[0][0] in self._logarithms:
                del rest[e, powers]
                base = self._logarithms[powers[0][0]]
                root = base if c.denominator == 1 else self._root(base, c.denominator)
                result = self.multiply(result, self.power(root, c.numerator))
        return self.multiply(
            result, Quotient({(self._exponent(Quotient(rest, a.bottom)), ()): Fraction(1)}, {})
        )

    def _generator(
        self, head: str, parts: tuple[tuple[Term, Quotient | None], ...], varies: bool = False
    ) -> int:
        """The index of an opaque term: the same for the same head and parts that are the same or equal."""
        for g, (other, others) in enumerate(self._generators):
            if other == head and len(others) == len(parts):
                pairs = zip(parts, others, strict=True)
                if all(
                    (s is not None and s == t) or (p and q and self.same(p, q)) for (s, p), (t, q) in pairs
                ):
                    return g
        self._spend(len(self._generators))
        self._generators.append((head, parts))
        self._random.append(varies)
        return len(self._generators) - 1

    def _root(self, base: Quotient, q: int) -> Quotient:
        g = self._generator(f"root {q}", ((None, base),), not self.fixed(base))
        self._roots.setdefault(g, (base, q))
        return self._single(g)

    @staticmethod
    def _single(g: int) -> Quotient:
        return Quotient({(0, ((g, 1),)): Fraction(1)}, {})

    def _opaque(self, head: str, parts: tuple[Term, ...], varies: bool, plain: bool = False) -> int:
        forms: list[tuple[Term, Quotient | None]] = []
        for part in parts:
            try:
                forms.append((part, None if plain else self.form(part)))
            except Missing:
                forms.append((part, None))
        return self._generator(head, tuple(forms), varies)

    def _logarithm(self, t: Term) -> Quotient:
        value = literal(t)
        if isinstance(t, tuple) and t[0] == "exp":
            return self.form(t[1])
        if value is not None and value > 0:
            return self._logarithm_of_number(value)
        g = self._opaque("log", (t,), random(t))
        if self.known.positive(t):
            self._logarithms[g] = self.form(t)
        return self._single(g)

    def _logarithm_of_number(self, value: Fraction) -> Quotient:
        powers: dict[int, int] = {}
        for n, sign in ((value.numerator, 1), (value.denominator, -1)):
            p = 2
            while n > 1:
                p = n if p >= _PRIMES_BELOW else p
                while n % p == 0:
                    n, powers[p] = n // p, powers.get(p, 0) + sign
                p += 1
        result = constant(0)
        for p, k in powers.items():
            g = self._generator("log of", ((p, None),))
            self._logarithms[g] = constant(p)
            result = self.add(result, self.multiply(constant(k), self._single(g)))
        return result

    # Terms

    def form(self, t: Term) -> Quotient:
        """The normal form of a term; raises Missing where a condition lacks, BadForm where it grows too large."""
        if t not in self._forms:
            self._forms[t] = self._form(t)
        return self._forms[t]

    def _form(self, t: Term) -> Quotient:
        value = literal(t)
        if value is not None:
            return constant(value)
        if isinstance(t, str):
            return self._single(self._generator(" variable", ((t, None),)))
        head, parts = t[0], t[1:]
        if head in ("+", "*"):
            result = self.form(parts[0])
            for part in parts[1:]:
                result = (self.add if head == "+" else self.multiply)(result, self.form(part))
            return result
        if head == "^":
            return self._form_of_power(t, *parts)
        if head in ("exp", "cos", "sin"):
            inner = self.form(parts[0])
            if not self._elementary(inner):
                return self._single(self._opaque(head, parts, random(t)))
            return self.exponential(inner) if head == "exp" else self._circular(head, inner)
        if head == "log":
            return self._logarithm(parts[0])
        if head == "hyper":
            (_, *a), (_, *b), z = parts
            return self._single(self._opaque(f"hyper {len(a)} {len(b)}", (*a, *b, z), random(t)))
        if head == "dot":
            return self.inner(*map(self.vector, parts))
        plain = head in ("sum", "prod", "name") or (closed(head) and not self._congruent)
        return self._single(self._opaque(head, (t,) if plain else parts, random(t), plain))

    def vector(self, t: Term) -> Vector:
        """A vector as a combination of basic ones."""
        if t[0] in ("vec", "row"):
            return [(t, constant(1))]
        if t[0] == "+":
            return [entry for part in t[1:] for entry in self.vector(part)]
        (v,) = (part for part in t[1:] if is_vector(part))
        scale = constant(1)
        for part in t[1:]:
            scale = scale if part is v else self.multiply(scale, self.form(part))
        return [(basic, self.multiply(scale, c)) for basic, c in self.vector(v)]

    def inner(self, a: Vector, b: Vector) -> Quotient:
        """The inner product, bilinear and symmetric."""
        self._spend(len(a) * len(b))
        total = constant(0)
        for u, c in a:
            for v, d in b:
                pair = tuple(sorted((u, v), key=repr))
                g = self._generator(" dot", tuple((w, None) for w in pair), any(map(random, pair)))
                total = self.add(total, self.multiply(self.multiply(c, d), self._single(g)))
        return total

    def _circular(self, head: str, t: Quotient) -> Quotient:
        i = self._single(IMAGINARY)
        plus, minus = (self.exponential(self.multiply(self.multiply(constant(s), i), t)) for s in (1, -1))
        if head == "cos":
            return self.multiply(constant(Fraction(1, 2)), self.add(plus, minus))
        return self.multiply(self.multiply(constant(Fraction(-1, 2)), i), self.subtract(plus, minus))

    def _form_of_power(self, t: Term, base: Term, exponent: Term) -> Quotient:
        if isinstance(exponent, int):
            if exponent >= 0:
                return self.power(self.form(base), exponent)
            if not self._nonzero(base):
                raise Missing("a base of a negative power is not known to differ from 0")
            if isinstance(base, tuple) and base[0] == "*":
                result = constant(1)
                for factor in base[1:]:
                    result = self.multiply(result, self.power(self.form(factor), exponent))
                return result
            return self.power(self.form(base), exponent)
        value = literal(exponent)
        if value is not None and literal(base) is None and base[0] != "exp":
            if self.known.nonnegative(base) if value > 0 else self.known.positive(base):
                return self.power(self._root(self.form(base), value.denominator), value.numerator)
        elif self.known.positive(base):
            return self.form(("exp", ("*", exponent, ("log", base))))
        return self._single(self._opaque("^", (base, exponent), random(t)))

"""Normal forms of terms under conditions, and the signs that these conditions say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from .quotients import IMAGINARY, Divided, Effort, Parts, Quotients, constant
from .reading import REAL_RANGES, BadForm, Term
from .terms import closed, is_random, is_vector

_PRIMES_BELOW = 2**12  # larger factors of an integer in a logarithm stay together

Vector = list[tuple[Term, Divided]]  # basic vectors with coefficients


class Missing(BadForm):
    """No premise gives a condition that the normal form needs."""


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

    def factors_nonzero(self, t: Term) -> bool:
        """Whether t, or every factor of it, is known to differ from 0."""
        if self.nonzero(t):
            return True
        if isinstance(t, tuple) and t[0] == "^" and isinstance(t[2], int):
            return self.factors_nonzero(t[1])
        return isinstance(t, tuple) and t[0] == "*" and all(map(self.factors_nonzero, t[1:]))


class Forms(Quotients):
    """Normal forms under conditions (propositions that hold).

    `congruent`: whether equal terms may be taken as equal inside moments and unknown heads.
    """

    def __init__(self, conditions: Iterable[Term], congruent: bool, budget: Effort) -> None:
        super().__init__(budget)
        self.known = Known(conditions)
        self._congruent = congruent
        self._forms: dict[Term, Divided] = {}
        self._logarithms: dict[int, Divided] = {}  # of terms known to be positive

    # Exponentials, roots, opaque terms

    def exponential(self, a: Divided) -> Divided:
        """exp(a) for an exponent without exponentials: c·log(b) for rational c and positive b is taken out as b^c."""
        rest, result = dict(a.top), constant(1)
        for (e, powers), c in a.top.items():
            if not a.bottom and len(powers) == 1 and powers[0][1] == 1 and powers[0][0] in self._logarithms:
                del rest[e, powers]
                base = self._logarithms[powers[0][0]]
                root = base if c.denominator == 1 else self._root(base, c.denominator)
                result = self.multiply(result, self.power(root, c.numerator))
        return self.multiply(
            result, Divided({(self._exponent(Divided(rest, a.bottom)), ()): Fraction(1)}, {})
        )

    def _generator(self, head: str, parts: Parts, varies: bool = False) -> int:
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

    def _root(self, base: Divided, q: int) -> Divided:
        g = self._generator(f"root {q}", ((None, base),), not self.fixed(base))
        self._roots.setdefault(g, (base, q))
        return self._single(g)

    @staticmethod
    def _single(g: int) -> Divided:
        return Divided({(0, ((g, 1),)): Fraction(1)}, {})

    def _opaque(self, head: str, parts: tuple[Term, ...], varies: bool, plain: bool = False) -> int:
        forms: list[tuple[Term, Divided | None]] = []
        for part in parts:
            try:
                forms.append((part, None if plain else self.form(part)))
            except Missing:
                forms.append((part, None))
        return self._generator(head, tuple(forms), varies)

    def _logarithm(self, t: Term) -> Divided:
        value = literal(t)
        if isinstance(t, tuple) and t[0] == "exp":
            return self.form(t[1])
        if value is not None and value > 0:
            return self._logarithm_of_number(value)
        g = self._opaque("log", (t,), is_random(t))
        if self.known.positive(t):
            self._logarithms[g] = self.form(t)
        return self._single(g)

    def _logarithm_of_number(self, value: Fraction) -> Divided:
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

    def form(self, t: Term) -> Divided:
        """The normal form of a term; raises Missing where a condition lacks, BadForm where it grows too large."""
        if t not in self._forms:
            self._forms[t] = self._form(t)
        return self._forms[t]

    def _form(self, t: Term) -> Divided:
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
                return self._single(self._opaque(head, parts, is_random(t)))
            return self.exponential(inner) if head == "exp" else self._circular(head, inner)
        if head == "log":
            return self._logarithm(parts[0])
        if head == "hyper":
            (_, *a), (_, *b), z = parts
            return self._single(self._opaque(f"hyper {len(a)} {len(b)}", (*a, *b, z), is_random(t)))
        if head == "dot":
            return self.inner(*map(self.vector, parts))
        plain = head in ("sum", "prod", *REAL_RANGES, "name", "list") or (
            closed(head) and not self._congruent
        )
        return self._single(self._opaque(head, (t,) if plain else parts, is_random(t), plain))

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

    def inner(self, a: Vector, b: Vector) -> Divided:
        """The inner product, bilinear and symmetric."""
        self._spend(len(a) * len(b))
        total = constant(0)
        for u, c in a:
            for v, d in b:
                pair = tuple(sorted((u, v), key=repr))
                g = self._generator(" dot", tuple((w, None) for w in pair), any(map(is_random, pair)))
                total = self.add(total, self.multiply(self.multiply(c, d), self._single(g)))
        return total

    def _circular(self, head: str, t: Divided) -> Divided:
        i = self._single(IMAGINARY)
        plus, minus = (self.exponential(self.multiply(self.multiply(constant(s), i), t)) for s in (1, -1))
        if head == "cos":
            return self.multiply(constant(Fraction(1, 2)), self.add(plus, minus))
        return self.multiply(self.multiply(constant(Fraction(-1, 2)), i), self.subtract(plus, minus))

    def _form_of_power(self, t: Term, base: Term, exponent: Term) -> Divided:
        if isinstance(exponent, int):
            if exponent >= 0:
                return self.power(self.form(base), exponent)
            if not self.known.factors_nonzero(base):
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
        return self._single(self._opaque("^", (base, exponent), is_random(t)))

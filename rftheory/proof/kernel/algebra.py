"""Normal forms: quotients of exponential polynomials over the Gaussian rationals, in generators found on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeVar

from flint import fmpq, fmpq_mpoly_ctx, fmpz

from rftheory.proof.kernel.conditions import Conditions
from rftheory.proof.terms import PI, ProofError, Term, bound, factors, literal, number, parts

_T = TypeVar("_T")
Polynomial = Any  # flint.fmpq_mpoly
Addend = tuple["Quotient", Polynomial]
_SIZE = 4096  # of an exponent
_I, _ROOT = (0,), 1  # heads of generators that are no terms: a term's head is text


@dataclass(frozen=True)
class Quotient:
    """top / bottom, of polynomials."""

    top: Polynomial
    bottom: Polynomial


@dataclass(frozen=True)
class Form:
    """(sum of coefficient * exp(exponent)) / (the same)."""

    top: tuple[Addend, ...]
    bottom: tuple[Addend, ...]


Vector = list[tuple[Form, Term]]


def is_vector(term: Term) -> bool:
    """Whether a term is written as a vector."""
    if not isinstance(term, tuple):
        return False
    return term[0] in ("vec", "row") or (term[0] in ("+", "*") and any(map(is_vector, term[1:])))


class _Missing(Exception):
    """A generator was met that the ring does not have yet."""


class Algebra:
    """Normal forms under conditions; the ring grows with the generators that the terms have."""

    def __init__(self, conditions: Conditions) -> None:
        self._conditions = conditions
        self._generators: list[Term] = [_I]
        self._enlarge()

    def equal(self, left: Term, right: Term) -> bool:
        """Whether both have the same normal form; ProofError where a condition for one lacks."""
        return self._settled(lambda: self._agree(self._form(left), self._form(right)))

    def _agree(self, one: Form, other: Form) -> bool:
        crossed = self._sum(
            self._product(one.top, other.bottom), self._negative(self._product(other.top, one.bottom))
        )
        return self._vanishes(crossed)

    def _settled(self, question: Callable[[], _T]) -> _T:
        """The answer to a question, asked again in a larger ring as often as it meets a new generator."""
        while True:
            try:
                return question()
            except _Missing:
                self._enlarge()
            except ZeroDivisionError:
                raise ProofError("a denominator is 0 in normal form") from None

    def _enlarge(self) -> None:
        names = [f"g{place}" for place in range(len(self._generators))]
        self._ring = fmpq_mpoly_ctx.get(names, "lex")
        self._gens = self._ring.gens()
        self._one, self._zero = self._ring.constant(1), self._ring.constant(0)
        self._plain = Quotient(self._zero, self._one)

    # Terms

    def _form(self, term: Term) -> Form:
        value = literal(term)
        if value is not None:
            return self._polynomial(self._one * fmpq(value.numerator, value.denominator))
        if isinstance(term, str) or term == PI:
            return self._polynomial(self._generator(term))
        assert isinstance(term, tuple)
        head = term[0]
        if head == "+":
            return self._added([self._form(part) for part in term[1:]])
        if head == "*":
            return self._multiplied([self._form(part) for part in term[1:]])
        if head == "^":
            return self._power(term)
        if head == "exp":
            exponent = self._quotient(term[1])
            return self._opaque(term) if exponent is None else self._exponential(exponent)
        if head in ("cos", "sin"):
            angle = self._quotient(term[1])
            return self._opaque(term) if angle is None else self._wave(angle, head == "sin")
        if head == "log":
            return self._logarithm(term)
        if head == "dot":
            return self._inner(self._vector(term[1]), self._vector(term[2]))
        return self._opaque(term)

    def _inner(self, left: Vector, right: Vector) -> Form:
        """The inner product of combinations of basic vectors."""
        found = []
        for one, u in left:
            for other, v in right:
                pair = ("dot", *sorted((u, v), key=repr))
                found.append(self._multiplied([one, other, self._polynomial(self._generator(pair))]))
        return self._added(found)

    def _vector(self, term: Term) -> Vector:
        """Coefficients and basic vectors."""
        head = term[0] if isinstance(term, tuple) else ""
        if head in ("vec", "row"):
            return [(self._polynomial(self._one), term)]
        assert isinstance(term, tuple) or head == ""
        if head == "+" and isinstance(term, tuple):
            return [entry for part in term[1:] for entry in self._vector(part)]
        if head == "*" and isinstance(term, tuple):
            vectors = [part for part in term[1:] if is_vector(part)]
            if len(vectors) == 1:
                scalars = [self._form(part) for part in term[1:] if part is not vectors[0]]
                return [(self._multiplied([one, *scalars]), v) for one, v in self._vector(vectors[0])]
        raise ProofError(f"a vector is needed, not {term}")

    def _power(self, term: tuple[Any, ...]) -> Form:
        _, base, exponent = term
        value = literal(exponent)
        if value is None:
            log = self._quotient(("*", exponent, ("log", base))) if self._conditions.positive(base) else None
            return self._opaque(term) if log is None else self._exponential(log)
        if abs(value) > _SIZE:
            raise ProofError(f"the exponent {value} is beyond {_SIZE}")
        if value.denominator == 1:
            return self._integer_power(base, int(value))
        allowed = self._conditions.nonnegative(base) if value > 0 else self._conditions.positive(base)
        if not allowed:
            return self._opaque(term)
        root = self._polynomial(self._generator((_ROOT, base, value.denominator)))
        return self._to_power(root, value.numerator)

    def _integer_power(self, base: Term, exponent: int) -> Form:
        if exponent < 0 and not self._conditions.nonzero(base):
            unknown = next(f for f in factors(base) if not self._conditions.nonzero(f))
            raise ProofError(f"a denominator is not shown to be apart from 0: {unknown}")
        return self._to_power(self._form(base), exponent)

    def _logarithm(self, term: tuple[Any, ...]) -> Form:
        argument = term[1]
        if isinstance(argument, tuple) and argument[0] == "exp":
            return self._form(argument[1])
        value = literal(argument)
        if value is None or value <= 0:
            return self._opaque(term)
        total = self._zero
        for sign, whole in ((1, value.numerator), (-1, value.denominator)):
            for prime, times in fmpz(whole).factor():
                total += self._generator(("log", int(prime))) * (sign * int(times))
        return self._polynomial(total)

    def _exponential(self, exponent: Quotient) -> Form:
        """exp(exponent), with c log(b), c rational, taken out as b^c."""
        outside: list[Form] = []
        if exponent.bottom.is_constant():
            scale = exponent.bottom.leading_coefficient()
            rest = exponent.top
            for place, generator in enumerate(self._generators):
                if not (isinstance(generator, tuple) and generator[0] == "log"):
                    continue
                base = generator[1]
                single = tuple(int(index == place) for index in range(len(self._generators)))
                coefficient = rest.to_dict().get(single)
                if coefficient is not None and self._conditions.positive(base):
                    rest = rest - self._gens[place] * coefficient
                    ratio = coefficient / scale
                    power = number(Fraction(int(ratio.p), int(ratio.q)))
                    outside.append(self._form(("^", base, power)))
            exponent = Quotient(rest, exponent.bottom)
        whole = Form(((exponent, self._one),), ((self._plain, self._one),))
        return self._multiplied([whole, *outside])

    def _wave(self, angle: Quotient, odd: bool) -> Form:
        """cos or sin by the exponentials of i and -i times the angle."""
        i = self._gens[0]
        ahead, back = (Quotient(angle.top * i * sign, angle.bottom) for sign in (1, -1))
        scale = -i if odd else self._one
        half = fmpq(1, 2)
        top = ((ahead, scale * half), (back, (-scale if odd else scale) * half))
        return Form(self._merged(top), ((self._plain, self._one),))

    def _quotient(self, term: Term) -> Quotient | None:
        """The normal form of a term without exponentials."""
        form = self._form(term)
        if any(self._differ(exponent, self._plain) for exponent, _ in (*form.top, *form.bottom)):
            return None
        top = sum((c for _, c in form.top), self._zero)
        bottom = sum((c for _, c in form.bottom), self._zero)
        return self._reduced(top, bottom)

    def _opaque(self, term: tuple[Any, ...]) -> Form:
        for known in self._generators:
            if self._alike(known, term):
                return self._polynomial(self._generator(known))
        return self._polynomial(self._generator(term))

    def _alike(self, known: Term, term: Term) -> bool:
        """Whether two opaque terms are one generator."""
        if known == term:
            return True
        if not (isinstance(known, tuple) and isinstance(term, tuple)) or known[0] != term[0]:
            return False
        if known[0] in (_ROOT, 0, "name") or bound(term) is not None:
            return False
        if known[0] == "entry" and known[1] != term[1]:
            return False
        if known[0] == "hyper" and [len(x) for x in known[1:3]] != [len(x) for x in term[1:3]]:
            return False
        pairs = list(zip(parts(known), parts(term), strict=False))
        if len(parts(known)) != len(parts(term)) or not pairs:
            return False
        return all(one == other or Algebra(self._conditions).equal(one, other) for one, other in pairs)

    def _generator(self, term: Term) -> Polynomial:
        if term not in self._generators:
            self._generators.append(term)
            raise _Missing
        return self._gens[self._generators.index(term)]

    # Arithmetic of forms

    def _polynomial(self, polynomial: Polynomial) -> Form:
        return Form(((self._plain, polynomial),), ((self._plain, self._one),))

    def _added(self, forms: list[Form]) -> Form:
        total = forms[0]
        for form in forms[1:]:
            if self._same(total.bottom, form.bottom):
                total = Form(self._sum(total.top, form.top), total.bottom)
                continue
            left, right, bottom = self._common(total.bottom, form.bottom)
            top = self._sum(self._product(total.top, left), self._product(form.top, right))
            total = Form(top, bottom)
        return total

    def _common(
        self, one: tuple[Addend, ...], other: tuple[Addend, ...]
    ) -> tuple[tuple[Addend, ...], tuple[Addend, ...], tuple[Addend, ...]]:
        """What to multiply both numerators with, and the common denominator."""
        if len(one) == len(other) == 1 and one[0][0] == other[0][0] == self._plain:
            shared = one[0][1].gcd(other[0][1])
            left, right = other[0][1] / shared, one[0][1] / shared
            plain = self._plain
            return ((plain, left),), ((plain, right),), ((plain, one[0][1] * left),)
        return other, one, self._product(one, other)

    def _multiplied(self, forms: list[Form]) -> Form:
        total = forms[0]
        for form in forms[1:]:
            total = Form(self._product(total.top, form.top), self._product(total.bottom, form.bottom))
        return total

    def _to_power(self, form: Form, exponent: int) -> Form:
        base = form if exponent >= 0 else Form(form.bottom, form.top)
        top: tuple[Addend, ...] = ((self._plain, self._one),)
        bottom = top
        for _ in range(abs(exponent)):
            top, bottom = self._product(top, base.top), self._product(bottom, base.bottom)
        return Form(top, bottom)

    def _sum(self, one: tuple[Addend, ...], other: tuple[Addend, ...]) -> tuple[Addend, ...]:
        return self._merged((*one, *other))

    def _negative(self, addends: tuple[Addend, ...]) -> tuple[Addend, ...]:
        return tuple((exponent, -coefficient) for exponent, coefficient in addends)

    def _product(self, one: tuple[Addend, ...], other: tuple[Addend, ...]) -> tuple[Addend, ...]:
        pairs = []
        for left, c in one:
            for right, k in other:
                pairs.append((self._plus(left, right), c * k))
        return self._merged(tuple(pairs))

    def _plus(self, one: Quotient, other: Quotient) -> Quotient:
        if one.bottom == other.bottom:
            return self._reduced(one.top + other.top, one.bottom)
        return self._reduced(one.top * other.bottom + other.top * one.bottom, one.bottom * other.bottom)

    def _reduced(self, top: Polynomial, bottom: Polynomial) -> Quotient:
        if top == 0:
            return self._plain
        if bottom.is_constant():
            return Quotient(top / bottom, self._one)
        shared = top.gcd(bottom)
        return Quotient(top / shared, bottom / shared)

    def _merged(self, addends: tuple[Addend, ...]) -> tuple[Addend, ...]:
        """Addends of one exponent together; none with coefficient 0 unless it is all there is."""
        found: list[Addend] = []
        for exponent, coefficient in addends:
            for place, (known, total) in enumerate(found):
                if not self._differ(known, exponent):
                    found[place] = (known, total + coefficient)
                    break
            else:
                found.append((exponent, coefficient))
        kept = tuple((e, c) for e, c in found if c != 0)
        return kept or ((self._plain, self._zero),)

    def _same(self, one: tuple[Addend, ...], other: tuple[Addend, ...]) -> bool:
        return len(one) == len(other) and all(
            a[0] == b[0] and a[1] == b[1] for a, b in zip(one, other, strict=True)
        )

    def _differ(self, one: Quotient, other: Quotient) -> bool:
        if one == other:
            return False
        return not self._zero_after_roots(one.top * other.bottom - other.top * one.bottom)

    # Vanishing

    def _vanishes(self, addends: tuple[Addend, ...]) -> bool:
        return all(self._zero_after_roots(coefficient) for _, coefficient in addends)

    def _zero_after_roots(self, polynomial: Polynomial) -> bool:
        """Whether a polynomial is 0 after every root's power has been replaced by its base, outer roots first."""
        for place in range(len(self._generators) - 1, -1, -1):
            generator = self._generators[place]
            if polynomial == 0:
                return True
            if polynomial.degrees()[place] == 0:
                continue
            if generator == _I:
                polynomial = self._lowered(polynomial, place, 2, Quotient(-self._one, self._one))
            elif isinstance(generator, tuple) and generator[0] == _ROOT:
                base = self._quotient(generator[1])
                if base is not None:
                    polynomial = self._lowered(polynomial, place, generator[2], base)
        return bool(polynomial == 0)

    def _lowered(self, polynomial: Polynomial, place: int, degree: int, base: Quotient) -> Polynomial:
        """The polynomial with g^degree replaced by base, times a power of the denominator of base."""
        pieces = list(self._by_power(polynomial, place))
        most = max((power // degree for power, _ in pieces), default=0)
        total = self._zero
        for power, rest in pieces:
            times, left = divmod(power, degree)
            total += rest * self._gens[place] ** left * base.top**times * base.bottom ** (most - times)
        return total

    def _by_power(self, polynomial: Polynomial, place: int) -> Iterator[tuple[int, Polynomial]]:
        found: dict[int, dict[tuple[int, ...], Any]] = {}
        for exponents, coefficient in polynomial.to_dict().items():
            lowered = tuple(0 if index == place else e for index, e in enumerate(exponents))
            found.setdefault(int(exponents[place]), {})[lowered] = coefficient
        for power, terms in found.items():
            yield power, self._ring.from_dict(terms)

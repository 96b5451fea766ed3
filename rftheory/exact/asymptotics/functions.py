"""Functions of expansions: powers, exponential, logarithm, Gamma by Stirling's series, and analytic ones by Taylor's.

Each series in a part that tends to 0 ends with Lagrange's or Stirling's remainder over the whole frame.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from rftheory.exact import balls
from rftheory.exact.asymptotics.expansion import Expansion
from rftheory.exact.asymptotics.frame import Frame, Unclear, Unsupported, is_zero
from rftheory.exact.asymptotics.laurent import Laurent, constant
from rftheory.exact.asymptotics.monomials import (
    CONSTANT,
    LOGARITHM,
    Atom,
    Combination,
    Monomial,
    Rate,
    Speed,
    primes,
)
from rftheory.exact.scalars import Ball, Real

_HIGHEST = 64  # of an integer power that is multiplied out
_LARGEST_FACTORIAL = 400


@dataclass(frozen=True)
class Parted:
    """An expansion as what is unbounded, what is constant, and what tends to 0."""

    unbounded: tuple[tuple[Rate, Real], ...]
    constants: tuple[tuple[Monomial, Real], ...]
    rest: Expansion


def split(given: Expansion) -> Parted:
    """The three parts; Unsupported where an exponential is unbounded."""
    unbounded: list[tuple[Rate, Real]] = []
    constants: list[tuple[Monomial, Real]] = []
    rest = Expansion(given.frame, {})
    for monomial, part in given.parts.items():
        if monomial.grows:
            if Speed.of(monomial, part.top).tendency() >= 0:
                raise Unsupported("an exponential inside a function")
            rest = rest + Expansion(given.frame, {monomial: part})
            continue
        for i, a in enumerate(part.coefficients):
            power = monomial.power + part.top - i
            if is_zero(a):
                continue
            if power > 0 or (power == 0 and monomial.logs > 0):
                if monomial.growth:
                    raise Unsupported("an unbounded part with an irrational factor")
                unbounded.append(((power, monomial.logs, monomial.atoms), a))
            elif power == 0 and monomial.logs == 0:
                constants.append((monomial, a))
            else:
                single = constant(a, given.frame).scaled(balls.fmpq(1), part.top - i)
                rest = rest + Expansion(given.frame, {monomial: single})
    return Parted(tuple(unbounded), tuple(constants), rest)


def number(frame: Frame, value: Real | int) -> Expansion:
    """A constant."""
    return Expansion.number(frame, value)


def _composed(coefficients: Sequence[Real], last: Real, small: Expansion) -> Expansion:
    """sum of coefficient_k small^k and last small^(their number), by Horner's rule."""
    total = number(small.frame, last)
    for a in reversed(coefficients):
        total = total * small + number(small.frame, a)
    return total


def exp(given: Expansion) -> Expansion:
    """e^given: what is unbounded becomes a monomial, an exact constant stays formal."""
    frame, parts = given.frame, split(given)
    growth: dict[Rate, Fraction] = {}
    power, factor = Fraction(0), balls.arb(0)
    for (a, b, atoms), c in parts.unbounded:
        if not isinstance(c, balls.fmpq):
            raise Unsupported("an exponential of an unbounded part that is not exact")
        if (a, b) == LOGARITHM and atoms:
            raise Unsupported("an irrational power")
        if (a, b) == LOGARITHM:
            power += balls.as_fraction(c)
        else:
            growth[a, b, atoms] = growth.get((a, b, atoms), Fraction(0)) + balls.as_fraction(c)
    for monomial, c in parts.constants:
        if monomial.growth or not isinstance(c, balls.fmpq):
            factor = factor + monomial.constant() * c
        else:
            place = (*CONSTANT, monomial.atoms)
            growth[place] = growth.get(place, Fraction(0)) + balls.as_fraction(c)
    found = Expansion.monomial(frame, growth, power)
    if not (factor.is_exact() and factor == 0):
        found = found.scaled(factor.exp())
    return found * _exp_small(parts.rest) if parts.rest.parts else found


def _exp_small(small: Expansion) -> Expansion:
    inverse = [balls.fmpq(1)]
    for k in range(1, small.frame.order + 1):
        inverse.append(inverse[-1] / k)
    return _composed(inverse[:-1], small.range().exp() * inverse[-1], small)


@dataclass(frozen=True)
class _Normal:
    """given = monomial V^top first (1 + small)."""

    monomial: Monomial
    top: int
    first: Real
    small: Expansion


def _normal(given: Expansion) -> _Normal:
    """Several constants that lead together become one formal number where they are exact, else a ball."""
    varying, top, leaders, rest = given.without_leaders()
    monomial, first = leaders[0]
    if len(leaders) > 1:
        monomial, first = _together(varying, leaders)
    if not isinstance(first, balls.fmpq):
        monomial, part, rest = given.leading()
        top, first = part.top, part.coefficients[0]
        later = Laurent(top, (balls.fmpq(0), *part.coefficients[1:]))
        rest = Expansion.gathered(given.frame, [*rest.parts.items(), (monomial, later)])
    inverse = power_of_monomial(given.frame, monomial, top, Fraction(-1)).scaled(1 / first)
    return _Normal(monomial, top, first, rest * inverse)


def _together(varying: Monomial, leaders: Sequence[tuple[Monomial, Real]]) -> tuple[Monomial, Real]:
    """The sum of exact multiples of constants beside one monomial as sign times monomial times a combination."""
    if not all(isinstance(c, balls.fmpq) for _, c in leaders):
        return varying, balls.arb(0)
    terms = [
        (Monomial(tuple(e for e in m.growth if e[0][:2] == CONSTANT), atoms=m.atoms), balls.as_fraction(c))
        for m, c in sorted(leaders, key=lambda leader: hash(leader[0]))
        if isinstance(c, balls.fmpq)
    ]
    sign = balls.sign(Combination(tuple(terms)).value)
    if not sign:
        raise Unclear("a leading coefficient that may be 0")
    scale = abs(terms[0][1]) * sign
    combination = Combination(tuple((m, c / scale) for m, c in terms))
    growth = (*varying.growth, ((*CONSTANT, ((combination, 1),)), Fraction(1)))
    return Monomial(growth, varying.power, varying.logs), balls.exact(scale)


def power_of_monomial(frame: Frame, monomial: Monomial, top: int, exponent: Fraction) -> Expansion:
    """(monomial V^top)^exponent, positive."""
    growth = {rate: c * exponent for rate, c in monomial.growth}
    whole = exponent.denominator == 1
    atoms: dict[Atom, int] = {atom: int(n * exponent) for atom, n in monomial.atoms} if whole else {}
    found = Expansion.monomial(
        frame, growth, (monomial.power + top) * exponent, monomial.logs * exponent, atoms
    )
    if whole or not monomial.atoms:
        return found
    return found.scaled(Monomial(atoms=monomial.atoms).constant() ** balls.ball(balls.exact(exponent)))


def power(base: Expansion, exponent: Fraction) -> Expansion:
    """base^exponent for a rational exponent, the base positive unless the exponent is an integer."""
    whole = exponent.denominator == 1
    if whole and 0 <= exponent <= _HIGHEST:
        found = number(base.frame, 1)
        for _ in range(int(exponent)):
            found = found * base
        return found
    parts = _normal(base)
    if not whole and not parts.first > 0:
        raise Unclear("a root of what is not certainly positive")
    found = power_of_monomial(base.frame, parts.monomial, parts.top, exponent)
    found = found * _constant_power(base.frame, parts.first, exponent)
    if not parts.small.parts:
        return found
    binomials = [balls.fmpq(1)]
    for k in range(base.frame.order):
        binomials.append(binomials[-1] * balls.exact((exponent - k) / (k + 1)))
    beyond = 1 + parts.small.range()
    if not beyond > 0:
        raise Unclear("a relative part that is not small")
    last = binomials[-1] * beyond ** balls.ball(balls.exact(exponent - base.frame.order))
    return found * _composed(binomials[:-1], last, parts.small)


def _constant_power(frame: Frame, value: Real, exponent: Fraction) -> Expansion:
    if exponent.denominator == 1:
        return number(frame, balls.power(value, balls.exact(exponent)))
    if isinstance(value, balls.fmpq):
        factors = primes(balls.as_fraction(value))
        growth: dict[Rate, Fraction] = {(*CONSTANT, ((p, 1),)): n * exponent for p, n in factors.items()}
        return Expansion.monomial(frame, growth)
    return number(frame, value ** balls.ball(balls.exact(exponent)))


def log(given: Expansion) -> Expansion:
    """log given, of what is positive."""
    frame, parts = given.frame, _normal(given)
    if not parts.first > 0:
        raise Unclear("a logarithm of what is not certainly positive")
    if parts.monomial.logs:
        raise Unsupported("a logarithm of a logarithm")
    found = number(frame, 0)
    for (a, b, atoms), c in parts.monomial.growth:
        found = found + Expansion.monomial(frame, power=a, logs=b, atoms=dict(atoms)).scaled(balls.exact(c))
    total = parts.monomial.power + parts.top
    if total:
        found = found + Expansion.monomial(frame, logs=Fraction(1)).scaled(balls.exact(total))
    if parts.monomial.atoms:
        found = found + number(frame, Monomial(atoms=parts.monomial.atoms).constant().log())
    if isinstance(parts.first, balls.fmpq):
        for p, n in primes(balls.as_fraction(parts.first)).items():
            found = found + Expansion.monomial(frame, atoms={p: 1}).scaled(balls.fmpq(n))
    else:
        found = found + number(frame, parts.first.log())
    return found + _log_small(parts.small) if parts.small.parts else found


def _log_small(small: Expansion) -> Expansion:
    order = small.frame.order
    beyond = 1 + small.range()
    if not beyond > 0:
        raise Unclear("a relative part that is not small")
    terms: list[Real] = [balls.fmpq(0)]
    terms += [balls.fmpq((-1) ** (k + 1), k) for k in range(1, order)]
    return _composed(terms, balls.fmpq((-1) ** (order + 1), order) / beyond**order, small)


def gamma(given: Expansion) -> Expansion:
    """Gamma, of a constant, of what tends to one, or of what tends to infinity."""
    frame, parts = given.frame, split(given)
    if parts.unbounded:
        return exp(_log_gamma(given))
    value = given.exact
    if value is None:
        return analytic("gamma", given)
    exact = balls.as_fraction(value) if isinstance(value, balls.fmpq) else None
    if exact is None or exact <= 0 or exact.denominator > 2 or exact > _LARGEST_FACTORIAL:
        return number(frame, balls.gamma(value))
    total = balls.fmpq(1)
    while exact > 1:
        exact -= 1
        total = total * balls.exact(exact)
    if exact == 1:
        return number(frame, total)
    return Expansion.monomial(frame, {(*CONSTANT, ((0, 1),)): Fraction(1, 2)}).scaled(total)


def _log_gamma(x: Expansion) -> Expansion:
    """Stirling's series; for x > 0 its remainder lies between 0 and the first term left out."""
    frame = x.frame
    if not _normal(x).first > 0:
        raise Unclear("Gamma along the poles")
    half = balls.fmpq(1, 2)
    total = (x - number(frame, half)) * log(x) - x
    for atom in (2, 0):
        total = total + Expansion.monomial(frame, atoms={atom: 1}).scaled(half)
    inverse = power(x, Fraction(-1))
    square, term = inverse * inverse, inverse
    last = frame.order // 2 + 1
    for j in range(1, last + 1):
        number_j = balls.bernoulli(2 * j) / (2 * j * (2 * j - 1))
        share: Real = balls.fmpq(1) if j < last else balls.arb(0).union(balls.arb(1))
        total = total + term.scaled(number_j).scaled(share)
        term = term * square
    return total


def analytic(name: str, given: Expansion) -> Expansion:
    """A function that FLINT expands in power series, of what tends to a constant."""
    parts = split(given)
    if parts.unbounded:
        raise Unsupported(f"{name} of what is unbounded")
    centre = balls.arb(0)
    for monomial, c in parts.constants:
        centre = centre + monomial.constant() * c
    around = centre + (parts.rest.range() if parts.rest.parts else balls.arb(0))
    order = given.frame.order
    terms = [tidy(a) for a in balls.taylor(name, centre, order)]
    return _composed(terms[:-1], balls.taylor(name, around, order)[-1], parts.rest)


def tidy(value: Ball) -> Real:
    """The exact rational where the ball is one point."""
    if value.is_exact() and value.is_finite():
        return balls.exact(balls.endpoints(value)[0])
    return value

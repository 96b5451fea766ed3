"""Reads a SymPy expression as an expansion along one of its parameters, the others at exact values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

import sympy as sp

from rftheory.errors import PrecisionError
from rftheory.exact import balls
from rftheory.exact.asymptotics import functions
from rftheory.exact.asymptotics.expansion import Expansion
from rftheory.exact.asymptotics.frame import Frame, Unclear, Unsupported
from rftheory.exact.asymptotics.functions import number
from rftheory.exact.asymptotics.hypergeometric import hypergeometric
from rftheory.exact.asymptotics.monomials import CONSTANT
from rftheory.exact.compilation import compile_ball
from rftheory.exact.compilation.reading import Env
from rftheory.exact.functions.ball_function import BallFunction
from rftheory.exact.functions.conformity import Conformity
from rftheory.exact.scalars import Real
from rftheory.exact.series import NotHypergeometric, decompose

_SERIES = {
    "sin": "sin",
    "cos": "cos",
    "tan": "tan",
    "erf": "erf",
    "erfc": "erfc",
    "atan": "atan",
    "asin": "asin",
    "acos": "acos",
}
_LONGEST = 64  # of a finite sum that is written out


@dataclass(frozen=True)
class ExpansionReader:
    """Expansions of the nodes of an expression: `variable` is V itself, or 1/V where `inverted`."""

    frame: Frame
    variable: str
    inverted: bool
    values: Env
    known: dict[sp.Basic, Expansion] = field(default_factory=dict)

    def read(self, node: sp.Basic) -> Expansion:
        """The expansion of a node, found once; what does not depend on the variable may also be one ball."""
        if node not in self.known:
            self.known[node] = self._read(node)
        return self.known[node]

    def _read(self, node: sp.Basic) -> Expansion:
        if isinstance(node, sp.Symbol):
            return self._symbol(str(node))
        varies = self.variable in {str(s) for s in node.free_symbols}
        try:
            return self._built(node)
        except (Unsupported, Unclear):
            if varies:
                raise
            return number(self.frame, self._ball(node))

    def _symbol(self, name: str) -> Expansion:
        if name == self.variable:
            return Expansion.monomial(self.frame, power=Fraction(-1 if self.inverted else 1))
        value = self.values.get(name)
        if not isinstance(value, balls.fmpq):
            raise Unsupported(f"no real value of {name}")
        return number(self.frame, value)

    def _ball(self, node: sp.Basic) -> Real:
        try:
            value = compile_ball(node)(self.values)
        except (NotImplementedError, PrecisionError, ZeroDivisionError, KeyError) as error:
            raise Unsupported(str(error)) from error
        if isinstance(value, (balls.acb, balls.Gauss)) or not balls.is_finite(value):
            raise Unsupported("a constant without a real enclosure")
        real: Real = value
        return real

    def _built(self, node: sp.Basic) -> Expansion:
        if isinstance(node, sp.Rational):
            return number(self.frame, balls.fmpq(int(node.p), int(node.q)))
        for kind, rule in _RULES:
            if isinstance(node, kind):
                return rule(self, node)
        raise Unsupported(f"no expansion of {type(node).__name__}")


Rule = Callable[[ExpansionReader, "sp.Basic"], Expansion]


def _number_symbol(reader: ExpansionReader, node: sp.Basic) -> Expansion:
    if node is sp.pi:
        return Expansion.monomial(reader.frame, {(*CONSTANT, ((0, 1),)): Fraction(1)})
    if node is sp.E:
        return functions.exp(number(reader.frame, 1))
    raise Unsupported(str(node))


def _add(reader: ExpansionReader, node: sp.Basic) -> Expansion:
    total = number(reader.frame, 0)
    for argument in node.args:
        total = total + reader.read(argument)
    return total


def _mul(reader: ExpansionReader, node: sp.Basic) -> Expansion:
    total = number(reader.frame, 1)
    for argument in node.args:
        if not total.parts:
            return total
        total = total * reader.read(argument)
    return total


def _pow(reader: ExpansionReader, node: sp.Basic) -> Expansion:
    base, exponent = (reader.read(a) for a in node.args)
    value = exponent.exact
    if isinstance(value, balls.fmpq):
        return functions.power(base, balls.as_fraction(value))
    return functions.exp(exponent * functions.log(base))


def _exp(reader: ExpansionReader, node: sp.Basic) -> Expansion:
    return functions.exp(reader.read(node.args[0]))


def _log(reader: ExpansionReader, node: sp.Basic) -> Expansion:
    return functions.log(reader.read(node.args[0]))


def _gamma(reader: ExpansionReader, node: sp.Basic) -> Expansion:
    return functions.gamma(reader.read(node.args[0]))


def _by_gamma(reader: ExpansionReader, node: sp.Basic) -> Expansion:
    return reader.read(node.rewrite(sp.gamma))


def _rising(reader: ExpansionReader, node: sp.Basic) -> Expansion:
    base, count = (reader.read(a) for a in node.args)
    times = count.exact
    if isinstance(times, balls.fmpq) and times.q == 1 and 0 <= times <= _LONGEST:
        total = number(reader.frame, 1)
        for j in range(int(times)):
            total = total * (base + number(reader.frame, j))
        return total
    return functions.gamma(base + count) * functions.power(functions.gamma(base), Fraction(-1))


def _hyperbolic(reader: ExpansionReader, node: sp.Basic) -> Expansion:
    inner = reader.read(node.args[0])
    up, down = functions.exp(inner), functions.exp(-inner)
    half = balls.fmpq(1, 2)
    sinh, cosh = (up - down).scaled(half), (up + down).scaled(half)
    if isinstance(node, sp.sinh):
        return sinh
    return cosh if isinstance(node, sp.cosh) else sinh * functions.power(cosh, Fraction(-1))


def _analytic(reader: ExpansionReader, node: sp.Basic) -> Expansion:
    return functions.analytic(_SERIES[type(node).__name__], reader.read(node.args[0]))


def _hyper(reader: ExpansionReader, node: sp.Basic) -> Expansion:
    above, below = ([reader.read(a) for a in side] for side in (node.ap, node.bq))
    return hypergeometric(above, below, reader.read(node.argument))


def _sum(reader: ExpansionReader, node: sp.Basic) -> Expansion:
    if len(node.limits) != 1:
        raise Unsupported("a double sum")
    ((index, start, stop),) = node.limits
    if stop != sp.oo:
        return _finite(reader, node.function, index, start, stop)
    try:
        parts = decompose(node.function, index, start)
    except NotHypergeometric as error:
        raise Unsupported("a sum that is not hypergeometric") from error
    total = number(reader.frame, 0)
    for part in parts:
        total = total + _finite(reader, part.term, part.index, part.start, part.offset - 1)
        leading = reader.read(part.term.subs(part.index, part.offset))
        above, below = ([reader.read(a) for a in side] for side in (part.above, part.below))
        total = total + leading * hypergeometric(above, below, reader.read(part.argument))
    return total


def _finite(
    reader: ExpansionReader, term: sp.Expr, index: sp.Symbol, start: sp.Expr, stop: sp.Expr
) -> Expansion:
    first, last = (reader.read(end).exact for end in (start, stop))
    if not isinstance(first, balls.fmpq) or not isinstance(last, balls.fmpq) or last - first > _LONGEST:
        raise Unsupported("a sum that is not written out")
    total = number(reader.frame, 0)
    for k in range(int(first), int(last) + 1):
        inner = ExpansionReader(
            reader.frame, reader.variable, reader.inverted, {**reader.values, str(index): balls.fmpq(k)}
        )
        total = total + inner.read(term)
    return total


def _sign(value: Expansion) -> int:
    """The sign on the whole frame; 0 where it is exactly 0."""
    if not value.parts:
        return 0
    monomial, part, _ = value.leading()
    sign = balls.sign(value.relative_to(monomial.varying, part.top))
    if not sign:
        raise Unclear("a sign")
    return sign


def _abs(reader: ExpansionReader, node: sp.Basic) -> Expansion:
    inner = reader.read(node.args[0])
    return -inner if _sign(inner) < 0 else inner


def _extreme(reader: ExpansionReader, node: sp.Basic) -> Expansion:
    wanted = 1 if isinstance(node, sp.Max) else -1
    best, *others = (reader.read(a) for a in node.args)
    for other in others:
        best = other if _sign(other - best) * wanted > 0 else best
    return best


_HOLDS: Mapping[type, Callable[[int], bool]] = {
    sp.Eq: lambda s: s == 0,
    sp.Ne: lambda s: s != 0,
    sp.StrictLessThan: lambda s: s < 0,
    sp.LessThan: lambda s: s <= 0,
    sp.StrictGreaterThan: lambda s: s > 0,
    sp.GreaterThan: lambda s: s >= 0,
}


def _piecewise(reader: ExpansionReader, node: sp.Basic) -> Expansion:
    for value, test in node.args:
        if test == sp.true:
            return reader.read(value)
        if type(test) not in _HOLDS:
            raise Unsupported("a condition that is no comparison")
        if _HOLDS[type(test)](_sign(reader.read(test.lhs) - reader.read(test.rhs))):
            return reader.read(value)
    raise Unsupported("no case applies")


def _ball_function(reader: ExpansionReader, node: sp.Basic) -> Expansion:
    """rho_c(t) = sum E(|w_1+w_2|^2/4)^k t^k/((d/2)_k k!) has coefficients >= 0: its divided differences rise.

    With g(t) = (rho(t) - 1)/t that gives g(near) - near g(far)/far <= g(0) <= g(t) <= g(far) for 0 <= t <= far.
    """
    if not isinstance(node, Conformity):
        raise Unsupported(type(node).__name__)
    d, c, t = (reader.read(a) for a in node.args)
    if c.exact == 0:
        return hypergeometric([d], [d.scaled(balls.fmpq(1, 2))], t.scaled(balls.fmpq(1, 2)))
    dimension, cosine = d.exact, c.exact
    if not isinstance(dimension, balls.fmpq) or not isinstance(cosine, balls.fmpq) or _away_from_zero(t):
        raise Unsupported("a conformity away from 0")
    far = abs(t.range()).upper()
    if _sign(t) < 0:
        raise Unsupported("a conformity of a negative argument")
    exact_far = balls.exact(balls.endpoints(far)[1])
    slope = (balls.ball(Conformity.ball(dimension, cosine, exact_far)) - 1) / exact_far
    near = exact_far * balls.fmpq(1, 10**30)
    least = (balls.ball(Conformity.ball(dimension, cosine, near)) - 1) / near - near * slope / exact_far
    return number(reader.frame, 1) + t * number(reader.frame, least.union(slope))


def _away_from_zero(t: Expansion) -> bool:
    """Whether it does not tend to 0."""
    parts = functions.split(t)
    return bool(parts.unbounded or parts.constants)


_RULES: tuple[tuple[type | tuple[type, ...], Rule], ...] = (
    (sp.NumberSymbol, _number_symbol),
    (sp.Add, _add),
    (sp.Mul, _mul),
    (sp.Pow, _pow),
    (sp.exp, _exp),
    (sp.log, _log),
    (sp.gamma, _gamma),
    ((sp.factorial, sp.binomial), _by_gamma),
    (sp.RisingFactorial, _rising),
    ((sp.sinh, sp.cosh, sp.tanh), _hyperbolic),
    (tuple(getattr(sp, name) for name in _SERIES), _analytic),
    (sp.hyper, _hyper),
    (sp.Sum, _sum),
    (sp.Abs, _abs),
    ((sp.Max, sp.Min), _extreme),
    (sp.Piecewise, _piecewise),
    (BallFunction, _ball_function),
)

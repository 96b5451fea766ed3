"""Terms of rules as functions of a point: rational ones exactly, others in intervals of a given precision.

A term is compiled once, to nested functions; no source text is made.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy as sp

from rftheory.domain.conditions import Height, SquaredDeterminant, Width
from rftheory.domain.values import imaginary_part, real_part
from rftheory.errors import InputError

Env = dict[str, Any]
Exact = Callable[[Env], Any]
INTERVALS = (
    "\0intervals"  # where the precision in force stands beside the parameters; no parameter has this name
)


@dataclass(frozen=True)
class Term:
    """A compiled term; `rational` where its value is a rational number at every point."""

    value: Exact
    rational: bool


def compiled(node: sp.Basic) -> Term:
    """The term as a function of the point, by the kind of node."""
    if isinstance(node, sp.Rational):
        number = Fraction(int(node.p), int(node.q))
        constant = int(number) if number.denominator == 1 else number
        return Term(lambda _: constant, True)
    if isinstance(node, (sp.Symbol, sp.IndexedBase)):
        name = str(node)
        return Term(lambda env: env[name], True)
    if isinstance(node, sp.Sum):
        return _sum(node)
    if isinstance(node, sp.hyper):
        return _hyper(node)
    if node is sp.pi:
        return Term(lambda env: env[INTERVALS].pi, False)
    if node is sp.E:
        return Term(lambda env: env[INTERVALS].exp(1), False)
    for kind, reader in _READERS.items():
        if isinstance(node, kind):
            return reader(node, [compiled(arg) for arg in node.args])
    raise InputError(f"no rule is read with {type(node).__name__} in it: {node}")


def span(limits: sp.Tuple) -> tuple[str, Callable[[Env], range]]:
    """The name of an index and its range at a point."""
    index, first, last = limits
    low, high = compiled(first).value, compiled(last).value
    return index.name, lambda env: range(int(low(env)), int(high(env)) + 1)


def _sum(node: sp.Sum) -> Term:
    """A finite sum, term by term; of several ranges the first is the innermost."""
    body = compiled(node.function)
    if not body.rational:
        raise InputError(f"a sum in a rule has rational terms, not those of {node}")
    value = body.value
    for limits in node.limits:
        value = _over(value, *span(limits))
    return Term(value, True)


def _over(value: Exact, name: str, over: Callable[[Env], range]) -> Exact:
    """The sum of a term over one range."""

    def total(env: Env) -> Any:
        inner, result = dict(env), Fraction(0)
        for index in over(env):
            inner[name] = index
            result += value(inner)
        return result

    return total


def _rational(args: list[Term]) -> bool:
    return all(arg.rational for arg in args)


def _add(_: sp.Add, args: list[Term]) -> Term:
    values = [arg.value for arg in args]
    if not _rational(args):
        return Term(lambda env: env[INTERVALS].total([value(env) for value in values]), False)
    if len(values) == 2:
        one, two = values
        return Term(lambda env: one(env) + two(env), True)
    return Term(lambda env: sum(value(env) for value in values), True)


def _mul(_: sp.Mul, args: list[Term]) -> Term:
    values = [arg.value for arg in args]
    if not _rational(args):
        return Term(lambda env: env[INTERVALS].product([value(env) for value in values]), False)
    if len(values) == 2:
        one, two = values
        return Term(lambda env: one(env) * two(env), True)

    def product(env: Env) -> Any:
        result = values[0](env)
        for value in values[1:]:
            result = result * value(env)
        return result

    return Term(product, True)


def _pow(node: sp.Pow, args: list[Term]) -> Term:
    base, exponent = (arg.value for arg in args)
    if not (_rational(args) and node.exp.is_integer):
        return Term(lambda env: env[INTERVALS].power(base(env), exponent(env)), False)
    if node.exp == 2:

        def square(env: Env) -> Any:
            value = base(env)
            return value * value

        return Term(square, True)
    if node.exp.is_nonnegative:
        return Term(lambda env: base(env) ** int(exponent(env)), True)
    return Term(lambda env: Fraction(base(env)) ** int(exponent(env)), True)


def _mod(node: sp.Mod, args: list[Term]) -> Term:
    """A remainder; that of a power by repeated squaring, so that 2^n mod n is quick for a long vector."""
    first, second = (arg.value for arg in args)
    power = node.args[0]
    if (
        isinstance(power, sp.Pow)
        and power.exp.is_integer
        and power.exp.is_nonnegative
        and power.base.is_integer
    ):
        base, exponent = (compiled(arg).value for arg in power.args)
        return Term(lambda env: pow(int(base(env)), int(exponent(env)), int(second(env))), True)
    return _plain(args, Term(lambda env: first(env) % second(env), True))


def _extreme(choose: Callable[..., Any]) -> Callable[[sp.Basic, list[Term]], Term]:
    def read(_: sp.Basic, args: list[Term]) -> Term:
        values = [arg.value for arg in args]
        return _plain(args, Term(lambda env: choose(value(env) for value in values), True))

    return read


def _plain(args: list[Term], term: Term) -> Term:
    """The term, of rational arguments only."""
    if not _rational(args):
        raise InputError("remainders, extremes and parts in a rule are those of rational terms")
    return term


def _unary(function: Callable[[Any], Any]) -> Callable[[sp.Basic, list[Term]], Term]:
    def read(_: sp.Basic, args: list[Term]) -> Term:
        (value,) = (arg.value for arg in args)
        return _plain(args, Term(lambda env: function(value(env)), True))

    return read


def _indexed(_: sp.Indexed, args: list[Term]) -> Term:
    """An entry; an index outside the vector, also a negative one, has none."""
    vector, *places = (arg.value for arg in args)

    def value(env: Env) -> Any:
        found = vector(env)
        for place in places:
            index = int(place(env))
            if index < 0:
                raise IndexError(index)
            found = found[index]
        return found

    return Term(value, True)


def _interval(name: str) -> Callable[[sp.Basic, list[Term]], Term]:
    def read(_: sp.Basic, args: list[Term]) -> Term:
        (value,) = (arg.value for arg in args)
        return Term(lambda env: getattr(env[INTERVALS], name)(value(env)), False)

    return read


def _hyper(node: sp.hyper) -> Term:
    """0F1, the one hypergeometric function of rules."""
    if node.ap or len(node.bq) != 1:
        raise InputError(f"of hypergeometric functions a rule has 0F1 only, not {node}")
    below, argument = compiled(node.bq[0]).value, compiled(node.argument).value
    return Term(lambda env: env[INTERVALS].confluent_limit(below(env), argument(env)), False)


def _squared_determinant(_: SquaredDeterminant, args: list[Term]) -> Term:
    real, imaginary = (arg.value for arg in args)
    return Term(lambda env: _squared_modulus(real(env), imaginary(env)), True)


def _squared_modulus(real: Any, imaginary: Any) -> Fraction:
    """det of [[R, -S], [S, R]], which is |det(R + i S)|^2, by Gaussian elimination; matrices must be square."""
    size = len(real)
    if any(len(row) != size for rows in (real, imaginary) for row in rows) or len(imaginary) != size:
        raise IndexError(size)
    rows = [[*r, *(-entry for entry in s)] for r, s in zip(real, imaginary, strict=True)]
    rows += [[*s, *r] for r, s in zip(real, imaginary, strict=True)]
    result = Fraction(1)
    for column in range(2 * size):
        pivot = next((i for i in range(column, 2 * size) if rows[i][column]), None)
        if pivot is None:
            return Fraction(0)
        rows[column], rows[pivot] = rows[pivot], rows[column]
        result *= rows[column][column] if pivot == column else -rows[column][column]
        for i in range(column + 1, 2 * size):
            if factor := rows[i][column] / rows[column][column]:
                rows[i] = [a - factor * b for a, b in zip(rows[i], rows[column], strict=True)]
    return result


_READERS: dict[Any, Callable[[Any, list[Term]], Term]] = {
    sp.Add: _add,
    sp.Mul: _mul,
    sp.Pow: _pow,
    sp.Mod: _mod,
    sp.Max: _extreme(max),
    sp.Min: _extreme(min),
    sp.Abs: _unary(abs),
    sp.sign: _unary(lambda value: (value > 0) - (value < 0)),
    sp.re: _unary(real_part),
    sp.im: _unary(imaginary_part),
    sp.Indexed: _indexed,
    Height: _unary(len),
    Width: _unary(lambda rows: len(rows[0])),
    SquaredDeterminant: _squared_determinant,
    sp.exp: _interval("exp"),
    sp.log: _interval("log"),
}

"""SymPy expressions as programs on blocks of doubles: parts without an array are one certified number each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

import numpy as np
import sympy as sp
from sympy.core.relational import Relational
from sympy.logic.boolalg import BooleanAtom, BooleanFunction

from rftheory.exact import balls
from rftheory.exact.compilation import compile_ball
from rftheory.exact.compilation.reading import Env, Reading
from rftheory.exact.floats import functions
from rftheory.exact.floats.deciding import Decided, at_least, cases, equal, every, greater, some
from rftheory.exact.floats.rounded import UNIT, UNKNOWN, Rounded, plus, power, times
from rftheory.exact.floats.series import hypergeometric

Rule = Callable[..., Any]
BITS = 120
"""Of the working precision of constants."""

FUNCTIONS: dict[type, Rule] = {
    sp.exp: functions.exp,
    sp.log: functions.log,
    sp.gamma: functions.gamma,
    sp.factorial: lambda n: functions.gamma(plus(n, Rounded(np.asarray(1.0)))),
    sp.Abs: functions.absolute,
    sp.sin: functions.sin,
    sp.cos: functions.cos,
    sp.sinh: functions.sinh,
    sp.cosh: functions.cosh,
    sp.tanh: functions.tanh,
    sp.atan: functions.atan,
    sp.asin: functions.asin,
    sp.acos: functions.acos,
    sp.erf: functions.erf,
    sp.erfc: functions.erfc,
}

RELATIONS: dict[type, Rule] = {
    sp.StrictGreaterThan: greater,
    sp.GreaterThan: at_least,
    sp.StrictLessThan: lambda x, y: greater(y, x),
    sp.LessThan: lambda x, y: at_least(y, x),
    sp.Eq: equal,
    sp.Ne: lambda x, y: equal(x, y).opposite(),
    sp.And: every,
    sp.Or: some,
    sp.Not: Decided.opposite,
}


class NoRule(Exception):
    """A part has no reading in doubles."""


@dataclass(frozen=True)
class Instruction:
    """One node: its rule, where its arguments stand in the program, and which of these no later step reads."""

    rule: Rule
    arguments: tuple[int, ...]
    spent: tuple[int, ...] = ()


@dataclass(frozen=True)
class Program:
    """Steps in order, the last one the value; before them stand arrays, then constants.

    constants: the certified reading of each.
    """

    arrays: tuple[str, ...]
    constants: tuple[Reading, ...]
    steps: tuple[Instruction, ...]

    def fixed(self, env: Env) -> list[Rounded]:
        """The constants at the parameters that are numbers."""
        with balls.working_precision(BITS):
            return [_double(reading, env) for reading in self.constants]

    def run(self, block: Sequence[Rounded], fixed: Sequence[Rounded]) -> Any:
        """The value over one block, an array for every name in `arrays`."""
        found: list[Any] = [*block, *fixed]
        for step in self.steps:
            found.append(step.rule(*(found[place] for place in step.arguments)))
            for place in step.spent:
                found[place] = None  # its memory, still in the cache, goes to the next step
        return found[-1]


def _double(reading: Reading, env: Env) -> Rounded:
    """The nearest double of a certified number; no number where it has none."""
    try:
        value = reading(env)
    except ZeroDivisionError:
        return UNKNOWN
    near = balls.nearest_double(value) if isinstance(value, (balls.arb, balls.fmpq)) else None
    if near is None:
        return UNKNOWN
    whole = isinstance(value, balls.fmpq) and balls.as_fraction(value) == near
    return Rounded(np.asarray(near), 0.0 if whole else UNIT)


def compiled(
    expression: sp.Basic, arrays: Sequence[str], majorants: Mapping[sp.Symbol, sp.Expr] | None = None
) -> Program:
    """The program of an expression or a condition in which the named parameters are arrays.

    Raises NoRule where a part that depends on an array has no reading in doubles.
    """
    builder = _Builder(tuple(arrays), dict(majorants or {}))
    builder.place(expression)
    return builder.program()


class _Builder:
    """Arrays stand from 0 on, steps behind them; constants count down from -1 until all are known."""

    def __init__(self, arrays: tuple[str, ...], majorants: dict[sp.Symbol, sp.Expr]) -> None:
        self.arrays, self.majorants = arrays, majorants
        self.constants: list[Reading] = []
        self.steps: list[Instruction] = []
        self.known: dict[sp.Basic, int] = {}

    def program(self) -> Program:
        """Constants stand between arrays and steps."""
        count, first = len(self.constants), len(self.arrays)

        def moved(place: int) -> int:
            return first - place - 1 if place < 0 else place + (count if place >= first else 0)

        steps: list[Instruction] = []
        needed: set[int] = set()
        for step in reversed(self.steps):
            arguments = tuple(map(moved, step.arguments))
            steps.append(Instruction(step.rule, arguments, tuple({*arguments} - needed)))
            needed |= {*arguments}
        return Program(self.arrays, tuple(self.constants), tuple(reversed(steps)))

    def place(self, node: sp.Basic) -> int:
        """Where the value of the node stands."""
        if node not in self.known:
            self.known[node] = self._placed(node)
        return self.known[node]

    def _placed(self, node: sp.Basic) -> int:
        if isinstance(node, sp.Symbol) and str(node) in self.arrays:
            return self.arrays.index(str(node))
        if isinstance(node, (Relational, BooleanFunction, BooleanAtom)):
            return self._condition(node)
        if not {str(symbol) for symbol in node.free_symbols} & set(self.arrays):
            self.constants.append(compile_ball(node, self.majorants))
            return -len(self.constants)
        if isinstance(node, (sp.Add, sp.Mul)):
            return self._gathered(node)
        if isinstance(node, sp.Pow):
            return self._step(power, node.base, node.exp)
        if isinstance(node, (sp.Max, sp.Min)):
            return self._step(
                functions.largest if isinstance(node, sp.Max) else functions.smallest, *node.args
            )
        if isinstance(node, sp.hyper):
            above, below = len(node.ap), len(node.bq)
            return self._step(_hypergeometric(above, above + below), *node.ap, *node.bq, node.argument)
        if isinstance(node, sp.Piecewise):
            return self._step(cases, *(part for branch in node.args for part in branch.args))
        if type(node) in FUNCTIONS:
            return self._step(FUNCTIONS[type(node)], *node.args)
        raise NoRule(type(node).__name__)

    def _gathered(self, node: sp.Expr) -> int:
        """A sum or a product, its constant parts as one number."""
        varying = [a for a in node.args if {str(s) for s in a.free_symbols} & set(self.arrays)]
        fixed = [a for a in node.args if a not in varying]
        parts = [*([node.func(*fixed, evaluate=False)] if len(fixed) > 1 else fixed), *varying]
        return self._step(_sum if isinstance(node, sp.Add) else _product, *parts)

    def _condition(self, node: sp.Basic) -> int:
        if node in (sp.true, sp.false):
            return self._step(lambda known=bool(node): Decided.always(known))
        rule = RELATIONS.get(type(node))
        if rule is None:
            raise NoRule(type(node).__name__)
        return self._step(rule, *node.args)

    def _step(self, rule: Rule, *parts: sp.Basic) -> int:
        places = tuple(self.place(part) for part in parts)
        self.steps.append(Instruction(rule, places))
        return len(self.arrays) + len(self.steps) - 1


def _sum(*given: Rounded) -> Rounded:
    return reduce(plus, given)


def _product(*given: Rounded) -> Rounded:
    """Numbers with one bound for their block first: the others cost a few passes more in every product."""
    return reduce(times, sorted(given, key=lambda number: not number.alike))


def _hypergeometric(above: int, last: int) -> Rule:
    return lambda *given: hypergeometric(given[:above], given[above:last], given[last])

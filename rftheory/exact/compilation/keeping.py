"""What an expression holds more than once, or a sum or integral asks again and again, is found once an evaluation.

Values are those that would be found again; what finding them took is counted each time, so that no budget depends on
what is kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import sympy as sp

from rftheory.exact import balls
from rftheory.exact.balls import Scalar
from rftheory.exact.compilation.reading import ANALYTIC, HERE, KEPT, Env, Reading

LOOPS = (sp.Sum, sp.Product, sp.Integral)
_LEAVES = (sp.Rational, sp.Symbol, sp.IndexedBase, sp.NumberSymbol)


class Keeping:
    """Which nodes of an expression are kept: for the whole evaluation, or for one value of what loops run over."""

    def __init__(self, expression: sp.Basic) -> None:
        self._names: dict[sp.Basic, frozenset[str]] = {}
        self._bound: set[str] = set()
        self._parents: Counter[sp.Basic] = Counter()
        self._walk(expression)

    def _walk(self, expression: sp.Basic) -> None:
        waiting, seen = [expression], {expression}
        while waiting:
            node = waiting.pop()
            if isinstance(node, LOOPS):
                self._bound |= {str(limit[0]) for limit in node.limits}
            for part in node.args:
                self._parents[part] += 1
                if part not in seen:
                    seen.add(part)
                    waiting.append(part)

    def binds(self, name: str) -> None:
        """A loop runs over this name."""
        self._bound.add(name)

    def kept(self, node: sp.Basic, reading: Reading) -> Reading:
        """The reading, which looks up what it has found where that is worth it."""
        if isinstance(node, _LEAVES):
            return reading
        varies = bool(self._of(node) & self._bound)
        if self._parents[node] > 1 or (self._bound and not varies):
            return _looking_up(reading, HERE if varies else KEPT)
        return reading

    def _of(self, node: sp.Basic) -> frozenset[str]:
        """The names that a node reads from outside itself."""
        if node not in self._names:
            self._names[node] = frozenset(self._read(node))
        return self._names[node]

    def _read(self, node: sp.Basic) -> Iterator[str]:
        if isinstance(node, (sp.Symbol, sp.IndexedBase)):
            yield str(node)
            return
        own = {str(limit[0]) for limit in node.limits} if isinstance(node, LOOPS) else set()
        parts = (node.function,) if own else node.args
        for part in parts:
            yield from self._of(part) - own
        for limit in node.limits if own else ():
            for end in limit[1:]:
                yield from self._of(end)


def _looking_up(reading: Reading, place: str) -> Reading:
    def found(env: Env) -> Scalar:
        values = env[place]
        key = reading, balls.precision(), env.get(ANALYTIC, False)
        if key in values:
            value, cost = values[key]
            balls.charge(cost)
        else:
            before = balls.spent()
            value = reading(env)
            values[key] = value, balls.spent() - before
        known: Scalar = value
        return known

    return found

"""Means and variances given other random quantities, as terms."""

from __future__ import annotations

from typing import Any, Self

from sympy.core.symbol import Str

from rftheory.claims.moments import Expectation
from rftheory.claims.wording import worded


class ConditionalExpectation(Expectation):
    """E[Z | given], a random quantity: `given` is an expression, or words such as "the lengths"."""

    def __new__(cls, expression: object, given: object) -> Self:
        return cls.of(expression, given)

    def _latex(self, printer: Any) -> str:
        expression, given = self.args
        known = worded(str(given)) if isinstance(given, Str) else printer.doprint(given)
        return rf"{self._letter}\left[{printer.doprint(expression)}\,\middle|\,{known}\right]"

    def _sympystr(self, printer: Any) -> str:
        expression, given = self.args
        known = str(given) if isinstance(given, Str) else printer.doprint(given)
        return f"{self._word}[{printer.doprint(expression)} | {known}]"


class ConditionalVariance(ConditionalExpectation):
    """E[(Z - E[Z | given])^2 | given], a random quantity."""

    _letter, _word = r"\operatorname{Var}", "Var"
    is_nonnegative = True

"""Random quantities and their moments as terms: rows, estimates, Expectation, Variance, Covariance, MSE, Probability.

They are SymPy nodes that nothing evaluates: arithmetic on them is ordinary, their meaning is the declared law of the
mechanisms on the shelf, and evidence says whether what is claimed of them is true.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, Self

import sympy as sp
from sympy.core.symbol import Str
from sympy.printing.precedence import PRECEDENCE

from rftheory.claims.wording import symbols, worded


class RandomNode(sp.Expr):  # type: ignore[misc]  # SymPy is untyped
    """A random quantity, or a moment of one, real or complex; opaque to SymPy's rewriting."""

    is_commutative = True

    @classmethod
    def of(cls, *arguments: object) -> Self:
        """The node of these arguments; text stays text."""
        terms = [Str(each) if isinstance(each, str) else sp.sympify(each) for each in arguments]
        node: Self = sp.Expr.__new__(cls, *terms)
        return node

    def doit(self, **hints: Any) -> sp.Expr:
        """Itself: no rule of SymPy applies."""
        del hints
        return self


class Row(RandomNode):
    """w_i, row i (from 1) of a block of a coupling, by its name on the shelf: `Row("orthogonal", 1)`."""

    def __new__(cls, coupling: str, index: object = 1) -> Self:
        return cls.of(coupling, index)

    def _latex(self, printer: Any) -> str:
        coupling, index = self.args
        return rf"w^{{{worded(str(coupling))}}}_{{{printer.doprint(index)}}}"

    def _sympystr(self, printer: Any) -> str:
        coupling, index = self.args
        return f"w[{coupling}, {printer.doprint(index)}]"


class Draw(RandomNode):
    """A random variable `name` of a declared law: `Draw("g", Distribution("normal", 0, 1))`."""

    def __new__(cls, name: str, law: sp.Basic) -> Self:
        return cls.of(name, law)

    def _latex(self, printer: Any) -> str:
        del printer
        return symbols(str(self.args[0]))

    def _sympystr(self, printer: Any) -> str:
        del printer
        return str(self.args[0])


class Listed(RandomNode):
    """Terms between two marks, an opening and a closing one."""

    def _latex(self, printer: Any) -> str:
        return self._between(printer, *self._marks(tex=True))

    def _sympystr(self, printer: Any) -> str:
        return self._between(printer, *self._marks(tex=False))

    @abstractmethod
    def _marks(self, *, tex: bool) -> tuple[str, str]:
        """What stands before and behind the terms, in LaTeX and in plain text."""

    @property
    def _terms(self) -> tuple[Any, ...]:
        return tuple(self.args)

    def _between(self, printer: Any, before: str, behind: str) -> str:
        return f"{before}{', '.join(map(printer.doprint, self._terms))}{behind}"


class Distribution(Listed):
    """A law by name and parameters: normal(mean, variance), chi(d), chi-squared(d), sphere(d), haar(d), poisson(rate), ..."""

    def __new__(cls, name: str, *parameters: object) -> Self:
        return cls.of(name, *parameters)

    def _marks(self, *, tex: bool) -> tuple[str, str]:
        name = worded(str(self.args[0])) if tex else str(self.args[0])
        return (f"{name}(", ")") if self._terms else (name, "")

    @property
    def _terms(self) -> tuple[Any, ...]:
        return tuple(self.args[1:])


class Estimate(RandomNode):
    """The estimate of a kernel at a pair, from `rows` projections of a coupling through a feature map of the shelf.

    `Estimate("orthogonal", "positive", m)`; `at` names the pair, (x, y) unless the statement has several; `kernel`
    says which kernel where the map estimates more than one.
    """

    def __new__(
        cls, coupling: str, features: str, rows: object = 1, at: str = "x, y", kernel: str = ""
    ) -> Self:
        return cls.of(coupling, features, rows, at, kernel)

    @property
    def coupling(self) -> str:
        """The name of the coupling."""
        return str(self.args[0])

    @property
    def features(self) -> str:
        """The name of the feature map."""
        return str(self.args[1])

    @property
    def kernel(self) -> str:
        """The name of the kernel, empty where the map has one only, or the paper's own."""
        return str(self.args[4])

    @property
    def rows(self) -> sp.Expr:
        """The number of projections."""
        return self.args[2]

    def _latex(self, printer: Any) -> str:
        coupling, features, rows, at, kernel = self.args
        name = f"{{{worded(str(kernel))}}}" if str(kernel) else " K"
        mechanism = rf"{worded(str(coupling))},\,{worded(str(features))}"
        return rf"\widehat{name}^{{{mechanism}}}_{{{printer.doprint(rows)}}}({symbols(str(at))})"

    def _sympystr(self, printer: Any) -> str:
        coupling, features, rows, at, kernel = self.args
        name = str(kernel) or "K"
        return f"{name}^[{coupling}, {features}; {printer.doprint(rows)} rows]({at})"


class Inner(RandomNode):
    """The inner product of two vectors (rows, or vector parameters as symbols)."""

    precedence = PRECEDENCE["Mul"] - 1  # its powers and products need brackets

    def __new__(cls, first: object, second: object) -> Self:
        return cls.of(first, second)

    def _latex(self, printer: Any) -> str:
        first, second = map(_grouped(printer, r"\left({}\right)"), self.args)
        return rf"{first}^\top {second}"

    def _sympystr(self, printer: Any) -> str:
        return " . ".join(map(_grouped(printer, "({})"), self.args))


class Length(Listed):
    """The Euclidean length of a vector."""

    def __new__(cls, vector: object) -> Self:
        return cls.of(vector)

    is_nonnegative = True

    def _marks(self, *, tex: bool) -> tuple[str, str]:
        return (r"\left\|", r"\right\|") if tex else ("|", "|")


class Expectation(Listed):
    """The mean of a random expression."""

    _letter, _word = r"\mathbb E", "E"

    def __new__(cls, expression: object) -> Self:
        return cls.of(expression)

    def _marks(self, *, tex: bool) -> tuple[str, str]:
        return (rf"{self._letter}\left[", r"\right]") if tex else (f"{self._word}[", "]")


class Variance(Expectation):
    """E (Z - E Z)^2; of a complex variable E |Z - E Z|^2."""

    _letter, _word = r"\operatorname{Var}", "Var"
    is_nonnegative = True


class Covariance(Expectation):
    """E (Y - E Y)(Z - E Z)."""

    _letter, _word = r"\operatorname{Cov}", "Cov"

    def __new__(cls, first: object, second: object) -> Self:
        return cls.of(first, second)


class MeanSquareError(Expectation):
    """E (Z - target)^2 of an estimate Z."""

    _letter, _word = r"\operatorname{MSE}", "MSE"
    is_nonnegative = True

    def __new__(cls, estimate: object, target: object | None = None) -> Self:
        return cls.of(estimate) if target is None else cls.of(estimate, target)


class Probability(Expectation):
    """The probability of an event, a relation between random expressions."""

    _letter, _word = r"\mathbb P", "P"
    is_nonnegative = True


def _grouped(printer: Any, brackets: str) -> Any:
    def shown(vector: sp.Basic) -> str:
        text = str(printer.doprint(vector))
        return brackets.format(text) if vector.is_Add else text

    return shown

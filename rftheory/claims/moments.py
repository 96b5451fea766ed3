"""Random quantities and their moments as terms: rows, estimates, Expectation, Variance, Covariance, MSE, Probability.

They are SymPy nodes that nothing evaluates: arithmetic on them is ordinary, their meaning is the declared law of the
mechanisms on the shelf, and evidence says whether what is claimed of them is true.
"""

from __future__ import annotations

from typing import Any, Self

import sympy as sp
from sympy.core.symbol import Str
from sympy.printing.precedence import PRECEDENCE


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
        return rf"w^{{\rm {coupling}}}_{{{printer.doprint(index)}}}"

    def _sympystr(self, printer: Any) -> str:
        coupling, index = self.args
        return f"w[{coupling}, {printer.doprint(index)}]"


class Draw(RandomNode):
    """A random variable `name` of a declared law: `Draw("g", Distribution("normal", 0, 1))`."""

    def __new__(cls, name: str, law: sp.Basic) -> Self:
        return cls.of(name, law)

    def _latex(self, printer: Any) -> str:
        del printer
        return str(self.args[0])

    def _sympystr(self, printer: Any) -> str:
        del printer
        return str(self.args[0])


class Distribution(RandomNode):
    """A law by name and parameters: normal(mean, variance), chi(d), chi-squared(d), sphere(d), haar(d), poisson(rate), ..."""

    def __new__(cls, name: str, *parameters: object) -> Self:
        return cls.of(name, *parameters)

    def _latex(self, printer: Any) -> str:
        name, *parameters = self.args
        return rf"{{\rm {name}}}({', '.join(map(printer.doprint, parameters))})"

    def _sympystr(self, printer: Any) -> str:
        name, *parameters = self.args
        return f"{name}({', '.join(map(printer.doprint, parameters))})"


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
        name = rf"{{\text{{{kernel}}}}}" if str(kernel) else " K"
        return rf"\widehat{name}^{{\rm {coupling},\,{features}}}_{{{printer.doprint(rows)}}}({at})"

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


class Length(RandomNode):
    """The Euclidean length of a vector."""

    def __new__(cls, vector: object) -> Self:
        return cls.of(vector)

    is_nonnegative = True

    def _latex(self, printer: Any) -> str:
        return rf"\left\|{printer.doprint(self.args[0])}\right\|"

    def _sympystr(self, printer: Any) -> str:
        return f"|{printer.doprint(self.args[0])}|"


class Expectation(RandomNode):
    """The mean of a random expression."""

    _letter, _word = r"\mathbb E", "E"

    def __new__(cls, expression: object) -> Self:
        return cls.of(expression)

    def _latex(self, printer: Any) -> str:
        return rf"{self._letter}\left[{', '.join(map(printer.doprint, self.args))}\right]"

    def _sympystr(self, printer: Any) -> str:
        return f"{self._word}[{', '.join(map(printer.doprint, self.args))}]"


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

"""What every ball function is: a SymPy function with a certified rule and an independent oracle."""

from __future__ import annotations

from typing import Any, ClassVar, Protocol, TypeVar

import sympy as sp

from rftheory.exact.scalars import MpContext

T = TypeVar("T")


class Printer(Protocol):
    """What is asked of a LaTeX printer of SymPy."""

    def doprint(self, expression: sp.Basic, /) -> str: ...


class BallFunction(sp.Function):  # type: ignore[misc]
    """A SymPy function with `ball(*args)` (certified enclosure) and `oracle(ctx, *args)` (mpmath, from the definition).

    `plain`, where a class has it, is the definition as text: lines of Python over mpmath that define its name.
    """

    plain: ClassVar[str] = ""

    def __init_subclass__(cls, **options: Any) -> None:
        """SymPy hands the exponent of a power to the printing method; a subclass prints the function alone."""
        super().__init_subclass__(**options)
        alone = cls.__dict__.get("_latex")
        if alone is not None:
            cls._latex = lambda self, printer, exp=None: _raised(alone(self, printer), exp)

    @classmethod
    def eval(cls, *args: Any) -> None:
        """Never simplify: the function stands for itself."""

    @staticmethod
    def ball(*args: Any) -> Any:
        """Certified enclosure of the value at exact or ball arguments."""
        raise NotImplementedError

    @staticmethod
    def oracle(ctx: MpContext, *args: Any) -> Any:
        """The value by plain quadrature or summation of the definition in an mpmath context; not certified."""
        raise NotImplementedError


def _raised(text: str, exponent: str | None) -> str:
    """LaTeX of a power whose base has this LaTeX; the base itself without an exponent."""
    return text if exponent is None else rf"\left({text}\right)^{{{exponent}}}"


def listed(value: list[T] | T) -> list[T]:
    """The entries of a vector argument; a number is a vector of one entry."""
    return value if isinstance(value, list) else [value]

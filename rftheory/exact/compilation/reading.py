"""What every builder of the compiler knows: environments, readings, and the compiler itself as a protocol."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import sympy as sp

Env = dict[str, Any]
Reading = Callable[[Env], Any]
"""The value of a node: a number, or a list of numbers where the node is a vector; which kind only evaluation tells."""

ANALYTIC = "__analytic__"
"""The name in an environment that says that branch cuts must make a value non-finite: the mark of FLINT's integrals."""


class Compiler(Protocol):
    """Compiles parts of an expression for the builder of the whole."""

    @property
    def majorants(self) -> dict[sp.Symbol, sp.Expr]: ...

    def compile(self, node: sp.Basic) -> Reading: ...

    def along(self, integrand: sp.Basic, variable: sp.Symbol) -> Compiler:
        """A compiler of the integrand that evaluates its parts once."""


Builder = Callable[[Compiler, Any], Reading]
"""The reading of a node of one kind."""

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


KEPT, HERE = "__kept__", "__here__"
"""The names in an environment of what an evaluation has found: once for all of it, or for one round of a loop."""


class Compiler(Protocol):
    """Compiles parts of an expression for the builder of the whole."""

    @property
    def majorants(self) -> dict[sp.Symbol, sp.Expr]: ...

    def compile(self, node: sp.Basic) -> Reading: ...

    def binds(self, name: str) -> None: ...


Builder = Callable[[Compiler, Any], Reading]
"""The reading of a node of one kind."""

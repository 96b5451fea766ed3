"""What the makers of constants use of the writer of expressions."""

from __future__ import annotations

from typing import Any, Protocol

from rftheory.proof.checker.points.pointwise import Env, Reading, Value

Names = dict[str, str]


class Writing(Protocol):
    """Terms at a point as expressions of Coq, and the declarations that they need so far."""

    reading: Reading
    parameters: list[str]
    declared: list[str]
    enclosed: list[str]

    def real(self, term: Any, env: Env, names: Names) -> str:
        """A term whose value is real."""

    def value(self, term: Any, env: Env) -> Value:
        """The enclosure of a term, by the checker's arithmetic."""

    def opened(self) -> str:
        """The tactics that put enclosures in the place of the constants."""

"""What may enter a step: exact numbers, expressions and matrices of them; no truth value, no float."""

from __future__ import annotations

from fractions import Fraction
from typing import TypeAlias

import sympy as sp

Exact: TypeAlias = "sp.Expr | int | Fraction"
"""A side of a step: an exact number or an expression without a float in it."""

Sides: TypeAlias = "Exact | sp.MatrixBase | list[Sides] | tuple[Sides, ...]"
"""What `equal` compares entry by entry."""


class ProofGap(Exception):
    """A step of a derivation could not be carried."""


class ProofFailure(Exception):
    """A step of a derivation is false."""


def exact(value: object, because: str) -> sp.Expr:
    """The value as an expression; ProofGap where it is a truth value, a float, or has one inside."""
    if isinstance(value, bool) or not isinstance(value, (int, Fraction, sp.Expr)):
        raise ProofGap(f"{because}: {_kind(value)} is no side of a step: pass both sides, exactly")
    expression: sp.Expr = sp.Rational(value) if isinstance(value, (int, Fraction)) else value
    if expression.has(sp.Float):
        raise ProofGap(f"{because}: a float is no exact number: {sp.sstr(expression)[:80]}")
    if expression.has(sp.nan, sp.zoo):
        raise ProofGap(f"{because}: undefined: {sp.sstr(expression)[:80]}")
    return expression


def entries(value: object, because: str) -> list[sp.Expr]:
    """The exact entries of a matrix or a sequence in order, its shape first; of a scalar itself."""
    if isinstance(value, sp.MatrixBase):
        return [sp.Integer(value.rows), sp.Integer(value.cols), *(exact(entry, because) for entry in value)]
    if isinstance(value, (list, tuple)):
        inner = [entry for part in value for entry in entries(part, because)]
        return [sp.Integer(len(value)), *inner]
    return [exact(value, because)]


def _kind(value: object) -> str:
    name = type(value).__name__
    return (
        f"a truth value ({value})" if isinstance(value, bool) or name.startswith("Boolean") else f"a {name}"
    )

"""Whether what a claim speaks of exists at a point: the inputs, their angle, the rows of a coupling, a value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from fractions import Fraction
from typing import Any

import sympy as sp
from sympy.concrete.expr_with_limits import ExprWithLimits

from rftheory.claims import Claim, Estimate, Expectation, RandomNode, Row, Term
from rftheory.domain import Domain, Point
from rftheory.domain.conditions import SquaredDeterminant
from rftheory.errors import DomainError, RFTheoryError
from rftheory.exact import balls
from rftheory.exact.formula import Formula
from rftheory.mechanisms._shelf import couplings

_BITS, _EVALUATIONS, _WORK = 200, 1000, 50_000
_SMALL = 64  # numerators and denominators with which SymPy is quick


def missing(claim: Claim, domain: Domain, dropped: Sequence[str], point: Point) -> str:
    """What a claim speaks of and the point does not have; empty where everything is there, or nothing is known.

    Inputs of these invariants exist where their Gram matrix is positive semidefinite, of rank at most d. `dropped` are
    the parameters of the rule or bound that the point breaks.
    """
    numbers = {name: value for name, value in point.items() if isinstance(value, Fraction)}
    return (
        _no_inputs(numbers)
        or _no_angle(domain, numbers)
        or _no_directions(domain, dropped, numbers)
        or _no_rows(claim, numbers)
        or _no_entry(claim, dropped)
        or _no_inverse(domain, point)
    )


def _no_inputs(numbers: dict[str, Fraction]) -> str:
    if not {"x2", "y2", "xy"} <= set(numbers):
        return ""
    x2, y2, xy = (numbers[name] for name in ("x2", "y2", "xy"))
    minor = x2 * y2 - xy * xy
    if x2 < 0 or y2 < 0 or minor < 0:
        return "no vectors have this Gram matrix: it is not positive semidefinite"
    if minor > 0 and numbers.get("d") == 1:
        return "no two numbers have this Gram matrix: it has rank 2"
    return ""


def _no_angle(domain: Domain, numbers: dict[str, Fraction]) -> str:
    for name, value in numbers.items():
        angle = domain[name].meaning.startswith("angle")
        if angle and (value < 0 or balls.sign(balls.arb.pi() - balls.exact(value)) == -1):
            return f"no two vectors have an angle {name} outside [0, pi]"
    return ""


def _no_directions(domain: Domain, dropped: Sequence[str], numbers: dict[str, Fraction]) -> str:
    """A cosine beyond 1, or below -1/(m-1) where the domain says that m directions have it: (1-c) I + c J has the
    eigenvalues 1 - c and 1 + (m-1) c.
    """
    for name, value in numbers.items():
        if not domain[name].meaning.startswith("cosine"):
            continue
        if abs(value) > 1:
            return f"no two directions have the cosine {name} = {value}"
        if set(dropped) == {name, "m"} and 1 + (numbers["m"] - 1) * value < 0:
            return f"no m directions have the cosine {name} pairwise: their Gram matrix has a negative eigenvalue"
    return ""


def _no_entry(claim: Claim, dropped: Sequence[str]) -> str:
    """An index held against a size: beyond it nothing has that index."""
    indices = {
        str(s)
        for node in expressions(claim, sp.Indexed)
        for index in node.indices
        for s in index.free_symbols
    }
    own = [name for name in dropped if name in indices]
    return f"no entry has the index {' or '.join(own)}" if own and len(dropped) > 1 else ""


def _no_inverse(domain: Domain, point: Point) -> str:
    """A matrix of which the domain says that it has an inverse, and at this point it has none."""
    for rule in domain.rules:
        if rule.condition.has(SquaredDeterminant) and rule.decide(point) is False:
            return f"not so: {rule.text}"
    return ""


def _no_rows(claim: Claim, numbers: dict[str, Fraction]) -> str:
    """The refusal of a coupling of the claim, or more rows than a block of dependent ones has."""
    if numbers.get("d") is None or numbers["d"].denominator != 1:
        return ""
    d, shelf = int(numbers["d"]), couplings()
    values = {name: _rational(value) for name, value in numbers.items()}
    last = {
        limits[0]: limits[2]
        for node in expressions(claim, ExprWithLimits)
        for limits in node.limits
        if len(limits) == 3
    }
    for node in expressions(claim, RandomNode):
        if not isinstance(node, (Estimate, Row)):
            continue
        coupling = shelf.get(str(node.args[0]).partition(",")[0])
        if coupling is None:
            continue
        place = node.args[2 if isinstance(node, Estimate) else 1]
        place = place.xreplace(last)
        count = place.subs({s: values[str(s)] for s in place.free_symbols if str(s) in values})
        rows = int(count) if count.is_Integer and count > 0 else 1
        try:
            coupling.check(d, rows)
        except DomainError as error:
            return f"no {coupling.name} rows: {error}"
        if coupling.law.directions != "independent" and rows > coupling.height(d):
            return f"no {rows} rows of one {coupling.name} block in R^{d}"
    return ""


def expressions(claim: Any, kind: type[sp.Basic]) -> Iterator[Any]:
    """Everything of a kind in the terms of a claim, whatever it is made of."""
    if isinstance(claim, sp.Basic):
        yield from sorted(claim.atoms(kind), key=str)
    elif isinstance(claim, Formula):
        yield from expressions(claim.expression, kind)
    elif isinstance(claim, Mapping):
        yield from expressions(tuple(claim.values()), kind)
    elif isinstance(claim, tuple):
        for entry in claim:
            yield from expressions(entry, kind)
    elif is_dataclass(claim) and not isinstance(claim, Domain):
        for entry in fields(claim):
            yield from expressions(getattr(claim, entry.name), kind)


def no_value(term: Term, point: Point) -> str:
    """Why a term has no value at the point, as its own form says: a division by 0, a root or logarithm that is not real,
    an entry that a vector does not have, an argument that a function refuses; empty where that is not seen.
    """
    if isinstance(term, Formula):
        return _singular(term.expression, point) or _valueless(term, point)
    return _singular(term, point) if isinstance(term, sp.Expr) else ""


def without_chance(term: Term, point: Point) -> sp.Expr | None:
    """The number that a term is at the point where nothing random and no other symbol is left in it; else None."""
    expression = term.expression if isinstance(term, Formula) else term
    found = _at(expression, point) if isinstance(expression, sp.Expr) else None
    if found is None:
        return None
    for node in sorted(found.atoms(Expectation), key=lambda node: -node.count_ops()):
        if not any(arg.atoms(RandomNode) for arg in node.args):
            found = found.xreplace({node: node.args[0] if type(node) is Expectation else sp.S.Zero})
    found = found.doit(integrals=False)
    return None if found.free_symbols or found.atoms(RandomNode) or not found.is_finite else found


def equal_exactly(left: Formula, right: Formula, point: Point) -> bool:
    """Whether SymPy sees that both are one number at the point; balls never see it of irrational ones."""
    one, other = _at(left.expression, point), _at(right.expression, point)
    if one is None or other is None or one.has(sp.zoo, sp.nan) or other.has(sp.zoo, sp.nan):
        return False
    return bool(one == other or sp.expand(one - other) == 0)


def _singular(expression: sp.Expr, point: Point) -> str:
    """A division by exactly 0, or the like, where SymPy's own evaluation comes upon it."""
    found = _at(expression, point)
    return "a division by 0" if found is not None and found.has(sp.zoo, sp.nan) else ""


def _at(expression: sp.Expr, point: Point) -> sp.Expr | None:
    """The expression with small numbers of the point in place of its parameters; None where SymPy makes nothing of it."""
    values = {
        name: _rational(value)
        for name, value in point.items()
        if isinstance(value, Fraction) and _small(value)
    }
    vectors = {name: value for name, value in point.items() if isinstance(value, tuple)}
    if vectors:
        values.setdefault("d", sp.Integer(_width(next(iter(vectors.values())))))
    try:
        found = expression.xreplace({s: values[str(s)] for s in expression.free_symbols if str(s) in values})
        return _with_entries(found, vectors) if vectors else found
    except (ArithmeticError, IndexError, TypeError, ValueError):
        return None  # a variable of a derivative is no number


def _with_entries(expression: sp.Expr, vectors: Mapping[str, tuple[Any, ...]]) -> sp.Expr:
    """Sums over entries of vectors written out, and the entries that they have."""
    bases = {base for base in expression.atoms(sp.IndexedBase) if str(base) in vectors}
    if not bases:
        return expression
    written = expression.replace(
        lambda node: isinstance(node, (sp.Sum, sp.Product)), lambda node: node.doit(deep=False)
    )
    found = {}
    for node in written.atoms(sp.Indexed):
        if node.base in bases and all(index.is_Integer for index in node.indices):
            value: Any = vectors[str(node.base)]
            for index in node.indices:
                value = value[int(index)]
            if isinstance(value, Fraction) and _small(value):
                found[node] = _rational(value)
    return written.xreplace(found)


def _width(value: tuple[Any, ...]) -> int:
    return len(value[0]) if isinstance(value[0], tuple) else len(value)


def _small(value: Fraction) -> bool:
    return max(abs(value.numerator), value.denominator) <= _SMALL


def _rational(value: Fraction) -> sp.Rational:
    return sp.Rational(value.numerator, value.denominator)


def _valueless(formula: Formula, point: Point) -> str:
    inner = {name: point[name] for name in formula.names}
    try:
        with balls.integrals_within(_EVALUATIONS), balls.work_within(_WORK):
            value = formula.ball(inner, _BITS, printed=True)
    except IndexError:
        return "an entry that is not there"
    except DomainError as error:
        return f"a function is not defined there: {error}"
    except (RFTheoryError, ArithmeticError, NotImplementedError, ValueError):
        return ""
    if formula.complex_valued or not isinstance(value, (balls.acb, balls.Gauss)):
        return ""
    imaginary = balls.ball(balls.parts(value)[1])
    return "" if imaginary.contains(0) or not balls.is_finite(imaginary) else "no real value"

"""Whether what a claim speaks of exists at a point: the inputs, their angle, the rows of a coupling, a value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from fractions import Fraction
from typing import Any

import sympy as sp
from sympy.concrete.expr_with_limits import ExprWithLimits

from rftheory.claims import Claim, Estimate, RandomNode, Row, Term
from rftheory.domain import Domain, Point
from rftheory.domain.conditions import SquaredDeterminant
from rftheory.errors import DomainError, RFTheoryError
from rftheory.evidence.mutants.unavailable import (
    infinite_moment,
    no_block,
    no_law,
    no_map,
    no_number,
    refused,
)
from rftheory.evidence.mutants.written import rational, written_at
from rftheory.exact import balls
from rftheory.exact.formula import Formula
from rftheory.mechanisms._shelf import couplings

_BITS, _EVALUATIONS, _WORK = 200, 1000, 50_000
_TERMS = 4  # of a series that are looked at


def missing(claim: Claim, domain: Domain, dropped: Sequence[str], point: Point) -> str:
    """What a claim speaks of and the point does not have; empty where everything is there, or nothing is known.

    Inputs of these invariants exist where their Gram matrix is positive semidefinite, of rank at most d. `dropped` are
    the parameters of the rule or bound that the point breaks.
    """
    numbers = {name: value for name, value in point.items() if isinstance(value, Fraction)}
    return (
        no_inputs(numbers)
        or _no_angle(domain, numbers)
        or _no_probability(domain, numbers)
        or _no_directions(domain, dropped, numbers)
        or _no_rows(claim, numbers)
        or _no_entry(claim, dropped)
        or _no_inverse(domain, point)
        or no_block(domain, point)
        or no_map(domain, numbers)
        or no_law(domain, numbers)
        or refused(claim, point)
        or no_number(claim, domain, numbers)
        or infinite_moment(claim, point)
    )


def no_inputs(numbers: Mapping[str, Fraction]) -> str:
    """Why no two vectors have the invariants x2, y2 and xy; empty where some have, or these are not given."""
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


def _no_probability(domain: Domain, numbers: dict[str, Fraction]) -> str:
    for name, value in numbers.items():
        if domain[name].meaning.startswith("probability") and not 0 <= value <= 1:
            return f"no event has the probability {name} = {value}"
    return ""


def _no_directions(domain: Domain, dropped: Sequence[str], numbers: dict[str, Fraction]) -> str:
    """A cosine beyond 1, or below -1/(m-1) where the domain says that m directions have it: (1-c) I + c J has the
    eigenvalues 1 - c and 1 + (m-1) c.
    """
    for name, value in numbers.items():
        if not domain[name].meaning.startswith(("cosine", "equal cosine")):
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
    values = {name: rational(value) for name, value in numbers.items()}
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


def _singular(expression: sp.Expr, point: Point) -> str:
    """A division by exactly 0, or the like, where SymPy's own evaluation comes upon it."""
    found = written_at(expression, point)
    if found is None:
        return ""
    if found.has(sp.zoo, sp.nan):
        return "a division by 0"
    series = sorted(found.atoms(sp.Sum), key=sp.default_sort_key)
    return "a pole in a term of a series" if any(map(_has_pole, series)) else ""


def _has_pole(series: sp.Sum) -> bool:
    """Whether one of the first terms of a series has no value."""
    index, low, _ = series.limits[-1]
    if len(series.limits) > 1 or not low.is_Integer:
        return False
    return any(series.function.xreplace({index: low + k}).has(sp.zoo, sp.nan) for k in range(_TERMS))


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
    if not balls.is_finite(value) and _zero_below(formula, inner):
        return "a division by 0"
    if formula.complex_valued or not isinstance(value, (balls.acb, balls.Gauss)):
        return ""
    imaginary = balls.ball(balls.parts(value)[1])
    return "" if imaginary.contains(0) or not balls.is_finite(imaginary) else "no real value"


def _zero_below(formula: Formula, point: Point) -> bool:
    """Whether a denominator of the expression is exactly 0."""
    for node in sorted(formula.expression.atoms(sp.Pow), key=sp.default_sort_key):
        names = tuple(name for name in formula.names if name in map(str, node.base.free_symbols))
        if not node.exp.could_extract_minus_sign() or not names:
            continue
        try:
            with balls.integrals_within(_EVALUATIONS), balls.work_within(_WORK):
                value = Formula(node.base, formula.domain, names).ball({n: point[n] for n in names}, _BITS)
        except (RFTheoryError, ArithmeticError, NotImplementedError, ValueError, KeyError):
            continue
        if not isinstance(value, (balls.acb, balls.Gauss)) and balls.sign(value) == 0:
            return True
    return False

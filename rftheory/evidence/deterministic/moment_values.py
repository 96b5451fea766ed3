"""Moment values: what a claim says a moment of an estimate is, held against the catalogue of moments."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import sympy as sp

from rftheory.claims import (
    Equal,
    Estimate,
    Expectation,
    MeanSquareError,
    RandomNode,
    Term,
    Variance,
    conjuncts,
)
from rftheory.context import Context
from rftheory.domain import Domain, Point
from rftheory.errors import InputError, PrecisionError
from rftheory.evidence.comparison import show_point
from rftheory.exact.formula import Formula
from rftheory.statements import Check, Statement, claimed_sides, evaluable
from rftheory.verdict import Evidence, EvidenceKind, Outcome, part

if TYPE_CHECKING:
    from rftheory.measured.protocol import Kernel
    from rftheory.moments.pairs import Pair

TOLERANCE = 1e-7  # relative; the catalogue is in floating point
DIFFERS = "differs"
_KERNELS: tuple[Kernel, ...] = ("gaussian", "softmax")
_MOMENTS = (Expectation, Variance, MeanSquareError)
_VALUES: Mapping[str, tuple[str, ...]] = {
    "d": ("4", "3", "8"), "m": ("2", "1", "3"), "D": ("2", "1", "3"), "n": ("2", "3"), "z": ("1", "1/2", "2"),
    "x2": ("1", "1/2"), "y2": ("1/2", "1"), "xy": ("1/4", "-1/3"), "sigma": ("1",),
}  # fmt: skip
_COUNT = 3
_ANY = 2  # rows, where the claim leaves their number open


@dataclass(frozen=True)
class Read:
    """One equality between a moment and a formula, over its domain."""

    moment: sp.Expr
    formula: Formula
    domain: Domain


@dataclass(frozen=True)
class MomentValues(Check):
    """Moments of estimates in the claim, by the catalogue of moments, equal the formulas to 7 digits at a few points.

    The catalogue is a second implementation in floating point, for users' data; success says that both agree there.
    A difference leaves the statement undecided, since no ball certifies it.
    """

    kind = EvidenceKind.MOMENTS

    def reads(self, statement: Statement) -> tuple[str, ...]:
        """The sides that the claim names."""
        return claimed_sides(statement)

    def run(self, statement: Statement, context: Context) -> Evidence:  # noqa: ARG002
        """Compare at every point; the kernel is the one that fits, where the map has several."""
        held = 0
        for read in readable(statement):
            found = [_held(read, kernel) for kernel in _kernels(read)]
            if not found:
                continue
            best = min(found, key=lambda entry: (bool(entry[1]), -entry[0]))
            if best[1]:
                detail = f"the catalogue of moments has another value at {best[1]}"
                return Evidence(self.kind, Outcome.UNDECIDED, detail, data={DIFFERS: best[1]})
            held += best[0]
        if not held:
            return Evidence(self.kind, Outcome.UNDECIDED, "the catalogue has no such moment")
        detail = f"the catalogue of moments agrees to 7 digits at {held} points"
        return Evidence(
            self.kind, Outcome.HOLDS, detail, data={"points": held}, scope=part("values at a few points")
        )


def readable(statement: Statement) -> Iterator[Read]:
    """The equalities of the claim with moments of estimates on one side, which the catalogue may know."""
    if statement.claim is None:
        return
    for each in conjuncts(statement.claim, statement.domain):
        if isinstance(each.claim, Equal) and not each.conditions:
            for moment, other in itertools.permutations((each.claim.left, each.claim.right)):
                formula = evaluable(other, statement.sides, each.domain)
                if formula is not None and _of_estimates(moment):
                    assert isinstance(moment, sp.Expr)
                    yield Read(moment, formula, each.domain)
                    break


def _of_estimates(term: Term) -> bool:
    """Whether all that is random in the term are means, variances and errors of estimates of the shelf."""
    if not isinstance(term, sp.Expr):
        return False
    nodes = _nodes(term)
    if not nodes:
        return False
    # claims without such a moment, most of all, load neither the shelf nor the catalogue
    from rftheory.mechanisms._shelf import couplings
    from rftheory.moments import catalogue

    inner = {node for each in nodes for node in each.atoms(RandomNode)}
    shelf, maps = couplings(), catalogue.maps()
    return term.atoms(RandomNode) == inner and all(
        isinstance(node.args[0], Estimate)
        and node.args[0].coupling in shelf
        and node.args[0].features in maps
        and node.args[0].kernel in ("", *_KERNELS)
        for node in nodes
    )


def _nodes(term: sp.Expr) -> set[sp.Expr]:
    return {node for node in term.atoms(RandomNode) if type(node) in _MOMENTS}


def _kernels(read: Read) -> list[Kernel]:
    """The kernels that the maps of the estimates have."""
    from rftheory.moments import catalogue

    said = {node.args[0].kernel for node in _nodes(read.moment)} - {""}
    maps = [catalogue.maps()[node.args[0].features] for node in _nodes(read.moment)]
    if said:
        return [k for k in _KERNELS if said == {k}]
    return [k for k in _KERNELS if all(k in entry.means or not entry.means for entry in maps)] or ["gaussian"]


def _held(read: Read, kernel: Kernel) -> tuple[int, str]:
    """At how many points both agree, and the first where they do not."""
    held = 0
    for point in _points(read):
        agrees = at_point(read, kernel, point)
        if agrees is None:
            continue
        if not agrees:
            return held, ", ".join(f"{name} = {text}" for name, text in show_point(point).items())
        held += 1
        if held == _COUNT:
            break
    return held, ""


def at_point(read: Read, kernel: Kernel, point: Point) -> bool | None:
    """Whether the catalogue's moment is the formula's value there; None where one of them has no value."""
    try:
        moment = _moment(read.moment, point, kernel)
        value = float(read.formula.at({n: point[n] for n in read.formula.names}, 20))
    except (InputError, PrecisionError, ArithmeticError, KeyError):
        return None
    return math.isclose(moment, value, rel_tol=TOLERANCE, abs_tol=TOLERANCE * 1e-3)


def fitting_kernels(read: Read) -> list[Kernel]:
    """The kernels with which the catalogue has the formula's values at the points of the domain."""
    found = {kernel: _held(read, kernel) for kernel in _kernels(read)}
    return [kernel for kernel, (held, apart) in found.items() if held and not apart]


def _points(read: Read) -> Iterator[Point]:
    """Legal points of small numbers in the parameters that a pair of inputs and its rows have."""
    names = read.domain.names
    if not set(names) <= set(_VALUES) or not ({"x2", "y2", "xy"} <= set(names) or "z" in names):
        return
    for values in itertools.product(*(_VALUES[name] for name in names)):
        point = read.domain.legal(dict(zip(names, values, strict=True)), names)
        if point is not None:
            yield point


def _moment(expression: sp.Expr, point: Point, kernel: Kernel) -> float:
    """The expression with the catalogue's value in place of every moment."""
    numbers = {name: value for name, value in point.items() if isinstance(value, Fraction)}
    values = {
        s: sp.Rational(*numbers[str(s)].as_integer_ratio())
        for s in expression.free_symbols
        if str(s) in numbers
    }
    found = {}
    for node in _nodes(expression):
        estimate = node.args[0]
        rows = estimate.rows.subs(values)
        rows = int(rows) if rows.is_Integer else _ANY
        found[node] = sp.Float(_known(type(node), estimate, rows, _pair(numbers), kernel), 17)
    return float(expression.xreplace(found).subs(values))


def _pair(numbers: Mapping[str, Fraction]) -> Pair:
    """Inputs of these invariants, in R^d or in R^4."""
    import numpy as np

    from rftheory.evidence.statistical.points import pair
    from rftheory.moments.pairs import Pair

    point: dict[str, object] = {"d": 4, **numbers}
    if "z" in numbers:
        point |= {"x2": numbers["z"] ** 2, "y2": 0, "xy": 0}
    x, y = pair(point)
    return Pair("", np.array(x), np.array(y))


def _known(what: type, estimate: Estimate, rows: int, at: Pair, kernel: Kernel) -> float:
    from rftheory.mechanisms._shelf import couplings
    from rftheory.moments import catalogue

    moments = catalogue.moments(couplings()[estimate.coupling], estimate.features, kernel)
    term = moments.term(at)
    if what is Expectation:
        return term.mean
    variance = moments.variance(at, rows, term)
    if variance is None:
        raise InputError("no variance in closed form")
    if what is Variance:
        return variance
    target = (
        math.exp(-float(at.invariants.minus[0]) / 2) if kernel == "gaussian" else math.exp(float(at.x @ at.y))
    )
    return variance + (term.mean - target) ** 2

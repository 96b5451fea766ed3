"""What a domain speaks of and a point leaves no room for: rows of a block, a map, a law of such moments; moments that
are infinite.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

import sympy as sp

from rftheory.claims import (
    Claim,
    Draw,
    Estimate,
    Expectation,
    Length,
    MeanSquareError,
    Quantity,
    Row,
    Variance,
)
from rftheory.domain import Domain, Point, imaginary_part, real_part
from rftheory.errors import DomainError
from rftheory.evidence.mutants.nodes.estimates import refusal
from rftheory.evidence.mutants.nodes.place import UNREADABLE, place_at
from rftheory.evidence.mutants.written import rational
from rftheory.measured.rowmaps.exponential import GeneralisedExponential

_OF_A_BLOCK = (
    "(rows of one block)",
    "(a simplex in R^d)",
    "(vertices of a regular simplex in R^d)",
    "(m <= d)",
)
_MAP, _MOMENTS = "of the map", ("E[lam^2]", "E[lam(1-lam)]")
_PRODUCT = ("Re f1 f2 of", "Im f1 f2 of", "Re of one product")
"""Laws of a product of features D e^(2A|w|^2 + ..) of one Gaussian row; their first parameter is A."""


def no_block(domain: Domain, point: Point) -> str:
    """A rule that says how many rows one block has, and the point has more: no such block exists."""
    for rule in domain.rules:
        if rule.text.endswith(_OF_A_BLOCK) and rule.decide(point) is False:
            return f"not so: {rule.text}"
    return ""


def no_map(domain: Domain, numbers: Mapping[str, Fraction]) -> str:
    """A parameter that is said to be the A of a map, where the shelf's map of that A refuses it."""
    for name, value in numbers.items():
        if domain[name].meaning.endswith(_MAP):
            try:
                GeneralisedExponential(complex(float(value)))
            except DomainError as error:
                return f"no such map: {error}"
    return ""


def refused(claim: Claim, point: Point) -> str:
    """An estimate of the claim of which the shelf has no map or hybrid at the parameters of the point."""
    nodes = {node for term in claim.terms if isinstance(term, sp.Basic) for node in term.atoms(Estimate)}
    for node in sorted(nodes, key=str):
        try:
            reason = refusal(node, place_at(point, "softmax", 1))
        except UNREADABLE:
            continue
        if reason:
            return reason
    return ""


def no_number(claim: Claim, domain: Domain, numbers: Mapping[str, Fraction]) -> str:
    """A least number of random projections for a precision 0, or a probability of failure 0: no number is enough.

    The error is continuously distributed, and larger than 1 with a positive probability, however many they are.
    """
    named = {str(symbol) for node in _quantities(claim) for symbol in node.free_symbols}
    for name in sorted(named & set(numbers)):
        exact = domain[name].meaning.startswith("precision")
        certain = domain[name].meaning == "probability of failure" and numbers.get("eps", 0) <= 1
        if numbers[name] == 0 and (exact or certain):
            return f"no number of random projections has {domain[name].meaning} 0"
    return ""


def _quantities(claim: Claim) -> Iterator[Quantity]:
    for term in claim.terms:
        if isinstance(term, sp.Basic):
            found = sorted(term.atoms(Quantity), key=str)
            yield from (node for node in found if str(node.args[0]).startswith("least number of projections"))


def no_law(domain: Domain, numbers: Mapping[str, Fraction]) -> str:
    """Moments E lam^2 and E lam(1 - lam) that no random number has: the square of the mean is larger than E lam^2."""
    known = [next((numbers[n] for n in numbers if domain[n].meaning == words), None) for words in _MOMENTS]
    second, rest = known
    if second is None or rest is None or (second + rest) ** 2 <= second:
        return ""
    return f"no random number has E lam^2 = {second} and E lam = {second + rest}"


def infinite_moment(claim: Claim, point: Point) -> str:
    """A mean of e^(c |w|^2 + linear terms) of a Gaussian row with Re c >= 1/2, which is no finite number."""
    for node in _moments(claim):
        power = 2 if isinstance(node, (Variance, MeanSquareError)) else 1
        for row in sorted(node.args[0].atoms(Row, Draw), key=str):
            rate = power * _rate(node.args[0], row, point)
            if rate >= sp.Rational(1, 2):
                return f"an infinite moment: of e^({rate} |w|^2)"
    return ""


def _moments(claim: Claim) -> Iterator[Expectation]:
    for term in claim.terms:
        if isinstance(term, sp.Basic):
            yield from sorted(term.atoms(Expectation), key=str)


def _rate(e: Any, row: sp.Basic, point: Point) -> sp.Expr:
    """The real factor of |w|^2 in the exponent of the largest summand, where these are products of exponentials."""
    if isinstance(e, Draw):
        known = e == row and str(e.args[1].args[0]).startswith(_PRODUCT)
        return 2 * _real(e.args[1].args[1], point) if known else sp.S.Zero
    if not e.has(row) or isinstance(e, Expectation):
        return sp.S.Zero
    if e.is_Mul:
        return sp.Add(*(_rate(each, row, point) for each in e.args))
    if e.is_Pow and e.exp.is_Integer and e.exp > 0:
        return e.exp * _rate(e.base, row, point)
    if isinstance(e, sp.exp):
        return _real(sp.expand(e.args[0]).coeff(Length(row), 2), point)
    rates = [_rate(each, row, point) for each in e.args]
    return max(rates, default=sp.S.Zero)


def _real(e: sp.Expr, point: Point) -> sp.Expr:
    """The real part at the point; 0 where it is no rational number there."""
    values = {}
    for symbol in e.free_symbols:
        value = point.get(str(symbol))
        if value is not None and not isinstance(value, tuple):
            values[symbol] = rational(real_part(value)) + sp.I * rational(imaginary_part(value))
    found = sp.re(e.xreplace(values))
    return found if found.is_Rational else sp.S.Zero

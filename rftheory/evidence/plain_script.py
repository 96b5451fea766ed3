"""A counterexample as a script of plain mpmath, which shows it without this package. Prints text, runs nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import sympy as sp

from rftheory.claims import Below, Equal
from rftheory.domain import Domain, Point
from rftheory.erratum import Relation
from rftheory.errors import InputError
from rftheory.evidence.comparison import compare
from rftheory.evidence.deterministic.conjunction import evaluable_parts
from rftheory.evidence.deterministic.restated import Restated
from rftheory.evidence.deterministic.search import violates
from rftheory.exact import plain
from rftheory.exact.formula import Formula
from rftheory.statements import Statement, pair

_NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?(?:/\d+)?")
_COMPLEX = re.compile(rf"(?P<re>{_NUMBER.pattern})?(?P<im>[+-]?\d+(?:\.\d+)?(?:/\d+)?)j")
_CERTAIN = "mpf(10)**-20*max(abs(left), abs(right))"
_BROKEN = {
    "=": f"abs(left - right) > {_CERTAIN}",
    "<": f"left >= right - {_CERTAIN}",
    "<=": f"left > right + {_CERTAIN}",
    ">": f"left <= right + {_CERTAIN}",
    ">=": f"left < right - {_CERTAIN}",
}


def script(statement: Statement, counterexample: Mapping[str, str] | None) -> str:
    """The script of a refuted statement at the counterexample shown: the erratum's own, or one printed from the claim.

    InputError, which says why, where there is neither.
    """
    wrong = statement.erratum
    given = {n: v for n, v in (counterexample or {}).items() if n not in ("left", "right")}
    if wrong is not None and wrong.script:
        relation = wrong.relation or next((each for _, each, *_ in _claims(statement)), "")
        if not relation:
            raise InputError(f"{statement.id}: a script of its own needs the relation that is printed")
        return _assembled(statement, relation, _assigned(given), wrong.lines)
    for found in broken(statement, given):
        sides = [_real(found.shown, found.left), _real(found.right.expression, found.right)]
        body = plain.definitions(*sides)
        body += [
            f"{name} = {plain.source(side)}" for name, side in zip(("left", "right"), sides, strict=True)
        ]
        return _assembled(statement, found.relation, _assigned(given) + _sizes(found.point), body)
    raise InputError(f"{statement.id}: no pointwise claim about formulas fails at the counterexample")


def _assembled(statement: Statement, relation: str, point: list[str], body: list[str]) -> str:
    lines = [
        f"# {statement.id}, {statement.where}; claimed: left {relation} right",
        "from mpmath import *",
        "mp.dps = 40",
        *point,
        *body,
        'print("left  =", nstr(left, 25))',
        'print("right =", nstr(right, 25))',
        f"shown = {_BROKEN[relation]}",
        f'print("left {relation} right", "fails" if shown else "is not seen to fail")',
        "raise SystemExit(not shown)",
    ]
    return "\n".join(lines) + "\n"


def _claims(statement: Statement) -> Iterator[tuple[str, Relation, Equal | Below, Statement]]:
    """The pointwise claims that its checks are about, in words and as data, each with the statement that makes it."""
    restated = [check for check in statement.checks if isinstance(check, Restated)]
    for check in (*evaluable_parts(statement), *restated):
        each = check.stated(statement)
        claim = each.claim
        if isinstance(claim, (Equal, Below)):
            relation: Relation = "=" if isinstance(claim, Equal) else "<" if claim.strict else "<="
            yield check.words, relation, claim, each


class Broken(NamedTuple):
    """A pointwise claim that certainly fails at a point: in what sense it is the statement's, and what it says."""

    words: str
    relation: Relation
    left: Formula
    right: Formula
    point: Point
    domain: Domain
    absolute: bool

    @property
    def shown(self) -> sp.Expr:
        """The left side, or its absolute value where the claim is about that."""
        return sp.Abs(self.left.expression) if self.absolute else self.left.expression


def broken(statement: Statement, given: Mapping[str, str]) -> Iterator[Broken]:
    """Each pointwise claim of the statement that certainly fails at the point, in order."""
    for words, relation, claim, each in _claims(statement):
        left, right = pair(each, claim.left, claim.right)
        names = tuple(dict.fromkeys((*left.names, *right.names)))
        point = each.domain.legal(given, names) if set(names) == set(given) else None
        if point is None:
            continue
        absolute = isinstance(claim, Below) and claim.absolute
        result = compare(left, right, point, bits=100, printed=False, absolute=absolute)
        if violates(claim, result):
            yield Broken(words, relation, left, right, point, each.domain, absolute)


def _real(expression: sp.Expr, formula: Formula) -> sp.Expr:
    """The real part of what is real by its meaning and complex by its form."""
    return (
        sp.re(expression, evaluate=False)
        if expression.has(sp.I) and not formula.complex_valued
        else expression
    )


def _assigned(given: Mapping[str, str]) -> list[str]:
    """The point in the script's terms, on one line; what is no number stays out."""
    terms = {plain.name(n): _term(v) for n, v in given.items() if n.isidentifier() and _term(v)}
    return [f"{', '.join(terms)} = {', '.join(terms.values())}"] if terms else []


def _term(text: str) -> str:
    """A number, a vector or a list of vectors as mpmath's; empty for anything else."""
    for mark in (";", ","):
        if mark in text:
            entries = [_term(entry) for entry in text.split(mark)]
            return f"[{', '.join(entries)}]" if all(entries) else ""
    if _NUMBER.fullmatch(text):
        above, _, below = text.partition("/")
        number = f"mpf('{above}')" if "." in above else f"mpf({above})"
        return f"{number}/{below}" if below else number
    found = _COMPLEX.fullmatch(text)
    return f"mpc({_term(found['re'] or '0')}, {_term(found['im'])})" if found else ""


def _sizes(point: Point) -> list[str]:
    """How long vectors are, and how many there are, where formulas speak of it."""
    lines = {}
    for name, value in point.items():
        if isinstance(value, tuple):
            nested = isinstance(value[0], tuple)
            lines["m" if nested else "d"] = f"mpf(len({plain.name(name)}))"
            if nested:
                lines["d"] = f"mpf(len({plain.name(name)}[0]))"
    return [f"{name} = {text}" for name, text in lines.items() if name not in point]

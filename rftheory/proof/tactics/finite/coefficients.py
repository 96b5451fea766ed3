"""Finite sums taken apart into coefficients and plain sums, so that equal ones become one term."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Any

import sympy as sp

from rftheory.proof.kernel import Theorem
from rftheory.proof.kernel.theorem import VECTORS
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.finite.ranges import (
    constant,
    finite,
    inside,
    length,
    over_length,
    range_of,
    right_of,
)
from rftheory.proof.tactics.moves import rewritten
from rftheory.proof.tactics.prover import Prover
from rftheory.proof.tactics.reading import RationalReader
from rftheory.proof.terms import (
    INFINITY,
    ProofError,
    Term,
    bound,
    compound,
    exchanged,
    free,
    parts,
    substitute,
)


def apart(prover: Prover, total: Term) -> Theorem | None:
    """sum of (c f + ..) = c sum f + .., the coefficients without the index; None where that is how it stands.

    Indices get names by how deep they stand, and factors an order, so that equal sums become one term.
    """
    assert isinstance(total, tuple)
    _, k, _, _, body = total
    reader = RationalReader()
    reader.prepare(body)
    expanded = sp.expand(reader.read(body))
    inner = {symbol for term, symbol in reader.atoms.items() if k in free(term)}
    found: dict[sp.Expr, sp.Expr] = {}
    for addend in sp.Add.make_args(expanded):
        outside, within = addend.as_independent(*inner) if inner else (addend, sp.S.One)
        found[within] = found.get(within, sp.S.Zero) + outside
    pieces = [(reader.write(c), _monomial(reader, f)) for f, c in found.items()]
    pieces.sort(key=repr)
    if len(pieces) == 1 and pieces[0] == (1, body) and k == _index(body):
        return None

    def sides(end: Term) -> tuple[Term, Term]:
        each: list[Term] = []
        for c, f in pieces:
            name = _index(f)
            each.append(("*", c, ("sum", *range_of(name, end), substitute(f, {k: name}) if name != k else f)))
        return ("sum", *range_of(k, end), body), each[0] if len(each) == 1 else ("+", *each)

    return over_length(prover, sides, length(total))


def _monomial(reader: RationalReader, product: sp.Expr) -> Term:
    """A product of powers, its factors in the order of their own text."""
    factors = sorted(map(reader.write, sp.Mul.make_args(product)), key=repr)
    return factors[0] if len(factors) == 1 else ("*", *factors)


def _index(body: Term) -> str:
    """The name of an index by how many sums stand within each other in the body."""
    return f"j{_depth(body)}"


def _depth(term: Term) -> int:
    own = int(isinstance(term, tuple) and term[0] in ("sum", "prod"))
    return own + max(map(_depth, parts(term)), default=0)


def settled(prover: Prover, term: Term, *, whole: bool = True) -> Theorem | None:
    """term = the same with its finite sums taken apart, innermost first; None where nothing changes.

    The outermost ones stay as they are unless `whole`.
    """
    if isinstance(term, tuple) and term[0] in ("sum", "prod") and term[3] != INFINITY:
        return _settled_binder(prover, term, whole)
    if bound(term) is not None or not any(True for _ in finite(term)):
        return None
    found = (settled(prover, part, whole=whole) for part in dict.fromkeys(parts(term)))
    moves = [move for move in found if move is not None]
    if not moves:
        return None
    return prover.replaced(("=", term, exchanged(term, _values(moves))), *moves)


def _settled_binder(prover: Prover, term: tuple[Any, ...], whole: bool) -> Theorem | None:
    moves = []
    if isinstance(term[3], tuple) and term[3][0] == "+" and term[3][1] == -1:
        end = prover.equal(term[3], ("+", term[3][2], -1))
        moves.append(prover.replaced(("=", term, (*term[:3], right_of(end), term[4])), end))
        term = compound(right_of(moves[-1]))
    body = settled(inside(prover, term), term[4])
    if body is not None:
        moves.append(prover.replaced(("=", term, (*term[:4], right_of(body))), body))
        term = compound(right_of(moves[-1]))
    parted = apart(prover, term) if whole and term[0] == "sum" else None
    if parted is not None:
        counted = [constant(prover, each) for each in dict.fromkeys(finite(right_of(parted))) if each[4] == 1]
        if counted:
            changed = exchanged(right_of(parted), _values(counted))
            parted = prover.replaced(("=", term, changed), *counted, of=parted)
        moves.append(parted)
    if len(moves) < 2:
        return moves[0] if moves else None
    first: Term = compound(moves[0].then)[1]
    return prover.through(*moves, proposition=("=", first, right_of(moves[-1])))


def _values(moves: Iterable[Theorem]) -> dict[Term, Term]:
    return {compound(move.then)[1]: right_of(move) for move in moves}


def sized(prover: Prover) -> None:
    """Adds to the lemmas that numbers of entries and of vectors are at least 1, in whatever way the context names them."""
    for name, kind in prover.context.variables:
        if kind in VECTORS:
            for head in ("height", "width")[: VECTORS.index(kind) + 1]:
                prover.add(prover.infer("size", ("int", (head, name))))
                prover.add(prover.infer("size", ("<=", 1, (head, name))))
    for constraint in prover.context.constraints:
        match constraint:
            case ("=", str() as name, ("height" | "width", _) as size):
                least = prover.infer("size", ("<=", 1, size))
                entries = [product(0), multiple(-1, 1)]
                premises = [least, prover.given(constraint)]
                prover.add(prover.combine(("<=", 1, name), entries, premises))


def matched(prover: Prover, goal: Term) -> Theorem:
    """An equality in which sums and products of one range on both sides have bodies of one normal form."""
    left, right = compound(goal)[1:]
    others = list(dict.fromkeys(finite(right)))
    moves = []
    for one in dict.fromkeys(finite(left)):
        for other in (each for each in others if each[:4] == one[:4] and each != one):
            with suppress(ProofError):
                same = inside(prover, one).equal(one[4], other[4])
                moves.append(prover.replaced(("=", one, other), same))
                break
    return rewritten(prover, goal, moves)


def show(prover: Prover, goal: Term) -> Theorem:
    """A comparison by taking apart the sums of both sides, or the ones within these first."""
    sized(prover)
    sides = compound(goal)[1:]
    if compound(goal)[0] == "=":
        with suppress(ProofError):
            inner = [
                move for move in (settled(prover, side, whole=False) for side in sides) if move is not None
            ]
            return rewritten(prover, goal, inner, matched)
    moves = [move for move in (settled(prover, side) for side in sides) if move is not None]
    return rewritten(prover, goal, moves)

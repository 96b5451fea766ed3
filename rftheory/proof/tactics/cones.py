"""Certificates of positivity: a polynomial as a combination, with coefficients above 0, of products of constraints."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, combinations_with_replacement
from typing import Any

import sympy as sp

from rftheory.proof.kernel import Theorem
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.reading import RationalReader
from rftheory.proof.tactics.steps import Steps
from rftheory.proof.terms import ProofError, Term

Entry = dict[str, Any]
Candidate = tuple[sp.Expr, tuple[Term, ...], tuple[int, ...], bool | None]
"""A polynomial, its squares, the places of its factors and whether it is above 0; None for a multiple of an equality."""
_MOST = 1500  # products tried
_ROUNDS = 5  # of constraints that speak of what constraints found before speak of


def certificate(
    prover: Steps, reader: RationalReader, polynomial: sp.Expr, strict: bool
) -> tuple[list[Theorem], list[Entry]] | None:
    """Premises, and the entries of a combination of them that is the polynomial; None where none is found."""
    premises, gaps = _constraints(prover, reader, polynomial)
    symbols = sorted(polynomial.free_symbols | {s for gap, _ in gaps for s in gap.free_symbols}, key=str)
    if not symbols:
        if polynomial > 0 or (polynomial == 0 and not strict):
            return [], [_entry(polynomial, (), ())] if polynomial > 0 else []
        return None
    degree = sp.Poly(polynomial, *symbols).total_degree()
    for most in (degree, degree + 1):
        candidates = _candidates(reader, symbols, gaps, most)
        found = _solved(polynomial, symbols, candidates, strict)
        if found is not None:
            entries = [
                _times(reader, c, candidate)
                if candidate[3] is None
                else product(*candidate[2], coefficient=reader.write(c), squares=candidate[1])
                for c, candidate in found
            ]
            return premises, entries
    return None


def _times(reader: RationalReader, coefficient: sp.Expr, candidate: Candidate) -> Entry:
    """A multiple of an equality."""
    return multiple(reader.write(coefficient * reader.read(candidate[1][0])), candidate[2][0])


def _entry(coefficient: sp.Expr, squares: tuple[Term, ...], places: tuple[int, ...]) -> Entry:
    return product(*places, coefficient=RationalReader().write(coefficient), squares=squares)


def _constraints(
    prover: Steps, reader: RationalReader, polynomial: sp.Expr
) -> tuple[list[Theorem], list[tuple[sp.Expr, bool | None]]]:
    """Comparisons that speak of the polynomial's symbols, as polynomials that are not below 0."""
    premises: list[Theorem] = []
    gaps: list[tuple[sp.Expr, bool | None]] = []
    seen: list[Theorem] = []
    wanted = set(polynomial.free_symbols)
    stated = [*prover.known(), *_of_atoms(prover, reader, wanted)]
    for _ in range(_ROUNDS):
        for theorem in stated:
            then = theorem.then
            if theorem in seen or not (
                isinstance(then, tuple) and then[0] in ("<", "<=", "=") and len(then) == 3
            ):
                continue
            gap = sp.expand(reader.read(then[2]) - reader.read(then[1]))
            if not gap.free_symbols or not gap.free_symbols & wanted:
                continue
            found = (theorem, gap) if gap.is_polynomial() else _cleared(prover, reader, theorem, gap)
            if found is None:
                continue
            shown, gap = found
            seen.append(theorem)
            premises.append(shown)
            gaps.append((gap, None if then[0] == "=" else then[0] == "<"))
        wanted |= {s for gap, _ in gaps for s in gap.free_symbols}
    return premises, gaps


def _cleared(
    prover: Steps, reader: RationalReader, theorem: Theorem, gap: sp.Expr
) -> tuple[Theorem, sp.Expr] | None:
    """A comparison times its denominator, where the denominator is seen to be positive."""
    assert isinstance(theorem.then, tuple)
    top, bottom = sp.fraction(sp.together(gap))
    positive = prover.sign(reader.write(bottom), "<")
    if positive is None:
        return None
    top = sp.expand(top)
    goal: Term = (theorem.then[0], 0, reader.write(top))
    if theorem.then[0] == "=":
        entry: Entry = multiple(reader.write(bottom), 0)
    else:
        entry = product(0, 1)
    try:
        return prover.combine(goal, [entry], [theorem, positive]), top
    except ProofError:
        return None


def _of_atoms(prover: Steps, reader: RationalReader, wanted: set[sp.Symbol]) -> list[Theorem]:
    """Signs of the opaque terms."""
    found = []
    for term, symbol in list(reader.atoms.items()):
        if symbol in wanted and not isinstance(term, str):
            shown = prover.sign(term, "<") or prover.sign(term, "<=")
            if shown is not None:
                found.append(shown)
    return found


def _candidates(
    reader: RationalReader,
    symbols: Sequence[sp.Symbol],
    gaps: Sequence[tuple[sp.Expr, bool | None]],
    degree: int,
) -> list[Candidate]:
    """1, products of constraints, squares of variables and of their sums, and those times constraints."""
    found: list[Candidate] = [(sp.S.One, (), (), True)]
    degrees = [sp.Poly(gap, *symbols).total_degree() for gap, _ in gaps]
    for place, (gap, strict) in enumerate(gaps):
        if strict is None:
            found += _multiples(reader, symbols, place, gap, degree)
    signed = [place for place, (_, strict) in enumerate(gaps) if strict is not None]
    for size in range(1, degree + 1):
        for places in combinations_with_replacement(signed, size):
            if sum(degrees[place] for place in places) <= degree:
                product = sp.expand(sp.prod([gaps[place][0] for place in places]))
                found.append((product, (), places, all(gaps[place][1] for place in places)))
            if len(found) > _MOST:
                return found
    bases = [*symbols, *(a + s * b for a, b in combinations(symbols, 2) for s in (1, -1))]
    for base in bases[:40]:
        square = (reader.write(base),)
        if degree >= 2:
            found.append((sp.expand(base**2), square, (), False))
        for place in signed:
            if degrees[place] + 2 <= degree:
                found.append((sp.expand(base**2 * gaps[place][0]), square, (place,), False))
    return found


def _multiples(
    reader: RationalReader, symbols: Sequence[sp.Symbol], place: int, gap: sp.Expr, degree: int
) -> list[Candidate]:
    """An equality times 1 or a symbol, with either sign."""
    own = sp.Poly(gap, *symbols).total_degree()
    factors = [sp.S.One, *(symbols if own < degree else ())]
    return [
        (sp.expand(sign * factor * gap), (reader.write(sign * factor),), (place,), None)
        for factor in factors
        for sign in (1, -1)
    ]


def _solved(
    polynomial: sp.Expr, symbols: Sequence[sp.Symbol], candidates: Sequence[Candidate], strict: bool
) -> list[tuple[sp.Expr, Candidate]] | None:
    """Exact coefficients >= 0 of candidates that add up to the polynomial; a strict one among them if asked for.

    As much as can be of strict ones first; where that has no bound, as little as can be of all.
    """
    import numpy as np  # a search alone needs them, and proofs that are kept are checked
    import scipy

    columns = [sp.Poly(candidate[0], *symbols).as_dict() for candidate in candidates]
    target = sp.Poly(polynomial, *symbols).as_dict()
    rows = sorted({monomial for column in (*columns, target) for monomial in column})
    matrix = np.array([[float(column.get(row, 0)) for column in columns] for row in rows])
    wanted = np.array([float(target.get(row, 0)) for row in rows])
    for reward in (-1.0, 1e-3):
        goal = np.array(
            [reward if candidate[3] else (1e-3 if reward < 0 else 1.0) for candidate in candidates]
        )
        answer = scipy.optimize.linprog(
            goal, A_eq=matrix, b_eq=wanted, bounds=[(0, 1e6)] * len(columns), method="highs"
        )
        if not answer.success or answer.x is None:
            return None
        support = [place for place, value in enumerate(answer.x) if value > 1e-9]
        exact = _exactly(rows, [columns[place] for place in support], target)
        if exact is None or any(value < 0 for value in exact):
            continue
        chosen = [
            (value, candidates[place]) for value, place in zip(exact, support, strict=True) if value > 0
        ]
        if not strict or any(candidate[3] for _, candidate in chosen):
            return chosen
    return None


def _exactly(
    rows: Sequence[Any], columns: Sequence[dict[Any, Any]], target: dict[Any, Any]
) -> list[sp.Expr] | None:
    """The rational solution on a support, where it is the only one."""
    matrix = sp.Matrix([[column.get(row, 0) for column in columns] for row in rows])
    wanted = sp.Matrix([target.get(row, 0) for row in rows])
    try:
        solution, free = matrix.gauss_jordan_solve(wanted)
    except ValueError:
        return None
    if free.rows:
        solution = solution.subs(dict.fromkeys(free, 0))
    return list(solution)

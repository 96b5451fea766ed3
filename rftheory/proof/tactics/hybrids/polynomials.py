"""Moments of polynomials in independent variables and estimates, by the moments of each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import sympy as sp

from rftheory.proof.kernel import Theorem
from rftheory.proof.kernel.definitions import estimate_parts, row_term
from rftheory.proof.tactics.gaussian import chained, integrable
from rftheory.proof.tactics.gaussian import mean as gaussian_mean
from rftheory.proof.tactics.moves import Script
from rftheory.proof.tactics.prover import Prover
from rftheory.proof.tactics.reading import RationalReader
from rftheory.proof.terms import ProofError, Term, compound, parts, random

_HEADS = ("estimate", "draw", "total")
Alone = Script
"""Shows the closed form of a moment of one estimate."""


def variables(term: Term) -> Iterator[Term]:
    """The estimates and named variables in a term."""
    if isinstance(term, tuple) and term[0] in _HEADS:
        yield term
        return
    for part in parts(term):
        yield from variables(part)


def combined(moment: Term) -> bool:
    """Whether it is a moment of more than one estimate alone."""
    inner = compound(moment)[1:]
    found = [each for part in inner for each in variables(part)]
    return bool(found) and (
        inner[0] not in found or compound(found[0])[0] in ("draw", "total") or compound(moment)[0] == "Cov"
    )


def closed(prover: Prover, moment: Term, alone: Alone) -> Theorem:
    """The moment by means of products of powers of each variable; `alone` shows those of one estimate."""
    head, *inner = compound(moment)
    if head == "mse":
        variable, target = inner
        bias: Term = ("+", ("E", variable), ("*", -1, target))
        first = prover.infer("error", ("=", moment, ("+", ("Var", variable), ("^", bias, 2))))
        return chained(prover, first, closed(prover, ("Var", variable), alone), mean(prover, variable, alone))
    if head == "Var":
        square: Term = ("^", inner[0], 2)
        right: Term = ("+", ("E", square), ("*", -1, ("^", ("E", inner[0]), 2)))
        first = prover.infer("variance", ("=", moment, right), [exists(prover, square)])
        return chained(prover, first, mean(prover, square, alone), mean(prover, inner[0], alone))
    if head == "Cov":
        one, other = inner
        whole: Term = ("*", one, other)
        right = ("+", ("E", whole), ("*", -1, ("E", one), ("E", other)))
        first = prover.infer("covariance", ("=", moment, right), [exists(prover, ("^", e, 2)) for e in inner])
        return chained(prover, first, *(mean(prover, each, alone) for each in (whole, one, other)))
    return mean(prover, inner[0], alone)


def rows(prover: Prover, estimate: Term) -> list[Theorem]:
    """What the rules of estimates ask of the number of rows."""
    count = estimate_parts(estimate)[2]
    found = []
    if not isinstance(count, int):
        found += [prover.show(("<=", 1, count)), *prover.integer(count)]
    return found


def of_one_block(prover: Prover, estimate: Term) -> list[Theorem]:
    """That rows which depend on each other are of one block."""
    coupling, _, count, _, _ = estimate_parts(estimate)
    if coupling in ("iid", "sphere", "any") or count == 1:
        return []
    return [prover.show(("<=", count, ("+", "d", 1) if coupling == "simplex-full" else "d"))]


Piece = tuple[Term, tuple[Term, ...]]
"""A coefficient, and powers of different variables."""


def _pieces(term: Term) -> list[Piece]:
    """The term as a sum of coefficients times products of powers of its variables."""
    reader = RationalReader()
    own = {compound(each): reader.symbol(each) for each in dict.fromkeys(variables(term))}
    expanded = sp.expand(reader.read(term))
    poly = sp.Poly(expanded, *own.values())
    found: list[Piece] = []
    for powers, coefficient in poly.terms():
        written = reader.write(sp.factor(coefficient))
        if random(written):
            raise ProofError(f"not a polynomial in estimates: {term}")
        factors = [_power(v, n) for v, n in zip(own, powers, strict=True) if n and v[0] != "total"]
        sums = [v for v, n in zip(own, powers, strict=True) if v[0] == "total" for _ in range(n)]
        if sums:
            factors.append(("*", *sums) if len(sums) > 1 else sums[0])
        found.append((written, tuple(factors)))
    return found


def _power(variable: Term, n: int) -> Term:
    return variable if n == 1 else ("^", variable, int(n))


def _product(factors: tuple[Term, ...]) -> Term:
    return ("*", *factors) if len(factors) > 1 else factors[0] if factors else 1


def exists(prover: Prover, term: Term) -> Theorem:
    """That a polynomial in the variables has a mean."""
    pieces = _pieces(term)
    needs = [_piece_exists(prover, factors) for _, factors in pieces]
    if len(pieces) == 1 and pieces[0][0] == 1 and _product(pieces[0][1]) == term:
        return needs[0]
    terms = tuple((c, _product(factors)) for c, factors in pieces)
    more = prover.conditions(term, *(c for c, _ in pieces))
    return prover.infer("integrable-sum", ("integrable", term), [*needs, *more], {"addends": terms})


def _piece_exists(prover: Prover, factors: tuple[Term, ...]) -> Theorem:
    if not factors:
        return integrable(prover, 1)
    if len(factors) == 1:
        return _power_exists(prover, factors[0])
    premises = [*(_power_exists(prover, each) for each in factors), *_independent(prover)]
    return prover.infer(
        "independent-integrable", ("integrable", _product(factors)), premises, {"factors": factors}
    )


def _independent(prover: Prover) -> list[Theorem]:
    return [prover.given(c) for c in prover.context.constraints if compound(c)[0] == "independent"]


def _power_exists(prover: Prover, factor: Term) -> Theorem:
    variable = next(variables(factor))
    if compound(variable)[0] == "total":
        return _total(prover, "total-integrable", ("integrable", factor), factor)
    if compound(variable)[0] == "draw":
        return _drawn(prover, factor)[1]
    one = row_term(variable, 1)
    inner: Term = one if factor == variable else ("^", one, 2)
    needs = [integrable(prover, inner), *rows(prover, variable)]
    return prover.infer("estimate-integrable", ("integrable", factor), needs)


def mean(prover: Prover, term: Term, alone: Alone) -> Theorem:
    """E of a polynomial in the variables."""
    pieces = _pieces(term)
    values = [_piece_mean(prover, factors, alone) for _, factors in pieces]
    if len(pieces) == 1 and pieces[0][0] == 1 and _product(pieces[0][1]) == term:
        return values[0]
    multiples: list[Term] = [("*", c, ("E", _product(factors))) for c, factors in pieces]
    right: Term = ("+", *multiples) if len(multiples) > 1 else multiples[0]
    needs = [_piece_exists(prover, factors) for _, factors in pieces]
    more = prover.conditions(term, *(c for c, _ in pieces))
    first = prover.infer("mean-linear", ("=", ("E", term), right), [*needs, *more])
    return chained(prover, first, *values)


def _piece_mean(prover: Prover, factors: tuple[Term, ...], alone: Alone) -> Theorem:
    if not factors:
        return prover.infer("gaussian", ("=", ("E", 1), 1))
    if len(factors) == 1:
        return _power_mean(prover, factors[0], alone)
    premises = [*(_power_exists(prover, each) for each in factors), *_independent(prover)]
    right: Term = ("*", *(("E", each) for each in factors))
    by = {"factors": factors}
    first = prover.infer("independent-mean", ("=", ("E", _product(factors)), right), premises, by)
    return chained(prover, first, *(_power_mean(prover, each, alone) for each in factors))


def _power_mean(prover: Prover, factor: Term, alone: Alone) -> Theorem:
    """E of an estimate, of its square, of a power of a named variable, or of sums over the same rows."""
    variable = next(variables(factor))
    if compound(variable)[0] == "total":
        return _total_mean(prover, factor)
    if compound(variable)[0] == "draw":
        return _drawn(prover, factor)[0]
    if factor == variable:
        return alone(prover, ("E", variable))
    right: Term = ("+", ("E", factor), ("*", -1, ("^", ("E", variable), 2)))
    spread = prover.infer("variance", ("=", ("Var", variable), right), [_power_exists(prover, factor)])
    turned: Term = ("+", ("Var", variable), ("^", ("E", variable), 2))
    first = prover.combine(("=", ("E", factor), turned), [{"times": -1, "premise": 0}], [spread])
    return chained(prover, first, alone(prover, ("Var", variable)), alone(prover, ("E", variable)))


def _total(prover: Prover, rule: str, then: Term, factor: Term) -> Theorem:
    """A rule of sums over rows, with the means that it asks for."""
    bodies = [compound(each)[3] for each in variables(factor)]
    count = compound(next(variables(factor)))[2]
    squares = bodies if len(bodies) == 1 else [("^", each, 2) for each in bodies]
    needs = [prover.show(("<=", 1, count)), *prover.integer(count)]
    return prover.infer(rule, then, [*needs, *(integrable(prover, each) for each in squares)])


def _total_mean(prover: Prover, factor: Term) -> Theorem:
    bodies = [compound(each)[3] for each in variables(factor)]
    count = compound(next(variables(factor)))[2]
    means: list[Term] = [("E", each) for each in bodies]
    right: Term = ("*", count, means[0])
    if len(bodies) > 1:
        own: Term = ("E", ("*", *bodies))
        right = ("+", ("*", count, own), ("*", count, ("+", count, -1), *means))
        means.append(own)
    first = _total(prover, "total-mean", ("=", ("E", factor), right), factor)
    return chained(prover, first, *(gaussian_mean(prover, each) for each in means))


def _drawn(prover: Prover, power: Term) -> tuple[Theorem, Theorem]:
    """E of a power of a named variable, by the means that the context knows, and that it exists."""
    variable = next(variables(power))
    reader = RationalReader()
    symbol = reader.symbol(variable)
    known = [
        c for c in prover.context.constraints
        if compound(c)[0] == "=" and isinstance(c[1], tuple) and c[1][0] == "E"  # type: ignore[index]
    ]  # fmt: skip
    bodies: list[Term] = [1, *(compound(c)[1][1] for c in known)]
    rates = sp.symbols(f"c:{len(bodies)}")
    gap = sp.expand(reader.read(power) - sum(r * reader.read(b) for r, b in zip(rates, bodies, strict=True)))
    answer: Mapping[sp.Symbol, sp.Expr] = next(
        iter(sp.solve(sp.Poly(gap, symbol).coeffs(), rates, dict=True)), {}
    )
    if not answer:
        raise ProofError(f"the mean of {power} is not known")
    chosen = [
        (reader.write(answer.get(r, sp.S.Zero)), b)
        for r, b in zip(rates, bodies, strict=True)
        if answer.get(r, 0) != 0
    ]
    needs = [integrable(prover, 1) if body == 1 else prover.given(("integrable", body)) for _, body in chosen]
    exists_too = (
        needs[0]
        if len(chosen) == 1 and chosen[0] == (1, power)
        else prover.infer("integrable-sum", ("integrable", power), needs, {"addends": tuple(chosen)})
    )
    values = [prover.given(c) for c in known if compound(c)[1][1] in [body for _, body in chosen]]
    if len(chosen) == 1 and chosen[0] == (1, power):
        return values[0], exists_too
    multiples: list[Term] = [("*", c, ("E", body)) for c, body in chosen]
    right: Term = ("+", *multiples) if len(multiples) > 1 else multiples[0]
    first = prover.infer("mean-linear", ("=", ("E", power), right), needs)
    ones = [prover.infer("gaussian", ("=", ("E", 1), 1))] if any(body == 1 for _, body in chosen) else []
    return chained(prover, first, *values, *ones), exists_too

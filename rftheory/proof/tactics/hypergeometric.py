"""Series in closed form: their terms' ratio is rational, so they are hypergeometric, or exponentials."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import sympy as sp

from rftheory.proof.kernel import Theorem
from rftheory.proof.tactics.powers import following, zeroth
from rftheory.proof.tactics.prover import Prover
from rftheory.proof.tactics.reading import RationalReader
from rftheory.proof.terms import (
    INFINITY,
    ProofError,
    Term,
    compound,
    exchanged,
    free,
    literal,
    parts,
    substitute,
)


@dataclass(frozen=True)
class _Ratio:
    """The hypergeometric series of a summand's ratio, and the theorem that it has this ratio."""

    hyper: Term
    premises: list[Theorem]


def infinite_sums(term: Term) -> Iterator[Term]:
    """The outermost series in a term."""
    if isinstance(term, tuple) and term[0] == "sum" and term[3] == INFINITY:
        yield term
        return
    for part in parts(term):
        yield from infinite_sums(part)


def closed(prover: Prover, series: Term) -> Theorem:
    """A series from 0 = its first term times a hypergeometric series, or times an exponential."""
    _, k, low, high, body = compound(series)
    if low != 0 or high != INFINITY:
        raise ProofError("a series from 0 is needed")
    ratio = _ratio(prover, k, body)
    start, first = _first(prover, k, body)
    by = {"hyper": ratio.hyper, "first": start}
    right: Term = ("*", start, ratio.hyper)
    found = prover.infer("series-ratio", ("=", series, right), [*ratio.premises, first], by)
    if compound(ratio.hyper)[1:3] == ((), ()):
        exponential = prover.fact("exp-series", t=compound(ratio.hyper)[3])
        right = ("*", start, ("exp", compound(ratio.hyper)[3]))
        found = prover.replaced(("=", series, right), exponential, of=found)
    return found


def summable(prover: Prover, k: str, body: Term) -> Theorem:
    """The series of these terms from 0 converges."""
    ratio = _ratio(prover, k, body)
    return prover.infer(
        "series-ratio-summable", ("summable", k, 0, body), ratio.premises, {"hyper": ratio.hyper}
    )


def _ratio(prover: Prover, k: str, body: Term) -> _Ratio:
    inside = prover.within((k, "integer"), given=(("<=", 0, k),))
    moves = list(_moves(inside, k, body))
    later = substitute(body, {k: ("+", k, 1)})
    values = {move.then[1]: move.then[2] for move in moves if isinstance(move.then, tuple)}
    hyper = _hypergeometric(k, exchanged(later, values), body)
    _, upper, lower, z = compound(hyper)
    onward: Term = ("*", later, ("+", k, 1), *(("+", b, k) for b in lower))
    here: Term = ("*", body, z, *(("+", a, k) for a in upper))
    changed = exchanged(onward, values)
    signs = [*inside.conditions(changed, here), *_signs(inside, body), inside.show(("<", 0, ("+", k, 1)))]
    plain = inside.infer("ring", ("=", changed, here), signs)
    ratio = inside.replaced(("=", onward, here), *moves, of=plain)
    return _Ratio(hyper, [ratio, *(prover.show(("<", 0, b)) for b in lower if literal(b) is None)])


def _moves(prover: Prover, k: str, term: Term) -> Iterator[Theorem]:
    """What Gamma functions and powers at k + 1 are, by those at k."""
    if k not in free(term):
        return
    if isinstance(term, tuple) and term[0] == "gamma":
        yield _gamma(prover, k, term[1])
        return
    if isinstance(term, tuple) and term[0] == "^" and k in free(term[2]):
        yield following(prover, term, k)
        return
    for part in parts(term):
        yield from _moves(prover, k, part)


def _gamma(prover: Prover, k: str, argument: Term) -> Theorem:
    """Gamma(u(k + 1)) = (u + a - 1) .. u Gamma(u), where u grows by the integer a."""
    later = substitute(argument, {k: ("+", k, 1)})
    reader = RationalReader()
    step = sp.expand(reader.read(later) - reader.read(argument))
    if not (step.is_Integer and step > 0):
        raise ProofError(f"the argument of Gamma grows by {step}")
    at = [argument]
    facts = []
    for _ in range(int(step)):
        facts.append(prover.fact("gamma-next", [prover.show(("<", 0, at[-1]))], t=at[-1]))
        at.append(("+", at[-1], 1))
    alike = prover.equal(("gamma", later), ("gamma", at[-1]))
    below = at[:-1]
    right: Term = ("*", *reversed(below), ("gamma", argument))
    entries = [{"times": ("*", 1, 1, *below[place + 1 :]), "premise": place} for place in range(len(facts))]
    entries.append({"times": 1, "premise": len(facts)})
    flipped = [{"times": ("*", -1, e["times"]), "premise": e["premise"]} for e in entries]
    for chosen in (entries, flipped):
        try:
            return prover.combine(("=", ("gamma", later), right), chosen, [*facts, alike])
        except ProofError:
            continue
    raise ProofError("the chain of Gamma functions does not close")


def _signs(prover: Prover, body: Term) -> list[Theorem]:
    """Arguments of Gamma functions and these are above 0."""
    found = []
    for each in _gammas(body):
        found += [prover.show(("<", 0, compound(each)[1])), prover.show(("<", 0, each))]
    return found


def _gammas(term: Term) -> Iterator[Term]:
    if isinstance(term, tuple) and term[0] == "gamma":
        yield term
    for part in parts(term):
        yield from _gammas(part)


def _hypergeometric(k: str, later: Term, now: Term) -> Term:
    """The series whose ratio of terms is later / now, as linear factors in k."""
    reader = RationalReader()
    index = reader.symbol(k)
    top, bottom = sp.fraction(sp.together(sp.cancel(sp.powsimp(reader.read(later) / reader.read(now)))))
    upper: list[sp.Expr] = []
    lower, scale = [sp.S.One], sp.S.One
    for expression, sign in ((top, 1), (bottom, -1)):
        constant, factors = sp.factor_list(expression)
        scale *= constant**sign
        for factor, times in factors:
            poly = sp.Poly(factor, index)
            if poly.degree() > 1:
                raise ProofError(f"the ratio of terms has the factor {factor}")
            if poly.degree() == 0:
                scale *= factor ** (sign * times)
                continue
            slope, offset = poly.all_coeffs()
            scale *= slope ** (sign * times)
            (upper if sign > 0 else lower).extend([sp.cancel(offset / slope)] * times)
    lower_set = lower[1:]
    if sp.S.One in lower_set:
        lower_set.remove(sp.S.One)
    else:
        upper.append(sp.S.One)
    for each in list(upper):
        if each in lower_set:
            upper.remove(each)
            lower_set.remove(each)
    written = [tuple(reader.write(sp.expand(e)) for e in entries) for entries in (upper, lower_set)]
    return ("hyper", *written, reader.write(sp.factor_terms(sp.expand(scale))))


def _first(prover: Prover, k: str, body: Term) -> tuple[Term, Theorem]:
    """The term of k = 0, where Gamma(1) = 1 and Gamma(1/2) = sqrt(pi), and how it comes to be."""
    start = substitute(body, {k: 0})
    moves = list(zeroth(prover, start))
    for each in dict.fromkeys(_gammas(start)):
        reader = RationalReader()
        value = reader.read(compound(each)[1])
        for known, name in ((sp.S.One, "gamma-one"), (sp.S.Half, "gamma-half")):
            if value == known:
                fact = prover.fact(name)
                alike = prover.equal(each, compound(fact.then)[1])
                moves.append(prover.through(alike, fact, proposition=("=", each, compound(fact.then)[2])))
    values = {move.then[1]: move.then[2] for move in moves if isinstance(move.then, tuple)}
    settled = exchanged(start, values)
    signs = _signs(prover, start)
    simple = _simple(settled)
    try:
        plain = prover.infer("ring", ("=", settled, simple), [*prover.conditions(settled, simple), *signs])
    except ProofError:
        simple = settled
        plain = prover.infer("ring", ("=", settled, settled))
    return simple, prover.replaced(("=", start, simple), *moves, of=plain)


def _simple(term: Term) -> Term:
    """The term as SymPy writes it in fewest parts."""
    reader = RationalReader()
    return reader.write(sp.cancel(_powers(reader, term)))


def _powers(reader: RationalReader, term: Term) -> sp.Expr:
    """The term read with powers to the 0 as 1, and equal arguments of Gamma as one symbol."""
    if isinstance(term, tuple) and term[0] == "^" and term[2] == 0:
        return sp.S.One
    if isinstance(term, tuple) and term[0] in ("+", "*"):
        return (sp.Add if term[0] == "+" else sp.Mul)(*(_powers(reader, part) for part in term[1:]))
    if isinstance(term, tuple) and term[0] == "^" and isinstance(term[2], int):
        return _powers(reader, term[1]) ** term[2]
    if isinstance(term, tuple) and term[0] == "gamma":
        return reader.symbol(("gamma", reader.write(sp.expand(reader.read(term[1])))))
    return reader.read(term)

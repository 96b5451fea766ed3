"""Appendix A.5 and Lemma 4.2: Wallis' integrals, of which the angles between two lengths give means."""

from __future__ import annotations

from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.conformity import series_at
from rftheory.proof.tactics.cosines.columns import B
from rftheory.proof.tactics.cosines.frames import of_lengths
from rftheory.proof.tactics.cosines.integrals import AngularPair
from rftheory.proof.tactics.cosines.pairs import anywhere
from rftheory.proof.tactics.cosines.printed import angular
from rftheory.proof.tactics.cosines.series import same_powers
from rftheory.proof.tactics.cosines.waves import HALF, Waves
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.moves import attached, instance, rewritten, together
from rftheory.proof.tactics.powers import zeroth
from rftheory.proof.tactics.series import induction, onward, power_of_product, summed
from rftheory.proof.terms import PI, Term, compound, exchanged, free, substitute, subterms

_LESS: Term = ("+", "d", -1)
_B: Term = ("*", "d", HALF)


def first(prover: Prover, goal: Term) -> Theorem:
    """(64), the first equality: the power d - 1."""
    waves = Waves(prover, "f", "f", 1, PI)
    found = instance(prover, waves.powers(), {"n": _LESS})
    exists = waves.continuous(prover, ("^", ("sin", "f"), _LESS), _LESS)
    signs = [prover.show(("<", 0, ("gamma", at))) for at in (_B, ("+", _B, HALF))]
    entries = [multiple(("^", ("gamma", _B), -1), 0)]
    return attached(prover, prover.combine(goal, entries, [found, *signs]), exists)


def second(prover: Prover, goal: Term) -> Theorem:
    """(64), the second: the duplication of the Gamma function."""
    known = prover.fact("gamma-duplication", t=_B)
    at: Term = ("+", _B, HALF)
    signs = [prover.show(("<", 0, ("gamma", each))) for each in (at, "d")]
    rest: Term = ("*", ("^", 2, _LESS), ("^", ("gamma", at), -1), ("^", ("gamma", "d"), -1))
    return prover.combine(goal, [multiple(("*", -1, rest), 0)], [known, *signs])


def right_angle(prover: Prover, goal: Term) -> Theorem:
    """Lemma 4.2 at a right angle: cos f sin f = sin(2f)/2."""
    total = next(e for e in subterms(goal) if isinstance(e, tuple) and e[0] == "integral")
    body = compound(total)[4]
    waves = Waves(prover, "f", ("*", "f", 2), 2, ("*", PI, HALF))
    power: Term = ("^", waves.sine, _LESS)
    scale: Term = ("*", ("^", HALF, _LESS), ("exp", ("*", ("^", "w", 2), ("q", -1, 2))))
    inner = waves.between(prover)
    apart = instance(
        inner, power_of_product(prover.within(("r", "real")), "n", HALF, "r"), {"r": waves.sine, "n": _LESS}
    )
    front: Term = compound(scale)[2]
    same = inner.combine(("=", body, ("*", scale, power)), [multiple(front, 0)], [apart])
    exist = [waves.continuous(prover, each, _LESS) for each in (body, power)]
    plain = prover.infer("integral-linear", ("=", total, ("*", scale, waves.over(power))), [same, *exist])
    found = instance(prover, waves.powers(), {"n": _LESS})
    known = prover.fact("gamma-duplication", t=_B)
    at: Term = ("+", _B, HALF)
    signs = [prover.show(("<", 0, ("gamma", each))) for each in (at, "d", _B)]
    outside: Term = ("*", *(e for e in compound(compound(goal)[1])[1:] if e != total))
    over: Term = (
        "*",
        outside,
        scale,
        ("q", 1, 2),
        ("^", ("gamma", _B), 1),
        ("^", ("gamma", at), -1),
        ("^", ("gamma", "d"), -1),
        ("^", 2, _LESS),
    )
    entries = [multiple(outside, 0), multiple(("*", outside, scale), 1), multiple(("*", -1, over), 2)]
    shown = prover.combine(goal, entries, [plain, found, known, *signs])
    return attached(prover, shown, exist[0])


def simplex(prover: Prover, goal: Term) -> Theorem:
    """(66): the binomial theorem under the integral, at the cosine -1/(d - 1)."""
    _, total, right = compound(goal)
    cosine: Term = ("*", -1, ("^", _LESS, -1))
    known = angular(prover.context, "f")
    found = anywhere(prover, known.binomial, cosine, 0)
    body = substitute(known.body, {"kappa": cosine})
    exist = [known.waves.continuous(prover, each, _LESS, "k") for each in (compound(total)[4], body)]
    same = known.waves.between(prover).equal(compound(total)[4], ("*", 1, body))
    plain = prover.infer("integral-linear", ("=", total, ("*", 1, known.waves.over(body))), [same, *exist])
    value = compound(found.then)[2]
    inner = prover.within(("p", "integer"), given=(("<=", 0, "p"), ("<=", "p", "k")))
    terms = inner.equal(compound(right)[4], ("*", compound(value)[1], compound(compound(value)[2])[4]))
    out = prover.infer("sum-scale", ("=", right, value), [terms])
    entries = [multiple(1, 0), multiple(1, 1), multiple(-1, 2)]
    return attached(prover, prover.combine(goal, entries, [plain, found, out]), exist[0])


_SQUARE: Term = ("^", "v", 2)
_T: Term = ("*", HALF, _SQUARE)


def _powers(prover: Prover) -> Theorem:
    """v^(2k) 2^(-k) = (v^2/2)^k for the local k >= 0."""
    left: Term = ("*", 1, ("^", "v", ("*", "k", 2)), ("^", 2, ("*", "k", -1)))
    return same_powers(prover, left, ("*", 1, ("^", _T, "k")), (_T,), "k")


def _start(prover: Prover, term: Term) -> list[Theorem]:
    """The powers of index 0."""
    return list(zeroth(prover, substitute(term, {"k": 0})))


def conformity_integral(prover: Prover, goal: Term) -> Theorem:
    """Lemma 4.2: the series stands under the integral."""
    known = angular(prover.context, "f")
    waves = known.waves
    whole, exists = (anywhere(prover, each, "c", _SQUARE) for each in (known.integral, known.continuous))
    total = next(e for e in subterms(goal) if isinstance(e, tuple) and e[0] == "integral")
    body = compound(total)[4]
    series = next(e for e in compound(body)[1:] if e[0] == "sum")
    term = compound(series)[4]
    values: dict[str, Term] = {"kappa": "c", "tau": _SQUARE}
    mine = substitute(known.total, values)
    front: Term = ("*", substitute(known.constant, values), ("^", waves.sine, _LESS))
    at = waves.between(prover)
    inner = at.within(("k", "integer"), given=(("<=", 0, "k"),))
    rest: Term = ("*", front, *(e for e in compound(term)[1:] if e[1:2] != ("v",) and e[:2] != ("^", 2)))
    alike = inner.combine(
        ("=", compound(mine)[4], ("*", front, term)), [multiple(("*", -1, rest), 0)], [_powers(prover)]
    )
    z: Term = ("*", _T, substitute(known.stretch, values))
    first: Term = ("*", ("gamma", "d"), ("^", ("gamma", _B), -1))
    _, converges = summed(at, "k", term, ("hyper", ("d",), (_B,), z), first, _start(at, term))
    out = at.infer("sum-scale", ("=", mine, ("*", front, series)), [alike, converges])
    constant = compound(front)[1]
    same = at.combine(("=", mine, ("*", constant, body)), [multiple(1, 0)], [out])
    shown = _continuous(prover, known, body, series)
    plain = prover.infer(
        "integral-linear", ("=", waves.over(mine), ("*", constant, total)), [same, exists, shown]
    )
    end = prover.equal(("*", constant, total), compound(goal)[2])
    return attached(prover, prover.through(whole, plain, end, proposition=goal), shown, converges)


def _continuous(prover: Prover, known: AngularPair, body: Term, series: Term) -> Theorem:
    """What Lemma 4.2 integrates is continuous: the terms of its series are at most 2^k times a summable number."""
    waves, term = known.waves, compound(series)[4]
    running = prover.within(("k", "integer"), given=(("<=", 0, "k"),))
    weight: Term = ("*", *(e for e in compound(term)[1:] if "f" not in free(e)))
    above: Term = ("*", weight, ("^", 2, "k"))
    at = waves.between(running)
    stretched = [anywhere(at, each, "c", _SQUARE) for each in known.stretched[1]]
    sign = together(running, [_nonnegative(prover)], ("<=", 0, weight))
    bounds = [
        at.combine(("<=", ("*", -1, above), term), [product(0, 1)], [stretched[0], sign]),
        at.combine(("<=", term, above), [product(0, 1)], [stretched[1], sign]),
    ]
    first: Term = ("*", ("gamma", "d"), ("^", ("gamma", _B), -1))
    _, exists = summed(prover, "k", above, ("hyper", ("d",), (_B,), _SQUARE), first, _start(prover, above))
    each = waves.continuous(running, term, "k")
    goal: Term = ("continuous", "f", 0, PI, series)
    inside = prover.infer("continuous-sum", goal, [each, *bounds, exists], {"above": above})
    needs = [inside, *prover.integer(_LESS), prover.show(("<=", 0, _LESS))]
    return prover.infer("continuous", ("continuous", "f", 0, PI, body), needs)


def _nonnegative(prover: Prover) -> Theorem:
    """0 <= v^(2k) for the local k >= 0."""
    goal: Term = ("<=", 0, ("^", "v", ("*", "k", 2)))

    def onwards(inner: Prover, wanted: Term) -> Theorem:
        return rewritten(inner, wanted, onward(inner, compound(goal)[2], "k"))

    def start(inner: Prover, wanted: Term) -> Theorem:
        return rewritten(inner, wanted, list(zeroth(inner, wanted)))

    return induction(prover, "k", 0, goal, onwards, start)


def length_integrated(prover: Prover, goal: Term) -> Theorem:
    """(62): over half the angles."""
    _, moment, right = compound(goal)
    function = compound(moment)[1]
    rows = tuple(dict.fromkeys(e for e in subterms(function) if isinstance(e, tuple) and e[0] == "row"))
    factor: Term = ("*", ("q", 1, 4), _SQUARE)
    both: Term = ("+", *rows)
    plain: Term = series_at(factor, ("dot", both, both))
    first = prover.replaced(("=", moment, ("E", plain)), prover.equal(function, plain))
    second = of_lengths(prover, (rows[0], rows[1]), lambda base: ("E", series_at(factor, base)))
    known = angular(prover.context, "f", 2)
    waves = known.waves
    defined = _integrable(prover, known, function, (rows[0], rows[1]))
    whole, exists = (anywhere(prover, each, "c", _SQUARE) for each in known.series)
    values: dict[str, Term] = {"kappa": "c", "tau": _SQUARE}
    mine, printed = compound(compound(whole.then)[2])[4], compound(right)[4]
    total = next(e for e in compound(printed)[1:] if e[0] == "integral")
    inner = prover.within(("k", "integer"), given=(("<=", 0, "k"),))
    body = substitute(known.body, values)
    exist = [waves.continuous(inner, each, _LESS, "k") for each in (compound(total)[4], body)]
    same = waves.between(inner).equal(compound(total)[4], ("*", 1, body))
    linear = inner.infer("integral-linear", ("=", total, ("*", 1, waves.over(body))), [same, *exist])
    outside: Term = ("*", *(e for e in compound(printed)[1:] if e != total))
    rest: Term = (
        "*",
        *(
            e
            for e in compound(printed)[1:]
            if e != total and e[1:2] != ("v",) and e != ("^", 2, ("*", "k", -1))
        ),
        waves.over(body),
    )
    alike = inner.combine(
        ("=", mine, printed),
        [multiple(("*", -1, rest), 0), multiple(("*", -1, outside), 1)],
        [_powers(prover), linear],
    )
    moved = prover.replaced(("=", compound(whole.then)[2], right), alike)
    summable = prover.replaced(("summable", "k", 0, printed), alike, of=exists)
    shown = prover.through(first, second, whole, moved, proposition=goal)
    return attached(prover, shown, summable, exist[0], defined)


def _integrable(prover: Prover, known: AngularPair, function: Term, rows: tuple[Term, Term]) -> Theorem:
    """The conformity exists as it is written, for the resultant of the two rows."""
    factor: Term = ("*", ("q", 1, 4), _SQUARE)
    both: Term = ("+", *rows)
    square: Term = ("dot", both, both)
    inner = prover.within(("k", "integer"), given=(("<=", 0, "k"),))
    alike = of_lengths(inner, rows, lambda base: ("E", ("^", base, "k")))
    exists = anywhere(prover, known.pair.premises[-1], "c", _SQUARE)
    body = exchanged(compound(exists.then)[3], {compound(alike.then)[2]: compound(alike.then)[1]})
    premises = [
        prover.show(("<", 0, B)),
        prover.square(square),
        inner.infer("power-integrable", ("integrable", ("^", square, "k")), [inner.given(("<=", 0, "k"))]),
        prover.replaced(("summable", "k", 0, body), alike, of=exists),
    ]
    plain = series_at(factor, square)
    shown = prover.infer("series-integrable", ("integrable", plain), premises, {"index": "k"})
    return prover.replaced(("integrable", function), prover.equal(function, plain), of=shown)


PROOFS: Scripts = {
    "simrf/eq64": (first, second),
    "simrf/lemma4.2/orthogonal": (right_angle,),
    "simrf/eq66": (simplex,),
    "simrf/lemma4.2/conformity": (conformity_integral,),
    "simrf/eq62": (length_integrated,),
}

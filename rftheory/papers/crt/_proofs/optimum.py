"""Theorem 3.3: the tilt u of least second moment has e^u = w = (d + 2V + S)/(2d), S^2 = (d + 2V)^2 + 8dV, V = |x + y|^2.

With cosh(u/2)^2 = (w + 2 + 1/w)/4 both powers of (6) at the optimal A are cosh(u/2)^d.
"""

from __future__ import annotations

from rftheory.papers.crt._proofs import minimum
from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts
from rftheory.proof.tactics import Prover, roots
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.moves import attached, by_cases, by_ways, instance
from rftheory.proof.terms import ProofError, Term, compound, exchanged, substitute, subterms

_HALF: Term = ("q", 1, 2)
_V: Term = ("+", "x2", "y2", ("*", "xy", 2))
_DOUBLE: Term = ("+", "d", ("*", "x2", 2), ("*", "xy", 4), ("*", "y2", 2))
_RADICAND: Term = ("+", ("*", "d", 8, _V), ("^", _DOUBLE, 2))
_S: Term = ("^", _RADICAND, _HALF)
_BELOW: Term = ("+", ("*", "d", -1), ("*", "x2", -2), ("*", "xy", -4), ("*", "y2", -2), _S)
_W: Term = ("*", _HALF, ("^", "d", -1), ("+", _DOUBLE, _S))
_UP: Term = ("exp", ("*", "tilt", _HALF))
_DOWN: Term = ("exp", ("*", -1, ("*", "tilt", _HALF)))
_COSH: Term = ("*", _HALF, ("+", _UP, _DOWN))


def with_root(prover: Prover) -> Prover:
    """The prover that knows where S lies: above d + 2V."""
    inner = prover.within()
    positive = [inner.add(inner.show(("<", 0, "d"))), inner.given(("<", 0, _V))]
    entries = [product(0, 0), product(0, 1, coefficient=12), product(1, 1, coefficient=4)]
    inner.add(inner.combine(("<", 0, _RADICAND), entries, positive))
    inner.add(inner.fact("root-positive", b=_RADICAND))
    inner.add(inner.combine(("<", ("^", _DOUBLE, 2), _RADICAND), [product(0, 1, coefficient=8)], positive))
    above = roots.above(inner, _DOUBLE, _RADICAND)
    inner.add(inner.combine(("<", 0, _BELOW), [product(0)], [above]))
    for each in ("d", _V, _BELOW):
        inner.add(inner.fact("power-positive", b=each, p=-1))
    inner.add(inner.combine(("<", 0, _W), [product(0, 1), product(0, 2, coefficient=_HALF), product(0, 3, coefficient=_HALF)], [
        inner.show(("<", 0, ("^", "d", -1))), positive[1], positive[0], inner.show(("<", 0, _S)),
    ]))  # fmt: skip
    return inner


def _tilt(prover: Prover) -> list[Theorem]:
    """e^u = w, as d e^2u - (d + 2V) e^u - 2V = d (e^u - w)(e^u - w'), w' < 0; and e^-u = 1/w."""
    equation = next(c for c in prover.context.constraints if isinstance(c, tuple) and "tilt" in subterms(c))
    power: Term = ("exp", "tilt")
    known = prover.given(equation)
    quadratic: Term = (
        "+", ("*", "d", ("^", power, 2)), ("*", -1, ("+", "d", ("*", 2, _V)), power), ("*", -2, _V),
    )  # fmt: skip
    size: Term = ("*", 2, power, ("+", power, 1))
    root = prover.combine(
        ("=", quadratic, 0), [multiple(size, 0)], [known, prover.fact("exp-positive", t="tilt")]
    )
    other: Term = ("+", power, ("*", _HALF, ("^", "d", -1), _BELOW))
    above = prover.combine(("<", 0, other), [product(0), product(1, 2, coefficient=_HALF)], [
        prover.fact("exp-positive", t="tilt"), prover.show(("<", 0, ("^", "d", -1))), prover.show(("<", 0, _BELOW)),
    ])  # fmt: skip
    inverse: Term = ("*", ("^", "d", -1), ("^", other, -1))
    first = prover.combine(("=", power, _W), [multiple(inverse, 0)], [root, above])
    back: Term = ("exp", ("*", "tilt", -1))
    entry = multiple(("*", -1, back, ("^", _W, -1)), 0)
    second = prover.combine(("=", back, ("^", _W, -1)), [entry], [first, prover.show(("<", 0, _W))])
    return [first, second]


def least(prover: Prover, goal: Term) -> Theorem:
    """Both sides by V, S and cosh(u/2)."""
    inner = with_root(prover)
    up, down = _tilt(inner)
    moves = _roots(inner, goal)
    moves += _absolute(inner, exchanged(goal, _values(moves)))
    changed = exchanged(goal, _values(moves))
    for each in _denominators(changed):
        _denominator(inner, each)
    cosh = inner.add(inner.show(("<", 0, _COSH)))
    double: Term = ("exp", ("*", 2, ("log", _COSH)))
    squared = inner.infer("ring", ("=", ("^", _COSH, 2), double), [cosh])
    bases = []
    for base in dict.fromkeys(
        e[1] for e in subterms(changed) if isinstance(e, tuple) and e[0] == "^" and e[2] == ("*", "d", _HALF)
    ):
        quarter = ("q", -1, 4)
        same = inner.combine(
            ("=", base, ("^", _COSH, 2)), [multiple(quarter, 0), multiple(quarter, 1)], [up, down]
        )
        bases.append(inner.replaced(("=", base, double), squared, of=same))
        inner.add(
            inner.replaced(("<", 0, base), bases[-1], of=inner.fact("exp-positive", t=compound(double)[1]))
        )
    known = [*bases, down]
    simpler = exchanged(changed, _values(known))
    _, left, right = compound(simpler)
    shown = inner.infer("ring", simpler, [*inner.conditions(left, right), cosh])
    settled = inner.replaced(changed, *known, of=shown)
    _as_printed(inner, goal, moves)
    return attached(inner, inner.replaced(goal, *moves, of=settled), *inner.lemmas)


def _as_printed(prover: Prover, goal: Term, moves: list[Theorem]) -> None:
    """What is known of bases of powers becomes known of them as the goal writes them."""
    values, known = _values(moves), {each.then: each for each in prover.lemmas}
    for each in dict.fromkeys(e[1] for e in subterms(goal) if isinstance(e, tuple) and e[0] == "^"):
        plain: Term = ("<", 0, exchanged(each, values))
        if plain in known and ("<", 0, each) not in known:
            prover.add(prover.replaced(("<", 0, each), *moves, of=known[plain]))


def _values(moves: list[Theorem]) -> dict[Term, Term]:
    return {compound(e.then)[1]: compound(e.then)[2] for e in moves}


def _roots(prover: Prover, goal: Term) -> list[Theorem]:
    """Every square root of the goal is S; that its radicand is positive becomes a lemma."""
    found = []
    for each in dict.fromkeys(
        e for e in subterms(goal) if isinstance(e, tuple) and e[0] == "^" and e[2] == _HALF
    ):
        if each != _S:
            same = prover.equal(each[1], _RADICAND)
            prover.add(prover.replaced(("<", 0, each[1]), same, of=prover.show(("<", 0, _RADICAND))))
            found.append(prover.replaced(("=", each, _S), same))
    return found


def _absolute(prover: Prover, goal: Term) -> list[Theorem]:
    """What stands in absolute values is below 0."""
    found = []
    inverse = prover.show(("<", 0, ("^", _BELOW, -1)))
    premises = [
        prover.given(("<", 0, _V)),
        inverse,
        prover.show(("<", 0, _S)),
        prover.show(("<", 0, "d")),
        _less(prover),
    ]
    for each in dict.fromkeys(e for e in subterms(goal) if isinstance(e, tuple) and e[0] == "abs"):
        inside = each[1]
        whole = [product(0, 1, coefficient=2), product(coefficient=_HALF)]
        eighth = [product(1, 4, coefficient=("q", 1, 8))]
        entries = whole if ("q", -1, 2) in compound(inside)[1:] else eighth
        below = prover.combine(("<=", inside, 0), entries, premises)
        found.append(prover.fact("abs-negative", [below], t=inside))
    return found


def _less(prover: Prover) -> Theorem:
    """S < d + 6V, so the optimal A is below 0."""
    term: Term = ("+", "d", ("*", 6, _V))
    square = prover.given(("<", 0, _V))
    prover = prover.within()
    prover.add(prover.combine(("<", _RADICAND, ("^", term, 2)), [product(0, 0, coefficient=32)], [square]))
    prover.add(
        prover.combine(
            ("<", 0, term), [product(0), product(1, coefficient=6)], [prover.show(("<", 0, "d")), square]
        )
    )
    prover.add(prover.combine(("<=", 0, _RADICAND), [product(0)], [prover.show(("<", 0, _RADICAND))]))
    found = roots.below(prover, _RADICAND, term)
    gap: Term = ("+", ("*", 4, _V), ("*", -1, _BELOW))
    return prover.combine(("<", 0, gap), [product(0)], [found])


def _denominators(goal: Term) -> list[Term]:
    return list(
        dict.fromkeys(e[1] for e in subterms(goal) if isinstance(e, tuple) and e[0] == "^" and e[2] == -1)
    )


def _denominator(prover: Prover, base: Term) -> None:
    """0 < a denominator: a multiple of V, of S - d - 2V or of its square."""
    premises = [prover.given(("<", 0, _V)), prover.show(("<", 0, _BELOW)), prover.show(("<", 0, _RADICAND))]
    ways = [[product(place, coefficient=c)] for place in (0, 1) for c in (1, 8, 16)]
    for entries in [*ways, [product(1, 1)]]:
        try:
            prover.add(prover.infer("combine", ("<", 0, base), premises, {"terms": tuple(entries)}))
        except ProofError:
            continue
        return


def smallest(prover: Prover, goal: Term) -> Theorem:
    """Both second moments are exp(M(rho) + V - d log 2 - 2 n2) with M(rho) = -d/2 log rho + d log(rho + 1) + V rho."""
    inner = with_root(prover)
    inner.add(inner.show(("<=", 0, ("^", _BELOW, -1))))
    eight, four = (("+", 1, ("*", "A", -n)) for n in (8, 4))
    for each in (eight, four):
        inner.add(inner.show(("<", 0, each)))
    ratio = next(
        e[1]
        for e in subterms(goal)
        if isinstance(e, tuple) and e[0] == "^" and e[2] == ("q", -1, 2) and e[1] != eight
    )
    half = next(
        e
        for e in subterms(goal)
        if isinstance(e, tuple) and e[0] == "+" and _HALF in e and len(e) == 3 and "A" not in subterms(e)
    )
    premises = [inner.given(("<", 0, _V)), inner.show(("<", 0, ("^", _BELOW, -1)))]
    inner.add(inner.combine(("<", 0, ratio), [product(0, 1)], premises))
    inner.add(
        inner.combine(("<", 0, half), [product(0, 1, coefficient=2), product(coefficient=_HALF)], premises)
    )
    rho: Term = ("^", eight, -1)
    best: Term = ("*", ("q", 1, 4), ("^", ratio, -1))
    for base in (eight, ratio):
        inner.add(inner.fact("power-positive", b=base, p=-1))
    inner.add(inner.combine(("<", 0, best), [product(0, coefficient=("q", 1, 4))], [inner.lemmas[-1]]))
    less = _smaller(inner, best, rho)
    shift: Term = ("+", _V, ("*", -1, "d", ("log", 2)), ("*", "x2", -2), ("*", "y2", -2))
    sides = [("+", side, shift) for side in compound(less.then)[1:]]
    raised = inner.combine(("<=", *sides), [product(0)], [less])
    bound = inner.fact("exp-at-most", [raised], a=sides[0], b=sides[1])
    logs = [half, ratio, four, eight]
    moves = [
        _log(inner, best, {2: -2, ratio: -1}, logs), _log(inner, ("+", best, 1), {half: 1, 2: -1, ratio: -1}, logs),
        _log(inner, rho, {eight: -1}, logs), _log(inner, ("+", rho, 1), {four: 1, 2: 1, eight: -1}, logs),
    ]  # fmt: skip
    _, left, right = compound(bound.then)
    plain = inner.replaced(
        ("<=", *(exchanged(side, _values(moves)) for side in (left, right))), *moves, of=bound
    )
    powers = [
        _base(inner, goal, {half: 1, ratio: ("q", -1, 2), 2: -1}, logs),
        _base(inner, goal, {four: 1, eight: ("q", -1, 2)}, logs),
    ]
    changed = exchanged(goal, _values(powers))
    known = [inner.show(("<", 0, each)) for each in logs]
    sums = inner.conditions(*compound(changed)[1:], *compound(plain.then)[1:])
    shown = inner.infer("combine", changed, [plain, *known, *sums], {"terms": (product(0),)})
    return attached(inner, inner.replaced(goal, *powers, of=shown), *inner.lemmas)


def _exponential(factors: dict[Term, Term]) -> Term:
    return ("exp", ("+", 0, *(("*", c, ("log", b)) for b, c in factors.items())))


def _log(prover: Prover, argument: Term, factors: dict[Term, Term], known: list[Term]) -> Theorem:
    """log of a product of powers, by their logarithms."""
    value = _exponential(factors)
    signs = [prover.show(("<", 0, each)) for each in known]
    signs += prover.conditions(argument, value)
    same = prover.infer("ring", ("=", argument, value), signs)
    plain = prover.infer("ring", ("=", ("log", value), compound(value)[1]), signs)
    return prover.replaced(("=", ("log", argument), compound(value)[1]), same, of=plain)


def _base(prover: Prover, goal: Term, factors: dict[Term, Term], known: list[Term]) -> Theorem:
    """The power with the exponent d whose base is this product, with an exponential as its base."""
    first = next(iter(factors))
    power = next(
        e
        for e in subterms(goal)
        if isinstance(e, tuple) and e[0] == "^" and e[2] == "d" and first in subterms(e[1])
    )
    value = _exponential(factors)
    signs = [prover.show(("<", 0, each)) for each in known]
    same = prover.infer("ring", ("=", power[1], value), [*prover.conditions(power[1], value), *signs])
    return prover.replaced(("=", power, ("^", value, "d")), same)


def _smaller(prover: Prover, best: Term, rho: Term) -> Theorem:
    """M(best) <= M(rho), since best is stationary."""
    local = Prover(prover.context, (("v2", "real"), ("rho", "real")), (("<", 0, "v2"), ("<", 0, "rho")))
    goal: Term = ("<=", *(substitute(minimum.MOMENT, {"v2": _V, "t": each}) for each in (best, rho)))
    stationary = substitute(minimum.QUADRATIC, {"v2": _V, "s": best})
    prover.add(prover.equal(stationary, 0))

    def apart(inner: Prover, wanted: Term) -> Theorem:
        ways = inner.fact("trichotomy", [inner.given(inner.hypotheses[-1])], a=rho, b=best)

        def way(side: Prover, aim: Term) -> Theorem:
            found = minimum.beside(local, above=side.hypotheses[-1] == ("<", best, rho))
            less = instance(side, found, {"v2": _V, "rho": rho, "s": best})
            return side.combine(aim, [product(0)], [less])

        return by_ways(inner, ways, wanted, way)

    def same(inner: Prover, wanted: Term) -> Theorem:
        equal = inner.given(inner.hypotheses[-1])
        left = compound(wanted)[1]
        return inner.replaced(wanted, equal, of=inner.combine(("<=", left, left), [], []))

    return by_cases(prover, ("=", rho, best), goal, same, apart)


PROOFS: Scripts = {"crt/thm3.3/minimum": (least, smallest)}

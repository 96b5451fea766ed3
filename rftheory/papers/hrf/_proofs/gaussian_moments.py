"""Lemma 2.4: exponential moments of a Gaussian vector at complex arguments, whole and coordinate by coordinate."""

from __future__ import annotations

from fractions import Fraction

from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts, by_parts
from rftheory.proof.tactics import Prover, gaussian
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.finite import coefficients
from rftheory.proof.tactics.finite.ranges import finite, fresh, inside, last, right_of
from rftheory.proof.tactics.generalised import polar
from rftheory.proof.tactics.moves import attached, instance, rewritten
from rftheory.proof.tactics.series import induction
from rftheory.proof.terms import Term, compound, exchanged, substitute, subterms

_HALF: Term = ("q", 1, 2)
_WAVES = ("cos", "sin")


def of_the_vector(prover: Prover, goal: Term) -> Theorem:
    """The Gaussian integral, with inner products as sums over the entries."""
    coefficients.sized(prover)
    _, left, right = compound(goal)
    found = gaussian.mean(prover, left)
    exists = gaussian.integrable(prover, compound(left)[1])
    sums = [prover.given(each) for each in prover.context.constraints if _is_product(each)]
    value = right_of(found)
    changed = exchanged(value, {compound(each.then)[1]: right_of(each) for each in sums})
    plain = coefficients.show(prover, ("=", changed, right))
    back = prover.replaced(("=", value, right), *sums, of=plain)
    return attached(prover, prover.through(found, back, proposition=goal), exists)


def _is_product(constraint: Term) -> bool:
    assert isinstance(constraint, tuple)
    return isinstance(constraint[1], tuple) and constraint[1][0] == "dot"


def _factor(prover: Prover) -> tuple[Theorem, Theorem]:
    """E exp((c + ie) g) = e^((c^2 - e^2)/2) (cos(ce) + i sin(ce)) for all real c and e."""
    own = polar.on_the_right(prover, 1, 0)
    squares: Term = ("+", ("^", "c", 2), ("*", -1, ("^", "e", 2)))
    slope = [prover.equal(each, each) for each in (squares, ("*", 2, "c", "e"))]
    growth: tuple[Term, Term] = ("*", _HALF, squares), ("*", "c", "e")
    found = polar.integral(prover, (0, 0, "c", "e"), own, slope, growth)
    flat = prover.equal(("*", 1, ("cos", 0)), 1), prover.equal(("*", 1, ("sin", 0)), 0)
    acute = prover.fact("cos-positive", polar.within(prover, 0, [(Fraction(0), own)]), t=0)
    angle = prover.replaced(
        ("=", own.angle, 0), *flat, of=polar.angle_at(prover, 1, 0, [(Fraction(0), own)], acute)
    )
    same = polar.modulus(prover, own.size, 1)
    settled = []
    for each, wave in zip(found, _WAVES, strict=True):
        _, left, right = compound(each.then)
        changed = exchanged(right, {own.angle: 0, own.size: 1})
        value: Term = ("*", ("exp", growth[0]), (wave, growth[1]))
        at = prover.replaced(("=", left, changed), angle, same, of=each)
        settled.append(prover.replaced(("=", left, value), prover.equal(changed, value), of=at))
    return settled[0], settled[1]


def by_coordinates(prover: Prover, goal: Term) -> Theorem:
    """By induction on the dimension: moduli multiply and angles add, of the factors as of e^(u/2) e^(iv/2)."""
    coefficients.sized(prover)
    local = prover.within(("c", "real"), ("e", "real"))
    factor = _factor(local)
    total = next(finite(goal, ("prod",)))
    real, imaginary = (
        compound(next(e for e in subterms(total) if isinstance(e, tuple) and e[0] == f"normal-{part}"))
        for part in ("real", "imaginary")
    )
    k, n = str(total[1]), fresh(prover, goal)
    end: Term = ("+", n, -1)
    general = exchanged(goal, {total[3]: end})

    def at(inner: Prover, place: Term) -> list[Theorem]:
        values = {name: substitute(real[3 + i], {k: place}) for i, name in enumerate(("c", "e"))}
        return [instance(inner, each, values) for each in factor]

    def base(inner: Prover, wanted: Term) -> Theorem:
        empty = [
            inner.infer(f"{each[0]}-empty", ("=", each, 1 if each[0] == "prod" else 0))
            for each in dict.fromkeys(finite(wanted))
        ]
        return by_parts(inner, wanted, lambda deep, part: rewritten(deep, part, empty))

    def step(inner: Prover, wanted: Term) -> Theorem:
        known = inner.given(inner.hypotheses[-1])
        hypotheses = [inner.infer("part", part, [known]) for part in compound(known.then)[1:]]
        factors = _turned(inner, at(inner, n), [substitute(each, {k: n}) for each in (real, imaginary)])
        gains = [last(inner, each, n) for each in dict.fromkeys(finite(wanted))]
        parts = [
            _added(inner, part, gains, [*hypotheses, *factors], turn)
            for part, turn in zip(compound(wanted)[1:], _TURNS, strict=True)
        ]
        return inner.infer("and", wanted, parts)

    shown = instance(prover, induction(prover, n, 0, general, step, base), {n: "d"})
    return attached(prover, shown, *_apart_from_zero(inside(prover, total), at))


_TURNS: tuple[tuple[tuple[int, int], ...], ...] = (((1, 0), (-1, 1)), ((1, 1), (1, 0)))
"""cos(S + a) = cos S cos a - sin S sin a, sin(S + a) = sin S cos a + cos S sin a: signs and waves of S."""


def _turned(prover: Prover, parts: list[Theorem], raw: list[Term]) -> list[Theorem]:
    """|z| cos arg z = r cos t and |z| sin arg z = r sin t for z = r (cos t + i sin t)."""
    p, q = raw
    found = []
    for name, each in zip(("polar-real", "polar-imaginary"), parts, strict=True):
        fact = prover.fact(name, p=p, q=q)
        found.append(prover.through(fact, each, proposition=("=", compound(fact.then)[1], right_of(each))))
    return found


def _added(
    prover: Prover,
    wanted: Term,
    gains: list[Theorem],
    known: list[Theorem],
    turn: tuple[tuple[int, int], ...],
) -> Theorem:
    """One part at n + 1 from both at n, `known` besides being the new factor's."""

    def multiplied(inner: Prover, goal: Term) -> Theorem:
        entries = []
        for (sign, wave), place in zip(turn, (2, 3), strict=True):
            entries.append(multiple(("*", sign, compound(known[place].then)[1]), wave))
            entries.append(multiple(("*", sign, right_of(known[wave])), place))
        return inner.combine(goal, entries, known)

    return rewritten(prover, wanted, gains, multiplied)


def _apart_from_zero(prover: Prover, at: object) -> list[Theorem]:
    """0 < p^2 + q^2 for every factor, which has an angle so."""
    assert callable(at)
    k = prover.local[-1][0]
    parts = at(prover, k)
    raw = [compound(each.then)[1] for each in parts]
    length = compound(right_of(parts[0]))[1]
    square: Term = ("^", length, 2)
    size = prover.equal(polar.square(*map(right_of, parts)), square)
    moved = prover.replaced(("=", polar.square(*raw), square), *parts, of=size)
    positive = prover.show(("<", 0, square))
    above = prover.combine(("<", 0, polar.square(*raw)), [product(1), multiple(-1, 0)], [moved, positive])
    least = prover.combine(("<=", 0, polar.square(*raw)), [product(0)], [above])
    return [above, least]


PROOFS: Scripts = {
    "hrf/lemma2.4": (
        lambda prover, goal: by_parts(prover, goal, of_the_vector),
        by_coordinates,
    )
}

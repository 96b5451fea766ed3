"""Entries of a diagonal matrix: conditions on one of them, and the best real one."""

from __future__ import annotations

from contextlib import suppress
from functools import partial

from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts, automatic, by_parts
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.finite import coefficients
from rftheory.proof.tactics.finite.linear import related
from rftheory.proof.tactics.finite.ranges import finite, inside
from rftheory.proof.tactics.moves import Script, attached, by_ways, rewritten, search
from rftheory.proof.terms import ProofError, Term, compound, exchanged, subterms

_SIZE: Term = ("+", ("^", "alpha", 2), ("^", "beta", 2))


def _by_sign(prover: Prover, apart: Theorem, goal: Term, script: Script) -> Theorem:
    """The goal for t < 0 and for 0 < t, as t != 0."""
    term = compound(apart.then)[1]
    return by_ways(prover, prover.fact("trichotomy", [apart], a=term, b=0), goal, script)


def _square(prover: Prover, apart: Theorem) -> Theorem:
    """0 < t^2."""

    def way(inner: Prover, wanted: Term) -> Theorem:
        return inner.combine(wanted, [product(0, 0)], [inner.given(inner.hypotheses[-1])])

    return _by_sign(prover, apart, ("<", 0, ("^", compound(apart.then)[1], 2)), way)


def not_zero(prover: Prover, goal: Term) -> Theorem:
    """alpha^2 + beta^2 > 0, as one of the two is not 0."""
    either = prover.given(prover.context.constraints[0])

    def way(inner: Prover, wanted: Term) -> Theorem:
        own = inner.given(inner.hypotheses[-1])
        other = "beta" if compound(own.then)[1] == "alpha" else "alpha"
        return inner.combine(wanted, [product(0), product(squares=(other,))], [_square(inner, own)])

    inner = prover.within()
    inner.add(by_ways(prover, either, ("<", 0, _SIZE), way))
    return automatic(inner, goal)


def _size(prover: Prover, top: Theorem, bottom: Theorem, goal: Term, script: Script) -> Theorem:
    """The goal with |t/b| as t/b or -t/b, and |b t| likewise, by the signs of both."""
    t, b = (compound(each.then)[1] for each in (top, bottom))

    def first(one: Prover, wanted: Term) -> Theorem:
        return _by_sign(one, bottom, wanted, second)

    def second(inner: Prover, wanted: Term) -> Theorem:
        signs = [inner.given(each) for each in inner.hypotheses[-2:]]
        same = compound(signs[0].then)[1] == 0
        alike = same is (compound(signs[1].then)[1] == 0)
        inner = inner.within()
        known = []
        for size in dict.fromkeys(e for e in subterms(wanted) if isinstance(e, tuple) and e[0] == "abs"):
            inside_of = size[1]
            inverse = inner.fact("power-positive", b=("^", b, 2), p=-1) if _divided(inside_of) else None
            if inverse is None:
                square = [product(0, 1)]
                premises = signs
            else:
                inner.add(inverse)
                square = [product(0, 1, 2)]
                premises = [*signs, inverse]
            if alike:
                sign = inner.combine(("<", 0, inside_of), square, premises)
                weak = inner.combine(("<=", 0, inside_of), [product(0)], [sign])
                inner.add(sign)
                known.append(inner.fact("abs-positive", [weak], t=inside_of))
            else:
                sign = inner.combine(("<", inside_of, 0), square, premises)
                weak = inner.combine(("<=", inside_of, 0), [product(0)], [sign])
                turned: Term = ("*", -1, inside_of)
                inner.add(inner.combine(("<", 0, turned), [product(0)], [sign]))
                known.append(inner.fact("abs-negative", [weak], t=inside_of))
        return rewritten(inner, wanted, known, script)

    del t
    return _by_sign(prover, top, goal, first)


def _divided(term: Term) -> bool:
    return any(isinstance(each, tuple) and each[0] == "^" and each[2] == -1 for each in subterms(term))


def root_positive(prover: Prover, goal: Term) -> Theorem:
    """The root of |rj/ri| > 0."""
    ratio = compound(compound(goal)[2])[1]
    both = [prover.given(("!=", name, 0)) for name in ("rj", "ri")]
    positive = _size(prover, both[0], both[1], ("<", 0, ratio), search)
    return prover.fact("root-positive", [positive], b=ratio)


def best(prover: Prover, goal: Term) -> Theorem:
    """a^2 ri^2 + rj^2/a^2 - 2 |ri rj| = (a ri -+ rj/a)^2."""
    inner = prover.within()
    both = [prover.given(("!=", name, 0)) for name in ("rj", "ri")]
    ratio = next(e for e in subterms(goal) if isinstance(e, tuple) and e[0] == "abs")
    positive = _size(prover, both[0], both[1], ("<", 0, ratio), search)
    apart = inner.given(("!=", "a", 0))

    def script(on: Prover, wanted: Term) -> Theorem:
        alike = any(e.then == ("<", 0, ratio[1]) for e in on.lemmas)
        sign = -1 if alike else 1
        square: Term = ("+", ("*", "a", "ri"), ("*", sign, "rj", ("^", "a", -1)))
        terms = {"terms": (product(squares=(square,)),)}
        return on.infer("combine", wanted, [*on.lemmas, *both, apart], terms)

    shown = _size(inner, both[0], both[1], goal, script)
    return attached(prover, shown, positive)


def summed(prover: Prover, goal: Term) -> Theorem:
    """(x s + y/s)^2 = 2 (x y + |x y|) at every entry, s^2 = |y/x|."""
    coefficients.sized(prover)
    left, right = compound(goal)[1:]
    _, two, plain = compound(right)
    within = inside(prover, left)
    k = compound(left)[1]
    there = [within.show(("!=", ("entry", name, k), 0)) for name in ("y", "x")]

    def script(on: Prover, wanted: Term) -> Theorem:
        terms = [*on.lemmas, *there]
        return on.infer("ring", wanted, terms)

    claim: Term = ("=", compound(left)[4], ("*", two, compound(plain)[4]))
    same = _size(within, there[0], there[1], claim, script)
    ratio = next(e for e in subterms(left) if isinstance(e, tuple) and e[0] == "abs")
    positive = _size(within, there[0], there[1], ("<", 0, ratio), search)
    return attached(prover, prover.infer("sum-scale", goal, [same]), positive, *there)


def complex_entries(prover: Prover, goal: Term) -> Theorem:
    """By |a|^2 > 0 at every entry a of the diagonal, the imaginary parts being 0 where the context says so."""
    coefficients.sized(prover)
    inner = prover.within()
    for total in dict.fromkeys(finite(goal, ("sum",))):
        within = inside(prover, total)
        divisors = _divisors(total)
        if divisors:
            positive = _entry(within, total[1])[0]
            for each in divisors:
                inner.add(prover.add(_denominator(within, positive, each)))
    return by_parts(inner, goal, lambda p, g: related(p, g, partial(_entry, goal=g)))


def _denominator(prover: Prover, positive: Theorem, term: Term) -> Theorem:
    """A divisor is |a|^2 or its square."""
    goal: Term = ("<", 0, term)
    try:
        return prover.infer("combine", goal, [positive], {"terms": (product(0),)})
    except ProofError:
        return prover.infer("combine", goal, [positive], {"terms": (product(0, 0),)})


def _divisors(term: Term) -> list[Term]:
    found = (e[1] for e in subterms(term) if isinstance(e, tuple) and e[0] == "^" and e[2] == -1)
    return list(dict.fromkeys(each for each in found if isinstance(each, tuple)))


def _entry(prover: Prover, k: str, goal: Term | None = None) -> list[Theorem]:
    """What is 0 at a place of the goal; without one, that |a|^2 is above 0 there."""
    real, imaginary = (("entry", name, k) for name in ("a_re", "a_im"))
    size: Term = ("+", ("^", real, 2), ("^", imaginary, 2))
    zero: Term = ("=", imaginary, 0)
    there = [each for each in prover.at(k) if each.then not in prover.hypotheses]
    either = next(each for each in there if compound(each.then)[0] == "or")

    def way(inner: Prover, wanted: Term) -> Theorem:
        own = inner.given(inner.hypotheses[-1])
        other = real if compound(own.then)[1] == imaginary else imaginary
        return inner.combine(wanted, [product(0), product(squares=(other,))], [_square(inner, own)])

    positive = prover.add(by_ways(prover, either, ("<", 0, size), way))
    if goal is None:
        return [positive]
    known = [each for each in there if each.then == zero]
    if known:
        plain = prover.combine(
            ("<", 0, ("^", real, 2)), [product(0), multiple(imaginary, 1)], [positive, *known]
        )
        for each in _divisors(goal):
            with suppress(ProofError):
                prover.add(_denominator(prover, plain, exchanged(each, {imaginary: 0})))
    return known


PROOFS: Scripts = {
    "hrf/eq83": (not_zero,),
    "hrf/eq85": (not_zero,),
    "hrf/eq88/corrected": (root_positive, best, summed),
    "hrf/eq89/corrected": (complex_entries,),
    "hrf/eq90/corrected": (complex_entries,),
    "hrf/eq93/corrected": (complex_entries,),
    "hrf/eq94/corrected": (complex_entries,),
}

"""Appendix F.3: integrals of powers of sine and cosine, by parts; and the moments of a coordinate by them."""

from __future__ import annotations

from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.angular.turns import sine_of_pi
from rftheory.proof.tactics.entries import Entry, multiple
from rftheory.proof.tactics.moves import attached
from rftheory.proof.terms import PI, Term, compound

_V = "phi"
SIN: Term = ("sin", _V)
COS: Term = ("cos", _V)
_ENDS: tuple[Term, Term] = (("<=", 0, _V), ("<=", _V, PI))


def over(body: Term) -> Term:
    """The integral from 0 to pi."""
    return ("integral", _V, 0, PI, body)


def wave(cosine: Term, sine: Term) -> Term:
    """A power of the cosine times one of the sine, as they are written in claims."""
    return ("*", ("^", COS, cosine), ("^", SIN, sine))


def continuous(prover: Prover, body: Term, *exponents: Term) -> Theorem:
    """That the body is continuous, with exponents that are integers from 0 on."""
    own = [n for n in exponents if not isinstance(n, int)]
    needs = [each for n in own for each in (*prover.integer(n), prover.show(("<=", 0, n)))]
    return prover.infer("continuous", ("continuous", _V, 0, PI, body), needs)


def _power(prover: Prover, base: Term, exponent: Term, lower: Term) -> Theorem:
    """base^exponent = base^lower base, where exponent = lower + 1."""
    step = prover.fact("power-next", b=base, n=lower)
    same = prover.equal(exponent, ("+", lower, 1))
    alike = prover.replaced(("=", ("^", base, exponent), compound(step.then)[1]), same)
    return prover.through(alike, step, proposition=("=", ("^", base, exponent), compound(step.then)[2]))


def by_parts(prover: Prover, cosine: Term, sine: Term) -> Theorem:
    """int sine cos^(cosine + 1) sin^(sine - 1) = int cosine cos^(cosine - 1) sin^(sine + 1), for powers from 1 on.

    The exponents that are 1 less and 1 more are written as sums.
    """
    function: Term = ("*", ("^", SIN, sine), ("^", COS, cosine))
    ones = [each for n in (cosine, sine) for each in (*prover.integer(n), prover.show(("<=", 1, n)))]
    less_c, less_s = _less(cosine), _less(sine)
    up: Term = ("*", sine, ("^", SIN, less_s), COS, ("^", COS, cosine))
    down: Term = ("*", -1, cosine, ("^", SIN, sine), ("^", COS, less_c), SIN)
    rate: Term = ("+", up, down)
    known = continuous(prover, rate, cosine, sine, less_c, less_s)
    top: Term = ("*", ("^", ("sin", PI), sine), ("^", ("cos", PI), cosine))
    bottom: Term = ("*", ("^", ("sin", 0), sine), ("^", ("cos", 0), cosine))
    whole = prover.infer(
        "integral-ends",
        ("=", over(rate), ("+", top, ("*", -1, bottom))),
        [*ones, known, prover.show(("<=", 0, PI))],
        {"function": function},
    )
    vanishing = [_power(prover, ("sin", end), sine, less_s) for end in (PI, 0)]
    entries: list[Entry] = [multiple(1, 0)]
    entries += [multiple(("^", ("cos", PI), cosine), 1), multiple(("*", -1, ("^", ("cos", 0), cosine)), 2)]
    entries += [multiple(("*", ("^", ("sin", PI), less_s), ("^", ("cos", PI), cosine)), 3)]
    return prover.combine(("=", over(rate), 0), entries, [whole, *vanishing, sine_of_pi(prover)])


def _less(n: Term) -> Term:
    return n - 1 if isinstance(n, int) else ("+", n, -1)


Addends = list[tuple[Term, Term]]
"""Coefficients and bodies."""


def combined(
    prover: Prover, body: Term, addends: Addends, steps: list[tuple[Term, Term, Term, Term]], *exponents: Term
) -> Theorem:
    """The integral of the body by those of others: body = sum c g, by steps t (base^(lower + 1) = base^lower base)."""
    inner = prover.within((_V, "real"), given=_ENDS)
    facts = [_power(inner, base, exponent, lower) for _, base, exponent, lower in steps]
    parts: list[Term] = [("*", c, each) for c, each in addends]
    whole: Term = ("+", *parts) if len(parts) > 1 else parts[0]
    entries = [multiple(times, place) for place, (times, *_) in enumerate(steps)]
    same = inner.combine(("=", body, whole), entries, facts)
    exist = [continuous(prover, each, *exponents) for each in (body, *(g for _, g in addends))]
    totals: list[Term] = [("*", c, over(each)) for c, each in addends]
    right: Term = ("+", *totals) if len(totals) > 1 else totals[0]
    return prover.infer("integral-linear", ("=", over(body), right), [same, *exist])


def _rate(
    prover: Prover,
    zero: Theorem,
    addends: Addends,
    steps: list[tuple[Term, Term, Term, Term]],
    *exponents: Term,
) -> Theorem:
    """0 = sum c int g from the integral that vanishes."""
    body = compound(compound(zero.then)[1])[4]
    split = combined(prover, body, addends, steps, *exponents)
    total = compound(split.then)[2]
    return prover.combine(("=", 0, total), [multiple(1, 0), multiple(-1, 1)], [split, zero])


def lowered(prover: Prover, goal: Term) -> Theorem:
    """(25): d + 1 and k - 1 times the two integrals are the same."""
    c, s = ("+", "k", -1), ("+", "d", 1)
    addends: Addends = [(s, wave("k", "d")), (("*", -1, c), wave(("+", "k", -2), ("+", "d", 2)))]
    steps: list[tuple[Term, Term, Term, Term]] = [
        (("*", -1, s, ("^", SIN, "d")), COS, "k", c), (("*", c, ("^", COS, ("+", "k", -2))), SIN, ("+", "d", 2), s)
    ]  # fmt: skip
    exponents = ("k", "d", c, s, ("+", "k", -2), ("+", "d", 2), _less(c), _less(s))
    found = _rate(prover, by_parts(prover, c, s), addends, steps, *exponents)
    defined = [continuous(prover, each, *exponents) for _, each in addends]
    shown = prover.combine(goal, [multiple(("*", -1, ("^", s, -1)), 0)], [found])
    return attached(prover, shown, *defined)


def of_sines(prover: Prover, top: Term, middle: Term, low: Term) -> Theorem:
    """0 = middle int sin^low - top int sin^top, for top = middle + 1 = low + 2."""
    addends: Addends = [(middle, ("^", SIN, low)), (("*", -1, top), ("^", SIN, top))]
    steps = [(top, SIN, top, middle), (("*", middle, SIN), SIN, middle, low)]
    return _rate(prover, by_parts(prover, 1, middle), addends, steps, top, middle, low, _less(middle))


def sines(prover: Prover, goal: Term) -> Theorem:
    """(27)."""
    middle, low = ("+", "d", -1), ("+", "d", -2)
    found = of_sines(prover, "d", middle, low)
    shown = prover.combine(goal, [multiple(("^", "d", -1), 0)], [found])
    return attached(prover, shown, *(continuous(prover, ("^", SIN, n), n) for n in ("d", low)))


def more_cosines(prover: Prover, n: Term, sine: Term) -> Theorem:
    """0 = (sine + 2n + 2) int cos^(2(n + 1)) sin^sine - (2n + 1) int cos^(2n) sin^sine."""
    even, odd, next_even = ("*", n, 2), ("+", ("*", n, 2), 1), ("*", ("+", n, 1), 2)
    total: Term = ("+", sine, 2, ("*", n, 2))
    later: Term = ("+", sine, 1)
    addends: Addends = [(total, wave(next_even, sine)), (("*", -1, odd), wave(even, sine))]
    steps: list[tuple[Term, Term, Term, Term]] = [
        (("*", -1, total, ("^", SIN, sine)), COS, next_even, odd),
        (("*", -1, odd, ("^", SIN, sine), COS), COS, odd, even),
        (("*", -1, odd, ("^", COS, even), SIN), SIN, later, sine),
    ]  # fmt: skip
    exponents = (even, odd, next_even, sine, later, _less(odd), _less(later))
    return _rate(prover, by_parts(prover, odd, later), addends, steps, *exponents)


PROOFS: Scripts = {"performer/eq25": (lowered,), "performer/eq27": (sines,)}

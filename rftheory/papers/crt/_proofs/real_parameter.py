"""Section 9.4: for real A the Gaussian integrals are (1 - 2a)^(-1/2) e^(c^2/(2 - 4a)), and the two exponentials of (6) are one."""

from __future__ import annotations

from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts
from rftheory.proof.tactics import Prover, means
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.generalised import polar
from rftheory.proof.tactics.invariants import square_nonnegative
from rftheory.proof.tactics.moves import attached
from rftheory.proof.terms import Term, compound, exchanged, literal, number, parts, rebuilt, subterms

_V: Term = ("+", "x2", "y2", ("*", "xy", 2))
_HALF: Term = ("q", 1, 2)


def _squared(c: Term) -> Term:
    """c^2 for a number times square roots, without roots."""
    if c == 0:
        return 0
    factors: list[Term] = []
    for each in compound(c)[1:]:
        value = literal(each)
        factors.append(number(value**2) if value is not None else compound(each)[1])
    return ("*", *factors)


def _integrals(prover: Prover, goal: Term, bases: dict[Term, Term]) -> list[Theorem]:
    """The Gaussian integrals of a goal; `bases` are 1 - 2a by the factor a of g^2."""
    found = []
    for each in dict.fromkeys(e for e in subterms(goal) if isinstance(e, tuple) and e[0] == "normal-real"):
        _, a, _, c, _ = compound(each)
        p = bases[a]
        prover.add(prover.show(("<", 0, p)))
        left: Term = ("+", ("^", c, 2), ("*", -1, ("^", 0, 2)))
        squared = prover.equal(left, _squared(c))
        growth: Term = 0 if c == 0 else ("*", _HALF, _squared(c), ("^", p, -1))
        prover.add(prover.fact("power-positive", b=p, p=-1))
        found.append(polar.real_integral(prover, compound(each)[1:], p, squared, growth))
    return found


def by_a(prover: Prover, goal: Term) -> Theorem:
    """With 1 - 8A and 1 - 4A; |(1 - 4A)^(d/4)| is the power itself."""
    inner = _with_square(prover)
    four: Term = ("+", 1, ("*", "A", -4))
    power: Term = ("^", four, ("*", "d", ("q", 1, 4)))
    inner.add(inner.show(("<", 0, four)))
    above = inner.fact("power-positive", b=four, p=compound(power)[2])
    weak = inner.combine(("<=", 0, power), [product(0)], [above])
    plain = inner.fact("abs-positive", [weak], t=power)
    moves = _integrals(inner, goal, {("*", "A", 4): ("+", 1, ("*", "A", -8)), ("*", "A", 2): four})
    eight: Term = ("+", 1, ("*", "A", -8))
    quotient: Term = ("*", four, ("^", eight, ("q", -1, 2)))
    return _settled(
        inner, goal, [*moves, plain], [_logarithm(inner, quotient, {four: 1, eight: ("q", -1, 2)})]
    )


def by_rho(prover: Prover, goal: Term) -> Theorem:
    """With 1/rho and (1 + 1/rho)/2."""
    inner = _with_square(prover)
    inner.add(inner.fact("power-positive", b="rho", p=-1))
    inverse: Term = ("^", "rho", -1)
    double: Term = ("+", ("*", inverse, ("q", -1, 2)), _HALF)
    single: Term = ("+", ("*", inverse, ("q", -1, 4)), ("q", 1, 4))
    half: Term = ("+", ("*", inverse, _HALF), _HALF)
    above: Term = ("+", "rho", 1)
    quotient: Term = ("*", above, ("^", "rho", ("q", -1, 2)))
    bases = [
        _logarithm(inner, quotient, {above: 1, "rho": ("q", -1, 2)}), _logarithm(inner, inverse, {"rho": -1}),
        _logarithm(inner, half, {above: 1, "rho": -1, 2: -1}),
    ]  # fmt: skip
    return _settled(inner, goal, _integrals(inner, goal, {double: inverse, single: half}), bases)


def _with_square(prover: Prover) -> Prover:
    inner = prover.within()
    inner.add(square_nonnegative(inner, 1))
    inner.add(inner.combine(("<=", 0, _V), [product(0)], [inner.lemmas[-1]]))
    return inner


def _logarithm(prover: Prover, base: Term, factors: dict[Term, Term]) -> Theorem:
    """base = exp(sum c log b) for a base that is the product of the powers b^c."""
    total: Term = ("exp", ("+", 0, *(("*", c, ("log", b)) for b, c in factors.items())))
    known = [prover.show(("<", 0, b)) for b in factors if literal(b) is None]
    return prover.infer("ring", ("=", base, total), [*prover.conditions(base, total), *known])


def _settled(prover: Prover, goal: Term, moves: list[Theorem], bases: list[Theorem]) -> Theorem:
    """The goal by the moves, once bases of powers, and what logarithms are of, are exponentials."""
    values = {compound(e.then)[1]: compound(e.then)[2] for e in moves}
    changed = _with_bases(exchanged(goal, values), {compound(e.then)[1]: compound(e.then)[2] for e in bases})
    logs = [compound(e)[1] for e in subterms(changed) if isinstance(e, tuple) and e[0] == "log"]
    known = [
        prover.show(("<", 0, each))
        for each in dict.fromkeys(logs)
        if literal(each) is None and each[0] != "exp"
    ]
    _, left, right = compound(changed)
    shown = prover.infer("ring", changed, [*prover.conditions(left, right), *known])
    plain = prover.replaced(exchanged(goal, values), *bases, of=shown)
    return attached(prover, prover.replaced(goal, *moves, of=plain), *prover.lemmas)


def _with_bases(term: Term, values: dict[Term, Term]) -> Term:
    """The term with other bases of powers that have a symbol as exponent, and with other arguments of logarithms."""
    if isinstance(term, tuple) and term[0] == "log" and term[1] in values:
        return ("log", values[term[1]])
    if isinstance(term, tuple) and term[0] == "^" and literal(term[2]) is None and term[1] in values:
        return ("^", values[term[1]], term[2])
    return rebuilt(term, [_with_bases(part, values) for part in parts(term)])


def closed(prover: Prover, goal: Term) -> Theorem:
    """The variance itself: (1 - 4A)^d (1 - 8A)^(-d/2) as one power."""
    four, eight = (("+", 1, ("*", "A", -n)) for n in (4, 8))
    inner = prover.within()
    for each in (four, eight):
        inner.add(inner.show(("<", 0, each)))
    quotient: Term = ("*", four, ("^", eight, ("q", -1, 2)))
    base = _logarithm(inner, quotient, {four: 1, eight: ("q", -1, 2)})
    changed = _with_bases(goal, {quotient: compound(base.then)[2]})
    return inner.replaced(goal, base, of=means.show(inner, changed, _by_logarithms))


def _by_logarithms(prover: Prover, goal: Term) -> Theorem:
    _, left, right = compound(goal)
    known = [each for each in prover.lemmas if compound(each.then)[0] == "<"]
    return prover.infer("ring", goal, [*prover.conditions(left, right), *known])


def closed_by_rho(prover: Prover, goal: Term) -> Theorem:
    """The variance itself, A = (1 - 1/rho)/8: first with 1/rho for 1 - 8A and (1 + 1/rho)/2 for 1 - 4A."""
    inner = prover.within()
    inner.add(inner.fact("power-positive", b="rho", p=-1))
    known = inner.given(("=", ("*", "rho", ("+", 1, ("*", -8, "A"))), 1))
    inverse: Term = ("^", "rho", -1)
    eight = inner.combine(("=", ("+", 1, ("*", -8, "A")), inverse), [multiple(inverse, 0)], [known])
    four = inner.combine(
        ("=", ("+", 1, ("*", -4, "A")), ("+", _HALF, ("*", _HALF, inverse))), [multiple(_HALF, 0)], [eight]
    )
    for each, size in ((eight, inverse), (four, ("+", _HALF, ("*", _HALF, inverse)))):
        inner.add(inner.replaced(("<", 0, compound(each.then)[1]), each, of=inner.show(("<", 0, size))))
    return means.show(inner, goal, lambda within, wanted: _in_rho(within, wanted, [eight, four]))


def _in_rho(prover: Prover, goal: Term, known: list[Theorem]) -> Theorem:
    """The closed form with 1 - 8A and 1 - 4A by rho."""
    own: dict[Term, Term] = {
        ("+", 1, ("*", -8, "A")): compound(known[0].then)[2],
        ("+", 1, ("*", -4, "A")): compound(known[1].then)[2],
    }
    changed = exchanged(goal, own)
    above: Term = ("+", "rho", 1)
    inverse, half = own.values()
    quotient: Term = ("*", above, ("^", "rho", ("q", -1, 2)))
    bases = [
        _logarithm(prover, quotient, {above: 1, "rho": ("q", -1, 2)}), _logarithm(prover, inverse, {"rho": -1}),
        _logarithm(prover, half, {above: 1, "rho": -1, 2: -1}),
    ]  # fmt: skip
    simpler = _with_bases(changed, {compound(e.then)[1]: compound(e.then)[2] for e in bases})
    _, left, right = compound(simpler)
    signs = [prover.show(("<", 0, each)) for each in (above, "rho")]
    plain = prover.infer("ring", simpler, [*prover.conditions(left, right), *signs])
    return prover.replaced(goal, *known, of=prover.replaced(changed, *bases, of=plain))


PROOFS: Scripts = {"crt/sec9.4/line1": (closed, by_a), "crt/sec9.4/line2": (closed_by_rho, by_rho)}

"""Statements about the entries of the inputs: sums and products over the coordinates."""

from __future__ import annotations

from collections.abc import Callable

from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts, automatic
from rftheory.proof.tactics import Prover, absolute, hypergeometric
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.finite import coefficients, somewhere
from rftheory.proof.tactics.finite.ranges import factored, inside, over_length, range_of, right_of, swapped
from rftheory.proof.tactics.invariants import square_nonnegative
from rftheory.proof.tactics.moves import at_least_one, by_ways, rewritten
from rftheory.proof.tactics.roots import inverse_root
from rftheory.proof.terms import Term, compound, exchanged, substitute, subterms

_HALF: Term = ("q", 1, 2)
_A4: Term = ("+", 1, ("*", "A", -4))


def _entry(name: str, *at: Term) -> Term:
    return ("entry", name, *at)


def products_of_sums(prover: Prover, goal: Term) -> Theorem:
    """|x_j y_i| = |x_j| |y_i|."""
    outer = next(each for each in subterms(goal) if isinstance(each, tuple) and each[0] == "sum")
    within = inside(inside(prover, outer), compound(outer)[4])
    one, other = _entry("x", "j"), _entry("y", "i")
    return rewritten_inside(prover, goal, [absolute.of_product(within, one, other)])


def rewritten_inside(
    prover: Prover, goal: Term, moves: list[Theorem], known: tuple[Theorem, ...] = ()
) -> Theorem:
    """The goal from the one with terms replaced everywhere, in sums too, its sums taken apart; `known` at the end."""
    values = {compound(move.then)[1]: right_of(move) for move in moves}
    changed = exchanged(goal, values)
    if known:
        coefficients.sized(prover)
        apart = [
            m for m in (coefficients.settled(prover, side) for side in compound(changed)[1:]) if m is not None
        ]
        plain = exchanged(changed, {compound(m.then)[1]: right_of(m) for m in apart})
        settled = exchanged(plain, {compound(e.then)[1]: right_of(e) for e in known})
        shown = prover.replaced(changed, *apart, of=prover.replaced(plain, *known, of=prover.show(settled)))
    else:
        shown = coefficients.show(prover, changed)
    return prover.replaced(goal, *moves, of=shown)


def coordinates_first(prover: Prover, goal: Term, *known: Theorem) -> Theorem:
    """Sums over pairs of rows and the coordinates, with the coordinates outermost."""
    coefficients.sized(prover)
    total = next(each for each in subterms(goal) if isinstance(each, tuple) and each[0] == "sum")
    within = inside(prover, total)
    first = swapped(within, compound(total)[4])
    moved: Term = (*compound(total)[:4], right_of(first))
    second = swapped(prover, moved)
    step = prover.replaced(("=", total, moved), first)
    turned = [prover.through(step, second, proposition=("=", total, right_of(second)))]
    turned += [
        swapped(prover, each)
        for each in subterms(compound(goal)[2])
        if isinstance(each, tuple) and each[0] == "sum" and compound(each[4])[0] == "sum"
    ]
    return rewritten_inside(prover, goal, turned, known)


def signed_pairs(prover: Prover, goal: Term) -> Theorem:
    """The same with s^2 = 1, as s is -1 or 1."""

    def unit(inner: Prover, value: int) -> Theorem:
        size: Term = "s" if value == 1 else ("*", value, "s")
        inner.add(inner.show(("<", 0, size)))
        inner.add(at_least_one(inner, size))
        least, most = (inner.show(p) for p in (("<=", 1, size), ("<=", size, 1)))
        same = inner.fact("antisymmetric", [most, least], a=size, b=1)
        return inner.combine(("=", ("^", "s", 2), 1), [multiple(("+", size, 1), 0)], [same])

    def way(inner: Prover, _: Term) -> Theorem:
        return unit(inner, -1 if inner.hypotheses[-1] == ("<", "s", 0) else 1)

    known = by_ways(prover, prover.fact("trichotomy", a="s", b=0), ("=", ("^", "s", 2), 1), way)
    return coordinates_first(prover, goal, known)


def least_exponent(prover: Prover, goal: Term) -> Theorem:
    """2 sqrt(d S) <= d lam + S/lam, by the square of sqrt(d lam) - sqrt(S/lam)."""
    coefficients.sized(prover)
    overlap = _overlap(goal)
    prover.add(somewhere.positive(prover, overlap))
    low: Term = ("*", 2, ("^", "d", _HALF), ("^", overlap, _HALF))
    high: Term = ("+", ("*", "d", "lam"), ("*", ("^", "lam", -1), overlap))
    gap: Term = (
        "+", ("*", ("^", "d", _HALF), ("^", "lam", _HALF)),
        ("*", -1, ("^", overlap, _HALF), ("^", "lam", ("q", -1, 2))),
    )  # fmt: skip
    norms: Term = (
        "+",
        *(("*", -1, ("sum", *range_of("j", "d"), ("^", _entry(v, "j"), 2))) for v in ("x", "y")),
    )
    below = prover.combine(("<=", ("+", low, norms), ("+", high, norms)), [product(squares=(gap,))], [])
    less = prover.fact("exp-at-most", [below], a=("+", low, norms), b=("+", high, norms))
    return prover.combine(goal, [product(0)], [less])


def _overlap(goal: Term) -> Term:
    """sum x_l^2 y_l^2."""
    body: Term = ("*", ("^", _entry("x", "j"), 2), ("^", _entry("y", "j"), 2))
    total: Term = ("sum", *range_of("j", "d"), body)
    assert total in list(subterms(goal))
    return total


def rate_positive(prover: Prover, goal: Term) -> Theorem:
    """sum x_l^2 y_l^2 > 0, as some x_l y_l is not 0."""
    coefficients.sized(prover)
    prover.add(somewhere.positive(prover, _overlap(goal)))
    return prover.show(goal)


def poisson_feature(prover: Prover, goal: Term) -> Theorem:
    """(lam^w)^(-1/2) = lam^(-w/2), and e^(lam/2) taken out of every factor."""
    coefficients.sized(prover)
    total = _products(goal)[1]
    within = inside(prover, total)
    power: Term = ("^", "lam", _entry("w", "j"))
    plain: Term = ("^", "lam", ("*", _entry("w", "j"), ("q", -1, 2)))
    within.add(within.show(("<", 0, power)))
    same = inverse_root(within, power, plain)
    factor: Term = ("exp", ("*", "lam", _HALF))
    return _taken_out(prover, goal, total, same, factor)


def geometric_feature(prover: Prover, goal: Term) -> Theorem:
    """((1 - p)^w w!)^(-1/2) = (1 - p)^(-w/2) w!^(-1/2), and p^(-1/2) taken out of every factor."""
    coefficients.sized(prover)
    total = _products(goal)[1]
    within = inside(prover, total)
    base: Term = ("+", 1, ("*", "p", -1))
    gamma: Term = ("gamma", ("+", 1, _entry("w", "j")))
    power: Term = ("*", ("^", base, _entry("w", "j")), gamma)
    plain: Term = ("*", ("^", base, ("*", _entry("w", "j"), ("q", -1, 2))), ("^", gamma, ("q", -1, 2)))
    within.add(within.show(("<", 0, power)))
    same = inverse_root(within, power, plain)
    factor: Term = ("^", "p", ("q", -1, 2))
    return _taken_out(prover, goal, total, same, factor, lambda n: ("^", "p", ("*", n, ("q", -1, 2))))


def _products(goal: Term) -> list[Term]:
    return [each for each in subterms(goal) if isinstance(each, tuple) and each[0] == "prod"]


def _taken_out(
    prover: Prover,
    goal: Term,
    total: Term,
    same: Theorem,
    factor: Term,
    power: Callable[[Term], Term] | None = None,
) -> Theorem:
    """The product's factors have what `same` says in place of roots, and `factor` each, which goes before it."""
    changed = exchanged(total, {compound(same.then)[1]: right_of(same)})
    within = inside(prover, total)
    ordered = _products(goal)[0]
    alike = within.equal(compound(changed)[4], ("*", factor, compound(ordered)[4]))
    apart = factored(prover, ordered, factor, power)
    first = prover.replaced(("=", total, changed), same)
    second = prover.replaced(("=", changed, compound(apart.then)[1]), alike)
    whole = prover.through(first, second, apart, proposition=("=", total, right_of(apart)))
    return rewritten(prover, goal, [whole])


def poisson_variance(prover: Prover, goal: Term) -> Theorem:
    """sum_k (xy)^2k e^lam/(lam^k k!) = e^lam e^(x^2 y^2/lam), and the product of these over the coordinates."""
    coefficients.sized(prover)
    total = _products(goal)[0]
    closed = hypergeometric.closed(inside(prover, total), compound(total)[4])
    factor: Term = ("exp", ("+", "lam", ("*", ("^", "lam", -1), _square("j"))))
    alike = inside(prover, total).equal(right_of(closed), factor)

    def sides(end: Term) -> tuple[Term, Term]:
        inner: Term = ("sum", *range_of("j", end), _square("j"))
        return ("prod", *range_of("j", end), factor), (
            "exp",
            ("+", ("*", end, "lam"), ("*", ("^", "lam", -1), inner)),
        )

    whole = over_length(prover, sides, "d", lambda n: substitute(factor, {"j": n}))
    middle = exchanged(total, {compound(total)[4]: right_of(closed)})
    first = prover.replaced(("=", total, middle), closed)
    second = prover.replaced(("=", middle, compound(whole.then)[1]), alike)
    return rewritten(
        prover, goal, [prover.through(first, second, whole, proposition=("=", total, right_of(whole)))]
    )


def _square(j: Term) -> Term:
    return ("*", ("^", _entry("x", j), 2), ("^", _entry("y", j), 2))


def geometric_variance(prover: Prover, goal: Term) -> Theorem:
    """sum_k (xy)^2k/(p (1 - p)^k k!^2) = 0F1(; 1; (xy)^2/(1 - p))/p, coordinate by coordinate."""
    coefficients.sized(prover)
    total, wanted = _products(goal)
    within = inside(prover, total)
    closed = hypergeometric.closed(within, compound(total)[4])
    size: Term = ("*", _entry("x", "j"), _entry("y", "j"))
    square = absolute.of_square(within, size)
    bessel = compound(wanted)[4]
    argument = compound(bessel)[3]
    series = next(
        each for each in subterms(right_of(closed)) if isinstance(each, tuple) and each[0] == "hyper"
    )
    same = within.combine(
        ("=", compound(series)[3], argument),
        [multiple(("*", -1, ("^", ("+", 1, ("*", "p", -1)), -1)), 0)],
        [square],
    )
    moved = within.replaced(("=", series, bessel), same)
    factor: Term = ("^", "p", -1)
    alike = within.combine(("=", right_of(closed), ("*", factor, bessel)), [multiple(factor, 0)], [moved])
    apart = factored(prover, wanted, factor, lambda n: ("^", "p", ("*", n, -1)))
    middle: Term = (*compound(total)[:4], right_of(closed))
    first = prover.replaced(("=", total, middle), closed)
    second = prover.replaced(("=", middle, compound(apart.then)[1]), alike)
    return rewritten(
        prover, goal, [prover.through(first, second, apart, proposition=("=", total, right_of(apart)))]
    )


def at_most_without_w(prover: Prover, goal: Term) -> Theorem:
    """The exponents differ by -A times the squares of w - k x and w - k y, k = sqrt(1 - 4A)/(-2A)."""
    coefficients.sized(prover)
    root: Term = ("^", _A4, _HALF)
    below: Term = ("*", -1, "A")
    k: Term = ("*", root, ("^", "A", -1), ("q", -1, 2))
    gaps: list[Term] = [("+", _entry("w", "i"), ("*", -1, k, _entry(v, "i"))) for v in ("x", "y")]
    body: Term = ("*", below, ("+", *(("^", gap, 2) for gap in gaps)))
    total: Term = ("sum", *range_of("i", "d"), body)
    prover.add(prover.show(("<=", 0, _A4)))
    within = inside(prover, total)
    squares = [product(0, squares=(gap,)) for gap in gaps]
    term = within.combine(("<=", 0, body), squares, [within.given(("<", "A", 0))])
    least = prover.infer("sum-sign", ("<=", 0, total), [term])
    apart = coefficients.settled(prover, total)
    assert apart is not None
    power = next(
        each for each in subterms(goal) if isinstance(each, tuple) and each[0] == "^" and each[1] == _A4
    )
    low, high = (_exponent(side) for side in compound(goal)[1:])
    moves = [
        move for side in (low, high) for move in [coefficients.settled(prover, side)] if move is not None
    ]
    plain = exchanged(("<=", low, high), {compound(m.then)[1]: right_of(m) for m in moves})
    shown = prover.combine(plain, [product(0), multiple(1, 1)], [least, apart])
    less = prover.replaced(("<=", low, high), *moves, of=shown)
    bound = prover.fact("exp-at-most", [less], a=low, b=high)
    return prover.combine(goal, [product(0, 1)], [bound, prover.show(("<", 0, power))])


def _exponent(side: Term) -> Term:
    """The sum of the exponents in a product."""
    found = [each[1] for each in compound(side)[1:] if isinstance(each, tuple) and each[0] == "exp"]
    return found[0] if len(found) == 1 else ("+", *found)


def at_most_in_invariants(prover: Prover, goal: Term) -> Theorem:
    """The exponents differ by (1 - 4A) |x - y|^2/(-8A)."""
    low, high = (_exponent(side) for side in compound(goal)[1:])
    power = next(
        each for each in subterms(goal) if isinstance(each, tuple) and each[0] == "^" and each[1] == _A4
    )
    prover.add(prover.show(("<", 0, _A4)))
    prover.add(square_nonnegative(prover, -1))
    less = prover.show(("<=", low, high))
    bound = prover.fact("exp-at-most", [less], a=low, b=high)
    return prover.combine(goal, [product(0, 1)], [bound, prover.show(("<", 0, power))])


PROOFS: Scripts = {
    "crt/eq35/corrected": (automatic, at_most_without_w, automatic),
    "crt/sec9.8/range/corrected": (automatic, at_most_in_invariants),
    "crt/eq8": (signed_pairs,),
    "crt/eq12": (coordinates_first,),
    "crt/eq14": (products_of_sums,),
    "crt/sec3.2.1/feature": (poisson_feature,),
    "crt/sec3.2.2/feature": (geometric_feature,),
    "crt/sec3.2.1/lambda-star": (rate_positive, least_exponent, least_exponent),
    "crt/thm3.4": (poisson_variance,),
    "crt/thm3.5": (geometric_variance,),
}

"""Errors at small and large kernel values: roots of errors in n = |x|^2 + |y|^2 and xy, compared by their exponents."""

from __future__ import annotations

from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Script, Scripts
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.entries import product
from rftheory.proof.tactics.moves import by_cases, rewritten
from rftheory.proof.tactics.quantifiers import introduced
from rftheory.proof.terms import Term, compound, subterms

_HALF: Term = ("q", 1, 2)
_N: Term = ("+", "x2", "y2")
_NORM: Term = ("*", _HALF, _N)
_INVERSE: Term = ("^", "m", -1)


def _mean(prover: Prover, xy: str, sign: int) -> Theorem:
    """sign 2 xy <= x2 + y2: else n^2 - 4 xy^2 = (x2 - y2)^2 + 4 (x2 y2 - xy^2) would be below 0."""
    side: Term = ("*", 2 * sign, xy)
    goal: Term = ("<=", side, _N)

    def no(inner: Prover, wanted: Term) -> Theorem:
        total: Term = ("+", side, _N)
        above = [inner.given(inner.hypotheses[-1]), inner.show(("<=", 0, _N))]
        positive = inner.combine(("<", 0, total), [product(0), product(1, coefficient=2)], above)
        inverse = inner.fact("power-positive", [positive], b=total, p=-1)
        bound = inner.given(("<=", ("^", xy, 2), ("*", "x2", "y2")))
        gap: Term = ("+", "x2", ("*", -1, "y2"))
        entries = [product(0, squares=(gap,)), product(0, 1, coefficient=4)]
        return inner.combine(wanted, entries, [inverse, bound, positive])

    return by_cases(prover, goal, goal, no=no)


def _grows(
    prover: Prover, low: Term, high: Term, premises: list[Theorem], *, strict: bool = False
) -> Theorem:
    """e^low <= e^high from what the premises say of the exponents; of several, half of each, or one of them twice."""
    relation = "<" if strict else "<="
    inner = prover.within()
    for each in premises:
        inner.add(each)
    less = inner.show((relation, low, high))
    return inner.fact("exp-increasing" if strict else "exp-at-most", [less], a=low, b=high)


def _squared(
    prover: Prover, goal: Term, ups: tuple[Theorem, ...], least: Theorem, small: Term, large: Term
) -> Theorem:
    """L^2/(2m) <= R^2/(2m) (or <) for 0 <= L and R - L the sum of two gaps: R^2 - L^2 = (R - L)^2 + 2 L (R - L)."""
    strict = compound(goal)[0] == "<"
    relation = "<" if strict else "<="
    gap = prover.combine((relation, small, large), [product(place) for place in range(len(ups))], ups)
    premises = [gap, least, prover.show(("<", 0, _INVERSE))]
    entries = [product(0, 0, 2, coefficient=_HALF), product(0, 1, 2)]
    return prover.combine(goal, entries, premises)


def _difference(one: Term, other: Term) -> Term:
    return ("+", one, ("*", -1, other))


def smaller(prover: Prover, goal: Term) -> Theorem:
    """e^(n/2) - e^(2 xy - n/2) falls in xy, and is not below 0."""
    half: Term = ("*", -1, _NORM)
    low, high = (("+", ("*", 2, each), half) for each in ("xy", "xy_later"))
    later = _mean(prover, "xy_later", 1)
    rises = _grows(prover, low, high, [], strict=True)
    least = prover.combine(
        ("<=", 0, _difference(("exp", _NORM), ("exp", high))),
        [product(0)],
        [_grows(prover, high, _NORM, [later])],
    )
    small, large = (_difference(("exp", _NORM), ("exp", each)) for each in (high, low))
    return _squared(prover, goal, (rises,), least, small, large)


def larger(prover: Prover, goal: Term) -> Theorem:
    """e^(n/2 + 2 xy) - e^(-n/2) grows in xy, and is not below 0."""
    half: Term = ("*", -1, _NORM)
    low, high = (("+", ("*", 2, each), _NORM) for each in ("xy", "xy_later"))
    rises = _grows(prover, low, high, [], strict=True)
    least = prover.combine(
        ("<=", 0, _difference(("exp", low), ("exp", half))),
        [product(0)],
        [_grows(prover, half, low, [_mean(prover, "xy", -1)])],
    )
    small, large = (_difference(("exp", each), ("exp", half)) for each in (low, high))
    return _squared(prover, goal, (rises,), least, small, large)


def _at_least(sign: int) -> Script:
    """The error is least where n is as small as it can be, 2 |xy|."""

    def script(prover: Prover, goal: Term) -> Theorem:
        mean = _mean(prover, "xy", sign)
        top: Term
        bottom: Term
        if sign < 0:
            top, bottom = _NORM, ("+", ("*", 2, "xy"), ("*", -1, _NORM))
            high, low = ("*", -1, "xy"), ("*", 3, "xy")
        else:
            top, bottom = ("+", ("*", 2, "xy"), _NORM), ("*", -1, _NORM)
            high, low = ("*", 3, "xy"), ("*", -1, "xy")
        first = _grows(prover, high, top, [mean])
        second = _grows(prover, bottom, low, [mean])
        small, large = _difference(("exp", high), ("exp", low)), _difference(("exp", top), ("exp", bottom))
        least = prover.combine(("<=", 0, small), [product(0)], [_grows(prover, low, high, [])])
        return _squared(prover, goal, (first, second), least, small, large)

    return script


def _order(sign: int) -> Script:
    """|2 m/(1 - r^4)^2| <= 8 m for r <= 1/2, where r is s near 0, or 1/s for large s."""
    values: tuple[Term, ...] = (("*", 8, "m"), _HALF if sign > 0 else 2)

    def within(prover: Prover, goal: Term) -> Theorem:
        if compound(goal)[0] == "<":
            return prover.show(goal)
        r: Term = "s" if sign > 0 else ("^", "s", -1)
        prover = prover.within()
        if sign < 0:
            prover.add(prover.show(("<", 0, r)))
            prover.add(
                prover.combine(
                    ("<=", r, _HALF),
                    [product(0, 1, coefficient=_HALF)],
                    [prover.given(("<=", 2, "s")), prover.lemmas[-1]],
                )
            )
        square: Term = ("^", r, 2)
        small = prover.combine(
            ("<=", square, ("q", 1, 4)), [product(0, 1), product(0, coefficient=_HALF)],
            [prover.show(("<=", r, _HALF)), prover.show(("<", 0, r))],
        )  # fmt: skip
        rest: Term = ("+", 1, ("*", -1, ("^", r, 4)))
        most = prover.combine(
            ("<=", _HALF, rest), [product(0, squares=(r,)), product(0, coefficient=("q", 1, 4)), product(coefficient=("q", 7, 16))],
            [small],
        )  # fmt: skip
        prover.add(prover.combine(("<", 0, rest), [product(0), product(coefficient=_HALF)], [most]))
        inverse = prover.add(prover.fact("power-positive", b=rest, p=-1))
        inside = compound(compound(goal)[1])[1]
        divisor = next(
            e[1]
            for e in subterms(inside)
            if isinstance(e, tuple) and e[0] == "^" and e[2] == -2 and isinstance(e[1], tuple)
        )
        known = [prover.lemmas[-2], prover.show(("<", 0, "s"))]
        if sign > 0:
            known.append(prover.fact("power-positive", b="s", p=-1))
            prover.add(prover.combine(("<", 0, divisor), [product(0, 2)], known))
        else:
            prover.add(prover.combine(("<", 0, divisor), [product(0, 1, 1, 1)], known))
        size: Term = ("*", 2, "m", ("^", rest, -2))
        least = prover.show(("<", 0, "m"))
        same = prover.equal(inside, size)
        positive = prover.combine(("<=", 0, size), [product(0, 1, 1, coefficient=2)], [least, inverse])
        plain = prover.replaced(("<=", 0, inside), same, of=positive)
        turned = prover.fact("abs-positive", [plain], t=inside)
        double = prover.combine(("<=", ("^", rest, -1), 2), [product(0, 1, coefficient=2)], [most, inverse])
        weak: Term = ("<=", size, ("*", 8, "m"))
        bound = prover.combine(
            weak, [product(0, 1, coefficient=4), product(0, 1, 2, coefficient=2)], [least, double, inverse]
        )
        final = prover.replaced(("<=", inside, ("*", 8, "m")), same, of=bound)
        return rewritten(prover, goal, [turned], lambda p, g: p.replaced(g, of=final))

    return lambda prover, goal: introduced(prover, goal, values, within)


PROOFS: Scripts = {
    "hrf/sec1/trig-small-values": (smaller, _at_least(-1), _order(1)),
    "hrf/sec1/positive-large-values": (larger, _at_least(1), _order(-1)),
}

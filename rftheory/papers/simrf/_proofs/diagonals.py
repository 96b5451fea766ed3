"""sum_p u^p/p! 1F1(a; a + p; u) = 1F1(2a; a; u) for a = d/2 and u = -v <= 0, as a double series along its diagonals.

1F1(a; a + p; u) = sum_j s(p, j) u^j/j! with 0 <= s <= 1, and the diagonal p + j = n is a Chu-Vandermonde sum.
"""

from __future__ import annotations

from rftheory.papers._shared.orthogonal_orders import alternating
from rftheory.papers._shared.regularised_series import HALF, weight
from rftheory.proof.kernel import Theorem
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.moves import instance, rewritten
from rftheory.proof.tactics.series import dominated, induction, nonnegative, nonnegative_power, onward, summed
from rftheory.proof.terms import INFINITY, Term, substitute

_A: Term = ("*", "d", HALF)
_U: Term = ("*", -1, "v")
_SHARE: Term = (
    "*", ("gamma", ("+", _A, "j")), ("^", ("gamma", _A), -1), ("gamma", ("+", _A, "p")),
    ("^", ("gamma", ("+", _A, "p", "j")), -1),
)  # fmt: skip
_FACTOR: Term = ("*", ("+", _A, "j"), ("^", ("+", _A, "p", "j"), -1))
_INNER: Term = ("*", _SHARE, weight(_U, "j"))
_TERMS: Term = ("*", weight(_U, "p"), _INNER)
_ABOVE: Term = ("*", weight("v", "p"), ("*", _SHARE, weight("v", "j")))
SERIES: Term = ("sum", "p", 0, INFINITY, ("*", weight(_U, "p"), ("hyper", (_A,), (("+", _A, "p"),), _U)))
MEAN: Term = ("hyper", ("d",), (_A,), _U)


def _over(prover: Prover, *names: str) -> Prover:
    """For local integers from 0 on."""
    for name in names:
        prover = prover.within((name, "integer"), given=(("<=", 0, name),))
    return prover


def _shares(prover: Prover) -> list[Theorem]:
    """0 <= s(p, j) <= 1 for the local p, j >= 0."""
    rows = _over(prover, "p")

    def onwards(inner: Prover, goal: Term) -> Theorem:
        later = substitute(_SHARE, {"j": ("+", "j", 1)})
        following = rewritten(inner, ("=", later, ("*", _SHARE, _FACTOR)), onward(inner, _SHARE, "j"))
        signs = [inner.show(("<=", 0, _FACTOR)), inner.show(("<=", _FACTOR, 1))]
        premises = [inner.given(inner.hypotheses[-1]), *signs, following]
        return inner.combine(goal, [product(0, 1), product(2), multiple(1, 3)], premises)

    def start(inner: Prover, goal: Term) -> Theorem:
        return rewritten(inner, goal, [inner.equal(substitute(_SHARE, {"j": 0}), 1)])

    return [
        _over(prover, "p", "j").show(("<=", 0, _SHARE)),
        induction(rows, "j", 0, ("<=", _SHARE, 1), onwards, start),
    ]


def _converges(prover: Prover) -> list[Theorem]:
    """What the rule of double series asks for: the terms are at most those of e^(2v) in size."""
    rows, both = _over(prover, "p"), _over(prover, "p", "j")
    least, most = _shares(prover)
    signs = [nonnegative_power(prover, name, "v") for name in ("p", "j")]
    over = [both.show(("<=", 0, ("^", ("gamma", ("+", name, 1)), -1))) for name in ("p", "j")]
    sides = {name: alternating(prover, name, "v") for name in ("p", "j")}
    premises = [least, *over, *sides["p"], *sides["j"], *signs]
    # -v^p <= u^p <= v^p at 3 and 4, -v^j <= u^j <= v^j at 5 and 6
    pairs = {"<": ((4, 5), (3, 6)), ">": ((3, 5), (4, 6))}
    bounds = [
        both.combine(claim, [product(0, 1, 2, *pair, coefficient=HALF) for pair in pairs[sign]], premises)
        for claim, sign in ((("<=", _TERMS, _ABOVE), "<"), (("<=", ("*", -1, _ABOVE), _TERMS), ">"))
    ]
    inner: Term = ("*", _SHARE, weight("v", "j"))
    _, exists = summed(rows, "j", inner, ("hyper", (_A,), (("+", _A, "p"),), "v"))
    by_row = rows.infer("summable-scale", ("summable", "j", 0, _ABOVE), [exists])
    scaled: Term = ("*", weight("v", "p"), weight("v", "j"))
    exponential, also = summed(rows, "j", weight("v", "j"), ("hyper", (), (), "v"))
    larger = rows.infer("summable-scale", ("summable", "j", 0, scaled), [also])
    below = both.combine(("<=", _ABOVE, scaled), [product(0, 1, 2, 3, 4)], [most, *over, *signs, least])
    less = dominated(rows, "j", _ABOVE, scaled, below, [by_row, larger])
    same = both.infer("ring", ("=", scaled, scaled))
    taken: Term = ("sum", "j", 0, INFINITY, scaled)
    plain: Term = ("sum", "j", 0, INFINITY, weight("v", "j"))
    out = rows.infer("sum-scale", ("=", taken, ("*", weight("v", "p"), plain)), [same, also])
    limit: Term = ("*", ("exp", "v"), weight("v", "p"))
    series: Term = ("sum", "j", 0, INFINITY, _ABOVE)
    fact = rows.fact("exp-series", t="v")
    size: Term = weight("v", "p")
    at_most = rows.combine(
        ("<=", series, limit),
        [product(0), multiple(1, 1), multiple(size, 2), multiple(("*", -1, size), 3)],
        [less, out, exponential, fact],
    )
    positive = both.combine(("<=", 0, _ABOVE), [product(0, 1, 2, 3, 4)], [least, *over, *signs])
    at_least = nonnegative(rows, "j", positive, by_row)
    _, whole = summed(prover, "p", weight("v", "p"), ("hyper", (), (), "v"))
    bounded = prover.infer("summable-scale", ("summable", "p", 0, limit), [whole])
    columns = prover.infer("summable-below", ("summable", "p", 0, series), [at_least, at_most, bounded])
    return [*bounds, by_row, columns]


def _rows_converge(prover: Prover, converges: list[Theorem]) -> Theorem:
    """The sums of the rows are summable: they are at most those of the larger terms in size."""
    rows, both = _over(prover, "p"), _over(prover, "p", "j")
    above, below, larger, columns = converges
    turned: Term = ("*", -1, _ABOVE)
    exists = rows.infer("summable-below", ("summable", "j", 0, _TERMS), [above, below, larger])
    scaled = rows.infer("summable-scale", ("summable", "j", 0, turned), [larger])
    high = dominated(rows, "j", _TERMS, _ABOVE, above, [exists, larger])
    low = dominated(rows, "j", turned, _TERMS, below, [scaled, exists])
    same = both.infer("ring", ("=", turned, turned))
    series: Term = ("sum", "j", 0, INFINITY, _ABOVE)
    total: Term = ("sum", "j", 0, INFINITY, turned)
    out = rows.infer("sum-scale", ("=", total, ("*", -1, series)), [same, larger])
    least = rows.combine(
        ("<=", ("*", -1, series), ("sum", "j", 0, INFINITY, _TERMS)),
        [product(0), multiple(-1, 1)],
        [low, out],
    )
    by_row: Term = ("summable", "p", 0, ("sum", "j", 0, INFINITY, _TERMS))
    return prover.infer("summable-below", by_row, [high, least, columns])


def summed_along_diagonals(prover: Prover) -> tuple[Theorem, Theorem]:
    """sum_p u^p/p! 1F1(a; a + p; u) = 1F1(d; d/2; u) for the local v >= 0, and that it converges."""
    prover = prover.within(("v", "real"), given=(("<=", 0, "v"),))
    rows = _over(prover, "p")
    converges = _converges(prover)
    inner, exists = summed(rows, "j", _INNER, ("hyper", (_A,), (("+", _A, "p"),), _U))
    both = _over(prover, "p", "j")
    same = both.infer("ring", ("=", _TERMS, _TERMS))
    double: Term = ("sum", "p", 0, INFINITY, ("sum", "j", 0, INFINITY, _TERMS))
    assert isinstance(double, tuple)
    assert isinstance(SERIES, tuple)
    taken = rows.infer(
        "sum-scale",
        ("=", double[4], ("*", weight(_U, "p"), ("sum", "j", 0, INFINITY, _INNER))),
        [same, exists],
    )
    by_row = rows.combine(
        ("=", double[4], SERIES[4]), [multiple(1, 0), multiple(weight(_U, "p"), 1)], [taken, inner]
    )
    first = prover.replaced(("=", double, SERIES), by_row)
    exists_too = _rows_converge(prover, converges)
    summable = prover.replaced(("summable", "p", 0, SERIES[4]), by_row, of=exists_too)
    back: Term = ("+", "p", ("*", -1, "j"))
    diagonal: Term = ("sum", "j", 0, "p", substitute(_TERMS, {"p": back}))
    whole: Term = ("sum", "p", 0, INFINITY, diagonal)
    along = prover.infer("sum-diagonal", ("=", double, whole), converges, {"above": _ABOVE})
    value, closed = _diagonal(rows, diagonal)
    second = prover.replaced(("=", whole, ("sum", "p", 0, INFINITY, value)), closed)
    mean, _ = summed(prover, "p", value, MEAN)
    entries = [multiple(-1, 0), multiple(1, 1), multiple(1, 2), multiple(1, 3)]
    return prover.combine(("=", SERIES, MEAN), entries, [first, along, second, mean]), summable


def _diagonal(rows: Prover, diagonal: Term) -> tuple[Term, Theorem]:
    """The sum over a diagonal is u^p/(Gamma(a) Gamma(a + p)) times a Chu-Vandermonde sum."""
    assert isinstance(diagonal, tuple)
    convolution = rows.fact("gamma-convolution", a=_A, b=_A, n="p")
    assert isinstance(convolution.then, tuple)
    vandermonde, closed = convolution.then[1:]
    outside: Term = ("*", ("^", _U, "p"), ("^", ("gamma", _A), -1), ("^", ("gamma", ("+", _A, "p")), -1))
    inner = rows.within(("j", "integer"), given=(("<=", 0, "j"), ("<=", "j", "p")))
    back: Term = ("+", "p", ("*", -1, "j"))
    power = inner.fact("power-sum", b=_U, m=back, n="j")
    assert isinstance(vandermonde, tuple)
    scaled: Term = ("*", outside, vandermonde[4])
    rest: Term = (
        "*", ("^", ("gamma", ("+", back, 1)), -1), substitute(_SHARE, {"p": back}), ("^", ("gamma", ("+", "j", 1)), -1),
    )  # fmt: skip
    alike = inner.combine(("=", diagonal[4], scaled), [multiple(rest, 0)], [power])
    taken = rows.infer("sum-scale", ("=", diagonal, ("*", outside, vandermonde)), [alike])
    value: Term = ("*", outside, closed)
    return value, rows.replaced(("=", diagonal, value), convolution, of=taken)


def double_series(prover: Prover, series: Term) -> tuple[Theorem, Theorem]:
    """A series as in the papers, at -z^2/2, in closed form, and that it converges."""
    assert isinstance(series, tuple)
    half: Term = ("*", ("^", "z", 2), HALF)
    found, exists = (instance(prover, each, {"v": half}) for each in summed_along_diagonals(prover))
    inner = _over(prover, "p")
    written = substitute(SERIES, {"v": half})
    assert isinstance(written, tuple)
    alike = inner.equal(series[4], written[4])
    mean: Term = ("hyper", ("d",), (_A,), ("*", ("^", "z", 2), ("q", -1, 2)))
    same = prover.equal(substitute(MEAN, {"v": half}), mean)
    moved = prover.replaced(("=", series, written), alike)
    summable = prover.replaced(("summable", "p", 0, series[4]), alike, of=exists)
    return prover.through(moved, found, same, proposition=("=", series, mean)), summable

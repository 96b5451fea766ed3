"""The rules of several rows of a block: combinations, lengths, angles, and means by series and comparison."""

from __future__ import annotations

from .blocks import cosine, need_there
from .definitions import FIXED, GAUSSIAN, IID
from .here import Here, equation, headed
from .reading import INFINITY, Term, need, read_vector
from .terms import free, is_random, is_vector

_HALF = ("q", 1, 2)
_SWAPPED = {"+", "*", "^", "exp", "log", "cos", "sin", "abs", "gamma", "hyper", "[]"}


def mean(t: Term) -> Term:
    """What a mean is of."""
    need(headed(t, "E"), "not a mean")
    return t[1]


def integrable(here: Here) -> Term:
    """What is to be integrable."""
    need(here.then[0] == "integrable", "not an integrability")
    return here.then[1]


def dimension(here: Here) -> Term:
    """The variable d, with the premise 0 < d."""
    need(here.context.variables.get("d") == "integer", "the context has no integer d")
    here.needs(("<", 0, "d"))
    return "d"


def _combined(v: Term, lengths: bool = False) -> set[Term]:
    """The coupling of the rows that a vector combines, in a set; nothing fixed or random besides them.

    With `lengths`, coefficients may have squared lengths of rows in them.
    """
    head, *parts = v
    if head == "row":
        need(parts[0] in (*GAUSSIAN, *FIXED), "rows of a coupling that is not known to be Gaussian")
        return {parts[0]}
    need(head in ("+", "*"), "a fixed vector in a combination of rows")
    vectors = [p for p in parts if is_vector(p)]
    found: set[Term] = set().union(*(_combined(v, lengths) for v in vectors))
    need(len(found) == 1, "rows of two couplings")
    (coupling,) = found
    scalars = [_without_lengths(p, coupling) if lengths else p for p in parts if not is_vector(p)]
    need(not any(map(is_random, scalars)), "a random coefficient")
    return found


def _without_lengths(t: Term, coupling: Term) -> Term:
    """The term with a number for every squared length of a row in sums, products, powers and exponentials."""
    if not isinstance(t, tuple):
        return t
    if t[0] == "dot" and t[1] == t[2] and t[1][:2] == ("row", coupling):
        return 1
    return (t[0], *(_without_lengths(p, coupling) for p in t[1:])) if t[0] in ("+", "*", "^", "exp") else t


def _random_scale(v: Term) -> bool:
    """Whether a coefficient of a combination of rows is random."""
    return v[0] != "row" and any(_random_scale(p) if is_vector(p) else is_random(p) for p in v[1:])


def _square(t: Term) -> Term:
    """The vector of a squared length."""
    need(headed(t, "dot") and t[1] == t[2], "not a squared length")
    return t[1]


def _row_square(t: Term) -> Term:
    row = _square(t)
    need(row[0] == "row" and row[1] in GAUSSIAN, "not the squared length of a known row")
    return row


def _rotation(here: Here) -> None:
    entry = here.by("vector", "rows")
    left, right = equation(here.then, "=")
    inner, series = mean(left), mean(right)
    v, r = (here.term(entry[key], read_vector) for key in ("vector", "rows"))
    _combined(r, lengths=True)
    need(not is_random(v), "the vector is random")
    need(headed(inner, "exp") or headed(inner, "cos"), "not the mean of exp or cos")
    if _random_scale(r):
        here.needs(("integrable", inner))
    head = ("hyper", ("[]",), ("[]", ("*", _HALF, dimension(here))))
    need(headed(series, "hyper") and series[:3] == head, "not a mean of 0F1 with d/2 below")
    algebra = here.algebra()
    quarter = ("q", 1 if inner[0] == "exp" else -1, 4)
    lengths = ("*", quarter, ("dot", v, v), ("dot", r, r))
    need(algebra.same(algebra.form(inner[1]), algebra.form(("dot", r, v))), "the exponent is another one")
    need(algebra.same(algebra.form(series[3]), algebra.form(lengths)), "the argument is no squared length")


def _gram(here: Here) -> None:
    here.by()
    left, right = equation(here.then, "=")
    need(headed(left, "dot") and all(v[0] == "row" for v in left[1:]), "not the product of two rows")
    (_, one, i), (_, other, j) = left[1:]
    need(one == other and i != j, "rows of two couplings, or one row twice")
    need(here.context.variables.get("d") == "integer", "the context has no integer d")
    need_there(here, ("row", one, max(i, j)))
    angle = cosine(one, i, j)
    lengths = ("^", ("*", *(("dot", v, v) for v in left[1:])), _HALF)
    need(right == (0 if angle == 0 else ("*", angle, lengths)), "not the cosine times the lengths")


def _nonzero_row(here: Here) -> None:
    here.by()
    zero, square = equation(here.then, "<")
    row = _square(square)
    need(row[0] == "row" and row[1] in (*GAUSSIAN, *FIXED), "not the squared length of a known row")
    dimension(here)
    need(zero == 0, "not a comparison with 0")


def natural(here: Here, k: Term) -> None:
    """A power is an integer from 0 on, and not random."""
    need(not is_random(k) and here.integer(k), "the power is not seen to be an integer")
    here.needs_at_least(0, k)


def _power_integrable(here: Here) -> None:
    here.by()
    power = integrable(here)
    need(headed(power, "^"), "not a power")
    _, base, k = power
    for square in base[1:] if headed(base, "+") else (base,):
        _combined(_square(square))
    natural(here, k)


def _sum_length(here: Here) -> None:
    here.by()
    left, right = equation(here.then, "=")
    power = mean(left)
    need(headed(power, "^"), "not the mean of a power")
    total, k = _square(power[1]), power[2]
    need(headed(total, "+"), "not a sum of rows")
    rows = total[1:]
    need(all(v[:2] == ("row", IID) for v in rows), "rows that are not independent")
    need(len(set(rows)) == len(rows), "a row twice")
    half = ("*", _HALF, dimension(here))
    natural(here, k)
    value = ("*", ("^", 2 * len(rows), k), ("gamma", ("+", half, k)), ("^", ("gamma", half), -1))
    need(right == value, "not the moment of a multiple of a chi-squared variable")


def _powers(here: Here, t: Term) -> tuple[Term, Term]:
    """a and b of (p + q)^a (p q)^b for the squared lengths p and q of two rows of one block."""
    need(headed(t, "*") and len(t) == 3 and all(headed(f, "^") for f in t[1:]), "not two powers")
    (_, total, a), (_, product, b) = t[1:]
    need(headed(total, "+") and headed(product, "*") and total[1:] == product[1:], "not of one pair")
    need(len(total) == 3 and total[1] != total[2], "not two squared lengths")
    one, other = map(_row_square, total[1:])
    need(one[1] == other[1], "rows of two couplings")
    for e in (a, b):
        need(not is_random(e), "a random power")
        literal = (isinstance(e, int) and e >= 0) or (headed(e, "q") and e[1] > 0)
        need(literal or ("<=", 0, e) in here.known(), "a power is not seen to be at least 0")
    return a, b


def _mixed_lengths(here: Here) -> None:
    here.by()
    left, right = equation(here.then, "=")
    a, b = _powers(here, mean(left))
    d, twice = dimension(here), ("*", 2, b)
    half = ("*", _HALF, d)
    tilted = (("gamma", ("+", d, a, twice)), ("^", ("gamma", ("+", d, twice)), -1))
    squares = (("^", ("gamma", ("+", half, b)), 2), ("^", ("gamma", half), -2))
    need(right == ("*", ("^", 2, ("+", a, twice)), *tilted, *squares), "not the moment")


def _mixed_integrable(here: Here) -> None:
    here.by()
    _powers(here, integrable(here))
    dimension(here)


def _mean_terms(here: Here, series: Term, k: str) -> Term:
    """The means of the terms of 0F1 at a multiple of what is never below 0."""
    need(headed(series, "hyper") and len(series[1]) == 1 and len(series[2]) == 2, "not a mean of 0F1")
    b, z = series[2][1], series[3]
    need(headed(z, "*") and len(z) == 3, "not at a multiple of something")
    _, c, base = z
    need(not is_random(b) and not is_random(c), "a random parameter")
    need(k not in free(series), f"a parameter speaks of {k}")
    inverses = (("^", ("gamma", t), -1) for t in (("+", b, k), ("+", k, 1)))
    body = ("*", ("^", c, k), ("E", ("^", base, k)), ("gamma", b), *inverses)
    here.needs(("<", 0, b))
    here.needs(("<=", 0, base))
    here.needs(("integrable", ("^", base, k)), here.over(k, 0, INFINITY))
    here.needs(("summable", k, 0, body))
    return body


def _mean_series(here: Here) -> None:
    here.by()
    left, right = equation(here.then, "=")
    need(headed(right, "sum") and right[2:4] == (0, INFINITY), "not a series from 0")
    need(right[4] == _mean_terms(here, mean(left), right[1]), "other terms of the series")


def _series_integrable(here: Here) -> None:
    k = here.by("index")["index"]
    need(type(k) is str and k.isidentifier(), "the index must be a name")
    _mean_terms(here, integrable(here), k)


def _mean_sum(here: Here) -> None:
    here.by()
    left, right = equation(here.then, "=")
    total = mean(left)
    need(headed(total, "sum") and total[3] != INFINITY, "not the mean of a finite sum")
    _, k, low, high, body = total
    for end in (low, high):
        need(not is_random(end) and here.integer(end), "an end is not seen to be an integer")
    here.needs(("integrable", body), here.over(k, low, high))
    need(right == (*total[:4], ("E", body)), "not the sum of the means")


def _mean_below(here: Here) -> None:
    here.by()
    sides = [mean(t) for t in equation(here.then, "<", "<=")]
    here.needs((here.then[0], *sides))
    for t in sides:
        here.needs(("integrable", t))


def _integrable_below(here: Here) -> None:
    here.by()
    t, known = integrable(here), here.known()
    need(("<=", 0, t) in known, "not known to be nonnegative")
    bounds = (p[2] for p in known if p[0] == "<=" and p[1] == t)
    need(any(("integrable", u) in known for u in bounds), "nothing integrable is known to be above")


def _lengths_alike(here: Here) -> None:
    here.by()
    one, other = map(mean, equation(here.then, "="))
    found: set[tuple[Term, Term]] = set()
    _matched(one, other, found)
    need(found, "nothing random")
    for side in (0, 1):
        rows = {pair[side] for pair in found}
        need(len({row[1] for row in rows}) == 1, "rows of several couplings on one side")
        need(len(rows) == len(found), "two rows for one")
        for row in rows:
            need_there(here, row)


def _matched(one: Term, other: Term, found: set[tuple[Term, Term]]) -> None:
    """The terms are the same but for the couplings of squared lengths of rows."""
    if not is_random(one) and not is_random(other):
        need(one == other, "the sides differ in what is not random")
        return
    need(isinstance(one, tuple) and isinstance(other, tuple) and one[0] == other[0], "other terms")
    if one[0] == "dot":
        found.add((_row_square(one), _row_square(other)))
        return
    need(one[0] in _SWAPPED and len(one) == len(other), "not a function of squared lengths")
    for a, b in zip(one[1:], other[1:], strict=True):
        _matched(a, b, found)


RULES = {
    rule.__name__.strip("_").replace("_", "-"): rule
    for rule in (
        *(_rotation, _gram, _nonzero_row, _power_integrable, _sum_length),
        *(_mixed_lengths, _mixed_integrable, _mean_series, _series_integrable, _mean_sum),
        *(_mean_below, _integrable_below, _lengths_alike),
    )
}

"""Rules of sums and series: linearity, last and first terms, domination, hypergeometric series by their term ratio."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

from rftheory.proof.kernel.rules import Rule, algebra, need, need_integer
from rftheory.proof.kernel.theorem import Inference, Sequent
from rftheory.proof.terms import INFINITY, ProofError, Term, free, literal, substitute


def inside(step: Inference, k: str, low: Term, high: Term, then: Term) -> None:
    """A premise says so for every integer k of the range."""
    ends: tuple[Term, ...] = (("<=", low, k),)
    if high != INFINITY:
        ends += (("<=", k, high),)
    where = Sequent(then, (*step.sequent.local, (k, "integer")), (*step.sequent.given, *ends))
    if k in step.names or not any(p.then == then and p.sequent.within(where) for p in step.premises):
        raise ProofError(f"no premise says, for every {k} of the range, {then}")


def sum_of(term: Term, head: str = "sum") -> tuple[str, Term, Term, Term]:
    """Index, ends and body of a sum or product."""
    if not (isinstance(term, tuple) and term[0] == head):
        raise ProofError(f"a {head} is needed, not {term}")
    return term[1], term[2], term[3], term[4]


def sides_of(step: Inference, relation: str = "=") -> tuple[Term, Term]:
    """Both sides of the relation to be shown."""
    if not (isinstance(step.then, tuple) and step.then[0] == relation):
        raise ProofError(f"allowed: {relation}")
    return step.then[1], step.then[2]


def _summable(step: Inference, k: str, low: Term, high: Term, body: Term) -> None:
    if high == INFINITY:
        need(step, ("summable", k, low, body))


def scale(step: Inference) -> None:
    """A factor of every term is a factor of the sum."""
    left, right = sides_of(step)
    k, low, high, body = sum_of(left)
    if not (isinstance(right, tuple) and right[0] == "*" and len(right) == 3):
        raise ProofError("the right side must be a factor times a sum")
    other, *_, inner = sum_of(right[2])
    if right[2] != ("sum", k, low, high, inner) or other != k or k in free(right[1]):
        raise ProofError("both sums must have one range, and the factor no bound variable")
    inside(step, k, low, high, ("=", body, ("*", right[1], inner)))
    _summable(step, k, low, high, inner)


def add(step: Inference) -> None:
    """The sum of sums."""
    left, right = sides_of(step)
    k, low, high, body = sum_of(left)
    if not (isinstance(body, tuple) and body[0] == "+" and len(body) == 3):
        raise ProofError("the body must be a sum of two")
    if right != ("+", *(("sum", k, low, high, each) for each in body[1:])):
        raise ProofError("the right side must be the sum of both sums")
    for each in body[1:]:
        _summable(step, k, low, high, each)


def summable_scale(step: Inference) -> None:
    """A multiple of a summable term."""
    k, low, body = series_of(step.then)
    if not (isinstance(body, tuple) and body[0] == "*" and len(body) == 3) or k in free(body[1]):
        raise ProofError("the body must be a factor without the bound variable, times a term")
    need(step, ("summable", k, low, body[2]))


def summable_add(step: Inference) -> None:
    """The sum of two summable terms."""
    k, low, body = series_of(step.then)
    if not (isinstance(body, tuple) and body[0] == "+" and len(body) == 3):
        raise ProofError("the body must be a sum of two")
    for each in body[1:]:
        need(step, ("summable", k, low, each))


def series_of(term: Term) -> tuple[str, Term, Term]:
    """Index, start and body of what is summable."""
    if not (isinstance(term, tuple) and term[0] == "summable"):
        raise ProofError("allowed: summable")
    return term[1], term[2], term[3]


def last(step: Inference) -> None:
    """A finite sum or product is the one without its last term, and this."""
    left, right = sides_of(step)
    head = "prod" if isinstance(left, tuple) and left[0] == "prod" else "sum"
    k, low, high, body = sum_of(left, head)
    if not (isinstance(right, tuple) and right[0] == ("*" if head == "prod" else "+") and len(right) == 3):
        raise ProofError("the right side must be of two parts")
    other, first, before, same = sum_of(right[1], head)
    if (other, first, same) != (k, low, body) or right[2] != substitute(body, {k: high}):
        raise ProofError("the right side must have the same terms, and the last one")
    if high == INFINITY or not algebra(step).equal(("+", high, ("*", -1, before)), 1):
        raise ProofError("the ends must differ by 1")
    need_integer(step, low)
    need_integer(step, high)
    need(step, ("<=", low, high))


def empty(step: Inference) -> None:
    """A sum that ends one before its start is 0, a product 1."""
    left, right = sides_of(step)
    head = "prod" if isinstance(left, tuple) and left[0] == "prod" else "sum"
    _, low, high, _ = sum_of(left, head)
    if right != (1 if head == "prod" else 0):
        raise ProofError("an empty sum is 0, an empty product 1")
    if high == INFINITY or not algebra(step).equal(("+", low, ("*", -1, high)), 1):
        raise ProofError("the range must end one before its start")


def rest(step: Inference) -> None:
    """What is left of a convergent series after its first terms converges."""
    k, low, body = series_of(step.then)
    for known in step.usable:
        if isinstance(known, tuple) and known[0] == "summable" and (known[1], known[3]) == (k, body):
            whole = isinstance(known[2], int) and isinstance(low, int) and known[2] <= low
            if whole or ("<=", known[2], low) in step.usable:
                return
    raise ProofError("no premise says that the series converges from an earlier start")


def dominated(step: Inference) -> None:
    """A sum or series with smaller terms is smaller; a series strictly, where one term is."""
    strict = isinstance(step.then, tuple) and step.then[0] == "<"
    left, right = sides_of(step, "<" if strict else "<=")
    k, low, high, body = sum_of(left)
    other, start, end, above = sum_of(right)
    if (other, start, end) != (k, low, high):
        raise ProofError("both must have one range")
    for each in (body, above):
        _summable(step, k, low, high, each)
    inside(step, k, low, high, ("<=", body, above))
    if strict:
        if high != INFINITY or not isinstance(low, int):
            raise ProofError("a strict comparison needs series from one integer literal")
        place = step.by.get("at")
        if not isinstance(place, int) or isinstance(place, bool) or place < low:
            raise ProofError(f"at: an index from {low} on is needed")
        need(step, ("<", substitute(body, {k: place}), substitute(above, {k: place})))


def summable_below(step: Inference) -> None:
    """A series of terms that are at most those of a summable one in size."""
    k, low, body = series_of(step.then)
    bounds = [p.then for p in step.premises if isinstance(p.then, tuple) and p.then[0] == "summable"]
    for bound in bounds:
        if bound[1:3] != (k, low) or bound not in step.usable:
            continue
        try:
            inside(step, k, low, INFINITY, ("<=", body, bound[3]))
        except ProofError:
            continue
        for least in (0, ("*", -1, bound[3])):
            with suppress(ProofError):
                return inside(step, k, low, INFINITY, ("<=", least, body))
    raise ProofError("no summable series is shown to be above it")


def ratio(step: Inference) -> None:
    """A series whose terms have the ratios of a hypergeometric one is its first term times that."""
    left, right = sides_of(step)
    k, low, high, body = sum_of(left)
    if low != 0 or high != INFINITY:
        raise ProofError("a series from 0 is needed")
    beginning = _ratios(step, k, body)
    if right != ("*", beginning, step.by["hyper"]):
        raise ProofError("the right side must be the first term times the hypergeometric series")
    need(step, ("=", substitute(body, {k: 0}), beginning))


def summable_ratio(step: Inference) -> None:
    """A series whose terms have the ratios of a convergent hypergeometric one."""
    k, low, body = series_of(step.then)
    if low != 0:
        raise ProofError("a series from 0 is needed")
    _ratios(step, k, body)


def _ratios(step: Inference, k: str, body: Term) -> Term:
    """The first term, once the ratios of terms are those of `by`'s hypergeometric series."""
    series = step.by.get("hyper")
    if not (isinstance(series, tuple) and series[0] == "hyper") or k in free(series):
        raise ProofError("hyper: a hypergeometric series without the bound variable is needed")
    _, upper, lower, z = series
    if len(upper) > len(lower):
        raise ProofError("more upper than lower parameters: not convergent everywhere")
    for each in lower:
        value = literal(each)
        if value is None or value <= 0:
            need(step, ("<", 0, each))
    onward = ("*", substitute(body, {k: ("+", k, 1)}), ("+", k, 1), *(("+", each, k) for each in lower))
    here = ("*", body, z, *(("+", each, k) for each in upper))
    inside(step, k, 0, INFINITY, ("=", onward, here))
    beginning: Term = step.by.get("first", 0)
    return beginning


RULES: Mapping[str, Rule] = {
    "sum-scale": scale, "sum-add": add, "summable-scale": summable_scale, "summable-add": summable_add,
    "sum-last": last, "sum-empty": empty, "prod-last": last, "prod-empty": empty, "summable-rest": rest,
    "dominated": dominated, "summable-below": summable_below, "series-ratio": ratio,
    "series-ratio-summable": summable_ratio,
}  # fmt: skip

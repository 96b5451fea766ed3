"""Variances of Poisson and geometric features: rows of counts have independent coordinates, each with its series."""

from __future__ import annotations

from contextlib import suppress

from rftheory.proof.kernel import Theorem
from rftheory.proof.kernel.definitions import row_term
from rftheory.proof.kernel.estimates import unfolded_variance
from rftheory.proof.scripts import Script, Scripts
from rftheory.proof.tactics import Prover, absolute, hypergeometric
from rftheory.proof.tactics.entries import multiple
from rftheory.proof.tactics.finite import coefficients
from rftheory.proof.tactics.finite.ranges import factored, finite, inside, over_length, range_of, right_of
from rftheory.proof.tactics.moves import instance, rewritten
from rftheory.proof.tactics.series import power_of_product
from rftheory.proof.terms import INFINITY, ProofError, Term, compound, exchanged, substitute, subterms

_HALF: Term = ("q", 1, 2)
_X, _Y = (("entry", name, "j") for name in ("x", "y"))
_MET: Term = ("*", _X, _Y)
_LEFT: Term = ("+", 1, ("*", -1, "p"))


def _mass(law: str) -> Term:
    if law == "poisson":
        return ("*", ("exp", ("*", -1, "lam")), ("^", "lam", "k"), ("^", ("gamma", ("+", "k", 1)), -1))
    return ("*", "p", ("^", _LEFT, "k"))


def _prepared(prover: Prover, law: str) -> Prover:
    coefficients.sized(prover)
    inner = prover.within()
    if law == "geometric":
        inner.add(prover.show(("<", 0, _LEFT)))
        inner.add(prover.given(("<", "p", 1)))
    return inner


def _power_mean(prover: Prover, law: str, product: Term, q: int) -> tuple[Theorem, Theorem]:
    """E of a power of the product over the coordinates, and that it has one."""
    _, j, low, high, body = compound(product)
    count = next(each for each in subterms(body) if isinstance(each, tuple) and each[0] == "count")
    value = exchanged(body, {count: "k"})
    term: Term = ("*", _mass(law), ("^", value, q))
    within = inside(prover, product)
    exists = hypergeometric.summable(within, "k", term)
    power: Term = ("^", product, q)
    series: Term = ("prod", j, low, high, ("sum", "k", 0, INFINITY, term))
    known = [exists, prover.given(("<", 0, "lam" if law == "poisson" else "p"))]
    if law == "geometric":
        known.append(prover.given(("<", "p", 1)))
    mean = prover.infer("counts-mean", ("=", ("E", power), series), known)
    return mean, prover.infer("counts-integrable", ("integrable", power), known, {"index": "k"})


def _closed(prover: Prover, law: str, product: Term) -> Theorem:
    """The product over the coordinates of e^(xy - lam), or of p e^(xy), as a power and the exponential of a sum."""
    total: Term = ("sum", *range_of("j", "d"), _MET)
    series = hypergeometric.closed(inside(prover, product), compound(product)[4])
    factor: Term = ("exp", ("+", _MET, ("*", -1, "lam"))) if law == "poisson" else ("*", "p", ("exp", _MET))

    def sides(end: Term) -> tuple[Term, Term]:
        inner: Term = ("sum", *range_of("j", end), _MET)
        shift: Term = ("+", inner, ("*", -1, "lam", end))
        value: Term = ("exp", shift) if law == "poisson" else ("*", ("^", "p", end), ("exp", inner))
        return ("prod", *range_of("j", end), factor), value

    whole = over_length(prover, sides, "d", lambda n: substitute(factor, {"j": n}))
    alike = inside(prover, product).equal(right_of(series), factor)
    middle = exchanged(product, {compound(product)[4]: right_of(series)})
    first = prover.replaced(("=", product, middle), series)
    second = prover.replaced(("=", middle, compound(whole.then)[1]), alike)
    assert total in list(subterms(right_of(whole)))
    return prover.through(first, second, whole, proposition=("=", product, right_of(whole)))


def _rewritten_series(prover: Prover, law: str, body: Term, own: Term) -> Theorem:
    """The terms of the series as claims write them: powers of x y, or of r = x y/(1 - p), to 2k."""
    base: Term = _MET
    weight: Term = ("*", _mass(law), ("^", "lam", ("*", -2, "k")))
    if law == "geometric":
        base = next(
            e[1] for e in subterms(own) if isinstance(e, tuple) and e[0] == "^" and e[2] == ("*", "k", 2)
        )
        weight = ("*", _mass(law), ("^", ("gamma", ("+", "k", 1)), -2))
    whole = prover.fact("power-sum", b=base, m="k", n="k")
    double: Term = ("=", ("^", ("^", base, "k"), 2), ("^", base, ("*", "k", 2)))
    squares = prover.combine(double, [multiple(1, 0)], [whole])
    if law == "poisson":
        return prover.combine(("=", body, own), [multiple(weight, 0)], [squares])
    plain = Prover(prover.context).within(("a", "real"), ("b", "real"))
    split = instance(prover, power_of_product(plain, "k", "a", "b"), {"a": base, "b": _LEFT})
    left: Term = ("*", ("^", base, "k"), ("^", _LEFT, "k"))
    met: Term = ("^", _MET, "k")
    turned = prover.through(prover.equal(met, compound(split.then)[1]), split, proposition=("=", met, left))
    rest: Term = ("*", weight, ("^", _LEFT, ("*", -2, "k")), ("+", met, left))
    return prover.combine(("=", body, own), [multiple(rest, 0), multiple(weight, 1)], [turned, squares])


def _integrable(prover: Prover, term: Term, scale: Term, power: Term, known: Theorem) -> Theorem:
    """integrable term = scale * power."""
    premises = [known, *prover.conditions(term, scale)]
    return prover.infer("integrable-sum", ("integrable", term), premises, {"addends": ((scale, power),)})


def _scaled(prover: Prover, term: Term, scale: Term, power: Term, known: Theorem, value: Theorem) -> Theorem:
    """E term = scale * value for term = scale * power."""
    premises = [known, *prover.conditions(term, scale)]
    mean = prover.infer("mean-linear", ("=", ("E", term), ("*", scale, ("E", power))), premises)
    whole: Term = ("=", ("E", term), ("*", scale, right_of(value)))
    return prover.combine(whole, [multiple(1, 0), multiple(scale, 1)], [mean, value])


def variance(law: str) -> Script:
    """Var f = C^2 E P^2 - (C E P)^2 for the features C P."""

    def script(prover: Prover, goal: Term) -> Theorem:
        inner = _prepared(prover, law)
        left, right = compound(goal)[1:]
        estimate = compound(left)[1]
        one, two = row_term(estimate, 1), row_term(estimate, 2)
        product = compound(one)[-1]
        scale: Term = ("*", *compound(one)[1:-1], 1)
        first, plain = _power_mean(inner, law, product, 1)
        second, squared = _power_mean(inner, law, product, 2)
        wanted = next(each for each in finite(right, ("prod",)))
        within = inside(inner, wanted)
        deep = within.within(("k", "integer"), given=(("<=", 0, "k"),))
        body, own = compound(compound(right_of(second))[4])[4], compound(compound(wanted)[4])[4]
        same = _rewritten_series(deep, law, body, own)
        second = inner.through(
            second,
            inner.replaced(("=", right_of(second), wanted), same),
            proposition=("=", compound(second.then)[1], wanted),
        )
        closed = _closed(inner, law, right_of(first))
        whole = inner.through(first, closed, proposition=("=", compound(first.then)[1], right_of(closed)))
        once, again = ("^", product, 1), ("^", product, 2)
        square: Term = ("^", scale, 2)
        mean = _scaled(inner, one, scale, once, plain, whole)
        moment = _scaled(inner, ("^", one, 2), square, again, squared, second)
        exists = _integrable(inner, ("^", one, 2), square, again, squared)
        unfolded = unfolded_variance(1, one, two)
        found = inner.infer("estimate-variance", ("=", left, unfolded), [exists])
        plainly = inner.replaced(
            ("=", left, exchanged(unfolded, {("E", one): right_of(mean), ("E", ("^", one, 2)): right_of(moment)})),
            mean, moment, of=found,
        )  # fmt: skip
        return inner.through(plainly, inner.equal(right_of(plainly), right), proposition=goal)

    return script


_SQUARE: Term = ("*", ("^", _X, 2), ("^", _Y, 2))
_BESSEL: Term = ("hyper", (), (1,), ("*", ("^", _LEFT, -1), ("^", _MET, 2)))


def exponentials(prover: Prover, goal: Term) -> Theorem:
    """Every product over the coordinates is the exponential of a sum."""
    inner = _prepared(prover, "poisson")
    return rewritten(inner, goal, [_exponential(inner, each) for each in _products(goal)])


def _products(goal: Term) -> list[Term]:
    return list(dict.fromkeys(finite(goal, ("prod",))))


def _series(prover: Prover, product: Term, value: Term) -> Theorem:
    """The product with closed forms in place of its series, as products of a value that is the same."""
    within = inside(prover, product)
    body = compound(product)[4]
    written: Term = (*compound(product)[:4], value)
    if compound(body)[0] != "sum":
        return prover.replaced(("=", product, written), _alike(within, body, value))
    closed = hypergeometric.closed(within, body)
    same = _alike(within, right_of(closed), value)
    return prover.replaced(
        ("=", product, written), within.through(closed, same, proposition=("=", body, value))
    )


def _alike(prover: Prover, one: Term, other: Term) -> Theorem:
    """Equal, also where |x y|^2 stands in an argument."""
    if not any(isinstance(each, tuple) and each[0] == "abs" for each in subterms(one)):
        return prover.equal(one, other)
    square = absolute.of_square(prover, _MET)
    arguments = compound(one)[3], compound(other)[3]
    same = prover.combine(("=", *arguments), [multiple(("^", _LEFT, -1), 0)], [square])
    return prover.replaced(("=", one, other), same)


def _exponential(prover: Prover, product: Term) -> Theorem:
    for shift in (-1, 0):
        factor: Term = ("exp", ("+", ("*", shift, "lam"), ("*", ("^", "lam", -1), _SQUARE)))

        def sides(end: Term, factor: Term = factor, shift: int = shift) -> tuple[Term, Term]:
            inner: Term = ("sum", *range_of("j", end), _SQUARE)
            value: Term = ("exp", ("+", ("*", shift, "lam", end), ("*", ("^", "lam", -1), inner)))
            return ("prod", *range_of("j", end), factor), value

        with suppress(ProofError):
            first = _series(prover, product, factor)
            whole = over_length(prover, sides, "d", lambda n, f=factor: substitute(f, {"j": n}))  # type: ignore[misc]
            return prover.through(first, whole, proposition=("=", product, right_of(whole)))
    raise ProofError(f"no exponential: {product}")


def bessels(prover: Prover, goal: Term) -> Theorem:
    """Every product over the coordinates is one of I_0, some with a factor p at each."""
    inner = _prepared(prover, "geometric")
    return rewritten(inner, goal, [_bessel(inner, each) for each in _products(goal)])


def _bessel(prover: Prover, product: Term) -> Theorem:
    plain: Term = (*compound(product)[:4], _BESSEL)
    with suppress(ProofError):
        return _series(prover, product, _BESSEL)
    first = _series(prover, product, ("*", "p", _BESSEL))
    apart = factored(prover, plain, "p", lambda n: ("^", "p", n))
    return prover.through(first, apart, proposition=("=", product, right_of(apart)))


PROOFS: Scripts = {
    "crt/sec9.5/chain": (variance("poisson"), exponentials, exponentials, exponentials),
    "crt/sec9.6/line3/corrected": (variance("geometric"), bessels),
    "crt/sec9.6/line4": (variance("geometric"), bessels, bessels, bessels),
}

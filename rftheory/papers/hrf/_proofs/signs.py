"""Means of sign products by inverse sines."""

from __future__ import annotations

from rftheory.proof.kernel import Theorem
from rftheory.proof.kernel.definitions import HALF, X, Y, row_term
from rftheory.proof.scripts import Scripts, automatic
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.finite import coefficients, somewhere
from rftheory.proof.tactics.moves import attached, instance, rewritten
from rftheory.proof.tactics.roots import inverse_root
from rftheory.proof.terms import PI, Term, compound, subterms


def inverse(prover: Prover, goal: Term) -> Theorem:
    """acos cos theta = theta on [0, pi]."""
    inner = prover.within()
    ends = [inner.fact(name, t="theta") for name in ("cos-at-least", "cos-at-most")]
    return attached(inner, rewritten(inner, goal, [inner.fact("acos-cos", t="theta")]), *ends)


def from_entries(prover: Prover, goal: Term) -> Theorem:
    """The angle of x and y by the sums of their entries, of which those of squares are above 0."""
    coefficients.sized(prover)
    estimate = next(e for e in subterms(goal) if isinstance(e, tuple) and e[0] == "estimate")
    angle = next(e for e in subterms(goal) if isinstance(e, tuple) and e[0] == "acos")
    cosine = angle[1]
    product_of, crossed = cosine[1][1], cosine[2]
    squares = list(compound(product_of)[1:])
    inner = prover.within()
    lengths = []
    for vector, total in zip((X, Y), squares, strict=True):
        same = inner.given(("=", ("dot", vector, vector), total))
        positive = inner.add(somewhere.positive(inner, total))
        lengths.append(inner.replaced(("<", 0, ("dot", vector, vector)), same, of=positive))
    meant = [
        inner.given(("=", ("dot", *pair), total))
        for pair, total in zip(((X, X), (Y, Y), (X, Y)), (*squares, crossed), strict=True)
    ]
    values = {"a": squares[0], "b": squares[1], "c": crossed}
    given: tuple[Term, ...] = (("<", 0, "a"), ("<", 0, "b"), ("<=", ("^", "c", 2), ("*", "a", "b")))
    inner.add(_cauchy(inner, meant, squares, crossed))
    plain = Prover(prover.context).within(*((name, "real") for name in values), given=given)
    limits = [instance(inner, each, values) for each in _limits(plain)]
    for each in limits:
        inner.add(each)
    turned = inner.fact("cos-acos", t=cosine)
    roots: Term = ("*", ("^", ("dot", X, X), HALF), ("^", ("dot", Y, Y), HALF), ("cos", angle))
    by_sums: Term = ("*", ("^", squares[0], HALF), ("^", squares[1], HALF), cosine)
    alike = instance(inner, _parted(plain), values)
    said = inner.replaced(("=", ("dot", X, Y), roots), *meant, turned, of=alike)
    assert by_sums == compound(alike.then)[2]
    once: Term = ("+", 1, ("*", -2, angle, ("^", PI, -1)))
    row = row_term(estimate, 1)
    ends = [inner.fact(name, t=cosine) for name in ("acos-nonnegative", "acos-at-most")]
    mean = inner.infer("sign-mean", ("=", ("E", row), once), [*lengths, *ends, said], {"angle": angle})
    exists = inner.infer("bounded", ("integrable", row))
    whole = inner.infer(
        "estimate-mean", ("=", ("E", estimate), ("E", row)), [exists, inner.given(("<=", 1, "n"))]
    )
    there = inner.infer(
        "estimate-integrable", ("integrable", estimate), [exists, inner.given(("<=", 1, "n"))]
    )
    one = inner.infer("bounded", ("integrable", 1))
    left = compound(goal)[1]
    split: Term = ("+", ("*", ("q", -1, 2), ("E", estimate)), ("*", HALF, ("E", 1)))
    linear = inner.infer("mean-linear", ("=", left, split), [there, one])
    unit = inner.infer("gaussian", ("=", ("E", 1), 1))
    entries = [multiple(1, 0), multiple(("q", -1, 2), 1), multiple(("q", -1, 2), 2), multiple(HALF, 3)]
    shown = inner.combine(goal, entries, [linear, whole, mean, unit])
    total = inner.infer(
        "integrable-sum",
        ("integrable", compound(left)[1]),
        [there, one],
        {"addends": ((("q", -1, 2), estimate), (HALF, 1))},
    )
    return attached(inner, shown, total, *limits, *inner.lemmas[-8:])


def _cosine() -> Term:
    return ("*", ("^", ("*", "a", "b"), ("q", -1, 2)), "c")


def _parted(prover: Prover) -> Theorem:
    """c = a^(1/2) b^(1/2) c/(a b)^(1/2)."""
    inner = prover.within()
    halves = [inner.add(inner.fact("power-positive", b=each, p=("q", -1, 2))) for each in ("a", "b")]
    inner.add(
        inner.combine(
            ("<", 0, ("*", "a", "b")), [product(0, 1)], [inner.given(h) for h in inner.hypotheses[:2]]
        )
    )
    apart: Term = ("*", *(compound(each.then)[2] for each in halves))
    inner.add(inner.combine(("<", 0, apart), [product(0, 1)], halves))
    same = inverse_root(inner, ("*", "a", "b"), apart)
    roots: tuple[Term, ...] = (("^", "a", HALF), ("^", "b", HALF))
    return inner.combine(("=", "c", ("*", *roots, _cosine())), [multiple(("*", -1, "c", *roots), 0)], [same])


def _cauchy(prover: Prover, meant: list[Theorem], squares: list[Term], crossed: Term) -> Theorem:
    """(x . y)^2 <= |x|^2 |y|^2, as | |y|^2 x - (x . y) y |^2 is not below 0."""
    xx, yy, xy = ("dot", X, X), ("dot", Y, Y), ("dot", X, Y)
    rest: Term = ("+", ("*", yy, X), ("*", -1, xy, Y))
    least = prover.square(("dot", rest, rest))
    positive = prover.replaced(("<", 0, yy), meant[1], of=prover.show(("<", 0, squares[1])))
    inverse = prover.fact("power-positive", [positive], b=yy, p=-1)
    bound = prover.infer(
        "combine",
        ("<=", ("^", xy, 2), ("*", xx, yy)),
        [least, inverse, positive],
        {"terms": (product(0, 1),)},
    )
    return prover.replaced(("<=", ("^", crossed, 2), ("*", *squares)), *meant, of=bound)


def _limits(prover: Prover) -> list[Theorem]:
    """-1 <= c/(a b)^(1/2) <= 1, whose square is at most 1."""
    prover = prover.within()
    own = _cosine()
    both: Term = ("*", "a", "b")
    prover.add(prover.show(("<", 0, both)))
    inverse = prover.fact("power-positive", b=both, p=-1)
    small = prover.combine(
        ("<=", ("^", own, 2), 1), [product(0, 1)], [inverse, prover.given(prover.hypotheses[-1])]
    )
    return [prover.add(_between(prover, own, small, sign)) for sign in (1, -1)]


def _between(prover: Prover, own: Term, small: Theorem, sign: int) -> Theorem:
    """t <= 1, or -1 <= t, from t^2 <= 1: 2 (1 - t) = (1 - t)^2 + (1 - t^2)."""
    goal: Term = ("<=", own, 1) if sign > 0 else ("<=", -1, own)
    side: Term = ("+", 1, ("*", -sign, own))
    return prover.combine(
        goal, [product(coefficient=HALF, squares=(side,)), product(0, coefficient=HALF)], [small]
    )


PROOFS: Scripts = {
    "hrf/appD/mean": (automatic, inverse, automatic),
    "hrf/eq19/estimator": (from_entries, automatic),
}

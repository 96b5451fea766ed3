"""Sums of independent rows: E 0F1(; d/2; f |w_1 + .. + w_n|^2) = e^(2 n f), as |sum|^2/(2n) is that of one row."""

from __future__ import annotations

from rftheory.proof.kernel import Theorem
from rftheory.proof.tactics import hypergeometric
from rftheory.proof.tactics.gaussian import chained
from rftheory.proof.tactics.prover import Prover
from rftheory.proof.terms import INFINITY, ProofError, Term, compound

_HALF: Term = ("q", 1, 2)
_B: Term = ("*", _HALF, "d")
_K = "k"


def closed(prover: Prover, moment: Term) -> Theorem:
    """The mean as an exponential."""
    function = compound(moment)[1]
    plain, premises, moved = _prepared(prover, function)
    _, factor, total = compound(plain[3])
    body = _body(factor, ("E", ("^", total, _K)))
    right: Term = ("sum", _K, 0, INFINITY, body)
    series = prover.infer("mean-series", ("=", ("E", plain), right), premises)
    chi = premises[-1]
    value = chi.premises[0]
    through: Term = ("sum", _K, 0, INFINITY, _body(factor, compound(value.then)[2]))
    valued = prover.replaced(("=", ("E", plain), through), value, of=series)
    found = chained(prover, valued, hypergeometric.closed(prover, through))
    assert isinstance(found.then, tuple)
    return prover.replaced(("=", moment, found.then[2]), moved, of=found)


def integrable(prover: Prover, function: Term) -> Theorem:
    """That it exists."""
    plain, premises, moved = _prepared(prover, function)
    shown = prover.infer("series-integrable", ("integrable", plain), premises, {"index": _K})
    return prover.replaced(("integrable", function), moved, of=shown)


def _prepared(prover: Prover, function: Term) -> tuple[tuple[Term, ...], list[Theorem], Theorem]:
    """The series at a factor times the squared length, what rules of its mean ask for, and that it is the same."""
    factor, total = _taken_apart(function)
    plain: Term = ("hyper", (), (_B,), ("*", factor, total))
    inner = prover.within((_K, "integer"), given=(("<=", 0, _K),))
    start = [inner.given(("<=", 0, _K)), inner.show(("<", 0, "d"))]
    power: Term = ("^", total, _K)
    rows = compound(total)[1][1:]
    chi: Term = (
        "*", ("^", 2 * len(rows), _K), ("gamma", ("+", _B, _K)), ("^", ("gamma", _B), -1),
    )  # fmt: skip
    length = inner.infer("sum-length", ("=", ("E", power), chi), start)
    exists = hypergeometric.summable(prover, _K, _body(factor, chi))
    moved = prover.infer(
        "replace", ("summable", _K, 0, _body(factor, ("E", power))), [length, exists], {"of": 1}
    )
    premises = [
        prover.show(("<", 0, _B)),
        prover.square(total),
        inner.infer("power-integrable", ("integrable", power), start[:1]),
        moved,
    ]
    return compound(plain), premises, prover.equal(function, plain)


def _taken_apart(function: Term) -> tuple[Term, Term]:
    match function:
        case ("hyper", (), (_,), ("*", *parts)):
            for place, part in enumerate(parts):
                match part:
                    case ("^", ("^", ("dot", ("+", *_), _) as total, half), 2) if half == _HALF:
                        rest = (*parts[:place], *parts[place + 1 :])
                        return ("*", *rest) if len(rest) > 1 else rest[0], total
    raise ProofError(f"not 0F1 at the squared length of a sum of rows: {function}")


def _body(factor: Term, mean: Term) -> Term:
    return (
        "*", ("^", factor, _K), mean, ("gamma", _B), ("^", ("gamma", ("+", _B, _K)), -1),
        ("^", ("gamma", ("+", _K, 1)), -1),
    )  # fmt: skip

"""Section 3: the ratio of variances for d rows in R^d tends to 1 - z^4/(4 sinh^2(z^2/2)), which is small for small z."""

from __future__ import annotations

from rftheory.papers._shared.orthogonal_orders import CONSTANT, expanded
from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts, automatic
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.entries import product
from rftheory.proof.tactics.quantifiers import absolute, introduced
from rftheory.proof.tactics.slopes import rising
from rftheory.proof.terms import Term, substitute

_Z2: Term = ("^", "z", 2)
_HALF: Term = ("q", 1, 2)
_BOUND: Term = substitute(CONSTANT, {"w": _Z2})
_DECAY: Term = ("exp", ("*", -1, _Z2))
_NEAR: Term = ("+", 1, ("*", -1, _DECAY))
_OVER: Term = ("^", _NEAR, -2)
_FOURTH: Term = ("*", _DECAY, ("^", "z", 4))
_SIZE: Term = ("*", ("+", ("*", 2, _BOUND), _FOURTH), _OVER)


def ratio(prover: Prover, goal: Term) -> Theorem:
    """It differs from its limit by at most (2c + z^4 e^(-z^2))/(d (1 - e^(-z^2))^2), with c of the order 1/d^2."""

    def script(inner: Prover, wanted: Term) -> Theorem:
        assert isinstance(wanted, tuple)
        low, high = expanded(inner, _Z2)
        inner = inner.within()
        inner.add(inner.show(("<", 0, _NEAR)))
        far, gap = inner.given(inner.hypotheses[-1]), wanted[1][1]
        twice: Term = ("+", -2, ("*", 2, "d"))
        signs = [
            inner.show(("<=", 0, each)) for each in (_OVER, twice, _BOUND, ("^", "d", -1), _FOURTH, "epsilon")
        ]
        entries = [product(0, 2, 3), product(1, 5, 7), product(2, 4, 5, 5, coefficient=2)]
        above = inner.combine(("<=", gap, "epsilon"), entries, [high, far, *signs])
        entries.append(product(2, 5, 6, coefficient=2))
        below = inner.combine(("<=", ("*", -1, "epsilon"), gap), entries, [low, far, *signs])
        return absolute(inner, wanted, below, above)

    return introduced(prover, goal, (("*", _SIZE, ("^", "epsilon", -1)),), script)


def small(prover: Prover, goal: Term) -> Theorem:
    """With u = z^2/2: u <= sinh u <= u e^u, so that 0 <= 1 - u^2/sinh^2 u <= 1 - e^(-2u) <= 2u = z^2 <= epsilon."""
    threshold: Term = ("*", "epsilon", ("^", ("+", 1, "epsilon"), -1))

    def script(inner: Prover, wanted: Term) -> Theorem:
        assert isinstance(wanted, tuple)
        if wanted[1] == 0:
            return inner.show(wanted)
        inner = inner.within()
        u: Term = ("*", _Z2, _HALF)
        up, down = ("exp", u), ("exp", ("*", -1, u))
        sine: Term = ("*", _HALF, ("+", up, ("*", -1, down)))
        inner.add(inner.show(("<", 0, u)))
        inner.add(_sine_above(inner, u, sine))
        inner.add(inner.combine(("<", 0, sine), [product(0), product(1)], inner.lemmas[-2:]))
        whole: Term = ("+", up, ("*", -1, down))
        inner.add(inner.combine(("<", 0, whole), [product(0, coefficient=2)], [inner.lemmas[-1]]))
        positive, above = inner.lemmas[0], inner.lemmas[1]
        tangent = inner.fact("exp-tangent", t=("*", -2, u))
        signs = [inner.fact("exp-positive", t=each) for each in (u, ("*", -2, u))]
        sine_below = inner.combine(
            ("<=", sine, ("*", u, up)), [product(0, 1, coefficient=_HALF)], [tangent, signs[0]]
        )
        both = inner.combine(
            ("<=", 0, ("+", ("*", u, up), sine)),
            [product(0, 1), product(2)],
            [positive, signs[0], inner.lemmas[2]],
        )
        over = inner.show(("<=", 0, ("^", sine, -2)))
        gap = wanted[1][1]
        most = inner.combine(
            ("<=", gap, _Z2), [product(0, 1, 2, 3), product(4)], [sine_below, both, over, signs[1], tangent]
        )
        below = inner.show(("<", threshold, 1))
        close = [
            inner.given(inner.hypotheses[-1]),
            inner.given(("<", 0, "z")),
            inner.given(("<", 0, "epsilon")),
        ]
        square = inner.combine(
            ("<=", _Z2, "epsilon"),
            [product(0, 1), product(0, 2, 4), product(3, 2, 4), product(2, 2, 4)],
            [*close, below, inner.fact("power-positive", b=("+", 1, "epsilon"), p=-1)],
        )
        high = inner.combine(("<=", gap, "epsilon"), [product(0), product(1)], [most, square])
        least = inner.combine(
            ("<=", 0, gap),
            [product(0, 1, 2), product(0, 3, 2, coefficient=2)],
            [above, above, over, positive],
        )
        low = inner.combine(("<=", ("*", -1, "epsilon"), gap), [product(0), product(1)], [least, close[2]])
        return absolute(inner, wanted, low, high)

    return introduced(prover, goal, (threshold,), script)


def _sine_above(prover: Prover, u: Term, sine: Term) -> Theorem:
    """u <= sinh u for u > 0: the slope cosh t - 1 is a square."""
    up, down = ("exp", "t"), ("exp", ("*", -1, "t"))
    function: Term = ("+", ("*", _HALF, ("+", up, ("*", -1, down))), ("*", -1, "t"))
    rate: Term = ("+", ("*", _HALF, ("+", up, down)), -1)
    root: Term = ("+", ("exp", ("*", _HALF, "t")), ("*", -1, ("exp", ("*", ("q", -1, 2), "t"))))

    def sign(inner: Prover, wanted: Term) -> Theorem:
        return inner.combine(wanted, [product(coefficient=_HALF, squares=(root,))], [])

    risen = rising(prover, function, (0, u), rate, sign)
    return prover.combine(("<=", u, sine), [product(0)], [risen])


PROOFS: Scripts = {
    "orf/fig2/a": (ratio, automatic),
    "orf/sec3/always-improves": (ratio, automatic),
    "orf/sec3/infinitely-lower": (ratio, small),
}

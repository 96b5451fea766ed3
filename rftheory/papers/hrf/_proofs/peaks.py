"""The angle t of the largest theta^2 e^(2 r^2 cos theta) below pi/2, where t sin t = 1/r^2: its place, and the value there."""

from __future__ import annotations

from rftheory.papers.hrf._proofs.shares import HALF, R2, cosine_of_quarter, share_below_sine, square_bound
from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.moves import Script, by_cases, generally
from rftheory.proof.tactics.slopes import rising
from rftheory.proof.terms import PI, Term

_QUARTER: Term = ("*", HALF, PI)
_ROOT: Term = ("=", ("*", "peak", ("sin", "peak")), ("^", "r", -2))
_NUMBER: Term = ("<", ("*", HALF, ("exp", -1)), ("^", PI, -1))
_REST: Term = ("+", 1, ("*", -1, ("^", "n", -1)))


def _with_pi(prover: Prover) -> Prover:
    inner = prover.within()
    inner.add(inner.infer("number", ("<", 0, PI), by={"bits": 64}))
    return inner


def place(prover: Prover, goal: Term) -> Theorem:
    """2 t/pi <= sin t, so that 2 t^2/pi <= t sin t."""
    inner = _with_pi(prover)
    share: Term = ("*", 2, "peak", ("^", PI, -1))
    chord = share_below_sine(inner, share)
    known = [chord, inner.show(("<", 0, PI)), inner.given(("<", 0, "peak")), inner.given(_ROOT)]
    entries = [product(0, 1, 2, coefficient=HALF), multiple(("*", HALF, PI), 3)]
    return inner.combine(goal, entries, known)


def value(prover: Prover, goal: Term) -> Theorem:
    """At p = t/pi: p^2 e^(-4 r^2 sin^2(t/2)) <= e^-1/(4 r^2), where sin^2(t/2) is (1 - cos t)/2."""
    inner = _with_pi(prover)
    share: Term = ("*", "peak", ("^", PI, -1))
    wave: Term = ("sin", ("*", share, PI, HALF))
    half: Term = ("*", HALF, ("+", 1, ("*", -1, ("cos", "peak"))))
    chord = share_below_sine(inner, share)
    square = inner.equal(("^", wave, 2), half)
    least = inner.show(("<=", 0, share))
    above = inner.combine(
        ("<=", ("^", share, 2), half), [product(0, 0), product(0, 1, coefficient=2), multiple(1, 2)],
        [chord, least, square],
    )  # fmt: skip
    inner.add(above)
    less = square_bound(inner, share, half)
    size = inner.infer("number", _NUMBER, by={"bits": 64})
    growth = inner.fact("exp-positive", t=("*", 2, R2))
    known = [less, growth, inner.show(("<=", 0, _REST)), size, inner.show(("<", 0, ("^", "r", -1)))]
    split = _split(inner, half)
    return inner.combine(
        goal,
        [product(0, 1, 2), product(1, 2, 3, 4, 4, coefficient=HALF), multiple(_weight(), 5)],
        [*known, split],
    )


def _weight() -> Term:
    return ("*", _REST, ("^", "peak", 2), ("^", PI, -2))


def _split(prover: Prover, half: Term) -> Theorem:
    """e^(2 r^2 cos t) = e^(2 r^2) e^(-4 r^2 sin^2(t/2))."""
    wave: Term = ("cos", "peak")
    goal: Term = (
        "=", ("exp", ("*", 2, R2, wave)), ("*", ("exp", ("*", 2, R2)), ("exp", ("*", -4, R2, half))),
    )  # fmt: skip
    return generally(prover, goal, {"c": wave})


def end(prover: Prover, goal: Term) -> Theorem:
    """e^(-2 r^2) <= e^(2 r^2)/(2 pi r^2): 4 r^2 <= e^(4 r^2 - 1)."""
    tangent = prover.fact("exp-tangent", t=("+", ("*", 4, R2), -1))
    size = prover.infer("number", _NUMBER, by={"bits": 64})
    known = [
        tangent, prover.fact("exp-positive", t=("*", -2, R2)), prover.fact("exp-positive", t=("*", 2, R2)),
        prover.show(("<=", 0, _REST)), size, prover.show(("<", 0, ("^", "r", -1))),
    ]  # fmt: skip
    entries = [product(0, 1, 3, 5, 5, coefficient=("q", 1, 4)), product(2, 3, 4, 5, 5, coefficient=HALF)]
    return prover.combine(goal, entries, known)


def root(prover: Prover, goal: Term) -> Theorem:
    """What defines the angle."""
    return prover.given(goal)


def largest(prover: Prover, goal: Term) -> Theorem:
    """The slope is 2 s (1 - r^2 s sin s) e^(2 r^2 cos s), and s sin s rises on [0, pi/2]."""
    inner = _with_pi(prover)
    wave: Term = ("exp", ("*", 2, R2, ("cos", "t")))
    function: Term = ("*", ("^", "t", 2), wave)
    rate: Term = ("*", 2, "t", ("+", 1, ("*", -1, R2, "t", ("sin", "t"))), wave)
    scale: Term = ("*", _REST, ("^", PI, -2))

    def side(before: bool) -> Script:
        def script(part: Prover, wanted: Term) -> Theorem:
            ends = ("theta", "peak") if before else ("peak", "theta")
            sign: Term = 1 if before else -1

            def slope(on: Prover, needed: Term) -> Theorem:
                low, high = ("t", "peak") if before else ("peak", "t")
                less = _product_rises(on, low, high)
                known = [
                    less, on.given(_ROOT), on.show(("<=", 0, "t")), on.fact("exp-positive", t=("*", 2, R2, ("cos", "t"))),
                ]  # fmt: skip
                times: Term = ("*", sign, 2, "t", R2, wave)
                return on.combine(
                    needed, [product(0, 2, 3, coefficient=2, squares=("r",)), multiple(times, 1)], known
                )

            turned = (function, rate) if before else (("*", -1, function), ("*", -1, rate))
            risen = rising(part, turned[0], ends, turned[1], slope)
            return part.combine(wanted, [product(0, 1)], [risen, part.show(("<=", 0, scale))])

        return script

    return by_cases(inner, ("<=", "theta", "peak"), goal, side(True), side(False))


def _product_rises(prover: Prover, low: Term, high: Term) -> Theorem:
    """a sin a <= b sin b for 0 <= a <= b <= pi/2."""
    cosine: Term = ("cos", "u")

    def above_end(inner: Prover, wanted: Term) -> Theorem:
        def falls(on: Prover, needed: Term) -> Theorem:
            return on.combine(needed, [product(0)], [on.fact("sin-positive", t="w")])

        less = rising(inner, ("*", -1, ("cos", "w")), ("u", _QUARTER), ("sin", "w"), falls, variable="w")
        at_end = _not_negative(inner)
        return inner.combine(wanted, [product(0), product(1)], [less, at_end])

    risen = rising(prover, ("sin", "u"), (low, high), cosine, above_end, variable="u")
    wave: Term = ("sin", high)
    step = prover.show(("<=", low, high))
    known = [risen, step, prover.show(("<=", 0, low)), _sine(prover, high)]
    goal: Term = ("<=", ("*", low, ("sin", low)), ("*", high, wave))
    return prover.combine(goal, [product(0, 2), product(1, 3)], known)


def _sine(prover: Prover, angle: Term) -> Theorem:
    """0 <= sin t for 0 < t <= pi/2."""
    sine = prover.fact("sin-positive", t=angle)
    return prover.combine(("<=", 0, ("sin", angle)), [product(0)], [sine])


def _not_negative(prover: Prover) -> Theorem:
    """0 <= cos(pi/2)."""
    zero = cosine_of_quarter(prover)
    return prover.combine(("<=", 0, ("cos", _QUARTER)), [multiple(-1, 0)], [zero])


PROOFS: Scripts = {"hrf/eq59": (root, largest), "hrf/eq60": (place,), "hrf/eq62": (value, end)}

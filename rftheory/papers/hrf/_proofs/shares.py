"""The share p = theta/pi of an angle: p <= sin(pi p/2), and what p e^(-4 r^2 s) and p^2 e^(-4 r^2 s) are at most for p^2 <= s."""

from __future__ import annotations

from contextlib import suppress

from rftheory.proof.kernel import Theorem
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.moves import Script, by_cases, generally, instance, rewritten
from rftheory.proof.tactics.slopes import rising
from rftheory.proof.terms import PI, ProofError, Term, compound, subterms

HALF: Term = ("q", 1, 2)
LEFT: Term = ("+", 1, ("*", -1, "p"))
QUARTER: Term = ("*", PI, HALF)
SINE: Term = ("sin", ("*", "p", PI, HALF))
R2: Term = ("^", "r", 2)


def _angle(share: Term) -> Term:
    return ("*", share, PI, HALF)


def share_below_sine(prover: Prover, share: Term) -> Theorem:
    """p <= sin(pi p/2) for 0 <= p <= 1 (Jordan): the slope falls, so that the sine lies above its chord."""
    plain = Prover(prover.context)
    inner = plain.within(("share", "real"), given=(("<=", 0, "share"), ("<=", "share", 1)))
    inner.add(inner.infer("number", ("<", 0, PI), by={"bits": 64}))
    goal: Term = ("<=", "share", ("sin", _angle("share")))
    here: Term = ("+", ("*", QUARTER, ("cos", _angle("share"))), -1)
    shown = by_cases(inner, ("<=", 0, here), goal, _risen, _falling)
    return instance(prover, shown, {"share": share})


_RATE: Term = ("+", ("*", QUARTER, ("cos", _angle("t"))), -1)


def _risen(prover: Prover, goal: Term) -> Theorem:
    """Where the slope is at least 0 at p it was so before."""

    def sign(inner: Prover, wanted: Term) -> Theorem:
        less = _cosines(inner, ("t", "share"))
        known = [less, inner.show(("<", 0, PI)), inner.given(inner.hypotheses[2])]
        return inner.combine(wanted, [product(0, 1, coefficient=HALF), product(2)], known)

    function: Term = ("+", ("sin", _angle("t")), ("*", -1, "t"))
    risen = rising(prover, function, (0, "share"), _RATE, sign)
    return prover.combine(goal, [product(0)], [risen])


def _falling(prover: Prover, goal: Term) -> Theorem:
    """Else it is below 0 from p on, and sin(pi p/2) - p falls to 0 at p = 1."""

    def sign(inner: Prover, wanted: Term) -> Theorem:
        less = _cosines(inner, ("share", "t"))
        known = [less, inner.show(("<", 0, PI)), inner.given(inner.hypotheses[2])]
        return inner.combine(wanted, [product(0, 1, coefficient=HALF), product(2)], known)

    function: Term = ("+", "t", ("*", -1, ("sin", _angle("t"))))
    fallen = rising(prover, function, ("share", 1), ("*", -1, _RATE), sign)
    return prover.combine(goal, [product(0), multiple(-1, 1)], [fallen, prover.fact("sin-half-pi")])


def _cosines(prover: Prover, ends: tuple[Term, Term]) -> Theorem:
    """cos(pi u/2) <= cos(pi t/2) for t <= u in [0, 1]."""

    def sign(inner: Prover, wanted: Term) -> Theorem:
        wave = inner.fact("sin-positive", t=_angle("s"))
        return inner.combine(wanted, [product(0, 1, coefficient=HALF)], [wave, inner.show(("<", 0, PI))])

    low, high = ends
    rate: Term = ("*", QUARTER, ("sin", _angle("s")))
    less = rising(prover, ("*", -1, ("cos", _angle("s"))), ends, rate, sign, variable="s")
    return prover.combine(("<=", ("cos", _angle(high)), ("cos", _angle(low))), [product(0)], [less])


def square_bound(prover: Prover, share: Term, s: Term) -> Theorem:
    """p^2 e^(-4 r^2 s) <= e^-1/(4 r^2) for p^2 <= s: x <= e^(x - 1) at x = 4 r^2 p^2."""
    size: Term = ("*", 4, R2, ("^", share, 2))
    bound: Term = ("*", ("q", 1, 4), ("exp", -1), ("^", "r", -2))
    return _bound(prover, share, s, size, -1, ("^", share, 2), bound)


def linear_bound(prover: Prover, share: Term, s: Term) -> Theorem:
    """p e^(-4 r^2 s) <= e^(-3/4)/(2r) for p^2 <= s, p >= 0: 2rp <= 4 r^2 p^2 + 1/4 <= e^(4 r^2 p^2 - 3/4)."""
    size: Term = ("*", 4, R2, ("^", share, 2))
    bound: Term = ("*", HALF, ("exp", ("q", -3, 4)), ("^", "r", -1))
    return _bound(prover, share, s, size, ("q", -3, 4), share, bound)


def _bound(
    prover: Prover, share: Term, s: Term, size: Term, shift: Term, factor: Term, bound: Term
) -> Theorem:
    """factor e^-size <= bound by the tangent of the exponential, and e^(-4 r^2 s) <= e^-size."""
    tangent = prover.fact("exp-tangent", t=("+", size, shift))
    small: Term = ("*", -1, size)
    decay: Term = ("exp", ("*", -4, R2, s))
    grown = prover.show(("<=", ("^", share, 2), s))
    less = prover.combine(
        ("<=", ("*", -4, R2, s), small), [product(0, coefficient=4, squares=("r",))], [grown]
    )
    falls = prover.fact("exp-at-most", [less], a=("*", -4, R2, s), b=small)
    least = prover.show(("<=", 0, factor))
    inverse = prover.show(("<", 0, ("^", "r", -1)))
    premises = [tangent, prover.fact("exp-positive", t=small), inverse, falls, least]
    if factor == share:
        half: Term = ("+", ("*", 2, "r", share), ("q", -1, 2))
        spare = {"coefficient": HALF, "squares": (half,), "factors": (1, 2)}
        entries = [product(0, 1, 2, coefficient=HALF), spare, product(3, 4)]
    else:
        entries = [product(0, 1, 2, 2, coefficient=("q", 1, 4)), product(3, 4)]
    return prover.combine(("<=", ("*", factor, decay), bound), entries, premises)


def in_sine(prover: Prover, goal: Term, script: Script) -> Theorem:
    """The goal with s for sin^2(pi p/2) of [p^2, 1]: other squares of sines and cosines are 1 - s or s, cos(pi p) is 1 - 2s."""
    square: Term = ("^", SINE, 2)
    rest: Term = ("+", 1, ("*", -1, square))
    zero = cosine_of_quarter(prover)
    one = prover.fact("sin-half-pi")
    same: list[Theorem] = []
    for term in dict.fromkeys(subterms(goal)):
        for value in _candidates(term, square, rest):
            with suppress(ProofError):
                same.append(_turned(prover, term, value, zero, one))
                break
    jordan = share_below_sine(prover, "p")
    prover = prover.within()
    prover.add(prover.combine(
        ("<=", ("^", "p", 2), square),
        [product(0, 0), product(0, 1, coefficient=2)],
        [jordan, prover.show(("<=", 0, "p"))],
    ))  # fmt: skip
    prover.add(prover.combine(("<=", square, 1), [product(squares=(("cos", _angle("p")),))], []))
    prover.add(_mirrored(prover, zero, one))
    given: tuple[Term, ...] = (
        ("<=", ("^", "p", 2), "s"), ("<=", "s", 1),
        ("<=", ("^", LEFT, 2), ("+", 1, ("*", -1, "s"))),
    )  # fmt: skip

    def general(inner: Prover, wanted: Term) -> Theorem:
        return generally(inner, wanted, {"s": square}, given, script)

    return rewritten(prover, goal, same, general)


def _mirrored(prover: Prover, zero: Theorem, one: Theorem) -> Theorem:
    """(1 - p)^2 <= 1 - sin^2(pi p/2), which is the same at 1 - p."""
    rest: Term = ("+", 1, ("*", -1, ("^", SINE, 2)))
    wave: Term = ("sin", _angle(LEFT))
    same = _turned(prover, ("^", wave, 2), rest, zero, one)
    known = [share_below_sine(prover, LEFT), prover.show(("<=", 0, LEFT)), same]
    entries = [product(0, 0), product(0, 1, coefficient=2), multiple(1, 2)]
    return prover.combine(("<=", ("^", LEFT, 2), rest), entries, known)


def _candidates(term: Term, square: Term, rest: Term) -> tuple[Term, ...]:
    match term:
        case ("^", ("sin" | "cos", _), 2) if term != square:
            return square, rest
        case ("cos", _):
            return (("+", 1, ("*", -2, square)),)
    return ()


def _turned(prover: Prover, term: Term, value: Term, zero: Theorem, one: Theorem) -> Theorem:
    """A sine or cosine of the share or of 1 less it: its sum formula at pi/2 has 0 and 1 in it."""
    with suppress(ProofError):
        return prover.equal(term, value)
    match term:
        case ("^", (head, inside), 2):
            pass
        case _:
            raise ProofError(f"no word for {term} in sin^2(pi p/2)")
    other = "cos" if head == "sin" else "sin"
    here: Term = (other, _angle("p"))
    cosine, sine = (("*", 1, (name, _angle("p"))) for name in ("cos", "sin"))
    parts = (cosine, ("*", -1, sine)) if head == "sin" else (sine, cosine)
    entries = [multiple(times, place) for place, times in enumerate(parts)]
    across = prover.combine(("=", (head, inside), here), entries, [one, zero])
    squares = prover.replaced(("=", ("^", (head, inside), 2), ("^", here, 2)), across)
    return prover.through(squares, prover.equal(("^", here, 2), value), proposition=("=", term, value))


def cosine_of_quarter(prover: Prover) -> Theorem:
    """cos(pi/2) = 0, as its square is 1 - sin^2."""
    cosine: Term = ("cos", QUARTER)
    one = prover.fact("sin-half-pi")
    square = prover.combine(
        ("=", ("^", cosine, 2), 0), [multiple(("*", -1, ("+", 1, ("sin", QUARTER))), 0)], [one]
    )

    def at(goal: Term, wrong: Term) -> Theorem:
        def no(inner: Prover, wanted: Term) -> Theorem:
            apart = inner.infer("combine", ("!=", cosine, 0), [inner.given(wrong)], {"terms": (product(0),)})
            sign = 1 if compound(wanted)[1] == 0 else -1
            return inner.infer(
                "combine", wanted, [square, apart], {"terms": (multiple(("*", -sign, ("^", cosine, -1)), 0),)}
            )

        return by_cases(prover, goal, goal, no=no)

    ends = [at(("<=", cosine, 0), ("<", 0, cosine)), at(("<=", 0, cosine), ("<", cosine, 0))]
    return prover.fact("antisymmetric", ends, a=cosine, b=0)

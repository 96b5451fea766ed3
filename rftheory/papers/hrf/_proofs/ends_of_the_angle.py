"""The error of the angular hybrid over the root of the angle, near theta = 0: A^2 lies within K theta/m of c^2.

With s = sin^2(theta/2), S(x) = sinh(2 r^2 x), a = S(1 - s), b = S(s), z = S(1), h = e^(2 r^2)/2 and M = 2 r^2 e^(2 r^2):
z - a and b are at most M theta, z is at most h, and K = 2 (h + M)^2.
"""

from __future__ import annotations

from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts, automatic
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.bounds.named import Named, close_by_squares
from rftheory.proof.tactics.entries import product
from rftheory.proof.tactics.moves import attached, generally, instance, rewritten
from rftheory.proof.tactics.quantifiers import introduced
from rftheory.proof.tactics.slopes import rising
from rftheory.proof.terms import PI, Term, compound, exchanged, subterms

_HALF: Term = ("q", 1, 2)
_R2: Term = ("^", "r", 2)
_ANGLE: Term = ("*", "theta", _HALF)
_GROWN: Term = ("exp", ("*", 2, _R2))
_LARGE: Term = ("*", _HALF, _GROWN)
_SLOPE: Term = ("*", 2, _R2, _GROWN)
_BOUND: Term = ("*", 2, ("^", ("+", _LARGE, _SLOPE), 2))
_Z: Term = ("*", _HALF, ("+", _GROWN, ("*", -1, ("exp", ("*", -2, _R2)))))
_INVERSE: Term = ("^", "n", -1)
_REST: Term = ("+", 1, ("*", -1, _INVERSE))
_P: Term = ("*", "theta", ("^", PI, -1))
_G: Term = ("*", ("+", 1, ("*", -1, _P)), ("+", ("*", _REST, ("+", 1, ("*", -1, _P))), _INVERSE))


def limit(prover: Prover, goal: Term) -> Theorem:
    """delta = epsilon m c/K."""
    inside = next(e[1] for e in subterms(goal) if isinstance(e, tuple) and e[0] == "abs")
    end = compound(compound(inside)[2])[2]
    start: Term = ("*", "epsilon", "m", end, ("^", _BOUND, -1))
    prover = prover.within()
    prover.add(_below_one(prover))
    prover.add(prover.infer("number", ("<", 0, PI), by={"bits": 64}))
    whole = _positive(prover)
    bound = prover.add(prover.combine(("<", 0, _BOUND), [product(0, 0, coefficient=2)], [whole]))
    positive = prover.add(prover.show(("<", 0, end)))
    given: tuple[Term, ...] = (("<=", 0, "theta"), ("<=", "theta", PI), ("<", 0, "theta"))
    far: Term = ("*", ("^", "m", -1), _BOUND, "theta", ("^", end, -1))
    over = prover.within(("theta", "real"), given=given)
    near = _near(over.within(), ("<=", ("abs", inside), far), end)
    radicand = _near(over.within(), ("<=", 0, _radicand(inside)), end)
    needed = [
        bound, positive, prover.show(("<", 0, ("^", "m", -1))), prover.fact("power-positive", b=end, p=-1),
        prover.show(("<", 0, "m")), prover.fact("power-positive", b=_BOUND, p=-1), whole, *prover.conditions(far),
    ]  # fmt: skip

    def script(inner: Prover, wanted: Term) -> Theorem:
        less = inner.given(inner.hypotheses[-1])
        if compound(wanted)[0] == "<":
            return inner.infer("combine", wanted, [less, *needed], {"terms": (product(0, 5, 2, 6),)})
        entries = (product(0), product(1, 4, 2, 5))
        return inner.infer("combine", wanted, [near, less, *needed], {"terms": entries})

    found = introduced(prover, goal, (start,), script)
    return attached(prover, found, radicand, whole, *(prover.show(("<", 0, name)) for name in ("m", "n")))


def _radicand(size: Term) -> Term:
    """What the root of a sum is of, or a sum that is said not to be below 0."""
    if compound(size)[:2] == ("<=", 0):
        plain: Term = compound(size)[2]
        return plain
    found: Term = next(
        e[1] for e in subterms(size) if isinstance(e, tuple) and e[0] == "^" and e[2] == _HALF and isinstance(e[1], tuple)
        and e[1][0] == "+"
    )  # fmt: skip
    return found


def _below_one(prover: Prover) -> Theorem:
    """e^(-4 r^2) < 1."""
    down: Term = ("*", -4, _R2)
    less = prover.combine(("<", down, 0), [product(0, 0, coefficient=4)], [prover.given(("<", 0, "r"))])
    falls = prover.fact("exp-increasing", [less], a=down, b=0)
    return prover.combine(("<", 0, ("+", 1, ("*", -1, ("exp", down)))), [product(0)], [falls])


def _positive(prover: Prover) -> Theorem:
    """0 < h + M."""
    grown = prover.fact("exp-positive", t=("*", 2, _R2))
    entries = [product(0, coefficient=_HALF), product(0, coefficient=2, squares=("r",))]
    return prover.combine(("<", 0, ("+", _LARGE, _SLOPE)), entries, [grown])


def _near(prover: Prover, goal: Term, end: Term) -> Theorem:
    """|A - c| <= |A^2 - c^2|/(A + c), where |A^2 - c^2| <= K theta/m = D."""
    wave: Term = ("^", ("sin", _ANGLE), 2)
    turned = [
        prover.equal(("^", ("cos", _ANGLE), 2), ("+", 1, ("*", -1, wave))),
    ]
    prover.add(prover.combine(("<=", wave, 1), [product(squares=(("cos", _ANGLE),))], []))
    prover.add(prover.combine(("<=", 0, wave), [product(squares=(("sin", _ANGLE),))], []))
    prover.add(_slow(prover, wave))
    given: tuple[Term, ...] = (("<=", 0, "s"), ("<=", "s", 1), ("<=", "s", "theta"))

    def general(inner: Prover, wanted: Term) -> Theorem:
        return generally(inner, wanted, {"s": wave}, given, lambda p, g: _in_sine(p, g, end))

    return rewritten(prover, goal, turned, general)


def _slow(prover: Prover, wave: Term) -> Theorem:
    """sin^2(t/2) <= t: its slope is sin(t)/2, and 2 (1 - sin t) = (1 - sin t)^2 + cos^2 t."""
    half: Term = ("*", "t", _HALF)
    function: Term = ("+", "t", ("*", -1, ("^", ("sin", half), 2)))
    rate: Term = ("+", 1, ("*", -1, ("sin", half), ("cos", half)))

    def sign(inner: Prover, wanted: Term) -> Theorem:
        sine, cosine = ("sin", half), ("cos", half)
        return inner.combine(
            wanted,
            [
                product(coefficient=_HALF, squares=(("+", sine, ("*", -1, cosine)),)),
                product(coefficient=_HALF),
            ],
            [],
        )

    risen = rising(prover, function, (0, "theta"), rate, sign)
    return prover.combine(("<=", wave, "theta"), [product(0)], [risen])


def _in_sine(prover: Prover, goal: Term, end: Term) -> Theorem:
    """Hyperbolic sines as numbers, of which the bounds are known."""
    one, two = (_sinh(each) for each in (("*", 2, _R2, ("+", 1, ("*", -1, "s"))), ("*", 2, _R2, "s")))
    assert {one, two} <= set(subterms(goal))
    prover = prover.within()
    least = prover.show(("<=", 0, "s"))
    most = prover.show(("<=", "s", 1))
    moving = prover.show(("<=", "s", "theta"))
    grown = prover.fact("exp-positive", t=("*", 2, _R2))
    up: Term = ("*", 2, _R2)
    down: Term = ("*", -2, _R2)
    here, there = ("*", 2, _R2, ("+", 1, ("*", -1, "s"))), ("*", -2, _R2, ("+", 1, ("*", -1, "s")))
    near, far = ("*", 2, _R2, "s"), ("*", -2, _R2, "s")

    def grows(low: Term, high: Term, entries: list[dict[str, object]]) -> Theorem:
        return prover.fact(
            "exp-at-most", [prover.combine(("<=", low, high), entries, [least, most])], a=low, b=high
        )

    by_least, by_most = product(0, coefficient=2, squares=("r",)), product(1, coefficient=2, squares=("r",))
    twice = (product(0, coefficient=4, squares=("r",)), product(1, coefficient=4, squares=("r",)))
    falls = grows(there, up, [by_most, product(coefficient=2, squares=("r",))])
    known = [
        prover.combine(("<=", 0, one), [product(0, coefficient=_HALF)], [grows(there, here, [twice[1]])]),
        prover.combine(
            ("<=", one, _Z), [product(0, coefficient=_HALF), product(1, coefficient=_HALF)],
            [grows(here, up, [by_least]), grows(down, there, [by_least])],
        ),
        prover.combine(("<=", 0, two), [product(0, coefficient=_HALF)], [grows(far, near, [twice[0]])]),
    ]  # fmt: skip
    tangent = prover.fact("exp-tangent", t=far)
    steep = prover.fact("exp-tangent", t=("*", -4, _R2, "s"))
    bound: Term = ("*", _SLOPE, "theta")
    known.append(prover.combine(
        ("<=", ("+", _Z, ("*", -1, one)), bound),
        [
            product(0, 1, coefficient=_HALF), product(2, 1, coefficient=_HALF), product(3, 4, squares=("r",)),
            product(0, 5, coefficient=2, squares=("r",)),
        ],
        [grown, tangent, prover.fact("exp-positive", t=there), least, falls, moving],
    ))  # fmt: skip
    known.append(prover.combine(
        ("<=", two, bound),
        [
            product(0, 1, coefficient=_HALF), product(2, 3, coefficient=2, squares=("r",)),
            product(4, 5, coefficient=2, squares=("r",)),
        ],
        [prover.fact("exp-positive", t=near), steep, least, grows(near, up, [by_most]), grown, moving],
    ))  # fmt: skip
    for each in known:
        prover.add(each)
    given = tuple(exchanged(each.then, {one: "a", two: "b"}) for each in known)
    return generally(prover, goal, {"a": one, "b": two}, given, lambda p, g: _numbers(p, g, end))


def _sinh(angle: Term) -> Term:
    return ("*", _HALF, ("+", ("exp", angle), ("*", -1, ("exp", ("*", -1, angle)))))


def _numbers(prover: Prover, goal: Term, end: Term) -> Theorem:
    """The goal, where it says that the radicand is not below 0; else |A - c| <= D/c from the bounds of A^2 - c^2."""
    radicand = _radicand(goal)
    at = _signs(prover, radicand)
    if compound(goal)[1] == 0:
        return at.known["radicand"]
    square: Term = ("*", ("^", "m", -1), ("^", "theta", -1), radicand)
    far: Term = ("*", ("^", "m", -1), _BOUND, "theta")
    _add_bounds(at, square, far, end)
    return _concluded(prover, at, goal, (square, far, end))


def _signs(prover: Prover, radicand: Term) -> Named:
    """What is known of a, b, z, theta, the numbers 1/n and 1/pi, and the weight of b^2."""
    at = Named(prover.within())
    pi: Term = ("^", PI, -1)
    steep: Term = ("*", _SLOPE, "theta")
    at.show("a", ("<=", 0, "a"))
    at.show("b", ("<=", 0, "b"))
    at.show("za", ("<=", "a", _Z))
    at.show("gap", ("<=", ("+", _Z, ("*", -1, "a")), steep))
    at.show("fast", ("<=", "b", steep))
    at.show("theta", ("<", 0, "theta"))
    at.show("end", ("<=", "theta", PI))
    at.show("1/theta", ("<", 0, ("^", "theta", -1)))
    at.show("1/m", ("<", 0, ("^", "m", -1)))
    at.show("rest", ("<=", 0, _REST))
    at.show("1/n", ("<", 0, _INVERSE))
    for name, term in (("grown", ("*", 2, _R2)), ("less", ("*", -2, _R2))):
        at.add(name, prover.fact("exp-positive", t=term))
    at.add("pi", prover.infer("number", ("<", 0, pi), by={"bits": 64}))
    at.add("flat", prover.infer("number", ("<", pi, 1), by={"bits": 64}))
    at.show("z", ("<=", 0, _Z), ("a", 1, ()), ("za", 1, ()))
    at.show("hz", ("<=", _Z, _LARGE), ("less", _HALF, ()))
    at.show("ha", ("<=", "a", _LARGE), ("za", 1, ()), ("hz", 1, ()))
    at.show("h", ("<", 0, _LARGE), ("grown", _HALF, ()))
    at.show("steep", ("<=", 0, steep), ("grown theta", 2, ("r",)))
    at.show("height", ("<=", ("^", "a", 2), ("^", _LARGE, 2)), ("ha ha", 1, ()), ("ha a", 2, ()))
    at.show("p", ("<=", 0, _P), ("theta pi", 1, ()))
    at.show("left", ("<=", _P, 1), ("end pi", 1, ()))
    at.show("g", ("<=", 0, _G), ("left left rest", 1, ()), ("left 1/n", 1, ()))
    at.show("g1", ("<=", _G, 1), ("p", 1, ()), ("left p rest", 1, ()))
    weights = (("theta pi 1/n", 2, ("a",)), ("theta pi p rest", 2, ("a",)), ("g", 2, ("b",)))
    at.show("radicand", ("<=", 0, radicand), *weights)
    return at


def _add_bounds(at: Named, square: Term, far: Term, end: Term) -> None:
    """|A^2 - c^2| <= D, in the parts of 2 theta h^2 + 2 theta M^2 + 4 h M theta."""
    pi: Term = ("^", PI, -1)
    steep: Term = ("*", _SLOPE, "theta")
    along: Term = ("*", 2, pi, _P, _REST, ("^", "a", 2))
    at.show(
        "one", ("<=", along, ("*", 2, "theta", ("^", _LARGE, 2))), ("theta height", 2, ()), ("theta flat", 2, ("a",)),
        ("theta pi flat", 2, ("a",)), ("theta 1/n", 2, ("a", pi)),
    )  # fmt: skip
    at.show(
        "two", ("<=", ("*", ("^", "b", 2), ("^", "theta", -1)), ("*", ("^", _SLOPE, 2), "theta")),
        ("fast fast 1/theta", 1, ()), ("fast b 1/theta", 2, ()),
    )  # fmt: skip
    gap: Term = ("+", ("^", _Z, 2), ("*", -1, ("^", "a", 2)))
    at.show("gap>0", ("<=", 0, gap), ("za z", 1, ()), ("za a", 1, ()))
    at.show(
        "gap<", ("<=", gap, ("*", 2, _LARGE, steep)), ("gap z", 1, ()), ("gap a", 1, ()), ("steep hz", 1, ()),
        ("steep ha", 1, ()),
    )  # fmt: skip
    small: Term = ("<=", ("*", 2, pi, _INVERSE, gap), ("*", 2, gap))
    at.show("small", small, ("gap>0 flat", 2, ()), ("gap>0 pi rest", 2, ()))
    at.show(
        "upper", ("<=", ("+", square, ("*", -1, ("^", end, 2))), far), ("1/m pi 1/n gap>0", 2, ()), ("1/m one", 1, ()),
        ("1/m g two", 2, ()), ("1/m g1 theta", 2, (_SLOPE,)), ("1/m h steep", 4, ()),
    )  # fmt: skip
    at.show(
        "lower", ("<=", ("+", ("^", end, 2), ("*", -1, square)), far), ("1/m theta", 2, (_LARGE,)),
        ("1/m theta", 2, (_SLOPE,)), ("1/m gap<", 2, ()), ("1/m small", 1, ()), ("1/m pi p rest", 2, ("a",)),
        ("1/m g 1/theta", 2, ("b",)),
    )  # fmt: skip


def _concluded(prover: Prover, at: Named, goal: Term, said: tuple[Term, Term, Term]) -> Theorem:
    """A is the root of A^2, which is what stands under the root over m theta."""
    square, far, end = said
    size, radicand = compound(compound(goal)[1][1])[1], _radicand(goal)
    inner = prover.within()
    for name in ("radicand", "upper", "lower"):
        inner.add(at.known[name])
    plain = Prover(prover.context, (("theta", "real"), ("q", "real")), (("<", 0, "theta"), ("<=", 0, "q")))
    own, value = (exchanged(each, {radicand: "q"}) for each in (("^", size, 2), square))
    inner.add(instance(inner, plain.show(("=", own, value)), {"q": radicand}))
    roots = [inner.fact("power-positive", b=name, p=("q", -1, 2)) for name in ("m", "theta")]
    roots.append(inner.fact("root-nonnegative", [at.known["radicand"]], b=radicand))
    inner.add(inner.combine(("<=", 0, size), [product(0, 1, 2)], roots))
    at.show("c", ("<", 0, end))
    at.add("1/c", prover.fact("power-positive", b=end, p=-1))
    at.show("K", ("<", 0, _BOUND))
    limit_of: Term = compound(goal)[2]
    inner.add(at.combine(("<=", 0, limit_of), ("1/m K theta 1/c", 1, ())))
    inner.add(at.prover.equal(("*", limit_of, end), far))
    inner.add(at.known["c"])
    values = {"w": size, "e": limit_of, "c": end, "D": far, "Q": square}
    return instance(inner, close_by_squares(Prover(prover.context)), values)


PROOFS: Scripts = {
    "hrf/thm3.5/limit0": (limit,),
    "hrf/thm3.5/limitpi/corrected": (limit,),
    "hrf/sec3/theta-scaling": (limit, limit, automatic, automatic, automatic),
}

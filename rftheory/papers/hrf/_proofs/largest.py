"""Theorem 3.5 and what leads to it: largest values over the angle, by bounds at every share p = theta/pi."""

from __future__ import annotations

from rftheory.papers.hrf._proofs.shares import HALF, LEFT, R2, in_sine, linear_bound, square_bound
from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts
from rftheory.proof.tactics import Prover, roots, signs
from rftheory.proof.tactics.bounds.suprema import above, below
from rftheory.proof.tactics.entries import Entry, product
from rftheory.proof.tactics.moves import Script, attached, by_cases
from rftheory.proof.terms import PI, Term, compound, subterms

_INVERSE: Term = ("^", "n", -1)
_REST: Term = ("+", 1, ("*", -1, _INVERSE))
_W: Term = ("exp", ("*", -4, R2))
_TURNED: Term = ("+", 1, ("*", -1, "s"))
_V, _U = (("exp", ("*", -4, R2, each)) for each in ("s", _TURNED))
_LOST: Term = ("+", 1, ("*", -1, _W))


def _share(p: Term) -> Term:
    """p (p + (1 - p)/n)."""
    return ("+", ("*", _REST, ("^", p, 2)), ("*", _INVERSE, p))


def _known(prover: Prover) -> dict[str, Theorem]:
    """The numbers of [0, 1] that occur."""
    least = prover.show(("<=", 0, "s"))
    top = prover.show(("<=", "s", 1))
    down: Term = ("*", -4, R2)
    at: dict[str, Term] = {"v": ("*", -4, R2, "s"), "u": ("*", -4, R2, _TURNED)}
    found = {
        "v below 1": _falls(prover, at["v"], 0, [product(0, coefficient=4, squares=("r",))], [least]),
        "u below 1": _falls(prover, at["u"], 0, [product(0, coefficient=4, squares=("r",))], [top]),
        "w below v": _falls(prover, down, at["v"], [product(0, coefficient=4, squares=("r",))], [top]),
        "w below u": _falls(prover, down, at["u"], [product(0, coefficient=4, squares=("r",))], [least]),
        "w below 1": prover.fact("exp-increasing", [prover.show(("<", down, 0))], a=down, b=0),
    }
    for name, term in (("v", _V), ("u", _U), ("w", _W)):
        found[name] = prover.fact("exp-positive", t=compound(term)[1])
    found["rest"] = prover.show(("<=", 0, _REST))
    found["inverse"] = prover.show(("<", 0, _INVERSE))
    found["p"] = prover.show(("<=", 0, "p"))
    found["left"] = prover.show(("<=", 0, LEFT))
    return found


def _falls(prover: Prover, low: Term, high: Term, entries: list[Entry], premises: list[Theorem]) -> Theorem:
    less = prover.combine(("<=", low, high), entries, premises)
    return prover.fact("exp-at-most", [less], a=low, b=high)


def _smaller(prover: Prover, goal: Term) -> Theorem:
    """E < (1 - w)^2 (alpha/(pi r^2) + beta/(pi^(1/2) r)): each term by its own factor, and numbers."""
    known = _known(prover)
    squared: Term = ("^", _LOST, 2)
    found = [*known.values()]
    place = {name: index for index, name in enumerate(known)}

    def add(theorem: Theorem) -> int:
        found.append(theorem)
        return len(found) - 1

    less = {
        name: add(prover.combine(
            ("<=", ("^", ("+", 1, ("*", -1, term)), 2), squared),
            [product(0, 1), product(0, 2)],
            [known[f"w below {name}"], known[f"{name} below 1"], known["w below 1"]],
        ))
        for name, term in (("u", _U), ("v", _V))
    }  # fmt: skip
    entries = []
    for share, s, decay, other in (("p", "s", "v", "u"), (LEFT, _TURNED, "u", "v")):
        own = place["p"] if share == "p" else place["left"]
        two, one = add(square_bound(prover, share, s)), add(linear_bound(prover, share, s))
        entries += [
            product(place["rest"], two, squares=(_LOST,)), product(place["inverse"], one, squares=(_LOST,)),
            product(place["rest"], place[decay], less[other], squares=(share,)),
            product(place["inverse"], own, place[decay], less[other]),
        ]  # fmt: skip
    by_root: Term = ("^", PI, ("q", -1, 2))
    first = add(prover.infer("number", ("<", ("*", HALF, ("exp", -1)), ("^", PI, -1)), by={"bits": 64}))
    second = add(prover.infer("number", ("<", ("exp", ("q", -3, 4)), by_root), by={"bits": 64}))
    down = add(prover.show(("<", 0, ("^", "r", -1))))
    gap = place["w below 1"]
    entries += [
        product(place["rest"], first, down, down, gap, gap),
        product(place["inverse"], second, down, gap, gap),
    ]
    return prover.combine(goal, entries, found)


def _strictly(prover: Prover, goal: Term) -> Theorem:
    """(1 - w)^2 - E = p (1 - v)(1 - uw) + (1 - p)(1 - u)(1 - vw) + p (1 - p)(1 - 1/n)(v (1 - u)^2 + u (1 - v)^2)."""

    def way(strict: str) -> Script:
        def script(inner: Prover, wanted: Term) -> Theorem:
            known = _known(inner)
            share, term, power = ("left", LEFT, _TURNED) if strict == "u" else ("p", "p", "s")
            known[share] = inner.show(("<", 0, term))
            positive = inner.show(("<", 0, power))
            size: Term = ("*", -4, R2, power)
            radius = inner.show(("<", 0, "r"))
            less = inner.combine(("<", size, 0), [product(0, 1, 1, coefficient=4)], [positive, radius])
            known[f"{strict} below 1"] = inner.fact("exp-increasing", [less], a=size, b=0)
            for name, one in (("u", _U), ("v", _V)):
                known[f"{name}w"] = inner.combine(
                    ("<", ("*", one, _W), 1), [product(0), product(1, 2)],
                    [known["w below 1"], known["w"], known[f"{name} below 1"]],
                )  # fmt: skip
            place = {name: index for index, name in enumerate(known)}
            both = (place["p"], place["left"], place["rest"])
            entries = [
                product(place["p"], place["v below 1"], place["uw"]),
                product(place["left"], place["u below 1"], place["vw"]),
                product(*both, place["v"], squares=(("+", 1, ("*", -1, _U)),)),
                product(*both, place["u"], squares=(("+", 1, ("*", -1, _V)),)),
            ]
            return inner.combine(wanted, entries, [*known.values()])

        return script

    return by_cases(prover, ("<=", "p", HALF), goal, way("u"), way("v"))


def _supremum(goal: Term) -> Term:
    return next(each for each in subterms(goal) if isinstance(each, tuple) and each[0] == "sup")


def _rooted(bound: Term, script: Script) -> Script:
    """c sup^(1/2) < c b^(1/2) (1 - w), from sup < b (1 - w)^2 at every share."""

    def shown(prover: Prover, goal: Term) -> Theorem:
        top = _supremum(goal)
        plain = Prover(prover.context)
        limit: Term = ("*", ("^", _LOST, 2), bound)
        less = below(prover, top, limit, lambda p, g: in_sine(p, g, script), "<")
        first = above(plain, top, 0)
        start = signs.by_parts(plain, compound(first.then)[1])
        least = plain.combine(("<=", 0, top), [product(0), product(1)], [start, first])
        inner = prover.within()
        inner.add(least)
        inner.add(inner.fact("exp-increasing", [inner.show(("<", ("*", -4, R2), 0))], a=("*", -4, R2), b=0))
        inner.add(inner.show(("<", 0, bound)))
        inner.add(inner.show(("<", 0, _LOST)))
        term: Term = _LOST if bound == 1 else ("*", _LOST, ("^", bound, HALF))
        inner.add(inner.combine(("<", top, ("^", term, 2)), [product(0)], [less]))
        root = roots.below(inner, top, term)
        scale: Term = ("*", ("^", "m", ("q", -1, 2)), ("^", 2, HALF), ("exp", ("*", 2, R2)), HALF)
        positive = inner.show(("<", 0, scale))
        found = inner.combine(goal, [product(0, 1)], [root, positive])
        return attached(prover, found, least)

    return shown


_BOUND: Term = (
    "+",
    ("*", ("+", ("*", -1, _INVERSE, ("^", PI, -1)), ("^", PI, -1)), ("^", "r", -2)),
    ("*", _INVERSE, ("^", "r", -1), ("^", PI, ("q", -1, 2))),
)

PROOFS: Scripts = {
    "hrf/abstract/worst-case": (_rooted(1, _strictly),),
    "hrf/thm3.5/bound/corrected": (_rooted(_BOUND, _smaller),),
    "hrf/eq65/corrected": (_rooted(_BOUND, _smaller),),
}

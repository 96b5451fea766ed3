"""Rules of the signs of products with a row: they are bounded, and their mean is the angle's (Grothendieck's identity)."""

from __future__ import annotations

from collections.abc import Mapping

from rftheory.proof.kernel.definitions import HALF
from rftheory.proof.kernel.expectation import mean_of
from rftheory.proof.kernel.rules import Rule, compared, need
from rftheory.proof.kernel.theorem import Inference
from rftheory.proof.terms import PI, ProofError, Term, random

_ROWS: Term = ("name", "iid")


def sign_mean(step: Inference) -> None:
    """1 - 2 theta/pi for one row and two vectors at the angle theta; 1 for its square; the square for two rows."""
    _, left, right = compared(step.then, "=")
    u, v, times = _read(mean_of(left))
    need(step, ("<", 0, ("dot", u, u)))
    need(step, ("<", 0, ("dot", v, v)))
    if times == "squared":
        if right != 1:
            raise ProofError("the square of a sign is 1")
        return
    angle = step.by.get("angle")
    if angle is None or random(angle):
        raise ProofError("an angle that is not random is needed")
    lengths = tuple(("^", ("dot", each, each), HALF) for each in (u, v))
    need(step, ("<=", 0, angle))
    need(step, ("<=", angle, PI))
    need(step, ("=", ("dot", u, v), ("*", *lengths, ("cos", angle))))
    mean: Term = ("+", 1, ("*", -2, angle, ("^", PI, -1)))
    if right != (mean if times == "once" else ("^", mean, 2)):
        raise ProofError(f"the mean of a row's signs is {mean}")


def _read(term: Term) -> tuple[Term, Term, str]:
    """The two vectors, and whether it is the product of the signs of one row, its square, or that of two rows."""
    match term:
        case ("^", base, 2):
            _, u, v = _signs(base)
            return u, v, "squared"
        case ("*", ("*", *_) as one, ("*", *_) as other):
            (row, u, v), (second, *same) = _signs(one), _signs(other)
            if row == second or [u, v] != same:
                raise ProofError("the same vectors, and two rows, are needed")
            return u, v, "twice"
    _, u, v = _signs(term)
    return u, v, "once"


def _signs(term: Term) -> tuple[Term, Term, Term]:
    match term:
        case (
            "*",
            ("sign", ("dot", ("row", coupling, index), u)),
            ("sign", ("dot", ("row", other, place), v)),
        ):
            if (coupling, index) == (other, place) and coupling == _ROWS and not (random(u) or random(v)):
                return ("row", coupling, index), u, v
    raise ProofError(
        "the product of the signs of a row of iid with two vectors that are not random is needed"
    )


RULES: Mapping[str, Rule] = {"sign-mean": sign_mean}

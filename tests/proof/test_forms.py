"""Normal forms and enclosures against numbers: what the checker takes as equal or less is so, to thirty digits."""

from __future__ import annotations

import random
from typing import Any

import mpmath
import pytest

from rftheory.proof.checker.algebra import Forms
from rftheory.proof.checker.number import decide
from rftheory.proof.checker.quotients import Effort
from rftheory.proof.checker.reading import BadForm

Term = Any
POINTS = ({"x": "1.37", "y": "0.61", "k": "2"}, {"x": "0.29", "y": "2.3", "k": "3"})
CONDITIONS = [("<", 0, "x"), ("<", 0, "y")]
LEAVES = ["x", "y", "k", 0, 1, 2, -1, 3, 4, ("q", 1, 2), ("q", 2, 3), ("pi",)]
EXPONENTS = [0, 2, 3, -1, -2, ("q", 1, 2), ("q", -1, 2), ("q", 3, 2), "k", "x", ("*", 2, "y"), ("+", "k", 1)]
HEADS = ["+", "+", "*", "*", "*", "^", "^", "^", "exp", "log", "cos", "sin", "abs", "gamma"]


def drawn(draw: random.Random, depth: int, leaves: list[Term]) -> Term:
    """A random term."""
    if depth == 0 or draw.random() < 0.25:
        return draw.choice(leaves)
    head = draw.choice(HEADS)
    if head == "^":
        return (
            head,
            drawn(draw, depth - 1, leaves),
            draw.choice(EXPONENTS[:8] if "x" not in leaves else EXPONENTS),
        )
    return (head, *(drawn(draw, depth - 1, leaves) for _ in range(2 if head in "+*" else 1)))


def value(t: Term, at: dict[str, Any]) -> Any:
    if isinstance(t, int | str):
        return mpmath.mpf(at[t]) if isinstance(t, str) else mpmath.mpf(t)
    if t[0] == "q":
        return mpmath.mpf(t[1]) / t[2]
    parts = [value(part, at) for part in t[1:]]
    functions = {"+": mpmath.fsum, "*": mpmath.fprod}
    if t[0] in functions:
        return functions[t[0]](parts)
    if t[0] == "pi":
        return +mpmath.pi
    return parts[0] ** parts[1] if t[0] == "^" else getattr(mpmath, {"abs": "fabs"}.get(t[0], t[0]))(*parts)


def values(t: Term) -> list[Any] | None:
    """The values at the points; None where one is not a real number of ordinary size."""
    try:
        found = [value(t, dict(at)) for at in POINTS]
    except (ValueError, ZeroDivisionError, OverflowError):
        return None
    ordinary = all(isinstance(v, mpmath.mpf) and mpmath.isfinite(v) and abs(v) < 10**12 for v in found)
    return found if ordinary else None


@pytest.mark.parametrize("seed", range(3))
def test_equal_forms_are_equal(seed: int) -> None:
    draw, same = random.Random(seed), 0
    with mpmath.workdps(40):
        terms = [drawn(draw, draw.choice((1, 2, 2, 3)), LEAVES) for _ in range(400)]
        pool = [(t, found) for t in terms if (found := values(t)) is not None]
        budget = Effort()
        algebra = Forms(CONDITIONS, True, budget)
        forms = []
        for t, found in pool:
            try:
                forms.append((t, algebra.form(t), found))
            except BadForm:
                continue
        for i, (s, a, left) in enumerate(forms):
            budget.next_step()
            for t, b, right in forms[:i]:
                if s != t and algebra.same(a, b):
                    same += 1
                    assert all(
                        abs(p - q) < mpmath.mpf(10) ** -25 * (1 + abs(p))
                        for p, q in zip(left, right, strict=True)
                    ), (s, t)
    assert same > 20


@pytest.mark.parametrize("seed", range(3))
def test_enclosures(seed: int) -> None:
    """A number that is decided lies on the right side, by 10^-15 and by no more than that."""
    draw, decided = random.Random(seed), 0
    with mpmath.workdps(60):
        for _ in range(200):
            t = drawn(draw, 3, LEAVES[3:])
            found = values(t)
            if found is None or "abs" in str(t) or "gamma" in str(t):
                continue
            nearby = int(mpmath.floor(found[0] * 10**15))
            low, high = ("*", nearby - 1, ("^", 10, -15)), ("*", nearby + 2, ("^", 10, -15))
            try:
                assert decide(("<", low, t), 200, Effort()), t
                assert decide(("<", t, high), 200, Effort()), t
                assert not decide(("<=", t, low), 200, Effort()), t
                assert not decide(("<=", high, t), 200, Effort()), t
            except ValueError:
                continue
            decided += 1
    assert decided > 80

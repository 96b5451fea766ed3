"""Rules of means in the kernel: planted steps are refused, and what they let through agrees with integrals."""

from __future__ import annotations

from typing import Any

import pytest

from rftheory.proof.kernel import RULES, ProofContext, Theorem, infer
from rftheory.proof.kernel.definitions import HALF, MINUS, PLUS, X, Y, row_term
from rftheory.proof.terms import ProofError, Term

SPACE = ProofContext(
    (("d", "integer"), ("m", "integer"), ("a", "real"), ("k", "integer")), (("<", 0, "d"), ("<=", 1, "m"))
)
W, V = (("row", ("name", "iid"), index) for index in (1, 2))
O1, O2 = (("row", ("name", "orthogonal"), index) for index in (1, 2))
FOREIGN: Term = ("row", ("name", "givens"), 1)
UP: Term = ("exp", ("dot", W, X))
MEAN: Term = ("exp", ("*", HALF, ("dot", X, X)))
EST: Term = ("estimate", ("name", "iid"), ("name", "positive"), "m", ("name", "x, y"), ("name", "softmax"))
SQUARES: Term = ("dot", O1, O1)


def known() -> list[Theorem]:
    return [infer(SPACE, "given", each) for each in SPACE.constraints]


def step(rule: str, then: Term, premises: list[Theorem] | None = None, **by: Any) -> Theorem:
    return infer(SPACE, rule, then, [*known(), *(premises or [])], by=by)


def test_the_gaussian_integral() -> None:
    assert step("gaussian", ("=", ("E", UP), MEAN)).then == ("=", ("E", UP), MEAN)
    wave: Term = ("*", ("cos", ("dot", W, MINUS)), ("exp", ("dot", W, PLUS)))
    squared: Term = ("*", 2, ("dot", X, Y))
    turned: Term = ("cos", ("+", ("dot", X, X), ("*", -1, ("dot", Y, Y))))
    step("gaussian", ("=", ("E", wave), ("*", ("exp", squared), turned)))  # hrf, (37)


@pytest.mark.parametrize(
    ("rule", "then", "by"),
    [
        ("integrable", ("integrable", ("dot", W, X)), {}),
        ("integrable", ("integrable", ("exp", ("dot", FOREIGN, X))), {}),
        ("integrable", ("integrable", ("exp", ("dot", W, W))), {}),
        ("integrable", ("integrable", ("exp", ("^", ("dot", W, X), 2))), {}),
        ("integrable", ("integrable", ("^", ("+", 1, UP), -1)), {}),
        ("mean-linear", ("=", ("E", ("*", 2, UP)), ("*", 2, ("E", UP))), {}),
        ("mean-linear", ("=", ("E", ("*", UP, UP)), ("*", UP, ("E", UP))), {}),
        ("gaussian", ("=", ("E", UP), ("exp", ("dot", X, X))), {}),
        ("gaussian", ("=", ("E", ("exp", ("dot", FOREIGN, X))), MEAN), {}),
        ("gaussian", ("=", ("E", ("*", ("exp", ("dot", O1, X)), ("exp", ("dot", O2, X)))), ("exp", ("dot", X, X))), {}),
        ("gaussian", ("=", ("E", EST), EST), {}),
        ("gaussian", ("=", ("E", UP), UP), {}),
        ("gaussian", ("=", ("E", ("exp", ("*", "a", ("dot", W, W)))), ("^", ("+", 1, ("*", -2, "a")), ("*", ("q", -1, 2), "d"))), {}),
        ("rotation", ("=", ("E", ("exp", ("+", ("dot", W, X), ("dot", V, X)))), ("E", ("hyper", (), (("*", HALF, "d"),), ("*", ("q", 1, 4), ("dot", X, X), ("+", ("dot", W, W), ("dot", V, V)))))), {"vector": X, "rows": ("+", W, V)}),
        ("rotation", ("=", ("E", ("cos", ("dot", W, X))), ("E", ("hyper", (), (("*", HALF, "d"),), ("*", ("q", 1, 4), ("dot", X, X), ("dot", W, W))))), {"vector": X, "rows": W}),
        ("mean-series", ("=", ("E", ("hyper", (), (1,), ("*", 1, SQUARES))), ("sum", "k", 0, ("oo",), 1)), {}),
        ("lengths", ("=", ("E", ("^", SQUARES, 1)), 1), {}),
        ("lengths", ("=", ("E", ("^", ("+", SQUARES, SQUARES), 1)), 2), {}),
        ("estimate-mean", ("=", ("E", EST), ("E", row_term(EST, 1))), {}),
        ("estimate-variance", ("=", ("Var", EST), 0), {}),
        ("variance", ("=", ("Var", UP), ("+", ("E", ("^", UP, 2)), ("*", -1, ("^", ("E", UP), 2)))), {}),
        ("covariance", ("=", ("Cov", UP, UP), 0), {}),
        ("error", ("=", ("mse", EST, UP), ("+", ("Var", EST), ("^", ("+", ("E", EST), ("*", -1, UP)), 2))), {}),
        ("summable-rest", ("summable", "j", 1, "a"), {}),
    ],
)  # fmt: skip
def test_a_planted_step_is_refused(rule: str, then: Term, by: dict[str, Any]) -> None:
    assert rule in RULES
    with pytest.raises(ProofError):
        step(rule, then, **by)


def test_nothing_random_is_supposed_nor_put_into_a_moment() -> None:
    above: Term = ("<=", 0, ("dot", W, X))
    with pytest.raises(ProofError, match="random"):
        infer(SPACE, "given", above, given=(above,))
    with pytest.raises(ProofError, match="random"):
        ProofContext(SPACE.variables, (above,))
    local = (("u", "real"),)
    same = infer(SPACE, "ring", ("=", ("E", "u"), ("E", ("*", 1, "u"))), local=local)
    with pytest.raises(ProofError, match="come inside"):
        infer(
            SPACE,
            "instantiate",
            ("=", ("E", UP), ("E", ("*", 1, UP))),
            [same],
            by={"of": 0, "with": {"u": UP}},
        )


def test_induction_starts_at_an_integer() -> None:
    goal: Term = ("int", ("+", "j", HALF))
    local, assumed = (("j", "integer"),), (("<=", HALF, "j"),)
    onward = infer(SPACE, "given", goal, local=local, given=(*assumed, goal))
    with pytest.raises(ProofError):
        infer(
            SPACE, "induction", goal, [onward, onward], local=local, given=assumed,
            by={"variable": "j", "start": HALF, "base": 0, "step": 1},
        )  # fmt: skip

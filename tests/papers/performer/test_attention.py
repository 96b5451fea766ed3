"""The attention entries of performer: outputs against brute force, exact zeros, domains, costs and errata."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction

import mpmath as mp
import pytest
import sympy as sp

from rftheory.context import Context
from rftheory.errors import DomainError, InputError
from rftheory.evaluation import evaluate
from rftheory.evidence.deterministic.sizes import SizeCount, within
from rftheory.evidence.steps.exactness import ProofFailure, ProofGap
from rftheory.evidence.steps.proof import Proof
from rftheory.exact.functions import attention
from rftheory.papers.performer._lemmas import counts, uniform
from rftheory.papers.performer.appendix_b import algorithm
from rftheory.statements import Statement
from rftheory.verdict import Outcome, Verdict
from rftheory.verification import verify

Rows = Sequence[Sequence[Fraction]]
DIGITS = 45
BIG = [[1000, 0], [0, 1000]]


def _random(rows: int, columns: int, scale: int, *, positive: bool, seed: int) -> Rows:
    rng = random.Random(seed)
    low = 1 if positive else -99
    return [[Fraction(rng.randint(low, 99) * scale, 99) for _ in range(columns)] for _ in range(rows)]


def _softmax(queries: Rows, keys: Rows, values: Rows, i: int, j: int, *, causal: bool) -> mp.mpf:
    met = i if causal else len(keys)
    logits = [sum(a * b for a, b in zip(queries[i - 1], key, strict=True)) for key in keys[:met]]
    root = mp.sqrt(len(keys[0]))
    weights = [mp.exp((mp.mpf(t.numerator) / t.denominator) / root) for t in logits]
    column = [mp.mpf(row[j - 1].numerator) / row[j - 1].denominator for row in values[:met]]
    return mp.fdot(weights, column) / mp.fsum(weights)


def _linear(queries: Rows, keys: Rows, values: Rows, i: int, j: int, *, causal: bool) -> Fraction:
    met = i if causal else len(keys)
    weights = [sum(a * b for a, b in zip(queries[i - 1], key, strict=True)) for key in keys[:met]]
    return sum(w * row[j - 1] for w, row in zip(weights, values, strict=False)) / sum(weights)


@pytest.mark.parametrize(("size", "width", "scale"), [(1, 1, 1), (3, 2, 1), (6, 3, 40), (4, 2, 1000)])
def test_softmax_attention(size: int, width: int, scale: int) -> None:
    queries, keys = (_random(size, width, scale, positive=False, seed=s) for s in (1, 2))
    values = _random(size, 2, 1, positive=False, seed=3)
    with mp.workdps(DIGITS + 20):
        for i, j in {(1, 1), (size, 2), ((size + 1) // 2, 1)}:
            for name, causal in (("performer/eq1", False), ("performer/eq2", True)):
                found = evaluate(name, digits=DIGITS, Q=queries, K=keys, V=values, i=i, j=j)
                expected = _softmax(queries, keys, values, i, j, causal=causal)
                assert mp.almosteq(mp.mpf(str(found)), expected, rel_eps=mp.mpf(10) ** (2 - DIGITS)), (i, j)


@pytest.mark.parametrize(("size", "width"), [(1, 1), (2, 3), (5, 2)])
def test_linear_attention_is_exact(size: int, width: int) -> None:
    queries, keys = (_random(size, width, 7, positive=True, seed=s) for s in (4, 5))
    values = _random(size, 2, 1, positive=False, seed=6)
    for i in range(1, size + 1):
        given = {"Qp": queries, "Kp": keys, "V": values, "i": i, "j": 2}
        both = [evaluate(name, **given) for name in ("performer/eq4", "performer/alg1/bidirectional")]
        expected = _linear(queries, keys, values, i, 2, causal=False)
        assert all(found.lower == found.upper == expected for found in both)
        causal = evaluate("performer/alg1/unidirectional", **given)
        assert causal.lower == causal.upper == _linear(queries, keys, values, i, 2, causal=True)
        left, right = (evaluate(f"performer/eq11:{side}", **given) for side in ("lhs", "rhs"))
        assert left.lower == left.upper == right.lower


def test_large_logits_and_exact_zeros() -> None:
    far = evaluate("performer/eq1", Q=BIG, K=[[1000, 0], [-1000, 0]], V=[[0], [1]], i=1, j=1)
    with mp.workdps(70):
        expected = 1 / (1 + mp.exp(mp.mpf(2_000_000) / mp.sqrt(2)))
        assert mp.almosteq(mp.mpf(str(far)), expected, rel_eps=mp.mpf(10) ** -47)
    cancelling = {"K": [[1, 1], [1, 2], [3, 1], [3, 5]], "V": [[1], [-1], [2], [-2]]}
    assert str(evaluate("performer/eq1", Q=[[1, 0]] * 4, **cancelling, i=1, j=1)) == "0"
    assert str(evaluate("performer/eq2", Q=[[1, 0]] * 4, **cancelling, i=2, j=1)) == "0"


@pytest.mark.parametrize(
    "given",
    [
        {"Q": BIG, "K": [[1, 1]], "V": [[1]], "i": 1, "j": 1},
        {"Q": BIG, "K": [[1, 1, 1]] * 2, "V": [[1], [2]], "i": 1, "j": 1},
        {"Q": BIG, "K": BIG, "V": [[1]], "i": 1, "j": 1},
        {"Q": BIG, "K": BIG, "V": BIG, "i": 3, "j": 1},
        {"Q": BIG, "K": BIG, "V": BIG, "i": 1, "j": 3},
        {"Q": BIG, "K": BIG, "V": BIG, "i": 0, "j": 1},
        {"Q": BIG, "K": BIG, "V": BIG, "i": "1/2", "j": 1},
        {"Q": [[1], [1, 2]], "K": BIG, "V": BIG, "i": 1, "j": 1},
    ],
)
def test_shapes_and_places_are_checked(given: dict[str, object]) -> None:
    with pytest.raises(DomainError):
        evaluate("performer/eq1", **given)


def test_a_row_without_weight_has_no_output() -> None:
    given = {"Qp": [[1], [1]], "Kp": [[1], [-1]], "V": [[1], [1]], "j": 1}
    with pytest.raises(DomainError, match="nonzero"):
        evaluate("performer/eq4", **given, i=1)
    assert evaluate("performer/alg1/unidirectional", **given, i=1).lower == 1
    with pytest.raises(InputError):
        evaluate("performer/eq4", Q=BIG, K=BIG, V=BIG, i=1, j=1)


def test_numbers_of_projections() -> None:
    with mp.workdps(80):
        delta = mp.mpf(1) / 2 / mp.exp(mp.mpf(9) / 2)
        expected = 4 / delta**2 * mp.log(4 * mp.mpf(4) ** mp.mpf("0.75") * 3 / delta)
        found = mp.mpf(str(evaluate("performer/thm4/m", d=4, R=3, eps="1/2")))
        assert mp.almosteq(found, expected, rel_eps=mp.mpf(10) ** -47)
    assert str(evaluate("performer/thm7/mopt", d=16, R="1/8", delta=4)) == "0"
    softmax = evaluate("performer/thm7/mopt", d=9, R=2, delta="1/3")
    assert str(evaluate("performer/thm7/m", d=9, R=2, sigma=9, delta="1/3")) == str(softmax)


def test_arithmetic() -> None:
    found = [
        str(evaluate(f"performer/secA.1/pg19-{split}:lhs", digits=5)) for split in ("train", "valid", "test")
    ]
    assert found == ["1.5634", "1.5487", "1.5359"]
    assert evaluate("performer/table1/trembl:lhs").lower == 106_029_056
    assert [evaluate("performer/secC.2/uniform", n=n).lower * 100 for n in (20, 25)] == [5, 4]


@pytest.mark.parametrize(
    "name",
    [
        "performer/alg1/shapes",
        "performer/secB.1/cumsum",
        "performer/secB.3/hg-time",
        "performer/thm7",
        "performer/eq76",
        "performer/eq77",
    ],
)
def test_errata_and_their_corrections(name: str) -> None:
    (found,) = verify(name)
    assert found.verdict is Verdict.REFUTED
    assert found.correction is not None
    assert found.correction.verdict is Verdict.DERIVED


def test_counts_reject_wrong_forms() -> None:
    right = counts.LINEAR
    assert right.run(_nothing(), Context()).outcome is Outcome.HOLDS
    forms = {**right.counts, "additions": right.counts["additions"] + 1}
    wrong = SizeCount(right.name, right.algorithm, forms, right.growth, right.grid)
    assert wrong.run(_nothing(), Context()).outcome is Outcome.FAILS
    too_small = SizeCount(right.name, right.algorithm, right.counts, counts.L * counts.d, right.grid)
    assert too_small.run(_nothing(), Context()).outcome is Outcome.UNDECIDED


def test_orders_in_several_sizes() -> None:
    a, b = sp.symbols("a b", positive=True, integer=True)
    assert within(3 * a * b - 5 * a**3 + 7, a * b)
    assert not within(a**2, a * b)
    assert within(a * b * sp.log(b, 2) + a, a * b * sp.log(b))
    assert not within(a * b * sp.log(b, 2), a * b)


def test_scan_gives_prefix_sums_in_few_rounds() -> None:
    rounds: list[int] = []
    assert attention.scan([3, 1, 4, 1, 5, 9, 2, 6], rounds) == [3, 4, 8, 9, 14, 23, 25, 31]
    assert (sum(rounds), len(rounds)) == (2 * 8 - 2 - 3, 2 * 3 - 1)


def test_proofs_notice_wrong_constants(monkeypatch: pytest.MonkeyPatch) -> None:
    uniform.whole_blocks(Proof())
    monkeypatch.setattr(uniform, "BLOCKS", uniform.BLOCKS / 2)
    with pytest.raises((ProofFailure, ProofGap)):
        uniform.whole_blocks(Proof())
    uniform.not_scale_free(Proof())
    monkeypatch.setattr(uniform, "GENERAL", uniform.GENERAL.subs(uniform.sigma, sp.sqrt(uniform.sigma)))
    with pytest.raises((ProofFailure, ProofGap)):
        uniform.not_scale_free(Proof())


def test_shapes_of_the_algorithm() -> None:
    first, second, third, fourth, result = algorithm._sizes(3, 2, 4)
    assert (first, second, third, fourth, result) == ((4, 3), (3, 3), (3, 2), (3, 1), (3, 2))


def _nothing() -> Statement:
    return Statement("performer/none", "scaling", "", "", "", "", "")

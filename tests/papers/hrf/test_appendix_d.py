"""Appendix D of hrf: the bound (64) by a scan, and what claims about moments say."""

from __future__ import annotations

from dataclasses import replace

import mpmath as mp
import pytest

from rftheory import registry
from rftheory.claims import Below, conjuncts, plain
from rftheory.context import Context
from rftheory.evidence.deterministic.conjunction import evaluable_parts
from rftheory.evidence.deterministic.search import Search
from rftheory.verdict import Outcome


@pytest.mark.parametrize(("n", "r"), [(1, 3), (4, 5)])
def test_the_linear_part_exceeds_its_printed_bound(value, n: int, r: int) -> None:
    angles = (mp.pi * k / 20000 for k in range(20001))
    largest = max(t / (n * mp.pi) * mp.exp(2 * r**2 * mp.cos(t)) for t in angles)
    bound = mp.exp(2 * r**2) / (2 * n * mp.sqrt(mp.pi) * r**2)
    assert largest > 1.4 * bound
    assert 0 <= value("hrf/eq64", "lhs", n=n, r=r) / largest - 1 < 1e-5
    assert mp.almosteq(value("hrf/eq64", "rhs", n=n, r=r), bound, 1e-14)
    assert value("hrf/eq64/corrected", "rhs", n=n, r=r) > largest


def test_one_sign_projection_saves_nothing() -> None:
    """Sharing is said to reduce the error; at n = 1 what it takes away is exactly 0, for unequal norms too."""
    reduced = registry.statement("hrf/thmD.1/reduced")
    assert reduced.erratum is None
    assert [part.run(reduced, Context()).outcome for part in evaluable_parts(reduced)] == [Outcome.HOLDS] * 3
    strictly = replace(reduced, claim=Below(), checks=())
    found = Search().run(strictly, Context())
    assert found.outcome is Outcome.FAILS
    shown = found.counterexample
    assert shown is not None
    assert shown["left"] == shown["right"] or shown["n"] == "1"


def test_the_claim_names_the_moment() -> None:
    error = registry.statement("hrf/thmD.1/independent")
    assert error.claim is not None
    lines = [plain(each.claim, {}) for each in conjuncts(error.claim, error.domain)]
    assert lines[0].startswith("MSE[K^[iid, angular-hybrid; (m, n) rows](x, y)] =")

"""The regularised softmax kernel against mpmath, its bounds, and the degenerate cases of Lemma 2 and Theorem 1."""

import mpmath
import pytest

from rftheory.exact import balls
from rftheory.papers.beyond import performer_regularised as beyond
from rftheory.papers.performer.appendix_f3 import cut, sphere_moments
from rftheory.papers.performer.section3 import lemma2, small_kernels, theorem1
from rftheory.registry import statement
from rftheory.verdict import EvidenceKind, Outcome, Verdict
from rftheory.verification import verify

SIDES = {
    statement.id: statement.sides
    for module in (sphere_moments, cut, beyond, lemma2, small_kernels, theorem1)
    for statement in module.STATEMENTS
}


@pytest.mark.parametrize(("d", "w"), [(1, 5), (2, 1000), (64, 4), (1000, 10**4), (10**6, 3), (3, 0)])
def test_ratio_against_mpmath(d: int, w: int) -> None:
    found = SIDES["performer/thm1/upper"]["lhs"].evaluate(d=d, w=w)
    with mpmath.workdps(60):
        expected = mpmath.exp(-w) * mpmath.hyp0f1(mpmath.mpf(d) / 2, mpmath.mpf(d) * w / 2)
        assert abs(mpmath.mpf(str(found)) / expected - 1) < mpmath.mpf(10) ** -45


@pytest.mark.parametrize(("d", "w"), [(1, 10**6), (10**6, 10**5), (10**6, 10**6)])
def test_ratio_at_extremes_lies_between_its_bounds(d: int, w: int) -> None:
    sides = SIDES["beyond/smreg/lower"]
    ratio = sides["ratio"].log_at(sides["ratio"].point({"d": d, "w": w}))
    assert -(w**2) / (d + 2) <= ratio <= (2 * d * w) ** 0.5 - w


def test_bounds_meet_at_zero() -> None:
    for name in ("lower", "upper", "quadratic", "rational"):
        sides = SIDES[f"beyond/smreg/{name}"]
        assert str(sides["ratio"].evaluate(d=5, w=0)) == str(sides["bound"].evaluate(d=5, w=0))


def test_exact_zeros() -> None:
    opposite = {"m": 3, "x2": 2, "y2": 2, "xy": -2}
    same = {"m": 3, "x2": 2, "y2": 2, "xy": 2}
    assert str(SIDES["performer/lemma2/positive"][""].evaluate(**opposite)) == "0"
    assert str(SIDES["performer/lemma2/hyperbolic"][""].evaluate(**opposite)) == "0"
    assert str(SIDES["performer/lemma2/trig"][""].evaluate(**same)) == "0"
    assert str(SIDES["performer/thm1/lower"]["rhs"].evaluate(d=8)) == "0"


def test_moment_of_order_4k_is_not_the_printed_quotient() -> None:
    sides = SIDES["performer/lemma3"]
    assert str(sides["lhs"].evaluate(k=1, d=2, digits=5)) == "0.37500"
    assert str(sides["rhs"].evaluate(k=1, d=2, digits=5)) == "0.50000"


@pytest.mark.parametrize(
    ("base", "order", "root"), [((27, 8), 3, (3, 2)), ((32, 1), 5, (2, 1)), ((0, 1), 3, (0, 1))]
)
def test_rational_roots_are_exact(base: tuple[int, int], order: int, root: tuple[int, int]) -> None:
    found = balls.power(balls.fmpq(*base), balls.fmpq(1, order))
    assert isinstance(found, balls.fmpq)
    assert found == balls.fmpq(*root)


def test_an_irrational_root_stays_a_ball() -> None:
    found = balls.power(balls.fmpq(2), balls.fmpq(1, 3))
    assert isinstance(found, balls.arb)


@pytest.mark.parametrize("name", ["performer/sec2.4/any-d", "performer/thm3/sharper"])
def test_the_same_strict_words_have_the_same_verdict(name: str) -> None:
    (found,) = verify(name)
    assert found.verdict is Verdict.REFUTED
    erratum = statement(name).erratum
    assert erratum is not None
    assert erratum.kind == "edge case"
    assert found.correction is not None
    assert found.correction.verdict in (Verdict.PROVED, Verdict.DERIVED)


def test_a_proxy_in_practice_is_undecided_and_at_fixed_length_proved() -> None:
    (found,) = verify("performer/sec3/smreg-proxy")
    assert found.verdict is Verdict.UNDECIDED
    assert found.correction is not None
    assert found.correction.verdict is Verdict.PROVED


def test_a_limit_is_refuted_along_a_family() -> None:
    for name in ("performer/lemma2/small-kernel-positive", "performer/sec2.3/variance-vanishes"):
        (found,) = verify(name)
        growing = [e for e in found.evidence if e.kind is EvidenceKind.SEARCH]
        assert [e.outcome for e in growing] == [Outcome.FAILS]
        assert "for all s >=" in str(growing[0].data["bound"])

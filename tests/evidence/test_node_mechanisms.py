"""Moments from their own nodes: frames, tuples, lengths given, laws by density; strict inequalities that are touched."""

from __future__ import annotations

import pytest
import sympy as sp

from rftheory.claims import (
    Below,
    Claim,
    ConditionalExpectation,
    ConditionalVariance,
    Conjunct,
    Distribution,
    Equal,
    Estimate,
    Expectation,
    Inner,
    Law,
    Length,
    MeanSquareError,
    Quantity,
    Row,
    TupleSum,
    Variance,
)
from rftheory.claims.mutation import wrong_claims
from rftheory.domain import Domain, integer, real
from rftheory.evidence.mutants.nodes import MomentTrials
from rftheory.evidence.mutants.nodes.experiment import Told
from rftheory.evidence.mutants.nodes.frames import cosines_of, frame_of
from rftheory.evidence.mutants.nodes.place import NoValue
from rftheory.kit import Rule

d, m, k = sp.symbols("d m k", positive=True, integer=True)
v, r, w, theta = sp.symbols("v r w theta", nonnegative=True)
z, P = sp.Symbol("z"), sp.IndexedBase("P")
lengths, u = sp.IndexedBase("w"), sp.IndexedBase("u")
LENGTH = Domain((integer("d", 2), real("v", above=0)))
CLOSED = Domain((integer("d", 2), integer("m", 1), real("v", 0)), (Rule(m <= d),))
OPEN = Domain((integer("d", 2), integer("m", 2), real("v", above=0)), (Rule(m <= d),))
FAMILY = "isotropic, blind to lengths"
of_z = Estimate("iid", "g(w.z, |w|)", m, "z")
chi_density = 2 ** (1 - d / 2) * w ** (d - 1) * sp.exp(-(w**2) / 2) / sp.gamma(d / 2)
INSTANCES: dict[str, tuple[Claim, Domain]] = {
    "two rows of a polygon are opposite": (
        Equal(
            MeanSquareError(Estimate("polygon", "positive", 2, kernel="gaussian")),
            Expectation(sp.exp(Inner(Row("opposite pair", 1) + Row("opposite pair", 2), z) - 2 * v**2)) / 2
            + sp.S.Half
            - sp.exp(-(v**2)),
        ),
        Domain((integer("d", 2, 2), real("v", "1/8", "1/8"))),
    ),
    "permutations": (
        Equal(
            TupleSum(lengths[P[1]], "P in S_d"), sp.factorial(d - 1) * sp.Sum(lengths[k], (k, 1, d))
        ),
        Domain((integer("d", 2),)),
    ),
    "a gradient": (Equal(sp.Derivative(Inner(u[1], u[1]), u[1]), 2 * u[1]), Domain((integer("d", 2),))),
    "the law of total variance": (
        Equal(
            Variance(of_z),
            Expectation(ConditionalVariance(of_z, "the lengths"))
            + Variance(ConditionalExpectation(of_z, "the lengths")),
        ),
        Domain((integer("d", 2), integer("m", 1))),
    ),
    "given a length": (
        Equal(
            ConditionalExpectation(
                Inner(Row("iid", 1), z) ** 2, sp.Eq(Length(Row("iid", 1)), r, evaluate=False)
            ),
            r**2 * v**2 / d,
        ),
        Domain((*LENGTH.parameters, real("r", above=0))),
    ),
    "a density": (
        Law(Length(Row("iid", 1)), Distribution("density", chi_density)),
        Domain((integer("d", 2), real("w", above=0))),
    ),
    "a uniform direction": (Law(Row("simplex", 1), Distribution("isotropic", d)), Domain((integer("d", 2),))),
    "a covariance": (
        Law(Row("orthogonal", 1), Distribution("normal", 0, sp.Identity(d))),
        Domain((integer("d", 2),)),
    ),
    "law of a vector": (
        Law(Row("iid", 1) + Row("iid", 2), Distribution("law", Row("iid", 1) - Row("iid", 2))),
        Domain((integer("d", 2),)),
    ),
}  # fmt: skip


def told(own: Conjunct, wrong: Conjunct) -> Told:
    return MomentTrials({}).told_apart(own, wrong)


@pytest.mark.parametrize("name", INSTANCES)
def test_wrong_claims_are_told_apart_and_right_ones_spared(name: str) -> None:
    claim, domain = INSTANCES[name]
    own = Conjunct(claim, domain)
    fates = {wrong: told(own, Conjunct(other, domain)).fate for wrong, other in wrong_claims(claim, {})}
    assert fates
    assert set(fates.values()) == {"killed"}
    assert told(own, own).fate in ("survived", "still true")


def test_a_density_of_another_dimension_is_killed_and_a_false_one_kills_nothing() -> None:
    domain = Domain((integer("d", 2), real("w", above=0)))
    own = Conjunct(INSTANCES["a density"][0], domain)
    other = Conjunct(Law(Length(Row("iid", 1)), Distribution("density", chi_density.subs(d, d + 1))), domain)
    assert told(own, other).fate == "killed"
    assert told(other, own).fate == "unread"


@pytest.mark.parametrize("name", ["icosahedron", "600-cell", "roots of E8", "minimal vectors of Leech"])
def test_frames_are_balanced_and_tight(name: str) -> None:
    # the vectors of a spherical 2-design have sum 0 and sum of squares of inner products m/d
    frame = frame_of(name)
    assert frame is not None
    assert frame.rows is not None
    assert frame.d is not None
    cosines = cosines_of(frame, frame.rows, frame.d)
    assert 1 + sum(count for count in cosines.values()) == frame.rows
    assert sum(c * count for c, count in cosines.items()) == pytest.approx(-1.0)
    assert 1 + sum(c**2 * count for c, count in cosines.items()) == pytest.approx(frame.rows / frame.d)
    with pytest.raises(NoValue, match="the frame has"):
        cosines_of(frame, frame.rows + 1, frame.d)


def test_polygons_have_the_cosines_of_their_angles() -> None:
    polygon = frame_of("polygon")
    assert polygon is not None
    assert cosines_of(polygon, 4, 2) == pytest.approx({0.0: 2, -1.0: 1})
    assert sum(c * n for c, n in cosines_of(polygon, 5, 2).items()) == pytest.approx(-1.0)
    simplex = frame_of("simplex of m rows")
    assert simplex is not None
    with pytest.raises(NoValue, match="no simplex of 4 vectors in R"):
        cosines_of(simplex, 4, 2)
    assert frame_of("iid") is None


def test_a_simplex_by_its_cosines_is_the_shelf_s() -> None:
    one, other = (MeanSquareError(Estimate(name, "positive", 2)) for name in ("simplex of m rows", "simplex"))
    domain = Domain((integer("d", 2, 2), real("v", "1/4", "1/4")))
    own = Conjunct(Equal(one, other), domain)
    assert told(own, own).fate == "survived"
    assert told(own, Conjunct(Equal(one, other * sp.Rational(11, 10)), domain)).fate == "killed"


def _errors(one: str, other: str, rows: object = m) -> Below:
    return Below(
        MeanSquareError(Estimate(one, "positive", rows)), MeanSquareError(Estimate(other, "positive", rows)), strict=False
    )  # fmt: skip


def _strict(claim: Below) -> Below:
    return Below(claim.left, claim.right)


def test_a_strict_inequality_is_killed_where_both_sides_meet_and_only_there() -> None:
    claim = _errors("orthogonal", "iid")
    strict = _strict(claim)
    assert told(Conjunct(claim, CLOSED), Conjunct(strict, CLOSED)).fate == "killed"  # no inputs at v = 0
    assert told(Conjunct(claim, OPEN), Conjunct(strict, OPEN)).fate in ("survived", "still true")


def test_a_strict_inequality_over_a_family_fails_for_the_coupling_itself() -> None:
    domain = Domain((real("v", above=0),))
    claim = _errors("icosahedron", FAMILY, 12)
    assert told(Conjunct(claim, domain), Conjunct(_strict(claim), domain)).fate == "killed"
    assert told(Conjunct(claim, domain), Conjunct(Below(claim.right, claim.left), domain)).fate == "killed"
    apart = _errors("icosahedron", "iid", 12)
    assert told(Conjunct(apart, domain), Conjunct(_strict(apart), domain)).fate == "still true"


def test_exponents_that_have_a_sum_are_gone_through() -> None:
    j, i = sp.Symbol("j", integer=True, nonnegative=True), sp.Symbol("i", integer=True, positive=True)
    powers = sp.IndexedBase("j")
    tuples = TupleSum(1 / sp.Product(sp.factorial(powers[i]), (i, 1, m)), "(j_1, .., j_m) with sum j")
    domain = Domain((integer("m", 1), real("theta", above=0, below=1)))
    own = Conjunct(Equal(sp.Sum(theta**j * tuples, (j, 0, sp.oo)), sp.exp(m * theta)), domain)
    wrong = Conjunct(Equal(own.claim.terms[0], sp.exp(m * theta) * sp.Rational(101, 100)), domain)
    assert told(own, own).fate == "survived"
    assert told(own, wrong).fate == "killed"


def test_coefficients_of_powers_are_read_and_no_other_quantity() -> None:
    words = "coefficient of x_1^(k_1) .. x_m^(k_m) in g(x_1)^(j_1) .. g(x_m)^(j_m)"
    domain = Domain((integer("m", 1),))
    own = Conjunct(Below(sp.S.Zero, Quantity(words), strict=False), domain)
    for wrong in (Below(Quantity(words), sp.S.Zero, strict=False), Below(sp.S.Zero, Quantity(words))):
        assert told(own, Conjunct(wrong, domain)).fate == "killed"
    other = Conjunct(Below(sp.S.Zero, Quantity("another number")), domain)
    assert told(other, other) == Told("unread", "no value of Quantity")

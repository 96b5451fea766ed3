"""Rules as data: decided exactly or not at all, and readable by everything else; no domain holds an opaque one."""

from __future__ import annotations

import dataclasses
import functools
import time
from collections.abc import Mapping
from fractions import Fraction

import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy.logic.boolalg import Boolean

from rftheory import optimization, registry
from rftheory.domain import ComplexRational, Domain, Rule, complex_number, integer, real, vector
from rftheory.domain.conditions import (
    PLACE,
    Every,
    Height,
    Width,
    count_positive,
    entries,
    every,
    invertible,
    nonzero,
    same_length,
    same_size,
    some,
    squared_length,
)
from rftheory.errors import DomainError, InputError
from rftheory.papers._shared.angular_hybrid import UP_TO_PI
from rftheory.papers._shared.complex_pairs import matrix_pairs
from rftheory.papers._shared.invariants import CAUCHY_SCHWARZ, ON_A_LINE
from rftheory.papers.beyond._lemmas.gaussian_cells import finite_mean
from rftheory.papers.orf._notation import POWER_OF_TWO
from rftheory.papers.performer._lemmas.matrices import CAUSAL, LINEAR
from rftheory.papers.simrf._lemmas.truncated_objective import SOLUTIONS
from rftheory.papers.simrf._notation import FEASIBLE_COSINE

a, b, s = sp.symbols("a b s", real=True)
d = sp.Symbol("d", integer=True)
U, V, W = (sp.IndexedBase(name) for name in "UVW")

NUMBERS = st.fractions(min_value=-20, max_value=20, max_denominator=12)
VECTORS = st.lists(NUMBERS, min_size=1, max_size=5).map(tuple)
PAIRS = st.integers(1, 4).flatmap(
    lambda size: st.tuples(*[st.lists(NUMBERS, min_size=size, max_size=size).map(tuple)] * 2)
)


def holds(condition: sp.Basic, **point: object) -> bool | None:
    return Rule(condition).decide(point)  # type: ignore[arg-type]


# the first example of a test compiles, which takes what it takes
STEADY = settings(deadline=None, derandomize=True, database=None)


@functools.cache
def domains() -> tuple[tuple[str, Domain], ...]:
    """Every domain once: of statements, corrections, companions, sides, checks, optimisers."""
    found: dict[int, tuple[str, Domain]] = {}

    def walk(part: object, name: str) -> None:
        if isinstance(part, Domain):
            found.setdefault(id(part), (name, part))
        elif dataclasses.is_dataclass(part):
            for field in dataclasses.fields(part):
                walk(getattr(part, field.name, None), name)
        elif isinstance(part, (tuple, list)):
            for item in part:
                walk(item, name)
        elif isinstance(part, Mapping):
            walk(list(part.values()), name)

    for entry in (*registry.entries().values(), *(entry for entry, _ in registry.corrections().values())):
        walk([entry.statement, entry.sides], entry.id)
    walk(optimization.FORMS, "optimisation")
    return tuple(found.values())


def test_no_rule_is_opaque() -> None:
    rules = {id(rule): (name, rule) for name, domain in domains() for rule in domain.rules}
    assert len(rules) > 100
    for name, rule in rules.values():
        assert isinstance(rule.condition, Boolean), name
        assert [type(rule.text), type(rule.order)] == [str, str], name
        assert rule.names, name
        rule._decision  # noqa: B018 - compiled, or an InputError that says what is not read
        assert not any(callable(getattr(rule, field.name)) for field in dataclasses.fields(rule)), name


def test_constraints_of_every_domain_hold_where_its_rules_do() -> None:
    for name, domain in domains():
        for constraint in domain.constraints:
            assert isinstance(constraint, Boolean), name
        for extra in domain.extra[:2]:
            point = domain.legal(
                {key: value for key, value in extra.items() if key in domain.names}, tuple(extra)
            )
            read = [c for c in domain.constraints if point is not None and c not in (sp.true, sp.false)]
            assert all(Rule(c).holds(point) for c in read if set(Rule(c).names) <= set(point)), (name, extra)


def test_the_chosen_points_fulfil_the_rules_or_are_left_out() -> None:
    for name, domain in domains():
        for extra in domain.extra[:3]:
            point = {key: domain[key].parse(value) for key, value in extra.items() if key in domain.names}
            for rule in domain.rules:
                if set(rule.names) <= set(point):
                    assert rule.decide(point) is not None, (name, rule.text, extra)


@STEADY
@given(PAIRS, st.sampled_from([-1, 1]))
def test_invariants_of_vectors_fulfil_cauchy_schwarz_and_larger_products_do_not(
    pair: tuple[tuple[Fraction, ...], ...], sign: int
) -> None:
    x, y = pair
    x2, y2 = (sum((t * t for t in v), Fraction(0)) for v in pair)
    xy = sum((p * q for p, q in zip(x, y, strict=True)), Fraction(0))
    point = {"d": Fraction(len(x)), "x2": x2, "y2": y2, "xy": xy}
    assert CAUCHY_SCHWARZ.holds(point)
    assert ON_A_LINE.holds(point)
    # |xy| above (x2 + y2)/2 is above sqrt(x2 y2)
    assert not CAUCHY_SCHWARZ.holds({**point, "xy": sign * ((x2 + y2) / 2 + Fraction(1, 10**30))})


@STEADY
@given(PAIRS, VECTORS)
def test_words_about_vectors_say_what_python_says(
    pair: tuple[tuple[Fraction, ...], ...], other: tuple[Fraction, ...]
) -> None:
    u, v = pair
    assert holds(same_length(U, V), U=u, V=v)
    assert holds(same_length(U, V), U=u, V=other) == (len(u) == len(other))
    assert holds(nonzero(U), U=u) == all(u)
    assert holds(some(U, lambda entry: sp.Gt(entry, 1)), U=u) == any(t > 1 for t in u)
    assert holds(every(U, lambda entry: sp.Contains(entry, sp.S.Naturals)), U=u) == all(
        t.denominator == 1 and t >= 1 for t in u
    )
    assert holds(sp.Ge(count_positive(U), 2), U=u) == (sum(t > 0 for t in u) >= 2)
    assert holds(sp.Le(squared_length(U), 9), U=u) == (sum(t * t for t in u) <= 9)
    overlap = Every(U[PLACE] * V[PLACE] >= 0, entries(U))
    assert holds(overlap, U=u, V=v) == all(p * q >= 0 for p, q in zip(u, v, strict=True))


@STEADY
@given(st.lists(NUMBERS, min_size=8, max_size=8))
def test_a_complex_matrix_is_invertible_where_its_determinant_is_not_zero(values: list[Fraction]) -> None:
    p, q, r, t = (complex_pair for complex_pair in zip(values[:4], values[4:], strict=True))
    re = p[0] * t[0] - p[1] * t[1] - q[0] * r[0] + q[1] * r[1]
    im = p[0] * t[1] + p[1] * t[0] - q[0] * r[1] - q[1] * r[0]
    rows = (((p[0], q[0]), (r[0], t[0])), ((p[1], q[1]), (r[1], t[1])))
    assert holds(invertible(U, V), U=rows[0], V=rows[1]) == bool(re or im)


def test_singular_matrices_are_told_exactly() -> None:
    one, zero, i = Fraction(1), Fraction(0), Fraction(1)
    identity = ((one, zero), (zero, one))
    assert not holds(invertible(U, V), U=((one, zero), (zero, zero)), V=((zero, zero), (zero, zero)))
    assert not holds(invertible(U, V), U=identity, V=((zero, i), (-i, zero)))  # det = 1 + i^2
    assert holds(invertible(U, V), U=identity, V=((zero, i), (i, zero)))  # det = 1 - i^2
    assert holds(invertible(U, V), U=((one, one),), V=((zero, zero),)) is None  # not square
    with pytest.raises(DomainError, match="as many rows as columns"):
        matrix_pairs().check({"A_re": ((one, one),), "A_im": ((zero, zero),), "x": (one,), "y": (one,)})


@STEADY
@given(st.integers(1, 4096))
def test_powers_of_two_are_told_by_a_congruence(size: int) -> None:
    assert POWER_OF_TWO.holds({"x": (Fraction(1),) * size}) == (size.bit_count() == 1)


def test_a_long_vector_is_judged_quickly() -> None:
    start = time.process_time()
    assert not POWER_OF_TWO.holds({"x": (Fraction(1),) * ((1 << 20) - 1)})
    assert time.process_time() - start < 1


@STEADY
@given(st.integers(1, 9), NUMBERS)
def test_equal_cosines_of_m_directions(m: int, c: Fraction) -> None:
    """Their Gram matrix has the eigenvalues 1 - c and 1 + (m-1) c."""
    assert FEASIBLE_COSINE.holds({"m": Fraction(m), "c": c}) == (1 + (m - 1) * c >= 0)


@STEADY
@given(
    st.fractions(0, 2, max_denominator=9), st.fractions("1/9", 3, max_denominator=9), st.sampled_from([1, -1])
)
def test_a_gaussian_mean_is_finite_where_every_form_is_below_the_inverse_covariance(
    spread: Fraction, size: Fraction, kind: int
) -> None:
    forms = [((size, 1 + kind), (1 + kind, 1 / size)), ((kind * size, 2), (2, kind / size)), ((0, 1), (1, 0))]
    rests = [
        sp.eye(2) - 2 * sp.Rational(spread) * sp.Matrix(2, 2, [sp.Rational(e) for row in f for e in row])
        for f in forms
    ]
    expected = all(min(rest.eigenvals(multiple=True)) > 0 for rest in rests)
    assert holds(sp.And(finite_mean(a, b, kind), a >= 0), a=spread, b=size) == expected


def test_rows_of_no_weight_have_no_output() -> None:
    point = {
        "Qp": ((Fraction(1), Fraction(1)), (Fraction(1), Fraction(2))),
        "Kp": ((Fraction(1), Fraction(1)), (Fraction(-1), Fraction(-1))),
        "i": Fraction(1),
    }
    assert not LINEAR.rules[-1].holds(point)  # 2 - 2
    assert CAUSAL.rules[-1].holds(point)  # the first key alone: 2
    assert not CAUSAL.rules[-1].holds({**point, "i": Fraction(2)})  # 3 - 3


@pytest.mark.parametrize(
    ("rows", "solves"),
    [
        ("1,0;-1,0", True),
        ("6,0;-3,4;-3,-4", True),
        ("1,0;1,0", False),
        ("1,0;-1,1/1000", False),
        ("0,0;1,0", False),
    ],
)
def test_solutions_of_equation_51(rows: str, solves: bool) -> None:
    assert SOLUTIONS.rules[2].holds({"W": SOLUTIONS["W"].parse(rows)}) == solves


def test_comparisons_with_pi_are_decided_however_close() -> None:
    digits = str(sp.N(sp.pi, 1000))[:990]
    below = Fraction(digits)
    for number, inside in ((below, True), (below + Fraction(1, 10**987), False), (Fraction(355, 113), False)):
        assert UP_TO_PI.decide({"theta": number}) is inside


def test_what_is_undecided_is_outside() -> None:
    one = {"a": Fraction(1)}
    for relation in (sp.Le, sp.Ge, sp.Lt, sp.Gt, sp.Eq, sp.Ne):
        rule = Rule(relation(sp.exp(a) * sp.exp(1), sp.exp(2 * a), evaluate=False))
        assert rule.decide(one) is None, relation
        assert not rule.holds(one)
        assert Rule(sp.Not(rule.condition, evaluate=False)).decide(one) is None
    undecided = sp.Le(sp.exp(a) * sp.exp(1), sp.exp(2 * a), evaluate=False)
    assert Rule(sp.And(undecided, a > 1)).decide(one) is False
    assert Rule(sp.Or(undecided, a > 0)).decide(one) is True
    with pytest.raises(DomainError, match="outside"):
        Domain((real("a"),), (Rule(undecided),)).parse({"a": 1})


def test_terms_without_a_value_decide_nothing() -> None:
    assert holds(1 / a > 0, a=Fraction(0)) is None
    assert holds(sp.Or(1 / a > 0, sp.Eq(a, 0)), a=Fraction(0)) is True
    assert holds(sp.Gt(U[d], 0), U=(Fraction(1),), d=Fraction(1)) is None
    assert holds(sp.Gt(U[d], 0), U=(Fraction(1),), d=Fraction(-1)) is None


@STEADY
@given(st.integers(1, 12), st.fractions(0, 60, max_denominator=7))
def test_the_series_of_intervals_agrees_with_mpmath(size: int, argument: Fraction) -> None:
    value = sp.hyper((), (sp.Rational(size, 2),), a)
    expected = Fraction(str(sp.N(sp.hyper((), (sp.Rational(size, 2),), sp.Rational(argument)), 30)))
    for factor, above in ((Fraction(10**20 + 1, 10**20), True), (Fraction(10**20 - 1, 10**20), False)):
        assert Rule(value < b).decide({"a": argument, "b": expected * factor}) is above


def test_complex_numbers_are_compared_by_their_parts() -> None:
    domain = Domain((complex_number("A"),), (Rule(8 * sp.re(sp.Symbol("A")) < 1, "Re(1-8A) > 0"),))
    assert domain.parse({"A": "1/9+5j"}) == {"A": ComplexRational(Fraction(1, 9), Fraction(5))}
    with pytest.raises(DomainError, match="Re"):
        domain.parse({"A": "1/8+5j"})


def test_a_rule_says_itself_and_its_parameters() -> None:
    rule = Rule(a * b <= d)
    assert rule.text == "a*b <= d"
    assert rule.names == ("a", "b", "d")
    assert rule.told(("d", "b", "a")) == ("d", "b", "a")
    assert Rule(a * b <= d, order="d a b").told(("a", "b", "d")) == ("d", "a", "b")
    assert Rule(sp.Eq(squared_length(U), s)).names == ("U", "s")
    assert Rule(sp.Eq(Width(W), Height(U))).names == ("U", "W")


@pytest.mark.parametrize("condition", [True, sp.true, a + b, lambda d: d > 1, sp.Eq(sp.S.One, 1)])
def test_what_is_no_condition_is_no_rule(condition: object) -> None:
    with pytest.raises(InputError):
        Rule(condition)  # type: ignore[arg-type]


def test_what_is_not_read_is_refused_when_it_is_compiled() -> None:
    for condition in (
        sp.sin(a) > 0,
        sp.Eq(sp.gamma(a), 1),
        sp.Contains(a, sp.Interval(0, 1).complement(sp.S.Reals)),
    ):
        with pytest.raises(InputError, match="no rule is"):
            Rule(condition).decide({"a": Fraction(1)})
    clash = Rule(sp.And(sp.Gt(PLACE, 0), nonzero(U)))
    with pytest.raises(InputError, match="name of a parameter"):
        clash.names  # noqa: B018
    with pytest.raises(InputError, match="order of a rule"):
        Rule(a < b, order="a").names  # noqa: B018


def test_constraints_are_bounds_and_rules_on_symbols_of_the_parameters() -> None:
    parameters = (integer("d", 2), real("a", above=0, upper=1), vector("U"))
    domain = Domain(
        parameters, (Rule(sp.Symbol("a", positive=True) * Height(U) <= sp.Symbol("d"), "a |U| <= d"),)
    )
    assert domain.constraints == (d >= 2, a > 0, a <= 1, a * Height(U) <= d)
    assert domain.widened(integer("d", 1), without=("U",)).constraints == (d >= 1, a > 0, a <= 1)
    both = Domain((real("a"), integer("d")), (Rule(a <= 1, "a <= 1"), Rule(a <= sp.Symbol("d"), "a <= d")))
    assert [rule.text for rule in both.widened(integer("d", 0), without=("d",)).rules] == ["a <= 1"]
    foreign = Domain((real("a"),), (Rule(a <= b),))
    assert foreign.constraints == ()


def test_a_size_is_that_of_rows_and_columns() -> None:
    assert holds(same_size(U, V), U=((Fraction(1),) * 2,), V=((Fraction(1),) * 2,))
    assert not holds(same_size(U, V), U=((Fraction(1),) * 2,), V=((Fraction(1),),))

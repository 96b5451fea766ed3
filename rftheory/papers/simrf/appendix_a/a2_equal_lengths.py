"""Appendix A.2 of simrf, Lemma A.1: among vectors of one length the simplex has the least conformity.

* (36), (37): rho = sum_{i != j} f(|what_i + what_j|^2) with f increasing and convex.
* (38): Jensen over the ordered pairs.
* (39): sum_{i != j} |what_i + what_j|^2 = 2m(m-2) + 2 |sum_i what_i|^2.
* Lemma A.1, (40): hence rho >= m(m-1) f(2(m-2)/(m-1)), reached by the simplex.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    All,
    Below,
    Derivation,
    Domain,
    Equal,
    Formula,
    Monotone,
    On,
    Proof,
    Representations,
    Statement,
    formally,
    formula,
    real,
)
from rftheory.papers.simrf._lemmas.arrangements import (
    AS_MANY,
    LIST,
    NORM,
    PAIRS_COUNT,
    UNIT,
    UNIT_ROWS,
    W,
    axis,
    bessel_form,
    domain_of,
    other,
    over_pairs,
    row,
    series,
    squared_resultant,
    squared_total,
)
from rftheory.papers.simrf._lemmas.simplex_bound import sum_of_cosines, summand_is_convex
from rftheory.papers.simrf._lemmas.truncated_objective import closing_total
from rftheory.papers.simrf._notation import ANY_DIMENSION, DIMENSION, LENGTH, MANY, d, k, m, many, v, w

_LEAST = 2 * (m - 2) / (m - 1)

_LISTS = domain_of(UNIT)  # the sides evaluate for vectors of any lengths

_UNIT_VECTORS = domain_of(UNIT, UNIT_ROWS)

_AS_MANY_UNIT_VECTORS = domain_of((*UNIT[:3], *UNIT[4:]), UNIT_ROWS, AS_MANY)

_AT_SIMPLEX = formula(bessel_form(v**2 * w**2 * (2 - 2 / (d - 1))), _LISTS, "W v w")

_BOUND_FOR_LIST = formula(bessel_form(v**2 * w**2 * _LEAST), _LISTS, "W v w")

_EQUAL_LENGTHS: Formula = formula(
    over_pairs(sp.gamma(d / 2) / PAIRS_COUNT * series(v**2 * w**2 * squared_resultant())),
    _LISTS,
    "W v w",
    closed=over_pairs(bessel_form(v**2 * w**2 * squared_resultant())) / PAIRS_COUNT,
)


def _equal_norms(proof: Proof) -> None:
    summand_is_convex(proof)
    sum_of_cosines(proof)
    least = (2 * many * (many - 1) - 2 * many) / (many * (many - 1))
    proof.equal(
        least, 2 * (many - 2) / (many - 1), "least mean of |what_i + what_j|^2 = 2 + 2 c_ij over the pairs"
    )
    proof.nonnegative(least, "which lies where f increases")
    proof.cite("Jensen's inequality, with equality for equal angles")
    proof.equal(2 + 2 * (-1 / (many - 1)), 2 * (many - 2) / (many - 1), "the simplex attains it")


LEMMAA_1 = Statement(
    id="simrf/lemmaA.1",
    kind="optimality",
    where="Lemma A.1",
    title="Equal norms: the simplex is best",
    text="Among d vectors of one common length the conformity is least for the simplex arrangement.",
    latex=r"\rho\ge\rho_{\rm simplex}",
    domain_text="d vectors, equal lengths",
    domain=_AS_MANY_UNIT_VECTORS,
    claim=Below(_AT_SIMPLEX, _EQUAL_LENGTHS, strict=False),
    checks=(Derivation(_equal_norms, WHOLE),),
    uses=("simrf/eq36", "simrf/eq38", "simrf/eq39", "simrf/eq40"),
    mechanism=("positive",),
    setting="equal norms x positive",
)

_ARGUMENT = sp.Symbol("t", nonnegative=True)

_F_DOMAIN = Domain(
    (DIMENSION, MANY, LENGTH, NORM, real("t", 0, meaning="squared length of a resultant of unit vectors")),
    extra=(
        {"d": 2, "m": 2, "v": 0, "w": 1, "t": 1},
        {"d": 3, "m": 3, "v": 1, "w": 2, "t": 0},
        {"d": 64, "m": 64, "v": 3, "w": 8, "t": 2},
    ),
)

_F = sp.gamma(d / 2) / PAIRS_COUNT * series(v**2 * w**2 * _ARGUMENT)

_F_CLOSED = bessel_form(v**2 * w**2 * _ARGUMENT) / PAIRS_COUNT

_RESCALED = sp.Sum((w * W[row, axis] + w * W[other, axis]) ** 2, (axis, 0, d - 1))

_BY_DEFINITION = formula(  # (12) at the vectors w what_i
    sp.gamma(d / 2) / PAIRS_COUNT * over_pairs(series(v**2 * _RESCALED)), _LISTS, "W v w"
)


def _definition_of_f(proof: Proof) -> None:
    t, u = sp.symbols("t u", nonnegative=True)
    summand_is_convex(proof)
    proof.equal(
        (w**2 * t) ** k, w ** (2 * k) * t**k, "|w what_i + w what_j|^(2k) = w^(2k) |what_i + what_j|^(2k)"
    )
    proof.nonnegative(sp.diff(u ** (k + 1), u), "f increases term by term")


EQ36 = Statement(
    id="simrf/eq36",
    kind="identity",
    where="eq. (36), (37)",
    title="Conformity of equal lengths through f",
    text="For one common length the conformity sums an increasing convex function of |what_i + what_j|^2.",
    latex=r"f(t)=\frac{\Gamma(\frac d2)}{m(m-1)}\sum_{k=0}^\infty\frac{v^{2k}w^{2k}}{2^{2k}k!\,\Gamma(k+\frac d2)}t^k",
    domain_text="equal lengths w",
    domain=_F_DOMAIN,
    companions={
        "simrf/eq36/f": {"": formally(formula(_F, _F_DOMAIN, "d m v w t", closed=_F_CLOSED), ANY_DIMENSION)},
    },
    claim=All(
        (
            On(_UNIT_VECTORS, Equal(_BY_DEFINITION, _EQUAL_LENGTHS), "unit vectors W"),
            Equal(_F, _F_CLOSED),
            Monotone(_F_CLOSED, "t", strict=False),
            Below(sp.S.Zero, sp.diff(_F_CLOSED, _ARGUMENT, 2), strict=False),
        )
    ),
    checks=(Derivation(_definition_of_f, WHOLE),),
    uses=("simrf/eq12",),
    setting="equal norms",
)


def _f(argument: sp.Expr) -> sp.Expr:
    """m(m-1) f(argument) as printed."""
    return sp.gamma(d / 2) * series(v**2 * w**2 * argument)


_SUM_OF_SQUARES = over_pairs(squared_resultant())


def _jensen(proof: Proof) -> None:
    summand_is_convex(proof)
    proof.cite(
        "Jensen's inequality for the m(m-1) ordered pairs with equal weights; equality at equal arguments"
    )


EQ38 = Statement(
    id="simrf/eq38",
    kind="inequality",
    where="eq. (38)",
    title="Jensen over the pairs",
    text="The sum of f over pairs is at least its value for pairs that all have the mean squared resultant.",
    latex=(
        r"\sum_i\sum_{j\ne i}f(\|\hat w_i+\hat w_j\|_2^2)\ge m(m-1)f\left(\frac{\sum_i\sum_{j\ne i}"
        r"\|\hat w_i+\hat w_j\|_2^2}{m(m-1)}\right)"
    ),
    domain_text="any unit vectors",
    domain=_UNIT_VECTORS,
    sides={
        "lhs": _EQUAL_LENGTHS,
        "rhs": formula(
            _f(_SUM_OF_SQUARES / PAIRS_COUNT),
            _LISTS,
            "W v w",
            closed=bessel_form(v**2 * w**2 * _SUM_OF_SQUARES / PAIRS_COUNT),
        ),
    },
    claim=Below("rhs", "lhs", strict=False),
    checks=(Derivation(_jensen, WHOLE),),
    uses=("simrf/eq36",),
)

_BY_TOTAL = 2 * m * (m - 2) + 2 * squared_total()

_ALL_LISTS = Domain((LIST,), extra=(*({"W": rows} for rows in UNIT), {"W": "1,0"}, {"W": "3/5,4/5,0"}))

_ALL_UNIT = Domain((LIST,), (UNIT_ROWS,), extra=_ALL_LISTS.extra)


def _unit_total(proof: Proof) -> None:
    closing_total(proof)
    proof.equal(2 * (m - 2) * m, 2 * m * (m - 2), "m unit squares")
    proof.equal(2 * m * (m - 1) - 2 * m, 2 * m * (m - 2), "2m(m-1) + 2 (|S|^2 - m)")
    proof.nonnegative(2 * sp.Symbol("S", real=True) ** 2, "2 |sum what_i|^2")


EQ39 = Statement(
    id="simrf/eq39",
    kind="identity",
    where="eq. (39)",
    title="Squared resultants of unit vectors",
    text="The sum of all squared resultants is 2m(m-2) plus twice the squared total, hence at least 2m(m-2).",
    latex=r"\sum_i\sum_{j\ne i}\|\hat w_i+\hat w_j\|_2^2=2m(m-2)+2\|\sum_i\hat w_i\|_2^2\ge2m(m-2)",
    domain_text="any m unit vectors",
    domain=_ALL_UNIT,
    sides={
        "lhs": formula(_SUM_OF_SQUARES, _ALL_LISTS, "W"),
        "rhs": formula(_BY_TOTAL, _ALL_LISTS, "W"),
    },
    claim=All((Equal(), Below(formula(2 * m * (m - 2), _ALL_LISTS, "W"), "lhs", strict=False))),
    checks=(Derivation(_unit_total, WHOLE),),
)

_BOUND_DOMAIN = Domain(
    (DIMENSION, MANY, LENGTH, NORM),
    extra=(
        {"d": 2, "m": 2, "v": 1, "w": 1},
        {"d": 3, "m": 3, "v": 0, "w": 2},
        {"d": 64, "m": 64, "v": 3, "w": 8},
        {"d": 5, "m": 4, "v": 100, "w": 3},
    ),
)

_BOUND = formula(_f(_LEAST), _BOUND_DOMAIN, "d m v w", closed=bessel_form(v**2 * w**2 * _LEAST))
_ROOT_OF_LEAST = sp.sqrt(v**2 * w**2 * _LEAST)
_BOUND_BY_KUMMER = formula(
    sp.exp(-_ROOT_OF_LEAST) * sp.hyper(((d - 1) / 2,), (d - 1,), 2 * _ROOT_OF_LEAST), _BOUND_DOMAIN, "d m v w"
)

EQ40 = Statement(
    id="simrf/eq40",
    kind="inequality",
    where="eq. (40)",
    title="Lower bound at equal lengths",
    text="The conformity of unit directions is at least m(m-1) f at the simplex value 2(m-2)/(m-1).",
    latex=r"\rho(x,y)\ge m(m-1)f\left(\frac{2(m-2)}{m-1}\right)",
    domain_text="m unit vectors (m = d)",
    domain=_BOUND_DOMAIN,
    sides={"rhs": formally(_BOUND, ANY_DIMENSION)},
    claim=On(_UNIT_VECTORS, Below(_BOUND_FOR_LIST, _EQUAL_LENGTHS, strict=False), "m unit vectors W"),
    checks=(
        Representations("rhs"),
        Representations("rhs", _BOUND_BY_KUMMER),
        Derivation(_equal_norms, WHOLE),
    ),
    uses=("simrf/eq38", "simrf/eq39"),
    setting="equal norms",
)


STATEMENTS = (
    LEMMAA_1,
    EQ36,
    EQ38,
    EQ39,
    EQ40,
)

"""Appendix L of hrf: the time to build the map of a general hybrid, and what it gains.

Main results
* (106): T = O((t_1 + .. + t_{p+1}) md + (nd + md + mn) sum_k sum_r t_k l_r).
* At fixed p, t, l the map of order mn entries takes O(nd + md + mn) operations, mn regular features O(mnd). For
  n <= 8 and r >= 1 the largest relative error is also below that of mn regular projections; not so at n = 8, r = 1/2.

Proofs. The map is built on numbers that count their operations, which agree with a formula; the formula is at most
three times the value inside O(.), for all sizes. The two errors are enclosed, and searched for a counterexample.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import sympy as sp

from rftheory.exact import operation_counts
from rftheory.exact.functions.complex_vectors import Size
from rftheory.exact.operation_counts import OperationTally
from rftheory.kit import (
    WHOLE,
    All,
    Below,
    Count,
    Derivation,
    Domain,
    On,
    OperationCount,
    Proof,
    Representations,
    Statement,
    formula,
    integer,
    real,
)
from rftheory.papers._shared.angular_bound import LARGEST
from rftheory.papers._shared.angular_hybrid import SIGNS, WIDTH, n
from rftheory.papers._shared.invariants import COUNT, DIMENSION, d, m
from rftheory.papers.hrf._lemmas.compositional import MAP_RULES, MAPS
from rftheory.papers.hrf._lemmas.map_costs import COSTS_ALONE, MAP_COSTS, MAP_SIZES

_t, _l = sp.IndexedBase("t"), sp.IndexedBase("l")
_k, _r = sp.symbols("k r", nonnegative=True, integer=True)

_SIZES = Domain(
    (COUNT, SIGNS, DIMENSION, *MAPS),
    MAP_RULES,
    extra=(
        {"m": 8, "n": 8, "d": 64, "t": "2,2", "l": "1"},
        {"m": 1, "n": 1, "d": 1, "t": "1,1", "l": "1"},
        {"m": 3, "n": 5, "d": 7, "t": "2,1,4", "l": "3,2"},
        {"m": 64, "n": 2, "d": 10**6, "t": "1,2,3,4,5", "l": "4,3,2,1"},
        {"m": 10**6, "n": 10**5, "d": 3, "t": "2,2", "l": "7"},
        {"m": 5, "n": 9, "d": 2, "t": "5,1", "l": "2"},
    ),
)

_BY_PAIRS = (n * d + m * d + m * n) * sp.Sum(
    sp.Sum(_t[_k] * _l[_r], (_r, 0, Size(_l) - 1)), (_k, 0, Size(_t) - 1)
)
_BASES = sp.Sum(_t[_k], (_k, 0, Size(_t) - 1))
_BY_TOTALS = m * d * _BASES + (n * d + m * d + m * n) * _BASES * sp.Sum(_l[_r], (_r, 0, Size(_l) - 1))


def _inside_order(m_: sp.Expr, n_: sp.Expr, d_: sp.Expr, bases: sp.Expr, weights: sp.Expr) -> sp.Expr:
    """The value inside O(.), by sum t_k and sum l_r."""
    return bases * m_ * d_ + (n_ * d_ + m_ * d_ + m_ * n_) * bases * weights


def _work(
    m_: sp.Expr, n_: sp.Expr, d_: sp.Expr, t: Sequence[sp.Expr], l: Sequence[sp.Expr]
) -> dict[str, sp.Expr]:
    """Operations of `_build`: projections, weights, tensor products."""
    bases, weights = sum(t), sum(l)
    tensors = sum(a * b for a, b in zip(t, l, strict=False)) + t[-1] * weights
    return {
        "multiplications": d_ * (m_ * bases + n_ * weights)
        + m_ * bases
        + 2 * n_ * weights
        + m_ * n_ * tensors,
        "additions": (d_ - 1) * (m_ * bases + n_ * weights),
        "numbers": d_ * (m_ * bases + n_ * weights) + d_,
    }


def _build(m_: int, n_: int, d_: int, t: Sequence[int], l: Sequence[int], tally: OperationTally) -> object:
    """Psi of (11) on counting numbers: every map projects on rows of its own; lambda-maps are weighted first."""
    z = tally.hold(range(1, d_ + 1))

    def maps(number: int, rows: int) -> list[list[operation_counts.Number]]:
        return [operation_counts.product(tally.hold_rows(rows, d_), z) for _ in range(number)]

    bases, weights = [maps(number, m_) for number in t], [maps(number, n_) for number in l]
    psi = [0.5 * entry for base in bases for features in base for entry in features]
    for own, weight in zip(bases[:-1], weights, strict=True):
        for base in (own, bases[-1]):
            scaled = [[0.5 * entry for entry in features] for features in weight]
            psi += [a * b for rho, phi in product(scaled, base) for a in rho for b in phi]
    return psi


_GENERAL = OperationCount(
    "t = (2,1,4), l = (3,2), m = n = d",
    lambda s, tally: _build(s, s, s, (2, 1, 4), (3, 2), tally),
    _work(d, d, d, (2, 1, 4), (3, 2)),
    _inside_order(d, d, d, sp.Integer(7), sp.Integer(5)),
    (2, 3, 5, 8),
    tight=True,
)

_LONG = OperationCount(
    "t = (1,2), l = (2), m = 3, n = 2, growing d",
    lambda s, tally: _build(3, 2, s, (1, 2), (2,), tally),
    _work(sp.Integer(3), sp.Integer(2), d, (1, 2), (2,)),
    _inside_order(sp.Integer(3), sp.Integer(2), d, sp.Integer(3), sp.Integer(2)),
    (2, 5, 16, 64),
    tight=True,
)

_MANY = OperationCount(
    "p growing, all t_k = l_k = 1, m = 3, n = 2, d = 4",
    lambda s, tally: _build(3, 2, 4, (1,) * (s + 1), (1,) * s, tally),
    {
        "multiplications": 4 * (3 * (d + 1) + 2 * d) + 3 * (d + 1) + 4 * d + 12 * d,
        "additions": 3 * (3 * (d + 1) + 2 * d),
        "numbers": 4 * (3 * (d + 1) + 2 * d) + 4,
    },
    _inside_order(sp.Integer(3), sp.Integer(2), sp.Integer(4), d + 1, d),
    (1, 2, 4, 8),
)


def _time(proof: Proof) -> None:
    """Arithmetic of the map against three times the printed value, for every p, t_k, l_k >= 1, m, n, d >= 1."""
    a, b, c, e, f, g = sp.symbols("a b c e f g", nonnegative=True)
    length, rows, signs = 1 + e, 1 + f, 1 + g
    weights, last, rest = 1 + a, 1 + b, 1 + c  # sum l_r, t_(p+1), t_1 + .. + t_p
    cross = sp.Symbol("X", nonnegative=True)
    proof.cite(
        "(t_1 + .. + t_p)(l_1 + .. + l_p) = sum_k t_k l_k + X, X >= 0 the sum of the products with different indices"
    )
    bases = last + rest
    tensors = rest * weights - cross + last * weights
    work = (
        (2 * length - 1) * (rows * bases + signs * weights)
        + rows * bases
        + 2 * signs * weights
        + rows * signs * tensors
    )
    proof.equal(
        work,
        sum(
            part.subs({d: length, m: rows, n: signs})
            for part in (
                d * (m * bases + n * weights) + m * bases + 2 * n * weights + m * n * tensors,
                (d - 1) * (m * bases + n * weights),
            )
        ),
        "additions and multiplications: m sum t_k + n sum l_k inner products, weights, and the tensor products of (11)",
    )
    proof.nonnegative(
        sp.expand(3 * _inside_order(rows, signs, length, bases, weights) - work),
        "at most 3 times the value inside O(.)",
    )


EQ106 = Statement(
    id="hrf/eq106",
    kind="scaling",
    where="Appendix L, eq. (106)",
    title="Time to build the map of a hybrid",
    text="The map Psi(z) of (11) takes O((sum t_k) m d + (nd + md + mn) sum_k sum_r t_k l_r) operations.",
    latex=r"T=O\Big((t_1+\dots+t_{p+1})md+(nd+md+mn)\sum_{k=1}^{p+1}\sum_{r=1}^pt_kl_r\Big)",
    domain_text="general p, t_k, l_k; a feature costs one inner product with z",
    domain=_SIZES,
    sides={"": formula(m * d * _BASES + _BY_PAIRS, _SIZES, "m n d t l")},
    claim=Count("operations", "the map Psi(z) of (11)", ""),
    checks=(
        Representations("", formula(_BY_TOTALS, _SIZES, "m n d t l")),
        _GENERAL,
        _LONG,
        _MANY,
        Derivation(_time, WHOLE),
    ),
    uses=("hrf/lemma2.3",),
    setting="hybrid map",
    note="An upper bound: the work is m d sum t_k + n d sum l_k + m n sum_k l_k (t_k + t_{p+1}), up to constants.",
)

_WITHIN = Domain(
    (COUNT, integer("n", 1, 8), real("r", 1, reach=("1/100", 100))),
    extra=(
        {"m": 8, "n": 8, "r": 1},
        {"m": 1, "n": 1, "r": 1},
        {"m": 8, "n": 8, "r": "3/2"},
        {"m": 3, "n": 2, "r": 30},
    ),
)

APPL_GAIN = Statement(
    id="hrf/appL/gain",
    kind="scaling",
    where="Appendix L, after eq. (106)",
    title="What the hybrid map gains",
    text=(
        "At fixed p, t, l the map has of order mn entries and takes O(nd + md + mn) operations, regular features of "
        "that number O(mnd): a gain wherever hybrid features are as good as mn regular ones, which is often so."
    ),
    latex=r"O(nd+md+mn)\ \text{vs}\ O(mnd)",
    domain_text="constant p, t, l",
    domain=MAP_SIZES,
    claim=All(
        (
            MAP_COSTS,
            On(
                _WITHIN,
                Below(
                    formula(LARGEST, _WITHIN, "m n r"), formula(WIDTH / sp.sqrt(2 * m * n), _WITHIN, "m n r")
                ),
                "n <= 8 and r >= 1: the largest relative error is below that of m n regular projections",
            ),
        )
    ),
    checks=COSTS_ALONE,
    uses=("hrf/eq106", "hrf/appD.4/rate"),
    mechanism=("angular-hybrid",),
    note="Often is read as: for n <= 8 and r >= 1. Not always: at n = 8, r = 1/2 mn regular projections have the smaller largest error.",
)


STATEMENTS = (
    EQ106,
    APPL_GAIN,
)

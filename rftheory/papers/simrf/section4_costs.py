"""Section 4.2 and Table 1 of simrf: time and space, by running the algorithms on counting numbers.

* Section 4.2: D x and S x take O(d), R x O(d^2), sampling R O(d^3); Hadamard or Givens proxies O(d log d),
  and E R_11^4 at d = 4 shows that H D_1 H D_2 H D_3 is not Haar.
* Table 1: O(d^3) for ORF, SimRF and SimRF+; fast O(d log d), O(d log d), O(d^3).
* After Table 1: O(d^2) numbers are stored, fast ORF and SimRF O(d).

The counts of `_lemmas.costs` are exact at the sizes that are run; recurrences give them for every d.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from fractions import Fraction

import sympy as sp

from rftheory.exact import operation_counts
from rftheory.exact.operation_counts import Counted, OperationTally
from rftheory.kit import (
    All,
    Below,
    Count,
    Derivation,
    Distribution,
    Draw,
    Exists,
    Expectation,
    OperationCount,
    Proof,
    Statement,
    part,
)
from rftheory.papers.simrf._lemmas.costs import (
    ALGORITHM,
    DENSE,
    FAST,
    HADAMARD,
    HD_FACTORS,
    LOG,
    ROTATE,
    ROTATION,
    SIMPLEX,
    SWEEP,
    Counts,
    held_list,
    held_matrix,
)
from rftheory.papers.simrf._notation import ANY_DIMENSION, d

_RUNNING: Counts = {**SWEEP, "additions": 2 * d * (2 * d - 1)}


def _recurrences(proof: Proof) -> None:
    """The closed forms for every d, from the loops: sums over rows, and halving for the butterflies."""
    row = sp.Symbol("i", integer=True)
    proof.equal(
        sp.summation((d - 1) + (2 * d - 1) * (d - 1 - row), (row, 0, d - 1)),
        ROTATE["additions"],
        "Gram-Schmidt: row i costs a norm and d-1-i projections, each a product and an update",
    )
    proof.equal(
        sp.summation(2 * d + 2 * d * (d - 1 - row), (row, 0, d - 1)),
        ROTATE["multiplications"],
        "and its products",
    )
    proof.equal(
        (d - 2) + 1 + (d - 1) - 1, SIMPLEX["additions"], "Algorithm 1: a sum of d-1 and d-1 differences"
    )
    proof.equal(
        1 + 2 * (d - 1), SIMPLEX["multiplications"], "and two products for each of d-1 entries, one for y_d"
    )
    halves = sp.expand_log((2 * (d * LOG) + 2 * d - 2 * d * sp.log(2 * d, 2)), force=True)
    proof.equal(halves, sp.S.Zero, "butterflies: C(2d) = 2 C(d) + 2d with C(1) = 0 is d log2(d)")
    proof.equal(
        d * (d * (d - 2) + d - 1), SWEEP["additions"], "(17): d times a resultant of d-1 vectors and its norm"
    )
    proof.equal(
        d * (d - 1) + d * (d + (d - 1) + d),
        _RUNNING["additions"],
        "with a running sum: one difference and one sum each",
    )
    for counts, order, limit in (
        (ROTATE, d**3, 2),
        (DENSE, d**2, 2),
        (SIMPLEX, d, 4),
        (HADAMARD, d * sp.log(d), 3 / sp.log(2)),
        (SWEEP, d**3, 1),
    ):
        operations_done = sum(form for kind, form in counts.items() if kind != "numbers")
        proof.limit(operations_done / order, d, sp.oo, limit, f"operations / ({order}) tend to {limit}")


_MATRICES: Counts = {"additions": d**2 * (d - 1), "multiplications": d**3, "numbers": 2 * d**2}

_GIVENS: Counts = {"additions": d * LOG, "multiplications": 2 * d * LOG, "numbers": d + d * LOG}


def _angles(size: int, tally: OperationTally) -> list[tuple[int, int, Counted, Counted]]:
    """d log2(d)/2 rotations in the order of the butterflies, each with its cosine and sine."""
    chosen, half = [], 1
    while half < size:
        starts = [i for i in range(size) if not i & half]
        for i in starts:
            cosine, sine = tally.hold((0.6, 0.8))
            chosen.append((i, i + half, cosine, sine))
        half *= 2
    return chosen


_PRODUCT = OperationCount(
    "R x", lambda s, t: operation_counts.product(held_matrix(s, t), held_list(s, t)), DENSE, d**2
)

_NORMS = OperationCount(
    "D x",
    lambda s, t: operation_counts.scale(held_list(s, t), held_list(s, t)),
    {"multiplications": d, "numbers": 2 * d},
    d,
)

_MATRIX_PRODUCT = OperationCount(
    "the product S R that is avoided",
    lambda s, t: operation_counts.matrix_product(held_matrix(s, t), held_matrix(s, t)),
    _MATRICES,
    d**3,
    tight=True,
)

_ROTATIONS = OperationCount(
    "d log2(d)/2 Givens rotations of x",
    lambda s, t: operation_counts.givens(_angles(s, t), held_list(s, t)),
    _GIVENS,
    d * sp.log(d),
)


def _not_haar(proof: Proof) -> None:
    """E R_11^4 of H D_1 H D_2 H D_3 at d = 4, by all sign patterns, is not 3/(d(d+2)), its value under Haar."""
    size, total, squares, count = 4, Fraction(0), Fraction(0), 0
    hadamard = [[Fraction((-1) ** (i & j).bit_count(), 2) for j in range(size)] for i in range(size)]
    column = [row[0] for row in hadamard]
    for first in itertools.product((1, -1), repeat=size):
        middle = operation_counts.product(hadamard, operation_counts.scale(first, column))
        for second in itertools.product((1, -1), repeat=size):
            entry = operation_counts.dot(hadamard[0], operation_counts.scale(second, middle))
            total, squares, count = total + entry**4, squares + entry**2, count + 1
    proof.equal(squares / count, Fraction(1, size), "E R_11^2 = 1/d as under Haar")
    proof.distinct(total / count, Fraction(3, size * (size + 2)), f"but E R_11^4 = {total / count}, not 1/8")


def _orders(what: str, orders: Mapping[str, sp.Expr]) -> tuple[Count, ...]:
    return tuple(Count(what, of, order) for of, order in orders.items())


_FAST_ENTRY = Draw("R_11", Distribution("hd3", d))  # of the proxy H D_1 H D_2 H D_3

SEC4_2_COST = Statement(
    id="simrf/sec4.2/cost",
    kind="scaling",
    where="Section 4.2",
    title="Cost of a SimRF block",
    text=(
        "Applying R, S and D one after the other avoids the cubic product of matrices: D and S are linear, R x is "
        "quadratic after a cubic sampling of R, and d log d with Hadamard or Givens proxies, which are not exactly Haar."
    ),
    latex=r"\mathcal O(d),\ \mathcal O(d^3),\ \mathcal O(d^2),\ \mathcal O(d\log d)",
    domain_text="d x d block",
    claim=All(
        (
            *_orders(
                "operations",
                {
                    "D x": d,
                    "S x": d,
                    "sampling R": d**3,
                    "R x": d**2,
                    "the product S R": d**3,
                    "a Hadamard or Givens proxy of R x": d * sp.log(d),
                },
            ),
            Exists((ANY_DIMENSION,), Below(Expectation(_FAST_ENTRY**4), 3 / (d * (d + 2)))),
        )
    ),
    checks=(
        _NORMS,
        ALGORITHM,
        ROTATION,
        _PRODUCT,
        _MATRIX_PRODUCT,
        FAST,
        _ROTATIONS,
        Derivation(_recurrences, part("the counts for every d, from the loops of the algorithms")),
        Derivation(_not_haar, part("the proxy with three factors at d = 4")),
    ),
    uses=("simrf/alg1",),
    mechanism=("simplex", "hadamard-simplex"),
)

_PASS = OperationCount(
    "a pass of (17) as printed",
    lambda s, t: operation_counts.sweep(held_matrix(s, t), held_list(s, t)),
    SWEEP,
    d**3,
)

_RUNNING_PASS = OperationCount(
    "a pass of (17) with a running sum",
    lambda s, t: operation_counts.running_sweep(held_matrix(s, t), held_list(s, t)),
    _RUNNING,
    d**2,
)

TABLE1 = Statement(
    id="simrf/table1",
    kind="scaling",
    where="Table 1",
    title="Time complexities",
    text=(
        "Regular ORFs, SimRFs and SimRFs+ take cubic time; with fast proxies the first two take d log d, "
        "SimRFs+ stay cubic."
    ),
    latex=r"\mathcal O(d^3),\mathcal O(d^3),\mathcal O(d^3);\ \mathcal O(d\log d),\mathcal O(d\log d),\mathcal O(d^3)",
    domain_text="general d",
    claim=All(
        _orders(
            "operations",
            {
                "regular ORFs": d**3,
                "regular SimRFs": d**3,
                "regular SimRFs+": d**3,
                "fast ORFs": d * sp.log(d),
                "fast SimRFs": d * sp.log(d),
                "fast SimRFs+": d**3,
            },
        )
    ),
    checks=(
        ROTATION,
        ALGORITHM,
        FAST,
        _PASS,
        _RUNNING_PASS,
        Derivation(_recurrences, part("the counts for every d, from the loops of the algorithms")),
    ),
    uses=("simrf/sec4.2/cost", "simrf/eq17"),
    mechanism=("orthogonal", "simplex", "simplex-plus"),
    note=(
        "O(d^3) of SimRFs+ is an upper bound for a fixed number of passes of (17) as printed; with a running sum "
        "of the vectors a pass takes O(d^2)."
    ),
)


def _stored(name: str, counts: Counts, growth: sp.Expr, dense: int, lists: int) -> OperationCount:
    """A scheme that keeps `dense` full matrices and `lists` lists of d numbers or signs."""

    def keep(size: int, tally: OperationTally) -> object:
        return [held_matrix(size, tally) for _ in range(dense)], [
            held_list(size, tally) for _ in range(lists)
        ]

    return OperationCount(name, keep, counts, growth, tight=True)


SEC4_2_SPACE = Statement(
    id="simrf/sec4.2/space",
    kind="scaling",
    where="Section 4.2, after Table 1",
    title="Space complexities",
    text=(
        "Regular schemes store d^2 numbers, fast ORFs and SimRFs a few lists of d, fast SimRFs+ d^2 for their "
        "directions."
    ),
    latex=r"\mathcal O(d^2),\ \mathcal O(d),\ \mathcal O(d^2)",
    domain_text="general d",
    claim=All(
        _orders(
            "stored numbers",
            {
                "regular schemes": d**2,
                "fast ORFs": d,
                "fast SimRFs": d,
                "fast SimRFs+": d**2,
            },
        )
    ),
    checks=(
        _stored("regular ORF, SimRF: R and the norms", {"numbers": d**2 + d}, d**2, 1, 1),
        _stored("regular SimRF+: R, directions and norms", {"numbers": 2 * d**2 + d}, d**2, 2, 1),
        _stored(
            "fast ORF, SimRF: the signs of three D_i and the norms", {"numbers": 4 * d}, d, 0, HD_FACTORS + 1
        ),
        _stored(
            "fast SimRF+: directions, signs and norms", {"numbers": d**2 + 4 * d}, d**2, 1, HD_FACTORS + 1
        ),
    ),
    uses=("simrf/table1",),
    mechanism=("orthogonal", "simplex", "simplex-plus"),
    note="Counted are the numbers that a scheme keeps between inputs.",
)


STATEMENTS = (
    SEC4_2_COST,
    TABLE1,
    SEC4_2_SPACE,
)

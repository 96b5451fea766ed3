"""Sections B.2 (2) and B.3 of performer: structured projections, and the time and space of the whole algorithm."""

from __future__ import annotations

import sympy as sp

from rftheory.evidence.deterministic.derivation import Derivation, Proof
from rftheory.evidence.deterministic.sizes import SizeCount, Sizes
from rftheory.exact import operation_counts
from rftheory.exact.operation_counts import OperationTally
from rftheory.papers.performer._lemmas.counts import (
    EXPLICIT_HELD,
    EXPLICIT_SPACE,
    LINEAR,
    LINEAR_TIME,
    LOG,
    PROJECTION_TIME,
    RUNNING,
    RUNNING_TIME,
    B,
    L,
    add_up,
    butterfly_costs,
    d,
    dense,
    givens_rows,
    linear_costs,
    m,
    ordered,
    r,
    rows,
    same,
    store,
    structured_rows,
)
from rftheory.statements import Statement

_FACTORS = 3
_BLOCKS = {"B": (1, 2, 3), "d": (2, 4, 8, 16)}
_GROWTH = B * d * LOG
_SIZES = {"L": (1, 2, 5), "m": (1, 3, 8), "d": (1, 2, 4)}

_FAST = {
    "additions": _FACTORS * B * d * LOG, "multiplications": _FACTORS * B * d, "signs": _FACTORS * B * d,
    "numbers": _FACTORS * B * d,
}  # fmt: skip
_GIVENS = {"additions": B * d * LOG, "multiplications": 2 * B * d * LOG, "numbers": B * d * LOG}
_DENSE = {"multiplications": B * d**2, "additions": B * d * (d - 1), "numbers": B * d**2}
_GRAM_SCHMIDT = {
    "additions": B * d * (d - 1) * (2 * d + 1) / 2,
    "multiplications": B * d**2 * (d + 1),
    "roots": B * d,
    "numbers": B * d**2,
}


def _input(sizes: Sizes, tally: OperationTally) -> operation_counts.Vector:
    return rows(1, sizes["d"], tally)[0]


def _stacked(sizes: Sizes, tally: OperationTally) -> list[operation_counts.Matrix]:
    """B full-rank blocks, held."""
    return [tally.hold_rows(sizes["d"], sizes["d"]) for _ in range(sizes["B"])]


DENSE_ROWS = SizeCount(
    "W x for B blocks of d dense rows, m = B d",
    lambda s, t: [operation_counts.product(block, _input(s, t)) for block in _stacked(s, t)],
    _DENSE,
    B * d**2,
    _BLOCKS,
)
ORTHONORMAL_ROWS = SizeCount(
    "Gram-Schmidt on B blocks, m = B d",
    lambda s, t: [operation_counts.orthonormalise(block) for block in _stacked(s, t)],
    _GRAM_SCHMIDT,
    B * d**3,
    {"B": (1, 2), "d": (1, 2, 4, 8)},
)
HADAMARD_ROWS = SizeCount(
    "W x for B blocks H D1 H D2 H D3, m = B d",
    lambda s, t: structured_rows(s["B"], s["d"], _input(s, t), t),
    _FAST,
    _GROWTH,
    _BLOCKS,
)
GIVENS_ROWS = SizeCount(
    "W x for B blocks of d log2(d)/2 rotations, m = B d",
    lambda s, t: givens_rows(s["B"], s["d"], _input(s, t), t),
    _GIVENS,
    _GROWTH,
    _BLOCKS,
)
_PROJECTIONS = SizeCount(
    "W applied to all queries and keys",
    lambda s, t: [
        operation_counts.matrix_product(rows(s["L"], s["d"], t), rows(s["d"], s["m"], t))
        for _ in ("queries", "keys")
    ],
    PROJECTION_TIME,
    L * m * d,
    _SIZES,
)


def _held(name: str, matrices: dict[tuple[sp.Expr, sp.Expr], int], growth: sp.Expr) -> SizeCount:
    """A scheme that holds so many matrices of each shape at once."""

    def keep(sizes: Sizes, tally: OperationTally) -> object:
        def size(side: sp.Expr) -> int:
            return int(sp.sympify(side).subs({L: sizes["L"], m: sizes["m"], d: sizes["d"]}))

        shapes = [(size(a), size(b)) for (a, b), copies in matrices.items() for _ in range(copies)]
        return [store(rows(above, beside, tally), tally) for above, beside in shapes]

    total = sum((copies * a * b for (a, b), copies in matrices.items()), sp.S.Zero)
    return SizeCount(name, keep, {"numbers": total}, growth, {**_SIZES, "d": (2, 4)})


_TOKENS = {(L, d): 4, (L, m): 2, (L, 1): 1}  # Q, K, V and the output; Q' and K'; the row sums
_PER_COLUMN = {**_TOKENS, (m, 1): 1}  # K'^T C and Q' times it column by column
_SPACES = (
    _held(
        "iid or orthogonal rows, Buf1 stored", {**_TOKENS, (m, d): 1, (m, d + 1): 1}, m * d + L * d + m * L
    ),
    _held("causal, all prefix sums stored", {**_TOKENS, (m, d): 1, (L * m, d + 1): 1}, m * L * d),
    _held(
        "causal, one running sum", {**_TOKENS, (m, d): 1, (m, d + 1): 1, (1, d + 1): 1}, m * d + L * d + m * L
    ),
    _held("Givens rows, column by column", {**_PER_COLUMN, (m, LOG): 1}, m * LOG + L * d + m * L),
    _held("Hadamard rows, column by column", {**_PER_COLUMN, (_FACTORS, m): 1}, L * d + m * L),
)


def _spaces(proof: Proof) -> None:
    for scheme in _SPACES:
        ordered(proof, scheme.counts, scheme.growth, scheme.name)
    ordered(proof, EXPLICIT_SPACE, L**2 + L * d, "exact attention")
    gain = sp.expand(EXPLICIT_SPACE["numbers"] - (L**2 + L * d))
    proof.nonnegative(gain, "and it holds at least L^2 + L d numbers")
    fraction = (m * d + L * d + m * L) / (L**2 + L * d)
    proof.equal(
        sp.limit(fraction, L, sp.oo), sp.S.Zero, "the quotient of both orders vanishes as L outgrows m and d"
    )


def _times(proof: Proof) -> None:
    linear_costs(proof)
    same(proof, add_up(*[dense(proof, L, d, m, "W q")] * 2), PROJECTION_TIME, "projections")
    ordered(proof, add_up(PROJECTION_TIME, _at(LINEAR_TIME)), L * m * d, "Algorithm 1 with Q' and K'")
    ordered(
        proof, add_up(PROJECTION_TIME, _at(RUNNING_TIME)), L * m * d, "the same with a mask, one running sum"
    )
    proof.equal(
        sp.limit(L * m * d / (L**2 * d), L, sp.oo), sp.S.Zero, "O(Lmd) against O(L^2 d) as L outgrows m"
    )
    proof.equal(
        sp.limit(m * d**2 / (L * m * d), L, sp.oo), sp.S.Zero, "Gram-Schmidt against O(Lmd) as L outgrows d"
    )


def _at(counts: dict[str, sp.Expr]) -> dict[str, sp.Expr]:
    """Counts in the number of projections."""
    return {kind: form.subs(r, m) for kind, form in counts.items()}


def marginals(proof: Proof) -> None:
    """A chi_d length times a uniform direction has the moments of N(0, 1) in every coordinate."""
    k = sp.Symbol("k", nonnegative=True, integer=True)
    half = sp.Rational(1, 2)
    lengths = 2**k * sp.gamma(d / 2 + k) / sp.gamma(d / 2)
    directions = sp.gamma(k + half) * sp.gamma(d / 2) / (sp.gamma(half) * sp.gamma(d / 2 + k))
    proof.equal(
        lengths * directions,
        2**k * sp.gamma(k + half) / sp.gamma(half),
        "E r^(2k) E u_1^(2k) is the moment of order 2k of N(0, 1)",
    )
    proof.cite(
        "isotropy: a row of a Haar matrix is a uniform direction, in every block; N(0, 1) is fixed by its moments"
    )


def regular_costs(proof: Proof) -> None:
    """Loops of Gram-Schmidt and of dense products, and unbiasedness by the marginal law."""
    row = sp.Symbol("i", integer=True)
    projections = sp.summation((2 * d - 1) * (d - 1 - row) + (d - 1), (row, 0, d - 1))
    proof.equal(
        B * projections, _GRAM_SCHMIDT["additions"], "a norm and d-1-i projections for row i of a block"
    )
    products = sp.summation(2 * d + 2 * d * (d - 1 - row), (row, 0, d - 1))
    proof.equal(B * products, _GRAM_SCHMIDT["multiplications"], "and its products")
    ordered(proof, _DENSE, B * d * d, "W x and W")
    ordered(proof, _GRAM_SCHMIDT, B * d * d**2, "preprocessing, m d^2 with m = B d")
    proof.cite("m rows in ceil(m/d) blocks; one block of m < d rows takes at most m^2 d")
    marginals(proof)
    proof.cite("the mean of an estimate is a sum over rows: it depends on their marginal laws alone")


def _structured_costs(proof: Proof) -> None:
    butterfly_costs(proof)
    for name, counts in (("Hadamard", _FAST), ("Givens", _GIVENS)):
        ordered(proof, counts, _GROWTH, f"{name} rows")
    ordered(proof, {"numbers": _FAST["numbers"]}, B * d, "signs of the Hadamard rows")


def _small_bias(proof: Proof) -> None:
    """Rows of sqrt(d) (HD)^k, k >= 2: |E cos(w.z) - exp(-|z|^2/2)| <= 3 |z|^4/(8 d), for every z."""
    _structured_costs(proof)
    s = sp.Symbol("s", nonnegative=True)  # y^2
    low, high = 1 - s / 2, 1 - s / 2 + s**2 / 24
    proof.cite("1 - y^2/2 <= cos y <= 1 - y^2/2 + y^4/24 and 1 - t <= exp(-t) <= 1 - t + t^2/2, t = y^2/2")
    upper = 1 - s / 2 + (s / 2) ** 2 / 2
    proof.equal(upper - low, s**2 / 8, "exp(-y^2/2) is above cos y by y^4/8 at most")
    proof.nonnegative(s**2 / 8 - (high - low), "and below it by less")
    proof.cite("products of numbers in [-1, 1] differ by at most the sum of the differences of their factors")
    total, fourth = sp.symbols("V F", nonnegative=True)  # sum v^2 and sum v^4 of the vector before H D
    mean_fourth = (3 * total**2 - 2 * fourth) / d**2
    proof.nonnegative(
        sp.simplify(3 * total**2 / d**2 - mean_fourth),
        "y = H D v: E y_j^4 = (3 (sum v^2)^2 - 2 sum v^4)/d^2 is at most 3 |v|^4/d^2",
    )
    bias = d * 3 * total**2 / d**2 / 8
    proof.equal(bias, 3 * total**2 / (8 * d), "d entries: the bias is at most 3 |z|^4/(8 d)")
    proof.equal(sp.limit(bias, d, sp.oo), sp.S.Zero, "it vanishes with 1/d at every fixed |z|")


def _many_outputs(proof: Proof) -> None:
    """Q' has L m entries, each of which is written: with m = d^2 they outgrow L d log m."""
    written = L * m
    printed = L * d * sp.log(m)
    quotient = (written / printed).subs(m, d**2)
    size = sp.Symbol("x", positive=True)
    proof.true(
        sp.limit(quotient.subs(d, size), size, sp.oo) == sp.oo,
        "entries of Q' over L log(m) d at m = d^2 grow beyond all bounds",
    )


def _swapped(proof: Proof) -> None:
    _structured_costs(proof)
    for counts in (_FAST, _GIVENS):
        work = {kind: 2 * L * form for kind, form in counts.items() if kind != "numbers"}
        ordered(proof, work, L * B * d * LOG, "queries and keys, m = B d")
    proof.cite("a positive or trigonometric function of each of the L m projections adds O(L m)")


STRUCTURED = (
    Statement(
        id="performer/secB.2/hg-orf",
        kind="scaling",
        where="Section B.2 (2)",
        title="Cost and bias of structured orthogonal projections",
        text=(
            "Random Hadamard and Givens products need O(m) or O(m log d) numbers for W and O(m log d) time for W x; "
            "their bias is small and vanishes as d grows."
        ),
        latex=r"O(m)\text{ or }O(m\log d),\ O(m\log d)",
        domain_text="any x in R^d; W of stacked d x d blocks",
        checks=(
            HADAMARD_ROWS,
            GIVENS_ROWS,
            Derivation(
                _small_bias,
                "both costs; the bias of cosine features of (HD)^k, k >= 2, for every input",
                whole=False,
            ),
        ),
        mechanism="(HD)^k, products of rotations",
        note=(
            "Read with whole blocks (m at least d): a single row, too, needs d signs. A single factor HD keeps its bias "
            "along the axes. The bias of Givens products depends on how rotations are drawn and is not judged."
        ),
    ),
    Statement(
        id="performer/secB.3/space",
        kind="scaling",
        where="Section B.3",
        title="Space of linear attention",
        text=(
            "O(md + Ld + mL) with dense rows, O(mLd) where all prefix sums are stored and the same as before with one "
            "running sum; O(m log d + Ld + mL) with Givens, O(Ld + mL) with Hadamard rows; exact attention L^2 + Ld."
        ),
        latex=r"O(md+Ld+mL),\ O(mLd),\ O(m\log d+Ld+mL),\ O(Ld+mL)",
        domain_text="m, d much smaller than L for the gains",
        checks=(*_SPACES, EXPLICIT_HELD, Derivation(_spaces, "the sizes of all stored matrices")),
        uses=("performer/alg1",),
        mechanism="Algorithm 1",
        note=(
            "With Hadamard and Givens rows the buffer K'^T [V 1], of m(d+1) numbers, is made column by column, or is "
            "below Ld for m <= L. Trigonometric features have 2m in place of m."
        ),
    ),
    Statement(
        id="performer/secB.3/time",
        kind="scaling",
        where="Section B.3",
        title="Time of linear attention",
        text="Algorithm 1 takes O(Lmd) with its features, less than O(L^2 d) for long inputs; O(m d^2) is spent once.",
        latex=r"O(Lmd)",
        domain_text="L much larger than m and d for the comparisons",
        checks=(_PROJECTIONS, LINEAR, RUNNING, ORTHONORMAL_ROWS, Derivation(_times, "all L, m and d")),
        uses=("performer/alg1",),
        mechanism="Algorithm 1",
    ),
    Statement(
        id="performer/secB.3/hg-time",
        kind="scaling",
        where="Section B.3",
        title="Time of structured features",
        text="With Hadamard or Givens rows Q' and K' take O(L log(m) d) in place of O(Lmd).",
        latex=r"O(L\log(m)d)",
        domain_text="none printed",
        checks=(
            Derivation(
                _many_outputs,
                "m = d^2, by the size of the output alone",
                refutes=True,
                example={"m": "d^2", "entries of Q' over L log(m) d": "d/(2 log d), unbounded"},
            ),
        ),
        uses=("performer/secB.2/hg-orf",),
        mechanism="structured projections",
        slip=True,
        note="Section B.2, to which the sentence refers, has O(m log d) for each input: m and d have changed places.",
        correction=Statement(
            id="performer/secB.3/hg-time/corrected",
            kind="scaling",
            where="Section B.3",
            title="Time of structured features",
            text="With Hadamard or Givens rows Q' and K' take O(L m log d).",
            latex=r"O(Lm\log d)",
            domain_text="m a multiple of d, d a power of two",
            checks=(HADAMARD_ROWS, GIVENS_ROWS, Derivation(_swapped, "all L, d and numbers of blocks")),
            mechanism="structured projections",
        ),
    ),
)

"""Appendix B.3 of performer: space and time of linear attention.

Main results
* Space O(md + Ld + mL), O(mLd) where all prefix sums are stored, O(m log d + Ld + mL) with Givens rows, O(Ld + mL)
  with Hadamard rows; exact attention L^2 + Ld.
* Time O(Lmd), against O(L^2 d); Gram-Schmidt, O(m d^2), once.

False as printed: the time O(L log(m) d) of structured features. Already their Lm entries outgrow it at m = d^2; it is
O(L m log d), as Section B.2 has it.

Proofs. Sizes of all stored matrices, loops summed for all sizes, and runs that count.
"""

from __future__ import annotations

from dataclasses import replace

import sympy as sp

from rftheory.exact import operation_counts
from rftheory.exact.operation_counts import OperationTally
from rftheory.kit import (
    All,
    Below,
    Count,
    Derivation,
    Domain,
    Erratum,
    Limit,
    On,
    Order,
    Proof,
    Quantity,
    SizeCount,
    Sizes,
    Statement,
    integer,
    part,
    whole,
)
from rftheory.papers.performer._lemmas.counts import (
    EXPLICIT,
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
    d,
    dense,
    linear_costs,
    m,
    ordered,
    r,
    rows,
    same,
    store,
)
from rftheory.papers.performer._lemmas.structured import (
    FACTORS,
    FAST,
    GIVENS,
    GIVENS_ROWS,
    HADAMARD_ROWS,
    ORTHONORMAL_ROWS,
    structured_costs,
)

_SIZES = {"L": (1, 2, 5), "m": (1, 3, 8), "d": (1, 2, 4)}


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

_COUNTS = Domain(tuple(integer(name, 1) for name in ("L", "m", "d")))
_SPACES = (
    _held(
        "iid or orthogonal rows, Buf1 stored", {**_TOKENS, (m, d): 1, (m, d + 1): 1}, m * d + L * d + m * L
    ),
    _held("causal, all prefix sums stored", {**_TOKENS, (m, d): 1, (L * m, d + 1): 1}, m * L * d),
    _held(
        "causal, one running sum", {**_TOKENS, (m, d): 1, (m, d + 1): 1, (1, d + 1): 1}, m * d + L * d + m * L
    ),
    _held("Givens rows, column by column", {**_PER_COLUMN, (m, LOG): 1}, m * LOG + L * d + m * L),
    _held("Hadamard rows, column by column", {**_PER_COLUMN, (FACTORS, m): 1}, L * d + m * L),
)


def _spaces(proof: Proof) -> None:
    for scheme in _SPACES:
        ordered(proof, scheme.counts, scheme.growth, scheme.name)
    ordered(proof, EXPLICIT_SPACE, L**2 + L * d, "exact attention")
    gain = sp.expand(EXPLICIT_SPACE["numbers"] - (L**2 + L * d))
    proof.nonnegative(gain, "and it holds at least L^2 + L d numbers")
    fraction = (m * d + L * d + m * L) / (L**2 + L * d)
    proof.limit(fraction, L, sp.oo, sp.S.Zero, "the quotient of both orders vanishes as L outgrows m and d")


SECB_3_SPACE = Statement(
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
    domain=_COUNTS,
    claim=All(
        (
            *(Count("stored numbers", scheme.name, scheme.growth) for scheme in _SPACES),
            Count("stored numbers", "exact attention", L**2 + L * d),
            Below(L**2 + L * d, Quantity("numbers stored by exact attention", L, d), strict=False),
            Limit((m * d + L * d + m * L) / (L**2 + L * d), "L", sp.oo, sp.S.Zero),
        )
    ),
    checks=(*_SPACES, EXPLICIT_HELD, Derivation(_spaces, whole("the sizes of all stored matrices"))),
    uses=("performer/alg1",),
    setting="Algorithm 1",
    note=(
        "With Hadamard and Givens rows the buffer K'^T [V 1], of m(d+1) numbers, is made column by column, or is "
        "below Ld for m <= L. Trigonometric features have 2m in place of m."
    ),
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


def _times(proof: Proof) -> None:
    linear_costs(proof)
    same(proof, add_up(*[dense(proof, L, d, m, "W q")] * 2), PROJECTION_TIME, "projections")
    ordered(proof, add_up(PROJECTION_TIME, _at(LINEAR_TIME)), L * m * d, "Algorithm 1 with Q' and K'")
    ordered(
        proof, add_up(PROJECTION_TIME, _at(RUNNING_TIME)), L * m * d, "the same with a mask, one running sum"
    )
    proof.limit(L * m * d / (L**2 * d), L, sp.oo, sp.S.Zero, "O(Lmd) against O(L^2 d) as L outgrows m")
    proof.limit(m * d**2 / (L * m * d), L, sp.oo, sp.S.Zero, "Gram-Schmidt against O(Lmd) as L outgrows d")


def _at(counts: dict[str, sp.Expr]) -> dict[str, sp.Expr]:
    """Counts in the number of projections."""
    return {kind: form.subs(r, m) for kind, form in counts.items()}


SECB_3_TIME = Statement(
    id="performer/secB.3/time",
    kind="scaling",
    where="Section B.3",
    title="Time of linear attention",
    text="Algorithm 1 takes O(Lmd) with its features, less than O(L^2 d) for long inputs; O(m d^2) is spent once.",
    latex=r"O(Lmd)",
    domain_text="L much larger than m and d for the comparisons",
    domain=_COUNTS,
    claim=All(
        (
            Count("operations", "Algorithm 1 with its features", L * m * d),
            Count("operations", "exact attention", L**2 * d),
            Count("operations", "Gram-Schmidt, once", m * d**2),
            Limit(L * m * d / (L**2 * d), "L", sp.oo, sp.S.Zero),
            Limit(m * d**2 / (L * m * d), "L", sp.oo, sp.S.Zero),
        )
    ),
    checks=(
        _PROJECTIONS,
        LINEAR,
        RUNNING,
        ORTHONORMAL_ROWS,
        EXPLICIT,
        Derivation(_times, whole("all L, m and d; Gram-Schmidt and exact attention where they are counted")),
    ),
    uses=("performer/alg1", "performer/sec2.1/cost", "performer/secB.2/r-orf"),
    setting="Algorithm 1",
)


def _many_outputs(proof: Proof) -> None:
    """Q' has L m entries, each of which is written: with m = d^2 they outgrow L d log m."""
    written = L * m
    printed = L * d * sp.log(m)
    quotient = (written / printed).subs(m, d**2)
    size = sp.Symbol("x", positive=True)
    proof.limit(
        quotient.subs(d, size),
        size,
        sp.oo,
        sp.oo,
        "entries of Q' over L log(m) d at m = d^2 grow beyond all bounds",
    )


def _swapped(proof: Proof) -> None:
    structured_costs(proof)
    for counts in (FAST, GIVENS):
        work = {kind: 2 * L * form for kind, form in counts.items() if kind != "numbers"}
        ordered(proof, work, L * B * d * LOG, "queries and keys, m = B d")
    proof.cite("a positive or trigonometric function of each of the L m projections adds O(L m)")


_k = sp.Symbol("k", positive=True, integer=True)
_POWERS = Domain(
    (integer("L", 1), integer("B", 1, meaning="number of blocks"), integer("k", 1, meaning="log_2 d"))
)
_SQUARE = Domain((integer("d", 2),), extra=({"d": 16},))
_SCALE = d * sp.log(d**2)
# numbers written for a token over those allowed: at m = d^2 left, at the smaller m = 4 right
_RATIO_SCRIPT = """
def quotient(m, d):
    return m/(log(m)*d)
left, right = quotient(d**2, d), quotient(mpf(4), mpf(2))
"""

SECB_3_HG_TIME = Statement(
    id="performer/secB.3/hg-time",
    kind="scaling",
    where="Section B.3",
    title="Time of structured features",
    text="With Hadamard or Givens rows Q' and K' take O(L log(m) d) in place of O(Lmd).",
    latex=r"O(L\log(m)d)",
    domain_text="none printed",
    domain=_COUNTS,
    claim=All(
        (
            Count("operations", "Q' and K' with Hadamard or Givens rows", L * sp.log(m) * d),
            On(_SQUARE, Order(1 / _SCALE, "d", d**2, sp.S.Zero), "m = d^2, the entries of Q' for one token"),
        )
    ),
    checks=(
        Derivation(
            _many_outputs,
            part("m = d^2, by the size of the output alone"),
            refutes=True,
            example={"d": "256", "m": "d^2", "left": "23.0831", "right": "1.4427"},
        ),
    ),
    uses=("performer/secB.2/hg-orf",),
    setting="structured projections",
    erratum=Erratum(
        kind="misprint",
        at="Section B.3",
        formula=r"O(L\log(m)d)",
        false=(
            "Q' alone has L m entries, which at m = d^2 outgrow L log(m) d: m and d have changed places. It is "
            "O(L m log d), as Section B.2 has it."
        ),
        weight=1,
        script=_RATIO_SCRIPT,
        relation="<=",
        objection=(
            "More than d rows are meant too: Section B.2 has them in blocks. For 2 <= m <= d the printed bound is, up to "
            "a constant, the larger of the two."
        ),
    ),
    note="Section B.2, to which the sentence refers, has O(m log d) for each input: m and d have changed places.",
).corrected(
    text="With Hadamard or Givens rows Q' and K' take O(L m log d).",
    latex=r"O(Lm\log d)",
    domain_text="m a multiple of d, d a power of two",
    domain=_POWERS,
    claim=Count(
        "operations", "Q' and K' with Hadamard or Givens rows, d = 2^k and m = B d", L * B * 2**_k * _k
    ),
    checks=(
        *(replace(rows, letters={"B": B * L, "d": 2**_k}) for rows in (HADAMARD_ROWS, GIVENS_ROWS)),
        Derivation(_swapped, whole("all L, d and numbers of blocks")),
    ),
)


STATEMENTS = (
    SECB_3_SPACE,
    SECB_3_TIME,
    SECB_3_HG_TIME,
)

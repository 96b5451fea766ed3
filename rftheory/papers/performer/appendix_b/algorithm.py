"""Appendix B.1 of performer: Algorithm 1 and prefix sums.

Main results
* Algorithm 1: with [V 1] in place of V, linear attention with and without a mask, rows divided by their last entry.
* (11): row i of tril(Q'K'^T) C is the i-th prefix sum of K'_j C_j^T, met by Q'_i.
* Prefix sums of L numbers take O(L) steps, and O(log L) rounds in parallel.

False as printed, by slips: the shape L x L of the result, which is L x d; the summand G_i after (11), which is G_j.

Proofs. Row i uses the tokens up to i alone: (4) for them. The recurrences of a scan, W(2n) = W(n) + 2n - 1 and
T(2n) = T(n) + 2, and runs that count.
"""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from rftheory.exact import operation_counts
from rftheory.exact.functions import attention
from rftheory.exact.functions.attention import (
    CausalLinearAttention,
    ExplicitCausalLinearAttention,
    MaskedProduct,
    PrefixProduct,
)
from rftheory.exact.operation_counts import Counted, OperationTally
from rftheory.kit import (
    All,
    Count,
    Derivation,
    Domain,
    Equal,
    Erratum,
    On,
    OperationCount,
    Proof,
    SizeCount,
    Sizes,
    Statement,
    formula,
    integer,
    part,
    whole,
)
from rftheory.papers.performer._lemmas.linear_attention import EXPLICIT_ENTRY, LINEAR_ENTRY, exchange_of_sums
from rftheory.papers.performer._lemmas.matrices import CAUSAL, KP, LINEAR, PRODUCTS, QP, V, i, j


def _masked_sums(proof: Proof) -> None:
    """Row i of tril(Q'K'^T) C uses the tokens up to i alone: (4) for them."""
    exchange_of_sums(proof)
    tokens = 3
    queries = [[sp.Symbol(f"q{a}{t}") for t in range(2)] for a in range(tokens)]
    keys = [[sp.Symbol(f"k{a}{t}") for t in range(2)] for a in range(tokens)]
    entries = [[sp.Symbol(f"c{a}")] for a in range(tokens)]
    running = attention.prefix_sums([attention.outer(k, c) for k, c in zip(keys, entries, strict=True)])
    masked = attention.lower(attention.kernel_matrix(queries, keys))
    for row in range(tokens):
        explicit = operation_counts.dot(masked[row], [c[0] for c in entries[: row + 1]])
        found = attention.slice_product(running[row], queries[row])[0]
        proof.equal(found, explicit, f"row {row + 1} of three symbolic tokens, two features")
    proof.cite("row i of tril(Q'K'^T) C has the tokens j <= i and no other, G^PS_i is their buffer K'^T C")


_CAUSAL_ENTRY = formula(CausalLinearAttention(QP, KP, V, i, j), CAUSAL, "Qp Kp V i j")
_CAUSAL_EXPLICIT = formula(ExplicitCausalLinearAttention(QP, KP, V, i, j), CAUSAL, "Qp Kp V i j")


def _algorithm(proof: Proof) -> None:
    _masked_sums(proof)
    queries, keys, values = (
        [[sp.Symbol(f"{name}{a}{b}", positive=True) for b in range(width)] for a in range(2)]
        for name, width in (("q", 2), ("k", 2), ("v", 1))
    )
    weights = attention.kernel_matrix(queries, keys)
    pairs = (
        (
            attention.bidirectional(queries, keys, values),
            attention.renormalised(weights, values),
            "bidirectional",
        ),
        (
            attention.unidirectional(queries, keys, values),
            attention.renormalised(attention.lower(weights), values),
            "causal",
        ),
    )
    for found, explicit, name in pairs:
        for row in range(2):
            proof.equal(
                found[row][0], explicit[row][0], f"{name} output of the algorithm on symbols, row {row + 1}"
            )


ALG1 = Statement(
    id="performer/alg1",
    kind="algorithm",
    where="Algorithm 1",
    title="FAVOR+",
    text="With [V 1] in place of V, linear attention with and without a mask, rows divided by their last entry.",
    latex=r"\mathrm{diag}(\mathrm{buf}_4)^{-1}\mathrm{Buf}_3,\ [\mathrm{Buf}_3\ \mathrm{buf}_4]=Q'((K')^\top[V\ 1_L])",
    domain_text="any Q', K', V",
    domain=PRODUCTS,
    companions={
        "performer/alg1/bidirectional": {"": LINEAR_ENTRY},
        "performer/alg1/unidirectional": {"": _CAUSAL_ENTRY},
    },
    claim=All(
        (
            On(LINEAR, Equal(LINEAR_ENTRY, EXPLICIT_ENTRY), "no mask, a nonzero sum of weights in row i"),
            On(
                CAUSAL,
                Equal(_CAUSAL_ENTRY, _CAUSAL_EXPLICIT),
                "causal mask, a nonzero sum of weights in row i",
            ),
        )
    ),
    checks=(Derivation(_algorithm, whole("all L, M and d, entry by entry")),),
    uses=("performer/eq4", "performer/eq11"),
    setting="bidirectional and causal linear attention",
    note="The product G^PS_i Q'_i is read as (G^PS_i)^T Q'_i, the only one that fits the shapes.",
)


def _sizes(tokens: int, width: int, count: int) -> tuple[tuple[int, int], ...]:
    """Shapes of Buf1, Buf2, Buf3, buf4 and the result, from a run."""
    queries, keys = (
        [[Fraction(1 + a + b, 1 + name + b) for b in range(count)] for a in range(tokens)]
        for name in range(2)
    )
    values = [[Fraction(a - b) for b in range(width)] for a in range(tokens)]
    columns = [[*row, Fraction(1)] for row in values]
    first = operation_counts.matrix_product(list(zip(*keys, strict=True)), columns)
    second = operation_counts.matrix_product(queries, first)
    result = attention.bidirectional(queries, keys, values)
    parts = ([row[:-1] for row in second], [row[-1:] for row in second])
    return tuple((len(matrix), len(matrix[0])) for matrix in (first, second, *parts, result))


def _shapes(proof: Proof) -> None:
    for tokens, width, count in ((3, 2, 4), (2, 5, 1), (4, 4, 3), (1, 3, 2)):
        found = tuple(_sizes(tokens, width, count)[place] for place in (0, 1, -1))
        expected = ((count, width + 1), (tokens, width + 1), (tokens, width))
        proof.equal(found, expected, f"Buf1, Buf2 and result at L={tokens}, d={width}, M={count}: {found}")
    proof.cite("a product of a x b by b x c is a x c; the last column of Buf2 is split off: L x d is left")


def _products(proof: Proof) -> None:
    """Shapes of the products for all sizes."""
    queries, keys = (sp.MatrixSymbol(name, _L, _M) for name in "QK")
    first = keys.T * sp.MatrixSymbol("C", _L, _d + 1)
    second = queries * first
    proof.equal(first.shape[0], _M, "rows of Buf1")
    proof.equal(second.shape[0], _L, "rows of Buf2")
    proof.equal(second.shape[1] - 1, _d, "columns of Buf2 but for the last")


def _all_shapes(proof: Proof) -> None:
    _shapes(proof)
    _products(proof)


def _wrong_shape(proof: Proof) -> None:
    tokens, width, count = 3, 2, 4
    result = _sizes(tokens, width, count)[-1]
    proof.distinct(
        result, (tokens, tokens), f"run at L=3, d=2, M=4, the result has shape {result}, not (3, 3)"
    )
    proof.equal(
        result, (tokens, width), "its shape is that of V, L x d, as the return line diag(buf4)^-1 Buf3 says"
    )


def _not_square(proof: Proof) -> None:
    _products(proof)
    _wrong_shape(proof)


_L, _M, _d = sp.symbols("L M d", positive=True, integer=True)
_SHAPE = Domain(tuple(integer(name, 1) for name in ("L", "M", "d")))


def _sized(matrix: str, above: sp.Expr, beside: sp.Expr) -> All:
    """How many rows and columns it has."""
    return All((Count("rows", matrix, above, "exactly"), Count("columns", matrix, beside, "exactly")))


_SIZED = (("Buf1", _M, _d + 1), ("Buf2", _L, _d + 1), ("Buf3", _L, _d), ("buf4", _L, sp.S.One))
_BUFFERS = tuple(_sized(*named) for named in _SIZED)
_NAMED = {name: place for place, name in enumerate(("Buf1", "Buf2", "Buf3", "buf4", "result"))}


def _size_of(matrix: str, above: sp.Expr, beside: sp.Expr) -> SizeCount:
    """How many rows and columns it has, by runs."""

    def algorithm(sizes: Sizes, tally: OperationTally) -> None:
        tally["rows"], tally["columns"] = _sizes(sizes["L"], sizes["d"], sizes["M"])[_NAMED[matrix]]

    counts = {"rows": above, "columns": beside}
    return SizeCount(matrix, algorithm, counts, above + beside, {"L": (1, 3), "M": (2, 4), "d": (2, 3)})


_SHAPE_SCRIPT = """
Qp, Kp, V = ones(int(L), int(M)), ones(int(L), int(M)), ones(int(L), int(d))
result = Qp*(Kp.T*V)
left, right = mpf(result.cols), L
"""

ALG1_SHAPES = Statement(
    id="performer/alg1/shapes",
    kind="definition",
    where="Algorithm 1",
    title="Shapes in FAVOR+",
    text="The result is L x L; Buf1 is M x (d+1), Buf2 L x (d+1), Buf3 L x d, buf4 has L entries.",
    latex=r"\mathrm{Buf}_1\in\mathbb R^{M\times(d+1)},\ \mathrm{Buf}_2\in\mathbb R^{L\times(d+1)},\ \widehat{\mathrm{Att}}\in\mathbb R^{L\times L}",
    domain_text="Q, K, V in R^(L x d)",
    domain=_SHAPE,
    claim=All((_sized("result", _L, _L), *_BUFFERS)),
    checks=(
        Derivation(
            _not_square,
            part("a run with L different from d"),
            refutes=True,
            example={"L": "3", "d": "2", "M": "4", "left": "2", "right": "3"},
        ),
    ),
    uses=("performer/alg1",),
    setting="bidirectional linear attention",
    erratum=Erratum(
        kind="misprint",
        at="Algorithm 1, line Result",
        formula=r"\widehat{\mathrm{Att}}_\leftrightarrow(Q,K,V)\in\mathbb R^{L\times L}",
        false="The result has the shape of V, L x d, as the return line diag(buf4)^-1 Buf3 says.",
        weight=1,
        script=_SHAPE_SCRIPT,
        relation="=",
    ),
).corrected(
    kind="identity",
    text="The result is L x d, like V; the buffers are as printed.",
    latex=r"\widehat{\mathrm{Att}}(Q,K,V)\in\mathbb R^{L\times d}",
    claim=All((_sized("result", _L, _d), *_BUFFERS)),
    checks=(
        Derivation(_all_shapes, whole("all L, d and M")),
        *(_size_of(*named) for named in (("result", _L, _d), *_SIZED)),
    ),
)

_MASKED = formula(MaskedProduct(QP, KP, V, i, j), PRODUCTS, "Qp Kp V i j")
_PREFIX = formula(PrefixProduct(QP, KP, V, i, j), PRODUCTS, "Qp Kp V i j")

EQ11 = Statement(
    id="performer/eq11",
    kind="identity",
    where="eq. (11)",
    title="Masked products by prefix sums",
    text="Row i of the masked matrix times C is the i-th prefix sum of the outer products K'_j C_j^T, met by Q'_i.",
    latex=(
        r"[\mathrm{tril}(Q'(K')^\top)C]_i=G^{\rm PS}_{i,:,:}\times Q'_i,\quad "
        r"G^{\rm PS}_{i,:,:}=\sum_{j=1}^iG_{j,:,:},\quad G_{j,:,:}=K'_jC_j^\top"
    ),
    domain_text="C = [V 1_L]; 1 <= i <= L",
    domain=PRODUCTS,
    sides={"lhs": _MASKED, "rhs": _PREFIX},
    claim=Equal(),
    checks=(Derivation(_masked_sums, whole("all L, M and d, row by row")),),
    setting="causal prefix sums",
    note="The product with Q'_i contracts the features: G^PS_i is M x (d+1) and Q'_i has M entries.",
)


def _right_index(proof: Proof) -> None:
    slices = [[[sp.Symbol(f"G{place}")]] for place in range(1, 5)]
    for place, state in enumerate(attention.prefix_sums(slices), start=1):
        expected = sum((slices[s][0][0] for s in range(place)), sp.S.Zero)
        proof.equal(state[0][0], expected, f"run on symbols: entry {place} is G_1 + .. + G_{place}")
    proof.cite("(11) entry by entry: the entry (l, p) of a sum of matrices is the sum of their entries")


_place, _j = sp.symbols("i j", positive=True, integer=True)
_l, _p = sp.symbols("l p", positive=True, integer=True)
_G, _GPS = sp.IndexedBase("G"), sp.IndexedBase("G^PS")
_FIBRES = Domain(tuple(integer(name, 1) for name in ("i", "l", "p")))
_COUNTING = Domain((integer("i", 1),), extra=({"i": 2},))
_SECOND = _place * (_place + 1) / 2  # 1 + 2 + .. + i


def _summed(index: sp.Expr) -> All:
    """The prefix sum with this index in the summand, and at G_j = j."""
    fibre = Equal(_GPS[_place, _l, _p], sp.Sum(_G[index, _l, _p], (_j, 1, _place)))
    return All((fibre, On(_COUNTING, Equal(_SECOND, sp.summation(index, (_j, 1, _place))), "G_j = j")))


SECB_1_CUMSUM = Statement(
    id="performer/secB.1/cumsum",
    kind="identity",
    where="Section B.1, after (11)",
    title="Prefix sums entry by entry",
    text="Every fibre of G^PS along the tokens is a running sum of that of G; printed with index i under the sum.",
    latex=r"G^{\rm PS}_{i,l,p}=\sum_{j=1}^iG_{i,l,p}",
    domain_text="all i, l, p",
    domain=_FIBRES,
    claim=_summed(_place),
    uses=("performer/eq11",),
    setting="causal prefix sums",
    erratum=Erratum(
        kind="misprint",
        at="Section B.1, after (11)",
        formula=r"G^{\rm PS}_{i,l,p}=\sum_{j=1}^iG_{i,l,p}",
        false="The summand's index is j, as in (11): as printed the sum is i G_i.",
        weight=1,
        points=({"i": "2"}, {"i": "3"}),
    ),
).corrected(
    text="The summand's first index is j.",
    latex=r"G^{\rm PS}_{i,l,p}=\sum_{j=1}^iG_{j,l,p}",
    claim=_summed(_j),
    checks=(Derivation(_right_index, whole("all i, l, p")),),
)

_n = sp.Symbol("n", positive=True, integer=True)
_LOG = sp.log(_n, 2)
_SCAN_SIZES = (2, 4, 8, 16, 32, 64, 128)


def _numbers(size: int, tally: OperationTally) -> list[Counted]:
    return [Counted(1.0 + place, tally) for place in range(size)]


def _scan_work(size: int, tally: OperationTally) -> object:
    return attention.scan(_numbers(size, tally), [])


def _scan_rounds(size: int, tally: OperationTally) -> object:
    rounds: list[int] = []
    found = attention.scan(list(range(size)), rounds)
    tally["rounds"] += len(rounds)
    return found


_SCAN = OperationCount(
    "a scan, all steps", _scan_work, {"additions": 2 * _n - 2 - _LOG}, _n, _SCAN_SIZES, tight=True
)
_ROUNDS = OperationCount(
    "a scan, parallel rounds", _scan_rounds, {"rounds": 2 * _LOG - 1}, sp.log(_n), _SCAN_SIZES, tight=True
)


def _scan_recurrences(proof: Proof) -> None:
    size = 16
    entries = list(range(3, 3 + size))
    expected = [sum(entries[: place + 1]) for place in range(size)]
    proof.equal(attention.scan(entries, []), expected, "the rounds give the prefix sums (run on 16 numbers)")
    work, rounds = 2 * _n - 2 - _LOG, 2 * _LOG - 1
    doubled = sp.expand_log(work.subs(_n, 2 * _n))
    proof.equal(doubled, work + 2 * _n - 1, "W(2n) = W(n) + n + (n-1): pairs, then gaps")
    proof.equal(work.subs(_n, 1), sp.S.Zero, "W(1) = 0")
    proof.equal(rounds.subs(_n, 2 * _n), rounds + 2, "T(2n) = T(n) + 2")
    proof.equal(rounds.subs(_n, 2), sp.S.One, "T(2) = 1")
    proof.limit(work / _n, _n, sp.oo, 2, "work over n tends to 2")
    proof.limit(rounds / sp.log(_n), _n, sp.oo, 2 / sp.log(2), "rounds over log n tend to a constant")
    proof.cite("any L is padded to a power of two below 2L")


SECB_1_PREFIX_COST = Statement(
    id="performer/secB.1/prefix-cost",
    kind="scaling",
    where="Section B.1",
    title="Cost of a prefix sum",
    text="The prefix sums of L numbers take O(L) steps in all, and O(log L) rounds when steps are done in parallel.",
    latex=r"O(L),\ O(\log L)",
    domain_text="any L",
    domain=Domain((integer("L", 1, meaning="how many numbers"),)),
    claim=All(
        (
            Count("steps", "prefix sums of L numbers", _L),
            Count("parallel rounds", "prefix sums of L numbers", sp.log(_L)),
        )
    ),
    checks=(_SCAN, _ROUNDS, Derivation(_scan_recurrences, whole("all L, by halving"))),
    setting="parallel prefix sums",
)


STATEMENTS = (
    ALG1,
    ALG1_SHAPES,
    EQ11,
    SECB_1_CUMSUM,
    SECB_1_PREFIX_COST,
)

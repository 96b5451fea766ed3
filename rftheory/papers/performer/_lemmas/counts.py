"""What attention costs: algorithms on counting numbers at several sizes at once, and their counts for all sizes."""

from __future__ import annotations

import math
from collections.abc import Mapping

import sympy as sp

from rftheory.exact import operation_counts
from rftheory.exact.functions import attention
from rftheory.exact.operation_counts import Counted, Matrix, OperationTally
from rftheory.kit import Proof, SizeCount, Sizes

L, r, m, d, B = sp.symbols("L r m d B", positive=True, integer=True)
LOG = sp.log(d, 2)

EXPLICIT_TIME = {
    "multiplications": L**2 * (2 * d + 1) + L * d,
    "additions": L**2 * (d - 1) + L * (L - 1) * (d + 1),
    "exponentials": L**2,
}
EXPLICIT_SPACE = {"numbers": L**2 + L + 4 * L * d}
LINEAR_TIME = {
    "multiplications": 2 * L * r * (d + 1) + L * d,
    "additions": r * (d + 1) * (L - 1) + L * (r - 1) * (d + 1),
}
LINEAR_SPACE = {"numbers": 2 * L * r + 2 * L * d + r * (d + 1) + L}
RUNNING_TIME = {
    "multiplications": 2 * L * r * (d + 1) + L * d,
    "additions": (L - 1) * r * (d + 1) + L * (r - 1) * (d + 1),
}
PROJECTION_TIME = {"multiplications": 2 * L * m * d, "additions": 2 * L * m * (d - 1)}


def rows(count: int, length: int, tally: OperationTally) -> Matrix:
    """A matrix of counting numbers, of which nothing is noted yet."""
    return [[Counted(1.0 / (1 + a + 2 * b), tally) for b in range(length)] for a in range(count)]


def store(matrix: Matrix, tally: OperationTally) -> Matrix:
    """The same matrix, noted as held."""
    tally["numbers"] += sum(len(row) for row in matrix)
    return matrix


def _exponential(number: Counted, tally: OperationTally) -> Counted:
    tally["exponentials"] += 1
    return Counted(math.exp(number.value), tally)


def _weights(sizes: Sizes, tally: OperationTally) -> Matrix:
    logits = attention.kernel_matrix(*(rows(sizes["L"], sizes["d"], tally) for _ in range(2)))
    scale = 1.0 / math.sqrt(sizes["d"])
    return [[_exponential(entry * scale, tally) for entry in row] for row in logits]


def _explicit(sizes: Sizes, tally: OperationTally) -> object:
    return attention.renormalised(_weights(sizes, tally), rows(sizes["L"], sizes["d"], tally))


def _explicit_store(sizes: Sizes, tally: OperationTally) -> object:
    size, width = sizes["L"], sizes["d"]
    held = [store(rows(size, width, tally), tally) for _ in ("Q", "K", "V", "output")]
    return held, store(rows(size, size, tally), tally), store(rows(size, 1, tally), tally)


def features(sizes: Sizes, tally: OperationTally) -> tuple[Matrix, Matrix, Matrix]:
    """Q', K' and V."""
    count = sizes["r"]
    return tuple(rows(sizes["L"], width, tally) for width in (count, count, sizes["d"]))  # type: ignore[return-value]


def _linear_store(sizes: Sizes, tally: OperationTally) -> object:
    inputs = [store(matrix, tally) for matrix in features(sizes, tally)]
    buffer = store(rows(sizes["r"], sizes["d"] + 1, tally), tally)
    return inputs, buffer, store(rows(sizes["L"], sizes["d"] + 1, tally), tally)


_GRID = {"L": (1, 2, 5, 8), "d": (1, 2, 4)}
_GRID3 = {"L": (1, 2, 5, 8), "r": (1, 3, 6), "d": (1, 2, 4)}

EXPLICIT = SizeCount("exact attention, A stored", _explicit, EXPLICIT_TIME, L**2 * d, _GRID)
EXPLICIT_HELD = SizeCount(
    "numbers held by exact attention", _explicit_store, EXPLICIT_SPACE, L**2 + L * d, _GRID
)
LINEAR = SizeCount(
    "linear attention in the order of its brackets",
    lambda s, t: attention.bidirectional(*features(s, t)),
    LINEAR_TIME,
    L * r * d,
    _GRID3,
)
LINEAR_HELD = SizeCount(
    "numbers held by linear attention", _linear_store, LINEAR_SPACE, L * r + L * d + r * d, _GRID3
)
RUNNING = SizeCount(
    "causal linear attention with one running sum",
    lambda s, t: attention.unidirectional(*features(s, t)),
    RUNNING_TIME,
    L * r * d,
    _GRID3,
)


def dense(proof: Proof, above: sp.Expr, inner: sp.Expr, beside: sp.Expr, what: str) -> dict[str, sp.Expr]:
    """Counts of an (above x inner) times (inner x beside) product, summed over its loops."""
    a, b = sp.symbols("a b", integer=True)

    def looped(each: sp.Expr) -> sp.Expr:
        return sp.summation(sp.summation(each, (a, 1, above)), (b, 1, beside))

    counts = {"multiplications": above * inner * beside, "additions": above * beside * (inner - 1)}
    for kind, each in (("multiplications", inner), ("additions", inner - 1)):
        proof.equal(looped(each), counts[kind], f"{what}: {kind}, an inner product for each entry")
    return counts


def add_up(*parts: Mapping[str, sp.Expr]) -> dict[str, sp.Expr]:
    """The counts of steps done one after another."""
    kinds = dict.fromkeys(kind for part in parts for kind in part)
    return {kind: sum((part.get(kind, sp.S.Zero) for part in parts), sp.S.Zero) for kind in kinds}


def same(proof: Proof, found: Mapping[str, sp.Expr], stated: Mapping[str, sp.Expr], what: str) -> None:
    """The counts that the runs agree with are these, for all sizes."""
    for kind in stated:
        proof.equal(found[kind], stated[kind], f"{what}: {kind} for all sizes")


def ordered(proof: Proof, counts: Mapping[str, sp.Expr], growth: sp.Expr, what: str) -> None:
    """Every count is at most a constant times `growth`."""
    for kind, form in counts.items():
        terms = [term.as_independent(*term.free_symbols)[0] for term in sp.Add.make_args(sp.expand(form))]
        bound = sum(factor for factor in terms if factor > 0) * growth
        proof.nonnegative(
            _from_one(bound - form), f"{what}: {kind} = {sp.sstr(sp.expand(form))} is O({sp.sstr(growth)})"
        )


def _from_one(form: sp.Expr) -> sp.Expr:
    """A form in sizes 1 + s', log_2 of them 1 + l', with s', l' >= 0: what it is for all sizes from 1 (2 in logarithms)."""
    logarithms = [node for node in form.atoms(sp.log) if node.free_symbols]
    sizes = {node: (1 + _more(f"log {node.args[0]}")) * sp.log(2) for node in logarithms}
    plain = form.xreplace(sizes)
    rest = {size: 1 + _more(size.name) for size in plain.free_symbols if not size.name.endswith("'")}
    return sp.expand(sp.expand(plain).xreplace(rest))


def _more(name: str) -> sp.Symbol:
    return sp.Symbol(f"{name}'", nonnegative=True)


def explicit_costs(proof: Proof) -> None:
    """Exact attention: its loops for all sizes, and both orders."""
    logits = dense(proof, L, d, L, "Q K^T")
    mixed = dense(proof, L, L, d, "A V")
    rest = {"multiplications": L**2 + L * d, "additions": L * (L - 1), "exponentials": L**2}
    same(proof, add_up(logits, mixed, rest), EXPLICIT_TIME, "exact attention")
    ordered(proof, EXPLICIT_TIME, L**2 * d, "exact attention")
    ordered(proof, EXPLICIT_SPACE, L**2 + L * d, "exact attention")


def linear_costs(proof: Proof) -> None:
    """Linear attention: its loops for all sizes, and both orders."""
    first = dense(proof, r, L, d + 1, "K'^T [V 1]")
    second = dense(proof, L, r, d + 1, "Q' times it")
    found = add_up(first, second, {"multiplications": L * d, "additions": sp.S.Zero})
    same(proof, found, LINEAR_TIME, "linear attention")
    ordered(proof, LINEAR_TIME, L * r * d, "linear attention")
    ordered(proof, LINEAR_SPACE, L * r + L * d + r * d, "linear attention")


def butterfly_costs(proof: Proof) -> None:
    """A transform of d entries takes d log2 d additions, for powers of two."""
    proof.equal((d * LOG).subs(d, 2 * d), 2 * d * LOG + 2 * d, "T(2d) = 2 T(d) + 2d, halves")
    proof.equal((d * LOG).subs(d, 1), sp.S.Zero, "T(1) = 0")


def structured_rows(blocks: int, size: int, x: list[Counted], tally: OperationTally) -> list[Counted]:
    """W x for stacked blocks H D_1 H D_2 H D_3."""
    found: list[Counted] = []
    for _ in range(blocks):
        tally["numbers"] += 3 * size
        found.extend(operation_counts.hadamard_product([[1] * size] * 3, x))
    return found


def givens_rows(blocks: int, size: int, x: list[Counted], tally: OperationTally) -> list[Counted]:
    """W x for stacked products of d log2(d)/2 plane rotations, the order of a butterfly."""
    found: list[Counted] = []
    for _ in range(blocks):
        entries, half = list(x), 1
        while half < size:
            for start in (place for place in range(size) if not place & half):
                cosine, sine = tally.hold((0.6, 0.8))
                operation_counts.givens([(start, start + half, cosine, sine)], entries)
            half *= 2
        found.extend(entries)
    return found

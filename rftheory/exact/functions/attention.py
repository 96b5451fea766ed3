"""Attention at exact matrices: the algorithms of linear attention over any number type, and certified entries of their outputs.

Every entry has two routes: the explicit L x L matrix, and the order of computation of the algorithm.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Callable, Sequence

from rftheory.errors import DomainError
from rftheory.exact import balls
from rftheory.exact.functions.ball_function import BallFunction, Printer
from rftheory.exact.operation_counts import Matrix, Number, Vector, dot, matrix_product, total
from rftheory.exact.scalars import MpContext, MpNumber, Rational, Real

Rows = Sequence[Sequence[Number]]
MpRows = Sequence[Sequence[MpNumber]]


def kernel_matrix(queries: Rows, keys: Rows) -> Matrix:
    """Q K^T, stored."""
    return [[dot(query, key) for key in keys] for query in queries]


def lower(matrix: Rows) -> list[Vector]:
    """tril: row i keeps its first i entries."""
    return [list(row[: place + 1]) for place, row in enumerate(matrix)]


def renormalised(weights: Rows, values: Rows) -> Matrix:
    """D^-1 A V for a stored A (or its rows cut off by tril), D the diagonal of its row sums."""
    sums = [total(row) for row in weights]
    columns = [list(column) for column in zip(*values, strict=True)]
    mixed = [[dot(row, column[: len(row)]) for column in columns] for row in weights]
    return [[entry / below for entry in row] for row, below in zip(mixed, sums, strict=True)]


def bidirectional(queries: Rows, keys: Rows, values: Rows) -> Matrix:
    """Algorithm 1: Buf1 = K'^T [V 1], Buf2 = Q' Buf1, then rows over their last entry."""
    columns = [*zip(*values, strict=True), [1] * len(keys)]
    first = [[dot(feature, column) for column in columns] for feature in zip(*keys, strict=True)]
    return _divided(matrix_product(queries, first))


def unidirectional(queries: Rows, keys: Rows, values: Rows) -> Matrix:
    """Algorithm 1 with a mask: one running sum of the outer products K'_j [V_j 1]^T, met by every query."""
    running = prefix_sums([outer(key, [*value, 1]) for key, value in zip(keys, values, strict=True)])
    return _divided([slice_product(state, query) for state, query in zip(running, queries, strict=True)])


def outer(left: Sequence[Number], right: Sequence[Number]) -> Matrix:
    """G_j = left right^T."""
    return [[a * b for b in right] for a in left]


def prefix_sums(slices: Sequence[Matrix]) -> list[Matrix]:
    """G^PS_i = G_1 + .. + G_i, one after another."""
    return list(itertools.accumulate(slices, _sum))


def slice_product(state: Matrix, query: Sequence[Number]) -> Vector:
    """G^PS_i contracted with Q'_i over the features."""
    return [dot(column, query) for column in zip(*state, strict=True)]


def scan(entries: Sequence[Number], rounds: list[int]) -> Vector:
    """Prefix sums of a power of two of entries in parallel rounds, each noted by its number of additions."""
    if len(entries) == 1:
        return list(entries)
    pairs = [a + b for a, b in zip(entries[::2], entries[1::2], strict=True)]
    rounds.append(len(pairs))
    inner = scan(pairs, rounds)
    between = [a + b for a, b in zip(inner[:-1], entries[2::2], strict=True)]
    if between:
        rounds.append(len(between))
    return [entries[0], *itertools.chain(*zip(inner[:-1], between, strict=True)), inner[-1]]


def _sum(left: Matrix, right: Matrix) -> Matrix:
    return [[a + b for a, b in zip(p, q, strict=True)] for p, q in zip(left, right, strict=True)]


def _divided(rows: Matrix) -> Matrix:
    return [[entry / row[-1] for entry in row[:-1]] for row in rows]


def normaliser(queries: Rows, keys: Rows, i: int, *, causal: bool) -> Number:
    """D_ii: the sum of row i of Q' K'^T (of its lower triangle); i counts from 1."""
    return total([dot(queries[i - 1], key) for key in (keys[:i] if causal else keys)])


def _places(queries: Rows, values: Rows, i: Rational, j: Rational) -> tuple[int, int]:
    """i and j counted from 0, or DomainError beyond the output."""
    for name, place, last in (("i", i, len(queries)), ("j", j, len(values[0]))):
        if place.q != 1 or not 1 <= place <= last:
            raise DomainError(name, balls.as_fraction(place), f"integer from 1 to {last}")
    return int(i.p) - 1, int(j.p) - 1


def _softmax_explicitly(
    queries: Rows, keys: Rows, values: Rows, i: Rational, j: Rational, causal: bool
) -> Number:
    """Row i of exp(Q K^T / sqrt d), its sum and its product with column j of V."""
    row, column = _places(queries, values, i, j)
    root = balls.ball(balls.power(balls.fmpq(len(keys[0])), balls.fmpq(1, 2)))
    weights = [
        (balls.ball(dot(queries[row], key)) / root).exp() for key in keys[: row + 1 if causal else None]
    ]
    return dot(weights, [value[column] for value in values[: len(weights)]]) / total(weights)


def _softmax_grouped(
    queries: Rows, keys: Rows, values: Rows, i: Rational, j: Rational, causal: bool
) -> Number:
    """Equal logits share one exponential, the largest is subtracted exactly; a constant output stays rational.

    Exponentials of different algebraic numbers are independent over the algebraic numbers (Lindemann-Weierstrass):
    the numerator is 0 only where every group's sum of values is, and then it is found to be exactly 0.
    """
    row, column = _places(queries, values, i, j)
    tops: dict[tuple[int, int], Real] = {}
    sums: dict[tuple[int, int], Real] = defaultdict(lambda: balls.fmpq(0))
    counts: dict[tuple[int, int], int] = defaultdict(int)
    for key, value in list(zip(keys, values, strict=True))[: row + 1 if causal else None]:
        logit = dot(queries[row], key)
        name = int(logit.p), int(logit.q)
        tops[name] = logit
        sums[name] += value[column]
        counts[name] += 1
    means = {sums[name] / counts[name] for name in tops}
    if len(means) == 1:
        return means.pop()
    largest = max(tops.values())
    root = balls.ball(balls.power(balls.fmpq(len(keys[0])), balls.fmpq(1, 2)))
    weights = {name: (balls.ball(logit - largest) / root).exp() for name, logit in tops.items()}
    above = total([weights[name] * sums[name] for name in tops if sums[name] != 0])
    return above / total([weights[name] * counts[name] for name in tops])


def _linear_explicitly(
    queries: Rows, keys: Rows, values: Rows, i: Rational, j: Rational, causal: bool
) -> Number:
    row, column = _places(queries, values, i, j)
    weights = [dot(queries[row], key) for key in keys[: row + 1 if causal else None]]
    return dot(weights, [value[column] for value in values[: len(weights)]]) / total(weights)


def _linear_in_order(
    queries: Rows, keys: Rows, values: Rows, i: Rational, j: Rational, causal: bool
) -> Number:
    """Column j of [V 1] alone, and the state that query i meets."""
    row, column = _places(queries, values, i, j)
    met = row + 1 if causal else len(keys)
    pairs = [[value[column], balls.fmpq(1)] for value in values[:met]]
    buffer = [
        [dot(feature, entries) for entries in zip(*pairs, strict=True)]
        for feature in zip(*keys[:met], strict=True)
    ]
    above, below = slice_product(buffer, queries[row])
    return above / below


def _masked_explicitly(queries: Rows, keys: Rows, values: Rows, i: Rational, j: Rational, _: bool) -> Number:
    row, column = _places(queries, values, i, j)
    weights = [dot(queries[row], key) for key in keys[: row + 1]]
    return dot(weights, [value[column] for value in values[: row + 1]])


def _masked_in_order(queries: Rows, keys: Rows, values: Rows, i: Rational, j: Rational, _: bool) -> Number:
    row, column = _places(queries, values, i, j)
    slices = [outer(key, [value[column]]) for key, value in zip(keys[: row + 1], values, strict=False)]
    return slice_product(prefix_sums(slices)[-1], queries[row])[0]


class AttentionEntry(BallFunction):
    """An entry (i, j) of an attention output; subclasses say of which, and by which route."""

    nargs = 5
    causal = False
    symbol = r"\mathrm{Att}"
    route: Callable[[Rows, Rows, Rows, Rational, Rational, bool], Number]

    @classmethod
    def ball(cls, queries: Rows, keys: Rows, values: Rows, i: Rational, j: Rational) -> Number:
        """The entry by the route of this class."""
        return cls.route(queries, keys, values, i, j, cls.causal)

    def _latex(self, printer: Printer, *_: object) -> str:
        inner = ",".join(printer.doprint(a) for a in self.args[:3])
        places = ",".join(printer.doprint(a) for a in self.args[3:])
        symbol = self.symbol + (r"_\to" if self.causal else r"_\leftrightarrow")
        return rf"\left[{symbol}({inner})\right]_{{{places}}}"


class _Softmax(AttentionEntry):
    @classmethod
    def oracle(
        cls, ctx: MpContext, queries: MpRows, keys: MpRows, values: MpRows, i: int, j: int
    ) -> MpNumber:
        """Row i of the exponentials against column j of the values, largest logit first."""
        met = keys[:i] if cls.causal else keys
        logits = [ctx.fdot(queries[i - 1], key) / ctx.sqrt(len(key)) for key in met]
        weights = [ctx.exp(logit - max(logits)) for logit in logits]
        return ctx.fdot(weights, [value[j - 1] for value in values[: len(met)]]) / ctx.fsum(weights)


class _Linear(AttentionEntry):
    symbol = r"\widehat{\mathrm{Att}}"

    @classmethod
    def oracle(
        cls, ctx: MpContext, queries: MpRows, keys: MpRows, values: MpRows, i: int, j: int
    ) -> MpNumber:
        """Row i of Q' K'^T against column j of the values."""
        met = keys[:i] if cls.causal else keys
        weights = [ctx.fdot(queries[i - 1], key) for key in met]
        return ctx.fdot(weights, [value[j - 1] for value in values[: len(met)]]) / ctx.fsum(weights)


class SoftmaxAttention(_Softmax):
    """D^-1 exp(Q K^T / sqrt d) V with the exponentials as printed."""

    route = staticmethod(_softmax_explicitly)


class GroupedSoftmaxAttention(_Softmax):
    """The same with equal logits in one group and the largest subtracted exactly."""

    route = staticmethod(_softmax_grouped)


class CausalSoftmaxAttention(_Softmax):
    """D~^-1 tril(exp(Q K^T / sqrt d)) V with the exponentials as printed."""

    route, causal = staticmethod(_softmax_explicitly), True


class GroupedCausalSoftmaxAttention(_Softmax):
    """The same with equal logits in one group and the largest subtracted exactly."""

    route, causal = staticmethod(_softmax_grouped), True


class ExplicitLinearAttention(_Linear):
    """D^-1 (Q' K'^T) V by the L x L matrix."""

    route = staticmethod(_linear_explicitly)


class LinearAttention(_Linear):
    """D^-1 (Q' (K'^T V)), D = diag(Q' (K'^T 1)), brackets as printed."""

    route = staticmethod(_linear_in_order)


class ExplicitCausalLinearAttention(_Linear):
    """D^-1 tril(Q' K'^T) V by the L x L matrix."""

    route, causal = staticmethod(_linear_explicitly), True


class CausalLinearAttention(_Linear):
    """The same by the running sums of Algorithm 1."""

    route, causal = staticmethod(_linear_in_order), True


class _Masked(AttentionEntry):
    def _latex(self, printer: Printer, *_: object) -> str:
        queries, keys, values, i, j = (printer.doprint(a) for a in self.args)
        return rf"\left[\mathrm{{tril}}({queries}\,{keys}^\top)\,{values}\right]_{{{i},{j}}}"

    @classmethod
    def oracle(
        cls, ctx: MpContext, queries: MpRows, keys: MpRows, values: MpRows, i: int, j: int
    ) -> MpNumber:
        """The sum over tokens up to i."""
        return ctx.fsum(ctx.fdot(queries[i - 1], keys[s]) * values[s][j - 1] for s in range(i))


class MaskedProduct(_Masked):
    """[tril(Q' K'^T) V]_ij by the masked matrix."""

    route = staticmethod(_masked_explicitly)


class PrefixProduct(_Masked):
    """Column j of G^PS_i, contracted with Q'_i."""

    route = staticmethod(_masked_in_order)

"""What any attention obeys, to rounding: finite, one seed one draw, rows that sum to one, linear in V, no order of keys."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from rftheory.conformance.attention.matrix import LARGE, AttentionMatrix
from rftheory.conformance.bands import identity
from rftheory.conformance.checks import ClientCheck
from rftheory.conformance.findings import Finding, Measurements
from rftheory.conformance.references import ATTENTION, ESTIMATE, ONE_HOT


@dataclass(frozen=True)
class ByColumn(Measurements):
    """Whether the output is linear in the values and no matrix times them: columns have weights of their own."""

    apart: bool


def small_norms(matrix: AttentionMatrix) -> Finding:
    """Entries are no numbers."""
    return identity("finite at small norms", ATTENTION, math.inf, 0.0, len(matrix.seeds), "norms of 1/2")


def reproducible(matrix: AttentionMatrix) -> Finding:
    """One seed gives one result."""
    return identity("one seed, one draw", ESTIMATE, matrix.repetition, matrix.tolerance, 2, "largest change")


def redraws(matrix: AttentionMatrix) -> Finding:
    """Seeds give different draws."""
    return identity("redraws", ESTIMATE, float(matrix.frozen), 0.0, len(matrix.seeds), "draws that repeat")


def sums(matrix: AttentionMatrix) -> Finding:
    """Rows sum to one, and attention to ones is one."""
    queries, keys = matrix.queries, matrix.keys
    ones = np.ones((len(keys), matrix.d))
    found = [matrix.output(queries, keys, ones, seed).ravel() for seed in matrix.seeds]
    values = np.concatenate([np.sum(matrix.drawn, axis=2).ravel(), *found])
    worst = float(values[int(np.argmax(np.abs(values - 1.0)))])
    text, draws = f"a row sums to {worst:.6g}", len(matrix.seeds)
    return identity("rows sum to one", ATTENTION, abs(worst - 1.0), matrix.tolerance, draws, text)


def linear(matrix: AttentionMatrix) -> Finding:
    """The output is the matrix times the values."""
    effect, draws = matrix.curvature, len(matrix.seeds)
    seen = ByColumn(not matrix.linear and matrix.additive)
    return identity("linear in values", ONE_HOT, effect, matrix.tolerance, draws, "largest error", seen)


def order(matrix: AttentionMatrix) -> Finding:
    """Keys may come in any order."""
    draws = len(matrix.seeds)
    return identity(
        "order of the keys", ATTENTION, matrix.disorder, matrix.tolerance, draws, "largest change"
    )


def alone(matrix: AttentionMatrix) -> Finding:
    """A query's row does not depend on the other queries."""
    gap = max(
        float(np.max(np.abs(matrix(matrix.queries[:1], matrix.keys, seed) - a[:1])))
        for a, seed in zip(matrix.drawn, matrix.seeds, strict=True)
    )
    effect, draws = gap / matrix.size, len(matrix.seeds)
    return identity("one query, one row", ATTENTION, effect, matrix.tolerance, draws, "largest change")


def large_norms(matrix: AttentionMatrix) -> Finding:
    """Entries stay numbers at large norms."""
    text = f"draws with NaN or infinity at norms up to {LARGE:g}"
    draws = len(matrix.seeds)
    return identity("finite at large norms", ATTENTION, float(matrix.overflows), 0.0, draws, text)


def _check(
    name: str, reference: str, measure: Callable[[AttentionMatrix], Finding], tag: str = "finite"
) -> ClientCheck[AttentionMatrix]:
    return ClientCheck(name, "attention", AttentionMatrix, (reference,), measure, frozenset({tag}))


CHECKS = (
    _check("finite at small norms", ATTENTION, small_norms, "not finite"),
    _check("one seed, one draw", ESTIMATE, reproducible),
    _check("redraws", ESTIMATE, redraws),
    _check("rows sum to one", ATTENTION, sums),
    _check("linear in values", ONE_HOT, linear),
    _check("order of the keys", ATTENTION, order),
    _check("one query, one row", ATTENTION, alone),
    _check("finite at large norms", ATTENTION, large_norms),
)

"""How large errors of one estimate are at norms 1, 2 and 4, said before anything is drawn."""

from __future__ import annotations

import math

import numpy as np

from rftheory.measured.protocol import Kernel
from rftheory.moments import catalogue
from rftheory.moments.pairs import Pair
from rftheory.moments.row_maps import Counts, Exponential, Row
from rftheory.moments.row_moments import row_moments


def of_projections(name: str | None, kernel: Kernel, d: int, m: int | None) -> str:
    """How large the relative error of one estimate is for orthogonal points of norm 1, 2, 4, and what 10 % needs."""
    parts, theory = [], catalogue.moments(None, name or "positive", kernel)
    for norm in (1.0, 2.0, 4.0):
        term = theory.term(Pair("", norm * np.eye(max(d, 2))[0], norm * np.eye(max(d, 2))[1]))
        relative = term.variance / term.mean**2
        error = math.sqrt(relative / (m or 1))
        hopeless = ", hopeless" if relative > 1e7 else ""
        parts.append(
            f"|x| = |y| = {norm:g}: {error:.2g} (10 % needs {100.0 * relative:.2g} projections{hopeless})"
        )
    return f"relative error of one estimate, {name or 'positive'} features, x orthogonal to y: {'; '.join(parts)}"


def of_rows(row: Row, name: str, kernel: Kernel, d: int, m: int | None) -> str:
    """The relative error of one estimate at x = y (counts) or x orthogonal to y, norms 1, 2, 4, and what 10 % needs."""
    parts, same = [], isinstance(row, Counts)
    if isinstance(row, Exponential) and row.a is None:
        return f"{name} features: A is not known, and with it no error"
    for norm in (1.0, 2.0, 4.0):
        first = np.full(d, norm / math.sqrt(d)) if same else norm * np.eye(d)[0]
        second = first if same else norm * np.eye(d)[1]
        shift = np.asarray(row.shift) if isinstance(row, Counts) else 0.0
        found = row_moments(row, kernel, first + shift, second + shift)
        relative = found.variance / found.mean**2 if found.mean else math.inf
        if math.isinf(relative):
            parts.append(f"|x| = |y| = {norm:g}: the variance is infinite or overflows")
            continue
        error, hopeless = math.sqrt(relative / (m or 1)), ", hopeless" if relative > 1e7 else ""
        parts.append(
            f"|x| = |y| = {norm:g}: {error:.2g} (10 % needs {100.0 * relative:.2g} projections{hopeless})"
        )
    place = "x = y along all ones" if same else "x orthogonal to y"
    return f"relative error of one estimate, {name} features, {place}: {'; '.join(parts)}"

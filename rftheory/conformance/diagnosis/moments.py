"""Failing means and variances: an earlier mistake explains them, else their factor or their size names one."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from rftheory.conformance.causes import BANDWIDTHS
from rftheory.conformance.diagnosis.last_block import last_block
from rftheory.conformance.diagnosis.projections import GENERAL
from rftheory.conformance.diagnosis.repairing import REPAIRS, explained
from rftheory.conformance.diagnosis.rules import NamingRule, caused, measured
from rftheory.conformance.findings import Finding
from rftheory.conformance.moments.measurements import (
    Alternatives,
    FamiliarVariances,
    HybridErrors,
    HybridMean,
    HybridVariance,
    MeanValue,
)
from rftheory.conformance.moments.spread import Described

BETWEEN = frozenset(
    {
        "antithetic-rows",
        "blocks-dependent",
        "blocks-repeated",
        "correlated-rows",
        "gram",
        "norms-dependent",
        "norms-shared",
        "not-orthogonal",
        "rows-spread",
        "uncoupled",
    }
)
"""Mistakes between rows: no mean knows them, since it is that of one row."""
DIRECTIONS = frozenset({"anisotropic", "not-centred", "row-density"})
"""Mistakes that directions drawn anew take out, whatever the norms are."""
SIZED = frozenset({"bandwidth", "bandwidth-2", "bandwidth-2pi", "d-and-m-swapped", "norms-unit"})
"""Mistakes of the length of rows."""
FACTORS = frozenset(cause for _, cause, _ in BANDWIDTHS)
"""Mistakes that change all means and variances: one pair that shows their name explains the others."""
COUPLED, APART = 0.002, 0.2
"""The least share of a variance that coupled rows leave; logarithms of errors that are not told apart."""
SEEN = 1e3
"""Times the largest error of a few draws that rounding explains: a spread that would have been seen."""
MIXED = frozenset({"lambda-swapped", "lambda-projections", "zero-variance"})
"""Mistakes of hybrids that bias nothing: a failing mean keeps its own name."""
NARROW, TWOFOLD = 0.05, 0.2
"""Half widths, relative, of intervals that are still narrow enough to name a factor by; powers of 2 lie far apart."""
EXACTLY = 0.01
"""How near a factor counts as found in an interval that may be narrower than rounding."""
TWOS = (0.0, 0.25, 0.5, 1.0, 2.0, 4.0)
"""Quotients of m and d that are told apart from nothing else."""
ROWS = {"gerf": "gerf-constant", "poisson": "poisson-weight"}
"""The constant that means of these rows carry."""


def _mean(found: Finding) -> tuple[str, ...]:
    """The mistakes whose factor of the mean, or of its exponent, lies in the interval that was found."""
    seen = measured(found, MeanValue)
    m = seen.m
    scales = ((float(m), "missing-1/sqrt-m"), (1.0 / m, "extra-1/sqrt-m"), (m / seen.d, "d-and-m-swapped"))
    low, high = (end / seen.claim for end in seen.ends)
    ratio = Described(seen.value / seen.claim, min(low, high), max(low, high))
    names = [cause for factor, cause in scales if m > 1 and factor not in TWOS and _is(ratio, factor)]
    names += [_constant(seen, ratio.value)] if seen.rows else _bandwidths(seen)
    return tuple(dict.fromkeys(names)) or ("biased",)


def _is(found: Described, factor: float, wide: float = NARROW) -> bool:
    """Whether the factor lies in an interval that is narrow enough to tell anything: relative half width `wide`."""
    narrow = found.high - found.low <= 2.0 * wide * abs(found.value)
    near = abs(found.value / factor - 1.0) <= EXACTLY
    return narrow and (near or found.low <= factor <= found.high)


def _constant(seen: MeanValue, ratio: float) -> str:
    """D, or the weight of Poisson features, forgotten, half or doubled."""
    if seen.rows not in ROWS or ratio <= 0.0 or abs(seen.level) < 0.2:
        return "biased"
    powers = (-1.0, -0.5, 0.5, 1.0, -2.0)
    near = any(abs(math.log(ratio) / seen.level - k) < 0.05 for k in powers)
    return ROWS[seen.rows] if near else "biased"


def _powers(seen: MeanValue) -> list[Described]:
    """The factors of the exponent of the mean, each with its interval."""
    found = []
    for g, whole in seen.powers:
        parts = [part / g for part in (seen.value, *seen.ends)]
        if abs(whole) > 0.05 and min(parts) > 0.0:
            value, *ends = (math.log(part) / whole for part in parts)
            found.append(Described(value, min(ends), max(ends)))
    return found


def _bandwidths(seen: MeanValue) -> list[str]:
    return [
        cause
        for power in _powers(seen)
        for factor, cause, _ in BANDWIDTHS
        if _is(power, factor, NARROW if cause == "bandwidth-2pi" else TWOFOLD)
    ]


def shown(found: Finding, known: str | None) -> Finding:
    """The failing mean with the factor found and its interval, before any interpretation of it."""
    seen = found.measurements
    if not found.fails or known or not isinstance(seen, MeanValue):
        return found
    texts = [f"{power.value:.4g} [{power.low:.4g}, {power.high:.4g}]" for power in _powers(seen)[:1]]
    text = f"; its exponent has the factor {texts[0]}" if texts else ""
    return replace(found, detail=f"{found.detail}{text}")


def _variance(found: Finding) -> str:
    seen = measured(found, FamiliarVariances)
    return "uncoupled" if seen.coupled and seen.larger and seen.rows == ("iid",) else "variance"


RULES = {
    "mean": NamingRule(_mean, explained=True, explains=False, hint=shown),
    "variance": NamingRule(_variance, explained=True, explains=False),
}


def factor(findings: Sequence[Finding]) -> str | None:
    """The factor of the bandwidth that a failing mean shows and no other one refutes."""
    means = [f for f in findings if f.fails and isinstance(f.measurements, MeanValue)]
    causes = dict.fromkeys(cause for f in means for cause in _mean(f) if cause in FACTORS)
    return next((cause for cause in causes if all(_agrees(f, cause) for f in means)), None)


def named(
    findings: Iterable[Finding],
    rules: Mapping[str, NamingRule],
    known: str | None,
    rows: Sequence[str],
    otherwise: str | None,
) -> tuple[Finding, ...]:
    """The findings with their causes: a mistake of the features, `known`, or of the rows, where repairing it mends them.

    Where nothing can be simulated the mistake that is known is taken to explain them; `otherwise` comes before the
    name of their own signature. A coupling that is missing biases no mean, and shows in rows where they are read.
    """
    done, group = [], tuple(findings)
    biased = any(found.fails and found.check.startswith("mean") for found in group)
    if known is None and any(last_block([found]) for found in group if found.fails):
        rows = (*rows, "last-block")
    for found in group:
        if not found.fails:
            done.append(found)
            continue
        rule = rules[found.check.partition(":")[0]]
        first = known or (rows[0] if rows else None)
        names = _explained(found, known, rows) if found.mending is not None else (first,) if first else ()
        own = () if names else _own(found, rule, otherwise, rows)
        if own == ("uncoupled",) and (biased or (found.mending is not None and "uncoupled" not in rows)):
            own = ("variance",)
        hinted = found if rule.hint is None else rule.hint(found, names[0] if names else None)
        done.append(caused(hinted, *(names or own)))
    return tuple(done)


def _own(found: Finding, rule: NamingRule, otherwise: str | None, rows: Sequence[str]) -> tuple[str, ...]:
    """The names of its own signature; of a bandwidth only where all means agree and a repair of lengths mends it."""
    unseen = _dependent(found, rows)
    if unseen:
        return unseen
    if otherwise is not None and _agrees(found, otherwise) and _possible(found, otherwise):
        return (otherwise,)
    density = _density(found, rows)
    if density is not None:
        return (density,)
    names = tuple(
        n for n in rule.names(found) if n not in FACTORS or (n == otherwise and _possible(found, n))
    )
    return names or ("biased",)


def _density(found: Finding, rows: Sequence[str]) -> str | None:
    """row-density where it is off by the law of single rows in a way that has no other name: rows of the kernel's mend it.

    A mean is that of one row; a variance knows the others as well, which must then be right. Rows that leave out a
    direction have no covariance that could be taken out of them.
    """
    mean = found.check.startswith("mean")
    if not (GENERAL.issuperset(rows) if mean else "row-density" in rows and BETWEEN.isdisjoint(rows)):
        return None
    if not found.mended("law") or found.mended():
        return None
    if tuple(rows) == ("anisotropic",):
        return "anisotropic"
    return None if found.mended("length") else "row-density"


def _possible(found: Finding, cause: str) -> bool:
    """Whether a factor of the bandwidth explains it, where rows show that."""
    return cause not in FACTORS or found.mending is None or found.mended("length")


def _dependent(found: Finding, rows: Sequence[str]) -> tuple[str, ...]:
    """Norms and directions depend on each other where either, drawn anew, mends the estimates and nothing else does.

    Mistakes of the rows that are known are repaired as well, and then are among the names.
    """
    if not (BETWEEN | DIRECTIONS).isdisjoint(rows):
        return ()
    causes = [cause for cause in rows if cause in REPAIRS]
    known = [REPAIRS[cause] for cause in causes]
    both = found.mended(*known, "norms") and found.mended("directions")
    return (*causes, "norm-direction") if both and not found.mended(*known, "norm law") else ()


def _agrees(found: Finding, cause: str) -> bool:
    """Whether a factor that another pair shows is not refuted by the one that this pair shows."""
    seen = found.measurements
    if cause not in FACTORS or not isinstance(seen, MeanValue):
        return True
    powers = _powers(seen)
    factors = [factor for factor, name, _ in BANDWIDTHS if name == cause]
    inside = (power.low <= factor <= power.high for power in powers for factor in factors)
    return not powers or any(inside) or cause in _mean(found)


def _explained(found: Finding, known: str | None, rows: Sequence[str]) -> tuple[str, ...]:
    """Features made by the definition mend it; or do so with repaired rows."""
    if known is not None and found.mended():
        return (known,)
    mean = found.check.startswith("mean")
    names = explained(found, [cause for cause in rows if not (mean and cause in BETWEEN)])
    if names == ("hadamard-rows",):
        # rows drawn anew mend a wrong length as well, which is then the larger mistake
        names = tuple(cause for cause in rows if cause in SIZED) or names
    return (known, *names) if known is not None and names else names


def _lambda(seen: Alternatives, square: float, otherwise: str, exact: bool) -> tuple[str, ...]:
    """The mistakes whose mean squared error is that seen, nearest first: all that are not told apart.

    They are known for independent rows, within a factor 2; coupled rows have less, by a factor that is not known.
    """
    wrong = [(value, "lambda-swapped") for value in seen.swapped]
    wrong += [(value, "lambda-projections") for value in seen.separate]
    gaps = sorted(
        (abs(math.log(square / value)), cause)
        for value, cause in wrong
        if min(square, value) > 0.0 and (seen.right <= 0.0 or abs(math.log(value / seen.right)) > 0.2)
        if (0.5 < square / value < 2.0 if exact else COUPLED < square / value < 1.5)
    )
    near = [cause for gap, cause in gaps if not exact or gap <= gaps[0][0] + APART]
    return tuple(dict.fromkeys(near)) or (otherwise,)


def _ends(found: Finding) -> tuple[str, ...]:
    """What all of the exact pairs show, else what most of them do; no mistake that would show at a pair that holds."""
    seen = measured(found, HybridErrors)
    if not seen.sized or any(pair.biased for pair in seen.pairs):
        return ("zero-variance",)
    causes = [_lambda(pair.alternatives, pair.square, "zero-variance", pair.exact) for pair in seen.pairs]
    refuted = {name for limit, held in seen.held for name in _refuted(limit, held)}
    causes = [tuple(name for name in names if name not in refuted) or ("zero-variance",) for names in causes]
    shared = tuple(name for name in causes[0] if all(name in other for other in causes))
    firsts = [names[0] for names in causes]
    return shared or (max(dict.fromkeys(firsts), key=firsts.count),)


def _refuted(limit: float, held: Alternatives) -> list[str]:
    """The mistakes whose error would be far above the largest that was seen."""
    wrong = {"lambda-swapped": held.swapped, "lambda-projections": held.separate}
    return [name for name, values in wrong.items() if COUPLED * min(values) > (SEEN * limit) ** 2]


def _hybrid_mean(found: Finding) -> str:
    """lambda-reused where its bias is nearer than none."""
    seen = measured(found, HybridMean)
    reused = seen.reused != 0.0 and abs(seen.error - seen.reused) < 0.5 * abs(seen.error)
    return "lambda-reused" if reused else "biased"


def _hybrid_variance(found: Finding) -> tuple[str, ...]:
    seen = measured(found, HybridVariance)
    return ("biased",) if seen.biased else _lambda(seen.alternatives, seen.square, "variance", True)


HYBRIDS = {
    "exact pairs": NamingRule(_ends),
    "positive estimates": NamingRule("negative", explained=True, explains=False),
    "mean": NamingRule(_hybrid_mean, explained=lambda known, _: known not in MIXED, explains=False),
    "variance": NamingRule(_hybrid_variance, explained=True, explains=False),
}

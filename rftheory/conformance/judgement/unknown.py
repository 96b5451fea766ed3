"""What undeclared code is that departs from every mechanism known here: unbiased for a kernel, or what it estimates."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rftheory.conformance.claim.scales import scale_option
from rftheory.conformance.findings import Finding
from rftheory.conformance.moments import spread
from rftheory.conformance.moments.moment_claims import Estimates
from rftheory.conformance.moments.unknown_maps import EstimatesOfUnknown, UnknownAt
from rftheory.conformance.projections.draws import Projections
from rftheory.conformance.size.sizes import PlacedEstimates
from rftheory.conformance.size.worst_error import WorstError
from rftheory.measured.inputs import Floats
from rftheory.measured.protocol import Kernel
from rftheory.moments.pairs import Pair, kernel_value

NAMES: dict[Kernel, str] = {"gaussian": "e^(-|x-y|^2/2)", "softmax": "e^(x.y)"}
SAME = 0.02
NEAR = 1.01
"""The norm up to which a bias answers whether code estimates; estimates of longer points spread too much to say so."""
LEAST = 1e-290
"""Values of a kernel that errors are not told relative to."""
ROUNDED = 1e-5
"""A relative error of float32 estimates that never vary."""
VAGUE = 1.0
"""Relative errors that an interval holds beyond which it says nothing of a kernel."""
CLEAR, CLEARER = 2.0, 4.0
"""Half widths of its interval by which a bias is seen; beside means that hold of a map that may have heavy tails."""
LIGHT = ("positive", "hyperbolic", "trigonometric", "phase")
"""Maps whose estimates at norm 1 have so light tails that their own spread tells how far a mean is off."""
KERNELS: tuple[Kernel, ...] = ("gaussian", "softmax")


@dataclass(frozen=True)
class Identity:
    """One line, and whether estimates are those of a kernel known here."""

    text: str = ""
    unbiased: bool = True


def identity(findings: Sequence[Finding], subjects: Sequence[object], declared: float = 1.0) -> Identity:
    """What undeclared code is where something about it is unknown; nothing where all is known, or a mistake is named.

    declared: the scale of which estimates are those of a kernel.
    """
    strange = [f for f in findings if f.note and f.cause is None]
    alien = any(isinstance(subject, UnknownAt) for subject in subjects)
    if not (strange or alien) or any(f.counts for f in findings):
        return Identity()
    head = "not one of the mechanisms known here"
    pairs, values = _drawn(subjects)
    if not pairs or unreferenced(findings):
        return Identity(
            f"{head}: {strange[0].check}: {strange[0].detail}" if strange else head, unbiased=False
        )
    found = [_misfit(pairs, values, one) for one in KERNELS]
    scale = _scale(subjects)
    if scale is not None:
        usual = len(pairs[0].x) ** -0.25 / declared
        scale = usual if abs(scale / usual - 1.0) < SAME else scale
        scaled = [Pair(p.label, scale * p.x, scale * p.y) for p in pairs]
        whole = scale * declared
        option = scale_option(whole, len(pairs[0].x))
        for kernel in KERNELS:
            text, worst, fits = _misfit(scaled, values, kernel)
            found.append((f"{text}, of {whole:.4g} times the points ({option} declares it)", worst, fits))
    texts = [text for text, _, fits in found if fits]
    if texts:
        as_declared = declared == 1.0 or any(fits for _, _, fits in found[: len(KERNELS)])
        text = texts[0] if as_declared else f"{texts[0]}, and not of {declared:.4g} times them, as declared"
        return Identity(f"{head}: {text}", unbiased=as_declared)
    nearest = min(found[: len(KERNELS)], key=lambda one: one[1])
    return Identity(f"{head}: {nearest[0]}", unbiased=False)


def off(sizes: Sequence[WorstError], findings: Sequence[Finding], form: str | None) -> WorstError | None:
    """The bias at norm 1 that no interval explains, where there is one: a mechanism may be drawn rightly and be biased."""
    tested = any(f.check.startswith("mean") for f in findings)
    times = CLEARER if tested and form not in LIGHT else CLEAR
    return next((size for size in sizes if size.norm <= NEAR and size.certain(SAME, times)), None)


def biased(name: str, kernel: str, size: WorstError | None) -> Identity:
    """What undeclared code is whose rows are known, and whose estimates are far from the kernel."""
    if size is None:
        return Identity()
    how = f"however rightly it is drawn (--mechanism {name} declares it)"
    return Identity(f"{name} is itself biased for the {kernel} kernel, {how}: {size.text}", unbiased=False)


def unexplained(kernel: str, size: WorstError | None) -> Identity:
    """What code is that is held to be unbiased, and whose estimates are off although no check of it fails."""
    if size is None:
        return Identity()
    return Identity(f"no estimate of the {kernel} kernel that is unbiased: {size.text}", unbiased=False)


def unreferenced(findings: Sequence[Finding]) -> bool:
    """Whether estimates are known by the weight of a reference key that is not the code's: those of ratios that do not hold."""
    return any(f.area == "ratios" and f.fails for f in findings)


def _scale(subjects: Sequence[object]) -> float | None:
    """The root mean square of entries of rows, where it is not one."""
    rows = next((s.rows for s in subjects if isinstance(s, Projections)), None)
    size = None if rows is None else math.sqrt(rows.square)
    return None if size is None or abs(size - 1.0) < SAME else float(f"{size:.3g}")


def _drawn(subjects: Sequence[object]) -> tuple[list[Pair], list[Floats]]:
    """All pairs with their estimates."""
    pairs: list[Pair] = []
    values: list[Floats] = []
    for subject in subjects:
        if isinstance(subject, PlacedEstimates):
            pairs += subject.places
            values += list(subject.values.T)
    for whole in {id(s.estimates): s.estimates for s in subjects if hasattr(s, "estimates")}.values():
        if isinstance(whole, (Estimates, EstimatesOfUnknown)):
            count = len(whole.pairs) if whole.required is None else whole.required
            pairs += whole.pairs[:count]
            values += list(whole.values.T[:count])
    kept = [index for index, column in enumerate(values) if np.all(np.isfinite(column))]
    return [pairs[index] for index in kept], [values[index] for index in kept]


def _misfit(pairs: Sequence[Pair], values: Sequence[Floats], kernel: Kernel) -> tuple[str, float, bool]:
    """A line on the kernel, the largest departure in units of the interval, and whether all intervals hold zero."""
    worst, where, within, shown = 0.0, "", 0.0, ""
    for pair, column in zip(pairs, values, strict=True):
        truth = kernel_value(kernel, pair.x, pair.y)
        if truth < LEAST:
            return f"{NAMES[kernel]} is 0 to double precision, {pair.label}", math.inf, False
        error = spread.mean(column / truth - 1.0, len(pairs))
        half = max((error.high - error.low) / 2.0, ROUNDED)
        if not pair.label.startswith("x = "):
            within = max(within, abs(error.low), abs(error.high))
        if not shown or abs(error.value) / half > worst:
            worst, where = max(worst, abs(error.value) / half), pair.label
            shown = f"{truth * (1.0 + error.value):.4g} [{truth * (1.0 + error.low):.4g}, {truth * (1.0 + error.high):.4g}]"
            shown += f" where {NAMES[kernel]} is {truth:.4g}"
    if worst <= 1.0 and within <= VAGUE:
        return (
            f"unbiased for {NAMES[kernel]} within {100.0 * within:.2g} % at {len(pairs)} pairs",
            worst,
            True,
        )
    return f"it estimates {shown}, {where}", worst, False

"""Features of which only ratios are claimed: a maximum may be subtracted, a constant may not be added. No statistics here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from rftheory.conformance.claim.declaration import Declaration
from rftheory.conformance.feature_form import map_checks
from rftheory.conformance.feature_form.probing import FEW, Look
from rftheory.conformance.feature_form.ratios import Entries, Ratios
from rftheory.conformance.feature_form.ratios import examine as by_reference
from rftheory.conformance.feature_form.recovery import Form
from rftheory.conformance.feature_form.weights import floor, maxima
from rftheory.conformance.findings import Finding
from rftheory.conformance.projections.bands import exact
from rftheory.measured.inputs import Floats
from rftheory.measured.protocol import Kernel
from rftheory.moments.catalogue import definition
from rftheory.verdict import Outcome


def entries(look: Look) -> Entries:
    """Estimates of all queries with all keys, each side's features made in one call."""

    def gram(queries: Floats, keys: Floats, seed: int) -> Floats:
        found: Floats = look.at(queries, seed)[0] @ look.at(keys, seed)[1].T
        return found

    return gram


def tolerance(look: Look) -> float:
    """Of logarithms of sums of products, relative to one."""
    return 1e-10 + look.tolerance


def verdict(look: Look, kernel: Kernel | None) -> Finding:
    """Whether ratios survive what was subtracted; of an undeclared kernel, for the one that suits better."""
    waves = look.form.name == "trigonometric"
    tried = [
        by_reference(
            Ratios(entries(look), waves, name, look.d, tolerance(look), look.seeds[:FEW]),
            "performer/eq4",
        )
        for name in ((kernel,) if kernel is not None else ("softmax", "gaussian"))
    ]
    found = min(tried, key=lambda f: f.effect if f.effect is not None else np.inf)
    if found.outcome is Outcome.HOLDS:
        text = "one factor of each query and one of all keys: attention by these features keeps its ratios"
        return replace(found, detail=f"{text}; claim only those with ratios")
    return found


def examine(look: Look, declaration: Declaration) -> Iterator[Finding]:
    """The checks of `maps` that a subtracted maximum leaves standing; `look.form` says what the features are."""
    yield exact(
        "shape and finiteness", "hrf/def2.1", 0.0, 0.0, None, FEW, f"{look.queries.shape[-1]} features"
    )
    yield map_checks.reproducible(look)
    if look.form.exponential:
        yield floor(look)
    batch = map_checks.batch(look)
    if look.cause == "max-subtracted":
        look.cause = None
    else:
        yield batch
    if look.form.exponential:
        look.form = _exponential(look, declaration.map)
    waves = declaration.map == "trigonometric"
    alien = not look.form.legible or (declaration.map is not None and waves == look.form.exponential)
    found = exact(
        "form of the map",
        definition(declaration.map or look.form.name),
        float(alien),
        0.0,
        "unknown-map",
        FEW,
        f"{look.form.name} features of {look.form.m} projections",
    )
    look.cause = look.cause or found.cause
    yield found
    if look.floor == 0.0:
        yield map_checks.one_draw(look)


def subtracted(look: Look) -> bool:
    """Whether a maximum is subtracted, of a row or of a batch: then projections cannot be read off."""
    trial = replace(look, cause=None)
    map_checks.batch(trial)
    if trial.cause is None and look.form.exponential:
        maxima(trial)
    return trial.cause is not None


def _exponential(look: Look, declared: str | None) -> Form:
    """positive or hyperbolic: slopes are mirrored up to what was subtracted, which is the same for all features."""
    d, total = look.d, look.queries.shape[-1]
    columns = np.arange(total)
    with np.errstate(all="ignore"):
        slopes = np.log(look.queries[0, 1 : d + 1] / look.queries[0, d + 1 : 2 * d + 1])
    halves = (columns[: total // 2], columns[total // 2 :]), (columns[::2], columns[1::2])
    for first, second in halves if total % 2 == 0 and declared != "positive" else ():
        both = slopes[:, first] + slopes[:, second]
        if float(np.max(np.ptp(both, axis=1))) <= 1e-3 + 256.0 * look.client.rounding:
            return Form("hyperbolic", total // 2, first, second)
    return Form("positive", total, columns, columns[:0])

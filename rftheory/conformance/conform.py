"""The entrance: code is recognised, checked and diagnosed, on one budget of errors, with one stream of seeds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rftheory.conformance.checks import checked
from rftheory.conformance.contracts import CONTRACTS
from rftheory.conformance.diagnosis.diagnose import diagnose
from rftheory.conformance.findings import Finding, Report
from rftheory.conformance.moments import sample_sizes
from rftheory.conformance.recognition.examination import Recognised
from rftheory.conformance.recognition.recognise import recognise
from rftheory.conformance.request import Calling, Declared, Effort, Points, Request, examination
from rftheory.errors import InputError, shorten

DRAWS = {"quick": 4096, "full": 32768}


def conform(
    target: Any,
    *,
    mechanism: str | None = None,
    parameters: Mapping[str, object] | None = None,
    statements: Sequence[str] = (),
    kernel: str | None = None,
    d: int = 16,
    m: int | None = None,
    norm: float = 0.7,
    scale: float | str = 1.0,
    profile: str = "quick",
    seed: int | None = None,
    fresh: bool = False,
    contract: str | None = None,
    array: str = "numpy",
    dtype: str = "float64",
    leading: int = 0,
    pairs: Any = None,
    ratios: bool = False,
    alpha: float = 1e-6,
    beta: float = 1e-6,
) -> Report:
    """Hold code against the theory: a feature map, an estimator or a sampler; see docs/conformance.md.

    target: "module:callable", a callable, a pair of maps (queries, keys), or a transformer. mechanism: what it
    claims to be ("orthogonal-positive"); without one it is recognised. parameters: those of a row map
    ({"A": -0.125}, {"lam": 0.1}). statements: only checks of these. scale: the
    kernel is that of scale * x ("d^-1/4": logits are q.k/sqrt(d)). leading: axes of length one before the points.
    pairs: (X, Y) in place of the usual test points. ratios: only ratios of estimates are claimed, as attention uses
    them, so a maximum may be subtracted. P(a correct client fails) <= alpha; each effect stated as detectable is missed with
    probability <= beta.
    """
    if profile not in DRAWS:
        raise InputError(f"unknown profile {shorten(profile)}; allowed: {', '.join(DRAWS)}")
    return _report(
        Request(
            target,
            Declared(mechanism, parameters, kernel, m, scale, ratios),
            Points(d, norm, pairs),
            Calling(contract, array, dtype, leading),
            Effort(profile, DRAWS[profile], seed, fresh, alpha, beta),
            tuple(statements),
        )
    )


def _report(request: Request) -> Report:
    """The three passes, and what they were made with."""
    asked, effort = examination(request), request.effort
    known = recognise(asked.examination)
    client = asked.examination.client
    made = diagnose(checked(known.subjects, CONTRACTS[client.contract]))
    return Report(
        client=client.name,
        contract=client.contract,
        mechanism=known.declaration.name,
        recognised=known.recognised,
        kernel=known.kernel or "gaussian",
        d=asked.examination.d,
        m=known.m or 0,
        dtype=client.dtype_seen,
        seeding=client.seeding,
        draws=effort.draws,
        seed=asked.root,
        profile=effort.profile,
        alpha=effort.alpha,
        beta=effort.beta,
        preflight=known.preflight + _enough(known, made) + asked.skipped + _not_checked(made),
        findings=_chosen(made, request.statements),
    )


def _chosen(made: Sequence[Finding], statements: Sequence[str]) -> tuple[Finding, ...]:
    """What is evidence, of these statements if any are named; InputError where none is left."""
    found = tuple(f for f in made if not f.vacuous)
    chosen = tuple(f for f in found if not statements or f.statement in statements)
    if not chosen:
        held = ", ".join(sorted({f.statement for f in found}))
        raise InputError(
            f"no check of this client is about {', '.join(map(shorten, statements))}; allowed: {held}"
        )
    return chosen


def _enough(known: Recognised, made: Sequence[Finding]) -> str:
    """How many features the undecided means would need."""
    means = [found for found in made if found.area == "moments"]
    return sample_sizes.enough(means, known.m or 1, len(known.examination.seeds))


def _not_checked(made: Sequence[Finding]) -> str:
    """What could not be checked, and why."""
    parts = [f"{f.check} ({f.detail})" for f in made if f.vacuous]
    return f"; not checked: {', '.join(parts)}" if parts else ""


__all__ = ("conform",)

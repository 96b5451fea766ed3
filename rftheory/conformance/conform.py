"""All checks of one client in order, on one budget of errors, with one stream of seeds. No check is defined here."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rftheory.conformance.claim.declaration import Pair, declared, number, pairs
from rftheory.conformance.claim.points import brought, legal, moved
from rftheory.conformance.claim.row_maps import Counts, Row
from rftheory.conformance.client.clients import Client, client
from rftheory.conformance.counts import count_law
from rftheory.conformance.examination import Run
from rftheory.conformance.findings import Finding, Report
from rftheory.conformance.moments import estimate_checks, sample_sizes
from rftheory.conformance.projections import row_checks
from rftheory.conformance.run_attention import attention
from rftheory.conformance.run_estimates import estimates, frequencies
from rftheory.conformance.run_features import features
from rftheory.errors import InputError, shorten
from rftheory.measured.inference.error_budget import ErrorBudget
from rftheory.measured.inputs import integer

DRAWS = {"quick": 4096, "full": 32768}
STRIDE = 2_654_435_769
ROOT = 20230131


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
    claims to be ("orthogonal-positive"); without one it is recognised. parameters: those of a map of whole rows
    ({"A": -0.125}, {"lam": 0.1}). statements: only checks of these. scale: the
    kernel is that of scale * x ("d^-1/4": logits are q.k/sqrt(d)). leading: axes of length one before the points.
    pairs: (X, Y) in place of the usual test points. ratios: only ratios of estimates are claimed, as attention uses
    them, so a maximum may be subtracted. P(a correct client fails) <= alpha; each effect stated as detectable is missed with
    probability <= beta.
    """
    if profile not in DRAWS:
        raise InputError(f"unknown profile {shorten(profile)}; allowed: {', '.join(DRAWS)}")
    if kernel is not None and kernel not in ("gaussian", "softmax"):
        raise InputError(f"unknown kernel {shorten(kernel)}; allowed: gaussian, softmax")
    chosen_pairs = None if pairs is None else brought(pairs)
    d = integer("d", d if chosen_pairs is None else len(chosen_pairs[0].x), 2)
    factor = sample_sizes.scale(scale, d)
    root = secrets.randbits(31) if fresh else (ROOT if seed is None else integer("seed", seed, 0))
    number("norm", norm)
    if m is not None:
        integer("m", m, 1)
    _known(statements)
    subject = client(
        target, contract=contract, array=array, dtype=dtype, leading=leading, fixed=chosen_pairs is not None
    )
    seeds = tuple((root + k * STRIDE) % 2**31 for k in range(DRAWS[profile]))
    claim = declared(mechanism, parameters)
    if isinstance(claim.row, Counts):
        claim.row.fit(d)
    tests, skipped = _tests(subject, claim.row, chosen_pairs, d, norm, factor)
    structure = count_law.STATISTICAL if isinstance(claim.row, Counts) else row_checks.STATISTICAL
    ledger = ErrorBudget([*structure, *estimate_checks.names(tests)], alpha=alpha, beta=beta)
    mixed = claim.mixed
    if mixed is not None and mixed.dimension not in (None, d):
        raise InputError(f"d = {d}; allowed: {mixed.dimension}, the dimension of {claim.hybrid}")
    run = Run(subject, claim, kernel, d, m, tests, factor, seeds, ledger, ratios)  # type: ignore[arg-type]
    made = tuple(_findings(run))
    found = tuple(f for f in made if not f.vacuous)
    chosen = tuple(f for f in found if not statements or f.statement in statements)
    if not chosen:
        held = ", ".join(sorted({f.statement for f in found}))
        raise InputError(
            f"no check of this client is about {', '.join(map(shorten, statements))}; allowed: {held}"
        )
    return Report(
        client=subject.name,
        contract=subject.contract,
        mechanism=run.declaration.name,
        recognised=run.recognised,
        kernel=run.kernel or "gaussian",
        d=d,
        m=run.m or 0,
        dtype=subject.dtype_seen,
        seeding=subject.seeding,
        draws=len(seeds),
        seed=root,
        profile=profile,
        alpha=alpha,
        beta=beta,
        preflight=run.preflight + skipped + _not_checked(made),
        findings=chosen,
    )


def _tests(
    subject: Client, row: Row | None, given: tuple[Pair, ...] | None, d: int, norm: float, factor: float
) -> tuple[tuple[Pair, ...], str]:
    """The test points in the units of the kernel, as exactly as the client's dtype holds them, and which are skipped.

    A positive map of counts takes points above its shift: the usual points are moved there, given ones are not.
    """
    usual = tuple(Pair(p.label, p.x / factor, p.y / factor) for p in pairs(d, norm))
    tests = tuple(
        Pair(p.label, subject.grid(p.x) * factor, subject.grid(p.y) * factor) for p in given or usual
    )
    if not isinstance(row, Counts) or not row.positive:
        return tests, ""
    return (moved(tests, row), "") if given is None else legal(tests, row)


def _known(statements: Sequence[str]) -> None:
    """UnknownIdError for a statement that no paper has."""
    if not statements:
        return
    from rftheory import registry

    for name in statements:
        registry.find(name)


def _not_checked(made: tuple[Finding, ...]) -> str:
    """What could not be checked, and why."""
    parts = [f"{f.check} ({f.detail})" for f in made if f.vacuous]
    return f"; not checked: {', '.join(parts)}" if parts else ""


def _findings(run: Run) -> Iterator[Finding]:
    """Every finding, cheap checks first."""
    if run.client.contract == "frequencies":
        yield from frequencies(run)
    elif run.client.contract == "estimates" or run.mixed:
        yield from estimates(run)
    elif run.client.contract == "attention":
        yield from attention(run)
    else:
        yield from features(run)


__all__ = ("conform",)

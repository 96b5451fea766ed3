"""What a user asks of which code, and the examination that it amounts to."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rftheory.conformance.claim.declaration import Declaration, declared, number
from rftheory.conformance.claim.points import brought, legal, moved
from rftheory.conformance.client.clients import Client, client
from rftheory.conformance.counts import law_checks
from rftheory.conformance.moments import estimate_checks, sample_sizes
from rftheory.conformance.projections import checks as row_checks
from rftheory.conformance.recognition.examination import Examination
from rftheory.errors import InputError, shorten
from rftheory.measured.inference.error_budget import ErrorBudget
from rftheory.measured.inputs import integer
from rftheory.measured.protocol import Kernel
from rftheory.moments.pairs import Pair, pairs
from rftheory.moments.row_maps import Counts, Row

STRIDE = 2_654_435_769
ROOT = 20230131
KERNELS: dict[str, Kernel] = {"gaussian": "gaussian", "softmax": "softmax"}


@dataclass(frozen=True)
class Declared:
    """What the code is said to be: a mechanism with parameters, a kernel of scaled points, ratios alone or estimates."""

    mechanism: str | None
    parameters: Mapping[str, object] | None
    kernel: str | None
    m: int | None
    scale: float | str
    ratios: bool


@dataclass(frozen=True)
class Points:
    """Where it is asked: the dimension and norm of the usual points, or pairs (X, Y)."""

    d: int
    norm: float
    pairs: Any


@dataclass(frozen=True)
class Calling:
    """How it is called."""

    contract: str | None
    array: str
    dtype: str
    leading: int


@dataclass(frozen=True)
class Effort:
    """How often it is asked, by seeds from which root (None: the usual one), and how often the answer may be wrong."""

    profile: str
    draws: int
    seed: int | None
    fresh: bool
    alpha: float
    beta: float


@dataclass(frozen=True)
class Request:
    """One run of the code `target`; only what is found about the statements is wanted, where any are named."""

    target: Any
    claim: Declared
    points: Points
    calling: Calling
    effort: Effort
    statements: tuple[str, ...]


@dataclass(frozen=True)
class Asked:
    """The examination, the root of its seeds, and which of the given pairs are skipped."""

    examination: Examination
    root: int
    skipped: str


def examination(request: Request) -> Asked:
    """The examination of the code; InputError for wrong usage."""
    claim, points, effort = request.claim, request.points, request.effort
    kernel = _kernel(claim.kernel)
    given = None if points.pairs is None else brought(points.pairs)
    d = integer("d", points.d if given is None else len(given[0].x), 2)
    scale = sample_sizes.scale(claim.scale, d)
    root = _root(effort)
    number("norm", points.norm)
    if claim.m is not None:
        integer("m", claim.m, 1)
    _known(request.statements)
    subject = _client(request, fixed=given is not None)
    seeds = tuple((root + k * STRIDE) % 2**31 for k in range(effort.draws))
    declaration = declared(claim.mechanism, claim.parameters)
    if isinstance(declaration.row, Counts):
        declaration.row.fit(d)
    tests, skipped = _tests(subject, declaration.row, given, d, points.norm, scale)
    ledger, mixed = _budget(declaration, tests, effort), declaration.mixed
    if mixed is not None and mixed.dimension not in (None, d):
        raise InputError(f"d = {d}; allowed: {mixed.dimension}, the dimension of {declaration.hybrid}")
    found = Examination(subject, declaration, kernel, d, claim.m, tests, scale, seeds, ledger, claim.ratios)
    return Asked(found, root, skipped)


def _kernel(name: str | None) -> Kernel | None:
    if name is None or name in KERNELS:
        return None if name is None else KERNELS[name]
    raise InputError(f"unknown kernel {shorten(name)}; allowed: {', '.join(KERNELS)}")


def _root(effort: Effort) -> int:
    if effort.fresh:
        return secrets.randbits(31)
    return ROOT if effort.seed is None else integer("seed", effort.seed, 0)


def _client(request: Request, *, fixed: bool) -> Client:
    how = request.calling
    return client(
        request.target,
        contract=how.contract,
        array=how.array,
        dtype=how.dtype,
        leading=how.leading,
        fixed=fixed,
    )


def _budget(declaration: Declaration, tests: tuple[Pair, ...], effort: Effort) -> ErrorBudget:
    """The shares of every statistical test that the claim can need, whether or not it is made."""
    counts = isinstance(declaration.row, Counts)
    structure = law_checks.STATISTICAL if counts else row_checks.STATISTICAL
    return ErrorBudget([*structure, *estimate_checks.names(tests)], alpha=effort.alpha, beta=effort.beta)


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


def _known(statements: tuple[str, ...]) -> None:
    """UnknownIdError for a statement that no paper has."""
    if not statements:
        return
    from rftheory import registry

    for name in statements:
        registry.find(name)

"""What a user asks of which code, and the examination that it amounts to."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from rftheory.compatibility import installed
from rftheory.conformance.claim.declaration import Declaration, declared, number
from rftheory.conformance.claim.one_coordinate import on_a_line
from rftheory.conformance.claim.points import brought, legal, moved, within_numbers
from rftheory.conformance.claim.scales import UNSAID, hint
from rftheory.conformance.claim.settling import settled
from rftheory.conformance.claim.vocabulary import term
from rftheory.conformance.client import pilot
from rftheory.conformance.client.ahead import Ahead, called_ahead
from rftheory.conformance.client.clients import Client, client
from rftheory.conformance.client.quadrature import quadrature
from rftheory.conformance.client.saved import Saved, saved
from rftheory.conformance.client.sizes import Sizes
from rftheory.conformance.counts import law_checks
from rftheory.conformance.moments import estimate_checks, sample_sizes
from rftheory.conformance.projections import checks as row_checks
from rftheory.conformance.recognition.examination import Examination
from rftheory.conformance.size.places import NEAR, places
from rftheory.conformance.spectral.rows import CHECK as SPECTRAL
from rftheory.conformance.spectral.sharing import CHECK as SHARING
from rftheory.errors import InputError, shorten
from rftheory.measured.engine.workers import Executor
from rftheory.measured.inference.error_budget import ErrorBudget
from rftheory.measured.inputs import integer
from rftheory.measured.protocol import Kernel
from rftheory.moments.pairs import Pair, pairs
from rftheory.moments.radial_kernels import StationaryKernel
from rftheory.moments.row_maps import Counts, Row
from rftheory.moments.waves.wave_moments import Sharing

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
    stationary: StationaryKernel | None = None
    ard: tuple[float, ...] | None = None
    sharing: Sharing = "row"


@dataclass(frozen=True)
class Points:
    """Where it is asked: the dimension and norm of the usual points, or pairs (X, Y)."""

    d: int
    norm: float
    pairs: Any


@dataclass(frozen=True)
class Calling:
    """How it is called; scaled: with the scale of its kernel, which was given as a gamma, lengthscale or sigma."""

    contract: str | None
    array: str | None
    dtype: str | None
    leading: int | None
    scaled: bool = False


@dataclass(frozen=True)
class Effort:
    """How often it is asked, by seeds from which root (None: the usual one), and how often the answer may be wrong.

    seconds: as many draws, at most `draws`, as the code makes in that time.
    """

    profile: str
    draws: int
    seconds: float | None
    seed: int | None
    fresh: bool
    alpha: float
    beta: float


@dataclass(frozen=True)
class Request:
    """One run of the code `target`, or of the draws that the file `saved` holds.

    Only what is found about the statements is wanted, where any are named; the executor's workers make calls ahead.
    """

    target: Any
    saved: Any
    claim: Declared
    points: Points
    calling: Calling
    effort: Effort
    statements: tuple[str, ...]
    executor: Executor | None = None


@dataclass(frozen=True)
class Asked:
    """The examination, the root of its seeds, which of the given pairs are skipped, and what should be declared.

    ahead: what workers do of it, where they do.
    """

    examination: Examination
    root: int
    skipped: str
    hint: str
    ahead: Ahead | None = None


def examination(request: Request) -> Asked:
    """The examination of the code; InputError for wrong usage."""
    claim, points, effort = request.claim, request.points, request.effort
    meant = term(claim.mechanism)
    kernel = _kernel(claim.kernel) or (None if meant is None else meant.kernel)
    kernel = kernel if claim.stationary is None else None
    file = _file(request)
    brought_along = points.pairs if file is None else file.pairs
    given = None if brought_along is None else brought(brought_along)
    d = integer("d", points.d if given is None else len(given[0].x), 1) if file is None else file.d
    m = claim.m if file is None or file.m is None else file.m
    if m is not None:
        integer("m", m, 1)
    scale, root = sample_sizes.scale(claim.scale, d), _root(effort)
    number("norm", points.norm)
    _known(request.statements)
    settings = Sizes(d, m, scale, request.calling.scaled, getattr(claim.stationary, "nu", None))
    subject = _client(request, settings, fixed=given is not None) if file is None else file.client
    if subject.contract == "features" and not subject.replayed:
        subject.phases = quadrature(subject.features, d, lambda: subject.rounding)
    if claim.ard is not None:
        given = _stretched(subject, claim.ard, given, d)
    if d == 1:
        known = claim.kernel is not None or claim.stationary is not None
        on_a_line(subject.contract, claim.mechanism, kernel=known, ratios=claim.ratios)
    mechanism = claim.mechanism if meant is None else settled(meant, subject, d)
    declaration = declared(mechanism, claim.parameters)
    if isinstance(declaration.row, Counts):
        declaration.row.fit(d)
    tests, skipped = _tests(subject, declaration.row, given, d, points.norm, scale)
    ledger, mixed = _budget(declaration, subject.contract, tests, effort), declaration.mixed
    if mixed is not None and mixed.dimension not in (None, d):
        raise InputError(f"d = {d}; allowed: {mixed.dimension}, the dimension of {declaration.hybrid}")
    where = (
        ()
        if file is not None or given is not None or isinstance(declaration.row, Counts)
        else _places(subject, d, scale)
    )
    seeds = _seeds(root, effort, subject, tests, settings) if file is None else tuple(range(file.draws))
    found = Examination(
        subject,
        declaration,
        kernel,
        d,
        m,
        tests,
        scale,
        seeds,
        ledger,
        claim.ratios,
        where,
        claim.stationary,
        claim.sharing,
    )
    said, ahead = claim.scale not in UNSAID or request.calling.scaled, None
    if request.executor is not None:
        how = _how(request, settings, fixed=given is not None)
        ahead = called_ahead(subject, request.target, how, seeds, request.executor)
    return Asked(found, root, skipped, "" if said else hint(subject.target), ahead)


def _file(request: Request) -> Saved | None:
    """The saved draws, where they are what is asked about; InputError for both or neither of code and file."""
    if (request.saved is None) == (request.target is None):
        raise InputError("give code, or a file of saved draws: one of them")
    if request.saved is None:
        return None
    if request.points.pairs is not None:
        raise InputError("pairs and saved draws are given; allowed: one, the file holds its own x and y")
    if request.effort.seconds is not None:
        raise InputError("seconds and saved draws are given; allowed: one, the draws are made already")
    return saved(request.saved)


def _stretched(
    subject: Client, ard: tuple[float, ...], given: tuple[Pair, ...] | None, d: int
) -> tuple[Pair, ...] | None:
    """Pairs in units of the lengthscales, in which the client is asked from now on; InputError for another number of them."""
    if len(ard) != d:
        raise InputError(f"ard has {len(ard)} lengthscales; allowed: d = {d}, one for each coordinate")
    if subject.contract == "attention" or subject.last_rows is not None:
        raise InputError(
            "ard: allowed for features, frequencies and estimates that show no rows of their own"
        )
    subject.ard = tuple(number("ard", one) for one in ard)
    lengths = np.asarray(subject.ard)
    return None if given is None else tuple(Pair(p.label, p.x / lengths, p.y / lengths) for p in given)


def _seeds(
    root: int, effort: Effort, subject: Client, tests: tuple[Pair, ...], settings: Sizes
) -> tuple[int, ...]:
    """The seeds of all draws, as many as are asked for or as the time allows."""
    count = effort.draws
    if effort.seconds is not None:
        points = np.stack([pair.x for pair in tests]) / settings.scale
        first = tuple((root + k * STRIDE) % 2**31 for k in range(pilot.TRIES + 1))
        count = pilot.draws(subject, points, settings.m, first, effort.seconds, count)
    return tuple((root + k * STRIDE) % 2**31 for k in range(count))


def _kernel(name: str | None) -> Kernel | None:
    if name is None or name in KERNELS:
        return None if name is None else KERNELS[name]
    raise InputError(f"unknown kernel {shorten(name)}; allowed: {', '.join(KERNELS)}")


def _root(effort: Effort) -> int:
    if effort.fresh:
        return secrets.randbits(31)
    return ROOT if effort.seed is None else integer("seed", effort.seed, 0)


def _client(request: Request, settings: Sizes, *, fixed: bool) -> Client:
    return client(request.target, **_how(request, settings, fixed=fixed))


def _how(request: Request, settings: Sizes, *, fixed: bool) -> dict[str, Any]:
    """What `client` is told beside the target."""
    how = request.calling
    return {
        "contract": how.contract,
        "array": how.array,
        "dtype": how.dtype,
        "leading": how.leading,
        "fixed": fixed,
        "settings": settings,
    }


def _budget(declaration: Declaration, contract: str, tests: tuple[Pair, ...], effort: Effort) -> ErrorBudget:
    """The shares of every statistical test that the claim and the contract can need, whether or not it is made."""
    counts = isinstance(declaration.row, Counts)
    structure = law_checks.STATISTICAL if counts else row_checks.STATISTICAL
    rows = (*structure, SPECTRAL, SHARING) if contract in ("features", "frequencies") else ()
    beside = () if counts or declaration.hybrid is not None else NEAR
    return ErrorBudget([*rows, *estimate_checks.names(tests, beside)], alpha=effort.alpha, beta=effort.beta)


def _tests(
    subject: Client, row: Row | None, given: tuple[Pair, ...] | None, d: int, norm: float, factor: float
) -> tuple[tuple[Pair, ...], str]:
    """The test points in the units of the kernel, as exactly as the client's dtype holds them, and which are skipped.

    A positive map of counts takes points above its shift: the usual points are moved there, given ones are not.
    """
    usual = tuple(Pair(p.label, p.x / factor, p.y / factor) for p in pairs(d, norm))
    asked = within_numbers(given or usual)
    tests = tuple(Pair(p.label, subject.grid(p.x) * factor, subject.grid(p.y) * factor) for p in asked)
    if not isinstance(row, Counts) or not row.positive:
        return tests, ""
    return (moved(tests, row), "") if given is None else legal(tests, row)


def _places(subject: Client, d: int, factor: float) -> tuple[Pair, ...]:
    """Where sizes are asked for, as exactly as the client's dtype holds them; given pairs are the only ones asked for."""
    return tuple(
        Pair(p.label, *(subject.grid(part / factor) * factor for part in (p.x, p.y)))
        for p in places(d, factor)
    )


def _known(statements: tuple[str, ...]) -> None:
    """UnknownIdError for a statement that no paper has."""
    if not statements:
        return
    if not installed("rftheory.registry"):
        raise InputError("statements are known to the whole installation alone; allowed: no statement here")
    from rftheory import registry

    for name in statements:
        registry.find(name)

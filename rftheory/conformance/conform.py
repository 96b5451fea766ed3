"""The entrance: code is recognised, checked and diagnosed, on one budget of errors, with one stream of seeds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import count
from typing import Any

from rftheory.conformance.checks import checked
from rftheory.conformance.claim.scales import scaled
from rftheory.conformance.claim.sharing import shared
from rftheory.conformance.client.arrays import numbers
from rftheory.conformance.client.clients import Client
from rftheory.conformance.client.seeding import resets
from rftheory.conformance.client.threads import one_thread
from rftheory.conformance.contracts import CONTRACTS
from rftheory.conformance.diagnosis.diagnose import diagnose
from rftheory.conformance.findings import Finding, Report
from rftheory.conformance.judgement.answers import answers
from rftheory.conformance.judgement.relevance import Asserted, judged, unjudged
from rftheory.conformance.judgement.unknown import (
    Identity,
    biased,
    identity,
    off,
    unexplained,
    unreferenced,
)
from rftheory.conformance.moments import sample_sizes
from rftheory.conformance.recognition.examination import Recognised
from rftheory.conformance.recognition.recognise import recognise
from rftheory.conformance.request import Calling, Declared, Effort, Points, Request, examination
from rftheory.conformance.size.sizes import PlacedEstimates, sizes
from rftheory.conformance.size.worst_error import WorstError
from rftheory.conformance.spectral.density_report import density_report
from rftheory.errors import InputError, shorten
from rftheory.measured.engine.workers import Executor
from rftheory.measured.inputs import integer
from rftheory.measured.kernel_words import kernel_word
from rftheory.moments.waves.kernel_names import stationary

DRAWS = {"quick": 4096, "full": 32768}
FEWEST, MOST = 64, 1 << 24
Progress = Callable[[int, int], None]


def conform(
    target: Any = None,
    *,
    mechanism: str | None = None,
    parameters: Mapping[str, object] | None = None,
    statements: Sequence[str] = (),
    kernel: str | None = None,
    d: int = 16,
    m: int | None = None,
    norm: float = 0.7,
    scale: float | str = 1.0,
    gamma: float | None = None,
    lengthscale: float | None = None,
    sigma: float | None = None,
    nu: float | None = None,
    kernel_alpha: float | None = None,
    power: float | None = None,
    kernel_beta: float | None = None,
    ard: Sequence[float] | None = None,
    sharing: str | None = None,
    convention: str | None = None,
    profile: str = "quick",
    draws: int | None = None,
    seconds: float | None = None,
    seed: int | None = None,
    fresh: bool = False,
    contract: str | None = None,
    array: str | None = None,
    dtype: str | None = None,
    leading: int | None = None,
    pairs: Any = None,
    saved: Any = None,
    ratios: bool = False,
    alpha: float = 1e-6,
    beta: float = 1e-6,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> Report:
    """Hold code against the theory: a feature map, an estimator or a sampler; see docs/conformance.md.

    target: "module:callable", a callable, a class, a pair of maps (queries, keys), or a transformer; or in its place
    saved, an .npz file of draws. mechanism: what it claims to be ("orthogonal-positive", "favor+"); without one it is
    recognised. parameters: those of a row map ({"A": -0.125}). statements: only checks of these. scale: the kernel is
    that of scale * x; gamma, lengthscale, sigma and ard, one for each coordinate, say so of exp(-gamma |x-y|^2), and
    declare it where no mechanism has one. kernel: gaussian, softmax, or a stationary one. draws: in place of the
    profile's; seconds: as many as the code makes in that time. pairs: (X, Y) in place of the usual points. ratios:
    only ratios are claimed. executor: anything with submit. P(a correct client fails) <= alpha. Raises InputError.
    """
    named = any(size is not None for size in (gamma, lengthscale, sigma))
    kernel = "gaussian" if (named or ard is not None) and kernel is None and mechanism is None else kernel
    stated = stationary(kernel := kernel and kernel_word(kernel), nu, kernel_alpha, power, kernel_beta)
    size = scaled(scale, gamma, lengthscale, sigma, stationary=stated is not None)
    calling = Calling(contract, array, dtype, leading, named)
    if contract == "spectral" or convention is not None:
        return density_report(target, stated, kernel, d, size, ard, convention, calling)
    own, lengths = None if stated else kernel, None if ard is None else tuple(ard)
    claim = Declared(mechanism, parameters, own, m, size, ratios, stated, lengths, shared(sharing, stated))
    effort = Effort(profile, _draws(profile, draws), seconds, seed, fresh, alpha, beta)
    asked = (claim, Points(d, norm, pairs), calling, effort, tuple(statements), executor)
    return _report(Request(target, saved, *asked), progress)


def _draws(profile: str, draws: int | None) -> int:
    """The number of draws of a profile, or that which is asked for."""
    if profile not in DRAWS:
        raise InputError(f"unknown profile {shorten(profile)}; allowed: {', '.join(DRAWS)}")
    if draws is None:
        return DRAWS[profile]
    if integer("draws", draws, FEWEST) > MOST:
        raise InputError(f"draws = {shorten(draws)}; allowed: at most {MOST}")
    return draws


@one_thread()
def _report(request: Request, progress: Progress | None) -> Report:
    """The three passes, and what they were made with."""
    asked, effort = examination(request), request.effort
    client = asked.examination.client
    if progress is not None:
        client.watch = _counting(progress, len(asked.examination.seeds))
    known = recognise(asked.examination)
    diagnosed = diagnose(checked(known.subjects, CONTRACTS[client.contract]))
    claim = _claim(known, any(f.cause == "seed-ignored" for f in diagnosed))
    made = judged(diagnosed, claim)
    measured = () if not claim.anything and unreferenced(made) else _sizes(known)
    worst = off(measured, made, known.declaration.map)
    found = identity(made, known.subjects, asked.examination.scale) if unjudged(made, claim) else Identity()
    if not found.text and not claim.anything and not any(f.counts for f in made):
        found = biased(known.declaration.name, _kernel_name(known), worst)
    if not found.text and _exact(known, claim) and not any(f.counts for f in made):
        found = unexplained(_kernel_name(known), worst)
    return Report(
        client=client.name,
        contract=client.contract,
        mechanism=known.declaration.name,
        recognised=known.recognised,
        kernel=_kernel_name(known),
        d=asked.examination.d,
        m=known.m or 0,
        dtype=_numbers(client),
        seeding=client.seeding,
        draws=len(asked.examination.seeds),
        seed=asked.root,
        profile=effort.profile,
        alpha=effort.alpha,
        beta=effort.beta,
        preflight=(
            known.preflight
            + _enough(known, made)
            + asked.skipped
            + asked.hint
            + client.axes
            + client.note()
            + _not_checked(made)
            + ("" if asked.ahead is None else asked.ahead.note)
        ).removeprefix("; "),
        findings=_chosen(made, request.statements),
        source=client.source,
        sizes=measured,
        identity=found.text,
        unbiased=found.unbiased,
        answers=answers([one for one in made if not one.vacuous], found, worst),
    )


def _numbers(client: Client) -> str:
    """The dtype that comes back; of attention that whose numbers come back."""
    seen = client.dtype_seen
    return numbers(seen, client.rounding) if client.contract == "attention" else seen


def _kernel_name(known: Recognised) -> str:
    """The kernel that estimates are held against."""
    stated = known.examination.stationary
    return (
        (known.kernel or "gaussian")
        if stated is None
        else stated.stretched(1.0 / known.examination.scale).name
    )


def _counting(progress: Progress, draws: int) -> Callable[[], None]:
    """A function that counts the calls that returned."""
    made = count(1)
    return lambda: progress(next(made), draws)


def _claim(known: Recognised, still: bool) -> Asserted:
    """What was declared, and what the code was found to be; still: whether no seed changes it."""
    exam, coupling = known.examination, known.declaration.coupling
    declared = exam.declaration
    whole = declared.hybrid is not None or declared.row is not None or declared.dense is not None
    return Asserted(
        declared.coupling is not None or whole,
        declared.map is not None or whole,
        exam.kernel is not None or exam.stationary is not None,
        known.declaration.map,
        coupling is not None and coupling.law.directions == "independent",
        exam.client.contract,
        coupling is not None and coupling.law.directions in ("orthogonal", "simplex", "full-simplex"),
        not exam.client.global_seed or exam.client.contract == "frequencies" or (still and _resets(known)),
    )


def _exact(known: Recognised, claim: Asserted) -> bool:
    """Whether what is declared is unbiased: a kernel, or a coupling whose rows have the law of N(0, I)."""
    coupling = known.examination.declaration.coupling
    drawn = coupling is None or (coupling.isotropic and coupling.law.norm == "chi_d")
    return claim.seeded and drawn and (claim.kernel or claim.law)


def _resets(known: Recognised) -> bool:
    """Whether code without a seed sets the global generators itself."""
    client, (x, _) = known.examination.client, known.examination.points()
    return client.contract == "features" and resets(lambda seed: client.features(x, seed))


def _sizes(known: Recognised) -> tuple[WorstError, ...]:
    """How far estimates are off, at every norm."""
    placed = next((s for s in known.subjects if isinstance(s, PlacedEstimates)), None)
    return () if placed is None else sizes(placed)


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
    return sample_sizes.enough(means, known.m, len(known.examination.seeds))


def _not_checked(made: Sequence[Finding]) -> str:
    """What could not be checked, and why."""
    parts = [f"{f.check} ({f.detail})" for f in made if f.vacuous]
    return f"; not checked: {', '.join(parts)}" if parts else ""


__all__ = ("conform",)

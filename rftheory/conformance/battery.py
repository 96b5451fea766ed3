"""All checks of one client in order, on one budget of errors, with one stream of seeds. No check is defined here."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from rftheory.conformance import bands, maps, moments, rows
from rftheory.conformance.clients import Client, client
from rftheory.conformance.declaration import Declaration, declared, number, pairs
from rftheory.conformance.findings import Finding, Report
from rftheory.conformance.recovery import STEPS, Form, probes
from rftheory.conformance.recovery import rows as recovered
from rftheory.errors import InputError, shorten
from rftheory.measured.inputs import Floats, integer
from rftheory.measured.ledger import Ledger
from rftheory.measured.protocol import Kernel
from rftheory.mechanisms._shelf import couplings

DRAWS = {"quick": 4096, "full": 32768}
STRIDE = 2_654_435_769
ROOT = 20230131


def conform(
    target: Any,
    *,
    mechanism: str | None = None,
    statements: Sequence[str] = (),
    kernel: str | None = None,
    d: int = 16,
    m: int | None = None,
    norm: float = 0.7,
    scale: float = 1.0,
    profile: str = "quick",
    seed: int | None = None,
    fresh: bool = False,
    contract: str | None = None,
    array: str = "numpy",
    dtype: str = "float64",
    alpha: float = 1e-6,
    beta: float = 1e-6,
) -> Report:
    """Hold code against the theory: a feature map, an estimator or a sampler; see docs/conformance.md.

    target: "module:callable", a callable, a pair of maps (queries, keys), or a transformer. mechanism: what it
    claims to be ("orthogonal-positive"); without one it is recognised. statements: only checks of these. scale: the
    kernel is that of scale * x. P(a correct client fails) <= alpha; each effect stated as detectable is missed with
    probability <= beta.
    """
    if profile not in DRAWS:
        raise InputError(f"unknown profile {shorten(profile)}; allowed: {', '.join(DRAWS)}")
    if kernel is not None and kernel not in ("gaussian", "softmax"):
        raise InputError(f"unknown kernel {shorten(kernel)}; allowed: gaussian, softmax")
    integer("d", d, 2)
    root = secrets.randbits(31) if fresh else (ROOT if seed is None else integer("seed", seed, 0))
    number("scale", scale)
    number("norm", norm)
    if m is not None:
        integer("m", m, 1)
    _known(statements)
    subject = client(target, contract=contract, array=array, dtype=dtype)
    seeds = tuple((root + k * STRIDE) % 2**31 for k in range(DRAWS[profile]))
    ledger = Ledger([*rows.STATISTICAL, *moments.names(pairs(d, norm))], alpha=alpha, beta=beta)
    run = _Run(subject, declared(mechanism), kernel, d, m, norm, scale, seeds, ledger)  # type: ignore[arg-type]
    found = tuple(run.findings())
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
        draws=len(seeds),
        seed=root,
        profile=profile,
        alpha=alpha,
        beta=beta,
        preflight=run.preflight,
        findings=chosen,
    )


def _known(statements: Sequence[str]) -> None:
    """UnknownIdError for a statement that no paper has."""
    if not statements:
        return
    from rftheory import registry

    for name in statements:
        registry.find(name)


class _Run:
    """One client under examination; `findings` fills in what is recognised on the way."""

    def __init__(
        self,
        subject: Client,
        declaration: Declaration,
        kernel: Kernel | None,
        d: int,
        m: int | None,
        norm: float,
        scale: float,
        seeds: tuple[int, ...],
        ledger: Ledger,
    ) -> None:
        self.client, self.declaration, self.kernel = subject, declaration, kernel
        self.d, self.m, self.scale, self.seeds, self.ledger = d, m, scale, seeds, ledger
        self.norm, self.pairs = norm, pairs(d, norm)
        self.recognised = False
        self.cause: str | None = None
        self.preflight = ""

    def findings(self) -> Iterator[Finding]:
        """Every finding, cheap checks first."""
        if self.client.contract == "frequencies":
            yield from self._frequencies()
        elif self.client.contract == "estimates":
            yield from self._estimates()
        else:
            yield from self._features()

    def _frequencies(self) -> Iterator[Finding]:
        self.m = self.m or 3 * self.d
        drawn = [self.client.frequencies(self.d, self.m, seed) for seed in self.seeds]
        yield self._repeats(drawn[0], self.client.frequencies(self.d, self.m, self.seeds[0]))
        shapes = {w.shape for w in drawn}
        if shapes != {(self.m, self.d)}:
            yield maps._broken("shape", f"({self.m}, {self.d}) asked for, {sorted(shapes)} given")
            return
        w = np.stack(drawn) * self.scale
        if not np.all(np.isfinite(w)):
            yield maps._broken("overflow", "frequencies are not finite")
            return
        self.preflight = "frequencies alone: no estimate, no norm of points"
        yield from self._rows(w, 16.0 * self.client.rounding)

    def _repeats(self, first: Floats, again: Floats) -> Finding:
        gap = float(np.max(np.abs(first - again))) if first.shape == again.shape else np.inf
        limit = 64.0 * self.client.rounding
        return bands.exact(
            "one seed, one draw", "simrf/eq1", gap, limit, "not-reproducible", 2, "largest change"
        )

    def _estimates(self) -> Iterator[Finding]:
        if self.declaration.map is None and self.declaration.hybrid is None:
            raise InputError(
                "estimates alone do not show the mechanism; allowed: --mechanism COUPLING-MAP or a hybrid"
            )
        kernel: Kernel = self.kernel or ("softmax" if self.declaration.hybrid else "gaussian")
        self.kernel = kernel
        self.preflight = moments.preflight(self.declaration.map, kernel, self.d, self.m)

        def draw(x: Floats, y: Floats, seed: int) -> Floats:
            return self.client.estimates(x / self.scale, y / self.scale, seed)

        x, y = (np.stack([getattr(pair, side) for pair in self.pairs]) for side in ("x", "y"))
        values = np.stack([draw(x, y, seed) for seed in self.seeds])
        if values.shape[1] != len(self.pairs):
            yield maps._broken("shape", f"{len(self.pairs)} pairs give {values.shape[1]} estimates")
            return
        yield self._repeats(values[:1], draw(x, y, self.seeds[0])[None, :])
        frozen = bool(np.max(np.ptp(values, axis=0)) == 0.0)
        yield bands.exact(
            "redraws", "simrf/eq1", float(frozen), 0.0, "seed-ignored", len(values), "draws that repeat"
        )
        few = self.seeds[:32]
        cause = None
        if self.declaration.hybrid is not None:
            found = moments.ends(draw, few, self.d, self.norm, kernel, self.client.rounding)
            cause = found.cause
            yield found
        subject = moments.Subject(
            values,
            self.pairs,
            self.declaration,
            kernel,
            self.m,
            64.0 * self.client.rounding,
            self.ledger,
            cause,
        )
        yield from moments.examine(subject)

    def _features(self) -> Iterator[Finding]:
        look = maps.first_look(self.client, self.declaration, self.kernel, self.d, self.scale, self.seeds)
        if isinstance(look, Finding):
            yield look
            return
        self.m, self.kernel = look.form.m, look.kernel
        yield from maps.examine(look, self.declaration)
        self.cause = look.cause
        queries, w = self._drawn(look)
        if w is not None:
            error = (
                4.0
                * self.client.rounding
                / (STEPS["exponential" if look.form.exponential else "trigonometric"])
            )
            error *= 1e3 if look.form.name == "phase" and self.client.rounding < 1e-12 else 1.0
            self._recognise(w, look.form, error)
            if look.cause not in ("max-subtracted",):
                yield from self._rows(w, error + (1e-3 if look.floor else 0.0))
        elif self.declaration.map is None:
            self.declaration = replace(
                self.declaration,
                map={"sines": "trigonometric", "cosines": "trigonometric"}.get(look.form.name, "positive"),
            )
            self.recognised = True
        self.preflight = moments.preflight(self.declaration.map, look.kernel, self.d, self.m)
        subject = moments.Subject(
            queries,
            self.pairs,
            self.declaration,
            look.kernel,
            self.m,
            64.0 * self.client.rounding,
            self.ledger,
            look.cause or self.cause,
        )
        yield from moments.examine(subject)

    def _drawn(self, look: maps.Look) -> tuple[Floats, Floats | None]:
        """Estimates at the pairs (n, p) and, where they can be read off, the rows (n, m, d)."""
        x, y = (np.stack([getattr(pair, side) for pair in self.pairs]) for side in ("x", "y"))
        points = np.concatenate([probes(self.d), x, y])
        count, p = 4 * self.d + 1, len(x)
        rng = np.random.Generator(np.random.PCG64DXSM(self.seeds[0]))
        values, w = np.empty((len(self.seeds), p)), []
        for index, seed in enumerate(self.seeds):
            queries, keys = look.at(points, seed)
            values[index] = np.vecdot(queries[count : count + p], keys[count + p :])
            if look.form.legible:
                w.append(recovered(queries[:count], self.d, look.form, look.floor, rng))
        return values, np.stack(w) if w else None

    def _recognise(self, w: Floats, form: Form, error: float) -> None:
        """Fill in the parts that were not declared."""
        coupling = self.declaration.coupling
        self.recognised = coupling is None or self.declaration.map is None
        if coupling is None:
            coupling = couplings()[recognised_coupling(w, error)]
        self.declaration = replace(self.declaration, coupling=coupling, map=self.declaration.map or form.name)

    def _rows(self, w: Floats, error: float) -> Iterator[Finding]:
        coupling = self.declaration.coupling
        if coupling is None:
            self.recognised = True
            coupling = couplings()[recognised_coupling(w, error)]
            self.declaration = replace(self.declaration, coupling=coupling)
        coupling.check(self.d, w.shape[1])
        subject = rows.Subject(w, coupling, error, self.ledger)
        for found in rows.examine(subject):
            self.cause = self.cause or found.cause
            yield found


def recognised_coupling(w: Floats, error: float) -> str:
    """The coupling of the first block's cosines: iid unless they are one number."""
    n, m, d = w.shape
    block = min(m, d)
    units = w[:16, :block] / np.linalg.norm(w[:16, :block], axis=-1, keepdims=True)
    off = (units @ np.swapaxes(units, 1, 2))[:, ~np.eye(block, dtype=bool)]
    tolerance = 1e-3 + 16.0 * error
    norms = np.linalg.norm(w, axis=-1)
    constant = float(np.ptp(norms)) <= tolerance * float(np.max(norms))
    if block < 2 or n < 1:
        return "iid"
    if float(np.max(np.abs(off))) <= tolerance:
        return "orthogonal-fixed-norm" if constant else "orthogonal"
    if float(np.max(np.abs(off + 1.0 / (d - 1)))) <= tolerance:
        return "simplex"
    return "sphere" if constant else "iid"


__all__ = ("conform", "recognised_coupling")

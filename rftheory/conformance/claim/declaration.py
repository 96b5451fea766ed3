"""Which mechanism a client claims to be, by name."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from numbers import Real

from rftheory.conformance.claim.dense_claims import NAME, DenseClaim, dense
from rftheory.conformance.claim.hybrid_names import built
from rftheory.conformance.claim.row_maps import refuse, row_map
from rftheory.conformance.claim.vocabulary import unknown
from rftheory.errors import InputError, shorten
from rftheory.measured.hybrids.protocol import AbstractHybrid
from rftheory.measured.protocol import AbstractCoupling
from rftheory.mechanisms._shelf import couplings, feature_maps, hybrids
from rftheory.moments.catalogue import maps
from rftheory.moments.row_maps import COUNTS, EXPONENTIAL, Row

HYBRIDS = tuple(hybrids())


def claimable() -> tuple[str, ...]:
    """The maps without parameters whose moments the catalogue knows."""
    return tuple(
        name
        for name, entry in maps().items()
        if entry.term is not None and name not in (*EXPONENTIAL, *COUNTS, "dense")
    )


@dataclass(frozen=True)
class Declaration:
    """A coupling, a feature map or a hybrid; None where the client's own is to be recognised.

    `dense` says that rows are of N(0, Sigma) and weighted. `mixed` is the hybrid of that name and `lambda_rows` its n, None where nothing was said of it.
    """

    coupling: AbstractCoupling | None = None
    map: str | None = None
    hybrid: str | None = None
    row: Row | None = None
    mixed: AbstractHybrid | None = None
    lambda_rows: int | None = None
    dense: DenseClaim | None = None

    @property
    def name(self) -> str:
        """As `declared` reads it."""
        parts = (
            None if self.coupling is None else self.coupling.name,
            self.hybrid or self.map or (None if self.dense is None else NAME),
        )
        return "-".join(part for part in parts if part) or "unknown"


def declared(mechanism: str | None, parameters: Mapping[str, object] | None = None) -> Declaration:
    """The declaration of "COUPLING-MAP", "COUPLING", "MAP" or a hybrid; UnknownIdError with the nearest names.

    `parameters` are those of a row map ("orthogonal-gerf" with A, "poisson" with lam): see `row_map`.
    """
    given = parameters or {}
    if mechanism is not None:
        found = _of_rows(mechanism, given)
        if found is not None:
            return found
        found = _mixed(mechanism, given) or _dense(mechanism, given)
        if found is not None:
            return found
    refuse("no mechanism" if mechanism is None else mechanism, given)
    if mechanism is None:
        return Declaration()
    shelf, known = couplings(), claimable()
    if mechanism in known:
        return Declaration(map=mechanism)
    if mechanism in shelf:
        return Declaration(shelf[mechanism])
    for name in sorted(shelf, key=len, reverse=True):
        if mechanism.startswith(f"{name}-") and mechanism[len(name) + 1 :] in known:
            return Declaration(shelf[name], mechanism[len(name) + 1 :])
    for name in feature_maps():
        if mechanism.endswith(f"-{name}") and mechanism.removesuffix(f"-{name}") in shelf:
            raise InputError(
                f"no moments of {name} features are known; allowed: an entry of moments/catalogue.py"
            )
    kinds = (*known, *EXPONENTIAL)
    names = [NAME, *HYBRIDS, *kinds, *COUNTS, *shelf, *(f"{name}-{kind}" for name in shelf for kind in kinds)]
    raise unknown(mechanism, names)


def _of_rows(mechanism: str, parameters: Mapping[str, object]) -> Declaration | None:
    """The declaration of a row map, None for any other name: counts are independent, Gaussian rows coupled."""
    shelf = couplings()
    name = mechanism.removeprefix("iid-")
    if name in COUNTS:
        name, row = row_map(name, parameters)
        return Declaration(shelf["iid"], name, row=row)
    for kind in EXPONENTIAL:
        coupling = shelf.get(mechanism.removesuffix(f"-{kind}")) if mechanism.endswith(f"-{kind}") else None
        if mechanism == kind or coupling is not None:
            name, row = row_map(kind, parameters)
            return Declaration(coupling, name, row=row)
    return None


def _dense(mechanism: str, parameters: Mapping[str, object]) -> Declaration | None:
    """The declaration of rows of N(0, Sigma) with weights, whose coupling was made before Sigma; None for other names."""
    shelf = couplings()
    coupling = shelf.get(mechanism.removesuffix(f"-{NAME}")) if mechanism.endswith(f"-{NAME}") else None
    if mechanism != NAME and coupling is None:
        return None
    return Declaration(coupling, dense=dense(parameters))


def _mixed(mechanism: str, parameters: Mapping[str, object]) -> Declaration | None:
    """The declaration of a hybrid, of rows that nothing is said of or (COUPLING-HYBRID) of a coupling; None otherwise."""
    shelf = couplings()
    for name in sorted(HYBRIDS, key=len, reverse=True):
        coupling = shelf.get(mechanism.removesuffix(f"-{name}")) if mechanism.endswith(f"-{name}") else None
        if mechanism == name or coupling is not None:
            mixed, n = built(name, parameters)
            return Declaration(coupling, hybrid=name, mixed=mixed, lambda_rows=n)
    return None


def number(name: str, value: object) -> float:
    """A finite positive number; InputError otherwise."""
    if not isinstance(value, Real) or not 0.0 < float(value) < math.inf:
        raise InputError(f"{name} = {shorten(value)}; allowed: a finite number > 0")
    return float(value)

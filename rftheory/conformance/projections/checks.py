"""The battery's checks of rows as checks of a client: the statements they stand on, and what is seen besides.

Proofs of the bands: rftheory.battery.concentration; here the rate of each test comes from the ledger of the run.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial

from rftheory.battery.concentration import STRICT, Deviation
from rftheory.battery.rows.checks import ROW_CHECKS, RowCheck
from rftheory.battery.rows.draws import DrawnRows
from rftheory.conformance.bands import finding
from rftheory.conformance.checks import ClientCheck
from rftheory.conformance.findings import Finding, Measurements
from rftheory.conformance.projections import factors, relations, seen
from rftheory.conformance.projections.draws import Projections
from rftheory.conformance.projections.measurements import EntrySizes
from rftheory.conformance.projections.repairs import part, repaired
from rftheory.conformance.references import (
    BLOCKS,
    COSINES,
    ESTIMATE,
    FIXED_MARGINAL,
    FIXED_NORMS,
    INDEPENDENT_ROWS,
    MARGINAL,
    NORMS,
    SIGNED_QR,
)
from rftheory.measured.inference.error_budget import Share
from rftheory.measured.protocol import Law


@dataclass(frozen=True)
class Grounds:
    """The statement that a check of rows stands on, by what the declared law says, and what is seen for a diagnosis."""

    statements: Mapping[str, str]
    otherwise: str
    seen: Callable[[DrawnRows, Deviation], Measurements | None] | None = None

    def statement(self, law: Law) -> str:
        """That of the declared directions or norms, or the one for all."""
        return next(
            (self.statements[key] for key in (law.directions, law.norm) if key in self.statements),
            self.otherwise,
        )


GROUNDS = {
    "redraws": Grounds({}, ESTIMATE, seen.repetition),
    "cosines of a block": Grounds(COSINES, INDEPENDENT_ROWS, seen.block_cosines),
    "blocks": Grounds({}, BLOCKS, seen.repeated_blocks),
    "norm law": Grounds({"sqrt(d)": FIXED_NORMS}, NORMS, seen.norms),
    "norms within a draw": Grounds({}, NORMS, seen.equal_norms),
    "signs of entries": Grounds({}, SIGNED_QR, seen.corner),
    "signs of diagonals": Grounds({}, SIGNED_QR, seen.corner),
    "marginal law": Grounds({"sqrt(d)": FIXED_MARGINAL}, MARGINAL, seen.entry_sizes),
    "directions between blocks": Grounds({}, BLOCKS, seen.repeated_blocks),
    "directions within a block": Grounds({}, INDEPENDENT_ROWS),
    "norms and directions": Grounds({}, NORMS),
    "independence of draws": Grounds({}, ESTIMATE),
}
STATISTICAL = (*(check.name for check in ROW_CHECKS if check.statistical), *relations.STATISTICAL)
ALSO = {
    "norm law": "norm law",
    "norms within a draw": "free norms",
    "marginal law": "lawful",
    "norms and directions": "lawful",
}
"""What checks need besides, of rows whose single laws are checked elsewhere."""
ONE_DRAW = frozenset({"redraws", "cosines of a block", "blocks", "norm law"})
"""What rows show that are never drawn anew."""


def _client_check(check: RowCheck) -> ClientCheck[Projections]:
    """The check at the share that the ledger leaves to it."""
    grounds = GROUNDS[check.name]

    def measure(subject: Projections) -> Finding:
        rows = subject.rows
        share = subject.ledger.share(check.name) if check.statistical else STRICT
        found = check.measure(rows, share)
        shown = None if grounds.seen is None else grounds.seen(rows, found)
        if isinstance(shown, EntrySizes) and subject.lengths is not None:
            shown = replace(shown, power=seen.power(rows.w, subject.lengths))
        made = finding(check.name, grounds.statement(rows.claim.law), found, shown)
        return made if found.holds else replace(made, mending=partial(_mended, check, rows, share))

    references = tuple(dict.fromkeys((*grounds.statements.values(), grounds.otherwise)))
    more = (
        *(() if check.name in ONE_DRAW else ("redrawn",)),
        *((ALSO[check.name],) if check.name in ALSO else ()),
    )
    needs = frozenset((*check.needs.split(), *more))
    return ClientCheck(check.name, "projections", Projections, references, measure, needs)


def _mended(check: RowCheck, rows: DrawnRows, share: Share, repairs: tuple[str, ...]) -> bool:
    """Whether the check fails on some of the rows, and holds on them once the repairs are made."""
    few = part(rows)
    return not check.measure(few, share).holds and check.measure(repaired(few, repairs), share).holds


CHECKS = (*map(_client_check, ROW_CHECKS), *relations.CHECKS, *factors.CHECKS)

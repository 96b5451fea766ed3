"""Failures of projections: their names, and which of them another mistake explains, since its repair mends them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from rftheory.battery.concentration import reach
from rftheory.conformance.causes import BANDWIDTHS
from rftheory.conformance.diagnosis.last_block import last_block
from rftheory.conformance.diagnosis.repairing import REPAIRS, explained
from rftheory.conformance.diagnosis.rules import NamingRule, caused, measured
from rftheory.conformance.findings import Finding
from rftheory.conformance.own_causes import own_mistakes
from rftheory.conformance.projections.measurements import (
    BlockCosines,
    Closeness,
    ConstantNorm,
    Corner,
    EntrySizes,
    EqualNorms,
    Parallel,
    RandomNorms,
    RepeatedBlocks,
    Repetition,
    VaryingNorms,
)

WEAK = frozenset(
    {
        "anisotropic",
        "blocks-dependent",
        "norm-law",
        "not-centred",
        "norms-dependent",
        "norm-direction",
        "gram",
    }
)
"""Names that any other mistake of the rows may leave behind: they are asked last whether another one explains them."""
SEEDS, REPEATS = "seeds that repeat", "rows that repeat"
SINGLE = ("bandwidth", "not-centred", "anisotropic", "row-density")
"""Mistakes that are made of entries, and leave several names behind: the first whose repair mends all is the one."""
GENERAL = frozenset(
    {
        "anisotropic",
        "bandwidth",
        "bandwidth-2",
        "bandwidth-2pi",
        "blocks-dependent",
        "correlated-rows",
        "gram",
        "norm-direction",
        "norm-law",
        "norms-dependent",
        "norms-sqrt-d",
        "not-centred",
        "rows-spread",
    }
)
HUGE = 200.0
"""Times the right mean of |w|^2: beyond this, angles are read off modulo 2 pi."""
LEVEL = 0.1
"""How far one norm for all rows may be from sqrt(d), relatively, as the mean of theirs is: no factor of a bandwidth."""
HEAVY = 20.0
"""Times the median of |w|^2: a mean beyond it is that of a heavy tail, which no factor makes of a Gaussian one."""
COARSE = 0.01
"""Times d^(-1/2), the size of cosines of independent rows: errors up to it are those of products in half precision."""
ALIKE, UNLIKE = 1.6, 0.85
"""Times 1/d: means of cos^2 beyond which rows are more, or less, alike than independent ones."""


def _redraws(found: Finding) -> str:
    seen = measured(found, Repetition)
    if seen.some:
        return "rows-frozen"
    if seen.directions and (seen.norms or seen.constant_norms):
        return "seed-ignored"
    return "norms-frozen" if seen.norms else "directions-frozen"


def _cosines(found: Finding) -> str:
    seen = found.measurements
    if not isinstance(seen, BlockCosines):
        return "gram"
    if seen.rotated:
        return "givens-rotation"
    if seen.wrong_axis:
        return "wrong-axis"
    size = seen.d * (seen.spread**2 + seen.mean**2)
    if size > ALIKE:
        return "correlated-rows"
    if size > UNLIKE:
        return "uncoupled"
    if found.effect is not None and abs(found.effect) <= COARSE / math.sqrt(seen.d):
        return "precision"
    return "not-orthogonal" if seen.declared == "orthogonal" else "gram"


def _norm_law(found: Finding) -> str:
    seen = found.measurements
    if isinstance(seen, RandomNorms) and seen.rotated:
        return "givens-rotation"
    if isinstance(seen, ConstantNorm):
        return _scale(seen) or ("bandwidth" if seen.claimed else "norms-sqrt-d")
    return _law(seen) if isinstance(seen, VaryingNorms) else "norms-random"


def _law(seen: VaryingNorms) -> str:
    """The law that the norms are nearest to, where it is near at all."""
    if seen.wrong_axis:
        return "wrong-axis"
    candidates = [(seen.by_factor[factor], cause) for factor, cause, _ in BANDWIDTHS]
    candidates += [
        (gap, "d-and-m-swapped" if k == seen.m else "chi-degrees") for k, gap in seen.by_degrees.items()
    ]
    candidates.append((seen.of_their_size, "bandwidth"))
    best = min(candidates)
    return best[1] if best[0] <= max(0.02, 2.0 * reach(seen.n, 1e-6)) else "norm-law"


def _scale(seen: ConstantNorm) -> str | None:
    """What one constant norm means; None where it is sqrt(d)."""

    def near(other: float) -> bool:
        return abs(seen.value / other - 1.0) <= 1e-6 + seen.tolerance

    if near(math.sqrt(seen.d)):
        return None
    if near(math.sqrt(seen.m)):
        return "d-and-m-swapped"
    if near(1.0):
        return "norms-unit"
    if not seen.claimed and abs(seen.value / math.sqrt(seen.d) - 1.0) < LEVEL:
        return "norm-law"
    return next((cause for c, cause, _ in BANDWIDTHS if near(math.sqrt(c * seen.d))), "bandwidth")


def _norms_within(found: Finding) -> str:
    return "norms-shared" if isinstance(found.measurements, EqualNorms) else "norms-dependent"


def _signs(found: Finding) -> str:
    seen = measured(found, Corner)
    return "unsigned-qr" if seen.one_sign and seen.orthogonal else "not-centred"


def _marginal(found: Finding) -> str:
    seen = measured(found, EntrySizes)
    if not seen.alike:
        return "anisotropic"
    return next(
        (cause for c, cause, _ in BANDWIDTHS if abs(seen.square / c - 1.0) < 0.08),
        "norm-law" if abs(seen.square - 1.0) < 0.08 else "bandwidth",
    )


def _repeated(found: Finding) -> str:
    seen = found.measurements
    return "antithetic-rows" if isinstance(seen, RepeatedBlocks) and seen.opposite else "blocks-repeated"


def _between(found: Finding) -> str:
    return _repeated(found) if isinstance(found.measurements, RepeatedBlocks) else "blocks-dependent"


def _parallel(found: Finding) -> str:
    return "antithetic-rows" if measured(found, Parallel).opposite else "correlated-rows"


def _close(found: Finding) -> str:
    return "correlated-rows" if measured(found, Closeness).alike else "rows-spread"


RULES = {
    "redraws": NamingRule(_redraws),
    "cosines of a block": NamingRule(_cosines),
    "blocks": NamingRule(_repeated),
    "norm law": NamingRule(_norm_law),
    "norms within a draw": NamingRule(_norms_within),
    "signs of entries": NamingRule(_signs),
    "signs of diagonals": NamingRule(_signs),
    "marginal law": NamingRule(_marginal),
    "directions between blocks": NamingRule(_between),
    "directions within a block": NamingRule("gram"),
    "norms and directions": NamingRule("norm-direction"),
    "norms and coordinates": NamingRule("norm-direction"),
    "independence of draws": NamingRule("blocks-dependent"),
    "rows that repeat": NamingRule(_parallel),
    "rows of a draw": NamingRule(_close),
    "entries that vanish": NamingRule("row-density"),
    "rows and lengthscales": NamingRule("rows-turned"),
    "seeds that repeat": NamingRule("seed-ignored"),
    "second moments of a row": NamingRule("signs-shared"),
    "factors of a product": NamingRule("signs-shared"),
}
DISCLOSED = {"frequencies()": NamingRule("other-rows")}


def named(
    findings: Iterable[Finding], before: str | None, drawn: str | None = None
) -> tuple[tuple[Finding, ...], tuple[str, ...]]:
    """The findings with their causes, and all mistakes of the rows; `before` is one of the features that rows carry on,
    `drawn` one of rows that are not those of their weights.

    A mistake explains a failure if its repair mends it, or if those of all mistakes found do so together. Names that
    others may leave behind are asked last.
    """
    group = list(findings)
    if any(isinstance(f.measurements, Repetition) and f.measurements.flat for f in group):
        return tuple(caused(f, "anisotropic") if f.fails else f for f in group), ("anisotropic",)
    long = next((f.measurements for f in group if isinstance(f.measurements, VaryingNorms)), None)
    if long is not None and long.square > HUGE:
        name = "bandwidth" if long.middle > long.square / HEAVY else "row-density"
        return tuple(caused(f, name) if f.fails else f for f in group), (name,)
    if drawn is not None and any(f.fails for f in group):
        return tuple(caused(f, drawn) if f.fails else f for f in group), (drawn,)
    own = _own(group)
    failing = [found for found in group if found.fails]
    theirs = _theirs(failing) if before is None else None
    if theirs is not None:
        first = tuple(dict.fromkeys(names[0] for names in own.values()))
        return tuple(caused(f, theirs, *first) if f.fails else f for f in group), (theirs,)
    last = last_block(failing, {names[0] for names in own.values()}) if before is None else None
    if last is not None:
        return tuple(caused(f, last) if f.fails else f for f in group), (last,)
    shown = _structure(group)
    causes: list[str] = [cause for cause in (before, shown) if cause is not None]
    done: dict[int, Finding] = {}
    few = next((f for f in group if f.fails and own[id(f)] == ("seed-ignored",) and f.check == SEEDS), None)
    if few is not None:
        return tuple(caused(f, "seed-ignored") if f.fails else f for f in group), ("seed-ignored",)
    for weak in (False, True):
        for found in group:
            names = own.get(id(found))
            if names is None or (names[0] in WEAK) is not weak:
                continue
            frozen = "seed-ignored" in causes and names[0] == "blocks-repeated"
            known = (
                ("seed-ignored",) if frozen else explained(found, [c for c in causes if c != "seed-ignored"])
            )
            done[id(found)] = caused(found, *(known or names))
            causes += [] if known or names[0] in causes else [names[0]]
    one = _one(list(done.values()), causes)
    if one is not None:
        name = "not-centred" if one == "row-density" and ("not-centred",) in own.values() else one
        return tuple(caused(f, name) if id(f) in done else f for f in group), tuple({name: 0, one: 0})
    late = ("hadamard-rows",) if shown is None and _products(group) else ()
    return tuple(done.get(id(found), found) for found in group), (*causes, *late)


def _own(group: Sequence[Finding]) -> dict[int, tuple[str, ...]]:
    """What every failure is called by itself; the size of entries has no factor where norms have the law of none."""
    own = {id(found): RULES[found.check].names(found) for found in group if found.fails}
    if any(f.check == "norm law" and own.get(id(f)) == ("norm-law",) for f in group):
        factors = {"bandwidth", *(cause for _, cause, _ in BANDWIDTHS)}
        own |= {
            id(f): ("norm-law",)
            for f in group
            if f.check == "marginal law" and own.get(id(f), ("",))[0] in factors
        }
    return own


def _structure(group: Sequence[Finding]) -> str | None:
    """The mistake that entries show to rounding, where a check fails."""
    seen = next((f.measurements for f in group if isinstance(f.measurements, Repetition)), None)
    if any(f.check == "rows and lengthscales" and f.fails for f in group):
        return "rows-turned"
    if seen is None or not any(f.fails for f in group):
        return None
    if seen.products and seen.isotropic:
        return "hadamard-rows"
    return "hash-signs" if seen.buckets == "unsigned" else None


def _products(group: Sequence[Finding]) -> bool:
    """Whether rows are products that no coupling was declared of: their law is right, and may not be the kernel's."""
    return any(isinstance(f.measurements, Repetition) and f.measurements.products for f in group)


def _theirs(failures: Sequence[Finding]) -> str | None:
    """The mistake that a distribution names whose repair mends every failure; its own sign is part of the repair."""
    if not failures or any(found.mending is None for found in failures):
        return None
    return next((name for name in own_mistakes() if all(found.mended(name) for found in failures)), None)


def _one(failures: Sequence[Finding], causes: Sequence[str]) -> str | None:
    """The one mistake of the entries that explains everything, where several names, or a general one, would be said."""
    if not failures or any(found.mending is None or found.check == REPEATS for found in failures):
        return None
    if not GENERAL.issuperset(causes) or (len(causes) == 1 and causes[0] in SINGLE):
        return None
    singles = (cause for cause in SINGLE if all(found.mended(REPAIRS[cause]) for found in failures))
    found = next(singles, None)
    exact = (cause for cause in causes if cause in ("bandwidth-2", "bandwidth-2pi"))
    return next(exact, found) if found == "bandwidth" else found

"""A last block of rows that is cut off, where m is no multiple of its height: a mistake of its rows alone."""

from __future__ import annotations

from collections.abc import Collection

from rftheory.conformance.findings import Finding

NARROWER = frozenset({"rows-frozen", "seed-ignored", "blocks-repeated", "correlated-rows", "antithetic-rows"})
"""Names that say more."""


def last_block(failures: Collection[Finding], names: Collection[str] = ()) -> str | None:
    """last-block where its rows drawn anew mend every failure, and all others drawn anew mend none.

    An error of all rows is at most halved by other rows of the last block, which has fewer than half of them.
    """
    if not failures or not NARROWER.isdisjoint(names):
        return None
    alone = (f.mended("last block") and not f.mended("whole blocks") for f in failures)
    return "last-block" if all(alone) else None

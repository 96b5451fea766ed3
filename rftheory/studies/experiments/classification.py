"""Classes by kernel regression with random features and a tuned bandwidth: Figure 8 of simrf, Table 1 of crt."""

from __future__ import annotations

from collections.abc import Sequence

from rftheory.errors import InputError
from rftheory.measured.inputs import integer
from rftheory.measured.protocol import AbstractCoupling
from rftheory.mechanisms._shelf import couplings
from rftheory.studies.data import TABLES, labelled_table
from rftheory.studies.experiments.measurements import MEANS, ExperimentResult, Measured, mean
from rftheory.studies.regression import MAKERS, SIGMAS, accuracies, best_sigma, exact_accuracy, split

HELD = 0.1
"""The share of points for choosing the bandwidth, and as much for testing: more than crt's 5 %, since tables are small."""


def classification(
    mechanisms: Sequence[str] = ("iid-PosRF", "orthogonal-PosRF", "simplex-PosRF"),
    *,
    data: Sequence[str] = TABLES,
    blocks: Sequence[float] = (),
    features: int = 128,
    tune: str = "",
    seeds: int = 20,
    seed: int = 0,
) -> ExperimentResult:
    """Test accuracy of sum_i Khat(sigma x, sigma x_i) y_i, whose largest entry is the class, over draws of the features.

    A mechanism is a coupling, a hyphen and a method of crt (`simplex-PosRF`, `orthogonal-OPRF`; a method alone has
    independent rows). `features` counts real features; with `blocks` there are m = share d projections for every share
    instead, and places are shares of one table. sigma comes from a grid of ten by the mean accuracy of a validation
    part, for every mechanism by its own, or for all by that of `tune`. One split a table, so that intervals speak of
    the features alone. The accuracy of the kernel itself stands first. Source: simrf, 5.3; crt, 9.10.2.
    """
    integer("seeds", seeds, 2)
    tables = [data] if isinstance(data, str) else list(data)
    if blocks and len(tables) != 1:
        raise InputError(f"blocks with {len(tables)} tables; allowed: one, as data='wine'")
    parts = {
        table: split(*labelled_table(table), seed=seed, held=HELD)  # type: ignore[arg-type]
        for table in tables
    }
    places: list[float | str] = [*blocks] if blocks else [*parts]
    known = {table: exact_accuracy(part).mean for table, part in parts.items()}
    found = [Measured("exact kernel", at, *[known[_table(at, tables)]] * 3) for at in places]
    for name in mechanisms:
        for at in places:
            part = parts[_table(at, tables)]
            width = part.train[0].shape[1]
            count = max(2, round(float(at) * width)) if blocks else features
            chosen = best_sigma(*_named(tune or name), part, seeds=min(seeds, 10), features=count)
            values = accuracies(*_named(name), part, chosen, seeds=seeds, features=count)
            found.append(mean(name, at, values))
    setting = f"{tables[0]}, d = {width}" if blocks else f"{features} real features"
    across = "features / d" if blocks else "table"
    note = f"{len(SIGMAS)} bandwidths tried; {seeds} draws of the features; {MEANS}"
    title = f"Classification by kernel regression: {setting}"
    return ExperimentResult(title, across, "test accuracy", note, tuple(found))


def _table(at: float | str, tables: Sequence[str]) -> str:
    return at if isinstance(at, str) else tables[0]


def _named(name: str) -> tuple[str, AbstractCoupling]:
    """The method and the coupling of its rows."""
    shelf = couplings()
    coupling, _, method = name.rpartition("-")
    if method not in MAKERS or (coupling or "iid") not in shelf:
        raise InputError(
            f"mechanism {name!r}; allowed: a coupling of the shelf, a hyphen, and one of {', '.join(MAKERS)}"
        )
    return method, shelf[coupling or "iid"]

"""One specimen put to `conform` under one way of declaring it, and what came of it against what should."""

from __future__ import annotations

import math
import time
import warnings
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from rftheory import conform
from rftheory.errors import RFTheoryError
from tests.zoo.specimen import Specimen, Style

CRASH = 70
"""The exit code of an error inside the package, which no code of a stranger may cause."""


@dataclass(frozen=True)
class Outcome:
    """What `conform` said, and what is wrong with that (empty: nothing)."""

    name: str
    style: Style
    right: bool
    seed: int | None
    exit: int
    mechanism: str
    causes: tuple[str, ...]
    failed: tuple[str, ...]
    message: str
    nan: bool
    seconds: float
    expected: str
    wrong: str

    @property
    def as_expected(self) -> bool:
        """Whether exit code and names are right, and no interval is NaN."""
        return not self.wrong

    def document(self) -> dict[str, Any]:
        """As JSON."""
        return asdict(self)


def outcome(
    specimen: Specimen,
    style: Style,
    *,
    fresh: bool = False,
    seed: int | None = None,
    draws: int | None = None,
) -> Outcome | None:
    """None where there is no such way of declaring. seed, draws: in place of those that are usual."""
    options = specimen.options(style)
    if options is None:
        return None
    options |= {"fresh": fresh, "seed": seed} | ({} if draws is None else {"draws": draws})
    begun = time.process_time()
    found = _found(specimen.code, options)
    seconds = time.process_time() - begun
    wanted = specimen.expected(style)
    said = wanted.refutes(found["exit"], frozenset(found["causes"]))
    if not said and found["nan"]:
        said = "an interval is NaN"
    if found["exit"] == CRASH or (found["exit"] == 2 and 2 not in wanted.exits):
        said = found["message"]
    names = (
        " and ".join(filter(None, [" or ".join(sorted(wanted.named)), *sorted(wanted.together)])) or "nothing"
    )
    if not wanted.named and wanted.allowed:
        names = f"{' or '.join(sorted(wanted.allowed))}, or nothing"
    expected = f"{'/'.join(map(str, sorted(wanted.exits)))}: {names}"
    return Outcome(
        specimen.name,
        style,
        specimen.right,
        **found,
        seconds=round(seconds, 2),
        expected=expected,
        wrong=said,
    )


def _found(code: Any, options: Mapping[str, Any]) -> dict[str, Any]:
    """What the engine says, by the names of an outcome."""
    empty: dict[str, Any] = {"seed": None, "mechanism": "", "causes": (), "failed": (), "nan": False}
    try:
        with warnings.catch_warnings(action="ignore"):
            report = conform(code, **options)
    except (RFTheoryError, TypeError) as error:
        return {**empty, "exit": 2, "message": f"refused: {type(error).__name__}: {error}"}
    except Exception as error:  # noqa: BLE001
        return {**empty, "exit": CRASH, "message": f"crashed: {type(error).__name__}: {error}"}
    ends = [end for f in report.findings if f.interval is not None for end in f.interval]
    return {
        "seed": report.seed,
        "exit": getattr(report, "exit_code", 0 if report.conforms else 1),
        "mechanism": report.mechanism,
        "causes": report.causes,
        "failed": tuple(
            f"{f.check} ({f.outcome.value})" for f in report.findings if f.outcome.value != "holds"
        ),
        "message": report.preflight,
        "nan": any(math.isnan(end) for end in ends),
    }

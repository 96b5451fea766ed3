"""Writes the tables of docs/optimal.md from certified optima: `python docs/optimal.py [--check]`. Judges nothing."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import rftheory
from rftheory.exact.optimal.optimum import Optimum
from rftheory.report.pages import main

PAGE = Path(__file__).parent / "optimal.md"
DIMENSIONS = (2, 8, 64, 256)
PLUS = ("0.01", "1", "10", "100", "400")
MINUS = ("0.01", "0.3", "1", "3", "10", "30", "100")
SHOWN = 4
CLOSE = Fraction(1, 10**11)


def _table(head: list[str], rows: list[list[str]]) -> str:
    lines = [head, ["---:"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _best(d: int, plus: str, minus: str) -> Optimum:
    return rftheory.optimize("gerf", d=d, plus2=plus, minus2=minus, digits=SHOWN)


def _sign(found: Optimum) -> str:
    value = found.parameters["s"]
    assert isinstance(value, rftheory.Enclosure)
    assert found.certificate.status == "global"
    return "+" if value.sign > 0 else "-"


def signs() -> str:
    """The sign of the global optimum, certified at every entry."""
    rows = [
        [str(d), plus, *(_sign(_best(d, plus, minus)) for minus in MINUS)]
        for d in DIMENSIONS
        for plus in PLUS
    ]
    return _table(["d", "\\|x+y\\|^2", *(f"\\|x-y\\|^2 = {minus}" for minus in MINUS)], rows)


def optima() -> str:
    """The optimum for a spread of statistics, and what its certificate took."""
    rows = []
    for index, (d, plus) in enumerate((d, plus) for d in DIMENSIONS for plus in PLUS):
        minus = MINUS[(3 * index + 2) % len(MINUS)]
        found = _best(d, plus, minus)
        boxes = sum(
            int(step.values["boxes"].value) for step in found.certificate.steps if "boxes" in step.values
        )
        numbers = [found.parameters["A"], found.objective, found.others["other_sign"]]
        rows.append([str(d), plus, minus, _sign(found), *(str(number) for number in numbers), str(boxes)])
    head = ["d", "\\|x+y\\|^2", "\\|x-y\\|^2", "s", "A", "log(E Z^2/K^2)", "the same at the other s", "boxes"]
    return _table(head, rows)


def blocks() -> str:
    """SimRFs+ and the best directions at the quantiles of the norms, v = 1."""
    rows = []
    for d in (3, 4, 6, 8, 12, 16):
        found = rftheory.optimize("simplex-plus", d=d, digits=8)
        gap = next(step.values["gap"] for step in found.certificate.steps if "gap" in step.values)
        assert gap.upper < CLOSE
        names = ("orthogonal", "simplex", None, "numerically_optimised")
        values = [found.objective if name is None else found.others[name] for name in names]
        rows.append([str(d), *(str(value) for value in values), str(found.parameters["sweeps"])])
    return _table(["d", "orthogonal", "simplex", "SimRFs+", "best directions", "sweeps"], rows)


TABLES = {"signs": signs, "optima": optima, "blocks": blocks}


if __name__ == "__main__":
    raise SystemExit(main(PAGE, TABLES, "optimal.py"))

"""Writes the tables of docs/budgets.md from certified values: `python docs/budgets.py [--check]`. Judges nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import sympy as sp

import rftheory
from rftheory.papers._shared.angular_hybrid import r
from rftheory.papers._shared.hybrids import LINEAR, RADII, W, g
from rftheory.papers._shared.invariants import m
from rftheory.report.pages import main
from rftheory.statements import formula

PAGE = Path(__file__).parent / "budgets.md"
ROWS = ("1/2", "1", "3/2", "2", "3", "5", "10", "30", "100")
BUDGETS = (64, 256, 1024)
DIMENSION = 64


def _value(name: str, digits: int = 3, **parameters: Any) -> str:
    found: str = rftheory.evaluate(name, digits=digits, **parameters).value
    return found


def _count(name: str, **parameters: Any) -> str:
    return _value(name, digits=12, **parameters).partition(".")[0]


def _table(head: list[str], rows: list[list[str]]) -> str:
    lines = [head, ["---:"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def features() -> str:
    """Features and products: the best n, and the largest error over that of a base estimator."""
    rows = []
    for radius in ROWS:
        n = _count("beyond/budget/features:n", r=radius)
        ratios = [_value("beyond/budget/features:ratio", n=k, r=radius) for k in (n, "1")]
        rows.append([radius, n, *ratios, "1", _value("beyond/budget/products:ratio", n=1, r=radius)])
    return _table(["r", "n at 4m(n+1) entries", "ratio", "ratio at n = 1", "n at mn products", "ratio"], rows)


def projections() -> str:
    """m + n = K: `m + n: ratio` for each K."""
    rows = []
    for radius in ROWS:
        cells = []
        for total in BUDGETS:
            n = _count("beyond/budget/projections:n", K=total, r=radius)
            ratio = _value("beyond/budget/projections:ratio", K=total, r=radius)
            cells.append(f"{total - int(n)} + {n}: {ratio}")
        rows.append([radius, *cells])
    return _table(["r", *(f"K = {total}" for total in BUDGETS)], rows)


def operations() -> str:
    """(m+n) d + mn <= K d: `m, n: ratio` for each K."""
    rows = []
    for radius in ROWS:
        cells = []
        for total in BUDGETS:
            given: dict[str, Any] = {"K": total, "d": DIMENSION, "r": radius}
            split = ", ".join(_count(f"beyond/budget/flops:{name}", **given) for name in "mn")
            cells.append(f"{split}: {_value('beyond/budget/flops:ratio', **given)}")
        rows.append([radius, *cells])
    return _table([f"r, d = {DIMENSION}", *(f"K = {total}" for total in BUDGETS)], rows)


def lambdas() -> str:
    """Largest errors over that of a base estimator with the same m: the best lambda, the linear one, signs."""
    base = W / sp.sqrt(2 * m)
    errors = [sp.sinh(r**2) / sp.sqrt(m), LINEAR, *(W * sp.sqrt(g(sp.Integer(n)) / (2 * m)) for n in (1, 16))]
    sides = [formula(error / base, RADII, "m r") for error in errors]
    rows = [[radius, *(side.evaluate(digits=3, m=1, r=radius).value for side in sides)] for radius in ROWS]
    return _table(["r", "best λ", "(1 - cos θ)/2", "signs, n = 1", "signs, n = 16"], rows)


def thresholds() -> str:
    """r0(n) and the radius from which n beats a base estimator of as many entries."""
    rows = [
        [
            str(n) if n else "∞",
            _value("beyond/lambda/minimax-threshold", 10, n=n),
            _value("beyond/budget/threshold", 10, n=n) if n > 1 else "0" if n else "·",
        ]
        for n in (1, 2, 4, 8, 0)
    ]
    return _table(["n", "worst angle π/2 up to", "beats the base estimator from"], rows)


TABLES = {f.__name__: f for f in (features, projections, operations, lambdas, thresholds)}


if __name__ == "__main__":
    raise SystemExit(main(PAGE, TABLES, "budgets.py"))

"""Table 1 of crt: the printed accuracies, averages and marks, and what they say as claims."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

import sympy as sp

from rftheory.kit import Below, Claim, Domain, On, Printed, formula, integer


def numbers(row: str) -> list[Fraction]:
    return [Fraction(entry) for entry in row.split()]


METHODS = ("TrigRF", "PosRF", "GERF", "PoisRF", "GeomRF", "OPRF", "PoisRF+", "GeomRF+")

ACCURACIES = {
    "abalone": "12.0 16.0 17.0 18.0 18.3 17.1 14.0 15.1",
    "banknote": "66.2 83.4 92.4 84.4 94.5 92.6 80.1 85.6",
    "car": "66.3 69.2 70.9 66.3 66.3 69.5 66.3 67.2",
    "yeast": "29.7 34.4 42.9 36.9 35.9 44.4 29.7 31.0",
    "cmc": "46.6 45.1 47.8 46.6 47.3 46.3 35.5 43.5",
    "nursery": "31.3 77.4 63.8 77.1 77.1 78.9 77.3 71.0",
    "wifi": "15.2 88.8 93.3 95.3 95.8 93.3 77.2 82.9",
    "chess": "16.5 20.2 20.4 19.1 19.5 20.2 19.2 22.5",
}

AVERAGES = "35.5 54.3 56.1 55.5 56.8 57.8 49.9 52.3"

BOLD = {
    "abalone": "GeomRF", "banknote": "GeomRF", "car": "GERF", "yeast": "OPRF", "cmc": "GERF", "nursery": "OPRF",
    "wifi": "GeomRF", "chess": "GeomRF+",
}  # fmt: skip

UNDERLINED = {
    "abalone": "PoisRF", "banknote": "OPRF", "car": "OPRF", "yeast": "GERF", "cmc": "GeomRF", "nursery": "PosRF",
    "wifi": "PoisRF", "chess": "GERF",
}  # fmt: skip


def rank(row: str) -> list[Fraction]:
    return sorted(set(numbers(row)), reverse=True)


def share(value: Fraction) -> sp.Rational:
    return sp.Rational(value.numerator, value.denominator)


_row = sp.Symbol("row", positive=True, integer=True)
_ROWS = Domain((integer("row", 1, 8, meaning="row of Table 1, from abalone to chess"),))


def _by_row(values: Iterable[Fraction]) -> sp.Expr:
    """The value that belongs to the row."""
    return sp.Piecewise(*((share(value), sp.Eq(_row, place)) for place, value in enumerate(values, start=1)))


def _marked(marks: Mapping[str, str]) -> sp.Expr:
    """The marked accuracy of the row."""
    return _by_row(numbers(row)[METHODS.index(marks[data])] for data, row in ACCURACIES.items())


def _largest_without(*marks: Mapping[str, str]) -> sp.Expr:
    """The largest accuracy of the row among the methods that these marks leave."""
    return _by_row(
        max(
            value
            for method, value in zip(METHODS, numbers(row), strict=True)
            if method not in {each[data] for each in marks}
        )
        for data, row in ACCURACIES.items()
    )


def row_claims() -> tuple[Claim, ...]:
    """Bold is above all others of its row, underlined above all but the bold one."""
    return tuple(
        On(
            _ROWS,
            Below(
                formula(_largest_without(*above, marks), _ROWS, "row"),
                formula(_marked(marks), _ROWS, "row"),
            ),
            "each row",
        )
        for above, marks in (((), BOLD), ((BOLD,), UNDERLINED))
    )


def average_claims() -> tuple[Claim, ...]:
    """Every average is the mean of its column, as printed."""
    columns = zip(*(numbers(row) for row in ACCURACIES.values()), strict=True)
    return tuple(
        Printed(share(sum(column, Fraction(0)) / len(column)), printed)
        for column, printed in zip(columns, AVERAGES.split(), strict=True)
    )

"""Algorithms on counting numbers: counts by hand, and that they compute what they say."""

from __future__ import annotations

from rftheory.exact import operation_counts
from rftheory.exact.operation_counts import OperationTally


def test_counts_by_hand() -> None:
    tally = OperationTally()
    operation_counts.butterflies(tally.hold(range(8)))
    assert dict(tally) == {"numbers": 8, "additions": 24}
    tally = OperationTally()
    operation_counts.simplex_product(tally.hold((1, 2, 3)))
    assert dict(tally) == {"numbers": 3, "additions": 3, "multiplications": 5}
    tally = OperationTally()
    operation_counts.orthonormalise(tally.hold_rows(2, 2))
    assert (tally["additions"], tally["multiplications"], tally["roots"]) == (5, 12, 2)


def test_counted_algorithms_compute_what_they_say() -> None:
    identity = operation_counts.orthonormalise([[3.0, 1.0, 2.0], [1.0, 4.0, 0.0], [5.0, 2.0, 7.0]])
    for i, row in enumerate(identity):
        for j, other in enumerate(identity):
            assert abs(operation_counts.dot(row, other) - (i == j)) < 1e-12
    assert operation_counts.butterflies([1, 0, 0, 2]) == [3, -1, -1, 3]
    vectors = [[1.0, 0.0, 2.0], [0.0, 1.5, 0.1], [-1.0, 0.3, 0.2]]
    norms = [float(sum(e * e for e in row)) ** 0.5 for row in vectors]
    plain = operation_counts.sweep([list(row) for row in vectors], norms)
    running = operation_counts.running_sweep([list(row) for row in vectors], norms)
    for one, two in zip(plain, running, strict=True):
        assert all(abs(a - b) < 1e-12 for a, b in zip(one, two, strict=True))

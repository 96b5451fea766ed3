"""A quarter of the usual draws: code here is right, or wrong by far more than these would miss.

What needs the usual number says so (`all_draws`), `test_no_false_alarm.py` as a whole. With a quarter of the draws an
interval is twice as wide, so a mistake or a false claim of the theory has to be twice as large to be seen; the laws
themselves are held with all draws by the battery's tests, `-m slow`, `python -m tests.zoo` and
`python -m benchmarks.false_alarms`.
"""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def usual_here(request: pytest.FixtureRequest) -> None:
    """Every test of this folder draws less, unless it is marked."""
    if request.node.get_closest_marker("all_draws") is None:
        request.getfixturevalue("fewer_draws")

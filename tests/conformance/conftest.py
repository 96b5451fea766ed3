"""What the tests of conformance share: how many draws are made where fewer than usual tell as much. No test is here."""

from __future__ import annotations

import pytest

from rftheory.conformance import conform


@pytest.fixture
def fewer_draws(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A quarter of the usual draws, where a mistake is far larger than what these would miss; slow tests make all."""
    if request.node.get_closest_marker("slow") is None:
        monkeypatch.setitem(conform.DRAWS, "quick", 1024)

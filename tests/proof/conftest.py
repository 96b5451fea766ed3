"""The refutations of all refuted statements that have one, written once."""

from __future__ import annotations

from typing import Any

import pytest

from rftheory.certificates.refutation import certificates


@pytest.fixture(scope="session")
def refutations() -> dict[str, dict[str, Any]]:
    """By id, as exported."""
    return {made["about"]: made for made in certificates()}

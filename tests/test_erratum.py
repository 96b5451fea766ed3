"""What an erratum may say."""

from __future__ import annotations

from typing import Any

import pytest

from rftheory.kit import Erratum

GOOD: dict[str, Any] = {
    "kind": "error",
    "at": "p. 3, eq. (7)",
    "false": "The bound lacks a factor.",
    "weight": 4,
    "quote": "for every pair of points",
}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"kind": "slip"}, "none of error, missing hypothesis"),
        ({"quote": ""}, "neither the words nor the formula"),
        ({"quote": "one two three four five six seven eight nine ten eleven"}, "at most 10 words"),
        ({"quote": '"every pair"'}, "quotation marks"),
        ({"at": ""}, "where it stands"),
        ({"false": ""}, "what is false"),
        ({"weight": 0}, "a weight is 1 to 5"),
        ({"weight": 6}, "a weight is 1 to 5"),
        ({"relation": "~"}, "no relation"),
        ({"script": "left = 1"}, "sets left and right"),
        ({"script": "left, right = 1, 2\n" * 16}, "at most 15 lines"),
    ],
)
def test_what_no_author_should_read_is_refused(change: dict[str, Any], said: str) -> None:
    Erratum(**GOOD)
    with pytest.raises(ValueError, match=said.replace("(", r"\(")):
        Erratum(**GOOD | change)


def test_a_formula_stands_for_a_quotation() -> None:
    assert Erratum(**GOOD | {"quote": "", "formula": "x^2"}).as_json()["formula"] == "x^2"

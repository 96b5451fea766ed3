"""Ranking by the error of attention: the command, its document, and that the ranking is by the predictions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import numpy as np
import pytest

from rftheory.errors import InputError
from rftheory.moments.attention_error import attention_error
from rftheory.recommendation.attention_ranking import rank_attention
from rftheory.report.schema import json_schema

Q, K, V = np.random.default_rng(5).standard_normal((3, 24, 8)) * 0.5


def test_the_ranking_is_by_the_predictions() -> None:
    found = rank_attention(Q, K, V, features=256)
    reached = [c.predicted.squared for c in found.choices if c.predicted.within_reach]
    assert reached == sorted(reached)
    assert len({c.mechanism for c in found.choices}) == 8
    size = 8**-0.25
    one = next(c for c in found.choices if c.mechanism == "orthogonal-trigonometric")
    assert one.predicted == attention_error(size * Q, size * K, V, 128, "trigonometric", "orthogonal")
    far = rank_attention(Q, K, V, features=16, scale=20.0)
    assert not any(c.predicted.within_reach for c in far.choices)


def test_the_command(tmp_path: Path, command: Any) -> None:
    files = []
    for name, array in zip("qkv", (Q, K, V), strict=True):
        files.append(str(tmp_path / f"{name}.npy"))
        np.save(files[-1], array)
    call = ["recommend", "--attention", *files, "--features", "256"]
    answer = command([*call, "--json"])
    assert (answer.code, answer.err) == (0, "")
    schema = json_schema()
    jsonschema.Draft202012Validator({"$ref": "#/$defs/attention_ranking", "$defs": schema["$defs"]}).validate(
        json.loads(answer.out)
    )
    assert command(call).out.splitlines()[1].startswith("recommended: ")
    assert "recommended: none" in command([*call, "--scale", "20"]).out
    assert command([*call, files[0]]).code == 2
    assert command(["recommend", "--features", "8"]).code == 2


def test_what_does_not_fit() -> None:
    with pytest.raises(InputError, match="the same columns"):
        rank_attention(Q, K[:, :3], V, features=8)
    with pytest.raises(InputError, match="at most 2048"):
        rank_attention(Q, np.zeros((2049, 8)), np.zeros((2049, 1)), features=8)

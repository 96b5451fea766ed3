"""The three passes: checks neither read nor leave anything behind, and causes are named from findings alone."""

from __future__ import annotations

import ast
import importlib.util
import random
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import rftheory.conformance
from rftheory.conformance.causes import CAUSES
from rftheory.conformance.checks import checked
from rftheory.conformance.contracts import CONTRACTS
from rftheory.conformance.diagnosis.diagnose import AREAS, diagnose
from rftheory.conformance.findings import Finding
from rftheory.conformance.recognition.recognise import recognise
from rftheory.conformance.request import Calling, Declared, Effort, Points, Request, examination
from rftheory.mechanisms._shelf import hybrids

ROOM = Path(rftheory.conformance.__file__).parent
DRAWS = 64


def _module(name: str) -> Any:
    spec = importlib.util.spec_from_file_location(name, Path(__file__).parent / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


planted, planted_rows = _module("planted"), _module("planted_rows")
wrong, D, M = planted.sampler(signed=False), planted.D, planted.M


def _relu(x: Any, seed: int) -> Any:
    return np.maximum(x @ wrong(D, M, seed).T, 0.0) / np.sqrt(M) + 1e-3


def _hybrid(x: Any, y: Any, seed: int) -> Any:
    found = hybrids()["gaussian-hybrid"]
    rows = found.sample(x.shape[1], 6, 4, rng=np.random.default_rng(seed))
    return 1.3 * np.array([float(np.real(found.estimate(a, b, rows))[0]) for a, b in zip(x, y, strict=True)])


CLIENTS: dict[str, tuple[Any, dict[str, Any]]] = {
    "rows": (planted.sampler(signed=False, norms="shared", repeat=True), {"mechanism": "orthogonal"}),
    "positive": (planted.positive(wrong, epsilon=1e-3, weight=0.7), {"mechanism": "iid-positive"}),
    "a maximum": (planted.positive(maximum="batch", divisor=1.0), {}),
    "waves": (planted.trigonometric(planted.sampler(factor=2.0)), {"mechanism": "orthogonal-trigonometric"}),
    "ratios": (planted.positive(wrong, weight=0.7), {"ratios": True}),
    "attention": (planted.attention(wrong, epsilon=1e-3, normalised=False), {}),
    "generalised": (planted_rows.gerf(log_factor=0.0, constant=-0.7), {"mechanism": "iid-gerf"}),
    "counts": (
        planted_rows.poisson(level=0.0, shared="rows"),
        {"mechanism": "poisson", "parameters": {"lam": 0.05}},
    ),
    "induced": (_relu, {"mechanism": "orthogonal-relu"}),
    "hybrid": (_hybrid, {"mechanism": "iid-gaussian-hybrid", "parameters": {"n": 4}, "m": 6}),
}


def _subjects(name: str) -> tuple[str, tuple[Any, ...]]:
    """The contract of a client and what it is recognised as, anew."""
    target, options = CLIENTS[name]
    claim = Declared(
        options.get("mechanism"),
        options.get("parameters"),
        None,
        options.get("m"),
        1.0,
        options.get("ratios", False),
    )
    request = Request(
        target,
        None,
        claim,
        Points(D, 0.5, PAIR if name == "induced" else None),
        Calling(None, "numpy", "float64", 0),
        Effort("quick", DRAWS, None, None, False, 1e-6, 1e-6),
        (),
    )
    asked = examination(request).examination
    return asked.client.contract, recognise(asked).subjects


PAIR = (np.full((1, D), 0.1), np.linspace(-0.3, 0.2, D)[None])
"""One pair: the kernel of a map of its own is a quadrature each time."""
MEASURED = tuple(part.name for part in fields(Finding) if part.name not in ("measurements", "mending"))


def _measured(found: tuple[Finding, ...]) -> dict[tuple[str, str], str]:
    """What was measured, by area and check."""
    return {(one.area, one.check): repr([getattr(one, part) for part in MEASURED]) for one in found}


@pytest.mark.parametrize("name", CLIENTS)
def test_no_check_reads_what_another_leaves(name: str) -> None:
    contract, subjects = _subjects(name)
    checks = CONTRACTS[contract]
    whole = checked(subjects, checks)
    expected = _measured(whole)
    assert len(expected) == len(whole)
    assert all(found.cause is None for found in whole)
    shuffled = list(checks)
    random.Random(0).shuffle(shuffled)
    assert _measured(checked(_subjects(name)[1], shuffled)) == expected
    for check in checks:
        if any(check.applies(subject) for subject in subjects):
            alone = _measured(checked(_subjects(name)[1], [check]))
            assert alone.items() <= expected.items(), check.name
            rest = _measured(checked(subjects, [other for other in checks if other is not check]))
            assert rest == {key: expected[key] for key in expected if key not in alone}


@pytest.mark.parametrize("name", CLIENTS)
def test_diagnosis_is_a_function_of_the_findings(name: str) -> None:
    contract, subjects = _subjects(name)
    findings = checked(subjects, CONTRACTS[contract])
    named = diagnose(findings)
    assert named == diagnose(findings)
    assert any(found.fails for found in named)
    assert all((found.cause in CAUSES) if found.fails else found.cause is None for found in named)
    assert {found.area for found in named} <= set(AREAS)


def test_every_check_has_its_rule() -> None:
    for checks in CONTRACTS.values():
        for check in checks:
            quiet = check.name == "shape and finiteness" and check.area != "unreadable"
            assert quiet or check.name in AREAS[check.area].rules, check


def test_findings_stand_on_the_statements_of_their_checks() -> None:
    for name in CLIENTS:
        contract, subjects = _subjects(name)
        for check in CONTRACTS[contract]:
            for found in checked(subjects, [check]):
                assert found.check.partition(":")[0] == check.name
                assert not check.references or found.statement in check.references


def _modules(keep: Callable[[str], bool]) -> list[Path]:
    return [path for path in sorted(ROOM.rglob("*.py")) if keep(path.relative_to(ROOM).as_posix())]


def test_causes_are_named_in_the_diagnosis_alone() -> None:
    outside = _modules(lambda path: not path.startswith("diagnosis/"))
    guilty = [
        f"{path.name}:{node.value.lineno}"
        for path in outside
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.keyword) and node.arg in ("cause", "diagnosis")
    ]
    assert guilty == []


def test_subjects_and_findings_are_frozen() -> None:
    for name in CLIENTS:
        _, subjects = _subjects(name)
        for subject in subjects:
            assert subject.__dataclass_params__.frozen, type(subject)

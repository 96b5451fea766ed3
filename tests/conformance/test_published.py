"""The published packages of docs/clients: what is right conforms, each defect is named, and its fix mends it."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from rftheory import conform

CLIENTS = Path(__file__).parent.parent.parent / "docs" / "clients"
D, M = 8, 48
SOFTMAX = {"mechanism": "orthogonal-positive", "kernel": "softmax"}

pytestmark = [
    pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning"),
    pytest.mark.usefixtures("_on_the_path"),
]


@pytest.fixture
def _on_the_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(CLIENTS))


def _module(package: str, adapter: str) -> Any:
    pytest.importorskip(package, exc_type=ImportError)
    return importlib.import_module(adapter)


def test_gpytorch_conforms() -> None:
    adapter = _module("gpytorch", "gpytorch_kernel")
    features = conform(adapter.features, d=D)
    assert features.conclusion == "conforms", features.failures
    assert features.mechanism == "iid-trigonometric"
    entries = conform(adapter.estimates, mechanism="iid-trigonometric", d=D, m=M)
    assert entries.conclusion == "conforms", entries.failures


def test_a_lengthscale_is_a_bandwidth() -> None:
    adapter = _module("gpytorch", "gpytorch_kernel")
    assert conform(adapter.half_lengthscale, scale=2.0, d=D).conforms
    assert "bandwidth-2" in conform(adapter.half_lengthscale, mechanism="iid-trigonometric", d=D).causes


def test_scikit_learn_conforms() -> None:
    adapter = _module("sklearn.kernel_approximation", "sklearn_sampler")
    assert conform(adapter.unit, d=D).conforms
    assert conform(adapter.wide, scale=2**0.5, d=D).conforms


def test_the_signs_of_r_mend_the_sampler() -> None:
    adapter = _module("performer_pytorch", "performer")
    assert conform(adapter.sampler, mechanism="orthogonal", d=D, m=M).causes == ("unsigned-qr",)
    assert conform(adapter.haar, mechanism="orthogonal", d=D, m=M).conforms


def test_no_epsilon_and_signs_mend_the_feature_map() -> None:
    adapter = _module("performer_pytorch", "performer")
    published = conform(adapter.features, ratios=True, d=D, **SOFTMAX)
    assert "epsilon-added" in published.causes
    mended = conform(adapter.without_epsilon_haar, ratios=True, d=D, **SOFTMAX)
    assert mended.conforms, mended.failures
    unstabilised = conform(adapter.without_stabiliser_haar, d=D, **SOFTMAX)
    assert unstabilised.conforms, unstabilised.failures


def _printed(script: str) -> list[str]:
    pytest.importorskip("performer_pytorch", exc_type=ImportError)
    command = [sys.executable, str(CLIENTS / script)]
    found = subprocess.run(command, check=True, capture_output=True, text=True, timeout=300)
    return found.stdout.splitlines()


@pytest.mark.slow
def test_the_script_on_signs_shows_the_bias_and_its_end() -> None:
    before, after = _printed("unsigned_qr.py")
    assert "4096 of 4096" in before
    assert float(before.rpartition("=")[2]) < 0.9
    assert abs(float(after.rpartition("=")[2]) - 1.0) < 0.03


@pytest.mark.slow
def test_the_script_on_epsilon_shows_uniform_attention_and_its_end() -> None:
    softmax, *lines = _printed("epsilon.py")
    far = float(softmax.split()[3])
    uniform = [float(line.split()[-4]) for line in lines]
    assert max(uniform[::2]) < 0.01 < far < min(uniform[1::2])

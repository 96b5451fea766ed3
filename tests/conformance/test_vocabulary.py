"""The field's names, its scales, --list, and suggestions by meaning."""

from __future__ import annotations

import json
import math
from typing import Any

import jsonschema
import numpy as np
import pytest

from rftheory.conformance.claim.declaration import declared
from rftheory.conformance.claim.scales import scaled
from rftheory.conformance.claim.settling import settled
from rftheory.conformance.claim.vocabulary import STRANGERS, term
from rftheory.conformance.client.clients import client
from rftheory.conformance.conform import conform
from rftheory.errors import InputError
from rftheory.measured.inputs import Floats
from rftheory.mechanisms._field_names import TERMS
from rftheory.report.schema import json_schema

D, M, FEW = 8, 32, 256

STANDS = {
    "rff": ("iid", "gaussian"),
    "RBF": ("iid", "gaussian"),
    "orf": ("orthogonal", "gaussian"),
    "orf'": ("orthogonal-fixed-norm", "gaussian"),
    "sorf": ("hd3", "gaussian"),
    "favor": ("orthogonal-trigonometric", "softmax"),
    "favor+": ("orthogonal-positive", "softmax"),
    "FAVOR_plus": ("orthogonal-positive", "softmax"),
    "performer": ("orthogonal-positive", "softmax"),
    "favor++": ("orthogonal-oprf", "softmax"),
    "prf": ("iid-positive", "softmax"),
    "simrf": ("simplex-positive", "softmax"),
    "simrf+": ("simplex-plus-positive", "softmax"),
    "hrf": ("angular-hybrid", "softmax"),
    "performer-relu": ("orthogonal-relu", None),
}


@pytest.mark.parametrize("name", STANDS)
def test_names_of_the_field(name: str) -> None:
    found = term(name)
    assert found is not None
    assert (found.mechanism, found.kernel) == STANDS[name]


def test_every_name_is_one_term_and_can_be_declared() -> None:
    names = [name for found in TERMS for name in (found.name, *found.also)]
    assert len(names) == len(set(names))
    assert not set(names) & {name for group in STRANGERS for name in group}
    for found in TERMS:
        for form in found.forms or ("",):
            assert declared(f"{found.mechanism}-{form}".removesuffix("-")).name
    assert term("orthogonal-positive") is None
    assert term(None) is None


@pytest.mark.parametrize("name", [name for group in STRANGERS for name in group])
def test_names_that_are_understood_and_not_known(name: str) -> None:
    with pytest.raises(InputError, match="allowed") as raised:
        conform(_features, mechanism=name)
    assert "nearest" not in str(raised.value)


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("random-kitchen-fourier", "rff"),
        ("simplex-rf", "simrf"),
        ("performr", "performer"),
        ("hadamard", "sorf"),
    ],
)
def test_suggestions_by_meaning_and_spelling(asked: str, meant: str) -> None:
    with pytest.raises(InputError, match="nearest") as raised:
        declared(asked)
    assert meant in raised.value.nearest  # type: ignore[attr-defined]


def _features(x: Floats, seed: int) -> Floats:
    z = x @ np.random.default_rng(seed).standard_normal((x.shape[1], M))
    return np.hstack([np.cos(z), np.sin(z)]) / math.sqrt(M)


def _phases(x: Floats, seed: int) -> Floats:
    rng = np.random.default_rng(seed)
    w, b = rng.standard_normal((x.shape[1], M)), rng.uniform(0.0, 2.0 * np.pi, M)
    return np.sqrt(2.0 / M) * np.cos(x @ w + b)


@pytest.mark.parametrize(("target", "form"), [(_features, "trigonometric"), (_phases, "phase")])
def test_rff_is_either_form(target: Any, form: str) -> None:
    report = conform(target, mechanism="rff", d=D, draws=FEW)
    assert report.mechanism == f"iid-{form}"
    assert not report.failures


def _raising(x: Floats, seed: int) -> Floats:
    raise ValueError(seed, x)


@pytest.mark.parametrize(
    "target",
    [
        _raising,
        lambda x, y, seed: _raising(x + y, seed),
        lambda x, seed: math.nan * _features(x, seed),
        lambda x, y, seed: math.nan * np.sum(x * y, axis=1) + seed,
        lambda seed: np.full(4, float(seed)),
    ],
)
def test_sines_with_cosines_are_meant_where_code_shows_neither(target: Any) -> None:
    """It raises, has no numbers, or takes no points: estimates at given pairs alone."""
    rff = term("rff")
    assert rff is not None
    assert settled(rff, client(target, fixed=True), D) == "iid-trigonometric"


def test_a_wrong_form_still_fails() -> None:
    report = conform(lambda x, seed: _features(x, seed)[:, :M], mechanism="rff", d=D, draws=FEW)
    assert report.conclusion == "fails"


@pytest.mark.parametrize(
    ("given", "scale"),
    [
        ({}, 1.0),
        ({"gamma": 1.0}, math.sqrt(2.0)),
        ({"gamma": 0.5}, 1.0),
        ({"lengthscale": 4.0}, 0.25),
        ({"sigma": 0.5}, 2.0),
    ],
)
def test_natural_parameters(given: dict[str, float], scale: float) -> None:
    assert scaled(1.0, **given) == pytest.approx(scale, rel=1e-15)


def test_a_scale_is_the_kernel_that_is_checked() -> None:
    def wide(x: Floats, seed: int) -> Floats:
        return _features(math.sqrt(2.0) * x, seed)

    assert not conform(wide, mechanism="rff", d=D, draws=FEW, gamma=1.0).failures
    assert conform(wide, mechanism="rff", d=D, draws=FEW).causes == ("bandwidth-2",)


@pytest.mark.parametrize("given", [{"gamma": 0.25}, {"lengthscale": 2.0}, {"sigma": 0.5}])
def test_a_natural_parameter_alone_declares_its_kernel(given: dict[str, float]) -> None:
    """exp(-|x-y|^2/2) is no kernel of that parameter, though without one the code would conform."""
    report = conform(_features, d=D, draws=4 * FEW, **given)
    assert (report.exit_code, report.causes[0].startswith("bandwidth")) == (1, True)
    assert not conform(_features, d=D, draws=4 * FEW, gamma=0.5).failures


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"gamma": 1.0, "sigma": 1.0}, "gamma and sigma are given"),
        ({"gamma": 1.0, "scale": 2.0}, "one of them"),
        ({"gamma": 0.0}, "finite number > 0"),
        ({"lengthscale": "1,2"}, "finite number > 0"),
        ({"sigma": math.nan}, "finite number > 0"),
        ({"nu": 1.5}, "matern"),
    ],
)
def test_wrong_scales_are_one_line(given: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        conform(_features, **given)


def test_a_gamma_of_its_own_is_hinted_at() -> None:
    kernels = pytest.importorskip("sklearn.kernel_approximation")
    sampler = kernels.RBFSampler(n_components=M)
    bare = conform(sampler, d=D, draws=FEW)
    assert "--gamma 1 declares that kernel" in bare.preflight
    told = conform(sampler, d=D, draws=FEW, gamma=1.0, mechanism="rbf")
    assert "--gamma" not in told.preflight
    assert not told.failures
    assert "--gamma" not in conform(kernels.RBFSampler(gamma=0.5), d=D, draws=64).preflight


def test_the_list_has_every_name(command: Any) -> None:
    answer = command(["conform", "--list", "--json"])
    document = json.loads(answer.out)
    jsonschema.validate(document, json_schema())
    names = [entry["name"] for entry in document["mechanisms"]]
    assert answer.code == 0
    assert {"rff", "favor+", "orthogonal", "positive", "phase", "poisson", "angular-hybrid"} <= set(names)
    kinds = [
        (entry["name"], entry["kind"]) for entry in document["mechanisms"]
    ]  # exponential: a map, and a kernel
    assert len(kinds) == len(set(kinds))
    text = command(["conform", "--list"]).out
    assert all(f"  {name} " in text for name in names)
    assert "= iid-trigonometric or iid-phase; gaussian kernel" in text

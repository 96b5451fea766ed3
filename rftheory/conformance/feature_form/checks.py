"""Every check of the form of features, cheap ones first."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rftheory.conformance.checks import CATALOGUE, ClientCheck
from rftheory.conformance.feature_form import gerf_checks, map_checks, weights
from rftheory.conformance.feature_form.traits import RecognisedFeatures
from rftheory.conformance.findings import Finding
from rftheory.conformance.references import (
    ESTIMATE,
    FEATURE_VECTOR,
    GENERALISED,
    GENERALISED_CONSTANTS,
    PERFECT_ENDS,
)


def _check(
    name: str, references: Sequence[str], measure: Callable[[RecognisedFeatures], Finding], *needs: str
) -> ClientCheck[RecognisedFeatures]:
    return ClientCheck(name, "features", RecognisedFeatures, tuple(references), measure, frozenset(needs))


_MAPS: Sequence[str] = CATALOGUE
_ONE = "one draw for queries and keys"
CHECKS = (
    _check("shape and finiteness", [FEATURE_VECTOR], map_checks.readable),
    _check("one seed, one draw", [ESTIMATE], map_checks.reproducible),
    _check("arithmetic", [FEATURE_VECTOR], map_checks.arithmetic, "coarse"),
    _check("maximum over features", _MAPS, weights.maxima, "estimates", "exponential"),
    _check("constant in the features", _MAPS, weights.floor, "exponential"),
    _check("one point, one feature vector", [FEATURE_VECTOR], map_checks.batch, "no factor of a batch"),
    _check("form of the map", _MAPS, map_checks.form, "estimates"),
    _check("form of the map", _MAPS, map_checks.family, "ratios"),
    _check(_ONE, [FEATURE_VECTOR], map_checks.one_draw, "estimates"),
    _check(_ONE, [FEATURE_VECTOR], map_checks.one_draw, "ratios", "no constant"),
    _check("constant features", _MAPS, weights.constants, "estimates", "constant features"),
    _check("linear features", _MAPS, weights.linear, "estimates", "linear features"),
    _check("coordinates of a feature", _MAPS, map_checks.summed, "estimates", "waves"),
    _check("weight of the features", _MAPS, weights.weight, "estimates", "exponential"),
    _check(
        "parameter A", [GENERALISED, GENERALISED_CONSTANTS], gerf_checks.parameter, "estimates", "generalised"
    ),
    _check("constant D", [GENERALISED_CONSTANTS], gerf_checks.constant, "estimates", "constant shows"),
    _check("scale", _MAPS, weights.scale, "estimates", "scaled", "plain"),
    _check("zero variance", [PERFECT_ENDS], map_checks.zero_variance, "estimates", "exact ends"),
)

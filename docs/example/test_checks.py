import pytest


@pytest.mark.rftheory("feature_map:features_fixed", mechanism="orthogonal-positive", kernel="softmax")
def test_check(rftheory_check):
    assert rftheory_check.outcome.value == "holds"

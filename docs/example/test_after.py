from feature_map import features_fixed


def test_features(rftheory):
    rftheory(features_fixed, mechanism="orthogonal-positive", kernel="softmax")

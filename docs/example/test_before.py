from feature_map import features


def test_features(rftheory):
    rftheory(features, mechanism="orthogonal-positive", kernel="softmax")

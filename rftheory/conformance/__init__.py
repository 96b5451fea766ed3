"""Other people's code held against the theory: a feature map, a projection sampler, an estimator. No theory lives here."""

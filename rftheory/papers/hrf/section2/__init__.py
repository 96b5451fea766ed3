"""Section 2 of hrf: the hybrid estimator, its base estimators and its coefficients."""

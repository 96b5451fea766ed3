"""Draws of the estimators of this paper's kernels and dense features, as checks of its statements."""

"""Means and variances of estimates held against the theory."""

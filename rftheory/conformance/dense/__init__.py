"""Rows of N(0, Sigma) with weights, or features with a matrix A: what is claimed of them, and which mistake they show."""

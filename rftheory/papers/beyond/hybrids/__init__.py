"""Hybrid and complex exponential estimators beyond hrf."""

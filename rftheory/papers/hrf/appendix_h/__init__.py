"""Appendix H of hrf: complex exponential estimators and hybrids of clustered data."""

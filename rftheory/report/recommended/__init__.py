"""Recommendations printed: the ranking by attention error. Computes nothing."""

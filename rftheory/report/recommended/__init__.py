"""Recommendations as documents and as text: the ranking by attention error."""

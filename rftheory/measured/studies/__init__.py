"""Experiments of hrf on synthetic and public data, as functions that return numbers."""

"""Kinds of evidence that draw, each with a share of the error budget."""

"""Kinds of evidence that draw."""

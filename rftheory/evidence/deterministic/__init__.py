"""Kinds of evidence that draw nothing."""

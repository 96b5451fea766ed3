"""Bounds by suprema, and by long combinations of named premises."""

"""Rows of W: what they show and the checks of their law."""

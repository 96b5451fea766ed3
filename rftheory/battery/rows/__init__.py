"""Draws of projections: laws, numbers made from them, and the checks that any array of draws can be put to."""

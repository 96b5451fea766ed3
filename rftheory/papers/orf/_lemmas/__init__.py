"""Lemmas and derivations that several sections of orf use, or that are too long for a page."""

"""Refutations as files for Coq with coq-interval, so that nobody need trust a line of this package."""

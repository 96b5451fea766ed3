"""Checks of a hybrid against its definition and its moments."""

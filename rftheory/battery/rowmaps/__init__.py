"""Checks of a map of whole rows against its definition and the law of its rows."""

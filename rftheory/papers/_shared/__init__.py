"""Quantities and lemmas that several papers use. States nothing."""

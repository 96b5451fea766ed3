"""Correct code: nothing may be accused of a mistake."""

"""Curves as figures and documents, in the one style of the house."""

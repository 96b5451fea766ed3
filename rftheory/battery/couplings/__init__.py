"""Checks of a coupling that can be asked for draws of any size, by any of its ways."""

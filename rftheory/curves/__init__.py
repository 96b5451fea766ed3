"""Certified values along lines and over planes, and simulated points beside them: for tables, plots and phases."""

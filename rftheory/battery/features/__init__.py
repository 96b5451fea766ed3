"""Checks of a feature map of projections against its definition."""

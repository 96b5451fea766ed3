"""Attention: its matrix, and ratios of estimates."""

"""Rows and estimates of a declared stationary kernel against its law."""

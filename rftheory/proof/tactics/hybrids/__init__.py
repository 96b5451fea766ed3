"""Moments of what is made of several random variables."""

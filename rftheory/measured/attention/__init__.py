"""Attention: exact softmax, and in linear time from features."""

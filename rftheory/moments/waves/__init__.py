"""Moments of estimates of stationary kernels by sines and cosines."""

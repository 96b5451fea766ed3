"""Renderings of results through one schema. Nothing in this room computes, verifies or evaluates."""

"""The code under examination: how it is found, called, seeded, and which arrays it takes."""

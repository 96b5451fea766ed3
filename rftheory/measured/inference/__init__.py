"""What draws allow to say, at stated error rates."""

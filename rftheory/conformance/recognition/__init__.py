"""Code under examination to what it is: the subjects of its checks, by contract."""

"""What a client claims to be, and where it is looked at."""

"""Dense positive features: moments of one row at many pairs, and the matrices that suit points."""

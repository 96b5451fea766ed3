"""A room on the hall: which mechanism suits a user's own data. Statistics, exact errors, ranking, a ready feature map."""

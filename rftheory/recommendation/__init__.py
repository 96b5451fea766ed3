"""Which mechanism suits a user's own data: statistics, tuning, ranking, intervals, advice, a ready feature map."""

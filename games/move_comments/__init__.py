"""Comments that players write to their own moves, secret until the match is over."""

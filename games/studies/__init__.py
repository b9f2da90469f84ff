"""Studies: trees of variations over a match or a set-up, with comments and marks."""

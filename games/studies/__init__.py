"""Studies: trees of lines over a match or a set-up, with words and marks, alone or for others."""

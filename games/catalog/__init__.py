"""The games that can be played here: what each is, its rules, and how it goes on this site."""

#: Verbs whose moves the board's script composes of taps, as `test_composing` shows.
COMPOSED = frozenset({"place"})
#: How long the page may be on a phone, in px: there are more zones than in other titles.
LONGEST = 3700

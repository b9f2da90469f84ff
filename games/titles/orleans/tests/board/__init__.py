#: Verbs whose moves the board's script composes of taps, as `test_composing` shows.
COMPOSED = frozenset({"place"})

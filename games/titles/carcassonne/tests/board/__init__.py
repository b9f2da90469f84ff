#: Verbs whose moves the board's script composes of taps, as `test_board` shows.
COMPOSED = frozenset({"place"})

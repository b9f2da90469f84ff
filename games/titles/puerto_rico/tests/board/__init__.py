#: Verbs whose moves the board's script composes of taps, as `test_every_move` shows.
COMPOSED = frozenset({"staff", "done"})

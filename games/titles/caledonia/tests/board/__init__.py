#: Verbs whose moves the board's scripts compose of taps, as `test_map` shows for those on spaces.
COMPOSED = frozenset({"place", "expand", "row", "swap"})

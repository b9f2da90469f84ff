#: Verbs whose moves the board's scripts compose of taps, as `test_map` shows for those on spaces and
#: `test_hand` for the others.
COMPOSED = frozenset(
    {"place", "expand", "row", "swap", "buy", "sell", "take", "keep", "produce", "cellar", "butter"}
    | {"port"}
)

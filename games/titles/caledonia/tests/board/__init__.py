#: Verbs whose moves the board's scripts compose of taps: `test_map` shows it for those on spaces,
#: `test_hand` for the others.
COMPOSED = frozenset(
    {"place", "expand", "row", "swap", "buy", "sell", "take", "keep", "produce", "cellar", "butter"}
    | {"port"}
)

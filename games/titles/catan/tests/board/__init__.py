#: Verbs whose moves scripts compose of taps, as `test_composing` and the browser's tests show.
COMPOSED = frozenset(("offer", "discard", "return", "play", "barbarian", "token"))

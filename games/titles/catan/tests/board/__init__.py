#: Verbs whose moves scripts compose of taps, as `test_composing` and the browser's tests show.
COMPOSED = frozenset(
    ("offer", "give", "want", "propose", "discard", "return", "play", "barbarian", "token")
)

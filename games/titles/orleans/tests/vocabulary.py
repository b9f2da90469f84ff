"""Words of the game that the glossary of the site avoids, and names that wait for another one.

`tests/test_vocabulary.py` reads them.
"""

ALLOWED: dict[str, str] = {}

PENDING = {
    "helpers of tests": """
        games.titles.orleans.tests.rules.test_autoplay: suffering
    """,
    "hooks and attributes of rules, boards and titles, which templates read": """
        games.titles.orleans.board.hud: closing
        games.titles.orleans.board.map_pieces: Trail merchant_trails
        games.titles.orleans.rules.board: Board.built
        games.titles.orleans.rules.move_syntax: StandingReader unknown
    """,
}

"""Words of the game that the glossary of the site avoids, and names that wait for another one.

`tests/test_vocabulary.py` reads them.
"""

ALLOWED: dict[str, str] = {}

PENDING = {
    "classes that name shapes in the API's description": """
        games.titles.caledonia.rules.view_types: StandingView
    """,
    "hooks and attributes of rules, boards and titles, which templates read": """
        games.titles.caledonia.board.hud: closing
        games.titles.caledonia.board.rounds: SoloStanding
        games.titles.caledonia.board.setup_picture: marked
        games.titles.caledonia.bots.worth: PositionValue._fulfilled
        games.titles.caledonia.rules.notation: UnitMoves.__missing__
    """,
}

"""The rules engine: the interface through which the site plays every game, in plain Python.

>>> import games.rules as rules
>>> key, game = next(iter(rules.catalogue().items()))
>>> match = rules.new_match(key, seats=game.seats[-1], seed="a secret")
>>> seat = match.actors[0]
>>> events = match.play(seat, match.legal_moves(seat)[0])
>>> len(match.moves)
1
"""

from games import registry

from . import declaration_check
from .chance import Chance, Dealer, FairChance, FastChance, ScriptError, commitment
from .consequences import Consequences, Difference, Effect
from .game import MOST_SEATS, Game, Option, OptionError, PrivateEvent, catalogue, get
from .match import LONGEST_MOVE, Event, IllegalMove, Match, Score, StoredEvent, rank_scores
from .reasons import (
    MoveSyntax,
    Notation,
    OptionChoice,
    OptionName,
    Phase,
    Place,
    ProgramMessage,
    Reason,
    SeatNumber,
    UserInput,
    Verb,
)
from .record import (
    BrokenStateError,
    BrokenTitleError,
    MissingTitleError,
    RecordError,
    ReplayBudgetError,
    UnknownVersionError,
    Verification,
    check_shape,
    load,
    new_match,
    play_recorded_move,
    playable_game,
    replay,
    start_recorded_match,
    verify,
)

registry.register_check("rules", declaration_check.check)

__all__ = [
    "LONGEST_MOVE",
    "MOST_SEATS",
    "BrokenStateError",
    "BrokenTitleError",
    "ProgramMessage",
    "Chance",
    "Consequences",
    "Dealer",
    "Difference",
    "Effect",
    "Event",
    "FairChance",
    "FastChance",
    "MoveSyntax",
    "Game",
    "UserInput",
    "IllegalMove",
    "Match",
    "MissingTitleError",
    "Notation",
    "Option",
    "OptionChoice",
    "OptionError",
    "PrivateEvent",
    "OptionName",
    "Phase",
    "Place",
    "Reason",
    "RecordError",
    "Score",
    "ScriptError",
    "StoredEvent",
    "SeatNumber",
    "ReplayBudgetError",
    "UnknownVersionError",
    "Verb",
    "Verification",
    "catalogue",
    "check_shape",
    "commitment",
    "get",
    "load",
    "new_match",
    "start_recorded_match",
    "play_recorded_move",
    "playable_game",
    "rank_scores",
    "replay",
    "verify",
]

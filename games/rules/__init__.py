"""The shared rules app: every game behind one interface, in plain Python.

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
from .game import MOST_SEATS, Game, Option, OptionError, Private, catalogue, get
from .match import LONGEST_MOVE, Event, IllegalMove, Match, Score, StoredEvent, ranked
from .reasons import (
    Cause,
    Form,
    Given,
    Notation,
    OptionChoice,
    OptionName,
    Phase,
    Place,
    Reason,
    SeatNumber,
    Verb,
)
from .record import (
    BrokenState,
    BrokenTitle,
    MissingTitle,
    RecordError,
    TooMuchWork,
    UnknownVersion,
    Verification,
    check_shape,
    load,
    new_match,
    opening,
    play_recorded,
    playable,
    replay,
    verify,
)

registry.checked_by("rules", declaration_check.check)

__all__ = [
    "LONGEST_MOVE",
    "MOST_SEATS",
    "BrokenState",
    "BrokenTitle",
    "Cause",
    "Chance",
    "Consequences",
    "Dealer",
    "Difference",
    "Effect",
    "Event",
    "FairChance",
    "FastChance",
    "Form",
    "Game",
    "Given",
    "IllegalMove",
    "Match",
    "MissingTitle",
    "Notation",
    "Option",
    "OptionChoice",
    "OptionError",
    "Private",
    "OptionName",
    "Phase",
    "Place",
    "Reason",
    "RecordError",
    "Score",
    "ScriptError",
    "StoredEvent",
    "SeatNumber",
    "TooMuchWork",
    "UnknownVersion",
    "Verb",
    "Verification",
    "catalogue",
    "check_shape",
    "commitment",
    "get",
    "load",
    "new_match",
    "opening",
    "play_recorded",
    "playable",
    "ranked",
    "replay",
    "verify",
]

"""The shared rules app: every game behind one interface, in plain Python.

>>> import games.rules as rules
>>> match = rules.new_match("puerto_rico", seats=3, seed="a secret")
>>> match.actors
(0,)
"""

from .chance import Chance, Dealer, FairChance, FastChance, ScriptError, commitment
from .game import Game, Option, OptionError, Private, catalogue, get
from .match import Event, IllegalMove, Match, Score, StoredEvent, ranked
from .reasons import (
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
    UnknownVersion,
    Verification,
    load,
    new_match,
    opening,
    playable,
    replay,
    verify,
)

__all__ = [
    "BrokenState",
    "BrokenTitle",
    "Chance",
    "Dealer",
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
    "UnknownVersion",
    "Verb",
    "Verification",
    "catalogue",
    "commitment",
    "get",
    "load",
    "new_match",
    "opening",
    "playable",
    "ranked",
    "replay",
    "verify",
]

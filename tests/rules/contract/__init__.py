"""The laws of the rules contract, as checks of one match: those that every title must pass.

`Inspection` plays a match at random and checks on the way. A law that does not hold raises
`Broken` with its name, so that the mutants (`mutants/`) can say which law each of them breaks.

What eyes can be told, and how it is checked:

- *Now*: in a world re-dealt for a seat, its view and its list are the same (`LEAKS`).
- *By trying*: what a listed move does that reveals nothing is the same in re-dealt worlds, and so
  is whether it reveals (`REVEALS`); a list of moves, tried up to its first reveal, gets equally
  far and is refused in the same words (`foretell`).
- *From then on*: a re-dealt world, a `Shadow`, follows the match as long as nothing is revealed.
  Eyes that hear and see another seat's move must find some listed move there that explains it
  (`ONLOOKERS`), but for moves that the title declares as telling: of those it is enough that
  some re-dealt worlds explain some of them.
- *Up to then*: the events and views of the past were checked when they were new, by the same
  shadows; replaying the record gives every event again, for the same eyes (`REPLAY`). A past is
  not re-dealt from the start: a world with other cards has other chance behind it, and which
  moves led there nobody can say. Re-dealt copies therefore carry no journal at all.
- *What was told of it*: a value that an event tells one seat alone is another in some world that
  the others cannot tell apart (`SECRETS`); one that it tells everybody, of a thing that views still
  hide, is the same in all of them (`HEARSAY`). See `hearsay.py`.
- *Whether there is anything to tell*: for every pair of eyes, re-dealing changes the state in some
  checked position, and after events that were private to a seat it changes what that seat sees.
"""

from .conditional_moves import (
    PLAYED,
    REVEALED,
    Foretold,
    check_consequences,
    foretell,
    plan_of,
)
from .inspection import LONGEST_MATCH, Inspection, features, heard, looked_at, words_of
from .laws import (
    ACTORS,
    COPIES,
    ENDS,
    FORETOLD,
    HEARSAY,
    KNOWN,
    LEAKS,
    LISTED,
    LISTS,
    ONLOOKERS,
    OPEN,
    PRIVATE,
    REDEALING,
    REFUSALS,
    REPLAY,
    REVEALS,
    SCORE_EVENTS,
    SCORES,
    SECRETS,
    SEED,
    SHARING,
    SLOTS,
    TEXTS,
    Broken,
)
from .visibility import one_of_every_verb, redealt

__all__ = [
    "ACTORS",
    "Broken",
    "COPIES",
    "ENDS",
    "HEARSAY",
    "SECRETS",
    "FORETOLD",
    "Foretold",
    "Inspection",
    "KNOWN",
    "LEAKS",
    "LISTED",
    "LISTS",
    "LONGEST_MATCH",
    "ONLOOKERS",
    "OPEN",
    "PLAYED",
    "PRIVATE",
    "REDEALING",
    "REFUSALS",
    "REPLAY",
    "REVEALED",
    "REVEALS",
    "SCORES",
    "SCORE_EVENTS",
    "SEED",
    "SHARING",
    "SLOTS",
    "TEXTS",
    "check_consequences",
    "features",
    "foretell",
    "heard",
    "looked_at",
    "one_of_every_verb",
    "plan_of",
    "redealt",
    "words_of",
]

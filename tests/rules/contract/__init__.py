"""The laws of the rules contract, as checks of one match: those that every title must pass.

`Inspection` plays a match at random and checks on the way. A law that does not hold raises
`BrokenLawError` with its name, so that the mutants (`mutants/`) can say which law each of them
breaks.

What eyes can be told, and how it is checked:

- *Now*: in a world re-dealt for a seat, its view and its list are the same (`LEAKS`).
- *By trying*: what a listed move does that reveals nothing is the same in re-dealt worlds, and so
  is whether it reveals (`REVEALS`); a list of moves, tried up to its first reveal, gets equally
  far and is refused in the same words (`try_moves`).
- *From then on*: a re-dealt world, a `Shadow`, follows the match as long as nothing is revealed.
  Eyes that hear and see another seat's move must find some listed move there that explains it
  (`ONLOOKERS`), but for moves that the title declares as telling: of those it is enough that
  one of many re-dealt worlds explains one of them.
- *Up to then*: the events and views of the past were checked when they were new, by the same
  shadows; replaying the record gives every event again, for the same eyes (`REPLAY`). A past is
  not re-dealt from the start: a world with other cards has other chance behind it, and which
  moves led there nobody can say. Re-dealt copies therefore carry no journal at all.
- *What was told of it*: a value that an event tells one seat alone is another in some world that
  the others cannot tell apart (`SECRETS`); one that it tells everybody, of a thing that views still
  hide, is the same in all of them (`HEARSAY`). See `knowledge.py`.
- *Whether there is anything to tell*: for every pair of eyes, re-dealing changes the state in some
  checked position, and after events that were private to a seat it changes what that seat sees.
"""

from .consequences import (
    PLAYED,
    REVEALED,
    TrialOutcome,
    check_consequences,
    plan_of,
    try_moves,
)
from .inspection import LONGEST_MATCH, Inspection, features, hearsay_by_type, looked_at, words_of
from .laws import (
    ACTORS,
    CONSEQUENCES,
    COPIES,
    ENDS,
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
    BrokenLawError,
)
from .positions import as_json, check_actors, check_list
from .visibility import all_eyes, one_of_every_verb, redeal_match

__all__ = [
    "ACTORS",
    "BrokenLawError",
    "COPIES",
    "ENDS",
    "HEARSAY",
    "SECRETS",
    "CONSEQUENCES",
    "TrialOutcome",
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
    "all_eyes",
    "as_json",
    "check_actors",
    "check_consequences",
    "check_list",
    "features",
    "try_moves",
    "hearsay_by_type",
    "looked_at",
    "one_of_every_verb",
    "plan_of",
    "redeal_match",
    "words_of",
]

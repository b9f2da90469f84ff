"""The names of the laws, and what is said where one does not hold."""

from __future__ import annotations

ACTORS = "actors are sorted, and none when it is over"
LISTS = "an actor's list has moves, none twice"
TEXTS = "a move fits into the journal"
LISTED = "every listed move is accepted"
REFUSALS = "a refused move says why and changes nothing"
COPIES = "copies, loads and replays are the same match"
SHARING = "nothing is shared with a dump, a load or a copy"
SLOTS = "every field has a slot"
SCORES = "scores add up, and ranks follow"
SCORE_EVENTS = "score events sum to the scores"
EVENTS = "events are JSON-ready"
PRIVATE = "events of a private kind have an audience, no others have one"
SEED = "nobody sees the seed"
LEAKS = "a re-dealt world looks the same"
REDEALING = "re-dealing changes what is hidden"
SECRETS = "what is told to one seat alone may be something else"
HEARSAY = "what everybody is told of a hidden thing holds in every re-dealt world"
OPEN = "where nothing is hidden, re-dealing changes nothing"
REVEALS = "what reveals is a reveal, whatever others hide"
ONLOOKERS = "a move in a re-dealt world explains what others see"
KNOWN = "what a seat knows is the same in re-dealt worlds"
CONSEQUENCES = "what is told of a move beforehand comes true"
REPLAY = "a replay tells what the match told"
ENDS = "every match ends"


class BrokenLawError(AssertionError):
    """A law that does not hold."""

    def __init__(self, law: str, detail: object = "") -> None:
        super().__init__(f"{law}: {detail}" if detail else law)
        self.law = law


def hold(law: str, held: bool, detail: object = "") -> None:
    if not held:
        raise BrokenLawError(law, detail)

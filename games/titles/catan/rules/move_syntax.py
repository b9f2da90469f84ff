"""The syntax of moves: the arguments that each verb takes (rules 6)."""

from __future__ import annotations

from games.rules.match import IllegalMove, illegal_move, malformed_move
from games.rules.reasons import MoveSyntax, Reason, SeatNumber, UserInput
from games.rules.reasons import gettext_noop as _

from .components import CARDS, NEUTRALS, RESOURCES, WARES
from .shared_refusals import OptionalRefusal, bad_count_refusal
from .state import State

# For each verb, the forms that its arguments may have
MOVE_SHAPES: dict[str, tuple[str, ...]] = {
    "settlement": ("spot",),
    "city": ("spot",),
    "road": ("path",),
    "roll": ("",),
    "event": ("",),
    "play": ("card", "card resource", "card resource resource"),
    "discard": ("resource count",),
    "robber": ("hex",),
    "steal": ("seat",),
    "barbarian": ("path path",),
    "buy": ("",),
    "upgrade": ("",),
    "repair": ("path",),
    "bank": ("resource ware",),
    "purchase": ("resource",),
    "offer": ("",),
    "give": ("ware",),
    "want": ("ware",),
    "propose": ("",),
    "cancel": ("",),
    "accept": ("",),
    "decline": ("",),
    "trade": ("seat",),
    "travel": ("",),
    "go": ("spot",),
    "grain": ("",),
    "drive": ("path",),
    "banish": ("path",),
    "take": ("resource",),
    "gift": ("resource",),
    "aid": ("seat resource",),
    "rob": ("seat",),
    "quake": ("path",),
    "neutral": ("neutral place",),
    "token": ("action", "action path path"),
    "return": ("resource resource",),
    "retire": ("",),
    "end": ("",),
}
# For each verb, the section of the rules that explains it
SECTIONS = {
    **dict.fromkeys(("settlement", "city", "road", "buy", "play"), "5.5"),
    **dict.fromkeys(("roll", "discard"), "5.2"),
    **dict.fromkeys(("robber", "steal"), "5.3"),
    "barbarian": "5.4",
    **dict.fromkeys(("bank", "purchase", "offer", "give", "want", "propose", "cancel"), "5.7"),
    **dict.fromkeys(("accept", "decline", "trade"), "5.7"),
    **dict.fromkeys(("upgrade", "travel", "go", "grain", "drive", "banish"), "5.8"),
    **dict.fromkeys(("event", "repair", "take", "gift", "aid", "rob", "quake"), "5.9"),
    **dict.fromkeys(("neutral", "token", "return", "retire"), "5.12"),
    "end": "5.1",
}
TOKEN_ACTIONS = ("trade", "robber", "barbarian")


def shape_refusal(match: State, tokens: list[str]) -> OptionalRefusal:
    """Refuse a wrong number of arguments or an unknown word."""
    verb, words = tokens[0], tokens[1:]
    shapes = MOVE_SHAPES[verb]
    fitting = [one.split() for one in shapes if len(one.split()) == len(words)]
    if not fitting:
        return malformed_move(SECTIONS[verb], tokens, *(f"{verb} {one}".strip() for one in shapes))
    for kind, word in zip(fitting[0], words, strict=True):
        known = vocabulary(match, kind)
        if kind == "count":
            if not (word.isascii() and word.isdigit()) or len(word) > 2:
                return bad_count_refusal(word)
        elif kind == "place":
            if word not in match.board.path_index and word not in match.board.spot_index:
                message = _("%(given)s is neither a path nor an intersection of this board")
                return illegal_move("no_such_place", message, "2.1", given=UserInput(word))
        elif word not in known:
            return unknown_word_refusal(match, verb, kind, word, known)
    return None


def vocabulary(match: State, kind: str) -> tuple[str, ...]:
    """The words that an argument of this kind can be; empty for `count` and `place`."""
    board = match.board
    words: dict[str, tuple[str, ...]] = {
        "hex": board.hexes,
        "spot": board.spots,
        "path": board.paths,
        "resource": RESOURCES,
        "ware": WARES if match.traders else RESOURCES,
        "card": CARDS,
        "seat": tuple(str(seat) for seat in range(match.seats)),
        "neutral": NEUTRALS,
        "action": TOKEN_ACTIONS,
    }
    return words.get(kind, ())


# For each kind of argument, the message about an unknown word
UNKNOWN_WORD = {
    "resource": _("%(given)s is not a resource; choose from: %(known)s"),
    "ware": _("%(given)s is not a ware; choose from: %(known)s"),
    "card": _("%(given)s is not a card; choose from: %(known)s"),
    "seat": _("%(given)s is not a seat; choose from: %(known)s"),
    "neutral": _("%(given)s is not a neutral; choose from: %(known)s"),
    "action": _("trade tokens cannot do %(given)s; choose from: %(known)s"),
}
# The section that lists the words of a kind; other kinds use the section of the verb
WORD_SECTIONS = {"resource": "2.3", "ware": "2.3", "card": "2.4", "neutral": "2.7"}
NO_PLACE = {
    "hex": _("%(given)s is not a hex of this board; %(example)s is one"),
    "spot": _("%(given)s is not an intersection of this board; %(example)s is one"),
    "path": _("%(given)s is not a path of this board; %(example)s is one"),
}
PLACE_KINDS = {
    "hex": Reason("hex", _("a hex")),
    "spot": Reason("intersection", _("an intersection")),
    "path": Reason("path", _("a path")),
}


def unknown_word_refusal(
    match: State, verb: str, kind: str, word: str, known: tuple[str, ...]
) -> IllegalMove:
    """Refuse a word that is not of its kind; if it names another kind of place, say which."""
    if kind in UNKNOWN_WORD:
        choices: tuple[object, ...] = known
        if kind == "seat":
            choices = tuple(SeatNumber(seat) for seat in range(match.seats))
        elif kind == "action":
            choices = tuple(map(MoveSyntax, known))
        section = WORD_SECTIONS.get(kind, SECTIONS[verb])
        return illegal_move(
            f"no_such_{kind}", UNKNOWN_WORD[kind], section, given=UserInput(word), known=choices
        )
    board = match.board
    for other, places in (("hex", board.hexes), ("spot", board.spots), ("path", board.paths)):
        if word in places:
            params = {"kind": PLACE_KINDS[other], "needed": PLACE_KINDS[kind]}
            message = _("%(given)s is %(kind)s, not %(needed)s")
            return illegal_move("wrong_place", message, "2.1", given=UserInput(word), **params)
    return illegal_move(
        "no_such_place", NO_PLACE[kind], "2.1", given=UserInput(word), example=MoveSyntax(known[0])
    )

"""Why a move is not possible: how it is written, and whether it is time for it.

Only ever asked about moves that the list does not hold. What a well written move at the right
time lacks is said by `reasons.py`.
"""

from __future__ import annotations

from games.rules.match import IllegalMove, misspelt, no
from games.rules.reasons import Form, Given, Notation, Phase, Verb
from games.rules.reasons import marked as _

from .clans import barrels_at_any_moment
from .components import CONTRACTS, CORNERS, GOODS, TECHS, UNITS
from .maps import SPACE_ID
from .missing import Why, number
from .reasons import CHECKS
from .state import FRAME_NAME, State

# How each move is written: after its verb, the kinds of its words (a trailing ? may be left out).
SHAPES: dict[str, str] = {
    "choose": "set",
    "bid": "number",
    "fold": "",
    "place": "unit space",
    "buy": "good number",
    "sell": "good number",
    "take": "contract contract?",
    "expand": "unit space",
    "ship": "",
    "tech": "tech",
    "hire": "",
    "fulfil": "contract",
    "pass": "",
    "slaughter": "space",
    "upgrade": "upgrade",
    "brew": "number",
    "nbuy": "good number",
    "draw": "",
    "keep": "none-or-contract contract?",
    "swap": "space unit",
    "done": "",
    "row": "space space",
    "withdraw": "number",
    "end": "",
    "produce": "number number number",
    "cellar": "yes-or-no",
    "butter": "number",
}
# The paragraph that says what a move is.
SECTIONS: dict[str, str] = {
    **dict.fromkeys(("choose", "bid", "fold"), "5.1"),
    "place": "5.2",
    "end": "5.3.2",
    **dict.fromkeys(("buy", "sell"), "5.3.3"),
    "take": "5.3.4",
    **dict.fromkeys(("expand", "nbuy", "draw", "keep"), "5.3.5"),
    **dict.fromkeys(("ship", "tech", "hire", "upgrade"), "5.3.6"),
    **dict.fromkeys(("fulfil", "slaughter", "brew"), "5.3.7"),
    "pass": "5.3.8",
    **dict.fromkeys(("port", "swap", "row", "withdraw"), "5.3.9"),
    **dict.fromkeys(("produce", "cellar", "butter"), "5.3.10"),
    "done": "5.4",
}
UPGRADES = ("ship", "tech_woodcutter", "tech_miner", "hire", *(f"recall:{good}" for good in GOODS))
PIECES = {"unit": "2.1", "good": "2.1"}  # the paragraph that lists them
# What a word of a kind may be, and the sentence when it is not.
KINDS: dict[str, tuple[tuple[str, ...], str, tuple[str, ...]]] = {
    "unit": (UNITS, _("there is no unit %(given)s: units are %(known)s"), UNITS),
    "good": (GOODS, _("there is no good %(given)s: goods are %(known)s"), GOODS),
    "tech": (TECHS, _("there is no technology %(given)s: there are those of %(known)s"), TECHS),
    "upgrade": (
        UPGRADES,
        _("there is no upgrade %(given)s: there are %(known)s"),
        tuple(Notation(f"upgrade {what}") for what in UPGRADES),
    ),
    "yes-or-no": (
        ("yes", "no"),
        _("%(given)s is not one of %(known)s"),
        (Form("yes"), Form("no")),
    ),
}

PHASES = {
    "clans": ("choose", "bid", "fold"),
    "place": ("place",),
    "production": ("produce", "cellar", "butter"),
}
PHASE_SECTIONS = {"clans": "5.1", "place": "5.2", "action": "5.3.2", "production": "5.3.10"}
MAIN = ("buy", "sell", "take", "expand", "ship", "tech", "hire", "fulfil", "pass")
FRAME_VERBS = {
    "meat": ("slaughter", "port", "withdraw"),
    "rewards": ("expand", "upgrade", "brew", "withdraw", "done"),
    "bonus": ("nbuy", "draw", "withdraw", "done"),
    "keep": ("keep", "withdraw"),
    "swap": ("swap", "withdraw", "done"),
    "second": ("fulfil", "done"),
}


def reason(match: State, seat: int, tokens: list[str]) -> IllegalMove | None:
    """The reason why an actor may not make this move, as far as it can be told."""
    verb, args = tokens[0], tokens[1:]
    if verb != "port" and verb not in SHAPES:
        return None
    wrong = _badly_written(verb, args)
    if wrong:
        return wrong
    why = _wrong_time(match, verb)
    if why:
        return why
    check = CHECKS.get(verb)
    return check(match, match.players[seat], seat, args) if check else None


# how it is written


def _badly_written(verb: str, args: list[str]) -> IllegalMove | None:
    if verb == "port":
        known = args and args[0] in CORNERS
        return None if known else misspelt("5.3.9", [verb, *args], "port a|b|c|d …")
    kinds = SHAPES[verb].split()
    needed = [kind for kind in kinds if not kind.endswith("?")]
    if not len(needed) <= len(args) <= len(kinds):
        form = " ".join([verb, *(f"<{kind}>" for kind in kinds)])
        return misspelt(SECTIONS[verb], [verb, *args], form)
    for kind, word in zip(kinds, args, strict=False):
        why = _not_a(kind.rstrip("?"), word, SECTIONS[verb])
        if why:
            return why
    return None


def _not_a(kind: str, word: str, section: str) -> Why:
    given = Given(word)
    if kind == "number" and number(word) is None:
        return no("not_a_number", _("%(given)s is not a plain number"), section, given=given)
    if kind == "contract" or (kind == "none-or-contract" and word != "none"):
        which, most = number(word), len(CONTRACTS)
        if which is None or not 1 <= which <= most:
            message = _("there is no contract %(given)s: they are 1 to %(most)s")
            return no("no_such_contract", message, "2.5", given=given, most=most)
    if kind == "space" and word not in SPACE_ID:
        return no("no_such_space", _("there is no space %(given)s on the map"), "2.3", given=given)
    if kind in KINDS and word not in KINDS[kind][0]:
        message, known = KINDS[kind][1:]
        return no("no_such_word", message, PIECES.get(kind, section), given=given, known=known)
    return None


# whether it is time for it


def _wrong_time(match: State, verb: str) -> Why:
    home = next((name for name, verbs in PHASES.items() if verb in verbs), "action")
    if match.phase != home:
        return no(
            "wrong_phase",
            _("“%(verb)s” belongs to: %(when)s; now it is: %(now)s"),
            PHASE_SECTIONS[home],
            verb=Verb(verb),
            when=Phase(home),
            now=Phase(match.phase),
        )
    if home != "action":
        return None
    if match.frames:
        return _other_frame(match, FRAME_NAME[type(match.frames[-1])], verb)
    late = ("withdraw",) if barrels_at_any_moment(match) else ()
    if match.trade >= 0 and verb not in ("buy", "sell", *late):
        message = _("after the price was moved %(good)s must be bought or sold now")
        return no("trade_first", message, "2.6", good=GOODS[match.trade])
    if match.trade >= 0:
        return None
    if match.stage == "after" and verb not in ("port", "end", *late):
        message = _("the main action of this turn is done: “%(verb)s” is not possible any more")
        return no("action_done", message, "5.3.2", verb=Verb(verb))
    if match.stage == "before" and verb not in (*MAIN, "port", "withdraw", "row"):
        message = _("“%(verb)s” is not possible now: a turn begins with its main action")
        return no("action_first", message, "5.3.2", verb=Verb(verb))
    return None


def _other_frame(match: State, frame: str, verb: str) -> Why:
    """Something that was begun waits for another verb."""
    verbs = FRAME_VERBS[frame]
    if frame == "swap" and not barrels_at_any_moment(match):
        verbs = tuple(other for other in verbs if other != "withdraw")
    if verb in verbs:
        return None
    return no(
        "settle_first",
        _("first %(frame)s must be settled, with %(verbs)s; “%(verb)s” is not possible"),
        "5.4",
        frame=Phase(frame),
        verbs=tuple(map(Verb, verbs)),
        verb=Verb(verb),
    )

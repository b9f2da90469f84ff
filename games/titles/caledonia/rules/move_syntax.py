"""The syntax of moves: the kinds of words that follow a verb, and refusals of other words.

The shape of an action lists the kinds of its words in order. A kind with a trailing `?` is
optional. After `…` any words may follow, which the action checks itself. Rules 6.
"""

from __future__ import annotations

from games.rules.match import IllegalMove, illegal_move, malformed_move
from games.rules.reasons import MoveSyntax, Notation, UserInput
from games.rules.reasons import gettext_noop as _

from .components import CONTRACTS, CORNERS, GOODS, TECHS, UNITS
from .conditions import parse_number
from .maps import SPACE_ID
from .upgrades import UPGRADES

# Per kind: the allowed words, the message for any other word, the words that the message lists,
# and the section that lists them ("" for the section of the action).
KINDS: dict[str, tuple[tuple[str, ...], str, tuple[str, ...], str]] = {
    "unit": (UNITS, _("there is no unit %(given)s; units: %(known)s"), UNITS, "2.1"),
    "good": (GOODS, _("there is no good %(given)s; goods: %(known)s"), GOODS, "2.1"),
    "tech": (TECHS, _("there is no technology %(given)s; there is one for: %(known)s"), TECHS, ""),
    "upgrade": (
        UPGRADES,
        _("there is no upgrade %(given)s; upgrades: %(known)s"),
        tuple(Notation(f"upgrade {what}") for what in UPGRADES),
        "",
    ),
    "yes-or-no": (
        ("yes", "no"),
        _("%(given)s is not one of %(known)s"),
        (MoveSyntax("yes"), MoveSyntax("no")),
        "",
    ),
}


def syntax_refusal(tokens: list[str], shape: str, section: str) -> IllegalMove | None:
    """Return what is wrong with the syntax of a move, None if nothing is."""
    verb, *words = tokens
    kinds = shape.split()
    is_open = kinds[-1:] == ["…"]
    if is_open:
        kinds.pop()
    needed = [kind for kind in kinds if not kind.endswith("?")]
    if len(words) < len(needed) or (len(words) > len(kinds) and not is_open):
        return malformed_move(section, tokens, move_syntax(verb, shape))
    for kind, word in zip(kinds, words, strict=False):
        if kind == "corner" and word not in CORNERS:
            return malformed_move(section, tokens, move_syntax(verb, shape))
        why = _bad_word_refusal(kind.rstrip("?"), word, section)
        if why:
            return why
    return None


def move_syntax(verb: str, shape: str) -> str:
    """Return the syntax of a move, with the kinds of its words.

    >>> move_syntax("buy", "good number"), move_syntax("port", "corner …")
    ('buy <good> <number>', 'port a|b|c|d …')
    """
    plain = {"corner": "|".join(CORNERS), "…": "…"}
    return " ".join((verb, *(plain.get(kind, f"<{kind}>") for kind in shape.split())))


def _bad_word_refusal(kind: str, word: str, section: str) -> IllegalMove | None:
    given = UserInput(word)
    if kind == "number" and parse_number(word) is None:
        return illegal_move(
            "not_a_number", _("%(given)s is not a whole number"), section, given=given
        )
    if kind == "contract" or (kind == "none-or-contract" and word != "none"):
        which, most = parse_number(word), len(CONTRACTS)
        if which is None or not 1 <= which <= most:
            message = _("there is no contract %(given)s: they are numbered 1 to %(most)s")
            return illegal_move("no_such_contract", message, "2.5", given=given, most=most)
    if kind == "space" and word not in SPACE_ID:
        return illegal_move(
            "no_such_space", _("there is no space %(given)s on the map"), "2.3", given=given
        )
    if kind in KINDS and word not in KINDS[kind][0]:
        message, known, where = KINDS[kind][1:]
        return illegal_move("no_such_word", message, where or section, given=given, known=known)
    return None

"""What can be ordered ahead in Catan: the dice, discards, a turn with nothing to do, refusals."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from games.conditional_moves import Asked, Guard, Kind, Kinds

from .board.translations import gettext_lazy as _
from .rules.components import CARDS, RESOURCES, WARES

ALWAYS = frozenset({"roll", "event", "end", "offer", "retire"})  # what needs nothing to be had


def _phase(*phases: str) -> Callable[[Asked], bool]:
    return lambda asked: asked.view["phase"] in phases


def _is_asked_for_a_deal(asked: Asked) -> bool:
    return asked.view["phase"] == "answers" and asked.seat != asked.view["active"]


def _nothing_else(asked: Asked, move: str, n: int) -> bool:
    """Whether there is nothing to build, to buy, to play or to exchange."""
    return all(one == move or one in ALWAYS for one in asked.legal)


def _keeps_at_least(asked: Asked, move: str, least: int) -> bool:
    """Whether so many cards of the resource that is discarded stay in hand."""
    verb, *arguments = move.split(" ")
    if verb != "discard":
        return True
    held: int = asked.view["own"]["hand"][arguments[0]]
    return held - int(arguments[1]) >= least


def _most(asked: Asked, fitting: Sequence[str]) -> str:
    """The most cards, where several numbers fit."""
    return max(fitting, key=lambda move: int(move.split(" ")[2]) if move[:7] == "discard" else 0)


NOTHING_ELSE = Guard(
    "nothing_else", _("Only if I can do nothing else"), _nothing_else, has_number=False
)

KINDS = Kinds(
    kinds=(
        Kind(
            "start",
            _("the start of my turn: the dice"),
            _phase("start"),
            ("roll", "event", "play <card>", "play plenty <r> <r>", "play monopoly <r>"),
            passing=("roll", "event"),
            guards=(NOTHING_ELSE,),
        ),
        Kind(
            "main",
            _("my turn after the dice"),
            _phase("main", "wagon"),
            (
                *("end", "settlement <at>", "city <at>", "road <at>", "buy", "upgrade"),
                *("repair <at>", "bank <r> <ware>", "purchase <r>", "play <card>", "travel"),
                *("play plenty <r> <r>", "play monopoly <r>", "go <at>", "grain", "drive <at>"),
            ),
            passing=("end",),
            guards=(NOTHING_ELSE,),
        ),
        Kind(
            "discard",
            _("cards to discard after a seven"),
            _phase("discard"),
            ("discard <r> <n>",),
            passing=(),
            guards=(Guard("keeps_at_least", _("Of each, keep at least"), _keeps_at_least),),
            best=_most,
        ),
        Kind(
            "answer",
            _("an answer to an offer"),
            _is_asked_for_a_deal,
            ("decline",),
            passing=("decline",),
        ),
        Kind(
            "robber",
            _("the robber and whom it robs"),
            _phase("robber", "steal", "rob"),
            ("robber <at>", "steal <n>", "rob <n>"),
            passing=(),
        ),
    ),
    words={"r": RESOURCES, "ware": WARES, "card": CARDS},
)

"""Conditional moves of Catan: the dice, the turn, discards, answers to offers, the robber."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from games.conditional_moves import DecisionContext, DecisionKind, DecisionKinds, Guard

from .board.translations import gettext_lazy as _
from .rules.components import CARDS, RESOURCES, WARES

IGNORED_VERBS = frozenset(
    {"roll", "event", "end", "offer", "retire"}
)  # moves that are nearly always legal and gain nothing


def _is_phase(*phases: str) -> Callable[[DecisionContext], bool]:
    return lambda asked: asked.view["phase"] in phases


def _is_asked_for_a_deal(asked: DecisionContext) -> bool:
    return asked.view["phase"] == "answers" and asked.seat != asked.view["active"]


def _has_nothing_else(asked: DecisionContext, move: str, n: int) -> bool:
    """Return whether nothing can be built, bought, played or traded."""
    return all(one == move or one in IGNORED_VERBS for one in asked.legal)


def _has_at_least(asked: DecisionContext, move: str, least: int) -> bool:
    """Return whether at least so many cards of the discarded resource stay in hand."""
    verb, *arguments = move.split(" ")
    if verb != "discard":
        return True
    held: int = asked.view["own"]["hand"][arguments[0]]
    return held - int(arguments[1]) >= least


def _highest_move(asked: DecisionContext, fitting: Sequence[str]) -> str:
    """The discard of most cards, if several fit."""
    return max(fitting, key=lambda move: int(move.split(" ")[2]) if move[:7] == "discard" else 0)


NOTHING_ELSE = Guard(
    "nothing_else", _("Only if I can do nothing else"), _has_nothing_else, has_number=False
)

KINDS = DecisionKinds(
    kinds=(
        DecisionKind(
            "start",
            _("the start of my turn: the dice"),
            _is_phase("start"),
            ("roll", "event", "play <card>", "play plenty <r> <r>", "play monopoly <r>"),
            passing=("roll", "event"),
            guards=(NOTHING_ELSE,),
        ),
        DecisionKind(
            "main",
            _("my turn after the dice"),
            _is_phase("main", "wagon"),
            (
                *("end", "settlement <at>", "city <at>", "road <at>", "buy", "upgrade"),
                *("repair <at>", "bank <r> <ware>", "purchase <r>", "play <card>", "travel"),
                *("play plenty <r> <r>", "play monopoly <r>", "go <at>", "grain", "drive <at>"),
            ),
            passing=("end",),
            guards=(NOTHING_ELSE,),
        ),
        DecisionKind(
            "discard",
            _("cards to discard after a seven"),
            _is_phase("discard"),
            ("discard <r> <n>",),
            passing=(),
            guards=(Guard("keeps_at_least", _("Minimum to keep of each kind"), _has_at_least),),
            best=_highest_move,
        ),
        DecisionKind(
            "answer",
            _("an answer to an offer"),
            _is_asked_for_a_deal,
            ("decline",),
            passing=("decline",),
        ),
        DecisionKind(
            "robber",
            _("the robber and its victim"),
            _is_phase("robber", "steal", "rob"),
            ("robber <at>", "steal <n>", "rob <n>"),
            passing=(),
        ),
    ),
    words={"r": RESOURCES, "ware": WARES, "card": CARDS},
)
